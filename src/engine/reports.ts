// Reading what passes report per chunk of particles and per group of slabs. Sums are taken in order, so that they never depend on threads.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import type { Triple } from './booking.ts';

/** Largest value of a report slot over all chunks; 0 without particles. */
export function maxOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let max = 0;
  for (let chunk = 0; chunk < set.chunks; chunk++)
    max = Math.max(max, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return max;
}

/** Smallest value of a report slot over all chunks; infinite without particles. */
export function minOverChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let min = Number.POSITIVE_INFINITY;
  for (let chunk = 0; chunk < set.chunks; chunk++)
    min = Math.min(min, f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
  return min;
}

/** Sum of a report slot over all chunks, in order. */
export function sumOfChunks(set: ParticleSet, slot: number): number {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  let sum = 0;
  for (let chunk = 0; chunk < set.chunks; chunk++) sum += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!;
  return sum;
}

/** Sum of a 3-vector report slot over all chunks, in order. */
export function sumOverChunks(set: ParticleSet, slot: number, out: Triple): void {
  const { f64, u32 } = set.shared,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
  out.fill(0);
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    for (let a = 0; a < 3; a++) out[a]! += f64[reports + (chunk * at.REPORT_BYTES + slot) / 8 + a]!;
  }
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
export function maxOverGroups({ shared }: ParticleSet, groups: number, slot: number): number {
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
