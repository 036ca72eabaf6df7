// Neighbor lists against brute force over all pairs.

import { expect } from 'vitest';
import type { Neighbors } from '../../src/neighbors/neighbors.ts';
import type { ParticleSet } from '../../src/particles/particle-set.ts';
import { LIST_FACTOR, LIST_SLACK } from '../../src/wasm/layout.ts';
import { stateOf } from '../reference/arrangements.ts';
import { material, type State, type Vec3 } from '../reference/sph.ts';
import { type Engine, loadEngine } from './engine.ts';

/** A pair of ids as one number, the smaller id first. */
export type PairKey = number;
const IDS = 2 ** 26;

export function pairKey(a: number, b: number): PairKey {
  return Math.min(a, b) * IDS + Math.max(a, b);
}

export interface Listed {
  /** One entry per list entry, in the order of the lists. */
  readonly keys: readonly PairKey[];
  /** List owners, by id, beside the keys. */
  readonly owners: readonly number[];
}

/** Everything that stands in the lists, by id. */
export function listedPairs(set: ParticleSet, neighbors: Neighbors): Listed {
  const ids = set.u32('id');
  const keys: number[] = [];
  const owners: number[] = [];
  for (let i = 0; i < set.count; i++) {
    for (const j of neighbors.listOf(i)) {
      keys.push(pairKey(ids[i]!, ids[j]!));
      owners.push(ids[i]!);
    }
  }
  return { keys, owners };
}

/** Distances of the set's particles to the nearest image, in f64, by id. */
function distances(set: ParticleSet, period: Vec3): (a: number, b: number) => number {
  const position = set.f64('position');
  const ids = set.u32('id');
  const place = new Map(Array.from(ids, (id, i) => [id, i]));
  return (a, b) => {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = position[3 * place.get(a)! + k]! - position[3 * place.get(b)! + k]!;
      const L = period[k]!;
      const shortest = L > 0 ? d - L * Math.round(d / L) : d;
      square += shortest * shortest;
    }
    return Math.sqrt(square);
  };
}

/** Keys of all pairs with |x_ij| < 2 max(h_i, h_j) times a factor. */
export function truePairs(set: ParticleSet, period: Vec3 = [0, 0, 0], factor = 1): PairKey[] {
  const x = set.f64('position');
  const h = set.f64('smoothingLength');
  const ids = set.u32('id');
  const keys: number[] = [];
  const shortest = (d: number, L: number) => (L > 0 ? d - L * Math.round(d / L) : d);
  for (let i = 0; i < set.count; i++) {
    for (let j = i + 1; j < set.count; j++) {
      const R = 2 * Math.max(h[i]!, h[j]!) * factor;
      const dx = shortest(x[3 * i]! - x[3 * j]!, period[0]);
      const dy = shortest(x[3 * i + 1]! - x[3 * j + 1]!, period[1]);
      const dz = shortest(x[3 * i + 2]! - x[3 * j + 2]!, period[2]);
      if (Math.sqrt(dx * dx + dy * dy + dz * dz) < R) keys.push(pairKey(ids[i]!, ids[j]!));
    }
  }
  return keys;
}

/** The lists reach this many supports: 1 + skin for half lists. */
function reach(set: ParticleSet): number {
  return set.shared.real(LIST_FACTOR) * (1 - 1e-7);
}

/**
 * The lists hold each pair within the list radius once, and none beyond. The slack against f32 rounding may let a pair in that is
 * twice the slack too far.
 */
export function expectHalfLists(set: ParticleSet, neighbors: Neighbors, period: Vec3 = [0, 0, 0]): void {
  const { keys } = listedPairs(set, neighbors);
  const sorted = [...keys].sort((a, b) => a - b);
  const twice = sorted.filter((key, n) => n > 0 && sorted[n - 1] === key);
  expect(some(twice), 'listed twice').toEqual([]);
  const listed = new Set(keys);
  const missing = truePairs(set, period, reach(set)).filter((key) => !listed.has(key));
  expect(some(missing), 'missing').toEqual([]);
  expectNoneTooFar(set, keys, period);
}

/** Every active particle lists all its neighbors, everyone else nobody. */
export function expectFullLists(
  set: ParticleSet,
  neighbors: Neighbors,
  isActive: (id: number) => boolean,
  period: Vec3 = [0, 0, 0],
): void {
  const { keys, owners } = listedPairs(set, neighbors);
  expect(some(owners.filter((id) => !isActive(id))), 'lists of inactive particles').toEqual([]);
  const directed = keys.map((key, n) => `${owners[n]}:${key}`);
  const found = new Set(directed);
  expect(directed.length, 'listed twice').toBe(found.size);
  const missing = truePairs(set, period, reach(set))
    .flatMap((key) => [Math.floor(key / IDS), key % IDS].filter(isActive).map((owner) => `${owner}:${key}`))
    .filter((entry) => !found.has(entry));
  expect(some(missing), 'missing').toEqual([]);
  expectNoneTooFar(set, keys, period);
}

function largerSupport(set: ParticleSet): (key: PairKey) => number {
  const h = set.f64('smoothingLength');
  const place = new Map(Array.from(set.u32('id'), (id, i) => [id, i]));
  return (key) => 2 * Math.max(h[place.get(Math.floor(key / IDS))!]!, h[place.get(key % IDS)!]!);
}

function expectNoneTooFar(set: ParticleSet, keys: readonly PairKey[], period: Vec3): void {
  const distance = distances(set, period);
  const support = largerSupport(set);
  const factor = set.shared.real(LIST_FACTOR);
  const slack = set.shared.real(LIST_SLACK);
  const far = keys.filter(
    (key) => distance(Math.floor(key / IDS), key % IDS) > support(key) * factor * (1 + 1e-6) + 2 * slack,
  );
  expect(some(far), 'beyond the list radius').toEqual([]);
}

/** The first few, for a message that can be read. */
function some<T>(items: readonly T[]): T[] {
  return items.slice(0, 5);
}

/** Particles that only matter as points with a size. */
export function points(positions: readonly Vec3[], h: number | ((i: number) => number), period?: Vec3): State {
  return stateOf({ positions, smoothingLength: h, mass: 1, density: 1000, ...(period ? { period } : {}) });
}

/** An engine whose lists are still to be built. */
export function engineOf(s: State, threads = 1, boxMin: Vec3 = [0, 0, 0]): Promise<Engine> {
  return loadEngine(s, [material()], { threads, boxMin });
}
