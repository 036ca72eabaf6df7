// The faces between pieces as one closed mesh for each piece, in the shape at the start. Where the surface meets an inner face, and where inner
// faces towards two neighbors meet, there is an edge: vertices stand there twice, at the same place.

import type { SkinMesh } from '../../skin/skin-mesh.ts';
import { OUTER, type Partition } from './march-labels.ts';

/** The mesh of a piece at the start. */
export interface PieceShape {
  /** Its number in the partition, from 1. */
  readonly piece: number;
  /** Triangles; segments in 2D. */
  readonly mesh: SkinMesh;
  /** The vertex of the partition that each one is at: the same for those that stand at one place. */
  readonly places: Uint32Array;
  /** 1 for vertices of inner faces, 0 for those of the surface. */
  readonly inner: Uint32Array;
  /** Texture coordinates: meters along the face. */
  readonly uv: Float32Array;
}

/** Makes the meshes of all pieces, in the order of their numbers. */
export function pieceShapes(partition: Partition): PieceShape[] {
  const { sides, dimension } = partition,
    normals = elementNormals(partition),
    outer = outerNormals(partition, normals),
    own = new Map<number, number[]>();
  for (let e = 0; 2 * e < sides.length; e++)
    for (const piece of [sides[2 * e]!, sides[2 * e + 1]!]) {
      if (piece === 0) continue;
      const list = own.get(piece);
      if (list) list.push(e);
      else own.set(piece, [e]);
    }
  const frames = faceFrames(partition, normals);
  return [...own.keys()]
    .sort((a, b) => a - b)
    .map((piece) => shapeOf(partition, dimension, piece, own.get(piece)!, normals, outer, frames));
}

/** Normals of elements from the first side to the second, as long as they are large. */
function elementNormals({ positions: p, elements, dimension }: Partition): Float64Array {
  const normals = new Float64Array((3 * elements.length) / dimension);
  for (let e = 0, at = 0; e < elements.length; e += dimension, at += 3) {
    const [a, b, c] = [3 * elements[e]!, 3 * elements[e + 1]!, 3 * elements[e + dimension - 1]!],
      [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!],
      [vx, vy, vz] = dimension === 2 ? [0, 0, 1] : [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    normals.set([uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx], at);
  }
  return normals;
}

/** Sums of the normals of the surface at its vertices, over all pieces: it is smooth where they meet. */
function outerNormals({ sides, elements, dimension, flags, meets }: Partition, normals: Float64Array): Float64Array {
  const sums = new Float64Array(3 * meets.length);
  for (let e = 0; 2 * e < sides.length; e++) {
    if (sides[2 * e] !== 0) continue;
    for (let k = 0; k < dimension; k++) {
      const v = elements[dimension * e + k]!;
      if (flags[v]! & OUTER) for (let a = 0; a < 3; a++) sums[3 * v + a]! -= normals[3 * e + a]!;
    }
  }
  return sums;
}

/** Two directions along the face between two pieces, by `faceKey`; six numbers. */
type FaceFrames = ReadonlyMap<number, readonly number[]>;

const faceKey = (a: number, b: number): number => Math.min(a, b) + 67108864 * Math.max(a, b);

function faceFrames({ sides }: Partition, normals: Float64Array): FaceFrames {
  const sums = new Map<number, [number, number, number]>();
  for (let e = 0; 2 * e < sides.length; e++) {
    if (sides[2 * e] === 0) continue;
    const key = faceKey(sides[2 * e]!, sides[2 * e + 1]!),
      sum = sums.get(key) ?? [0, 0, 0];
    for (let a = 0; a < 3; a++) sum[a]! += normals[3 * e + a]!;
    sums.set(key, sum);
  }
  return new Map([...sums].map(([key, sum]) => [key, directionsAcross(sum)]));
}

/** Two unit vectors at right angles to a vector and to each other. */
function directionsAcross(n: readonly [number, number, number]): number[] {
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]),
    [x, y, z] = length > 0 ? (n.map((c) => c / length) as [number, number, number]) : ([0, 1, 0] as const),
    [u, v, w] = Math.abs(y) < 0.7 ? [z, 0, -x] : [0, z, -y],
    size = Math.sqrt(u * u + v * v + w * w),
    [a, b, c] = [u / size, v / size, w / size];
  return [a, b, c, y * c - z * b, z * a - x * c, x * b - y * a];
}

function shapeOf(
  partition: Partition,
  dimension: 2 | 3,
  piece: number,
  list: readonly number[],
  normals: Float64Array,
  outer: Float64Array,
  frames: FaceFrames,
): PieceShape {
  const { sides, elements } = partition,
    known = new Map<number, number>(),
    places: number[] = [],
    others: number[] = [],
    sums: number[] = [],
    corners: number[] = [];
  for (const e of list) {
    const isFirst = sides[2 * e] === piece,
      other = isFirst ? sides[2 * e + 1]! : sides[2 * e]!,
      sign = isFirst ? 1 : -1;
    for (let k = 0; k < dimension; k++) {
      const v = elements[dimension * e + (isFirst ? k : dimension - 1 - k)]!,
        key = v + 67108864 * other;
      let at = known.get(key);
      if (at === undefined) {
        at = places.length;
        known.set(key, at);
        places.push(v);
        others.push(other);
        sums.push(0, 0, 0);
      }
      for (let a = 0; a < 3; a++) sums[3 * at + a]! += sign * normals[3 * e + a]!;
      corners.push(at);
    }
  }
  const count = places.length,
    positions = new Float64Array(3 * count),
    directions = new Float64Array(3 * count),
    uv = new Float32Array(2 * count);
  for (let v = 0; v < count; v++) {
    const from = partition.positions.subarray(3 * places[v]!, 3 * places[v]! + 3),
      sum = others[v] === 0 ? outer.subarray(3 * places[v]!, 3 * places[v]! + 3) : sums.slice(3 * v, 3 * v + 3),
      length = Math.sqrt(sum[0]! * sum[0]! + sum[1]! * sum[1]! + sum[2]! * sum[2]!),
      n = length > 0 ? Array.from(sum, (x) => x / length) : [0, 1, 0],
      t = others[v] === 0 ? alongSurface(n) : frames.get(faceKey(piece, others[v]!))!;
    positions.set(from, 3 * v);
    directions.set(n, 3 * v);
    for (let k = 0; k < 2; k++)
      uv[2 * v + k] = t[3 * k]! * from[0]! + t[3 * k + 1]! * from[1]! + t[3 * k + 2]! * from[2]!;
  }
  return {
    piece,
    mesh: { positions, normals: directions, triangles: Uint32Array.from(corners) },
    places: Uint32Array.from(places),
    inner: Uint32Array.from(others, (other) => Number(other > 0)),
    uv,
  };
}

/** The two axes that a surface with this normal is most along. */
function alongSurface(n: readonly number[]): number[] {
  const [x, y, z] = n.map(Math.abs) as [number, number, number];
  if (y >= x && y >= z) return [1, 0, 0, 0, 0, 1];
  return x >= z ? [0, 0, 1, 0, 1, 0] : [1, 0, 0, 0, 1, 0];
}
