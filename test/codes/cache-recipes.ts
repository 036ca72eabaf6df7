// The examples of codes that caches and disks bring about. The disk is one in memory.

import { type BakeOptions, bake } from '../../src/cache/bake.ts';
import { openCache } from '../../src/cache/cache.ts';
import { checkFrames } from '../../src/cache/check-frames.ts';
import { realLockSystem } from '../../src/cache/lock-system.ts';
import { encodeLine } from '../../src/cache/manifest.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import type { ManifestLine } from '../../src/frames/manifest-line.ts';
import type { SceneInput } from '../../src/index.ts';
import { requireLiquid } from '../../src/make/foam-settings.ts';
import { HOME, OUTPUT, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { systemError } from '../helpers/fake-faults.ts';
import { FakeFiles } from '../helpers/fake-files.ts';
import type { Act, ActRecipe } from './recipe.ts';

const OTHER = `${HOME}/out/other`;
const OTHER_OWNER = { ...realLockSystem.me, host: 'render-7', pid: 4711, token: '0'.repeat(32) };
const MANIFEST = `${OUTPUT}/manifest.ndjson`;

/** Bakes two frames, or as many as asked for, of the small scene. */
async function bakeInto(disk: FakeFiles, options: Partial<BakeOptions> = {}, change: SceneInput = {}, output = OUTPUT) {
  const source = await sceneFile({ ...SMALL_SCENE, ...change });
  await bake(source, output, { frames: 2, checkpointEvery: 0, ...options, files: disk });
}

/** A disk with a cache of two frames. */
async function baked(): Promise<FakeFiles> {
  const disk = new FakeFiles(HOME);
  await bakeInto(disk);
  return disk;
}

/** Does something to a disk that holds a cache; the passing example leaves out what makes it fail. */
function withCache(spoil: (disk: FakeFiles) => unknown, use: (disk: FakeFiles) => unknown): { fail: Act; pass: Act } {
  return {
    fail: async () => {
      const disk = await baked();
      await spoil(disk);
      return use(disk);
    },
    pass: async () => use(await baked()),
  };
}

const goOn = (disk: FakeFiles): Promise<void> => bakeInto(disk, { frames: 3 });
const verify = async (disk: FakeFiles) => (await verifyCache(OUTPUT, { files: disk, samples: 1 })).problems;

function overwrite(disk: FakeFiles, path: string, bytes: Uint8Array): void {
  const file = disk.open(path, 'empty');
  disk.write(file, bytes);
  disk.close(file);
}

function flipBit(disk: FakeFiles, path: string, at: number): void {
  const bytes = disk.read(path);
  bytes[at]! ^= 1;
  overwrite(disk, path, bytes);
}

/** Changes the first line of the manifest and gives it the checksum that fits. */
function rewriteFirst(disk: FakeFiles, change: object): void {
  const [first, ...rest] = new TextDecoder().decode(disk.read(MANIFEST)).split('\n');
  const { check: _, ...line } = JSON.parse(first!) as { check: string };
  const changed = encodeLine({ ...line, ...change } as unknown as ManifestLine);
  overwrite(disk, MANIFEST, Buffer.concat([changed, Buffer.from(rest.join('\n'))]));
}

/** A cache whose first frame has a ball at a height (m) where the substance may be. */
async function bakedBeside(y: number): Promise<FakeFiles> {
  const disk = new FakeFiles(HOME),
    ball = { sphere: { center: [0.15, y, 0] as const, radius: 0.1 } };
  await bakeInto(disk, { frames: 1 }, { obstacles: [{ shape: ball }] });
  return disk;
}

const branch = { cache: OUTPUT, frame: 2 };

export const CACHE_RECIPES = {
  CACHE_NOT_FOUND: withCache(
    (disk) => disk.remove(MANIFEST),
    (disk) => openCache(OUTPUT, disk),
  ),
  CACHE_FOREIGN: {
    fail: () => bakeInto(FakeFiles.holding(new Map([[`${OUTPUT}/thesis.txt`, new Uint8Array(1)]]), HOME)),
    pass: () => bakeInto(new FakeFiles(HOME)),
  },
  CACHE_DAMAGED: {
    ...withCache(
      (disk) => flipBit(disk, MANIFEST, 20),
      (disk) => openCache(OUTPUT, disk),
    ),
    offset: 0,
  },
  CACHE_FORMAT: withCache(
    (disk) => rewriteFirst(disk, { format: 2 }),
    (disk) => openCache(OUTPUT, disk),
  ),
  CACHE_OTHER_SCENE: {
    pointer: '/gravity/1',
    fail: async () => bakeInto(await baked(), { frames: 3 }, { gravity: [0, -1.62, 0] }),
    pass: async () => bakeInto(await baked(), { frames: 3 }, { name: 'Another title', duration: 1 }),
  },
  CACHE_OTHER_VERSION: withCache((disk) => rewriteFirst(disk, { version: '0.0.9' }), goOn),
  CACHE_BUSY: withCache(
    (disk) => overwrite(disk, `${OUTPUT}/run.lock`, Buffer.from(JSON.stringify(OTHER_OWNER))),
    (disk) => bakeInto(disk, { frames: 3, lockSystem: { ...realLockSystem, knows: () => 'alive' } }),
  ),
  CACHE_NO_FRAME: {
    fail: async () => openCache(OUTPUT, await baked()).readFrame(7),
    pass: async () => openCache(OUTPUT, await baked()).readFrame(2),
  },
  FOAM_NO_LIQUID: {
    fail: async () => requireLiquid((await sceneFile({ ...SMALL_SCENE, dimension: 2 })).scene, 'x'),
    pass: async () => requireLiquid((await sceneFile({ substances: { water: { preset: 'water' } } })).scene, 'x'),
  },
  BRANCH_FIXED: {
    pointer: '/frameRate',
    fail: async () => bakeInto(await baked(), { branch, frames: 3 }, { frameRate: 25 }, OTHER),
    pass: async () => bakeInto(await baked(), { branch, frames: 3 }, { gravity: [0, -1.62, 0] }, OTHER),
  },
  DISK_SPACE: withCache((disk) => (disk.saysFree = 1000), goOn),
  DISK_FULL: withCache((disk) => {
    disk.onCall = ({ path }) => {
      if (path.includes('000003.frame~')) disk.capacity = disk.usedBytes;
    };
  }, goOn),
  FILE_IO: withCache((disk) => {
    disk.fault = ({ name, path }) => {
      if (name === 'open' && path.includes('.frame~')) throw systemError('EACCES', 'open', path);
      return undefined;
    };
  }, goOn),
  WRONG_SIDE: {
    fail: async () => checkFrames(OUTPUT, { files: await bakedBeside(0.15) }).problems,
    pass: async () => checkFrames(OUTPUT, { files: await bakedBeside(-1) }).problems,
    pointer: '/obstacles/0',
  },
  VERIFY_MISMATCH: {
    ...withCache((disk) => flipBit(disk, `${OUTPUT}/frames/000001.frame`, 300), verify),
    offset: 0,
  },
} as const satisfies Readonly<Record<string, ActRecipe>>;
