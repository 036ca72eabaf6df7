// What reads the files of a cache: manifests, frames, checkpoints, locks. Half of the damage is blind; the other half lies, with
// checksums that are right, so that it reaches the code behind them.

import { bake } from '../../src/cache/bake.ts';
import { type Cache, openCache } from '../../src/cache/cache.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/cache/checkpoint-file.ts';
import { digest } from '../../src/cache/disk.ts';
import { decodeFrame } from '../../src/cache/frame-file.ts';
import { type LockSystem, realLockSystem } from '../../src/cache/lock-system.ts';
import { encodeLine } from '../../src/cache/manifest.ts';
import { loadTrigonometry, type SceneFile } from '../../src/cache/scene-file.ts';
import { verifyCache } from '../../src/cache/verify.ts';
import type { ManifestLine } from '../../src/frames/manifest-line.ts';
import type { SceneInput } from '../../src/index.ts';
import { ThixoError } from '../../src/problem.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { decodeSnapshot } from '../../src/world/snapshot.ts';
import type { Dice } from './dice.ts';
import { changesDisk, FakeFiles } from './fake-files.ts';
import { mutateBytes } from './fuzz-bytes.ts';
import type { FuzzTarget } from './fuzz-run.ts';
import { mutateValues, tearText } from './fuzz-scenes.ts';
import { answer } from './fuzz-targets-world.ts';
import { SMALL_SCENE } from './small-scene.ts';

const HOME = '/home';
const OUTPUT = '/home/out';
const MANIFEST = `${OUTPUT}/manifest.ndjson`;
const LOCK = `${OUTPUT}/run.lock`;
const FRAMES = 4;

/** A cache that is done but for its last frame. */
interface GoodCache {
  readonly source: SceneFile;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

async function goodCache(): Promise<GoodCache> {
  const input: SceneInput = { ...SMALL_SCENE, duration: FRAMES / 50 };
  const scene = parseScene(input, await loadTrigonometry());
  const source = { path: '/scenes/small.json', folder: '/scenes', title: 'Small', input, scene };
  const disk = new FakeFiles(HOME);
  await bake(source, OUTPUT, { files: disk, frames: FRAMES - 1, checkpointEvery: 1, now: () => 0 });
  return { source, files: disk.files() };
}

/** Targets for every file of a cache. */
export async function cacheTargets(): Promise<FuzzTarget[]> {
  const good = await goodCache();
  const manifest = good.files.get(MANIFEST)!;
  const frame = good.files.get(`${OUTPUT}/frames/000002.frame`)!;
  const checkpoint = good.files.get(`${OUTPUT}/checkpoints/000002.checkpoint`)!;
  const wrongManifest = (dice: Dice) =>
    dice.chance(0.5) ? mutateBytes(manifest, dice) : lyingManifest(manifest, dice);
  const wrongFrame = (dice: Dice) => (dice.chance(0.5) ? mutateBytes(frame, dice) : lyingFrame(frame, dice));
  const wrongCheckpoint = (dice: Dice) =>
    dice.chance(0.5) ? mutateBytes(checkpoint, dice, 52) : lyingCheckpoint(checkpoint, dice);
  const target = (
    name: string,
    share: number,
    make: (dice: Dice) => Uint8Array,
    read: (bytes: Uint8Array) => unknown,
  ): FuzzTarget => ({ name, share, make, feed: (bytes) => answer(() => read(bytes)) });
  return [
    target('manifest', 12, wrongManifest, (bytes) => lookAt(openCache(OUTPUT, replacing(good, MANIFEST, bytes)))),
    target('manifest, resumed', 2, wrongManifest, (bytes) => resume(good, replacing(good, MANIFEST, bytes))),
    target('manifest, verified', 2, wrongManifest, (bytes) => verify(replacing(good, MANIFEST, bytes))),
    target('frame', 8, wrongFrame, (bytes) => decodeFrame(bytes, '/frames/000002.frame')),
    target('checkpoint', 6, wrongCheckpoint, (bytes) => decodeSnapshot(decodeCheckpoint(bytes, '/000002.checkpoint'))),
    target(
      'lock, resumed',
      1,
      (dice) => (dice.chance(0.5) ? mutateBytes(anyLock(), dice) : lyingLock(dice)),
      (bytes) => resume(good, replacing(good, LOCK, bytes)),
    ),
  ];
}

function replacing({ files }: GoodCache, path: string, bytes: Uint8Array): FakeFiles {
  return FakeFiles.holding(new Map([...files, [path, bytes]]), HOME);
}

/** Everything a cache says. */
function lookAt(cache: Cache): void {
  const { version, title, scene, branch, frameCount, complete, frames, checkpoints, divergence, bytes } = cache;
  JSON.stringify({ version, title, scene, branch, frameCount, complete, frames, checkpoints, divergence, bytes });
  if (frames.length > 0) cache.readFrame(frames.length - 1);
}

/** A clock that runs while a lock is waited for: nobody sits out a lease of a minute. */
function quickLocks(): LockSystem {
  let time = 0;
  return {
    ...realLockSystem,
    now: () => time,
    wait: async (pause) => {
      time += pause;
    },
  };
}

async function resume({ source }: GoodCache, disk: FakeFiles): Promise<void> {
  const elsewhere = disk.calls.length;
  try {
    await bake(source, OUTPUT, { files: disk, now: () => 0, lockSystem: quickLocks() });
  } finally {
    const changed = disk.calls.slice(elsewhere).filter(changesDisk);
    const outside = changed.find(({ path }) => path !== HOME && path !== '/' && !`${path}/`.startsWith(`${OUTPUT}/`));
    if (outside || changed.some(({ path }) => path.includes('..'))) {
      // biome-ignore lint/correctness/noUnsafeFinally: this is worse than whatever was thrown
      throw new Error(`wrote outside of the output folder: ${JSON.stringify(outside)}`);
    }
  }
}

/** What verifying finds must be as good as what is thrown. */
async function verify(disk: FakeFiles): Promise<void> {
  const { problems } = await verifyCache(OUTPUT, { files: disk, samples: 1 });
  if (problems.length > 0) throw new ThixoError(problems);
}

/** Lines that say something else and have the right checksum. */
function lyingManifest(manifest: Uint8Array, dice: Dice): Uint8Array {
  const lines = new TextDecoder().decode(manifest).trimEnd().split('\n');
  const wrong = dice.below(lines.length);
  const encoded = lines.map((text, k) => {
    const { check: _, ...line } = JSON.parse(text) as ManifestLine & { check: string };
    if (k === wrong && dice.chance(0.2)) return checkedLine(`${tearText(JSON.stringify(line), dice)}}`);
    return encodeLine((k === wrong ? mutateValues(line, dice) : line) as ManifestLine);
  });
  if (dice.chance(0.1)) encoded.splice(dice.below(encoded.length), 0, dice.pick(encoded));
  return Buffer.concat(encoded);
}

/** Any text that ends in a brace, with its checksum where a line has it. */
function checkedLine(text: string): Uint8Array {
  return new TextEncoder().encode(`${text.slice(0, -1)},"check":"${digest(text).slice(0, 16)}"}\n`);
}

/** A frame whose header says something else. */
function lyingFrame(frame: Uint8Array, dice: Dice): Uint8Array {
  const prefix = 16;
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(12, true);
  const header: unknown = JSON.parse(new TextDecoder().decode(frame.subarray(prefix, prefix + length)));
  const text = new TextEncoder().encode(JSON.stringify(mutateValues(header, dice)));
  const bytes = Buffer.concat([frame.subarray(0, prefix), text, frame.subarray(prefix + length)]);
  bytes.writeUInt32LE(text.length, 12);
  return bytes;
}

/** A checkpoint with the right checksum around a wrong length or a wrong snapshot. */
function lyingCheckpoint(checkpoint: Uint8Array, dice: Dice): Uint8Array {
  const snapshot = decodeCheckpoint(checkpoint, '');
  const bytes = Buffer.from(dice.chance(0.6) ? encodeCheckpoint(mutateBytes(snapshot, dice)) : checkpoint);
  if (dice.chance(0.5)) bytes.writeDoubleLE(dice.pick([0, 1, -1, 0.5, 2e9, 2 ** 53, 1e300, Number.NaN, 4e4]), 12);
  Buffer.from(digest(Buffer.concat([bytes.subarray(0, 20), bytes.subarray(52)])), 'hex').copy(bytes, 20);
  return bytes;
}

function anyLock(): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ host: 'elsewhere', pid: 1, began: '1', thread: 0, serial: 1 }));
}

function lyingLock(dice: Dice): Uint8Array {
  const lock: unknown = JSON.parse(new TextDecoder().decode(anyLock()));
  return new TextEncoder().encode(JSON.stringify(mutateValues(lock, dice)));
}
