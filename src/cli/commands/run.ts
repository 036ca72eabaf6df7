// `thixo run`: simulates a scene into a cache. The library does the work; this shows it.

import { type Command, Option } from 'commander';
import { EXIT } from '../../codes.ts';
import { MOST_THREADS } from '../../make/defaults.ts';
import { usage } from '../../make/usage.ts';
import { rankOfEnvironment } from '../../mpi/rank-of-environment.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, print } from '../context.ts';
import { RUN_EXAMPLES } from '../help.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

const MOST_FRAMES = 1e9;

/** Of a rank that follows: rank 0 says everything. */
const SILENT = { show: () => {}, stopping: () => {}, end: () => {} };

interface RunOptions {
  readonly output?: string;
  readonly frames?: number;
  readonly threads?: number;
  readonly stopIfStuck?: boolean;
  readonly set?: readonly string[];
  readonly fresh?: boolean;
  readonly fromFrame?: number;
  readonly of?: string;
  readonly checkpointEvery?: number;
  readonly limits?: string;
  readonly preview?: boolean;
  readonly ranks?: 'mpi';
}

/** Options and action of `thixo run`. */
export function defineRun(command: Command, context: Context): void {
  command
    .addHelpText('before', RUN_EXAMPLES)
    .option('-o, --output <dir>', 'folder of the cache; default out/<name of the scene>', filePath)
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(0, MOST_FRAMES))
    .option('--threads <n>', `threads; default: one per core, at most ${MOST_THREADS}`, wholeNumber(1, 64))
    .option('--stop-if-stuck', 'give up, with exit code 8, when nothing moves any more; default: warn')
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option(
      '--preview',
      'leave the finest level out: a fast look at the same scene, in out/<name of the scene>-preview',
    )
    .option('--fresh', 'delete existing results and start again')
    .option('--from-frame <n>', 'branch: start from frame n of another cache', wholeNumber(0, MOST_FRAMES))
    .option('--of <cache>', 'the cache to branch from; default out/<name of the scene>')
    .option('--checkpoint-every <n>', 'frames between saved states, or off; changes no result', everyFrames)
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .addOption(
      new Option('--ranks <launcher>', 'share the world with the processes that mpiexec has started').choices(['mpi']),
    )
    .action((scene: string, options: RunOptions) => run(scene, options, context));
}

async function run(scene: string, options: RunOptions, context: Context): Promise<void> {
  const [{ runScene }, { makeRunView, sayPreview }, { usualCache }] = await Promise.all([
    import('../../make/run-scene.ts'),
    import('../run-view.ts'),
    import('../../make/usual-output.ts'),
  ]);
  const { frames, threads, set, fresh, checkpointEvery, limits, preview = false, ranks } = options,
    follows = ranks !== undefined && rankOfEnvironment(context.io.env) > 0,
    stopIfStuck = options.stopIfStuck && !follows,
    usual = usualCache(scene, preview, context.io.cwd),
    output = options.output ?? usual;
  if (preview && !follows) sayPreview(context);
  const branch = branchOf(options, usual);
  const running = watch(context, follows ? SILENT : makeRunView(context, output), ({ cwd, signal, onEvent }) =>
    runScene(scene, {
      ...{ output, frames, threads, stopIfStuck, set, fresh, checkpointEvery, limits, preview, branch, ranks },
      ...{ cwd, signal, onEvent },
    }),
  );
  const { outcome } = await (follows ? running.catch(endQuietly) : running);
  context.exit = { done: EXIT.ok, interrupted: EXIT.interrupted, diverged: EXIT.diverged, failed: EXIT.ok }[outcome];
  if (outcome === 'done' && !context.json && !follows) print(context, output);
}

/** A rank whose run rank 0 has ended, or that fails as rank 0 does, leaves message and exit code to it: launchers unite the codes of all. */
function endQuietly(error: unknown): { readonly outcome: 'failed' } {
  const told = ['RANK_ENDED', 'MPI_MISSING'];
  if (error instanceof ThixoError && error.problems.every(({ code }) => told.includes(code)))
    return { outcome: 'failed' };
  throw error;
}

/** Where to branch off; `usual` is the cache that the scene has without -o. */
function branchOf({ fromFrame, of }: RunOptions, usual: string): { cache: string; frame: number } | undefined {
  if (fromFrame !== undefined) return { cache: of ?? usual, frame: fromFrame };
  if (of === undefined) return undefined;
  throw new ThixoError([
    usage('--of needs --from-frame.', 'Say which frame to start from: --from-frame 40 --of out/first -o out/other.'),
  ]);
}

function everyFrames(text: string): number {
  return text === 'off' ? 0 : wholeNumber(1, MOST_FRAMES)(text);
}
