// Designed frames in a cache: opened or made, resumed, damaged ones made again. Frames are committed as those of a simulation are.

import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Cache, frameFile, framesOf, openCache } from '../cache/cache.ts';
import { CacheWriter, dropEmptyFolders, ownFiles, prepareFolder } from '../cache/cache-writer.ts';
import { derivedFiles } from '../cache/derived.ts';
import type { DesignFile } from '../cache/design-file.ts';
import { Disk, digest } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { encodeFrame } from '../cache/frame-file.ts';
import { cacheLine } from '../cache/manifest.ts';
import { findDamaged, withLines } from '../cache/repair.ts';
import { takeLock } from '../cache/run-lock.ts';
import { version } from '../cache/version.ts';
import type { FrameRecord } from '../frames/frame-record.ts';
import { MANIFEST } from '../frames/manifest.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { measureFields } from '../modeling/designed-fields.ts';
import { problem, ThixoError } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Keys of a design that change no particle of its frames. */
const NOT_MOTION: readonly string[] = ['$schema', 'name', 'skin', 'handles', 'camera', 'look', 'output'];

/** No step was taken to a designed frame. */
const NO_WORK = { steps: 0, dt: { min: 0, max: 0 }, criterion: 'none' } as const;

/** A cache that designed frames go to. */
export interface DesignCache {
  /** Last frame that is there; −1 if none. */
  readonly committed: number;
  /** Frames whose files are damaged or gone. */
  readonly damaged: readonly number[];
  /** Its last hash; empty if there is none. */
  readonly hash: string;
  /** Begins to write: makes the damaged frames again, with the same hashes. */
  begin(frameAt: (frame: number) => WorldFields): void;
  /** Commits the next frame. */
  commit(frame: number, fields: WorldFields): FrameRecord & { readonly bytes: number };
  /** Gives the cache back. */
  close(): void;
}

/** Opens or makes the cache of a design. Throws if it is of another one, or in use. */
export async function openDesignCache(
  { design, title }: DesignFile,
  scene: Scene,
  folder: string,
  fresh: boolean,
): Promise<DesignCache> {
  const disk = new Disk(realFiles);
  prepareFolder(disk, folder);
  const lock = await takeLock(disk, folder),
    place = { disk, folder, lock };
  let writer: CacheWriter | undefined, old: number | undefined;
  const release = (): void => {
    writer?.close();
    if (old !== undefined) disk.close(old);
    lock.release();
  };
  try {
    if (fresh) for (const path of [...ownFiles(disk, folder), ...derivedFiles(disk, folder)]) disk.remove(path);
    if (disk.kind(join(folder, MANIFEST)) !== 'nothing') old = disk.openThere(join(folder, MANIFEST));
    const cache = old === undefined ? undefined : openCache(folder);
    if (cache) requireSame(cache, design);
    const damaged = cache ? findDamaged(cache) : [];
    return {
      committed: (cache?.frameLines.length ?? 0) - 1,
      damaged,
      hash: cache?.frameLines.at(-1)?.hash ?? '',
      begin: (frameAt) => {
        if (!cache) {
          writer = CacheWriter.create(place, { ...cacheLine(version(), title, scene), design });
          return;
        }
        writer = CacheWriter.continue(place, withLines(cache, mend(disk, cache, damaged, frameAt)), old!);
        if (title !== cache.title || JSON.stringify(scene) !== JSON.stringify(cache.scene))
          writer.add({ kind: 'scene', title, scene });
      },
      commit: (frame, fields) => commitFrame(writer!, frame, frame / design.frameRate, fields),
      close: () => {
        release();
        if (!writer && !cache) dropEmptyFolders(disk, folder);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function commitFrame(
  writer: CacheWriter,
  frame: number,
  time: number,
  fields: WorldFields,
): FrameRecord & { readonly bytes: number } {
  const from = performance.now(),
    hash = hashOf(fields),
    record = { frame, time, ...measureFields(fields), wallSeconds: (performance.now() - from) / 1000, hash };
  const file = { particles: fields.count, bytes: encodeFrame(fields, frame, time) };
  return { ...record, bytes: writer.commitFrame([file], record, NO_WORK) };
}

/** 64 bits of the particles. */
function hashOf({ position, velocity }: WorldFields): string {
  const bytes = (values: Float32Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return digest(Buffer.concat([bytes(position), bytes(velocity)])).slice(0, 16);
}

/** Writes damaged frames anew; returns the lines that change, where another Node packs the same particles into other bytes. */
function mend(
  disk: Disk,
  cache: Cache,
  damaged: readonly number[],
  frameAt: (frame: number) => WorldFields,
): ReadonlyMap<number, FrameLine> {
  const changed = new Map<number, FrameLine>();
  if (damaged.length > 0) disk.makeFolder(framesOf(cache.folder));
  for (const frame of damaged) {
    const line = cache.requireFrame(frame),
      fields = frameAt(frame),
      bytes = encodeFrame(fields, frame, line.time),
      sha256 = digest(bytes);
    if (hashOf(fields) !== line.hash) throw otherFrame(cache, frame);
    disk.write(frameFile(cache.folder, frame), bytes);
    if (sha256 !== line.sha256) changed.set(frame, { ...line, bytes: bytes.length, sha256 });
  }
  return changed;
}

function otherFrame({ folder }: Cache, frame: number): ThixoError {
  const message = `Frame ${frame} of ${folder}, designed again, has another hash.`;
  return new ThixoError([problem('VERIFY_MISMATCH', '', message, 'Make the motion again with --fresh.')]);
}

function requireSame(cache: Cache, design: object): void {
  const { folder } = cache;
  if (cache.design === undefined) {
    const message = `The frames in ${folder} are simulated, and belong to a scene.`;
    throw refuse('CACHE_OTHER_SCENE', message, 'Choose another folder with -o, or replace them with --fresh.');
  }
  const other = differing(cache.design, design);
  if (other !== undefined) {
    const message = `The frames in ${folder} are of another design: ${other} differs.`;
    throw refuse('CACHE_OTHER_SCENE', message, 'Replace them with --fresh, or choose another folder with -o.');
  }
  if (cache.version !== version()) {
    const message = `${folder} was made by Thixo ${cache.version}; this is ${version()}.`;
    throw refuse('CACHE_OTHER_VERSION', message, 'Start again with --fresh, or choose another folder with -o.');
  }
}

function refuse(code: 'CACHE_OTHER_SCENE' | 'CACHE_OTHER_VERSION', message: string, hint: string): ThixoError {
  return new ThixoError([problem(code, '', message, hint)]);
}

/** The first key in which two designs differ that decides their frames; undefined if there is none. */
function differing(a: unknown, b: object): string | undefined {
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>],
    keys = [...new Set([...Object.keys(one), ...Object.keys(two)])].filter((key) => !NOT_MOTION.includes(key));
  return keys.find((key) => JSON.stringify(one[key]) !== JSON.stringify(two[key]));
}
