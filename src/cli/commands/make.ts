// `thixo make`: from a scene to a video. Runs, meshes and renders with the settings of the scene; each stage does what is missing.

import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { defaultThreads, MOST_THREADS } from '../../make/defaults.ts';
import type { MakeEvent } from '../../make/events.ts';
import { ALL_FRAMES } from '../../make/frame-range.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, print, say } from '../context.ts';
import { MAKE_EXAMPLES } from '../help.ts';
import { collectValues, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';
import { jobOf, sayPreview, usualOutput } from './run.ts';

interface MakeOptions {
  readonly output?: string;
  readonly cache?: string;
  readonly frames?: number;
  readonly threads?: number;
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
    .option('-o, --output <path>', 'video (.mp4, .webm, .gif), animated .png, or folder; default <cache>.mp4')
    .option('--cache <dir>', 'folder of the cache; default out/<name of the scene>')
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(0, 1e9))
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--width <n>', 'width of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--height <n>', 'height of the picture, pixels; even', wholeNumber(1, 1e6))
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option(
      '--preview',
      'leave the finest level out: a fast look at the same scene, in out/<name of the scene>-preview',
    )
    .option('--fresh', 'throw away what is there and start again')
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, options: MakeOptions) => make(scene, options, context));
}

async function make(scene: string, options: MakeOptions, context: Context): Promise<void> {
  const { output, frames, width, height, threads = defaultThreads() } = options,
    cache = options.cache ?? usualOutput(scene, options, context);
  const [{ openInput }, { chooseOutput, renderFrames }, { makeMakeView }] = await Promise.all([
    import('../../make/cache-input.ts'),
    import('../../make/render-stage.ts'),
    import('../make-view.ts'),
  ]);
  const path = await watch(context, makeMakeView(context, cache), async ({ onEvent: tell, ...surroundings }) => {
    const around = { ...surroundings, threads, tell };
    const target = await chooseOutput(around, cache, { output });
    sayPreview(options, context);
    if (!(await simulate(scene, cache, { ...options, threads }, context, around))) return undefined;
    const sizes = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
    const input = await openInput(cache, sizes, around);
    const range = frames === undefined ? ALL_FRAMES : { first: 0, last: frames };
    if (await renderFrames(input, range, target)) return target.path;
    context.exit = EXIT.interrupted;
    return undefined;
  });
  if (path !== undefined && !context.json) print(context, path);
}

/** Simulates what is missing; false if it did not get to the end. */
async function simulate(
  scene: string,
  cache: string,
  options: MakeOptions,
  context: Context,
  { signal, tell }: { readonly signal: AbortSignal; tell(event: MakeEvent): void },
): Promise<boolean> {
  const { startBake } = await import('../../make/bake-thread.ts');
  const { output: _, cache: _cache, width: _width, height: _height, ...runOptions } = options;
  const baking = startBake(jobOf(scene, cache, cache, runOptions, context), ({ event, ...rest }) =>
    tell({ event, stage: 'run', ...rest } as MakeEvent),
  );
  signal.addEventListener('abort', () => baking.stop());
  try {
    const { outcome } = await baking.done;
    context.exit = { done: EXIT.ok, interrupted: EXIT.interrupted, diverged: EXIT.diverged }[outcome];
    if (outcome === 'diverged' && !context.json) say(context, `To see them: thixo render ${cache}`);
    return outcome === 'done';
  } catch (error) {
    throw error instanceof ThixoError ? new ThixoError(error.problems.map(withCacheOption)) : error;
  }
}

/** Here -o names the video, and --cache the folder of the cache. */
function withCacheOption<P extends { readonly hint: string }>(p: P): P {
  return { ...p, hint: p.hint.replaceAll(/(?<!\S)-o\b/g, '--cache') };
}
