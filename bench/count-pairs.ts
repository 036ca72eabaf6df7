// Counts directed pairs from the state alone: every (i, j), j ≠ i, with |x_ij| < 2 max(h_i, h_j). Neither the engine's lists nor the
// reference's have a say, so list entries inside the skin and padding never flatter a figure. Plain f64, about 2 µs per particle.

import type { ReferenceParticles } from './reference.ts';

type Places = Readonly<Record<'x' | 'y' | 'z' | 'h', Float64Array>>;

/** Number of directed pairs. Each pair is seen from its particle with the larger h, in whose support the other lies. */
export function countPairs(particles: ReferenceParticles): number {
  const { x, y, z, h, start, size, min, counts } = sortIntoCells(particles);
  const first = (c: number, axis: number) => Math.max(0, Math.floor((c - min[axis]!) / size));
  const last = (c: number, axis: number) => Math.min(counts[axis]! - 1, Math.floor((c - min[axis]!) / size));
  let pairs = 0;
  for (let i = 0; i < x.length; i++) {
    const R = 2 * h[i]!,
      [x0, x1] = [first(x[i]! - R, 0), last(x[i]! + R, 0)],
      [y0, y1] = [first(y[i]! - R, 1), last(y[i]! + R, 1)],
      [z0, z1] = [first(z[i]! - R, 2), last(z[i]! + R, 2)];
    for (let cz = z0; cz <= z1; cz++) {
      for (let cy = y0; cy <= y1; cy++) {
        const row = counts[0]! * (cy + counts[1]! * cz),
          end = start[row + x1 + 1]!;
        for (let j = start[row + x0]!; j < end; j++) {
          if (j === i || h[j]! > h[i]!) continue;
          const dx = x[i]! - x[j]!,
            dy = y[i]! - y[j]!,
            dz = z[i]! - z[j]!;
          if (dx * dx + dy * dy + dz * dz < R * R) pairs += h[j]! === h[i]! ? 1 : 2;
        }
      }
    }
  }
  return pairs;
}

/** The particles in order of cell. */
interface Cells extends Places {
  /** Where each cell starts. */
  readonly start: Int32Array;
  /** Edge of a cell, m. */
  readonly size: number;
  readonly min: readonly number[];
  readonly counts: readonly number[];
}

/** Counting sort into cells as large as the smallest support (larger where that would make too many). */
function sortIntoCells(particles: Places): Cells {
  const n = particles.x.length,
    axes = [particles.x, particles.y, particles.z],
    min = axes.map((c) => c.reduce((m, v) => Math.min(m, v), Infinity)),
    max = axes.map((c) => c.reduce((m, v) => Math.max(m, v), -Infinity));
  let size = 2 * particles.h.reduce((m, v) => Math.min(m, v), Infinity);
  const along = () => axes.map((_, a) => Math.floor((max[a]! - min[a]!) / size) + 1);
  while (along().reduce((product, c) => product * c, 1) > 8 * n + 64) size *= 2;
  const counts = along(),
    start = new Int32Array(counts[0]! * counts[1]! * counts[2]! + 1),
    place = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const along = (a: number) => Math.floor((axes[a]![i]! - min[a]!) / size);
    place[i] = along(0) + counts[0]! * (along(1) + counts[1]! * along(2));
    start[place[i]!]!++;
  }
  for (let c = 1; c < start.length; c++) start[c]! += start[c - 1]!;
  for (let i = n - 1; i >= 0; i--) place[i] = --start[place[i]!]!;
  const sorted = (field: Float64Array) => {
    const out = new Float64Array(n);
    for (let i = 0; i < n; i++) out[place[i]!] = field[i]!;
    return out;
  };
  const { x, y, z, h } = particles;
  return { x: sorted(x), y: sorted(y), z: sorted(z), h: sorted(h), start, size, min, counts };
}
