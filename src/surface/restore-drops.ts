// Smoothing eats drops: the smaller a piece of the surface is, the more of it is taken for a bump. Small pieces are scaled about their
// middles until they hold what they held before. Large ones lose next to nothing and are left alone.

import { rootOf } from '../math/roots.ts';
import type { MeshPieces } from '../meshes/mesh-pieces.ts';

/** Vertices of the largest piece that is scaled. */
const LARGEST = 2000;
/** Most that a volume is changed by. */
const MOST = 64;

/** Scales the small pieces of a smoothed surface to the volumes they had before it was smoothed. Changes `positions`. */
export function restoreDrops(
  positions: Float64Array,
  before: Float32Array,
  elements: Uint32Array,
  dimension: 2 | 3,
  pieces: MeshPieces,
): void {
  const { pieceOf, vertices } = pieces;
  if (!vertices.some((n) => n <= LARGEST)) return;
  const had = pieceVolumes(before, elements, dimension, pieces),
    has = pieceVolumes(positions, elements, dimension, pieces),
    middles = new Float64Array(3 * vertices.length);
  for (let k = 0; k < positions.length; k++) {
    const piece = pieceOf[Math.floor(k / 3)]!;
    middles[3 * piece + (k % 3)]! += positions[k]! / vertices[piece]!;
  }
  const factors = has.map((volume, piece) => {
    const ratio = had[piece]! / volume;
    return vertices[piece]! <= LARGEST && ratio > 1 / MOST && ratio < MOST ? rootOf(ratio, dimension) : 1;
  });
  for (let k = 0; k < positions.length; k++) {
    const piece = pieceOf[Math.floor(k / 3)]!,
      middle = middles[3 * piece + (k % 3)]!;
    positions[k] = middle + factors[piece]! * (positions[k]! - middle);
  }
}

/** Volume of every piece, counted from its first vertex. */
function pieceVolumes(
  p: Float32Array | Float64Array,
  elements: Uint32Array,
  dimension: 2 | 3,
  { pieceOf, vertices }: MeshPieces,
): Float64Array {
  const volumes = new Float64Array(vertices.length),
    firsts = new Int32Array(vertices.length).fill(-1);
  for (let v = 0; v < pieceOf.length; v++) if (firsts[pieceOf[v]!]! < 0) firsts[pieceOf[v]!] = 3 * v;
  for (let e = 0; e < elements.length; e += dimension) {
    const a = 3 * elements[e]!,
      b = 3 * elements[e + 1]!,
      c = 3 * elements[e + dimension - 1]!;
    const piece = pieceOf[elements[e]!]!,
      o = firsts[piece]!;
    const ax = p[a]! - p[o]!,
      ay = p[a + 1]! - p[o + 1]!,
      bx = p[b]! - p[o]!,
      by = p[b + 1]! - p[o + 1]!;
    if (dimension === 2) {
      volumes[piece]! += (ax * by - bx * ay) / 2;
      continue;
    }
    const az = p[a + 2]! - p[o + 2]!,
      bz = p[b + 2]! - p[o + 2]!,
      cx = p[c]! - p[o]!,
      cy = p[c + 1]! - p[o + 1]!,
      cz = p[c + 2]! - p[o + 2]!;
    volumes[piece]! += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
  }
  return volumes;
}
