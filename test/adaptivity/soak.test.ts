// A hundred thousand splits and merges leave mass, ids and memory right. Many small drops are merged and split again, over and over.

import { expect, it } from 'vitest';
import { type Adaptation, adaptParticles } from '../../src/adaptivity/adapt.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { smoothedOf } from '../../src/substances/sph/smoothed.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import { advance, inside } from '../helpers/worlds.ts';

const SIDE = 24;
const CYCLES = 90;

/** Drops of ten particles each, too far apart to meet. */
function drops(): SceneInput {
  const places = Array.from({ length: SIDE * SIDE }, (_, k) => [0.3 * (k % SIDE), 0.3 * Math.floor(k / SIDE)] as const);
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: { a: { preset: 'desbrun-1999', stiffness: 50 } },
    bodies: places.map(([x, y]) => ({
      substance: 'a',
      shape: { sphere: { center: [x, y, 0], radius: 0.036 } },
      spacing: 0.02,
      velocity: [0.01 * x, 0.01 * y, 0],
    })),
    adaptivity: { levels: 1, simplifyStart: false },
  };
}

/** Splits and merges at the beginning of a frame, with another detail than the scene's, and evaluates what is new. */
function adaptWith(s: Simulation, detail: number, frame: number): Adaptation {
  const done = adaptParticles({
    smoothed: smoothedOf(s.engine),
    settings: { ...s.adaptive!.settings, detail },
    finest: s.adaptive!.finest,
    dimension: 2,
    frame,
    tick: 0,
    room: 1e9,
    starting: false,
  });
  s.evaluate();
  return done;
}

/** kg */
const massOf = ({ set }: Simulation) => set.f64('mass').reduce((sum, m) => sum + m, 0);

it('a hundred thousand splits and merges leak nothing', async () => {
  using world = await World.create(drops());
  const s = inside(world),
    { set } = s,
    mass = massOf(s),
    momentum = world.ledger().momentum;
  let splits = 0,
    merges = 0,
    newest = set.nextId - 1,
    memory = 0;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    for (const [k, detail] of [0.1, 10].entries()) {
      const alive = new Set(set.u32('id')),
        before = set.count,
        done = adaptWith(s, detail, 8 * (cycle + 1) + 4 * k);
      splits += done.splits;
      merges += done.merges;
      const ids = set.u32('id'),
        parents = set.u32('parent');
      expect(new Set(ids).size).toBe(set.count);
      let born = 0,
        strange = 0;
      ids.forEach((id, i) => {
        if (alive.has(id)) return;
        born++;
        if (id <= newest || id >= set.nextId || !alive.has(parents[i]!)) strange++;
      });
      expect(strange).toBe(0);
      expect(born).toBe(7 * done.splits + done.merges);
      expect(set.nextId).toBe(newest + 1 + born);
      newest = set.nextId - 1;
      if (done.merges === 0) expect(set.count).toBe(before + 6 * done.splits);
      if (detail < 1) expect(done).toMatchObject({ splits: 0 });
    }
    if (cycle === 9) memory = set.shared.bytes;
  }
  expect(splits + merges).toBeGreaterThan(1e5);
  expect(Math.abs(massOf(s) / mass - 1)).toBeLessThan(1e-13);
  for (let a = 0; a < 3; a++) expect(world.ledger().momentum[a]).toBeCloseTo(momentum[a]!, 9);
  expect(set.shared.bytes).toBe(memory);
  expect(set.departed.ids).toEqual([]);
  expect(world.ledger().account.removed.particles).toBe(0);
  advance(world, 1);
  expect(Math.abs(massOf(s) / mass - 1)).toBeLessThan(1e-13);
}, 60_000);
