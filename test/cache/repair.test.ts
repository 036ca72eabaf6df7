// Damaged and missing frames come back to the bit, or nothing is written.

import { beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { encodeLine } from '../../src/cache/manifest.ts';
import { repairCache } from '../../src/cache/repair.ts';
import type { SceneFile } from '../../src/cache/scene-file.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import { bakeOn, HOME, OUTPUT, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';
import { flipBit } from '../helpers/fuzz-bytes.ts';

let source: SceneFile;
let whole: ReadonlyMap<string, Uint8Array>;
const OPTIONS = { frames: 8, checkpointEvery: 3 };
const frameAt = (frame: number): string => `${OUTPUT}/frames/00000${frame}.frame`;
const savedAt = (frame: number): string => `${OUTPUT}/checkpoints/00000${frame}.checkpoint`;

beforeAll(async () => {
  source = await sceneFile(SMALL_SCENE);
  const disk = new FakeFiles(HOME);
  await bakeOn(disk, source, OPTIONS);
  whole = disk.files();
});

/** The cache with some files flipped in a bit, others gone. */
function spoiled(flipped: readonly string[], gone: readonly string[] = []): FakeFiles {
  const files = new Map([...whole].filter(([path]) => !gone.includes(path)));
  for (const path of flipped) files.set(path, flipBit(files.get(path)!, 200, 3));
  return FakeFiles.holding(files, HOME);
}

/** Everything but saved states is what it was; those that are there are whole. */
function expectWhole(disk: FakeFiles): void {
  const files = disk.files();
  for (const [path, content] of whole) {
    if (path.endsWith('.checkpoint') && !files.has(path)) continue;
    expect(files.has(path) && Buffer.compare(files.get(path)!, content) === 0, path).toBe(true);
  }
  expect([...files.keys()].filter((path) => !whole.has(path))).toEqual([]);
  expect(disk.openFiles).toEqual([]);
}

describe('repair', () => {
  it.each<[string, string[], string[], number[]]>([
    ['one flipped frame', [frameAt(4)], [], [4]],
    ['a missing one', [], [frameAt(7)], [7]],
    ['the first and the last', [frameAt(0)], [frameAt(8)], [0, 8]],
    ['several between and after saved states', [frameAt(1), frameAt(2), frameAt(5)], [frameAt(6)], [1, 2, 5, 6]],
    ['a frame whose nearest saved state is damaged too', [frameAt(7), savedAt(6)], [], [7]],
    ['all frames', [], [0, 1, 2, 3, 4, 5, 6, 7, 8].map(frameAt), [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['nothing', [], [], []],
  ])('brings back %s', async (_, flipped, gone, expected) => {
    const disk = spoiled(flipped, gone);
    expect((await repairCache(OUTPUT, { files: disk })).frames).toEqual(expected);
    expectWhole(disk);
    expect((await verifyCache(OUTPUT, { files: disk, samples: 2 })).problems).toEqual([]);
  });

  it('goes only as far as it must', async () => {
    const disk = spoiled([frameAt(7)]),
      said: string[] = [];
    await repairCache(OUTPUT, { files: disk, onProgress: (what) => said.push(what) });
    expect(said.filter((what) => what.startsWith('simulating'))).toEqual(['simulating frame 7 again']);
    const written = disk.calls.filter(({ name, path }) => name === 'open' && path.includes('/frames/'));
    expect(written).toHaveLength(1);
  });

  it('writes nothing if the scene does not give what was recorded', async () => {
    const other = new FakeFiles(HOME);
    await bakeOn(other, await sceneFile({ ...SMALL_SCENE, gravity: [0, -3, 0] }), OPTIONS);
    const files = new Map(whole),
      manifest = `${OUTPUT}/manifest.ndjson`,
      lines = openCache(OUTPUT, other).manifest.lines,
      [first] = openCache(OUTPUT, FakeFiles.holding(whole, HOME)).manifest.lines;
    // The manifest of other physics, under the scene of these.
    files.set(manifest, Buffer.concat([first!, ...lines.slice(1)].map(encodeLine)));
    const disk = FakeFiles.holding(files, HOME);
    await expect(repairCache(OUTPUT, { files: disk })).rejects.toMatchObject({
      problems: [{ code: 'VERIFY_MISMATCH' }],
    });
    expect(Buffer.compare(disk.files().get(frameAt(5))!, whole.get(frameAt(5))!)).toBe(0);
  });

  it('takes frames before a branch from where they came', async () => {
    const disk = FakeFiles.holding(whole, HOME),
      branch = '/home/out/branch';
    await bakeOn(
      disk,
      await sceneFile({ ...SMALL_SCENE, gravity: [0, -1, 0] }),
      { ...OPTIONS, branch: { cache: OUTPUT, frame: 4 } },
      branch,
    );
    const before = disk.files();
    for (const frame of [2, 6]) disk.remove(`${branch}/frames/00000${frame}.frame`);
    expect((await repairCache(branch, { files: disk })).frames).toEqual([2, 6]);
    const after = disk.files();
    for (const [path, content] of before) expect(Buffer.compare(after.get(path)!, content), path).toBe(0);
    disk.remove(frameAt(2));
    disk.remove(`${branch}/frames/000002.frame`);
    await expect(repairCache(branch, { files: disk })).rejects.toMatchObject({ problems: [{ code: 'CACHE_DAMAGED' }] });
  });
});

describe('run', () => {
  it.each([8, 10])('repairs what is there before it goes on to frame %i', async (frames) => {
    const disk = spoiled([frameAt(3)], [frameAt(5)]);
    const { result, events } = await bakeOn(disk, source, { ...OPTIONS, frames });
    expect(events.filter(({ event }) => event === 'warning')).toMatchObject([
      { code: 'CACHE_DAMAGED', severity: 'warning', message: expect.stringContaining('Frames 3, 5') },
    ]);
    expect(result.frame).toBe(frames);
    if (frames === 8) expectWhole(disk);
    expect((await verifyCache(OUTPUT, { files: disk })).problems).toEqual([]);
  });
});
