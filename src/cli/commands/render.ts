// `thixo render`: pictures of the frames of a cache, and a video of them.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MOST_THREADS } from '../../make/defaults.ts';
import type { FrameRange } from '../../make/frame-range.ts';
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
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--width <n>', 'width of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--height <n>', 'height of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--set <path=value>', 'change a setting of camera, look, surface or output; can be repeated', collectValues)
    .option('--scene <file>', 'scene file for these settings; default: that of the last run')
    .action((cache: string, options: RenderOptions) => render(cache, options, context));
}

async function render(cache: string, options: RenderOptions, context: Context): Promise<void> {
  const [{ renderCache }, { makeStageView }] = await Promise.all([
    import('../../make/render-cache.ts'),
    import('../stage-view.ts'),
  ]);
  const { output, frames, frame, contactSheet, threads, stopIfStuck, width, height, set, scene } = options;
  const made = await watch(context, makeStageView(context), (watched) =>
    renderCache(cache, {
      output,
      frames,
      frame,
      contactSheet,
      threads,
      stopIfStuck,
      width,
      height,
      set,
      scene,
      ...watched,
    }),
  );
  if (made.outcome === 'interrupted') context.exit = EXIT.interrupted;
  else if (!context.json) print(context, made.output);
}
