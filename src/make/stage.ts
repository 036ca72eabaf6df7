// A part of the work: counts what is there, and tells of it.

import { version } from '../cache/version.ts';
import { ThixoError } from '../problem.ts';
import type { StageEvent, StageName } from './events.ts';
import type { Made } from './frame-jobs/job.ts';
import type { Surroundings } from './surroundings.ts';
import { type Stall, stalled } from './watchdog.ts';

/** What a stage is going to make. */
export interface StagePlan {
  readonly stage: StageName;
  /** What is made of every frame. */
  readonly makes: Extract<StageEvent, { readonly makes: unknown }>['makes'];
  /** Title of the scene. */
  readonly scene: string;
  /** Where it goes, as the caller knows it. */
  readonly output: string;
  /** How many there will be. */
  readonly frames: number;
  /** Those of them that are known to be there. */
  readonly kept: number;
  readonly threads: number;
}

export class Stage {
  private readonly around: Surroundings;
  private readonly plan: StagePlan;
  private readonly began: number;
  private made = 0;
  private kept: number;

  /** The stage begins. */
  constructor(around: Surroundings, plan: StagePlan) {
    this.around = around;
    this.plan = plan;
    this.kept = plan.kept;
    this.began = around.now();
    const { stage, scene, output, frames, kept, makes } = plan,
      threads = Math.max(1, Math.min(plan.threads, frames - kept));
    around.tell({ event: 'start', stage, version: version(), scene, output, frames, kept, makes, threads });
  }

  /** There is one more. */
  add({ made, frame, time, file, bytes, elements, wallSeconds }: Made): void {
    if (made) this.made++;
    else this.kept++;
    const { stage } = this.plan,
      { done } = this,
      more = elements === undefined ? {} : { elements };
    this.around.tell({ event: 'frame', stage, frame, time, file, bytes, ...more, wallSeconds, made, done });
  }

  /** A frame has gone into the one file of all; a format may go through the frames several times. */
  pass(frame: number): void {
    this.made = (this.made % this.plan.frames) + 1;
    this.around.tell({ event: 'pass', stage: 'export', frame, done: this.made });
  }

  /** Nothing moves any more: throws STALLED if the caller wants that, tells of it otherwise. */
  stall(stall: Stall): void {
    const { stopIfStuck, tell } = this.around;
    if (stopIfStuck) throw new ThixoError([stalled(stall, 'error')]);
    tell({ event: 'warning', stage: this.plan.stage, ...stalled(stall, 'warning') });
  }

  /** There is nothing to do until a run has simulated more. */
  wait(): void {
    this.around.tell({ event: 'wait', stage: this.plan.stage });
  }

  /** Nothing more will come. */
  end(): void {
    const { stage, output } = this.plan,
      { now, signal } = this.around,
      wallSeconds = (now() - this.began) / 1000;
    const counts = { frames: this.done, made: this.made };
    this.around.tell({ event: 'done', stage, output, ...counts, wallSeconds, interrupted: signal.aborted });
  }

  private get done(): number {
    return this.kept + this.made;
  }
}
