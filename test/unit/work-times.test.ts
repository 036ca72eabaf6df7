// Where the time goes: with a clock that counts its readings every moment is counted once, and nothing else changes.

import { describe, expect, it, vi } from 'vitest';
import * as surface from '../../src/surface/layout.ts';
import { kindOfPass, Stopwatch, WORK_KINDS, type WorkKind } from '../../src/threads/work-times.ts';
import * as at from '../../src/wasm/layout.ts';
import { World } from '../../src/world/world.ts';
import { inside, livelyScene } from '../helpers/worlds.ts';

const sum = (times: Readonly<Record<string, number>>): number => Object.values(times).reduce((a, b) => a + b, 0);

describe('a stopwatch', () => {
  it('gives every moment to the innermost work', () => {
    let now = 100;
    const watch = new Stopwatch(() => now);
    watch.start();
    now += 1;
    expect(watch.turnTo('adapt')).toBe('host');
    now += 2;
    expect(watch.turnTo('search')).toBe('adapt');
    now += 4;
    watch.turnTo('adapt');
    now += 8;
    watch.turnTo('host');
    now += 16;
    watch.stop();
    now += 1000;
    watch.start();
    expect(watch.times).toMatchObject({ host: 17, adapt: 10, search: 4, forces: 0 });
  });

  it('knows every pass by its kind, at both ends of the ranges', () => {
    const passes = Object.entries(at).filter(([name]) => name.startsWith('PASS_') && name !== 'PASS_END');
    expect(passes.length).toBeGreaterThan(40);
    for (const [name, pass] of passes) expect([name, kindOfPass(pass as number)]).not.toEqual([name, 'host']);
    expect([at.PASS_MEASURE, at.PASS_MEASURE + 15].map(kindOfPass)).toEqual(['adapt', 'adapt']);
    expect([at.PASS_DENSITY, at.PASS_DENSITY + 15].map(kindOfPass)).toEqual(['density', 'density']);
    expect([at.PASS_FLOW_FORCES, at.PASS_FLOW_FORCES + 63].map(kindOfPass)).toEqual(['forces', 'forces']);
    expect(kindOfPass(surface.PASS_CLASSIFY)).toBe('host');
  });

  it('counts heat, the viscous solve and clearance apart from forces', () => {
    const { PASS_WARM, PASS_CONDUCT, PASS_PACK_HEAT, PASS_DESCEND, PASS_STRAIN, PASS_RHEOLOGY } = at;
    expect([PASS_WARM, PASS_CONDUCT, PASS_PACK_HEAT].map(kindOfPass)).toEqual(['heat', 'heat', 'heat']);
    const viscous = [PASS_DESCEND, PASS_STRAIN, PASS_RHEOLOGY, at.PASS_CENTRAL_PRODUCT + 1];
    expect(viscous.map(kindOfPass)).toEqual(viscous.map(() => 'viscosity'));
    expect([at.PASS_CLEARANCE, at.PASS_PACK_GLOBULES, at.PASS_ACCELERATE_GLOBULES].map(kindOfPass)).toEqual([
      'obstacles',
      'pack',
      'steps',
    ]);
  });
});

describe('a world that is timed', () => {
  it.each([1, 2])('adds up to the whole time, by frame, and ends in the same state: %i threads', async (threads) => {
    const scene = { ...livelyScene(), adaptivity: {} };
    using plain = await World.create(scene, { threads });
    using timed = await World.create(scene, { threads });
    for (let frame = 0; frame < 3; frame++) {
      let reading = 0;
      const times = timed.timeWork(() => reading++);
      expect(Object.keys(times).sort()).toEqual([...WORK_KINDS].sort());
      expect(sum(times)).toBe(0);
      expect(timed.advance()).toEqual(plain.advance());
      expect(sum(times)).toBe(reading - 1);
      for (const kind of ['search', 'obstacles', 'pack', 'forces', 'steps', 'adapt', 'host'] as const)
        expect([kind, times[kind] > 0]).toEqual([kind, true]);
    }
    expect(timed.hash()).toBe(plain.hash());
  });

  it('counts a reading for every pass, and the rest as splitting and merging or as host', async () => {
    using world = await World.create({ ...livelyScene(), adaptivity: {} });
    const run = vi.spyOn(inside(world).set.team, 'run');
    let reading = 0;
    const times = world.timeWork(() => reading++);
    for (let frame = 0; frame < 5; frame++) world.advance();
    const passes = (kind: WorkKind): number => run.mock.calls.filter(([pass]) => kindOfPass(pass) === kind).length;
    for (const kind of ['obstacles', 'pack', 'density', 'forces', 'steps'] as const)
      expect([kind, times[kind]]).toEqual([kind, passes(kind)]);
    expect(times.search).toBeGreaterThan(passes('search'));
    expect(times.adapt).toBeGreaterThan(passes('adapt'));
    expect(times.host).toBeGreaterThan(passes('steps'));
  });

  it('goes on counting where it was after a second frame, and from zero with a new clock', async () => {
    using world = await World.create(livelyScene());
    let reading = 0;
    const first = world.timeWork(() => reading++);
    world.advance();
    const after = sum(first);
    world.advance();
    expect(sum(first)).toBeGreaterThan(after);
    const both = sum(first),
      second = world.timeWork(() => reading++);
    world.advance();
    expect([sum(first), sum(second) > 0]).toEqual([both, true]);
  });
});
