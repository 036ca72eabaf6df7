// Lists of active particles that are made when they are needed, later than the sort, and lists of pairs beside them.

import { describe, expect, it } from 'vitest';
import { ParticleSet } from '../../src/particles/particle-set.ts';
import type { Smoothed } from '../../src/substances/sph/smoothed.ts';
import { Team } from '../../src/threads/team.ts';
import * as at from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import { cloud } from '../helpers/clouds.ts';
import { addParticles, createSmoothed, parametersOf } from '../helpers/engine.ts';
import { expectFullLists, listedPairs, truePairs } from '../helpers/pairs.ts';
import { randomStream } from '../reference/arrangements.ts';
import { material, type Vec3 } from '../reference/sph.ts';

interface Loaded {
  readonly set: ParticleSet;
  readonly smoothed: Smoothed;
  readonly period: Vec3;
}

/** Particles of very different sizes in a set of an adaptive world. */
async function load(periodic: boolean, threads = 2): Promise<Loaded> {
  const s = cloud({
    dimension: 3,
    kernel: 'dc',
    periodic,
    arrangement: 'random',
    contrast: 2.5,
    materials: 1,
    seed: 5,
  });
  const shared = new SharedMemory(2 * at.ARENA);
  const set = new ParticleSet(shared, await Team.start(shared, threads), 64, ['adaptive']);
  const box = { min: [0, 0, 0], period: s.period } as const;
  const smoothed = createSmoothed(set, [parametersOf(material(), 'dc')], 3, box, s.mass[0]!);
  addParticles(set, s);
  return { set, smoothed, period: s.period };
}

/** Marks the particles with these ids. */
function marker(set: ParticleSet, isActive: (id: number) => boolean): () => void {
  return () => {
    const active = set.shared.u32[at.AT_ACTIVE >> 2]!;
    set.u32('id').forEach((id, i) => {
      set.shared.u8[active + i] = isActive(id) ? 1 : 0;
    });
  };
}

const third = (k: number) => (id: number) => id % 3 === k;
const upTo = (k: number) => (id: number) => id % 3 <= k;

/** Moves every particle by less than half of the skin, as a tick does. */
function shake({ set, smoothed: { neighbors } }: Loaded): void {
  const random = randomStream(9);
  const least = Math.min(...set.f64('smoothingLength'));
  const reach = (0.1 * 2 * least) / 2 / 1.8; // skin over two, along a diagonal
  const x = set.f64('position');
  for (let k = 0; k < x.length; k++) x[k]! += reach * (2 * random() - 1);
  neighbors.noteApproach(0.1 * 2 * least);
}

/** Every true neighbor of an active particle is in its list, and nobody is in it twice. */
function expectComplete({ set, smoothed, period }: Loaded, isActive: (id: number) => boolean): void {
  const { keys, owners } = listedPairs(set, smoothed.neighbors);
  const listed = new Set(keys.map((key, n) => `${owners[n]}:${key}`));
  expect(listed.size).toBe(keys.length);
  const missing = truePairs(set, period)
    .flatMap((key) => [Math.floor(key / 2 ** 26), key % 2 ** 26].filter(isActive).map((owner) => `${owner}:${key}`))
    .filter((entry) => !listed.has(entry));
  expect(missing.slice(0, 5)).toEqual([]);
}

describe.each([
  ['an unbounded', false],
  ['a periodic', true],
])('in %s domain', (_, periodic) => {
  it('lists of any part hold all its neighbors', async () => {
    const loaded = await load(periodic);
    const { set, smoothed, period } = loaded;
    smoothed.neighbors.sortForActive(marker(set, third(0)));
    smoothed.neighbors.listActive();
    expectFullLists(set, smoothed.neighbors, third(0), period);
    expect(smoothed.neighbors.stale).toBe(false);
    set.team.stop();
  });

  it('lists that are made after particles moved less than the skin hold all neighbors too', async () => {
    const loaded = await load(periodic);
    const { set, smoothed } = loaded;
    smoothed.neighbors.sortForActive(marker(set, third(0)));
    smoothed.neighbors.listActive();
    shake(loaded);
    expect(smoothed.neighbors.stale).toBe(false);
    marker(set, third(1))();
    smoothed.neighbors.listActive();
    expectComplete(loaded, upTo(1));
    expect(new Set(listedPairs(set, smoothed.neighbors).owners.map((id) => id % 3))).toEqual(new Set([0, 1]));
    smoothed.neighbors.noteApproach(1e-9);
    expect(smoothed.neighbors.stale).toBe(true);
    set.team.stop();
  });

  it('lists of pairs stand beside them, also where both outgrow the memory', async () => {
    const loaded = await load(periodic);
    const { set, smoothed, period } = loaded;
    const { neighbors } = smoothed;
    neighbors.sortForActive(marker(set, upTo(1)));
    neighbors.listActive();
    const room = set.shared.int(at.LIST_END);
    set.shared.setInt(at.LIST_END, set.shared.u32[at.LIST_NEXT >> 2]!); // as if the memory ended here
    expect(neighbors.listPairs()).toBe(true);
    expect(set.shared.int(at.LIST_END)).toBeGreaterThanOrEqual(room);
    neighbors.listActive();
    expectFullLists(set, neighbors, upTo(1), period);
    neighbors.withPairLists(() => {
      const { keys } = listedPairs(set, neighbors);
      const listed = new Set(keys);
      expect(listed.size).toBe(keys.length);
      expect(truePairs(set, period).filter((key) => !listed.has(key))).toEqual([]);
    });
    expect(neighbors.listPairs()).toBe(false);
    expectFullLists(set, neighbors, upTo(1), period);
    set.team.stop();
  });

  it.each(['active', 'pairs'] as const)('more scratch for the lists of %s keeps what the sort left', async (kind) => {
    const loaded = await load(periodic, 1);
    const { set, smoothed } = loaded;
    const { neighbors } = smoothed;
    const inner = set as unknown as { scratchBytes: number; relocate(capacity: number): void };
    neighbors.sortForActive(marker(set, third(0)));
    neighbors.listActive();
    inner.scratchBytes = 2048; // room for a hundred candidates
    inner.relocate(set.capacity);
    neighbors.sortForActive(marker(set, () => false));
    shake(loaded);
    marker(set, upTo(1))();
    if (kind === 'pairs') {
      neighbors.listPairs();
      neighbors.withPairLists(() => {
        const listed = new Set(listedPairs(set, neighbors).keys);
        expect(truePairs(set, loaded.period).filter((key) => !listed.has(key))).toEqual([]);
      });
    }
    neighbors.listActive();
    expect(inner.scratchBytes).toBeGreaterThan(2048);
    expectComplete(loaded, upTo(1));
    set.team.stop();
  });
});
