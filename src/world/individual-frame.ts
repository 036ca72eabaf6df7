// One frame of individual steps: every particle has its own power-of-two part of the frame as its step. All meet at a few checks,
// where emitters release, particles are split and merged, and those that left are dropped. [DC99 §5, card §5-6]

import { explainSmallStep, inspectStep } from '../diagnose/inspect.ts';
import { FrameLog } from './frame-log.ts';
import type { FrameReport } from './report.ts';
import type { IndividualSimulation } from './simulation.ts';

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceIndividualFrame(s: IndividualSimulation): FrameReport {
  const { adaptive, engine, scene, scheme } = s,
    { ticks, checkEvery } = adaptive,
    log = new FrameLog(s);
  engine.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  scheme.measureLevel();
  for (let tick = 0; tick < ticks; ) {
    const t0 = (s.frame + tick / ticks) / scene.frameRate;
    if (tick % checkEvery === 0) meet(s, tick, t0);
    if (scheme.level > scheme.deepest) return log.failed(explainSmallStep(s.suspects(t0), s.limit));
    if (!adaptive.individual) scheme.share();
    const next = tick + (ticks >> scheme.level),
      t1 = (s.frame + next / ticks) / scene.frameRate;
    s.step(t0, t1, () => scheme.tick(tick, next));
    log.step((next - tick) / ticks / scene.frameRate);
    const trouble = inspectStep(s.suspects(t1));
    if (trouble) return log.failed(trouble);
    tick = next;
  }
  return log.finished();
}

/** What happens when all particles stand at the same time: releases, departures, splits and merges. */
function meet(s: IndividualSimulation, tick: number, time: number): void {
  s.tables.placeObstacles(time, time);
  s.scheme.at = tick;
  if (s.set.markLeaving()) s.engine.neighbors.invalidate();
  s.emit(time);
  s.adaptAt(tick);
  s.scheme.meet();
}
