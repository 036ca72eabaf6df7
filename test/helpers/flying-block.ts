// A block that breaks in flight, because its parts have different velocities.

import type { ElasticInput, SceneInput, World } from '../../src/index.ts';
import { inside } from './worlds.ts';

/** A block that flies apart. */
export function flying(more: Partial<ElasticInput> = {}): SceneInput {
  return {
    ...{ gravity: [0, 0, 0], frameRate: 400 },
    substances: {
      glass: { model: 'elastic', youngsModulus: 1e6, poissonsRatio: 0.2, strength: 2e4, scatter: 0.2, ...more },
    },
    bodies: [
      {
        ...{ substance: 'glass', spacing: 0.012, angularVelocity: [3, 5, 7] },
        shape: { box: { center: [0, 0, 0], size: [0.16, 0.06, 0.05] } },
      },
    ],
  };
}

/** Gives a block a velocity that grows along x, 1/s, and one of its own. */
export function pullApart(world: World, rate: number): void {
  const { set } = inside(world),
    x = set.f64('position'),
    v = set.f64('velocity');
  for (let i = 0; i < set.count; i++) v[3 * i]! += rate * x[3 * i]! + 0.3;
}
