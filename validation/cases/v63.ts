// V63: a rigid body floats as deep as Archimedes says. [card V63; ADR 45; AW09 §6.3]

import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { float } from '../rigid-scenes.ts';

export const v63 = defineCase({
  number: 63,
  title: 'A floating body',
  proves: 'The pressure of a liquid carries rigid bodies by what they displace.',
  remark:
    'Mean of the last half of the time. The level follows from the volumes and from how water is pressed together by its weight, which was left ' +
    'out at first: by gH²/2c², .4 mm here. The square of half the density turns by 45°.',
  parameters: {
    across: { value: 10, meaning: 'particles along the size of the body' },
    dimensions: { value: [2], meaning: 'of space; 3 takes long' },
    ratios: { value: [0.2, 0.5, 0.9], meaning: 'density over that of water' },
    duration: { value: 10, meaning: 's' },
    pressure: { value: 'implicit', meaning: '`time.pressure`' },
  },
  resolution: { parameter: 'across', values: [10, 14, 20], label: 'across' },
  async run({ across, dimensions, ratios, duration, pressure }) {
    const checks: Check[] = [];
    for (const dimension of dimensions as readonly (2 | 3)[])
      for (const shape of ['box', 'ball'] as const)
        for (const ratio of ratios) {
          const { displaced, open } = await float(
              { dimension, shape, across, ratio, width: 4, depth: 2, pressure: pressure as 'implicit' },
              duration,
            ),
            name = `${dimension}D ${shape} of ratio ${ratio}`;
          checks.push(
            withinPart(`${name}: displaced mass over its own`, displaced, 1, 0.03),
            atMost(`${name}: momentum that the books do not explain, over weight times time`, open, 1e-9),
          );
        }
    return { checks };
  },
});
