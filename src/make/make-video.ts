// From a scene to a video: runs, meshes and renders with the settings of the scene; each stage does what is missing.

import type { BakeEvent } from '../cache/records.ts';
import type { Limits } from '../scene/limits.ts';
import { requirePath } from '../scene/options.ts';
import { openInput } from './cache-input.ts';
import { requireSizes } from './cache-scene.ts';
import type { MakeEvent } from './events.ts';
import { withProblems } from './failure.ts';
import { framesUpTo } from './frame-range.ts';
import {
  FFMPEG_OPTIONS,
  type FfmpegOptions,
  type OptionNames,
  requireOptions,
  requireWhole,
  surroundingsOf,
} from './options.ts';
import type { PictureKind } from './picture-kind.ts';
import { mapProblems } from './place-problems.ts';
import { chooseOutput, renderFrames } from './render-stage.ts';
import { type RunResult, runScene } from './run-scene.ts';
import { usualCache } from './usual-output.ts';

/** How to make a video. */
export interface MakeOptions extends FfmpegOptions<MakeEvent> {
  /**
   * A video (.mp4, .mov, .mkv, .webm, .gif), an animated .png, or a folder for a picture per frame.
   * Default: the cache's name with .mp4, or .png where there is no ffmpeg.
   * @example { output: 'splash.mp4' }
   */
  readonly output?: string | undefined;
  /**
   * Folder of the cache. Default: `out/` and the name of the scene, with `-preview` for a preview.
   * @example { cache: '/data/splash' }
   */
  readonly cache?: string | undefined;
  /**
   * The last frame. Default: that of the scene's `duration`.
   * @example { frames: 50 }
   */
  readonly frames?: number | undefined;
  /**
   * Width of the picture, pixels; even. Default: what the scene says.
   * @example { width: 1280, height: 720 }
   */
  readonly width?: number | undefined;
  /**
   * Height of the picture, pixels; even. Default: what the scene says.
   * @example { width: 1280, height: 720 }
   */
  readonly height?: number | undefined;
  /**
   * Values of the scene to change, each `path=value`. Default: none.
   * @example { set: ['substances.honey.viscosity=20', 'look.colorBy=speed'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * Leave the finest level out: a fast look at the same scene. Default: false.
   * @example { preview: true }
   */
  readonly preview?: boolean | undefined;
  /**
   * Throw away the frames that are there and start again. Default: false, it goes on.
   * @example { fresh: true }
   */
  readonly fresh?: boolean | undefined;
  /**
   * Limits to change, as numbers or as the text that `--limits` takes; `thixo --limits` lists them. Default: those of the table.
   * @example { limits: { particles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | string | undefined;
}

/** How it ended. */
export interface MakeResult {
  /** `diverged`: the numbers went wrong; the frames before are in the cache. */
  readonly outcome: 'done' | 'interrupted' | 'diverged';
  /** The video, picture or folder, as the caller knows it; if it is not done, what it would have been. */
  readonly output: string;
  readonly kind: PictureKind;
  /** Folder of the cache, as the caller knows it. */
  readonly cache: string;
}

const NAMES: OptionNames<MakeOptions> = {
  ...FFMPEG_OPTIONS,
  ...{ output: true, cache: true, frames: true, width: true, height: true },
  ...{ set: true, preview: true, fresh: true, limits: true },
};

/**
 * Simulates a scene, makes its surfaces and pictures, and puts them together. What is there is not made again: after an abort, a crash or a
 * change of the look the same call does the rest.
 * @example const { output } = await makeVideo('scenes/dam-break', { output: 'splash.mp4' });
 */
export async function makeVideo(scene: string, options: MakeOptions = {}): Promise<MakeResult> {
  return withProblems(async () => {
    requirePath('scene', scene);
    requireOptions(options, NAMES);
    requireWhole('frames', options.frames, 0);
    const { output, frames, width, height, preview = false } = options,
      around = surroundingsOf(options),
      cache = options.cache ?? usualCache(scene, preview, around.cwd);
    await requireSizes({ width, height });
    const { path, kind } = await chooseOutput(around, cache, { output }),
      { outcome } = await simulate(scene, cache, options);
    if (outcome !== 'done') return { outcome, output: path, kind, cache };
    const input = await openInput(cache, { width, height }, around),
      isDone = await renderFrames(input, framesUpTo(frames), { path, kind });
    return { outcome: isDone ? 'done' : 'interrupted', output: path, kind, cache };
  });
}

/** Simulates what is missing. */
function simulate(scene: string, cache: string, options: MakeOptions): Promise<RunResult> {
  const { frames, threads, signal, cwd, set, preview, fresh, limits, stopIfStuck } = options,
    onEvent = ({ event, ...rest }: BakeEvent): void => options.onEvent?.({ event, stage: 'run', ...rest } as MakeEvent);
  return mapProblems(withCacheOption, () =>
    runScene(scene, { output: cache, frames, threads, signal, cwd, set, preview, fresh, limits, stopIfStuck, onEvent }),
  );
}

/** Here -o names the video, and --cache the folder of the cache. */
function withCacheOption<P extends { readonly hint: string }>(p: P): P {
  return { ...p, hint: p.hint.replaceAll(/(?<!\S)-o\b/g, '--cache') };
}
