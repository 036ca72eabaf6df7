// The last touches of the faces between pieces: they are smoothed, and inner ones made rough. Vertices belong to both sides, so that
// they still fit.

import { SpaceNoise } from '../../meshes/space-noise.ts';
import { STREAMS } from '../../random/random.ts';
import type { Hull } from './hull.ts';
import { OUTER, type Partition } from './march-labels.ts';

/** How inner faces look. */
export interface Roughness {
  /** Height of bumps, m. */
  readonly height: number;
  /** Size of the largest ones, m. */
  readonly size: number;
  readonly seed: number;
}

/** Rounds in which lines between faces are smoothed, faces, and the surface within itself. */
const ROUNDS = 6,
  FACE_ROUNDS = 3,
  OUTER_ROUNDS = 2;
/** Rings of vertices around a rim that move along the surface with it. */
const RINGS = 5;
/** How far the surface may be moved for the sake of the volume, over the edge of a cell. */
const MOST_FILL = 0.2;
/** Steps from beside the hull onto it. */
const STEPS = 2;

/** Smooths faces and makes inner faces rough. `edge` is that of the cells, m. */
export function finishPartition(partition: Partition, hull: Hull, edge: number, roughness: Roughness): Partition {
  const around = neighborsOf(partition),
    positions = partition.positions.slice();
  const settle = (): void => {
    for (let v = 0; v < partition.meets.length; v++)
      if (partition.flags[v]! & OUTER) ontoHull(hull, positions, v, edge, partition.dimension);
  };
  settle();
  for (let round = 0; round < ROUNDS; round++) smoothFaces(partition, around, positions, round);
  if (roughness.height > 0) warp(partition, around, positions, roughness);
  settle();
  for (let round = 0; round < 2; round++) fillHull(partition, positions, hull.volume, MOST_FILL * edge);
  return { ...partition, positions };
}

/** Moves the surface along its normals until all pieces hold the volume of the body: chords cut corners. */
function fillHull(
  { elements, sides, meets, dimension }: Partition,
  positions: Float64Array,
  volume: number | undefined,
  farthest: number,
): void {
  if (volume === undefined || !Number.isFinite(volume)) return;
  const normals = new Float64Array(3 * meets.length),
    corner = (e: number, k: number, a: number): number => positions[3 * elements[dimension * e + k]! + a]!;
  let [held, area] = [0, 0];
  for (let e = 0; 2 * e < sides.length; e++) {
    if (sides[2 * e] !== 0) continue;
    const u = [0, 1, 2].map((a) => corner(e, 1, a) - corner(e, 0, a)),
      v = dimension === 2 ? [0, 0, 1] : [0, 1, 2].map((a) => corner(e, 2, a) - corner(e, 0, a)),
      // From the piece to the outside, which is the first side; as long as the element is large.
      n = [0, 1, 2].map((a) => u[(a + 2) % 3]! * v[(a + 1) % 3]! - u[(a + 1) % 3]! * v[(a + 2) % 3]!);
    for (let a = 0; a < 3; a++) {
      held += (n[a]! * corner(e, 0, a)) / (dimension === 3 ? 6 : 2);
      for (let k = 0; k < dimension; k++) normals[3 * elements[dimension * e + k]! + a]! += n[a]!;
    }
    area += Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!) / (dimension === 3 ? 2 : 1);
  }
  if (!(area > 0)) return;
  const way = Math.max(-farthest, Math.min(farthest, (volume - held) / area));
  for (let v = 0; v < meets.length; v++) {
    const n = normals.subarray(3 * v, 3 * v + 3),
      length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!);
    if (length > 0) for (let a = 0; a < 3; a++) positions[3 * v + a]! += (way * n[a]!) / length;
  }
}

/** The vertices that each one is joined to: those of v from begins[v] to begins[v + 1]. */
interface Around {
  readonly begins: Uint32Array;
  readonly to: Uint32Array;
}

function neighborsOf({ elements, dimension, meets }: Partition): Around {
  const begins = new Uint32Array(meets.length + 1),
    each = (visit: (v: number, w: number) => void): void => {
      for (let e = 0; e < elements.length; e += dimension)
        for (let k = 0; k < dimension; k++) {
          const [v, w] = [elements[e + k]!, elements[e + ((k + 1) % dimension)]!];
          visit(v, w);
          visit(w, v);
        }
    };
  each((v) => begins[v + 1]!++);
  for (let v = 0; v < meets.length; v++) begins[v + 1]! += begins[v]!;
  const next = begins.slice(),
    to = new Uint32Array(begins[meets.length]!);
  each((v, w) => {
    to[next[v]!++] = w;
  });
  return { begins, to };
}

/** Moves vertices halfway to the middle of those around: within faces, so that flat ones stay flat, and along the lines where three meet. */
function smoothFaces(
  { flags, meets }: Partition,
  { begins, to }: Around,
  positions: Float64Array,
  round: number,
): void {
  const before = positions.slice();
  for (let v = 0; v < meets.length; v++) {
    const isOuter = flags[v]! & OUTER;
    if ((meets[v] === 2 && round >= (isOuter ? OUTER_ROUNDS : FACE_ROUNDS)) || meets[v] === 4) continue;
    const sum = [0, 0, 0];
    let count = 0;
    for (let n = begins[v]!; n < begins[v + 1]!; n++) {
      const w = to[n]!;
      if (meets[w]! < meets[v]! || (meets[v] === 2 && meets[w] !== 2) || (flags[w]! & OUTER) < isOuter) continue;
      for (let a = 0; a < 3; a++) sum[a]! += before[3 * w + a]!;
      count++;
    }
    if (count < 2) continue;
    for (let a = 0; a < 3; a++) positions[3 * v + a] = 0.5 * (before[3 * v + a]! + sum[a]! / count);
  }
}

/** Moves inner vertices, and with less and less those of the surface beside, by a field of noise: both sides of a face get the same bumps. */
function warp(
  { flags, meets, dimension }: Partition,
  { begins, to }: Around,
  positions: Float64Array,
  { height, size, seed }: Roughness,
): void {
  const rings = new Uint8Array(meets.length).fill(RINGS);
  let front: number[] = [];
  for (let v = 0; v < meets.length; v++)
    if (!(flags[v]! & OUTER && meets[v] === 2)) {
      rings[v] = 0;
      front.push(v);
    }
  for (let ring = 1; ring < RINGS; ring++) {
    const next: number[] = [];
    for (const v of front)
      for (let n = begins[v]!; n < begins[v + 1]!; n++)
        if (rings[to[n]!]! > ring) {
          rings[to[n]!] = ring;
          next.push(to[n]!);
        }
    front = next;
  }
  const noises = [0, 1, 2].map((a) => new SpaceNoise(seed, STREAMS.inside + a));
  for (let v = 0; v < meets.length; v++) {
    const share = 1 - rings[v]! / RINGS;
    if (share === 0) continue;
    const at = positions.subarray(3 * v, 3 * v + 3),
      [x, y, z] = [at[0]! / size, at[1]! / size, at[2]! / size];
    for (let a = 0; a < dimension; a++) {
      const noise = noises[a]!,
        bumps = noise.at(x, y, z) + 0.5 * noise.at(2.1 * x + 7.3, 2.1 * y + 3.1, 2.1 * z + 5.7);
      at[a]! += height * share * bumps;
    }
  }
}

/** Moves a vertex onto the hull, by less than two cells. */
function ontoHull(hull: Hull, positions: Float64Array, v: number, edge: number, dimension: 2 | 3): void {
  const at = positions.subarray(3 * v, 3 * v + 3),
    d = 1e-3 * edge;
  for (let step = 0; step < STEPS; step++) {
    const here = hull.distance(at[0]!, at[1]!, at[2]!),
      slope = [
        hull.distance(at[0]! + d, at[1]!, at[2]!) - hull.distance(at[0]! - d, at[1]!, at[2]!),
        hull.distance(at[0]!, at[1]! + d, at[2]!) - hull.distance(at[0]!, at[1]! - d, at[2]!),
        dimension === 3 ? hull.distance(at[0]!, at[1]!, at[2]! + d) - hull.distance(at[0]!, at[1]!, at[2]! - d) : 0,
      ].map((x) => x / (2 * d)),
      square = slope[0]! * slope[0]! + slope[1]! * slope[1]! + slope[2]! * slope[2]!;
    if (!(Math.abs(here) < 2 * edge) || !(square > 0.01)) return;
    for (let a = 0; a < 3; a++) at[a]! -= (here * slope[a]!) / square;
  }
}
