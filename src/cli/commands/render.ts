// `thixo render`: pictures of the frames of a cache, and a video of them.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MOST_THREADS } from '../../make/defaults.ts';
import type { FrameRange } from '../../make/frame-range.ts';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, print } from '../context.ts';
import { RENDER_EXAMPLES } from '../help.ts';
import { readFrameRange } from '../read-frame-range.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface RenderOptions {
  readonly output?: string;
  readonly frames?: FrameRange;
  readonly frame?: number;
  readonly contactSheet?: boolean;
  readonly sideBySide?: boolean;
  readonly label?: readonly string[];
  readonly picturesOnly?: boolean;
  readonly threads?: number;
  readonly stopIfStuck?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly set?: readonly string[];
  readonly scene?: string;
}

/** Options and action of `thixo render`. */
export function defineRender(command: Command, context: Context): void {
  command
    .addHelpText('before', RENDER_EXAMPLES)
    .option('-o, --output <path>', 'video (.mp4, .webm, .gif), animated .png, or folder; default <cache>.mp4', filePath)
    .option('--frames <range>', '10-20, 10- (10 and later) or 20 (up to 20); default: all', readFrameRange)
    .option('--frame <n>', 'one picture of frame n', wholeNumber(0, 1e9))
    .option('--contact-sheet', 'one picture with many small ones from the whole run')
    .option('--side-by-side', 'several caches in one picture, with the same view and colors')
    .option('--label <text>', 'what stands under a cache, one for each; default: its name', collectValues)
    .option('--pictures-only', 'make pictures that are missing, leave them in the cache, and put nothing together')
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--width <n>', 'width of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--height <n>', 'height of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--set <path=value>', 'change a setting of camera, look, surface or output; can be repeated', collectValues)
    .option('--scene <file>', 'scene file for these settings; default: that of the last run')
    .action((caches: readonly string[], options: RenderOptions) => render(caches, options, context));
}

async function render(caches: readonly string[], options: RenderOptions, context: Context): Promise<void> {
  const [{ renderCache }, { renderSideBySide }, { makeStageView }] = await Promise.all([
    import('../../make/render-cache.ts'),
    import('../../make/render-side-by-side.ts'),
    import('../stage-view.ts'),
  ]);
  const { contactSheet, picturesOnly, sideBySide, label, scene, ...both } = options;
  requireOne(caches, options);
  const made = await watch(context, makeStageView(context), (watched) =>
    sideBySide
      ? renderSideBySide(caches, { ...picked(both), labels: label, ...watched })
      : renderCache(caches[0]!, { ...picked(both), contactSheet, picturesOnly, scene, ...watched }),
  );
  if (made.outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, made.output);
}

/** The options that both ways take; the command line has more of its own. */
function picked({ output, frames, frame, threads, stopIfStuck, width, height, set }: RenderOptions) {
  return { output, frames, frame, threads, stopIfStuck, width, height, set };
}

/** Throws USAGE for several caches that are not to stand side by side, and for options that do not go with it. */
function requireOne(caches: readonly string[], options: RenderOptions): void {
  const { sideBySide, label, contactSheet, picturesOnly, scene } = options;
  const wrong = (message: string, hint: string) => new ThixoError([usage(message, hint)]);
  if (!sideBySide && caches.length > 1)
    throw wrong(`render takes one cache, not ${caches.length}.`, 'To compare them in one picture: --side-by-side.');
  if (!sideBySide && label) throw wrong('--label is for --side-by-side.', 'Leave it out, or add --side-by-side.');
  if (sideBySide && (contactSheet || picturesOnly || scene !== undefined))
    throw wrong(
      '--side-by-side does not go with --contact-sheet, --pictures-only or --scene.',
      'Leave one of them out.',
    );
}
