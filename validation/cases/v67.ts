// V67: a soft solid floats in water as deep as Archimedes says, and weighs less under water by what it displaces. [card V67; ADR 39]

import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { float, hang } from '../soft-in-water.ts';

export const v67 = defineCase({
  number: 67,
  title: 'A jelly in water',
  proves: 'Water feels elastic solids in its density, and presses on them by what they displace.',
  remark:
    'Means of the last half of the time. What floats is let go a tenth of its height too deep; what hangs is held by its uppermost layer.',
  parameters: {
    across: { value: 6, meaning: 'particles along its height' },
    dimensions: { value: [2], meaning: 'of space; 3 takes minutes' },
    light: { value: 0.5, meaning: 'density of what floats, over that of water' },
    heavy: { value: 2, meaning: 'density of what hangs, over that of water' },
    duration: { value: 3, meaning: 's' },
  },
  resolution: { parameter: 'across', values: [6, 8, 10], label: 'across' },
  figures: { depth: { title: 'A jelly of half the density of water', x: 'time / s', y: 'part under water' } },
  async run({ across, dimensions, light, heavy, duration }) {
    const checks: Check[] = [],
      curves = [];
    for (const dimension of dimensions as readonly (2 | 3)[]) {
      const floating = await float({ dimension, across, ratio: light, duration }),
        weight = await hang({ dimension, across, ratio: heavy, duration });
      checks.push(
        withinPart(`${dimension}D: part under water over density`, floating.mean / light, 1, 0.05),
        withinPart(`${dimension}D: weight under water over theory`, weight, 1, 0.05),
        atMost(`${dimension}D: particles of water in it`, floating.within, 0),
        atMost(`${dimension}D: momentum that the books do not explain, over weight times time`, floating.open, 1e-9),
      );
      curves.push({ figure: 'depth', kind: 'simulated', name: `${dimension}D`, points: floating.immersed } as const);
    }
    return { checks, curves };
  },
});
