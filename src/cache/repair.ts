// Repairing a cache. A frame that is damaged or gone is simulated again from the nearest saved state before it, and written only if its state
// has the hash that the cache recorded: what comes back is what was lost, to the bit.

import { join, resolve } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { filesOf } from '../frames/parts.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { World, WorldOptions } from '../world/world.ts';
import { type Cache, checkpointFile, frameFile, framesOf, openCache } from './cache.ts';
import { CacheWriter, type Place } from './cache-writer.ts';
import { requireOwnFolders } from './derived.ts';
import { Disk } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import { frameFilesOf, linkFiles, particlesPerFile, storeParts } from './parts.ts';
import { takeLock } from './run-lock.ts';
import { version } from './version.ts';
import { advanceTo, worldAt } from './world-at.ts';

/** How to repair. */
export interface RepairOptions {
  /** Default 1. */
  readonly threads?: number;
  readonly files?: Files;
  /** Told before each piece of work: what, and how far it is. */
  onProgress?(what: string, done: number, total: number): void;
}

/** What repairing did. */
export interface Repair {
  /** Frames that were simulated again. */
  readonly frames: readonly number[];
  /** Frames whose saved state was damaged; it is removed, as runs make new ones. */
  readonly checkpoints: readonly number[];
  /** Frames that were looked at. */
  readonly checked: number;
}

/**
 * Repairs a cache. Throws a ThixoError if there is none, if another process writes it, or if a frame, simulated again, is not what was
 * recorded (VERIFY_MISMATCH); what was repaired until then stays.
 * @example const { frames } = await repairCache('out/dam-break', { threads: 2 });
 */
export async function repairCache(folder: string, options: RepairOptions = {}): Promise<Repair> {
  const { files = realFiles, threads = 1, onProgress } = options,
    disk = new Disk(files),
    path = join(folder, MANIFEST);
  openCache(folder, files);
  requireOwnFolders(disk, folder);
  const lock = await takeLock(disk, folder);
  try {
    const old = disk.openThere(path);
    try {
      const place = { disk, folder, lock },
        cache = openCache(folder, files),
        checkpoints = cache.checkpointLines.filter((line) => isDamaged(() => cache.requireCheckpoint(line)));
      for (const line of checkpoints)
        for (const { path } of filesOf(checkpointFile(folder, line.frame), line)) disk.remove(path);
      const frames = findDamaged(cache, onProgress),
        lines = await mendFrames(place, cache, frames, { world: { threads }, onProgress });
      if (lines.size > 0 || cache.manifest.rest > 0) CacheWriter.continue(place, withLines(cache, lines), old).close();
      return { frames, checkpoints: checkpoints.map(({ frame }) => frame), checked: cache.frameLines.length };
    } finally {
      disk.close(old);
    }
  } finally {
    lock.release();
  }
}

/** Frames of a cache whose file is not what was committed, or is gone. */
export function findDamaged(cache: Cache, onProgress?: RepairOptions['onProgress']): number[] {
  const { frameLines, folder } = cache;
  return frameLines.flatMap(({ frame }) => {
    onProgress?.(`checking ${frameFile(folder, frame)}`, frame, frameLines.length);
    return isDamaged(() => cache.requireWhole(frame)) ? [frame] : [];
  });
}

function isDamaged(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    if (error instanceof ThixoError && error.problems.every(({ code }) => code === 'CACHE_DAMAGED')) return true;
    throw error;
  }
}

/** How frames are simulated again. */
interface MendOptions {
  readonly world: WorldOptions;
  readonly onProgress?: RepairOptions['onProgress'];
}

/**
 * Simulates frames again, ascending, and writes their files. Returns the lines that have to change, by frame: the state is the same, but
 * another Node may pack it into other bytes.
 */
export async function mendFrames(
  { disk, folder, lock }: Place,
  cache: Cache,
  frames: readonly number[],
  { world: how, onProgress }: MendOptions,
): Promise<ReadonlyMap<number, FrameLine>> {
  const changed = new Map<number, FrameLine>();
  if (frames.length > 0 && cache.version !== version()) throw otherVersion(cache, frames);
  if (frames.length > 0) disk.makeFolder(framesOf(folder));
  let world: World | undefined;
  try {
    for (const [k, frame] of frames.entries()) {
      onProgress?.(`simulating frame ${frame} again`, k, frames.length);
      if (cache.branch && frame < cache.branch.frame) {
        linkFromOrigin(disk, cache, frame);
        continue;
      }
      world = await standAt(cache, frame, world, how);
      const { parts: _, ...line } = cache.requireFrame(frame),
        path = frameFile(folder, frame);
      lock.check();
      const stored = storeParts(disk, path, frameFilesOf(world, particlesPerFile(cache.scene)));
      if (stored.sha256 !== line.sha256) changed.set(frame, { ...line, ...stored });
    }
  } finally {
    world?.dispose();
  }
  return changed;
}

/** The manifest of a cache with some lines of frames changed. */
export function withLines({ manifest }: Cache, changed: ReadonlyMap<number, FrameLine>): Cache['manifest'] {
  const lines = manifest.lines.map((line) => (line.kind === 'frame' ? (changed.get(line.frame) ?? line) : line));
  return { ...manifest, lines };
}

/** Tells that frames were repaired. */
export function repairedWarning(folder: string, frames: readonly number[]): Problem {
  const message = `${named(frames)} of ${folder} ${frames.length === 1 ? 'was' : 'were'} damaged or missing and ${frames.length === 1 ? 'has' : 'have'} been simulated again, with the recorded hash.`;
  const hint = 'Nothing is lost. If it happens again, check the disk.';
  return { ...problem('CACHE_DAMAGED', '', message, hint), severity: 'warning' };
}

/** A world that stands at a frame: the one at hand, if no saved state is nearer. */
async function standAt(cache: Cache, frame: number, at: World | undefined, how: WorldOptions): Promise<World> {
  const saved = cache.checkpoints.findLast((each) => each <= frame) ?? 0;
  if (at && at.frame <= frame && at.frame >= saved) {
    advanceTo(cache, at, frame);
    return at;
  }
  at?.dispose();
  return worldAt(cache, frame, how);
}

/** The frames before a branch are those of another cache. */
function linkFromOrigin(disk: Disk, cache: Cache, frame: number): void {
  const { of, frame: begin } = cache.branch!,
    origin = resolve(cache.folder, of),
    wanted = cache.requireFrame(frame);
  const why = (): ThixoError => {
    const message = `Frame ${frame} of ${cache.folder} is damaged. It was simulated in ${of}, off which this cache branches at frame ${begin}, and is not whole there.`;
    return new ThixoError([problem('CACHE_DAMAGED', '', message, `Repair ${origin} first, then this cache.`)]);
  };
  const base = disk.kind(join(origin, MANIFEST)) === 'file' ? openCache(origin, disk.underlying) : undefined;
  if (base?.frameLines[frame]?.sha256 !== wanted.sha256 || isDamaged(() => base.requireWhole(frame))) throw why();
  linkFiles(disk, frameFile(origin, frame), frameFile(cache.folder, frame), wanted);
}

function otherVersion(cache: Cache, frames: readonly number[]): ThixoError {
  const message = `${named(frames)} of ${cache.folder} cannot be simulated again: Thixo ${cache.version} wrote it, this is ${version()}.`;
  return new ThixoError([problem('CACHE_OTHER_VERSION', '', message, 'Repair it with that version.')]);
}

/** `Frame 3`, or `Frames 3, 4, 5 and 12 more`. */
function named(frames: readonly number[]): string {
  const more = frames.length > 10 ? ` and ${frames.length - 10} more` : '';
  return `Frame${frames.length === 1 ? '' : 's'} ${frames.slice(0, 10).join(', ')}${more}`;
}
