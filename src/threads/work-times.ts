// Where the time goes, for profiling. The engine has no clock: whoever wants to know hands one in, and it changes no result.

import { PASSES } from '../wasm/passes.ts';
import { WORK_KINDS, type WorkKind } from '../wasm/work-kinds.ts';

export { WORK_KINDS, type WorkKind };

/** Time spent on each kind of work, in the unit of the clock. */
export type WorkTimes = Readonly<Record<WorkKind, number>>;

/** The kind of every number of a pass. */
const KIND_OF: readonly WorkKind[] = PASSES.flatMap(({ first, end, kind }) =>
  Array.from({ length: end - first }, () => kind),
);

/** The kind of work of a pass. Example: `kindOfPass(PASS_KICK_FLOW)` is `'steps'`. */
export function kindOfPass(pass: number): WorkKind {
  return KIND_OF[pass] ?? 'host';
}

/** Adds up time by kind of work. Every moment between `start` and `stop` counts once, for the innermost work. */
export class Stopwatch {
  readonly times: Record<WorkKind, number>;
  private readonly clock: () => number;
  private kind: WorkKind = 'host';
  private since = 0;

  constructor(clock: () => number) {
    this.clock = clock;
    this.times = Object.fromEntries(WORK_KINDS.map((kind) => [kind, 0])) as Record<WorkKind, number>;
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
