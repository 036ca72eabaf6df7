// What a frame has done so far, and its report.

import { explainLeaving, type Finding } from '../diagnose/inspect.ts';
import type { Criterion } from '../engine/step-limit.ts';
import type { FrameReport, FrameTally } from './report.ts';
import type { Simulation } from './simulation.ts';

export class FrameLog {
  private readonly s: Simulation;
  private readonly before: { readonly evaluations: number; readonly splits: number; readonly merges: number };
  private steps = 0;
  private min = Number.POSITIVE_INFINITY;
  private max = 0;
  private criterion: Criterion = 'none';

  constructor(s: Simulation) {
    const { evaluations, adaptations } = s.books.account;
    this.s = s;
    this.before = { evaluations, splits: adaptations.splits, merges: adaptations.merges };
  }

  /** Notes a step of dt (s) that the simulation's limit bound. */
  step(dt: number): void {
    if (dt < this.min) {
      this.min = dt;
      this.criterion = this.s.limit.criterion;
    }
    this.max = Math.max(this.max, dt);
    this.steps++;
  }

  /** The report of a frame that must be put back. */
  failed(finding: Finding): FrameReport {
    this.s.finding = finding;
    return { ok: false, ...this.tally(), problem: finding.problem };
  }

  /** Ends the frame, unless someone left a domain that nobody may leave. */
  finished(): FrameReport {
    const { s } = this;
    if (s.scene.domain?.onLeave === 'stop' && isTrueForAny(s, someoneLeft(s))) {
      const time = s.frame / s.scene.frameRate;
      return this.failed(
        s.inspect(
          (of) => explainLeaving(of, 'left'),
          time,
          () => true,
        )!,
      );
    }
    s.frame++;
    return { ok: true, ...this.tally() };
  }

  private tally(): FrameTally {
    const { s, before, steps, min, max, criterion } = this,
      { evaluations, adaptations } = s.books.account;
    return {
      frame: s.frame,
      time: s.frame / s.scene.frameRate,
      steps,
      dt: { min, max },
      criterion,
      evaluations: evaluations - before.evaluations,
      splits: adaptations.splits - before.splits,
      merges: adaptations.merges - before.merges,
      particles: s.set.everywhere,
    };
  }
}

function someoneLeft({ set, scene }: Simulation): boolean {
  const { min, max, periodic } = scene.domain!,
    position = set.f64('position');
  for (let n = 0; n < position.length; n++) {
    const a = n % 3;
    if (a < scene.dimension && !periodic[a] && (position[n]! < min[a]! || position[n]! > max[a]!)) return true;
  }
  return false;
}

/** Whether something is so on this or another rank. */
function isTrueForAny({ set: { part } }: Simulation, here: boolean): boolean {
  return part ? part.largest(Number(here)) > 0 : here;
}
