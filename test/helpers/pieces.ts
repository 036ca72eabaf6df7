// Into how many pieces a substance has fallen: groups of particles that hang together.

import type { WorldFields } from '../../src/index.ts';

/** Particles closer than this many of their sizes (m/ρ)^(1/d) hang together; neighbors at rest are 1.1 apart. */
const LINK = 1.6;

/** Number of pieces. */
export function countPieces({ position, mass, density, count }: WorldFields, dimension: 2 | 3): number {
  const size = (i: number) => (mass[i]! / density[i]!) ** (1 / dimension);
  const sizes = Float64Array.from({ length: count }, (_, i) => size(i));
  const cell = LINK * sizes.reduce((most, s) => Math.max(most, s), 0);
  const cells = new Map<string, number[]>();
  const place = (i: number) => [0, 1, 2].map((a) => Math.floor(position[3 * i + a]! / cell));
  for (let i = 0; i < count; i++) {
    const key = place(i).join();
    cells.set(key, [...(cells.get(key) ?? []), i]);
  }
  const parent = Int32Array.from({ length: count }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) i = parent[i] = parent[parent[i]!]!;
    return i;
  };
  const distance = (i: number, j: number) =>
    Math.hypot(...[0, 1, 2].map((a) => position[3 * i + a]! - position[3 * j + a]!));
  for (let i = 0; i < count; i++) {
    const [x, y, z] = place(i) as [number, number, number];
    for (let n = 0; n < 27; n++) {
      const key = [x + (n % 3) - 1, y + (Math.floor(n / 3) % 3) - 1, z + Math.floor(n / 9) - 1].join();
      for (const j of cells.get(key) ?? [])
        if (j < i && distance(i, j) < LINK * Math.max(sizes[i]!, sizes[j]!)) parent[root(i)] = root(j);
    }
  }
  return parent.filter((p, i) => p === i).length;
}
