import { getEventListeners } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import type { MakeEvent } from '../../src/make/events.ts';
import { compareScene, exportCache, makeVideo, meshCache, renderCache, runScene } from '../../src/make/index.ts';
import { NO_FFMPEG, productsIn, sceneFolder } from './harness.ts';

/** A call of which every event is kept. */
async function watched(cwd: string, options: Parameters<typeof makeVideo>[1] = {}) {
  const events: MakeEvent[] = [],
    onEvent = (event: MakeEvent): void => void events.push(event);
  const result = await makeVideo('drop.json', { cwd, env: NO_FFMPEG, threads: 1, ...options, onEvent });
  return { result, events };
}

/** `stage event frame` of every event. */
const words = (events: readonly MakeEvent[]): string[] =>
  events.map((e) => [e.stage, e.event, ...(e.event === 'frame' ? [e.frame] : [])].join(' '));

const frames = (stage: string): string[] => [0, 1, 2, 3, 4].map((frame) => `${stage} frame ${frame}`);

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write');
});

afterEach(() => {
  for (const stream of [process.stdout, process.stderr]) {
    const said = vi.mocked(stream.write).mock.calls.map(([text]) => String(text));
    vi.mocked(stream.write).mockRestore();
    expect(said).toEqual([]);
  }
});

describe('makeVideo', () => {
  it('goes from a scene to a moving picture and tells of every stage in order', async () => {
    const cwd = sceneFolder(),
      { result, events } = await watched(cwd);
    expect(result).toEqual({ outcome: 'done', output: 'out/drop.png', kind: 'animation', cache: 'out/drop' });
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['drop', 'drop.png']);
    expect(words(events)).toEqual([
      'render output',
      ...['run start', ...frames('run'), 'run checkpoint', 'run done'],
      ...['mesh start', ...frames('mesh'), 'mesh done'],
      ...['render start', ...frames('render'), 'render done'],
      ...['write start', 'write done'],
    ]);
  });

  it('refuses an odd size before anything is simulated', async () => {
    const cwd = sceneFolder();
    await expect(watched(cwd, { width: 31 })).rejects.toThrow('SCENE_OUT_OF_RANGE');
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  it('tells how much there is to do, and how much is there', async () => {
    const cwd = sceneFolder();
    await watched(cwd, { output: 'p' });
    for (const file of ['p/000001.png', 'p/000003.png', 'out/drop/surface/000003.surface']) rmSync(join(cwd, file));
    const { events } = await watched(cwd, { output: 'p' });
    expect(events.filter(({ event }) => event === 'start')).toMatchObject([
      { stage: 'run', frames: 4, committed: 4 },
      { stage: 'mesh', makes: 'surface', frames: 1, kept: 0, output: 'out/drop/surface', scene: 'Tiny', threads: 1 },
      { stage: 'render', makes: 'picture', frames: 5, kept: 3, output: 'p', scene: 'Tiny', threads: 1 },
    ]);
    expect(events.filter(({ event }) => event === 'frame')).toMatchObject([
      { stage: 'mesh', frame: 3, time: 0.12, made: true, done: 1, file: expect.stringContaining('000003.surface') },
      { stage: 'render', frame: 1, time: 0.04, made: true, done: 4, file: expect.stringContaining('000001.png') },
      { stage: 'render', frame: 3, time: 0.12, made: true, done: 5, file: expect.stringContaining('000003.png') },
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'done', stage: 'render', frames: 5, made: 2, interrupted: false });
  });

  it('finds a complete work complete', async () => {
    const cwd = sceneFolder();
    await watched(cwd);
    const before = productsIn(cwd),
      { result, events } = await watched(cwd);
    expect(result.outcome).toBe('done');
    expect(events.filter(({ event }) => event === 'frame')).toEqual([]);
    expect(productsIn(cwd)).toEqual(before);
  });

  it('takes the clock it is given', async () => {
    const { events } = await watched(sceneFolder(), { now: () => 7 });
    const done = events.filter((e) => e.event === 'done' && e.stage !== 'run');
    expect(done.map((e) => 'wallSeconds' in e && e.wallSeconds)).toEqual([0, 0, 0]);
  });

  it('says of a scene whose numbers go wrong that they did, and keeps the frames before', async () => {
    const cwd = sceneFolder({ time: { maxStepsPerFrame: 1 } }),
      { result, events } = await watched(cwd);
    expect(result).toMatchObject({ outcome: 'diverged', cache: 'out/drop' });
    expect(words(events).slice(-2)).toEqual(['run diverged', 'run done']);
    expect(existsSync(join(cwd, 'out/drop/frames/000000.frame'))).toBe(true);
    expect(existsSync(join(cwd, result.output))).toBe(false);
  });
});

describe('an abort', () => {
  /** Aborts at the first event that fits. */
  async function aborted(cwd: string, isIt: (event: MakeEvent) => boolean) {
    const controller = new AbortController(),
      events: MakeEvent[] = [];
    const onEvent = (event: MakeEvent): void => {
      events.push(event);
      if (isIt(event)) controller.abort();
    };
    const { signal } = controller,
      result = await makeVideo('drop.json', { cwd, env: NO_FFMPEG, threads: 1, signal, onEvent });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    return { result, events };
  }

  it.each(['run', 'mesh', 'render', 'write'])(
    'in stage %s leaves what is done, and the next call ends with the bytes of an undisturbed one',
    async (stage) => {
      const whole = sceneFolder(),
        cwd = sceneFolder();
      await watched(whole);
      const begun = stage === 'write' ? 'start' : 'frame',
        first = await aborted(cwd, (e) => e.stage === stage && e.event === begun);
      expect(first.result).toMatchObject({ outcome: 'interrupted', output: 'out/drop.png' });
      expect(first.events.at(-1)).toMatchObject({ event: 'done', stage, interrupted: true });
      expect(existsSync(join(cwd, 'out/drop.png'))).toBe(false);
      const left = productsIn(cwd);
      expect(left.size).toBeGreaterThan(0);
      for (const [name, bytes] of left) expect([name, bytes]).toEqual([name, productsIn(whole).get(name)]);
      const second = await watched(cwd),
        again = words(second.events).filter((word) => words(first.events).includes(word) && /frame \d/.test(word));
      expect(second.result.outcome).toBe('done');
      expect(again).toEqual([]);
      expect(productsIn(cwd)).toEqual(productsIn(whole));
    },
  );

  it('before the call stops it at the first chance', async () => {
    const { result, events } = await watched(sceneFolder(), { signal: AbortSignal.abort() });
    expect(result.outcome).toBe('interrupted');
    expect(words(events)).toEqual(['render output', 'run start', 'run frame 0', 'run done']);
  });
});

describe('a listener that throws', () => {
  it.each(['run', 'mesh', 'render'])('in stage %s ends the call, and the next one goes on', async (stage) => {
    const whole = sceneFolder(),
      cwd = sceneFolder(),
      mine = new Error('mine');
    await watched(whole);
    const onEvent = (e: MakeEvent): void => {
      if (e.stage === stage && e.event === 'frame') throw mine;
    };
    await expect(makeVideo('drop.json', { cwd, env: NO_FFMPEG, threads: 1, onEvent })).rejects.toBe(mine);
    expect((await watched(cwd)).result.outcome).toBe('done');
    expect(productsIn(cwd)).toEqual(productsIn(whole));
  });
});

describe('wrong wishes', () => {
  it.each([
    ['an unknown option', { widht: 3 }, { code: 'OPTION_UNKNOWN', hint: /^Did you mean "width"\? The options are: / }],
    ['no threads', { threads: 0 }, { code: 'OPTION_THREADS', hint: /1 to 64/ }],
    ['half a frame', { frames: 0.5 }, { code: 'USAGE', hint: /whole number from 0/ }],
    ['an unknown ending', { output: 'movie.avi' }, { code: 'USAGE', hint: /\.mp4/ }],
    ['a video without ffmpeg', { output: 'movie.mp4' }, { code: 'VIDEO_FAILED', hint: /Install ffmpeg/ }],
    ['limits in a Map', { limits: new Map() }, { code: 'USAGE', hint: /usual/ }],
    ['an unknown limit', { limits: { partikles: 3 } }, { code: 'USAGE', hint: /particles/ }],
    ['a limit that is too small', { limits: { particles: 3 } }, { code: 'LIMIT_PARTICLES', hint: /./ }],
    ['a wrong value', { set: ['bodies[0].spacng=1'] }, { code: 'SET_INVALID', hint: /spacing/ }],
    ['an odd width', { width: 31 }, { code: 'SCENE_OUT_OF_RANGE', hint: /even/ }],
  ])('%s: a ThixoError with code and advice', async (_, options, { code, hint }) => {
    const wrong = watched(sceneFolder(), options as object);
    await expect(wrong).rejects.toMatchObject({
      name: 'ThixoError',
      problems: [{ code, severity: 'error', message: expect.stringMatching(/\.$/), hint: expect.stringMatching(hint) }],
    });
  });

  it.each([undefined, null, 5, '', {}])('%j is no path', async (path) => {
    for (const make of [makeVideo, runScene, renderCache, meshCache, compareScene, openCache] as ((
      p: never,
    ) => unknown)[])
      await expect((async () => make(path as never))()).rejects.toMatchObject({ problems: [{ code: 'USAGE' }] });
    await expect(exportCache(path as never, { format: 'ply' })).rejects.toMatchObject({
      problems: [{ code: 'USAGE' }],
    });
  });

  it('are found before any work', async () => {
    const cwd = sceneFolder();
    await expect(watched(cwd, { output: 'movie.avi' })).rejects.toThrow('movie.avi');
    expect(readdirSync(cwd)).toEqual(['drop.json']);
  });

  it('name the option of the cache, not that of the video', async () => {
    const cwd = sceneFolder();
    await watched(cwd, { frames: 1 });
    const error = await watched(cwd, { set: ['gravity=[0,0,0]'] }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      problems: [{ code: 'CACHE_OTHER_SCENE', hint: expect.stringContaining('--cache') }],
    });
  });
});

describe('a system that refuses', () => {
  it('is a ThixoError with advice', async () => {
    const cwd = sceneFolder();
    writeFileSync(join(cwd, 'file'), '');
    const error = await watched(cwd, { output: 'file/movie.png' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      name: 'ThixoError',
      problems: [{ code: 'FILE_IO', hint: expect.stringMatching(/./) }],
    });
  });

  it('does not overwrite what is not ours', async () => {
    const cwd = sceneFolder(),
      mine = join(cwd, 'p/000001.png');
    mkdirSync(join(cwd, 'p'));
    writeFileSync(mine, 'mine');
    await expect(watched(cwd, { output: 'p' })).rejects.toMatchObject({ problems: [{ code: 'CACHE_FOREIGN' }] });
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  });
});
