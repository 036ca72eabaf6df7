// The cache that is worked on, and the settings.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cache, openCache } from '../cache/cache.ts';
import { requireOwnDerived } from '../cache/derived.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { LOCK_FILE, LockWatch } from '../cache/run-lock.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { type SceneChanges, sceneOfCache } from './cache-scene.ts';
import type { StageName } from './events.ts';
import { countFrames, type FrameRange } from './frame-range.ts';
import type { StageInput } from './mesh-stage.ts';
import { isWritable } from './output-path.ts';
import { pathFrom } from './path-from.ts';
import type { Surroundings } from './surroundings.ts';

/** Opens a cache, given by its path as the caller knows it, and reads the settings. */
export async function openInput(name: string, changes: SceneChanges, around: Surroundings): Promise<StageInput> {
  const { cwd } = around,
    { scene: file, ...others } = changes,
    folder = pathFrom(cwd, name),
    cache = open(folder, name);
  requireOwnDerived(new Disk(realFiles), folder);
  const scene = await sceneOfCache(cache, file === undefined ? others : { ...others, scene: pathFrom(cwd, file) });
  return { ...around, cache: folder, derived: folder, name, title: cache.title, scene };
}

/**
 * What `work` gives for a cache that pictures or files are made of. Where nothing can be written into the cache, surfaces and pictures go to a
 * temporary folder that is removed afterwards.
 */
export async function withWritable<T>(
  input: StageInput,
  stage: StageName,
  work: (input: StageInput) => Promise<T>,
): Promise<T> {
  if (isWritable(input.cache)) return work(input);
  const message = `Nothing can be written into ${input.name}: surfaces and pictures are made elsewhere and not kept.`,
    hint = 'To keep them for the next time, change its permissions or copy it.';
  input.tell({ event: 'warning', stage, ...problem('FILE_IO', '', message, hint), severity: 'warning' });
  const derived = mkdtempSync(join(tmpdir(), 'thixo-'));
  try {
    return await work({ ...input, derived });
  } finally {
    rmSync(derived, { recursive: true, force: true });
  }
}

/** By path: what was seen of a lock before helps to tell whether it is stale. */
const watches = new Map<string, LockWatch>();

/** Whether a run writes the cache now. */
export function isGrowing({ cache }: StageInput): boolean {
  const path = join(cache, LOCK_FILE),
    watch = watches.get(path) ?? new LockWatch(new Disk(realFiles), path);
  watches.set(path, watch);
  return watch.isHeld();
}

/** Throws CACHE_NO_FRAME if there is none of these frames, and no run that could still bring one. */
export function requireFrames(input: StageInput, range: FrameRange): void {
  const growing = isGrowing(input),
    last = openCache(input.cache).frameLines.length - 1;
  if (growing || countFrames(range, last) > 0) return;
  const message = last < 0 ? `${input.name} has no frame yet.` : `${input.name} has only frames 0 to ${last}.`;
  const hint = 'Choose existing frames, or simulate more with `thixo run`.';
  throw new ThixoError([problem('CACHE_NO_FRAME', '', message, hint)]);
}

/** Warns if the cache ends before the frames that were asked for, and nobody simulates them. */
export function warnOfEnd(input: StageInput, stage: StageName, { last }: FrameRange): void {
  const { frameCount, frameLines } = openCache(input.cache),
    wanted = Number.isFinite(last) ? last : frameCount;
  if (frameLines.length <= wanted && !isGrowing(input))
    input.tell({ event: 'warning', stage, ...endsEarly(input.name, frameLines.length - 1, wanted) });
}

/** The warning that a cache ends before its scene does. */
function endsEarly(name: string, last: number, wanted: number): Problem {
  const message = `${name} has frames 0 to ${last} of ${wanted}, and no run is simulating the rest.`;
  const hint = 'Continue with `thixo run`, then run this command again for the rest.';
  return { ...problem('CACHE_NO_FRAME', '', message, hint), severity: 'warning' };
}

/** The cache at a path; a scene in its place is recognized. */
function open(folder: string, name: string): Cache {
  try {
    return openCache(folder);
  } catch (error) {
    const isScene = /\.jsonc?$/.test(folder) ? existsSync(folder) : existsSync(join(folder, 'scene.json'));
    if (!(error instanceof ThixoError) || error.problems[0]?.code !== 'CACHE_NOT_FOUND' || !isScene) throw error;
    const hint = `It is a scene. To simulate it and make a video: \`thixo make ${name}\`; to simulate only: \`thixo run ${name}\`.`;
    throw new ThixoError([{ ...error.problems[0], hint }]);
  }
}
