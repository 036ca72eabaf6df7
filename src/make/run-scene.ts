// From a scene to a cache. The work is done in a thread of its own, so that the caller can answer others meanwhile.

import { resolve } from 'node:path';
import type { BakeResult } from '../cache/bake.ts';
import type { BakeEvent } from '../cache/records.ts';
import { ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { requirePath } from '../scene/options.ts';
import type { BakeJob } from './bake-job.ts';
import { startBake } from './bake-thread.ts';
import { defaultThreads } from './defaults.ts';
import { withProblems } from './failure.ts';
import { limitsText } from './limits-text.ts';
import { type OptionNames, requireOptions, requireWhole, WORK_OPTIONS, type WorkOptions } from './options.ts';
import { pathFrom } from './path-from.ts';
import { usage } from './usage.ts';
import { usualCache } from './usual-output.ts';
import { resultOf } from './work-thread.ts';

/** How to run a scene. */
export interface RunOptions extends WorkOptions<BakeEvent> {
  /**
   * Folder of the cache. Default: `out/` and the name of the scene, with `-preview` for a preview.
   * @example { output: 'out/moon' }
   */
  readonly output?: string | undefined;
  /**
   * The last frame to simulate. Default: that of the scene's `duration`.
   * @example { frames: 50 }
   */
  readonly frames?: number | undefined;
  /**
   * Values of the scene to change, each `path=value`. Default: none.
   * @example { set: ['gravity.1=-1.6'] }
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
   * Begin with the frames of another cache up to this one, without copying them. Default: begin with the scene.
   * @example { branch: { cache: 'out/first', frame: 40 }, output: 'out/other' }
   */
  readonly branch?: { readonly cache: string; readonly frame: number } | undefined;
  /**
   * Frames between saved states; 0 saves none but when asked to stop. Default: what the scene says, else 10 or a minute of work.
   * @example { checkpointEvery: 25 }
   */
  readonly checkpointEvery?: number | undefined;
  /**
   * Limits to change, as numbers or as the text that `--limits` takes; `thixo --limits` lists them. Default: those of the table.
   * @example { limits: { particles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | string | undefined;
  /**
   * `mpi`: this process is one of those that `mpiexec` or `srun` has started, and they share the world. Rank 0 writes the cache and tells events.
   * Default: it is alone.
   * @example { ranks: 'mpi' }
   */
  readonly ranks?: 'mpi' | undefined;
}

/** How a run ended. */
export interface RunResult extends BakeResult {
  /** Folder of the cache, as the caller knows it. */
  readonly output: string;
}

const NAMES: OptionNames<RunOptions> = {
  ...WORK_OPTIONS,
  ...{ output: true, frames: true, set: true, preview: true, fresh: true },
  ...{ branch: true, checkpointEvery: true, limits: true, ranks: true },
};

/**
 * Simulates a scene file into a cache, or goes on with it; a complete cache is left as it is.
 * Throws a ThixoError when it cannot; every committed frame is safe then.
 * @example const { outcome, frame, hash } = await runScene('scenes/dam-break', { frames: 50 });
 */
export async function runScene(scene: string, options: RunOptions = {}): Promise<RunResult> {
  return withProblems(async () => {
    requirePath('scene', scene);
    requireOptions(options, NAMES);
    requireWhole('frames', options.frames, 0);
    requireWhole('checkpointEvery', options.checkpointEvery, 0);
    requireRanks(options.ranks);
    const { cwd = process.cwd(), preview = false, signal, stopIfStuck } = options,
      output = options.output ?? usualCache(scene, preview, cwd);
    const baking = startBake(jobOf(scene, output, options, cwd), (event) => options.onEvent?.(event), { stopIfStuck });
    return { ...(await resultOf(baking, signal)), output };
  });
}

function requireRanks(ranks: unknown): void {
  if (ranks === undefined || ranks === 'mpi') return;
  throw new ThixoError([usage(`ranks is ${JSON.stringify(ranks)}.`, 'Say "mpi", or leave it out.')]);
}

function jobOf(scene: string, output: string, options: RunOptions, cwd: string): BakeJob {
  const {
      frames,
      ranks,
      threads = ranks ? 1 : defaultThreads(),
      fresh,
      checkpointEvery,
      set = [],
      limits,
      preview = false,
    } = options,
    folder = pathFrom(cwd, output),
    branch = branchOf(options, folder, cwd);
  return {
    scene: pathFrom(cwd, scene),
    output: folder,
    set,
    limits: limitsText(limits),
    preview,
    ...(ranks && { ranks }),
    options: {
      threads,
      ...(frames === undefined ? {} : { frames }),
      ...(fresh === undefined ? {} : { fresh }),
      ...(branch === undefined ? {} : { branch }),
      ...(checkpointEvery === undefined ? {} : { checkpointEvery }),
    },
  };
}

function branchOf({ branch }: RunOptions, output: string, cwd: string): RunOptions['branch'] {
  if (!branch) return undefined;
  const { frame } = branch,
    cache = pathFrom(cwd, branch.cache);
  if (resolve(cache) !== resolve(output)) return { cache, frame };
  const hint = `Name another folder for the branch: --from-frame ${frame} -o out/other.`;
  throw new ThixoError([usage('A branch cannot be written into the cache that it starts from.', hint)]);
}
