// V62: the dam break of V33 with the material `water` as users get it, against an ideal liquid. [card §8, V62, X54; MM52]

import { atMost, type Check, defineCase, type Outcome, type ResolvedRun, unjudged } from '../case.ts';
import { DAM_BREAK_FIGURES, damBreak, idealLiquid, LABORATORY } from '../dam-break.ts';

/** From so many particles along a on the tolerances of V33 must hold. */
const FINE = 20;

export const v62 = defineCase({
  number: 62,
  title: 'Dam break, materials',
  proves: 'The material water collapses as a liquid without viscosity does, the nearer to it the finer it is.',
  remark:
    'The reference is an ideal liquid that is released at once, by panels on its surface (validation/potential-dam.ts). Its front is ahead of the ' +
    'laboratory by 14 % in the mean and by 21 % at T = 1.19, while its height at the wall is that of the laboratory within 4 %: gate and floor held the ' +
    'front back, and a better simulation is farther from the table of V33 (X54). The errors from the laboratory are in the table of resolutions without a verdict.',
  parameters: {
    width: { value: 0.05715, meaning: 'a, m' },
    resolution: { value: 20, meaning: 'particles along a' },
    strip: { value: 0.2, meaning: 'width over a of the strip at the wall whose mean depth is the height' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
    material: { value: 'water', meaning: 'preset' },
  },
  resolution: { parameter: 'resolution', values: [10, 20, 40, 80], label: 'along a' },
  figures: DAM_BREAK_FIGURES,
  async run({ material, ...dam }): Promise<Outcome> {
    const ideal = idealLiquid(dam.strip),
      { checks, curves = [] } = await damBreak(dam, { preset: material as 'water' }, [ideal, LABORATORY]),
      isJudged = ({ name }: Check) => dam.resolution >= FINE && name.endsWith(ideal.name);
    return { checks: checks.map((check) => (isJudged(check) ? check : unjudged(check))), curves };
  },
  compare: (runs: readonly ResolvedRun[]): Check[] => {
    const errors = runs.map(
      ({ checks }) => checks.find(({ name }) => name === 'front, mean error from ideal liquid')?.measured ?? Number.NaN,
    );
    return errors
      .slice(1)
      .map((error, k) =>
        atMost(
          `mean error of the front, ${runs[k + 1]!.resolution} over ${runs[k]!.resolution} along a`,
          error / errors[k]!,
          1,
        ),
      );
  },
});
