// ParticleSet: the table of fields, growth, ids, queue, removal, memory.

import { describe, expect, it } from 'vitest';
import { Neighbors, UNBOUNDED } from '../../src/neighbors/neighbors.ts';
import { fieldBytes, fieldsOf, stateBytes, TABLE_ROWS } from '../../src/particles/field-rows.ts';
import type { FieldRow } from '../../src/particles/fields.ts';
import { type NewParticle, ParticleSet } from '../../src/particles/particle-set.ts';
import { ThixoError } from '../../src/problem.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { Team } from '../../src/threads/team.ts';
import { ARENA, DOMAIN_MAX, DOMAIN_MIN, HAS_DOMAIN, LIST_BEGIN, LIST_END } from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import { PublishedFields } from '../../src/world/published-fields.ts';
import { byId, emptySet } from '../helpers/engine.ts';
import { expectHalfLists } from '../helpers/pairs.ts';
import { randomPoints, randomStream } from '../reference/arrangements.ts';

const ROWS = fieldsOf([]);
const STATE_BYTES = stateBytes(ROWS);

const GIB = 2 ** 30;

/** A particle whose every number tells which one it is. */
function numbered(n: number): NewParticle {
  return {
    position: [n, 2 * n, 3 * n],
    velocity: [-n, -2 * n, -3 * n],
    density: 1000 + n,
    mass: 1 + n,
    smoothingLength: 1,
    substance: n % 3,
  };
}

function addNumbered(set: ParticleSet, from: number, to: number): void {
  for (let n = from; n < to; n++) set.add(numbered(n));
  set.applyEdits();
}

/** Every particle still is what it was made as, whatever its place. */
function expectNumbered(set: ParticleSet): void {
  const ids = set.u32('id');
  for (let i = 0; i < set.count; i++) {
    const p = numbered(ids[i]!);
    expect([...set.f64('position').subarray(3 * i, 3 * i + 3)]).toEqual(p.position);
    expect([...set.f64('velocity').subarray(3 * i, 3 * i + 3)]).toEqual(p.velocity);
    expect([set.f64('density')[i], set.f64('mass')[i]]).toEqual([p.density, p.mass]);
    expect([set.f64('smoothingLength')[i], set.u32('substance')[i]]).toEqual([p.smoothingLength, p.substance]);
  }
}

/** Tells the sort to drop what is outside of a box. */
function setDomain(set: ParticleSet, max: number): void {
  set.shared.setInt(HAS_DOMAIN, 1);
  set.shared.setVector(DOMAIN_MIN, [-1, -1, -1]);
  set.shared.setVector(DOMAIN_MAX, [max, 1e9, 1e9]);
}

describe('the table of fields', () => {
  it('is complete: each field has its own slot, and a unit unless it is a name or an index', () => {
    expect(new Set(ROWS.map(({ slot }) => slot)).size).toBe(ROWS.length);
    for (const { unit, type } of ROWS) expect(unit !== '' || type === 'u32').toBe(true);
  });

  it('has a place of its own for every published field, and publishes all that is exported, on vertices or colored by', () => {
    const published = TABLE_ROWS.flatMap((row) => row.published ?? []);
    expect(published.sort((a, b) => a - b)).toEqual(published.map((_, k) => k));
    for (const row of TABLE_ROWS) {
      if (row.published === undefined)
        expect([row.always, row.vertex, row.export, row.kept, row.color].every((x) => x === undefined)).toBe(true);
    }
  });

  it('adds up to the bytes of a particle: four vectors, four numbers, two whole numbers', () => {
    expect(STATE_BYTES).toBe(4 * 24 + 4 * 8 + 2 * 4);
    expect(ROWS.reduce((sum, row) => sum + fieldBytes(row), 0)).toBe(STATE_BYTES);
  });

  it('gives no two arrays the same memory', async () => {
    const set = await emptySet();
    addNumbered(set, 0, 1500);
    const ranges = ROWS.map((row) => [set.address(row.name), set.address(row.name) + fieldBytes(row) * set.capacity]);
    ranges.sort((a, b) => a[0]! - b[0]!);
    for (let k = 1; k < ranges.length; k++) expect(ranges[k]![0]).toBeGreaterThanOrEqual(ranges[k - 1]![1]!);
    expect(ranges[0]![0]).toBeGreaterThanOrEqual(ARENA);
  });
});

describe('adding', () => {
  it('happens when the queue is applied, with fresh ids and rates at rest', async () => {
    const set = await emptySet();
    set.add(numbered(0));
    set.add(numbered(1));
    expect([set.count, set.queued, set.nextId]).toEqual([0, 2, 0]);
    expect(set.applyEdits()).toBe(true);
    expect([set.count, set.queued, set.nextId]).toEqual([2, 0, 2]);
    expect(set.applyEdits()).toBe(false);
    expectNumbered(set);
    for (const name of ['acceleration', 'densityRate', 'drift'] as const) {
      expect(set.f64(name).every((value) => value === 0)).toBe(true);
    }
  });

  it('keeps what is there when the capacity is outgrown, lists or not', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    for (let n = 0; n < 9000; n += 1800) {
      addNumbered(set, n, n + 1800);
      neighbors.findPairs();
      expect(set.capacity).toBeGreaterThanOrEqual(set.count);
    }
    expectNumbered(set);
    expectHalfLists(set, neighbors);
    expect(byId(set, 'density').every((rho, id) => rho === 1000 + id)).toBe(true);
  });

  it('finds a clean array where a removed particle left its rates', async () => {
    const set = await emptySet();
    addNumbered(set, 0, 10);
    set.f64('acceleration').fill(7);
    set.f64('drift').fill(7);
    set.f64('densityRate').fill(7);
    set.setCount(5);
    for (let n = 0; n < 5; n++) set.add(numbered(10 + n));
    set.applyEdits();
    expect([...set.f64('densityRate')]).toEqual([7, 7, 7, 7, 7, 0, 0, 0, 0, 0]);
    expect(
      set
        .f64('acceleration')
        .subarray(15)
        .every((value) => value === 0),
    ).toBe(true);
    expect(
      set
        .f64('drift')
        .subarray(15)
        .every((value) => value === 0),
    ).toBe(true);
  });

  it('waits in the queue while the set grows', async () => {
    const set = await emptySet();
    addNumbered(set, 0, 10);
    set.add(numbered(10));
    set.reserve(5000);
    expect(set.queued).toBe(1);
    set.growScratch();
    expect(set.queued).toBe(1);
    set.applyEdits();
    expectNumbered(set);
  });
});

describe('fields that are not in the table', () => {
  const ORIENTATION: FieldRow = {
    ...{ name: 'orientation', type: 'f64', components: 3, lifetime: 'state', unit: 'rad', meaning: 'how it is turned' },
    ...{ initial: 'given', published: 20 },
  };
  const BONDS: FieldRow = {
    ...{ name: 'bonds', type: 'u32', components: 1, lifetime: 'state', unit: '', meaning: 'how many it has' },
    ...{ initial: 4, published: 21 },
  };

  /** A set with both, whose particles tell which one they are. */
  async function extendedSet(count: number): Promise<ParticleSet> {
    const shared = new SharedMemory(2 * ARENA),
      set = new ParticleSet(shared, await Team.start(shared, 1), 64, ['heat'], 0, [ORIENTATION, BONDS]);
    for (let n = 0; n < count; n++) set.add({ ...numbered(n), temperature: 300, more: { orientation: [n, 0.5, -n] } });
    set.applyEdits();
    return set;
  }

  function expectTurned(set: ParticleSet): void {
    const ids = set.u32('id');
    expect(set.f64('orientation')).toEqual(Float64Array.from([...ids].flatMap((id) => [id, 0.5, -id])));
    expect(new Set(set.u32('bonds'))).toEqual(new Set([4]));
    expectNumbered(set);
  }

  it('are stored behind those of the table, given or with their first value', async () => {
    const set = await extendedSet(10);
    expect(set.fields).toEqual([...fieldsOf(['heat']).map(({ name }) => name), 'orientation', 'bonds']);
    expect(set.stateBytes).toBe(10 * (STATE_BYTES + 8 + 24 + 4));
    expectTurned(set);
    set.add(numbered(10));
    set.applyEdits();
    expect([...set.f64('orientation').subarray(30)]).toEqual([0, 0, 0]);
  });

  it('are sorted, moved when the memory grows, saved, restored and hashed', async () => {
    const set = await extendedSet(500),
      neighbors = new Neighbors(set, UNBOUNDED);
    set.remove(17);
    neighbors.findPairs();
    set.reserve(5000);
    expect(set.count).toBe(499);
    expectTurned(set);
    const state = new Uint8Array(set.stateBytes),
      hash = set.hash(0n);
    set.saveInto(state);
    set.u32('bonds')[3] = 5;
    expect(set.hash(0n)).not.toBe(hash);
    set.load(state, 499, 500);
    expect(set.hash(0n)).toBe(hash);
    expectTurned(set);
  });

  it('are published by name', async () => {
    const set = await extendedSet(20),
      { views } = new PublishedFields(set, sceneSchema.parse({ substances: { a: {}, b: {}, c: {} } }));
    expect(views.get('orientation')).toEqual(Float32Array.from({ length: 60 }, (_, k) => set.f64('orientation')[k]!));
    expect(views.get('bonds')).toEqual(new Uint32Array(20).fill(4));
    expect(views.get('temperature')).toEqual(views.temperature);
    expect([views.get('viscosity'), views.get('drift'), views.viscosity]).toEqual([undefined, undefined, undefined]);
  });

  it('must be asked for as what they are', async () => {
    const set = await extendedSet(1);
    expect(() => set.f64('bonds')).toThrow('no field "bonds" of this kind');
    expect(() => set.u32('angle')).toThrow('no field "angle" of this kind');
  });
});

describe('removing', () => {
  it('drops what left at the next sort, with its mass and momentum; ids are never used again', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    addNumbered(set, 0, 100);
    setDomain(set, 59.5);
    neighbors.findPairs();
    expect(set.count).toBe(60);
    expectNumbered(set);
    const gone = Array.from({ length: 40 }, (_, k) => 60 + k);
    expect([...set.departed.ids].sort((a, b) => a - b)).toEqual(gone);
    expect(set.departed.mass).toBe(gone.reduce((sum, n) => sum + 1 + n, 0));
    expect(set.departed.momentum[1]).toBe(gone.reduce((sum, n) => sum - 2 * n * (1 + n), 0));

    set.shared.setInt(HAS_DOMAIN, 0);
    set.add(numbered(100));
    set.applyEdits();
    expect(Math.max(...set.u32('id'))).toBe(100);
    neighbors.findPairs();
    expectHalfLists(set, neighbors);
    expectNumbered(set);
  });

  it('may leave nobody', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    addNumbered(set, 0, 10);
    setDomain(set, -0.5);
    neighbors.findPairs();
    expect(set.count).toBe(0);
    neighbors.findPairs();
    expect(set.count).toBe(0);
    set.shared.setInt(HAS_DOMAIN, 0);
    for (let n = 10; n < 20; n++) set.add(numbered(n));
    set.applyEdits();
    neighbors.findPairs();
    expectNumbered(set);
    expectHalfLists(set, neighbors);
  });

  it('is not disturbed by where the one that leaves has got to', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    for (const x of [0, 1e12, 0.5]) set.add({ ...numbered(0), position: [x, 0, 0] });
    set.applyEdits();
    setDomain(set, 10);
    neighbors.findPairs();
    expect([...set.u32('id')].sort()).toEqual([0, 2]);
    expectHalfLists(set, neighbors);
  });
});

describe('saving', () => {
  it('copies the whole state and puts it back, in whatever order it was', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    addNumbered(set, 0, 2000);
    neighbors.findPairs();
    const state = new Uint8Array(set.count * STATE_BYTES);
    set.saveInto(state);
    const hash = set.hash(0n);

    const other = await emptySet(2);
    other.load(state, set.count, set.nextId);
    expect(other.hash(0n)).toBe(hash);
    expect(other.nextId).toBe(2000);
    expectNumbered(other);
    other.f64('mass')[1234]! += 1e-12;
    expect(other.hash(0n)).not.toBe(hash);
    other.team.stop();
  });

  it('has a hash for nobody', async () => {
    const set = await emptySet();
    expect(set.hash(0n)).not.toBe(set.hash(1n));
  });
});

describe('memory', () => {
  it('2 million particles with room for their lists fit into 4 GiB', async () => {
    const dense = await emptySet();
    const n = 200_000;
    const random = randomStream(1);
    // 47 neighbors each: the volume of a support holds that many of the n particles of the unit cube.
    const h = 0.5 * Math.cbrt((47 * 3) / (4 * Math.PI * n));
    for (const position of randomPoints(n, 3, random)) dense.add({ ...numbered(0), position, smoothingLength: h });
    dense.applyEdits();
    new Neighbors(dense, UNBOUNDED).findPairs();
    expect(dense.bytesPerParticle).toBeGreaterThan(STATE_BYTES);
    expect(dense.bytesPerParticle * 2_000_000).toBeLessThan(2 * GIB);

    const large = await emptySet();
    large.reserve(2_000_000);
    expect(large.capacity).toBeGreaterThanOrEqual(2_000_000);
    expect(large.shared.bytes).toBeLessThan(4 * GIB);
    const begin = large.shared.u32[LIST_BEGIN >> 2]!;
    const end = large.shared.u32[LIST_END >> 2]!;
    expect(begin).toBeLessThan(2 * GIB);
    expect(end - begin).toBeGreaterThanOrEqual(256 * 2_000_000);
  });

  it('more than fits is refused, and the particles that are there stay usable', async () => {
    const set = await emptySet();
    const neighbors = new Neighbors(set, UNBOUNDED);
    addNumbered(set, 0, 500);
    expect(() => set.reserve(20_000_000)).toThrow(ThixoError);
    neighbors.findPairs();
    expectNumbered(set);
    expectHalfLists(set, neighbors);
  });
});
