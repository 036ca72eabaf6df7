// V62: the dam break of V33 with the material `water` as users get it. [card §8, V62; MM52]

import { atMost, type Check, defineCase, type Outcome, type ResolvedRun, unjudged } from '../case.ts';
import { DAM_BREAK_FIGURES, damBreak } from '../dam-break.ts';

/** From so many particles along a on the tolerances of V33 must hold. */
const FINE = 20;

export const v62 = defineCase({
  number: 62,
  title: 'Dam break, materials',
  proves: 'The material water collapses as water did in the laboratory, the better the finer it is.',
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
    const { checks, curves = [] } = await damBreak(dam, { preset: material as 'water' });
    return {
      checks: dam.resolution < FINE ? checks.map(unjudged) : checks,
      curves,
    };
  },
  compare: (runs: readonly ResolvedRun[]): Check[] => {
    const errors = runs.map(
      ({ checks }) => checks.find(({ name }) => name === 'front, mean error')?.measured ?? Number.NaN,
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
