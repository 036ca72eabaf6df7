// V3: two approaching particles are slowed by the viscosity; the printed sign would speed them up. [card §4, V3; DC99 eq. 23, X1]

import type { SceneInput } from '../../src/index.ts';
import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { simulate } from '../simulate.ts';

export const v03 = defineCase({
  number: 3,
  title: 'Sign of the viscosity',
  proves: 'Artificial viscosity slows approaching particles by as much as the equation says.',
  parameters: {
    distance: { value: 0.12, meaning: 'initial distance, m' },
    speed: { value: 0.5, meaning: 'speed of each towards the other, m/s' },
    viscosity: { value: 1, meaning: 'η' },
    soundSpeed: { value: 10, meaning: 'c, m/s' },
    steps: { value: 400, meaning: 'steps' },
    step: { value: 1e-5, meaning: 'length of a step, s' },
  },
  async run({ distance, speed, viscosity, soundSpeed, steps, step }): Promise<Check[]> {
    let relativeSpeed = Number.NaN;
    const scene: SceneInput = {
      gravity: [0, 0, 0],
      frameRate: 1 / step,
      // 1 kg at 1000 kg/m³ is a cube of 0.1 m, and ξ = 1 makes h = 0.1 m.
      substances: { s: { kernel: 'dc', smoothing: 1, stiffness: soundSpeed ** 2, artificialViscosity: viscosity } },
      bodies: [
        {
          substance: 's',
          spacing: 0.1,
          lattice: 'cubic',
          shape: {
            points: {
              positions: [
                [0, 0, 0],
                [distance, 0, 0],
              ],
              velocities: [
                [speed, 0, 0],
                [-speed, 0, 0],
              ],
            },
          },
        },
      ],
    };
    await simulate(scene, steps, ({ fields: { velocity } }) => {
      relativeSpeed = (velocity[0]! - velocity[3]!) / (2 * speed);
    });
    return [
      withinPart('relative speed', relativeSpeed, 0.9038, 0.01),
      atMost('relative speed, slowed', relativeSpeed, 1),
    ];
  },
});
