// How well f is a distance: |∇φ| where the edges of the grid pass through the surface, read from the snapshot of an active surface.

import { readActive } from '../src/surface/active-state.ts';

const NODES = 8;
/** f is φ over this many voxels. */
const BAND = 3;
const MASK = (1n << 20n) - 1n;

/** |∇φ| at every crossing, by central differences at the nodes beside it, interpolated. */
export function bandSlopes(snapshot: Uint8Array, dimension: 2 | 3): number[] {
  const { keys, values } = readActive(snapshot).state,
    depth = dimension === 3 ? NODES : 1,
    size = NODES * NODES * depth,
    places = new Map<bigint, number>();
  for (let place = 0; place < values.length / size; place++) places.set(keys[place]!, place);
  const inside = new Set(keys.subarray(values.length / size));
  const f = (x: number, y: number, z: number): number => {
    const key = keyOf(x >> 3, y >> 3, z >> 3),
      place = places.get(key);
    if (place === undefined) return inside.has(key) ? 1 : -1;
    return values[size * place + (((z & 7) * NODES + (y & 7)) * NODES + (x & 7))]!;
  };
  const slope = (x: number, y: number, z: number): number =>
    (BAND / 2) *
    Math.hypot(
      f(x + 1, y, z) - f(x - 1, y, z),
      f(x, y + 1, z) - f(x, y - 1, z),
      dimension === 3 ? f(x, y, z + 1) - f(x, y, z - 1) : 0,
    );
  const slopes: number[] = [];
  for (const key of places.keys()) {
    const [i, j, k] = [key >> 40n, key >> 20n, key].map(
      (part) => NODES * (Number(part & MASK) - (1 << 19)),
    ) as unknown as Triple;
    for (let z = dimension === 3 ? k : 0; z < (dimension === 3 ? k + NODES : 1); z++)
      for (let y = j; y < j + NODES; y++)
        for (let x = i; x < i + NODES; x++)
          for (const [a, b, c] of AXES.slice(0, dimension)) {
            const here = f(x, y, z),
              there = f(x + a, y + b, z + c);
            if (here > 0 === there > 0) continue;
            const t = here / (here - there);
            slopes.push((1 - t) * slope(x, y, z) + t * slope(x + a, y + b, z + c));
          }
  }
  return slopes;
}

type Triple = readonly [number, number, number];
const AXES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The key of a block, as in assembly/surface/table.ts. */
function keyOf(i: number, j: number, k: number): bigint {
  const part = (n: number): bigint => BigInt(n + (1 << 19));
  return (15n << 60n) | (part(i) << 40n) | (part(j) << 20n) | part(k);
}
