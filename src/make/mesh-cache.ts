// The surfaces of the frames of a cache, beside them.

import { surfacesOf } from '../cache/derived.ts';
import { requirePath } from '../scene/options.ts';
import { openInput, requireFrames, warnOfEnd } from './cache-input.ts';
import { withProblems } from './failure.ts';
import { chosenFrames, type Frames } from './frame-range.ts';
import { followSurfaces } from './mesh-stage.ts';
import { type OptionNames, requireOptions, STAGE_OPTIONS, type StageOptions, surroundingsOf } from './options.ts';

/** How to make surfaces. */
export interface MeshOptions extends StageOptions {
  /**
   * Which frames: up to one, or from one to another. Default: all.
   * @example { frames: { first: 10, last: 20 } }
   */
  readonly frames?: Frames | undefined;
  /**
   * Settings of `surface` to change, each `path=value`. Default: as it was last run.
   * @example { set: ['surface.voxel=0.3'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * A scene file to take the settings from. Default: the scene as it was last run.
   * @example { scene: 'scenes/dam-break' }
   */
  readonly scene?: string | undefined;
}

/** How it ended. */
export interface MeshResult {
  readonly outcome: 'done' | 'interrupted';
  /** Folder of the surfaces, as the caller knows it. */
  readonly output: string;
}

const NAMES: OptionNames<MeshOptions> = { ...STAGE_OPTIONS, frames: true, set: true, scene: true };

/**
 * Makes those surfaces of a cache that are missing, damaged or of other settings; follows a run that still writes the cache.
 * @example const { output } = await meshCache('out/dam-break', { threads: 2 });
 */
export async function meshCache(cache: string, options: MeshOptions = {}): Promise<MeshResult> {
  return withProblems(async () => {
    requirePath('cache', cache);
    requireOptions(options, NAMES);
    const { set, scene } = options,
      around = surroundingsOf(options),
      range = chosenFrames(options),
      input = await openInput(cache, { set, scene }, around);
    requireFrames(input, range);
    await followSurfaces(input, range);
    const isDone = !around.signal.aborted;
    if (isDone) warnOfEnd(input, 'mesh', range);
    return { outcome: isDone ? 'done' : 'interrupted', output: surfacesOf(cache) };
  });
}
