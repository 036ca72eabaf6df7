// V37: a bar that is pulled has the Young's modulus and the Poisson's ratio of the scene, whatever the gradient and the support. [card §14, V37]

import { type Check, defineCase, within, withinPart } from '../case.ts';
import { restBar } from '../elastic-bar.ts';

export const v37 = defineCase({
  number: 37,
  title: 'A bar that is pulled',
  proves: "Young's modulus and Poisson's ratio mean what a textbook says, for both gradients and all supports.",
  remark: 'Strain and width are taken in the middle, where the held ends are not felt.',
  parameters: {
    across: { value: 5, meaning: 'particles across' },
    along: { value: 21, meaning: 'particles along' },
    strain: { value: 0.001, meaning: 'by which it is pulled' },
    supports: { value: [1.5, 1.8], meaning: 'support over spacing' },
    ratios: { value: [0, 0.3], meaning: "Poisson's ratio" },
  },
  async run({ across, along, strain, supports, ratios }): Promise<Check[]> {
    const checks: Check[] = [],
      spacing = 0.1,
      youngsModulus = 1e5,
      L = (along - 1) * spacing,
      motion = {
        keyframes: [
          { time: 0, translate: [0, 0, 0] },
          { time: 0.5, translate: [0, 0, strain * L] },
        ],
      };
    for (const gradient of ['mls', 'differences'] as const)
      for (const support of supports)
        for (const poissonsRatio of ratios) {
          const bar = { across, along, spacing, youngsModulus, poissonsRatio, gradient, support, frameRate: 10 },
            more = { massDamping: 4, stressDamping: 200 },
            { force, place } = await restBar({ ...bar, more, motion: { ...motion, pivot: [0, 0, 0] } as never }, 40),
            c = (across - 1) / 2,
            [low, high, middle] = [Math.round(0.3 * along), Math.round(0.7 * along), (along - 1) / 2],
            stretch = (place(c, c, high)[2] - place(c, c, low)[2]) / ((high - low) * spacing) - 1,
            width = (place(across - 1, c, middle)[0] - place(0, c, middle)[0]) / ((across - 1) * spacing) - 1,
            name = `${gradient}, support ${support}, ν ${poissonsRatio}`;
          checks.push(
            withinPart(
              `${name}: E over that of the scene`,
              -force[2] / (across * spacing) ** 2 / stretch / youngsModulus,
              1,
              0.05,
            ),
            within(`${name}: ν`, -width / stretch, poissonsRatio, 0.04),
          );
        }
    return checks;
  },
});
