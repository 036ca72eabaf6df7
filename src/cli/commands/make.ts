// `thixo make`: from a scene to a video. Runs, meshes and renders with the settings of the scene; each stage does what is missing.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MOST_THREADS } from '../../make/defaults.ts';
import { type Context, print, say } from '../context.ts';
import { MAKE_EXAMPLES } from '../help.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface MakeOptions {
  readonly output?: string;
  readonly cache?: string;
  readonly frames?: number;
  readonly threads?: number;
  readonly stopIfStuck?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly set?: readonly string[];
  readonly fresh?: boolean;
  readonly limits?: string;
  readonly preview?: boolean;
}

/** Options and action of `thixo make`. */
export function defineMake(command: Command, context: Context): void {
  command
    .addHelpText('before', MAKE_EXAMPLES)
    .option('-o, --output <path>', 'video (.mp4, .webm, .gif), animated .png, or folder; default <cache>.mp4', filePath)
    .option('--cache <dir>', 'folder of the cache; default out/<name of the scene>')
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(0, 1e9))
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--width <n>', 'width of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--height <n>', 'height of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option(
      '--preview',
      'leave the finest level out: a fast look at the same scene, in out/<name of the scene>-preview',
    )
    .option('--fresh', 'delete existing results and start again')
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, options: MakeOptions) => make(scene, options, context));
}

async function make(scene: string, options: MakeOptions, context: Context): Promise<void> {
  const [{ makeVideo }, { makeMakeView }, { usualCache }] = await Promise.all([
    import('../../make/make-video.ts'),
    import('../make-view.ts'),
    import('../../make/usual-output.ts'),
  ]);
  const { output, frames, threads, stopIfStuck, width, height, set, fresh, limits, preview = false } = options,
    cache = options.cache ?? usualCache(scene, preview, context.io.cwd);
  const made = await watch(context, makeMakeView(context, cache, preview), (watched) =>
    makeVideo(scene, {
      output,
      cache,
      frames,
      threads,
      stopIfStuck,
      width,
      height,
      set,
      fresh,
      limits,
      preview,
      ...watched,
    }),
  );
  context.exit = { done: EXIT.ok, interrupted: EXIT.interrupted, diverged: EXIT.diverged }[made.outcome];
  if (context.json) return;
  if (made.outcome === 'done') print(context, made.output);
  else if (made.outcome === 'diverged') say(context, `To see them: thixo render ${cache}`);
}
