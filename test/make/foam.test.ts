// Spray, foam and bubbles: statistics of what is made, kinds, motion, and files that do not depend on how often a job was interrupted.

import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foamFile } from '../../src/cache/derived.ts';
import { decodeFoam, encodeFoam } from '../../src/cache/foam-file.ts';
import { BUBBLE, FOAM, packFoam, SPRAY } from '../../src/foam/foam-particles.ts';
import { generateFoam, rateOf } from '../../src/foam/generate.ts';
import { type Liquid, Surroundings } from '../../src/foam/liquid.ts';
import { kindOf, liquidAt, moveFoam } from '../../src/foam/move.ts';
import { measurePotentials, NO_LIMITS, portionOf, raiseLimits } from '../../src/foam/potentials.ts';
import { FOAM_DEFAULTS } from '../../src/foam/settings.ts';
import { exportCache, foamCache, renderCache, runScene } from '../../src/make/index.ts';
import type { ThixoError } from '../../src/problem.ts';
import { foamBalls } from '../../src/render/foam-balls.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import { temporaryFolder, writeFiles } from '../cli/harness.ts';
import { readVtk } from '../export/vtk-file.ts';

const SPACING = 0.1;

/** A block of n³ particles; `velocity` of each by its place. */
function block(n: number, velocity: (x: number, y: number, z: number) => readonly [number, number, number]): Liquid {
  const places = Array.from({ length: n * n * n }, (_, k) =>
    [Math.floor(k / (n * n)), Math.floor(k / n) % n, k % n].map((c) => (c - (n - 1) / 2) * SPACING),
  );
  const count = places.length;
  return {
    count,
    position: Float32Array.from(places.flat()),
    velocity: Float32Array.from(places.flatMap(([x, y, z]) => velocity(x!, y!, z!))),
    mass: new Float32Array(count).fill(1),
    share: new Float32Array(count).fill(1),
    id: Uint32Array.from({ length: count }, (_, k) => k),
    spacing: SPACING,
  };
}

/** Two halves that run into each other. */
const splash = block(12, (x) => [x < 0 ? 3 : -3, 0, 0]);

describe('potentials', () => {
  it('find trapped air where halves collide, none where they part or move as one', () => {
    const middle = (liquid: Liquid): number => {
      const { trappedAir } = measurePotentials(new Surroundings(liquid));
      return Math.max(...trappedAir);
    };
    const apart = block(12, (x) => [x < 0 ? -3 : 3, 0, 0]);
    expect(middle(splash)).toBeGreaterThan(3 * middle(apart));
    expect(middle(block(12, () => [3, 1, 0]))).toBe(0);
  });

  it('find crests at convex places that run on, not behind them', () => {
    const { waveCrest, energy } = measurePotentials(new Surroundings(block(9, () => [2, 0, 0])));
    const crests = Array.from(waveCrest, (value, k) => ({ value, x: Math.floor(k / 81) })).filter((c) => c.value > 0);
    expect(crests.length).toBeGreaterThan(0);
    expect(crests.every(({ x }) => x > 4)).toBe(true);
    expect(energy[0]).toBe(2);
  });

  it('count between their limits, and limits only rise', () => {
    expect([0, 1, 2, 3, 9].map((value) => portionOf(value, { low: 1, high: 3 }))).toEqual([0, 0, 0.5, 1, 1]);
    const around = new Surroundings(splash),
      limits = raiseLimits(NO_LIMITS, measurePotentials(around), around, 9.81),
      calm = new Surroundings(block(12, () => [0, 0, 0]));
    expect(limits.energy.high).toBe(4.5);
    expect(raiseLimits(limits, measurePotentials(calm), calm, 9.81)).toEqual(limits);
  });

  it('make no foam of water that hardly moves', () => {
    const around = new Surroundings(block(12, (x) => [x < 0 ? 0.3 : -0.3, 0, 0])),
      found = measurePotentials(around),
      limits = raiseLimits(NO_LIMITS, found, around, 9.81);
    const moment = { seed: 1, frame: 3, dt: 0.04 };
    expect(generateFoam(around.liquid, found, limits, FOAM_DEFAULTS, moment)).toEqual([]);
  });
});

describe('generation', () => {
  const around = new Surroundings(splash),
    found = measurePotentials(around),
    limits = raiseLimits(NO_LIMITS, found, around, 1);
  const made = (seed: number, dt = 0.04, settings = FOAM_DEFAULTS) =>
    generateFoam(splash, found, limits, settings, { seed, frame: 3, dt });

  it('gives as many as the rates say, within four standard deviations', () => {
    let rate = 0;
    for (let i = 0; i < splash.count; i++) rate += rateOf(i, found, limits, FOAM_DEFAULTS).rate;
    const seeds = 20,
      mean = Array.from({ length: seeds }, (_, k) => made(k + 1).length).reduce((a, b) => a + b) / seeds;
    expect(rate).toBeGreaterThan(0);
    // The number of each particle is one of two neighboring whole numbers: its variance is at most 1/4.
    expect(Math.abs(mean - 0.04 * rate)).toBeLessThan(4 * Math.sqrt(splash.count / 4 / seeds));
  });

  it('depends on the seed and the frame alone, and puts them on the way that the liquid has come', () => {
    expect(made(1)).toEqual(made(1));
    expect(made(1)).not.toEqual(made(2));
    for (const { position, life, radius } of made(1)) {
      expect(Math.abs(position[0])).toBeLessThan(0.6 + 3 * 0.04);
      expect(life).toBeGreaterThanOrEqual(2);
      expect(life).toBeLessThanOrEqual(5);
      expect(radius).toBeGreaterThan(0);
    }
    expect(made(1, 0)).toEqual([]);
  });
});

describe('motion', () => {
  const still = new Surroundings(block(12, () => [1, 0, 0]));
  const at = (x: number, y: number, z: number) => ({
    ...{ position: [x, y, z] as const, velocity: [0, 0, 0] as const, kind: SPRAY, age: 0, life: 3, radius: 0.01 },
  });
  const move = (particle: ReturnType<typeof at>) => moveFoam(particle, still, [0, -10, 0], FOAM_DEFAULTS, 0.1);

  it('knows kinds by neighbors', () => {
    expect([0, 15, 16, 50, 51, 76].map(kindOf)).toEqual([SPRAY, SPRAY, FOAM, FOAM, BUBBLE, BUBBLE]);
    expect(liquidAt(still, [0, 0, 0]).neighbors).toBeGreaterThan(60);
  });

  it('lets spray fly, foam go with the liquid, bubbles rise', () => {
    expect(move(at(0, 2, 0))).toMatchObject({ kind: SPRAY, velocity: [0, -1, 0], life: 3 });
    const foam = move(at(0, 0.58, 0));
    expect(foam.kind).toBe(FOAM);
    expect(foam.velocity[0]).toBeCloseTo(1, 6);
    expect(foam.life).toBeCloseTo(2.9, 6);
    const bubble = move(at(0, 0, 0));
    expect(bubble.kind).toBe(BUBBLE);
    expect(bubble.velocity[0]).toBeCloseTo(1 - Math.sqrt(0.2), 6);
    expect(bubble.velocity[1]).toBeCloseTo(2, 6);
  });
});

describe('files', () => {
  it('hold foam to the bit, and do not count once a byte differs', () => {
    const particle = {
        position: [1, 2, 3] as const,
        velocity: [4, 5, 6] as const,
        kind: FOAM,
        age: 1,
        life: 2,
        radius: 3,
      },
      state = { particles: packFoam([particle, particle]), limits: NO_LIMITS },
      bytes = encodeFoam(state, { key: 'k', source: 's' });
    expect(decodeFoam(bytes)).toEqual({ ...state, key: 'k', source: 's' });
    for (const k of [0, 20, bytes.length - 1]) {
      const wrong = bytes.slice();
      wrong[k]! ^= 1;
      expect(decodeFoam(wrong)).toBeUndefined();
    }
    expect(decodeFoam(bytes.subarray(0, 10))).toBeUndefined();
  });
});

/** Two blocks of water that meet above a floor. */
const MEETING: SceneInput = {
  duration: 0.24,
  substances: { water: { preset: 'water', compressibility: 0.05 } },
  bodies: [-1, 1].map((side) => ({
    substance: 'water',
    spacing: 0.08,
    velocity: [-3 * side, 0, 0],
    shape: { box: { min: [side < 0 ? -0.45 : 0.05, 0.04, 0], max: [side < 0 ? -0.05 : 0.45, 0.44, 0.4] } },
  })),
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
};

it('is drawn by kind: each particle once, at its place', () => {
  const one = { position: [1, 2, 3], velocity: [0, 0, 0], age: 0, life: 1, radius: 0.01 } as const,
    kinds = [FOAM, SPRAY, FOAM, BUBBLE],
    balls = foamBalls(packFoam(kinds.map((kind) => ({ ...one, kind }))));
  expect(balls.map(({ count }) => count)).toEqual([1, 2, 1]);
  expect(balls.flatMap(({ centers }) => Array.from(centers))).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
  expect(foamBalls(packFoam([]))).toEqual([]);
});

describe('foamCache', () => {
  it('gives the same bytes again, after half, and where files were lost or cut', async () => {
    const cwd = temporaryFolder(),
      last = 6;
    writeFiles(cwd, { 'meeting.json': MEETING });
    await runScene('meeting.json', { cwd, output: 'x', frames: last, threads: 1 });
    const file = (k: number): string => foamFile(join(cwd, 'x'), k),
      all = (): string[] => Array.from({ length: last + 1 }, (_, k) => readFileSync(file(k), 'base64'));
    const events: boolean[] = [];
    expect(await foamCache('x', { cwd, frames: 3 })).toEqual({ outcome: 'done', output: join('x', 'foam') });
    await foamCache('x', { cwd, onEvent: (e) => e.event === 'frame' && events.push(e.made) });
    expect(events).toEqual([false, false, false, false, true, true, true]);
    const halved = all(),
      { particles } = decodeFoam(readFileSync(file(last)))!;
    expect(particles.count).toBeGreaterThan(20);
    for (let k = 0; k < particles.count; k++) expect(particles.position[3 * k + 1]).toBeGreaterThan(0);
    rmSync(join(cwd, 'x', 'foam'), { recursive: true });
    await foamCache('x', { cwd, threads: 2 });
    expect(all()).toEqual(halved);
    truncateSync(file(5), 100);
    rmSync(file(2));
    await foamCache('x', { cwd });
    expect(all()).toEqual(halved);
    await foamCache('x', { cwd, trappedAir: 400 });
    expect(all()).not.toEqual(halved);
  });

  it('is seen in pictures, which are drawn again when it comes and goes', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'meeting.json': MEETING });
    await runScene('meeting.json', { cwd, output: 'x', frames: 4, threads: 1 });
    const draw = async (): Promise<string> => {
      await renderCache('x', { cwd, frame: 4, output: 'a.png', width: 64, height: 36, set: ['look.style=spheres'] });
      return readFileSync(join(cwd, 'a.png'), 'base64');
    };
    const without = await draw();
    await foamCache('x', { cwd });
    expect(await draw()).not.toBe(without);
    rmSync(join(cwd, 'x', 'foam'), { recursive: true });
    expect(await draw()).toBe(without);
  });

  it('is exported with its kinds and radii, once it is there, and anew when it changes', async () => {
    const cwd = temporaryFolder(),
      last = 6;
    writeFiles(cwd, { 'meeting.json': MEETING });
    await runScene('meeting.json', { cwd, output: 'x', frames: last, threads: 1 });
    const foam = { cwd, what: 'foam', threads: 1 } as const,
      failed = (e: ThixoError) => e.problems[0]!,
      bare = await exportCache('x', { ...foam, format: 'ply' }).then(() => undefined, failed);
    expect(bare).toMatchObject({ code: 'EXPORT_IMPOSSIBLE', hint: 'Make it first: thixo foam x.' });
    await foamCache('x', { cwd });
    const { particles } = decodeFoam(readFileSync(foamFile(join(cwd, 'x'), last)))!,
      { count, position, kind, radius } = particles;
    await exportCache('x', { ...foam, format: 'vtk', output: 'v' });
    const { arrays } = readVtk(Uint8Array.from(readFileSync(join(cwd, 'v', '000006.vtu'))));
    expect(arrays.get('Points/Points')).toEqual(position);
    expect(arrays.get('PointData/kind')).toEqual(kind);
    expect(arrays.get('PointData/radius')).toEqual(radius);
    await exportCache('x', { ...foam, format: 'ply', output: 'p' });
    expect(readFileSync(join(cwd, 'p', '000006.ply'), 'latin1')).toContain(`element vertex ${count}\n`);
    await exportCache('x', { ...foam, output: 'x.usda' });
    const usda = readFileSync(join(cwd, 'x.usda'), 'utf8'),
      widths = usda.split('float[] widths.timeSamples')[1]!.split(`${last}: [`)[1]!.split(']')[0]!.split(', ');
    expect(usda).toContain('def Points "Foam"');
    expect(widths.map((w) => Math.fround(Number(w)))).toEqual(Array.from(radius, (r) => Math.fround(2 * r)));
    for (const format of ['obj', 'stl', 'gltf', 'pov', 'pc2'])
      expect(await exportCache('x', { ...foam, format }).then(() => undefined, failed)).toMatchObject({
        code: 'EXPORT_IMPOSSIBLE',
      });
    await foamCache('x', { cwd, trappedAir: 400 });
    const made: boolean[] = [];
    await exportCache('x', {
      ...foam,
      format: 'ply',
      output: 'p',
      onEvent: (e) => e.event === 'frame' && made.push(e.made),
    });
    expect(made).toContain(true);
  });

  it('refuses what has no liquid, and settings that cannot be', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'flat.json': { ...MEETING, dimension: 2, obstacles: [], bodies: [] } });
    await runScene('flat.json', { cwd, output: 'x', frames: 0, threads: 1 });
    const code = (options: object) => foamCache('x', { cwd, ...options }).catch((e) => e.problems[0].code);
    expect(await code({})).toBe('FOAM_NO_LIQUID');
    expect(await code({ drag: 2 })).toBe('USAGE');
    expect(await code({ lifetime: [3, 1] })).toBe('USAGE');
  });
});
