// Power loss at every moment of a bake: whatever of the un-synced writes reached the disk, committed frames are there, nothing garbled
// is listed, and the same command ends with the same bytes. CRASH_IMAGES=10000 tries more disks, CRASH_RESUMES=10000 runs more of them to
// the end.

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import type { SceneFile } from '../../src/cache/scene-file.ts';
import {
  bakeOn,
  expectFinished,
  expectResumes,
  expectRight,
  frameFiles,
  HOME,
  OUTPUT,
  type Reference,
  referenceRun,
  SMALL_SCENE,
  sceneFile,
} from '../helpers/crash-bakes.ts';
import { crashImage } from '../helpers/crash-image.ts';
import { Dice } from '../helpers/dice.ts';
import { changesDisk, FakeFiles } from '../helpers/fake-files.ts';
import { flipBit } from '../helpers/fuzz-bytes.ts';
import { fuzzed, onSeeds } from '../helpers/holds.ts';
import { isLong } from '../helpers/long.ts';

const IMAGES = Number(process.env.CRASH_IMAGES ?? 1000);
/** How many of them are run to the end. */
const RESUMES = Number(process.env.CRASH_RESUMES ?? (isLong ? 300 : 150));

/** So many disks in a row that were there before, and a moment is done with. */
const PATIENCE = 40;

/** A disk after a power loss. */
interface Crash {
  readonly image: FakeFiles;
  /** Frames that had been announced. */
  readonly committed: number;
  /** The newest checkpoint that had been announced; 0 if none. */
  readonly checkpoint: number;
  /** For the message of a failure. */
  readonly where: string;
}

let source: SceneFile;
let reference: Reference;

beforeAll(async () => {
  source = await sceneFile(SMALL_SCENE);
  reference = await referenceRun(source);
});

/**
 * Bakes on a disk and lets the power fail before each call that changes it, and after the last. Collects disks that differ from each
 * other; between a write and its sync there are many.
 */
async function crashes(
  disk: FakeFiles,
  perMoment: number,
  seed: number,
  options: Parameters<typeof bakeOn>[2] = {},
  scene = source,
): Promise<Crash[]> {
  const found = new Map<string, Crash>();
  let committed = 0;
  let checkpoint = 0;
  let drawn = 0;
  const fail = (where: string): void => {
    const most = found.size + perMoment;
    for (let stale = 0; stale < PATIENCE && found.size < most; stale++) {
      const image = crashImage(disk, new Dice(seed, ++drawn));
      const key = fingerprint(image);
      if (!found.has(key)) stale = 0;
      // A disk that an earlier moment could leave too must hold what is announced by now.
      found.set(key, { image, committed, checkpoint, where: `disk ${drawn} of seed ${seed}, ${where}` });
    }
  };
  disk.onCall = (call, index) => {
    if (changesDisk(call)) fail(`before call ${index}, ${call.name} ${call.path}`);
  };
  await bakeOn(disk, scene, {
    ...options,
    onEvent: (event) => {
      if (event.event === 'frame') committed++;
      if (event.event === 'checkpoint') checkpoint = event.frame;
    },
  });
  disk.onCall = undefined;
  fail('after the end');
  return [...found.values()];
}

function fingerprint(disk: FakeFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of disk.files()) hash.update(`${path} ${content.length} `).update(content);
  return hash.digest('hex');
}

/** Runs a check and says at which disk it failed. */
async function at<T>(where: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

describe('power loss', { timeout: 600_000 }, () => {
  it(
    `at least ${IMAGES} disks of a run: committed frames are there and the same command ends with the same bytes`,
    fuzzed,
    onSeeds(async (seed) => {
      const found = await crashes(new FakeFiles(HOME), Math.ceil(IMAGES / 20), seed);
      expect(found.length).toBeGreaterThanOrEqual(IMAGES);
      expect(new Set(found.map(({ committed }) => committed)).size).toBe(reference.hashes.length + 1);
      const step = Math.ceil(found.length / RESUMES);
      for (const [k, { image, committed, checkpoint, where }] of found.entries()) {
        await at(where, () => expectRight(image, committed, reference));
        if (k % step !== 0) continue;
        const from = await at(where, () => expectResumes(image, source, reference));
        await at(where, () => expect(from).toBeGreaterThanOrEqual(checkpoint)); // no saved work is done twice
      }
    }),
  );

  it(
    'a second power loss while the first is being repaired',
    fuzzed,
    onSeeds(async (seed) => {
      const first = (await crashes(new FakeFiles(HOME), 3, seed + 1)).filter((_, k) => k % 20 === 0);
      for (const { image, committed, where } of first) {
        for (const second of (await crashes(image, 3, seed + 2)).filter((_, k) => k % 12 === 0)) {
          await at(`${where}; then ${second.where}`, async () => {
            expectRight(second.image, Math.max(committed, second.committed), reference);
            await expectResumes(second.image, source, reference);
          });
        }
      }
    }),
  );

  it(
    'while --fresh throws an old cache away: never a mixture of both',
    fuzzed,
    onSeeds(async (seed) => {
      const other = await sceneFile({ ...SMALL_SCENE, seed: 2 });
      const disk = new FakeFiles(HOME);
      await bakeOn(disk, other);
      disk.settle();
      const old = openCache(OUTPUT, disk).frames.map(({ hash }) => hash);
      for (const { image, committed, where } of (await crashes(disk, 3, seed + 3, { fresh: true })).filter(
        (_, k) => k % 3 === 0,
      )) {
        await at(where, async () => {
          const listed = image.files().has(`${OUTPUT}/manifest.ndjson`) ? openCache(OUTPUT, image) : undefined;
          const hashes = listed?.frames.map(({ hash }) => hash) ?? [];
          const isOld = committed === 0 && hashes.length === old.length;
          expect(hashes).toEqual((isOld ? old : reference.hashes).slice(0, hashes.length));
          if (!isOld) expectRight(image, committed, reference);
          await expectResumes(image, source, reference, { fresh: isOld });
        });
      }
    }),
  );

  it(
    'while a branch is made: the cache it branches off is not touched',
    fuzzed,
    onSeeds(async (seed) => {
      const base = '/home/out/base';
      const disk = new FakeFiles(HOME);
      await bakeOn(disk, source, {}, base);
      disk.settle();
      const before = new Map(disk.files());
      const thicker = await sceneFile({
        ...SMALL_SCENE,
        substances: { water: { stiffness: 100, artificialViscosity: 2 } },
      });
      const options = { branch: { cache: base, frame: 5 } };
      const twin = FakeFiles.holding(before, HOME);
      const { result } = await bakeOn(twin, thicker, options);
      const hashes = openCache(OUTPUT, twin).frames.map(({ hash }) => hash);
      expect(hashes.map((hash, k) => hash === reference.hashes[k]).lastIndexOf(true)).toBe(5);
      const frames = new Map([...frameFiles(twin)].filter(([path]) => path.startsWith(OUTPUT)));
      const found = (await crashes(disk, 3, seed + 4, options, thicker)).filter((_, k) => k % 3 === 0);
      for (const { image, committed, where } of found) {
        await at(where, async () => {
          const announced = committed > 0 ? committed + 6 : 0;
          expectRight(image, announced, { hash: result.hash, hashes, frames });
          expect((await bakeOn(image, thicker, options)).result).toEqual(result);
          expectRight(image, hashes.length, { hash: result.hash, hashes, frames });
          const after = image.files();
          for (const [path, content] of before) expect(Buffer.compare(after.get(path)!, content), path).toBe(0);
        });
      }
    }),
  );

  it('a second bake of the same folder is refused while the first one runs, and does it no harm', async () => {
    const disk = new FakeFiles(HOME);
    const first = bakeOn(disk, source);
    await expect(bakeOn(disk, source)).rejects.toMatchObject({ problems: [{ code: 'CACHE_BUSY' }] });
    expect((await first).result.hash).toBe(reference.hash);
    expectFinished(disk, reference);
  });

  it('a checkpoint that is damaged or gone costs time, not frames', async () => {
    const disk = new FakeFiles(HOME);
    let frames = 0;
    await bakeOn(disk, source, {
      onEvent: ({ event }) => {
        if (event === 'frame') frames++;
      },
      shouldStop: () => frames > 8,
    });
    const files = disk.files();
    const [older, newest] = [...files.keys()].filter((path) => path.endsWith('.checkpoint')).slice(-2);
    const damage: [what: string, from: number, changes: [string, Uint8Array | undefined][]][] = [
      ['nothing', 8, []],
      ['the newest flipped', 6, [[newest!, flipBit(files.get(newest!)!, 100, 3)]]],
      ['the newest gone', 6, [[newest!, undefined]]],
      ['the newest empty', 6, [[newest!, new Uint8Array(0)]]],
      ['the newest is the older one', 6, [[newest!, files.get(older!)]]],
      ['both gone', 0, [newest!, older!].map((path) => [path, undefined])],
    ];
    for (const [what, from, changes] of damage) {
      const changed = new Map(files);
      for (const [path, content] of changes) {
        if (content) changed.set(path, content);
        else changed.delete(path);
      }
      const begun = await at(what, () => expectResumes(FakeFiles.holding(changed, HOME), source, reference));
      expect(begun, what).toBe(from);
    }
  });

  it('the disk of a process that was killed, with the system alive: everything it wrote is there', async () => {
    const disk = new FakeFiles(HOME);
    const killed: { disk: FakeFiles; committed: number }[] = [];
    let committed = 0;
    disk.onCall = () => void killed.push({ disk: FakeFiles.holding(disk.files(), HOME), committed });
    await bakeOn(disk, source, {
      onEvent: ({ event }) => {
        if (event === 'frame') committed++;
      },
    });
    for (const image of killed.filter((_, k) => k % 4 === 0)) {
      await at(`${image.committed} frames committed`, async () => {
        expectRight(image.disk, image.committed, reference);
        await expectResumes(image.disk, source, reference);
      });
    }
  });
});
