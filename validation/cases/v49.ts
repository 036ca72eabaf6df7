// V49: a particle meets a plane: what is left of its path is reflected, with one factor along the normal and one along the plane.
// [card §12, V49; MP89 eq. 5-8, X44]

import type { SceneInput } from '../../src/index.ts';
import { type Check, defineCase, within } from '../case.ts';
import { simulate } from '../simulate.ts';

export const v49 = defineCase({
  number: 49,
  title: 'Reflection',
  proves: 'R′ = −r_n R_n + r_t R_t for the path beyond the contact, and the same for the velocity.',
  parameters: {
    beyond: { value: [0.5, 0, -1], meaning: 'path R beyond the contact with the plane z = 0, m; downward' },
    normalRestitution: { value: 0.5, meaning: 'r_n' },
    tangentRestitution: { value: 0.8, meaning: 'r_t' },
    before: { value: 0.75, meaning: 'path before the contact over the path beyond it' },
    size: { value: 16, meaning: 'diameter of the particle, m; large, so that the whole path is one step' },
  },
  async run({ beyond, normalRestitution, tangentRestitution, before, size }): Promise<Check[]> {
    const [x, y, z] = beyond as [number, number, number];
    const whole = 1 + before,
      radius = 0.3 * size; // as near as a center may come to a wall [ADR 31]
    const expected = [tangentRestitution * x, tangentRestitution * y, -normalRestitution * z];
    const scene: SceneInput = {
      gravity: [0, 0, 0],
      frameRate: 1,
      substances: { s: { stiffness: 0.01, artificialViscosity: 0, density: 'summation', negativePressure: 0 } }, // a wall does nothing to it before it is hit
      bodies: [
        {
          substance: 's',
          spacing: size,
          lattice: 'cubic',
          shape: {
            points: {
              positions: [[-before * x, -before * y, radius - before * z]],
              velocities: [[whole * x, whole * y, whole * z]],
            },
          },
        },
      ],
      obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 0, 1] } }, normalRestitution, tangentRestitution }],
    };
    let path: number[] = [],
      velocity: number[] = [];
    await simulate(scene, 1, (world) => {
      const { bounds, momentum, mass } = world.ledger(); // in double precision, of the one particle there is
      path = [bounds.min[0], bounds.min[1], bounds.min[2] - radius];
      velocity = momentum.map((p) => p / mass);
    });
    return ['x', 'y', 'z'].flatMap((axis, a) => [
      within(`R′ ${axis}`, path[a]!, expected[a]!, 1e-12),
      within(`V′ ${axis}`, velocity[a]!, whole * expected[a]!, 1e-12),
    ]);
  },
});
