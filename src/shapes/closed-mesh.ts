// Whether a mesh has an inside: every edge is walked as often one way as the other. Corners at the same place are the same corner.

import type { TriangleSet } from './triangle-set.ts';

/** Whether the triangles close around a volume and face the same way; triangles without an area do not matter. */
export function closedMesh({ positions, triangles }: TriangleSet): boolean {
  const place = samePlaces(positions),
    count = positions.length / 3,
    walks = new Float64Array(triangles.length);
  let n = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const a = place[triangles[t]!]!,
      b = place[triangles[t + 1]!]!,
      c = place[triangles[t + 2]!]!;
    if (a === b || b === c || c === a) continue;
    walks[n++] = walk(a, b, count);
    walks[n++] = walk(b, c, count);
    walks[n++] = walk(c, a, count);
  }
  const sorted = walks.subarray(0, n).sort();
  for (let k = 0; k < n; ) {
    const edge = Math.floor(sorted[k]! / 2);
    let balance = 0;
    for (; k < n && Math.floor(sorted[k]! / 2) === edge; k++) balance += sorted[k]! === 2 * edge ? 1 : -1;
    if (balance !== 0) return false;
  }
  return n > 0;
}

/** An edge and a way along it as one number. */
function walk(a: number, b: number, count: number): number {
  return a < b ? 2 * (a * count + b) : 2 * (b * count + a) + 1;
}

/** For each vertex the first one at its place. */
function samePlaces(positions: Float64Array): Uint32Array {
  const count = positions.length / 3,
    first = new Uint32Array(count);
  let slots = 16;
  while (slots < 2 * count) slots *= 2;
  const table = new Int32Array(slots).fill(-1),
    bits = new Uint32Array(positions.buffer, positions.byteOffset, 2 * positions.length);
  for (let v = 0; v < count; v++) {
    let slot = hash(bits, 6 * v, positions[3 * v] === 0) & (slots - 1);
    for (; table[slot]! >= 0; slot = (slot + 1) & (slots - 1)) if (isSame(positions, table[slot]!, v)) break;
    if (table[slot]! < 0) table[slot] = v;
    first[v] = table[slot]!;
  }
  return first;
}

/** Mixes the bits of x, y and z, of which 0 may be written as −0. */
function hash(bits: Uint32Array, at: number, xIsZero: boolean): number {
  let h = xIsZero ? 0 : bits[at]! ^ Math.imul(bits[at + 1]!, 73856093);
  for (let k = at + 2; k < at + 6; k += 2) {
    const high = bits[k + 1]! & 0x7fffffff;
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d) ^ bits[k]! ^ Math.imul(high, 19349663);
  }
  h = Math.imul(h ^ (h >>> 13), 0x297a2d39);
  return h ^ (h >>> 16);
}

function isSame(p: Float64Array, v: number, w: number): boolean {
  return p[3 * v] === p[3 * w] && p[3 * v + 1] === p[3 * w + 1] && p[3 * v + 2] === p[3 * w + 2];
}
