// Baking into a cache: resuming, refusing to mix physics, branching, checkpoints, locks, room.

import { beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { cleanCache } from '../../src/cache/clean.ts';
import { Disk } from '../../src/cache/disk.ts';
import { encodeLine } from '../../src/cache/manifest.ts';
import type { BakeEvent } from '../../src/cache/records.ts';
import { takeLock } from '../../src/cache/run-lock.ts';
import type { SceneFile } from '../../src/cache/scene-file.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import { type SceneInput, ThixoError, World } from '../../src/index.ts';
import { DEFAULT_LIMITS } from '../../src/scene/limits.ts';
import { bakeOn, HOME, OUTPUT, type Reference, referenceRun, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';

const OTHER = '/home/out/other';
const changed = (change: Partial<SceneInput>): Promise<SceneFile> => sceneFile({ ...SMALL_SCENE, ...change });

let source: SceneFile;
let reference: Reference;

beforeAll(async () => {
  source = await sceneFile(SMALL_SCENE);
  reference = await referenceRun(source);
});

async function refusal(act: Promise<unknown>): Promise<ThixoError> {
  try {
    await act;
  } catch (error) {
    if (error instanceof ThixoError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const paths = (disk: FakeFiles, folder: string, part: string): string[] => disk.list(`${folder}/${part}`);
const named = <K extends BakeEvent['event']>(events: readonly BakeEvent[], name: K) =>
  events.filter((event): event is Extract<BakeEvent, { event: K }> => event.event === name);

describe('a bake', () => {
  it('commits what the world gives, frame by frame', async () => {
    const disk = new FakeFiles(HOME);
    const { events } = await bakeOn(disk, source);
    const cache = openCache(OUTPUT, disk);
    const world = await World.create(SMALL_SCENE);
    for (const record of cache.frames) {
      if (record.frame > 0) world.advance();
      const { fields } = world,
        frame = cache.readFrame(record.frame),
        ledger = world.ledger();
      expect(record.hash).toBe(world.hash());
      expect(frame.position).toEqual(fields.position);
      expect(frame.velocity).toEqual(fields.velocity);
      expect(frame.density).toEqual(fields.density);
      expect(frame.mass).toEqual(fields.mass);
      expect(frame.smoothingLength).toEqual(fields.smoothingLength);
      expect(frame.id).toEqual(fields.id);
      expect(frame.substance).toEqual(fields.substance);
      expect(record.kineticEnergy).toBe(ledger.kineticEnergy);
      expect(record.evaluations).toBe(ledger.account.evaluations);
    }
    expect(cache.frames.length).toBe(13);
    expect(cache.complete).toBe(true);
    expect(named(events, 'frame').map((e) => e.frame)).toEqual(cache.frames.map((r) => r.frame));
    world.dispose();
  });

  it('says what it does in the agreed order and words', async () => {
    const { events, result } = await bakeOn(new FakeFiles(HOME), source);
    expect(events[0]).toMatchObject({ event: 'start', scene: 'Small', frames: 12, committed: 0, from: 0, threads: 1 });
    expect(events.at(-1)).toMatchObject({ event: 'done', frame: 12, hash: result.hash, interrupted: false });
    expect(named(events, 'checkpoint').map((e) => e.frame)).toEqual([3, 6, 9, 12]);
    expect(result.outcome).toBe('done');
  });

  it('has nothing to do the second time', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const before = disk.read(`${OUTPUT}/manifest.ndjson`);
    const { events, result } = await bakeOn(disk, source);
    expect(events.map((e) => e.event)).toEqual(['start', 'done']);
    expect(result.hash).toBe(reference.hash);
    expect(disk.read(`${OUTPUT}/manifest.ndjson`)).toEqual(before);
  });

  it('stops when asked, saves, and goes on', async () => {
    const disk = new FakeFiles(HOME);
    let asked = 0;
    const first = await bakeOn(disk, source, { shouldStop: () => ++asked > 5, checkpointEvery: 0 });
    expect(first.result).toMatchObject({ outcome: 'interrupted', frame: 5 });
    expect(named(first.events, 'done')[0]).toMatchObject({ interrupted: true, frame: 5 });
    expect(openCache(OUTPUT, disk).checkpoints).toEqual([5]);
    const second = await bakeOn(disk, source);
    expect(named(second.events, 'start')[0]).toMatchObject({ committed: 5, from: 5 });
    expect(second.result).toMatchObject({ outcome: 'done', hash: reference.hash });
  });

  it('can be given more frames later', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 4 });
    expect(openCache(OUTPUT, disk).complete).toBe(false);
    const { result } = await bakeOn(disk, source);
    expect(result.hash).toBe(reference.hash);
  });

  it('starts again when told to be fresh', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, await changed({ gravity: [0, -1, 0] }));
    const { result, events } = await bakeOn(disk, source, { fresh: true });
    expect(named(events, 'frame').length).toBe(13);
    expect(result.hash).toBe(reference.hash);
  });
});

describe('a cache of another scene', () => {
  it('is not mixed with edited physics, and the fields are named', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const before = disk.read(`${OUTPUT}/manifest.ndjson`);
    const edited = await changed({ gravity: [0, -5, 0], seed: 3 });
    const { problems } = await refusal(bakeOn(disk, edited));
    expect(problems[0]!.code).toBe('CACHE_OTHER_SCENE');
    expect(problems[0]!.message).toMatch(/\/gravity\/1: -9.81 → -5.*\/seed: 1 → 3/);
    expect(problems[0]!.hint).toMatch(/--fresh.*--from-frame N -o other/);
    expect(disk.read(`${OUTPUT}/manifest.ndjson`)).toEqual(before);
  });

  it('keeps its frames when only look, camera, name or duration change', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const edited = await changed({
      name: 'Renamed',
      camera: { position: [0, 1, 3], target: [0, 0, 0] },
      duration: 0.28,
    });
    const { events } = await bakeOn(disk, edited);
    expect(named(events, 'frame').map((e) => e.frame)).toEqual([13, 14]);
    const cache = openCache(OUTPUT, disk);
    expect(cache.title).toBe('Renamed');
    expect(cache.scene.camera).toMatchObject({ position: [0, 1, 3] });
  });

  it('is refused when another version simulated it', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 3 });
    rewriteFirstLine(disk, (line) => ({ ...line, version: '0.0.1' }));
    const { problems } = await refusal(bakeOn(disk, source));
    expect(problems[0]).toMatchObject({ code: 'CACHE_OTHER_VERSION' });
    expect(openCache(OUTPUT, disk).frames.length).toBe(4);
  });
});

describe('a branch', () => {
  it('shares the frames before it and goes on with other physics', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const edited = await changed({ gravity: [0, 4, 0] });
    const { events } = await bakeOn(disk, edited, { branch: { cache: OUTPUT, frame: 5 } }, OTHER);
    expect(named(events, 'frame')[0]!.frame).toBe(6);
    const base = openCache(OUTPUT, disk),
      branch = openCache(OTHER, disk);
    expect(branch.branch).toEqual({ of: '../small', frame: 5 });
    expect(branch.frames.slice(0, 6)).toEqual(base.frames.slice(0, 6));
    expect(branch.frames[12]!.momentum[1]).toBeGreaterThan(base.frames[12]!.momentum[1] + 1);
    expect(branch.checkpoints).toContain(5);
    expect((await verifyCache(OTHER, { files: disk })).problems).toEqual([]);
  });

  it('is bit for bit the run itself if nothing was changed', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const { result } = await bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 7 } }, OTHER);
    expect(result.hash).toBe(reference.hash);
  });

  it('lives on when the cache it came from is cleaned away', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    await bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 7 }, frames: 9 }, OTHER);
    await cleanCache(OUTPUT, { files: disk }).remove();
    expect(disk.kind(OUTPUT)).toBe('nothing');
    const { result } = await bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 7 } }, OTHER);
    expect(result.hash).toBe(reference.hash);
    expect(openCache(OTHER, disk).readFrame(3).count).toBeGreaterThan(50);
  });

  it('is not mixed up with a run that begins elsewhere', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    await bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 7 } }, OTHER);
    const elsewhere = [undefined, { cache: OUTPUT, frame: 6 }, { cache: '/home/out/third', frame: 7 }];
    for (const branch of elsewhere) {
      const { problems } = await refusal(bakeOn(disk, source, branch ? { branch } : {}, OTHER));
      expect(problems[0]).toMatchObject({ code: 'CACHE_OTHER_SCENE', hint: expect.stringMatching(/--from-frame 7/) });
    }
    const whole = await refusal(bakeOn(disk, source, { branch: { cache: OTHER, frame: 7 } }));
    expect(whole.problems[0]).toMatchObject({
      code: 'CACHE_OTHER_SCENE',
      hint: expect.stringMatching(/no --from-frame/),
    });
  });

  it('may add an emitter that starts later, but not one that should have run already', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source);
    const [jet] = SMALL_SCENE.emitters!;
    const later = await changed({ emitters: [jet!, { ...jet!, from: 0.2 }] }),
      earlier = await changed({ emitters: [jet!, { ...jet!, from: 0.05 }] });
    const branch = { cache: OUTPUT, frame: 8 };
    const { problems } = await refusal(bakeOn(disk, earlier, { branch }, OTHER));
    expect(problems[0]).toMatchObject({ code: 'BRANCH_FIXED', pointer: '/emitters/1/from' });
    await bakeOn(disk, later, { branch }, OTHER);
    const grown = openCache(OTHER, disk).frames.at(-1)!.particles;
    expect(grown).toBeGreaterThan(openCache(OUTPUT, disk).frames.at(-1)!.particles);
    expect((await verifyCache(OTHER, { files: disk })).problems).toEqual([]);
  });

  it.each([
    ['bodies', { bodies: [] }, '/bodies'],
    ['the frame rate', { frameRate: 25 }, '/frameRate'],
    ['the order of substances', { substances: { oil: {}, water: {} } }, '/substances'],
    ['a running emitter', { emitters: [] }, '/emitters/0'],
    ['what particles have', { surroundings: { temperature: 300 } }, '/substances'],
  ] as [string, Partial<SceneInput>, string][])('cannot change %s', async (_, change, pointer) => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 4 });
    const { problems } = await refusal(
      bakeOn(disk, await changed(change), { branch: { cache: OUTPUT, frame: 4 } }, OTHER),
    );
    expect(problems).toContainEqual(expect.objectContaining({ code: 'BRANCH_FIXED', pointer }));
  });

  it('needs a frame that is there, and another folder', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 4 });
    const missing = await refusal(bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 5 } }, OTHER));
    expect(missing.problems[0]).toMatchObject({ code: 'CACHE_NO_FRAME' });
    const same = await refusal(bakeOn(disk, source, { branch: { cache: OUTPUT, frame: 4 } }));
    expect(same.problems[0]).toMatchObject({ code: 'USAGE' });
  });
});

describe('checkpoints', () => {
  it('are thinned out to the newest two and every fiftieth', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, await changed({ duration: 1.06 }), { checkpointEvery: 1 });
    expect(paths(disk, OUTPUT, 'checkpoints')).toEqual(['000050.checkpoint', '000052.checkpoint', '000053.checkpoint']);
  });

  it('come by themselves after ten frames or a minute of work', async () => {
    const quick = await bakeOn(new FakeFiles(HOME), source, { checkpointEvery: undefined as never });
    expect(named(quick.events, 'checkpoint').map((e) => e.frame)).toEqual([10, 12]);
    let time = 0;
    const slow = await bakeOn(new FakeFiles(HOME), source, {
      checkpointEvery: undefined as never,
      now: () => (time += 7000),
    });
    expect(named(slow.events, 'checkpoint').length).toBeGreaterThan(2);
  });

  it('follow the scene where the command does not say', async () => {
    const { events } = await bakeOn(new FakeFiles(HOME), await changed({ output: { checkpointEvery: 5 } }), {
      checkpointEvery: undefined as never,
    });
    expect(named(events, 'checkpoint').map((e) => e.frame)).toEqual([5, 10, 12]);
  });

  it('that are damaged are passed over for an older one', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 9 });
    const path = `${OUTPUT}/checkpoints/000009.checkpoint`,
      bytes = disk.read(path).slice();
    bytes[bytes.length >> 1]! ^= 4;
    overwrite(disk, path, bytes);
    const { events, result } = await bakeOn(disk, source);
    expect(named(events, 'start')[0]).toMatchObject({ from: 6, committed: 9 });
    expect(result.hash).toBe(reference.hash);
  });

  it('are not needed: without any the frames are simulated again and compared', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 6, checkpointEvery: 0 });
    expect(paths(disk, OUTPUT, 'checkpoints')).toEqual([]);
    const { events, result } = await bakeOn(disk, source, { checkpointEvery: 0 });
    expect(named(events, 'start')[0]).toMatchObject({ from: 0, committed: 6 });
    expect(named(events, 'frame').map((e) => e.frame)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(result.hash).toBe(reference.hash);
  });
});

describe('what is refused before anything is touched', () => {
  it('a folder with other things in it', async () => {
    const disk = FakeFiles.holding(new Map([[`${OUTPUT}/thesis.txt`, new Uint8Array([1])]]), HOME);
    const { problems } = await refusal(bakeOn(disk, source));
    expect(problems[0]).toMatchObject({ code: 'CACHE_FOREIGN', message: expect.stringContaining('thesis.txt') });
    expect(paths(disk, OUTPUT, '')).toEqual(['thesis.txt']);
  });

  it('but not a cache that somebody put a note into, which stays when the cache is cleaned', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 3 });
    overwrite(disk, `${OUTPUT}/note.txt`, new Uint8Array([1]));
    expect((await bakeOn(disk, source)).result.hash).toBe(reference.hash);
    await cleanCache(OUTPUT, { files: disk }).remove();
    expect(paths(disk, OUTPUT, '')).toEqual(['note.txt']);
  });

  it('a cache that another process writes', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 3 });
    const lock = await takeLock(new Disk(disk), OUTPUT);
    const { problems } = await refusal(bakeOn(disk, source));
    expect(problems[0]).toMatchObject({ code: 'CACHE_BUSY', hint: expect.stringContaining('run.lock') });
    lock.release();
  });

  it('to begin a new manifest when somebody removes it during the run', async () => {
    const disk = new FakeFiles(HOME);
    const run = bakeOn(disk, source, {
      onEvent: (event) => event.event === 'frame' && event.frame === 2 && disk.remove(`${OUTPUT}/manifest.ndjson`),
    });
    expect((await refusal(run)).problems[0]).toMatchObject({ code: 'CACHE_DAMAGED' });
    expect(disk.files().has(`${OUTPUT}/manifest.ndjson`)).toBe(false);
    expect(disk.openFiles).toEqual([]);
  });

  it('too many particles, too much memory', async () => {
    const limits = { ...DEFAULT_LIMITS, particles: 10, memory: 1e6 };
    const { problems } = await refusal(bakeOn(new FakeFiles(HOME), source, { limits }));
    expect(problems.map((p) => p.code)).toEqual(['LIMIT_PARTICLES', 'LIMIT_MEMORY']);
  });

  it('a disk without room, counting only what is left to write', async () => {
    const disk = new FakeFiles(HOME);
    disk.saysFree = 20_000;
    const { problems } = await refusal(bakeOn(disk, source));
    expect(problems[0]).toMatchObject({ code: 'DISK_SPACE', message: expect.stringMatching(/20 kB are free/) });
    expect(problems[0]!.hint).toMatch(/If you know that less is needed: --limits disk=\d.*[kM]B\./);
    const tight = new FakeFiles(HOME);
    tight.saysFree = 20_000;
    const allowed = await bakeOn(tight, source, { limits: { disk: 1e9 } });
    expect(allowed.result.hash).toBe(reference.hash);
    const small = await refusal(bakeOn(disk, source, { limits: { disk: 30_000 } }));
    expect(small.problems[0]!.message).toContain('the limit is 30 kB');
    expect(await refusal(bakeOn(disk, source, { frames: 100_001 }))).toMatchObject({
      problems: [{ code: 'LIMIT_FRAMES', message: 'The run would have 100001 frames; the limit is 100000.' }],
    });
    disk.saysFree = undefined;
    await bakeOn(disk, source, { frames: 11 });
    disk.saysFree = 20_000;
    expect((await bakeOn(disk, source)).result.hash).toBe(reference.hash);
  });
});

describe('a run that goes wrong', () => {
  it('keeps the last good frame, its state and the reason', async () => {
    const disk = new FakeFiles(HOME);
    const wild = await changed({ time: { maxStepsPerFrame: 1 } });
    const { result, events } = await bakeOn(disk, wild);
    expect(result.outcome).toBe('diverged');
    const [diverged] = named(events, 'diverged');
    const fix = { pointer: '/time/maxStepsPerFrame', value: 16384 };
    expect(diverged).toMatchObject({ frame: result.frame, severity: 'error', fix, tried: [{ ...fix, helped: true }] });
    const cache = openCache(OUTPUT, disk);
    expect(cache.frames.length).toBe(result.frame + 1);
    expect(cache.divergence?.problem).toMatchObject({ code: diverged!.code, fix });
    expect((await bakeOn(disk, wild)).result.outcome).toBe('diverged');
  });

  it('is told by verify, which does not wait for a frame that never comes', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { checkpointEvery: 0 });
    rewriteFirstLine(disk, (line) => {
      const scene = line.scene as SceneFile['scene'];
      return { ...line, scene: { ...scene, time: { ...scene.time, maxStepsPerFrame: 1 } } };
    });
    const { problems } = await verifyCache(OUTPUT, { files: disk, samples: 2 });
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'VERIFY_MISMATCH', message: expect.stringContaining('cannot be simulated') }),
    );
  });

  it('is refused when the frames that are there are not what the scene gives', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, source, { frames: 2, checkpointEvery: 0 });
    rewriteLines(disk, (line) => (line.frame === 1 ? { ...line, hash: '0123456789abcdef' } : line));
    const { problems } = await refusal(bakeOn(disk, source));
    expect(problems[0]).toMatchObject({ code: 'VERIFY_MISMATCH', message: expect.stringContaining('Frame 1') });
  });
});

function overwrite(disk: FakeFiles, path: string, bytes: Uint8Array): void {
  const file = disk.open(path, 'empty');
  disk.write(file, bytes);
  disk.close(file);
}

type Line = Record<string, unknown>;

/** Changes lines of the manifest and gives them the checksum that fits, as only somebody who means it would. */
function rewriteLines(disk: FakeFiles, edit: (line: Line) => Line): void {
  const path = `${OUTPUT}/manifest.ndjson`;
  const text = new TextDecoder().decode(disk.read(path)).trimEnd().split('\n');
  const lines = text.map((line) => {
    const { check: _, ...rest } = JSON.parse(line) as Line;
    return encodeLine(edit(rest) as never);
  });
  overwrite(disk, path, Buffer.concat(lines));
}

function rewriteFirstLine(disk: FakeFiles, edit: (line: Line) => Line): void {
  rewriteLines(disk, (line) => (line.kind === 'cache' ? edit(line) : line));
}
