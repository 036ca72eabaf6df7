// V33: a column of water collapses as it did in the laboratory. [card §8, V33; MM52]

import { defineCase } from '../case.ts';
import { DAM_BREAK_FIGURES, damBreak } from '../dam-break.ts';

export const v33 = defineCase({
  number: 33,
  title: 'Dam break',
  proves: 'Gravity, pressure, walls and a free surface together reproduce a measured collapse.',
  remark:
    'The simulated front runs ahead, most of all at T = 1.19, and more so with finer particles: the largest error is 12.1, 14.6 and ' +
    '16.0 % (outside the tolerance) with 20, 30 and 40 particles along a. It depends on the kernel and on ζ as well: with dc or ζ = 0 ' +
    'the front is as good, but particles left on the wall spoil a height read off the highest one; the mean depth of a strip does not see them.',
  parameters: {
    width: { value: 0.05715, meaning: 'a, m' },
    resolution: { value: 20, meaning: 'particles along a' },
    soundSpeed: { value: 10, meaning: 'c over √(2g·2a), the speed of a fall from the top' },
    viscosity: { value: 0.2, meaning: 'η' },
    smoothing: { value: 1.3, meaning: 'h over the particle spacing' },
    negativePressure: { value: 1, meaning: 'ζ, factor on negative pressure' },
    strip: { value: 0.2, meaning: 'width over a of the strip at the wall whose mean depth is the height' },
    gravity: { value: 9.81, meaning: 'g, m/s²' },
  },
  resolution: { parameter: 'resolution', values: [10, 20, 40], label: 'along a' },
  figures: DAM_BREAK_FIGURES,
  run: ({ soundSpeed, viscosity, smoothing, negativePressure, ...dam }) =>
    damBreak(dam, {
      kernel: 'quartic',
      smoothing,
      stiffness: soundSpeed ** 2 * 4 * dam.gravity * dam.width,
      artificialViscosity: viscosity,
      negativePressure,
    }),
});
