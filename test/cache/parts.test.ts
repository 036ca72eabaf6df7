// Frames and saved states in several files: what is read is what one file holds, and every command does with them what it does with one.

import { beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { cleanCache } from '../../src/cache/clean.ts';
import { sameFields } from '../../src/cache/frame-file.ts';
import { repairCache } from '../../src/cache/repair.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import { RemoteCache } from '../../src/frames/remote-cache.ts';
import type { SceneInput } from '../../src/index.ts';
import { bakeOn, HOME, OUTPUT, sceneFile } from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';
import { flipBit } from '../helpers/fuzz-bytes.ts';

/** 600 particles and a jet: ids with gaps, because some leave. */
const SCENE: SceneInput = {
  ...{ dimension: 2, frameRate: 100, duration: 0.06 },
  substances: { water: { preset: 'desbrun-1999' } },
  bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.5, 0.4, 0] } }, spacing: 0.02 }],
  emitters: [
    {
      substance: 'water',
      shape: { disc: { center: [0.25, 0.8, 0], normal: [0, -1, 0], radius: 0.1 } },
      ...{ spacing: 0.02, speed: 3 },
    },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  domain: { min: [-1, -1, 0], max: [0.502, 3, 0], onLeave: 'remove' },
};
const inParts = (most: number): SceneInput => ({ ...SCENE, output: { particlesPerFile: most } });
const OPTIONS = { checkpointEvery: 2 };

let plain: FakeFiles, parts: FakeFiles;
beforeAll(async () => {
  [plain, parts] = [new FakeFiles(HOME), new FakeFiles(HOME)];
  await bakeOn(plain, await sceneFile(SCENE), OPTIONS);
  await bakeOn(parts, await sceneFile(inParts(200)), OPTIONS);
});

const namesIn = (disk: FakeFiles, folder: string): string[] =>
  [...disk.files().keys()].filter((path) => path.startsWith(`${OUTPUT}/${folder}/`));
const copyOf = (disk: FakeFiles): FakeFiles => FakeFiles.holding(new Map(disk.files()), HOME);

describe('a cache in parts', () => {
  it('has no larger files than was asked for, and one line for each frame', () => {
    const { frameLines } = openCache(OUTPUT, parts);
    expect(namesIn(parts, 'frames')).toContain(`${OUTPUT}/frames/000006-00002.frame`);
    for (const { parts: files = [], particles, bytes } of frameLines) {
      expect(files.length).toBeGreaterThan(2);
      for (const file of files) expect(file.particles).toBeLessThanOrEqual(200);
      expect(files.reduce((sum, file) => sum + file.particles, 0)).toBe(particles);
      expect(files.reduce((sum, file) => sum + file.bytes, 0)).toBe(bytes);
    }
    expect(openCache(OUTPUT, plain).frameLines.every(({ parts: files }) => files === undefined)).toBe(true);
  });

  it('gives the particles of one file', () => {
    const [one, several] = [openCache(OUTPUT, plain), openCache(OUTPUT, parts)];
    for (const { frame, hash } of one.frames) {
      expect(several.frames[frame]!.hash).toBe(hash);
      expect(sameFields(several.readFrame(frame), one.readFrame(frame))).toBe(true);
      expect(several.readFrame(frame).count).toBe(one.readFrame(frame).count);
    }
    expect(one.readFrame(6).id.some((id, k) => id !== k)).toBe(true);
  });

  it('is read by pages', async () => {
    const serve = async (url: string): Promise<Response> => {
      const bytes = parts.files().get(new URL(url).pathname);
      return bytes ? new Response(bytes as Uint8Array<ArrayBuffer>) : new Response('', { status: 404 });
    };
    const remote = await RemoteCache.open(`http://host${OUTPUT}`, serve);
    expect(sameFields(await remote.readFrame(6), openCache(OUTPUT, plain).readFrame(6))).toBe(true);
  });

  it('goes on from a saved state in parts to the frames of an undisturbed run, also with files of another size', async () => {
    const disk = new FakeFiles(HOME);
    await bakeOn(disk, await sceneFile(inParts(300)), { ...OPTIONS, frames: 4 });
    const { events } = await bakeOn(disk, await sceneFile(inParts(200)), OPTIONS);
    expect(events.find(({ event }) => event === 'start')).toMatchObject({ from: 4 });
    const [gone, whole] = [openCache(OUTPUT, disk), openCache(OUTPUT, plain)];
    expect(gone.frames.map(({ hash }) => hash)).toEqual(whole.frames.map(({ hash }) => hash));
    expect(sameFields(gone.readFrame(6), whole.readFrame(6))).toBe(true);
  });

  it('is verified, and every part counts', async () => {
    expect((await verifyCache(OUTPUT, { files: parts, samples: 2 })).problems).toEqual([]);
    for (const folder of ['frames', 'checkpoints']) {
      const [, second] = namesIn(parts, folder),
        files = new Map(parts.files());
      files.set(second!, flipBit(files.get(second!)!, 60, 3));
      const { problems } = await verifyCache(OUTPUT, { files: FakeFiles.holding(files, HOME), samples: 0 });
      expect(problems).toMatchObject([{ code: 'VERIFY_MISMATCH', message: expect.stringContaining(second!) }]);
    }
  });

  it('is repaired where a part is damaged, and a state that lacks one does not count', async () => {
    const files = new Map(parts.files()),
      frame = `${OUTPUT}/frames/000003-00001.frame`,
      state = namesIn(parts, 'checkpoints').at(-1)!;
    files.set(frame, flipBit(files.get(frame)!, 60, 3));
    files.set(state, flipBit(files.get(state)!, 60, 3));
    const disk = FakeFiles.holding(files, HOME),
      { frames, checkpoints } = await repairCache(OUTPUT, { files: disk });
    expect([frames, checkpoints]).toEqual([[3], [6]]);
    expect(Buffer.compare(disk.files().get(frame)!, parts.files().get(frame)!)).toBe(0);
    expect(namesIn(disk, 'checkpoints').some((name) => name.includes('000006'))).toBe(false);
  });

  it('branches off and is cleaned with all its parts', async () => {
    const disk = copyOf(parts),
      branch = { cache: OUTPUT, frame: 3 };
    await bakeOn(disk, await sceneFile(inParts(200)), { branch, frames: 5 }, `${OUTPUT}-b`);
    const [other, whole] = [openCache(`${OUTPUT}-b`, disk), openCache(OUTPUT, plain)];
    expect(other.frames.map(({ hash }) => hash)).toEqual(whole.frames.slice(0, 6).map(({ hash }) => hash));
    expect(sameFields(other.readFrame(2), whole.readFrame(2))).toBe(true);
    await cleanCache(OUTPUT, { files: disk }).remove();
    expect([...disk.files().keys()].filter((path) => path.startsWith(`${OUTPUT}/`))).toEqual([]);
    expect(sameFields(other.readFrame(2), whole.readFrame(2))).toBe(true);
  });
});
