// Where the time goes, for profiling. The engine has no clock: whoever wants to know hands one in, and it changes no result.

import * as at from '../wasm/layout.ts';

/** Kinds of work of a frame; `host` is everything that is none of the others. */
export const WORK_KINDS = ['search', 'obstacles', 'pack', 'density', 'forces', 'steps', 'adapt', 'host'] as const;

/** A kind of work. */
export type WorkKind = (typeof WORK_KINDS)[number];

/** Time spent on each kind of work, in the unit of the clock. */
export type WorkTimes = Readonly<Record<WorkKind, number>>;

/** Passes with a number of their own, by kind. */
const KIND_OF: Readonly<Record<number, WorkKind>> = {
  [at.PASS_BOUNDS]: 'search',
  [at.PASS_CELLS]: 'search',
  [at.PASS_PERMUTE]: 'search',
  [at.PASS_SEARCH_ARRAYS]: 'search',
  [at.PASS_LISTS]: 'search',
  [at.PASS_COUNT_NEIGHBORS]: 'search',
  [at.PASS_MARK_LEAVING]: 'search',
  [at.PASS_DRIFT_PREDICTOR]: 'obstacles',
  [at.PASS_DRIFT_INDIVIDUAL]: 'obstacles',
  [at.PASS_DRIFT_FLOW]: 'obstacles',
  [at.PASS_DRIFT_GLOBULES]: 'obstacles',
  [at.PASS_PACK]: 'pack',
  [at.PASS_UPDATE_DENSITY]: 'density',
  [at.PASS_SHEPARD]: 'density',
  [at.PASS_CLEAR_SUMS]: 'forces',
  [at.PASS_KICK_PREDICTOR]: 'steps',
  [at.PASS_KICK_INDIVIDUAL]: 'steps',
  [at.PASS_KICK_FLOW]: 'steps',
  [at.PASS_MARK_ACTIVE]: 'steps',
  [at.PASS_LIMIT_LEVELS]: 'steps',
  [at.PASS_APPLY_LIMITS]: 'steps',
};

/** The kind of a pass; those that exist per kernel lie in ranges behind the others. */
export function kindOfPass(pass: number): WorkKind {
  const kind = KIND_OF[pass];
  if (kind !== undefined || pass < at.PASS_MEASURE) return kind ?? 'host';
  if (pass < at.PASS_DENSITY) return 'adapt';
  return pass < at.PASS_FORCES ? 'density' : pass < at.PASS_SURFACE ? 'forces' : 'host';
}

/** Adds up time by kind of work. Every moment between `start` and `stop` counts once, for the innermost work. */
export class Stopwatch {
  readonly times: Record<WorkKind, number>;
  private readonly clock: () => number;
  private kind: WorkKind = 'host';
  private since = 0;

  constructor(clock: () => number) {
    this.clock = clock;
    this.times = { search: 0, obstacles: 0, pack: 0, density: 0, forces: 0, steps: 0, adapt: 0, host: 0 };
  }

  /** Time counts from now on, as `host`, also after work that was given up halfway. */
  start(): void {
    this.kind = 'host';
    this.since = this.clock();
  }

  /** Time counts for another kind from now on; returns the one it counted for. */
  turnTo(kind: WorkKind): WorkKind {
    const { kind: before } = this,
      now = this.clock();
    this.times[before] += now - this.since;
    this.kind = kind;
    this.since = now;
    return before;
  }

  /** Time no longer counts. */
  stop(): void {
    this.turnTo('host');
  }
}
