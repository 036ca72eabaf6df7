// Clouds of points for the tests of the meshless toolkit.

import type { SampleDimension, Samples } from '../../src/meshless/index.ts';
import { randomSigned, randomUnit } from '../../src/random/random.ts';

/** A lattice of points in the unit cube, moved by chance. */
export function jittered(d: SampleDimension, across: number, jitter: number, support: number, seed = 1): Samples {
  const count = across ** d,
    spacing = 1 / across,
    positions = new Float64Array(d * count);
  for (let i = 0; i < count; i++) {
    for (let a = 0; a < d; a++) {
      const cell = Math.floor(i / across ** a) % across;
      positions[d * i + a] = (cell + 0.5 + jitter * randomSigned(seed, 0, d * i + a)) * spacing;
    }
  }
  return { dimension: d, positions, supportRadius: support * spacing };
}

/** Points anywhere in the unit cube. */
export function scattered(d: SampleDimension, count: number, seed = 1): Float64Array {
  return Float64Array.from({ length: d * count }, (_, k) => randomUnit(seed, 1, k));
}

/** A function at every point of a cloud. */
export function sampled({ dimension: d, positions }: Samples, f: (x: number[]) => number): Float64Array {
  return Float64Array.from({ length: positions.length / d }, (_, i) => f(pointOf(positions, d, i)));
}

/** Coordinates of a point. */
export function pointOf(positions: ArrayLike<number>, d: number, i: number): number[] {
  return Array.from({ length: d }, (_, a) => positions[d * i + a]!);
}
