// Where a run begins: a new cache, a branch of another one, or the end of the one that is there.

import { join, relative, resolve } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { type Difference, differences } from '../scene/physics.ts';
import { World, type WorldOptions } from '../world/world.ts';
import { type Cache, checkpointFile, frameFile, openCache } from './cache.ts';
import { CacheWriter, ownFiles } from './cache-writer.ts';
import { derivedFiles } from './derived.ts';
import { Disk, UNFINISHED } from './disk.ts';
import type { Files } from './files.ts';
import { cacheLine } from './manifest.ts';
import { linkFiles, particlesPerFile, stateFilesOf, storeParts } from './parts.ts';
import { findDamaged, mendFrames, repairedWarning, withLines } from './repair.ts';
import type { Lock } from './run-lock.ts';
import type { SceneFile } from './scene-file.ts';
import { version } from './version.ts';
import { nearestWorld, worldAt } from './world-at.ts';

/** A run that is ready to go on. */
export interface Run {
  /** The cache as it was found; undefined for a new one. */
  readonly cache: Cache | undefined;
  readonly writer: CacheWriter;
  /** At or before the last committed frame; undefined if there is nothing left to simulate. */
  readonly world: World | undefined;
}

interface RunOptions {
  readonly files: Files;
  /** Of the folder. */
  readonly lock: Lock;
  readonly world: WorldOptions;
  readonly fresh?: boolean;
  readonly branch?: { readonly cache: string; readonly frame: number };
  /** Told what the run has to say before it goes on. */
  warn(warning: Problem): void;
  /** Throws if the disk has no room for so many more frames. */
  requireRoom(frames: number): void;
}

/** Opens the cache of a run, or makes it. `folder` is prepared and locked. */
export async function openRun(source: SceneFile, folder: string, frames: number, options: RunOptions): Promise<Run> {
  const { files, fresh, branch } = options,
    disk = new Disk(files);
  if (branch) refuseSelfBranch(folder, branch.cache);
  const left = ownFiles(disk, folder).filter((path) => fresh || path.endsWith(UNFINISHED));
  if (fresh) left.push(...derivedFiles(disk, folder));
  options.lock.check();
  for (const path of left) disk.remove(path);
  if (disk.kind(join(folder, MANIFEST)) !== 'nothing') return continueRun(disk, source, folder, frames, options);
  options.requireRoom(frames - (branch?.frame ?? 0));
  if (branch) return branchRun(disk, source, folder, branch, options);
  const world = await World.create(source.input, options.world);
  return orDispose(world, () => ({
    cache: undefined,
    world,
    writer: CacheWriter.create({ disk, folder, lock: options.lock }, cacheLine(version(), source.title, source.scene)),
  }));
}

/** What `act` gives; if it fails the world goes. */
function orDispose<T>(world: World | undefined, act: () => T): T {
  try {
    return act();
  } catch (error) {
    world?.dispose();
    throw error;
  }
}

async function continueRun(
  disk: Disk,
  source: SceneFile,
  folder: string,
  frames: number,
  options: RunOptions,
): Promise<Run> {
  const manifest = disk.openThere(join(folder, MANIFEST));
  try {
    return await continueFrom(manifest, disk, source, folder, frames, options);
  } finally {
    disk.close(manifest);
  }
}

/** `old` is the manifest, opened before it was read. */
async function continueFrom(
  old: number,
  disk: Disk,
  { input, scene, title }: SceneFile,
  folder: string,
  frames: number,
  { files, lock, world: how, branch, requireRoom, warn }: RunOptions,
): Promise<Run> {
  const cache = openCache(folder, files);
  if (cache.design !== undefined) throw designedFrames(folder);
  const changed = differences(cache.scene, scene);
  if (changed.length > 0) throw otherScene(folder, changed);
  if (!sameOrigin(cache, branch)) throw otherOrigin(cache, branch);
  const last = cache.frameLines.length - 1,
    finished = last >= frames;
  if (!finished && cache.version !== version()) throw otherVersion(folder, cache.version);
  if (!finished) requireRoom(frames - last);
  const damaged = cache.version === version() ? findDamaged(cache) : [],
    lines = await mendFrames({ disk, folder, lock }, cache, damaged, { world: how });
  if (damaged.length > 0) warn(repairedWarning(folder, damaged));
  const world = finished ? undefined : await nearestWorld(cache, last, input, how);
  return orDispose(world, () => {
    const writer = CacheWriter.continue({ disk, folder, lock }, withLines(cache, lines), old);
    if (title !== cache.title || JSON.stringify(scene) !== JSON.stringify(cache.scene))
      writer.add({ kind: 'scene', title, scene });
    return { cache, writer, world };
  });
}

/** The frames of another cache up to one, under second names, and its state at that frame with the new scene. */
async function branchRun(
  disk: Disk,
  { input, scene, title }: SceneFile,
  folder: string,
  { cache: of, frame }: NonNullable<RunOptions['branch']>,
  { files, lock, world: how }: RunOptions,
): Promise<Run> {
  const base = openCache(of, files);
  base.requireFrame(frame);
  const before = await worldAt(base, frame, how),
    snapshot = before.snapshot();
  before.dispose();
  const world = await World.branch(snapshot, input, how);
  return orDispose(world, () => {
    const lines = base.frameLines.slice(0, frame + 1);
    lines[frame] = { ...lines[frame]!, hash: world.hash() }; // new emitters are part of the state
    for (const line of lines) linkFiles(disk, frameFile(of, line.frame), frameFile(folder, line.frame), line);
    const stored = storeParts(disk, checkpointFile(folder, frame), stateFilesOf(world, particlesPerFile(scene)));
    const first = cacheLine(version(), title, scene, { of: relative(folder, of), frame });
    const saved = { kind: 'checkpoint', frame, ...stored } as const;
    const writer = CacheWriter.create({ disk, folder, lock }, first, [...lines, saved]);
    return { cache: openCache(folder, files), writer, world };
  });
}

/** Whether a cache begins where this run would. */
function sameOrigin({ folder, branch: origin }: Cache, branch: RunOptions['branch']): boolean {
  if (!origin || !branch) return origin === branch;
  return origin.frame === branch.frame && resolve(folder, origin.of) === resolve(branch.cache);
}

function otherOrigin({ folder, branch: origin }: Cache, branch: RunOptions['branch']): ThixoError {
  const begins = origin ? `branches off ${origin.of} at frame ${origin.frame}` : 'starts at frame 0';
  const message = `The frames in ${folder} belong to another run, which ${begins}${branch ? '' : ', and --from-frame was not given'}.`;
  const again = origin ? `--from-frame ${origin.frame} --of ${join(folder, origin.of)}` : 'no --from-frame';
  const hint = `Resume it with ${again}, start again with --fresh, or choose another folder with -o.`;
  return new ThixoError([problem('CACHE_OTHER_SCENE', '', message, hint)]);
}

function designedFrames(folder: string): ThixoError {
  const message = `${folder} holds the frames of a designed motion.`;
  const hint = 'Choose another folder with -o, or replace them with --fresh.';
  return new ThixoError([problem('CACHE_DESIGNED', '', message, hint)]);
}

function refuseSelfBranch(folder: string, of: string): void {
  if (resolve(folder) !== resolve(of)) return;
  const message = `A branch of ${of} cannot be written into the same folder.`;
  throw new ThixoError([problem('USAGE', '', message, 'Choose another folder with -o.')]);
}

/** Most differing fields that are told one by one. */
const TOLD = 8;

/** What follows from other fields, and is not written in scenes. */
const FOLLOWS = /\/dampingGivesWay$/;

function otherScene(folder: string, differences: readonly Difference[]): ThixoError {
  const written = differences.filter(({ pointer }) => !FOLLOWS.test(pointer)),
    changed = written.length > 0 ? written : differences,
    told = changed.slice(0, TOLD).map(({ pointer, before, after }) => `${pointer}: ${show(before)} → ${show(after)}`);
  const more = changed.length > TOLD ? ` and ${changed.length - TOLD} more` : '';
  const message = `The frames in ${folder} were simulated with different physics: ${told.join(', ')}${more}.`;
  const hint =
    'Undo the change to resume, start again with --fresh, or continue from a frame of this cache in another folder with --from-frame N -o other.';
  return new ThixoError([problem('CACHE_OTHER_SCENE', changed[0]!.pointer, message, hint)]);
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function otherVersion(folder: string, theirs: string): ThixoError {
  const message = `${folder} was simulated by Thixo ${theirs}; this is ${version()}, whose physics may differ.`;
  const hint = 'Finish it with that version, start again with --fresh, or choose another folder with -o.';
  return new ThixoError([problem('CACHE_OTHER_VERSION', '', message, hint)]);
}
