// The frames of a cache as they are committed, also while a run still writes them. Reading needs no lock; a run that is gone ends the wait.

import { join } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import type { FrameLine } from '../frames/manifest-line.ts';
import { problem, ThixoError } from '../problem.ts';
import { openCache } from './cache.ts';
import { Disk } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import { LOCK_FILE, LockWatch } from './run-lock.ts';

/** How to follow. */
export interface FollowOptions {
  readonly files?: Files;
  /** Between two looks at the cache, ms; default 300. */
  readonly pause?: number;
  /** Asked before every frame and every wait: whether to end. */
  shouldStop?(): boolean;
  /** Told once, when there is nothing to do until the run has simulated more. */
  onWait?(): void;
}

/**
 * The committed frames from `first` to `last`, in order; waits for more while a run writes the cache.
 * @example for await (const { frame } of followFrames('out/dam-break', 0, Infinity)) console.log(frame);
 */
export async function* followFrames(
  folder: string,
  first: number,
  last: number,
  options: FollowOptions = {},
): AsyncGenerator<FrameLine, void, void> {
  const { files = realFiles, pause = 300, shouldStop = () => false } = options,
    disk = new Disk(files),
    lock = new LockWatch(disk, join(folder, LOCK_FILE));
  let next = first,
    before: FrameLine | undefined,
    told = false;
  for (;;) {
    const running = lock.isHeld(); // looked at first: what a run commits before it ends is seen below
    const { frameLines: lines, manifest } = openCache(folder, files);
    if (before && lines[before.frame]?.sha256 !== before.sha256) throw startedAgain(folder);
    for (; next < lines.length && next <= last; next++) {
      if (shouldStop()) return;
      before = lines[next]!;
      yield before;
    }
    if (next > last || !running || shouldStop()) return;
    if (!told) options.onWait?.();
    told = true;
    const length = manifest.length + manifest.rest,
      isSame = (): boolean => disk.read(join(folder, MANIFEST))?.length === length;
    while (isSame() && lock.isHeld() && !shouldStop()) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function startedAgain(folder: string): ThixoError {
  const message = `The frames in ${folder} were simulated again while they were in use.`;
  return new ThixoError([problem('CACHE_OTHER_SCENE', '', message, 'Run the same command again.')]);
}
