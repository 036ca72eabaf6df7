// Options that all functions of this part share, and the checks of them. None changes a byte of a result.

import { performance } from 'node:perf_hooks';
import { ThixoError } from '../problem.ts';
import { requireAssignments, requireNames, requireThreads } from '../scene/options.ts';
import { defaultThreads } from './defaults.ts';
import type { StageEvent } from './events.ts';
import type { Surroundings } from './surroundings.ts';
import { usage } from './usage.ts';

/** Options that all functions share. */
export interface WorkOptions<Event> {
  /**
   * Threads, 1 to 64. Default: one per core, at most 8.
   * @example { threads: 2 }
   */
  readonly threads?: number | undefined;
  /**
   * When it aborts, the frames in work are finished and no others begun. What is done stays, and the same call goes on from there.
   * Default: never.
   * @example { signal: AbortSignal.timeout(60_000) }
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The folder that relative paths start from. Default: that of the process.
   * @example { cwd: '/home/ada/clay' }
   */
  readonly cwd?: string | undefined;
  /**
   * Give up with STALLED when nothing moves any more: for half a minute, or for 50 times as long as usual. Default: false, a warning tells of it.
   * @example { stopIfStuck: true }
   */
  readonly stopIfStuck?: boolean | undefined;
  /**
   * Told of what happens, in order. Default: nobody is.
   * @example { onEvent: (e) => e.event === 'frame' && console.log(e.frame) }
   */
  onEvent?(event: Event): void;
}

/** Options of functions that work on the frames of a cache. */
export interface StageOptions<Event = StageEvent> extends WorkOptions<Event> {
  /**
   * A clock, ms, for the wall times of `done` events. Default: `performance.now`.
   * @example { now: () => 0 }
   */
  readonly now?: (() => number) | undefined;
}

/** Options of functions that may need ffmpeg. */
export interface FfmpegOptions<Event = StageEvent> extends StageOptions<Event> {
  /**
   * Environment in which ffmpeg is looked for: THIXO_FFMPEG, then PATH. Default: `process.env`.
   * @example { env: { THIXO_FFMPEG: '/opt/ffmpeg/bin/ffmpeg' } }
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The name of every option of a function. */
export type OptionNames<Options> = Readonly<Record<keyof Required<Options>, true>>;

export const WORK_OPTIONS: OptionNames<WorkOptions<never>> = {
  ...{ threads: true, signal: true, cwd: true, stopIfStuck: true, onEvent: true },
};
export const STAGE_OPTIONS: OptionNames<StageOptions> = { ...WORK_OPTIONS, now: true };
export const FFMPEG_OPTIONS: OptionNames<FfmpegOptions> = { ...STAGE_OPTIONS, env: true };

/** Throws OPTION_UNKNOWN for an option that there is not, OPTION_THREADS for threads that cannot be, USAGE for what is no object. */
export function requireOptions<Options extends object>(options: Options, names: OptionNames<Options>): void {
  requireNames(options, Object.keys(names));
  const { threads, set } = options as WorkOptions<never> & { readonly set?: unknown };
  requireThreads(threads);
  requireAssignments(set);
}

/** Throws USAGE if an option is given and is not a whole number from `least` to `most`. */
export function requireWhole(name: string, value: number | undefined, least: number, most = 1e9): void {
  if (value === undefined || isWhole(value, least, most)) return;
  throw new ThixoError([usage(`${name} is ${value}.`, `Use a whole number from ${least} to ${most}.`)]);
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

/** The surroundings that options ask for. */
export function surroundingsOf(options: FfmpegOptions): Surroundings {
  const { cwd = process.cwd(), env = process.env, threads = defaultThreads(), now } = options,
    { signal = new AbortController().signal, stopIfStuck = false } = options;
  return {
    ...{ cwd, env, threads, signal, stopIfStuck },
    now: now ?? (() => performance.now()),
    tell: (event) => options.onEvent?.(event),
  };
}
