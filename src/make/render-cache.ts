// Pictures of the frames of a cache, and a video of them.

import { requirePath } from '../scene/options.ts';
import { openInput, requireFrames, warnOfEnd, withWritable } from './cache-input.ts';
import { withProblems } from './failure.ts';
import { chosenFrames, type Frames } from './frame-range.ts';
import { FFMPEG_OPTIONS, type FfmpegOptions, type OptionNames, requireOptions, surroundingsOf } from './options.ts';
import type { PictureKind } from './picture-kind.ts';
import { chooseOutput, renderFrames } from './render-stage.ts';

/** How to render. */
export interface RenderOptions extends FfmpegOptions {
  /**
   * A video (.mp4, .mov, .mkv, .webm, .gif), an animated .png, or a folder for a picture per frame.
   * Default: the cache's name with .mp4, or .png where there is no ffmpeg.
   * @example { output: 'splash.webm' }
   */
  readonly output?: string | undefined;
  /**
   * Which frames: up to one, or from one to another. Default: all.
   * @example { frames: { first: 10, last: 20 } }
   */
  readonly frames?: Frames | undefined;
  /**
   * One picture, of this frame. Default: a picture of every frame.
   * @example { frame: 30, output: 'still.png' }
   */
  readonly frame?: number | undefined;
  /**
   * One picture with small ones of frames from all over the run. Default: false.
   * @example { contactSheet: true }
   */
  readonly contactSheet?: boolean | undefined;
  /**
   * Make the pictures and leave them in the cache, where a later call finds them. Default: false.
   * @example { picturesOnly: true, frames: { first: 0, last: 19 } }
   */
  readonly picturesOnly?: boolean | undefined;
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
   * Settings of camera, look, surface or output to change, each `path=value`. Default: as it was last run.
   * @example { set: ['look.colorBy=speed'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * A scene file to take these settings from. Default: the scene as it was last run.
   * @example { scene: 'scenes/dam-break' }
   */
  readonly scene?: string | undefined;
}

/** How it ended. */
export interface RenderResult {
  readonly outcome: 'done' | 'interrupted';
  /** The video, picture or folder, as the caller knows it; if it was interrupted, what it would have been. */
  readonly output: string;
  readonly kind: PictureKind;
}

const NAMES: OptionNames<RenderOptions> = {
  ...FFMPEG_OPTIONS,
  ...{ output: true, frames: true, frame: true, contactSheet: true, picturesOnly: true },
  ...{ width: true, height: true, set: true, scene: true },
};

/**
 * Makes pictures of the frames of a cache and puts them together; pictures and surfaces that are there are not made again.
 * @example const { output } = await renderCache('out/dam-break', { set: ['look.colorBy=speed'] });
 */
export async function renderCache(cache: string, options: RenderOptions = {}): Promise<RenderResult> {
  return withProblems(async () => {
    requirePath('cache', cache);
    requireOptions(options, NAMES);
    const { output, frame, contactSheet, picturesOnly, width, height, set, scene } = options,
      range = chosenFrames(options),
      input = await openInput(cache, { width, height, set, scene }, surroundingsOf(options));
    requireFrames(input, range);
    const chosen = await chooseOutput(input, cache, { output, frame, contactSheet, picturesOnly }),
      isDone = await withWritable(input, 'render', (to) => renderFrames(to, range, chosen));
    if (isDone) warnOfEnd(input, 'render', range);
    return { outcome: isDone ? 'done' : 'interrupted', output: chosen.path, kind: chosen.kind };
  });
}
