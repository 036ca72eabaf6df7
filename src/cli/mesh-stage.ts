// Surfaces of the frames of a cache, also of one that is still growing.

import { openCache } from '../cache/cache.ts';
import { frameKey, surfacesOf } from '../cache/derived.ts';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { type FollowOptions, followFrames } from '../cache/follow.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import type { FrameTask } from '../make/frame-jobs/job.ts';
import { makeFrames, type TaskSource } from '../make/frame-jobs/make-frames.ts';
import { findSurface } from '../make/frame-jobs/stored-surface.ts';
import { countFrames, type FrameRange } from '../make/frame-range.ts';
import { surfaceSettings } from '../make/surface-settings.ts';
import type { Scene } from '../scene/schema.ts';
import type { Context } from './context.ts';
import { StageView } from './stage-view.ts';
import type { Stop } from './stop.ts';

/** What a stage works on. */
export interface StageInput {
  readonly context: Context;
  /** Folder of the cache. */
  readonly cache: string;
  /** The same as the user knows it. */
  readonly name: string;
  readonly title: string;
  /** With the settings to use. */
  readonly scene: Scene;
  readonly threads: number;
  readonly stop: Stop;
}

/** Makes the surfaces of these frames; waits for those that a run is still going to write. */
export async function followSurfaces(input: StageInput, range: FrameRange): Promise<void> {
  const { frameCount, frameLines } = openCache(input.cache);
  const view = viewOf(input, countFrames(range, Math.max(frameCount, frameLines.length - 1)));
  await make(input, view, (shouldStop) => surfaceTasks(input, range, { shouldStop, onWait: () => view.wait() }));
}

/** Makes those surfaces of frames that are missing, damaged or of other settings; says nothing if none is. */
export async function makeSurfacesOf(input: StageInput, tasks: readonly FrameTask[]): Promise<void> {
  const disk = new Disk(realFiles),
    missing = await keepIf(tasks, (task) => !findSurface(disk, input.cache, task));
  if (missing.length > 0) await make(input, viewOf(input, missing.length), () => toAsync(missing));
}

function viewOf({ context, name, title, scene, threads: most }: StageInput, total: number): StageView {
  const output = surfacesOf(name),
    threads = scene.surface.kind === 'active' ? 1 : most;
  return new StageView(context, { stage: 'mesh', noun: 'surface', scene: title, output, total, kept: 0, threads });
}

async function make(input: StageInput, view: StageView, tasks: TaskSource): Promise<void> {
  const { cache, scene, threads, stop } = input;
  stop.tell = (reason) => view.stopping(reason);
  try {
    const onMade = view.add.bind(view);
    await makeFrames({ kind: 'mesh', cache, scene }, tasks, { threads, signal: stop.signal, onMade });
    view.end(stop.asked);
  } catch (error) {
    view.fail();
    throw error;
  }
}

/** The frames of a range as they are committed, each with the key of its surface. */
async function* surfaceTasks(
  { cache, scene }: StageInput,
  { first, last }: FrameRange,
  follow: FollowOptions,
): AsyncGenerator<FrameTask> {
  const keyOf = surfaceKeys(scene);
  for await (const line of followFrames(cache, 0, last, follow)) {
    const key = keyOf(line);
    if (line.frame >= first) yield { line, surface: key, key, file: '' };
  }
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

/** Those of a list that pass a test which takes a while: signals have their turn in between. */
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
