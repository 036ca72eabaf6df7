// Neighbors differ by no more than a level of mass, in bodies deep enough for two levels, while they burst and pile up. [card §5]

import { expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

/** A block falls on a ball in a box. */
function burst(dimension: 2 | 3): SceneInput {
  const [half, z] = dimension === 3 ? [0.3, 0.3] : [0.5, 1];
  return {
    dimension,
    frameRate: 25,
    substances: { water: { preset: 'desbrun-1999', stiffness: 200, negativePressure: 0 } },
    bodies: [
      {
        substance: 'water',
        shape: { box: { min: [-half, 0.27, -z], max: [half, 0.27 + 2 * half, z] } },
        spacing: dimension === 3 ? 0.035 : 0.014,
        velocity: [0, -3, 0],
      },
    ],
    obstacles: [
      { shape: { box: { min: [-2 * half, 0, -2 * z], max: [2 * half, 3, 2 * z] } }, inside: true },
      { shape: { sphere: { center: [0.03, 0.15, 0], radius: 0.1 } } },
    ],
    adaptivity: { levels: 3 },
  };
}

/** Pairs within 2 max(h) whose masses are more than 15 times apart, and the largest mass in the smallest. */
function tooFarApart(world: World): { pairs: number; span: number } {
  const { set } = inside(world),
    x = set.f64('position'),
    h = set.f64('smoothingLength'),
    m = set.f64('mass');
  let pairs = 0;
  for (let i = 0; i < set.count; i++) {
    for (let j = 0; j < set.count; j++) {
      if (m[i]! <= 15 * m[j]!) continue;
      const [dx, dy, dz] = [x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!];
      if (dx * dx + dy * dy + dz * dz < 4 * h[i]! * h[i]!) pairs++;
    }
  }
  return { pairs, span: Math.max(...m) / Math.min(...m) };
}

// A pair may meet between two checks. In the plane a merged particle also reaches past the neighbors of its members' neighbors; it is
// split at the next check.
it.each([
  [3, 8, 2],
  [2, 12, 8],
] as const)('neighbors are within a level in %iD', async (dimension, frames, most) => {
  await withWorld(burst(dimension), (world) => {
    let [breaches, span] = [0, 0];
    for (let frame = 0; frame < frames; frame++) {
      advance(world, 1);
      const apart = tooFarApart(world);
      breaches += apart.pairs;
      span = Math.max(span, apart.span);
    }
    expect(span).toBeGreaterThan(20);
    expect(world.ledger().account.adaptations.splits).toBeGreaterThan(30);
    expect(breaches).toBeLessThanOrEqual(most);
  });
});
