// How far the particles of a world reach that stay, of all ranks.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import { measureAll } from './measure-all.ts';

export interface Bounds {
  readonly min: ArrayLike<number>;
  readonly max: ArrayLike<number>;
  readonly minH: number;
  readonly maxH: number;
  /** f32 positions are relative to it. */
  readonly origin: Float64Array;
  /** Whether all particles have one mass; undefined if that was not asked. */
  readonly oneMass: boolean | undefined;
}

/** Bounds of the particles that stay, of all ranks. */
export function readBounds(set: ParticleSet): Bounds {
  const { f64, u32 } = set.shared,
    { part } = set,
    reports = u32[at.AT_CHUNK_REPORT >> 2]! >> 3,
    low = new Array<number>(4).fill(Number.POSITIVE_INFINITY),
    high = [...low.slice(0, 3).map((x) => -x), 0];
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    const report = reports + (chunk * at.REPORT_BYTES) / 8;
    for (let a = 0; a < 3; a++) {
      low[a] = Math.min(low[a]!, f64[report + at.REPORT_MIN / 8 + a]!);
      high[a] = Math.max(high[a]!, f64[report + at.REPORT_MAX / 8 + a]!);
    }
    low[3] = Math.min(low[3]!, f64[report + at.REPORT_MIN_H / 8]!);
    high[3] = Math.max(high[3]!, f64[report + at.REPORT_MAX_H / 8]!);
  }
  const all = part ? measureAll(set, part, low, high) : { low, high, origin: originOf(set), oneMass: undefined },
    { origin, oneMass } = all,
    [min, max] = [all.low, all.high];
  if (max[3]! > 0 && min[0]! <= max[0]!) return { min, max, minH: min[3]!, maxH: max[3]!, origin, oneMass };
  return { min: [0, 0, 0], max: [0, 0, 0], minH: 1, maxH: 1, origin, oneMass };
}

/** A particle in the middle of the order that stays: f32 positions are relative to it. */
function originOf(set: ParticleSet): Float64Array {
  const { u8, u32 } = set.shared,
    leaving = u32[at.AT_LEAVING >> 2]!;
  for (let k = 0; k < set.count; k++) {
    const i = (k + (set.count >> 1)) % set.count;
    if (u8[leaving + i] === 0) return set.f64('position').slice(3 * i, 3 * i + 3);
  }
  return new Float64Array(3);
}
