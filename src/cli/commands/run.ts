// `thixo run`: simulates a scene into a cache. The work is done in a thread; this one shows it and answers signals.

import { statSync } from 'node:fs';
import { basename, join, parse, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import type { BakeJob } from '../../make/bake-job.ts';
import { defaultThreads, MOST_THREADS } from '../../make/defaults.ts';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, pathOf, print, say } from '../context.ts';
import { RUN_EXAMPLES } from '../help.ts';
import { collectValues, wholeNumber } from '../usage.ts';

const MOST_FRAMES = 1e9;

/** Options of `thixo run`. */
export interface RunOptions {
  readonly output?: string;
  readonly frames?: number;
  readonly threads?: number;
  readonly set?: readonly string[];
  readonly fresh?: boolean;
  readonly fromFrame?: number;
  readonly of?: string;
  readonly checkpointEvery?: number;
  readonly limits?: string;
  readonly preview?: boolean;
}

/** Options and action of `thixo run`. */
export function defineRun(command: Command, context: Context): void {
  command
    .addHelpText('before', RUN_EXAMPLES)
    .option('-o, --output <dir>', 'folder of the cache; default out/<name of the scene>')
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(0, MOST_FRAMES))
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option(
      '--preview',
      'leave the finest level out: a fast look at the same scene, in out/<name of the scene>-preview',
    )
    .option('--fresh', 'throw away the frames that are there and start again')
    .option('--from-frame <n>', 'branch: start from frame n of another cache', wholeNumber(0, MOST_FRAMES))
    .option('--of <cache>', 'the cache to branch from; default out/<name of the scene>')
    .option('--checkpoint-every <n>', 'frames between saved states, or off; changes no result', everyFrames)
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, options: RunOptions) => run(scene, options, context));
}

async function run(scene: string, options: RunOptions, context: Context): Promise<void> {
  const [{ startBake }, { makeRunView }] = await Promise.all([
    import('../../make/bake-thread.ts'),
    import('../run-view.ts'),
  ]);
  const { io } = context;
  const usual = usualOutput(scene, options, context);
  const output = options.output ?? usual;
  const view = makeRunView(context, output);
  sayPreview(options, context);
  let asked = false,
    started = false;
  const baking = startBake(jobOf(scene, output, usual, options, context), (event) => {
    started = true;
    view.show(event);
  });
  const release = io.onStop((reason) => {
    const nothingToSave = !started || asked;
    if (nothingToSave && reason !== 'EPIPE') io.leave(EXIT.interrupted);
    if (asked) return;
    asked = true;
    baking.stop();
    view.stopping(reason);
  });
  try {
    const { outcome } = await baking.done;
    context.exit = { done: EXIT.ok, interrupted: EXIT.interrupted, diverged: EXIT.diverged }[outcome];
    if (outcome === 'done' && !context.json) print(context, output);
  } finally {
    release();
    view.end();
  }
}

/** The bake that options ask for; `usual` is where the cache goes without -o. */
export function jobOf(scene: string, output: string, usual: string, options: RunOptions, context: Context): BakeJob {
  const { frames, threads, fresh, checkpointEvery, set = [], limits, preview = false } = options;
  const folder = pathOf(context, output),
    branch = branchOf(options, pathOf(context, options.of ?? usual), folder);
  return {
    scene: pathOf(context, scene),
    output: folder,
    set,
    limits,
    preview,
    options: {
      threads: threads ?? defaultThreads(),
      ...(frames === undefined ? {} : { frames }),
      ...(fresh === undefined ? {} : { fresh }),
      ...(branch === undefined ? {} : { branch }),
      ...(checkpointEvery === undefined ? {} : { checkpointEvery }),
    },
  };
}

function branchOf(
  { fromFrame, of }: RunOptions,
  cache: string,
  output: string,
): { cache: string; frame: number } | undefined {
  if (fromFrame === undefined) {
    if (of === undefined) return undefined;
    throw new ThixoError([
      usage('--of needs --from-frame.', 'Say which frame to start from: --from-frame 40 --of out/first -o out/other.'),
    ]);
  }
  if (resolve(cache) !== resolve(output)) return { cache, frame: fromFrame };
  const hint = `Name another folder for the branch: --from-frame ${fromFrame} -o out/other.`;
  throw new ThixoError([usage('A branch cannot be written into the cache that it starts from.', hint)]);
}

/** Where the cache of a scene goes if nobody says otherwise, as the user knows it. */
export function usualOutput(scene: string, { preview }: Pick<RunOptions, 'preview'>, context: Context): string {
  return join('out', `${outputName(pathOf(context, scene))}${preview ? '-preview' : ''}`);
}

/** Says that it is only a preview, if it is. */
export function sayPreview({ preview }: Pick<RunOptions, 'preview'>, context: Context): void {
  if (preview && !context.quiet && !context.json)
    say(context, 'Preview: the finest level is left out. The same command without --preview is the real run.');
}

/** What a scene's cache is called: the folder of a scene.json, else the file without its ending. */
export function outputName(scene: string): string {
  const full = resolve(scene),
    { name, dir } = parse(full);
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory()) return basename(full) || 'scene';
  return (name === 'scene' ? basename(dir) : name) || 'scene';
}

function everyFrames(text: string): number {
  return text === 'off' ? 0 : wholeNumber(1, MOST_FRAMES)(text);
}
