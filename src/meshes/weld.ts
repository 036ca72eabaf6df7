// Vertices at one place become one. Places are found by hashing cubes of the size of the tolerance; linear, and the same everywhere.

import type { TriangleSet } from '../shapes/triangle-set.ts';

/** What welding gives. */
export interface Welded {
  readonly triangleSet: TriangleSet;
  /** Vertices that became one with an earlier one. */
  readonly welded: number;
}

/**
 * The mesh with each vertex replaced by the first one that is within `tolerance` (m) on every axis; 0 welds only what is at the very
 * same place. Vertices that no triangle has are dropped. The triangles stay, in their order.
 */
export function weldVertices(set: TriangleSet, tolerance: number): Welded {
  const { positions, triangles } = set;
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of triangles) used[vertex] = 1;
  const places = new Places(positions, tolerance);
  const newNumber = new Uint32Array(used.length);
  const kept: number[] = [];
  let welded = 0;
  for (let v = 0; v < used.length; v++) {
    if (!used[v]) continue;
    const first = places.find(v);
    if (first === v) {
      newNumber[v] = kept.length;
      kept.push(v);
    } else {
      newNumber[v] = newNumber[first]!;
      welded++;
    }
  }
  const moved = new Float64Array(3 * kept.length);
  kept.forEach((v, k) => {
    for (let a = 0; a < 3; a++) moved[3 * k + a] = positions[3 * v + a]!;
  });
  return { triangleSet: { positions: moved, triangles: triangles.map((v) => newNumber[v]!) }, welded };
}

const EMPTY = 0xffffffff;

/** The vertices seen so far, by where they are. */
class Places {
  private readonly positions: Float64Array;
  private readonly tolerance: number;
  /** First vertex of each slot of the hash, and the next vertex of the same slot. */
  private readonly heads: Uint32Array;
  private readonly following: Uint32Array;

  constructor(positions: Float64Array, tolerance: number) {
    this.positions = positions;
    this.tolerance = tolerance;
    let slots = 16;
    while (slots < positions.length / 2) slots *= 2;
    this.heads = new Uint32Array(slots).fill(EMPTY);
    this.following = new Uint32Array(positions.length / 3).fill(EMPTY);
  }

  /** The first vertex at the place of v; v itself, which is then remembered, if there is none. */
  find(v: number): number {
    const { positions: p, tolerance } = this;
    if (tolerance === 0) {
      const slot = this.slotOf(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!);
      const found = this.findIn(slot, v);
      if (found === EMPTY) this.put(slot, v);
      return found === EMPTY ? v : found;
    }
    const size = 4 * tolerance;
    const cell = (axis: number, shift: number): number => Math.floor((p[3 * v + axis]! + shift) / size);
    let first = EMPTY;
    const [x0, x1, y0, y1, z0, z1] = [0, 1, 2].flatMap((a) => [cell(a, -tolerance), cell(a, tolerance)]);
    for (let x = x0!; x <= x1!; x++) {
      for (let y = y0!; y <= y1!; y++) {
        for (let z = z0!; z <= z1!; z++) first = Math.min(first, this.findIn(this.slotOf(x, y, z), v));
      }
    }
    if (first !== EMPTY) return first;
    this.put(this.slotOf(cell(0, 0), cell(1, 0), cell(2, 0)), v);
    return v;
  }

  private findIn(slot: number, v: number): number {
    const { positions: p, tolerance, following } = this;
    let first = EMPTY;
    for (let other = this.heads[slot]!; other !== EMPTY; other = following[other]!) {
      const near =
        Math.abs(p[3 * v]! - p[3 * other]!) <= tolerance &&
        Math.abs(p[3 * v + 1]! - p[3 * other + 1]!) <= tolerance &&
        Math.abs(p[3 * v + 2]! - p[3 * other + 2]!) <= tolerance;
      if (near) first = Math.min(first, other);
    }
    return first;
  }

  private put(slot: number, v: number): void {
    this.following[v] = this.heads[slot]!;
    this.heads[slot] = v;
  }

  /** A slot for three numbers. */
  private slotOf(x: number, y: number, z: number): number {
    NUMBERS[0] = x + 0; // −0 is at the place of 0
    NUMBERS[1] = y + 0;
    NUMBERS[2] = z + 0;
    let hash = 0;
    for (const word of WORDS) {
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash & (this.heads.length - 1);
  }
}

const NUMBERS = new Float64Array(3);
const WORDS = new Uint32Array(NUMBERS.buffer);
