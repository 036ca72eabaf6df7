// Reading what passes report per chunk of particles and per group of slabs. Sums are taken in order, so that they never depend on threads.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import type { Triple } from './booking.ts';

/** Largest value of a report slot over all chunks; 0 without particles. */
export function maxOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let max = 0;
  if (set.part) return Math.max(0, set.part.extreme(slot));
  for (let chunk = 0; chunk < set.chunks; chunk++)
    max = Math.max(max, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return max;
}

/** Smallest value of a report slot over all chunks; infinite without particles. */
export function minOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let min = Number.POSITIVE_INFINITY;
  if (set.part) return set.part.extreme(slot);
  for (let chunk = 0; chunk < set.chunks; chunk++)
    min = Math.min(min, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return min;
}

/** Sum of a report slot over all chunks, in order. */
export function sumOfChunks(set: ParticleSet, slot: number): number {
  return sumsOfChunks(set, [slot])[0]!;
}

/** Sums of several report slots over all chunks, in order; where ranks share the world, in one round. */
export function sumsOfChunks(set: ParticleSet, slots: readonly number[]): number[] {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  if (set.part) return [...set.part.sumsOf(slots, 1)];
  return slots.map((slot) => {
    let sum = 0;
    for (let chunk = 0; chunk < set.chunks; chunk++) sum += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!;
    return sum;
  });
}

/** Sum of a 3-vector report slot over all chunks, in order. */
export function sumOverChunks(set: ParticleSet, slot: number, out: Triple): void {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  out.fill(0);
  if (set.part) {
    const [x, y, z] = set.part.sumsOf([slot], 3);
    Object.assign(out, [x, y, z]);
    return;
  }
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    for (let a = 0; a < 3; a++) out[a]! += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8 + a]!;
  }
}

/** Sums of three 3-vectors over all chunks, in order: of what was kept by `keepReports` before, and of two slots. */
export function sumKept(
  set: ParticleSet,
  first: Triple,
  slots: readonly [number, number],
  out: readonly [Triple, Triple],
): void {
  const { part } = set;
  if (!part) {
    sumOverChunks(set, slots[0], out[0]);
    sumOverChunks(set, slots[1], out[1]);
    return;
  }
  const sums = part.sumsWithKept(slots);
  [first, ...out].forEach((triple, k) => {
    for (let a = 0; a < 3; a++) triple[a] = sums[3 * k + a]!;
  });
}

/** Sums of a 3-vector over all chunks, in order; where ranks share the world, `sumKept` finds them later with others. */
export function keepReports(set: ParticleSet, slot: number, out: Triple): void {
  if (set.part) set.part.keep(slot);
  else sumOverChunks(set, slot, out);
}

/** Adds what bodies gave to the particles of all chunks, in order. */
export function addLoads({ shared, chunks, bodies }: ParticleSet, out: Float64Array): void {
  if (bodies === 0) return;
  const { f64, u32 } = shared,
    rows = u32[at.AT_LOADS >> 2]! >> 3,
    numbers = out.length;
  for (let chunk = 0; chunk < chunks; chunk++)
    for (let n = 0; n < numbers; n++) out[n]! += f64[rows + chunk * numbers + n]!;
}

/** Largest value of a slot over the reports of all groups of slabs; 0 without any. */
export function maxOverGroups({ shared, part }: ParticleSet, groups: number, slot: number): number {
  if (part) return part.groupExtreme(groups, slot);
  const { f32, u32 } = shared,
    reports = u32[at.AT_GROUP_REPORT >> 2]!;
  let max = 0;
  for (let group = 0; group < groups; group++)
    max = Math.max(max, f32[(reports + group * at.GROUP_BYTES + slot) >>> 2]!);
  return max;
}

/** Forgets what groups of slabs reported: not every pass that reports runs in every world. */
export function clearGroupReports({ shared }: ParticleSet, groups: number): void {
  const begin = shared.u32[at.AT_GROUP_REPORT >> 2]! >>> 2;
  shared.f32.fill(0, begin, begin + (groups * at.GROUP_BYTES) / 4);
}

/** Smallest and largest displacements along x, y, z in the last drift, of the particles here, m. */
export function boxOfMoves({ shared, chunks }: ParticleSet): { readonly low: Triple; readonly high: Triple } {
  const { f64, u32 } = shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3,
    low: Triple = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    high: Triple = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let axis = 0; axis < 3; axis++) {
    for (let chunk = 0; chunk < chunks; chunk++) {
      const report = reports + (chunk * at.REPORT_BYTES) / 8 + axis;
      low[axis] = Math.min(low[axis]!, f64[report + at.REPORT_MOVE_MIN / 8]!);
      high[axis] = Math.max(high[axis]!, f64[report + at.REPORT_MOVE_MAX / 8]!);
    }
  }
  return { low, high };
}
