// V45: a motion with the least acceleration between places and velocities is a cubic of Hermite. [card §19, V45; AW09 eq. 83]

import { MotionDesign, ShapeField } from '../../src/design/index.ts';
import { MlsApproximation } from '../../src/meshless/index.ts';
import { type Check, defineCase, within } from '../case.ts';

export const v45 = defineCase({
  number: 45,
  title: 'Motion of least acceleration',
  proves: 'Keyframes, velocities and accelerations are those of the field, and their balance is the known cubic.',
  remark: 'The whole shape goes 1 m in 1 s. What remains is the error of quadratic pieces, [0.014] in the prototype.',
  parameters: {
    frames: { value: 13, meaning: 'frames, even in time' },
    first: { value: 2, meaning: 'velocity at the start, m/s' },
    last: { value: -1, meaning: 'velocity at the end, m/s' },
  },
  async run({ frames, first, last }): Promise<Check[]> {
    const positions = Array.from({ length: 81 }, (_, k) => 0.25 * (Math.floor(Math.floor(k / 3) / 3 ** (k % 3)) % 3)),
      field = new ShapeField(new MlsApproximation({ dimension: 3, positions, supportRadius: 0.55 })),
      motion = new MotionDesign(field, {
        keyframes: [
          { time: 0, pose: {}, velocity: [first, 0, 0] },
          { time: 1, pose: { translate: [1, 0, 0] }, velocity: [last, 0, 0] },
        ],
        weights: { keyframes: 1e4, velocity: 1e4 },
      });
    motion.solve({ frames, firstFrames: frames, tolerance: 1e-10 });
    const hermite = (t: number) => t * t * (3 - 2 * t) + first * t * (1 - t) * (1 - t) - last * t * t * (1 - t),
      place = [0.25, 0.25, 0.25];
    let apart = 0,
      across = 0;
    for (let n = 0; n <= 200; n++) {
      const [x, y, z] = motion.moved(place, n / 200) as unknown as [number, number, number];
      apart = Math.max(apart, Math.abs(x - 0.25 - hermite(n / 200)));
      across = Math.max(across, Math.abs(y - 0.25), Math.abs(z - 0.25));
    }
    return [
      within('largest distance from the cubic, m', apart, 0, 0.03),
      within('largest distance from the line, m', across, 0, 1e-9),
      within('velocity at the start, m/s', motion.velocity(place, 0)[0]!, first, 0.01),
      within('velocity at the end, m/s', motion.velocity(place, 1)[0]!, last, 0.01),
    ];
  },
});
