// Surfaces of the frames of a cache, also of one that is still growing.

import { openCache } from '../cache/cache.ts';
import { frameKey, setName, surfacesOf } from '../cache/derived.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { type FollowOptions, followFrames } from '../cache/follow.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import type { Scene } from '../scene/schema.ts';
import type { CacheFolders, FrameTask, Made } from './frame-jobs/job.ts';
import { makeFrames, type TaskSource } from './frame-jobs/make-frames.ts';
import { findSurface } from './frame-jobs/stored-surface.ts';
import { countFrames, type FrameRange } from './frame-range.ts';
import { Stage } from './stage.ts';
import { surfaceSettings } from './surface-settings.ts';
import type { Surroundings } from './surroundings.ts';
import type { Stall } from './watchdog.ts';

/** What a stage works on. */
export interface StageInput extends Surroundings, CacheFolders {
  /** The cache as the caller knows it. */
  readonly name: string;
  readonly title: string;
  /** With the settings to use. */
  readonly scene: Scene;
}

/** Makes the surfaces of these frames; waits for those that a run is still going to write. */
export async function followSurfaces(input: StageInput, range: FrameRange, surfaceSet?: string): Promise<void> {
  const { frameCount, frameLines } = openCache(input.cache);
  const stage = begin(input, countFrames(range, Math.max(frameCount, frameLines.length - 1)));
  await make(input, stage, (shouldStop) =>
    surfaceTasks(input, range, surfaceSet, { shouldStop, onWait: () => stage.wait() }),
  );
}

/** Makes those surfaces of frames that are missing, damaged or of other settings; says nothing if none is. */
export async function makeSurfacesOf(input: StageInput, tasks: readonly FrameTask[]): Promise<void> {
  const disk = new Disk(realFiles),
    missing = await keepIf(tasks, (task) => !findSurface(disk, input, task));
  if (missing.length > 0) await make(input, begin(input, missing.length), () => toAsync(missing));
}

function begin(input: StageInput, frames: number): Stage {
  const { name, title, scene, threads: most } = input,
    output = surfacesOf(name),
    threads = scene.surface.kind === 'active' ? 1 : most;
  return new Stage(input, { stage: 'mesh', makes: 'surface', scene: title, output, frames, kept: 0, threads });
}

async function make(input: StageInput, stage: Stage, tasks: TaskSource): Promise<void> {
  const { cache, derived, scene, threads, signal } = input;
  const onMade = (made: Made): void => stage.add(made),
    onStall = (stall: Stall): void => stage.stall(stall);
  await makeFrames({ kind: 'mesh', cache, derived, scene }, tasks, { threads, signal, onMade, onStall });
  stage.end();
}

/** The frames of a range as they are committed, each with the key of its surface. */
async function* surfaceTasks(
  { cache, scene }: StageInput,
  { first, last }: FrameRange,
  surfaceSet: string | undefined,
  follow: FollowOptions,
): AsyncGenerator<FrameTask> {
  const keyOf = surfaceKeys(scene);
  for await (const line of followFrames(cache, 0, last, follow)) {
    const key = keyOf(line);
    if (line.frame >= first) yield { line, surface: key, surfaceSet, key, file: '' };
  }
}

/** The set of surfaces that a picture or an export needs; undefined if its settings are those of the cache. */
export function surfaceSetFor({ cache, scene }: StageInput): string | undefined {
  const settings = surfaceSettings(scene);
  return settings === surfaceSettings(openCache(cache).scene) ? undefined : setName(settings);
}

/** Keys of surfaces: called with every frame from 0 on, in order. An active surface depends on all frames before. */
export function surfaceKeys(scene: Scene): (line: FrameLine) => string {
  const settings = surfaceSettings(scene);
  if (scene.surface.kind !== 'active') return (line) => frameKey(settings, line);
  let before = settings;
  return (line) => {
    before = frameKey(before, line);
    return before;
  };
}

/** Those of a list that pass a test which takes a while: others have their turn in between. */
export async function keepIf<T>(list: readonly T[], test: (item: T) => boolean): Promise<T[]> {
  const kept: T[] = [];
  for (const item of list) {
    await new Promise((resolve) => setImmediate(resolve));
    if (test(item)) kept.push(item);
  }
  return kept;
}

/** A list as something that is waited for. */
export async function* toAsync<T>(list: Iterable<T>): AsyncGenerator<T> {
  yield* list;
}
