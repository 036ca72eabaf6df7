// V64: a ball that sinks takes water along. [card V64; ADR 45; AW09 §6.3]

import { defineCase, withinPart } from '../case.ts';
import { sink } from '../rigid-scenes.ts';

export const v64 = defineCase({
  number: 64,
  title: 'A sinking ball',
  proves: 'A body that is accelerated under water feels the mass of the water around it.',
  remark: 'From the way in the time in which theory has it sink by a tenth of its size. In 2D the ball is a cylinder.',
  parameters: {
    across: { value: 10, meaning: 'particles along the diameter' },
    dimension: { value: 2, meaning: 'of space; 3 takes half an hour' },
    ratios: { value: [2, 5], meaning: 'density over that of water' },
    pressure: { value: 'explicit', meaning: '`time.pressure`' },
  },
  resolution: { parameter: 'across', values: [7, 10, 14], label: 'across' },
  async run({ across, dimension, ratios, pressure }) {
    const checks = [];
    for (const ratio of ratios) {
      const found = await sink({
        ...{ dimension: dimension as 2 | 3, shape: 'ball', across, ratio, width: 5, depth: 5 },
        pressure: pressure as 'explicit',
      });
      checks.push(withinPart(`ratio ${ratio}: acceleration over theory`, found, 1, 0.15));
    }
    return { checks };
  },
});
