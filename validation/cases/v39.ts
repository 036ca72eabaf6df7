// V39: a bar of square section that is twisted resists as the theory of Saint-Venant says. [card §14, V39]

import { type Check, defineCase, withinPart } from '../case.ts';
import { restBar } from '../elastic-bar.ts';

export const v39 = defineCase({
  number: 39,
  title: 'Twisted bar',
  proves: 'The moment of a twisted bar is G J θ/L with J = 0.1406 b⁴.',
  remark:
    'L is the distance of the held layers. By the twist of the middle alone the moments are 0.976 and 0.921 of theory: edges are rounded off by half a spacing.',
  parameters: {
    across: { value: 5, meaning: 'particles across' },
    along: { value: 21, meaning: 'particles along' },
    degrees: { value: 2, meaning: 'by which one end is turned' },
    ratio: { value: 0.3, meaning: "Poisson's ratio" },
  },
  async run({ across, along, degrees, ratio }): Promise<Check[]> {
    const spacing = 0.1,
      youngsModulus = 1e5,
      middle = 0.5 * (across - 1) * spacing,
      b = across * spacing,
      G = youngsModulus / (2 * (1 + ratio)),
      rotate = { axis: [0, 0, 1], degrees },
      motion = {
        keyframes: [
          { time: 0, translate: [0, 0, 0] },
          { time: 0.5, translate: [0, 0, 0], rotate },
        ],
        pivot: [middle, middle, 0],
      };
    const measured = async (gradient: 'mls' | 'differences', support: number) => {
      const bar = { across, along, spacing, youngsModulus, poissonsRatio: ratio, gradient, support, frameRate: 10 },
        { moment } = await restBar(
          { ...bar, more: { massDamping: 4, stressDamping: 200 }, motion: motion as never },
          40,
        );
      return (-moment * (along - 1) * spacing) / (G * 0.1406 * b ** 4 * ((degrees * Math.PI) / 180));
    };
    return [
      withinPart('moving least squares, support 1.8: moment over theory', await measured('mls', 1.8), 1, 0.06),
      withinPart('differences, support 1.5: moment over theory', await measured('differences', 1.5), 1, 0.06),
    ];
  },
});
