// The single functions: what they return, which frames they choose, what they refuse.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BakeEvent } from '../../src/cache/records.ts';
import {
  type CompareEvent,
  compareScene,
  exportCache,
  meshCache,
  renderCache,
  runScene,
  type StageEvent,
} from '../../src/make/index.ts';
import { contentOf } from '../cli/harness.ts';
import { NO_FFMPEG, productsIn, sceneFolder } from './harness.ts';

/** A folder with drop.json and its cache. */
async function cacheFolder(frames = 4): Promise<string> {
  const cwd = sceneFolder();
  await runScene('drop.json', { cwd, output: 'x', frames, checkpointEvery: 2 });
  return cwd;
}

const problemsOf = async (work: Promise<unknown>) =>
  work.then(
    () => [],
    (error) => error.problems as { code: string; message: string; hint: string }[],
  );

describe('runScene', () => {
  it('tells the events of a bake and returns where the cache is', async () => {
    const cwd = sceneFolder(),
      events: BakeEvent[] = [];
    const result = await runScene('drop.json', { cwd, frames: 2, onEvent: (event) => events.push(event) });
    expect(result).toEqual({
      outcome: 'done',
      frame: 2,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      output: 'out/drop',
    });
    expect(events.map(({ event }) => event)).toEqual(['start', 'frame', 'frame', 'frame', 'checkpoint', 'done']);
    expect(events.at(-1)).toMatchObject({ hash: result.hash });
  });

  it('branches off another cache, and refuses to do so into itself', async () => {
    const cwd = await cacheFolder(),
      set = ['gravity=[0,-20,0]'];
    const branched = await runScene('drop.json', { cwd, set, output: 'y', branch: { cache: 'x', frame: 2 } });
    expect(branched).toMatchObject({ outcome: 'done', frame: 4, output: 'y' });
    const wrong = runScene('drop.json', { cwd, set, output: './x/', branch: { cache: 'x', frame: 2 } });
    expect(await problemsOf(wrong)).toMatchObject([{ code: 'USAGE', message: expect.stringContaining('branch') }]);
  });

  it('takes limits as numbers and as text', async () => {
    const cwd = sceneFolder();
    for (const limits of [{ particles: 2 }, 'particles=2'])
      expect(await problemsOf(runScene('drop.json', { cwd, limits }))).toMatchObject([{ code: 'LIMIT_PARTICLES' }]);
    expect(await runScene('drop.json', { cwd, frames: 0, limits: { particles: 5e6 } })).toMatchObject({ frame: 0 });
  });

  it('refuses a cache that another call writes', async () => {
    const cwd = sceneFolder(),
      first = runScene('drop.json', { cwd, output: 'x' });
    const [a, b] = await Promise.allSettled([first, runScene('drop.json', { cwd, output: 'x' })]);
    expect([a.status, b.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await runScene('drop.json', { cwd, output: 'x' })).toMatchObject({ outcome: 'done', frame: 4 });
  });
});

describe('meshCache', () => {
  it('makes what is missing, of the frames that are asked for', async () => {
    const cwd = await cacheFolder(),
      made: number[] = [];
    const onEvent = (e: StageEvent): void => void (e.event === 'frame' && e.made && made.push(e.frame));
    expect(await meshCache('x', { cwd, frames: { first: 1, last: 2 } })).toEqual({
      outcome: 'done',
      output: 'x/surface',
    });
    await meshCache('x', { cwd, frames: 3, threads: 1, onEvent });
    expect(made).toEqual([0, 3]);
    rmSync(join(cwd, 'x/surface/000002.surface'));
    await meshCache('x', { cwd, frames: { first: 2 }, threads: 1, onEvent });
    expect(made).toEqual([0, 3, 2, 4]);
  });

  it('warns of a cache that ends early, after the last surface', async () => {
    const cwd = await cacheFolder(2),
      events: StageEvent[] = [];
    await meshCache('x', { cwd, onEvent: (event) => events.push(event) });
    expect(events.at(-2)).toMatchObject({ event: 'done', stage: 'mesh', frames: 3 });
    expect(events.at(-1)).toMatchObject({
      event: 'warning',
      stage: 'mesh',
      code: 'CACHE_NO_FRAME',
      severity: 'warning',
    });
  });

  it('refuses frames and settings that cannot be', async () => {
    const cwd = await cacheFolder();
    for (const [options, code] of [
      [{ frames: { first: 3, last: 2 } }, 'USAGE'],
      [{ frames: { first: -1 } }, 'USAGE'],
      [{ frames: Number.NaN }, 'USAGE'],
      [{ frames: { first: 9 } }, 'CACHE_NO_FRAME'],
      [{ set: ['gravity=[0,0,0]'] }, 'USAGE'],
      [{ scene: 'none.json' }, 'SCENE_NOT_FOUND'],
    ] as const)
      expect([options, await problemsOf(meshCache('x', { cwd, ...options }))]).toMatchObject([options, [{ code }]]);
  });

  it('says of a scene in place of a cache what to do', async () => {
    const [found] = await problemsOf(meshCache('drop.json', { cwd: sceneFolder() }));
    expect(found).toMatchObject({ code: 'CACHE_NOT_FOUND', hint: expect.stringContaining('It is a scene') });
  });
});

describe('renderCache', () => {
  it.each([
    [{}, 'x.png', 'animation'],
    [{ frame: 2 }, 'x-2.png', 'still'],
    [{ contactSheet: true }, 'x-sheet.png', 'sheet'],
    [{ output: 'p' }, 'p', 'folder'],
  ])('with %j writes %s', async (options, output, kind) => {
    const cwd = await cacheFolder();
    const result = await renderCache('x', { cwd, env: NO_FFMPEG, ...options });
    expect(result).toEqual({ outcome: 'done', output, kind });
    expect(existsSync(join(cwd, output))).toBe(true);
  });

  it('tells of files of other settings in the folder', async () => {
    const cwd = await cacheFolder(),
      events: StageEvent[] = [];
    await renderCache('x', { cwd, output: 'p' });
    await renderCache('x', {
      ...{ cwd, output: 'p', frames: 2, set: ['look.background=#000000'] },
      onEvent: (event) => events.push(event),
    });
    expect(events.at(-1)).toEqual({
      ...{ event: 'others', stage: 'render', output: 'p', files: ['000003.png', '000004.png'] },
    });
  });

  it('gives the same bytes for any number of threads and of stops', async () => {
    const cwd = await cacheFolder();
    await renderCache('x', { cwd, output: 'one', threads: 1 });
    for (;;) {
      const controller = new AbortController(),
        onEvent = (e: StageEvent): void => void (e.event === 'frame' && controller.abort());
      const { outcome } = await renderCache('x', {
        cwd,
        output: 'many',
        threads: 3,
        signal: controller.signal,
        onEvent,
      });
      if (outcome === 'done') break;
    }
    expect(productsIn(join(cwd, 'many'))).toEqual(productsIn(join(cwd, 'one')));
  });

  it('does not take one frame and several', async () => {
    expect(await problemsOf(renderCache('x', { frame: 2, frames: 3 }))).toMatchObject([{ code: 'USAGE' }]);
  });
});

describe('exportCache', () => {
  it('writes a file per frame, or one of all', async () => {
    const cwd = await cacheFolder();
    expect(await exportCache('x', { cwd, format: 'ply', every: 2 })).toEqual({
      ...{ outcome: 'done', output: 'x-ply', format: 'ply', what: 'surface' },
    });
    expect([...productsIn(join(cwd, 'x-ply')).keys()]).toEqual(['000000.ply', '000002.ply', '000004.ply']);
    const passes: number[] = [],
      onEvent = (e: StageEvent): void => void (e.event === 'pass' && passes.push(e.frame));
    expect(await exportCache('x', { cwd, output: 'drop.usda', onEvent })).toMatchObject({
      output: 'drop.usda',
      format: 'usda',
    });
    expect(passes.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(readFileSync(join(cwd, 'drop.usda'), 'utf8')).toMatch(/^#usda 1\.0/);
  });

  it('leaves no half file behind when it is stopped', async () => {
    const cwd = await cacheFolder(),
      controller = new AbortController(),
      onEvent = (e: StageEvent): void => void (e.event === 'pass' && controller.abort());
    const { outcome } = await exportCache('x', { cwd, output: 'y/drop.usda', signal: controller.signal, onEvent });
    expect([outcome, readdirSync(join(cwd, 'y'))]).toEqual(['interrupted', []]);
  });

  it('writes pieces, and warns of those it leaves out', async () => {
    const one = { substance: 'water', shape: { sphere: { center: [0, 0.3, 0], radius: 0.1 } }, spacing: 0.08 } as const,
      other = { ...one, shape: { sphere: { center: [1, 0.3, 0], radius: 0.15 } } } as const;
    const cwd = sceneFolder({ bodies: [one, other] }),
      events: StageEvent[] = [];
    await runScene('drop.json', { cwd, output: 'x', frames: 0 });
    const onEvent = (event: StageEvent): void => void events.push(event),
      options = { cwd, format: 'ply', pieces: true, frame: 0, onEvent };
    const { output } = await exportCache('x', { ...options, mostPieces: 1 });
    expect(events.slice(0, 3)).toMatchObject([
      { event: 'pieces', stage: 'export', frames: 1 },
      { event: 'warning', stage: 'export', code: 'PIECES_LEFT_OUT', severity: 'warning' },
      { event: 'start', frames: 1 },
    ]);
    expect([...productsIn(join(cwd, output)).keys()]).toEqual(['000000-piece-0000.ply']);
    await exportCache('x', options);
    expect([...productsIn(join(cwd, output)).keys()]).toEqual(['000000-piece-0000.ply', '000000-piece-0001.ply']);
  });

  it('refuses what is not a format, a file or a number that fits', async () => {
    const cwd = await cacheFolder(1);
    for (const [options, code] of [
      [{}, 'USAGE'],
      [{ format: 'plyy' }, 'USAGE'],
      [{ format: 'ply', every: 0 }, 'USAGE'],
      [{ format: 'ply', mostPieces: 3 }, 'USAGE'],
      [{ output: 'one.stl' }, 'USAGE'],
      [{ format: 'pc2', what: 'surface' }, 'EXPORT_IMPOSSIBLE'],
    ] as const) {
      const [found] = await problemsOf(exportCache('x', { cwd, ...options }));
      expect([options, found]).toMatchObject([options, { code, hint: expect.stringMatching(/./) }]);
    }
  });
});

describe('compareScene', () => {
  it('measures both runs, tells of them and writes the plot', async () => {
    const cwd = sceneFolder({ adaptivity: {} }),
      events: CompareEvent[] = [];
    const result = await compareScene('drop.json', { cwd, frames: 2, onEvent: (event) => events.push(event) });
    expect(result).toMatchObject({ outcome: 'done', scene: 'Tiny', output: 'out/drop-compare.svg' });
    expect(result.frames.map(({ frame }) => frame)).toEqual([1, 2]);
    expect(events.map((e) => (e.event === 'warning' ? e.event : `${e.run} ${e.event}`))).toEqual(
      ['adaptive', 'standard'].flatMap((run) => [`${run} start`, `${run} frame`, `${run} frame`]),
    );
    expect([...contentOf(join(cwd, 'out')).keys()]).toEqual(['drop-compare.svg']);
  });

  it('has the frames of both runs when it is stopped, and writes nothing if there are none', async () => {
    const cwd = sceneFolder({ adaptivity: {} }),
      controller = new AbortController();
    const onEvent = (e: CompareEvent): void => {
      if (e.event === 'frame' && e.run === 'standard') controller.abort();
    };
    const stopped = await compareScene('drop.json', { cwd, signal: controller.signal, onEvent });
    expect([stopped.outcome, stopped.frames.length]).toEqual(['interrupted', 1]);
    const never = await compareScene('drop.json', { cwd, output: 'never.svg', signal: AbortSignal.abort() });
    expect([never.outcome, never.frames.length, existsSync(join(cwd, 'never.svg'))]).toEqual(['interrupted', 0, false]);
  });

  it('refuses a scene without adaptivity, and a plot that is none', async () => {
    const cwd = sceneFolder();
    expect(await problemsOf(compareScene('drop.json', { cwd }))).toMatchObject([{ code: 'USAGE' }]);
    expect(await problemsOf(compareScene('drop.json', { cwd, output: 'a.png' }))).toMatchObject([{ code: 'USAGE' }]);
  });
});
