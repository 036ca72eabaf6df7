// Foam of the frames of a cache, also of one that is still growing.

import { openCache } from '../cache/cache.ts';
import { foamOf, frameKey } from '../cache/derived.ts';
import { type FollowOptions, followFrames } from '../cache/follow.ts';
import type { FoamSettings } from '../foam/settings.ts';
import { foamSettingsKey } from './foam-settings.ts';
import type { FrameTask } from './frame-jobs/job.ts';
import { makeFrames } from './frame-jobs/make-frames.ts';
import { countFrames, type FrameRange } from './frame-range.ts';
import type { StageInput } from './mesh-stage.ts';
import { Stage } from './stage.ts';

/** Makes the foam of all frames up to the last of a range; waits for those that a run is still going to write. */
export async function followFoam(input: StageInput, range: FrameRange, settings: FoamSettings): Promise<void> {
  const { cache, derived, scene, name, title, signal } = input,
    { frameCount, frameLines } = openCache(cache),
    frames = countFrames(range, Math.max(frameCount, frameLines.length - 1));
  const stage = new Stage(input, {
    ...{ stage: 'foam', makes: 'foam', scene: title, output: foamOf(name), frames, kept: 0, threads: 1 },
  });
  await makeFrames(
    { kind: 'foam', cache, derived, scene, settings },
    (shouldStop) => foamTasks(input, range, settings, { shouldStop, onWait: () => stage.wait() }),
    { threads: 1, signal, onMade: (made) => stage.add(made), onStall: (stall) => stage.stall(stall) },
  );
  stage.end();
}

/** The frames as they are committed, each with the key of its foam, which depends on all frames before. */
async function* foamTasks(
  { cache, scene }: StageInput,
  { first, last }: FrameRange,
  settings: FoamSettings,
  follow: FollowOptions,
): AsyncGenerator<FrameTask> {
  let key = foamSettingsKey(scene, settings);
  for await (const line of followFrames(cache, 0, last, follow)) {
    key = frameKey(key, line);
    if (line.frame >= first) yield { line, surface: undefined, key, file: '' };
  }
}
