// Spray, foam and bubbles of the frames of a cache, beside them.

import { foamOf } from '../cache/derived.ts';
import type { FoamSettings } from '../foam/settings.ts';
import { requirePath } from '../scene/options.ts';
import { openInput, requireFrames, warnOfEnd } from './cache-input.ts';
import { withProblems } from './failure.ts';
import { foamSettings, requireLiquid } from './foam-settings.ts';
import { followFoam } from './foam-stage.ts';
import { framesUpTo } from './frame-range.ts';
import { type OptionNames, requireOptions, STAGE_OPTIONS, type StageOptions, surroundingsOf } from './options.ts';

/** How to make foam. It is made on one thread: `threads` changes nothing. */
export interface FoamOptions extends StageOptions {
  /**
   * The last frame. Default: all frames. The foam of a frame needs that of all before.
   * @example { frames: 40 }
   */
  readonly frames?: number | undefined;
  /**
   * Particles that a particle of the liquid makes at most per second where air is trapped, 0 to 100000. Default: 200.
   * @example { trappedAir: 1000 }
   */
  readonly trappedAir?: number | undefined;
  /**
   * The same on crests of waves. Default: 200.
   * @example { waveCrest: 0 }
   */
  readonly waveCrest?: number | undefined;
  /**
   * Shortest and longest time that something can be foam, s. Default: 2 and 5.
   * @example { lifetime: [1, 2] }
   */
  readonly lifetime?: FoamSettings['lifetime'] | undefined;
  /**
   * Lift of bubbles over their weight, 0 to 1000. Default: 2.
   * @example { buoyancy: 5 }
   */
  readonly buoyancy?: number | undefined;
  /**
   * Part of the difference to the velocity of the liquid that bubbles lose in a frame, 0 to 1. Default: 0.8.
   * @example { drag: 0.5 }
   */
  readonly drag?: number | undefined;
}

/** How it ended. */
export interface FoamResult {
  readonly outcome: 'done' | 'interrupted';
  /** Folder of the foam, as the caller knows it. */
  readonly output: string;
}

const NAMES: OptionNames<FoamOptions> = {
  ...STAGE_OPTIONS,
  ...{ frames: true, trappedAir: true, waveCrest: true, lifetime: true, buoyancy: true, drag: true },
};

/**
 * Makes the foam of those frames of a cache that have none, or one that is damaged or of other settings; follows a run that still writes the
 * cache.
 * @example const { output } = await foamCache('out/dam-break', { trappedAir: 1000 });
 */
export async function foamCache(cache: string, options: FoamOptions = {}): Promise<FoamResult> {
  return withProblems(async () => {
    requirePath('cache', cache);
    requireOptions(options, NAMES);
    const settings = foamSettings(options),
      around = surroundingsOf(options),
      range = framesUpTo(options.frames),
      input = await openInput(cache, {}, around);
    requireLiquid(input.scene, cache);
    requireFrames(input, range);
    await followFoam(input, range, settings);
    const isDone = !around.signal.aborted;
    if (isDone) warnOfEnd(input, 'foam', range);
    return { outcome: isDone ? 'done' : 'interrupted', output: foamOf(cache) };
  });
}
