// What all ranks of a world must know before they can sort: how far particles reach, and where the middle is.

import type { Part } from '../particles/part.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { gatherNumbers } from '../ranks/communicator.ts';
import * as at from '../wasm/layout.ts';

export interface Measured {
  /** Smallest and largest coordinates, and smoothing length. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The particle in the middle of the global order that stays: f32 positions are relative to it. */
  readonly origin: Float64Array;
  /** Whether all particles have one mass. */
  readonly oneMass: boolean;
}

/** Unites what ranks have measured of their own particles: three coordinates and the smoothing length. One reduction, unless the middle leaves. */
export function measureAll(set: ParticleSet, part: Part, low: readonly number[], high: readonly number[]): Measured {
  const values = Float64Array.of(
    ...low,
    ...high.map((x) => -x),
    ...massesOf(set, low[3]!, high[3]!),
    ...middleOf(set, part),
  );
  part.unite(values);
  const origin = values.slice(10);
  return {
    low: values.slice(0, 4),
    high: values.slice(4, 8).map((x) => -x),
    origin: origin[0]! < Number.POSITIVE_INFINITY ? origin : nearestToMiddle(set, part),
    oneMass: !(values[8]! < -values[9]!),
  };
}

const NOWHERE = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** The particle in the middle of the global order, if it is here and stays. */
function middleOf(set: ParticleSet, part: Part): ArrayLike<number> & Iterable<number> {
  const own = (part.total >> 1) - part.first,
    { u8, u32 } = set.shared;
  if (own < 0 || own >= set.count || u8[u32[at.AT_LEAVING >> 2]! + own] !== 0) return NOWHERE;
  return set.f64('position').subarray(3 * own, 3 * own + 3);
}

/** The smallest mass of those who stay, and minus the largest; only where their smoothing lengths do not differ. */
function massesOf(set: ParticleSet, least: number, most: number): readonly [number, number] {
  if (least < most) return [0, -1];
  const mass = set.f64('mass'),
    { u8, u32 } = set.shared,
    leaving = u32[at.AT_LEAVING >> 2]!;
  let low = Number.POSITIVE_INFINITY,
    high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < mass.length; i++) {
    if (u8[leaving + i] !== 0) continue;
    low = Math.min(low, mass[i]!);
    high = Math.max(high, mass[i]!);
  }
  return [low, -high];
}

/** The particle nearest to the middle in the global order that stays. */
function nearestToMiddle(set: ParticleSet, part: Part): Float64Array {
  const { count, shared } = set,
    { first, total, comm } = part,
    leaving = shared.u32[at.AT_LEAVING >> 2]!,
    middle = total >> 1,
    away = (i: number) => (((first + i - middle) % total) + total) % total;
  let best = -1;
  const from = Math.max(0, Math.min(count, middle - first));
  for (let k = 0; k < count && best < 0; k++) {
    const i = (k + from) % count; // from the middle on, or from our first on
    if (shared.u8[leaving + i] === 0) best = i;
  }
  const distances = gatherNumbers(comm, best < 0 ? total : away(best)),
    nearest = distances.indexOf(Math.min(...distances)),
    position = new Float64Array(3);
  if (nearest === comm.rank && best >= 0) position.set(set.f64('position').subarray(3 * best, 3 * best + 3));
  comm.broadcast(new Uint8Array(position.buffer), nearest);
  return position;
}
