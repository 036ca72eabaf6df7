// One frame of an adaptive world: every particle has its own power-of-two part of the frame as its step. All meet at a few checks,
// where emitters release, particles are split and merged, and whoever left is dropped. [DC99 §5, card §5-6]

import { explainSmallStep, inspectStep } from '../diagnose/inspect.ts';
import { advanceTick, DEEPEST, renewIfDue, shareLevel } from '../substances/sph/tick.ts';
import { FrameLog } from './frame-log.ts';
import type { FrameReport } from './report.ts';
import type { AdaptiveSimulation } from './simulation.ts';

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceAdaptiveFrame(s: AdaptiveSimulation): FrameReport {
  const { adaptive, smoothed, scene } = s,
    { ticks, checkEvery, tick: done } = adaptive,
    log = new FrameLog(s);
  smoothed.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  done.level = s.deepestLevel();
  for (let tick = 0; tick < ticks; ) {
    const t0 = (s.frame + tick / ticks) / scene.frameRate;
    if (tick % checkEvery === 0) check(s, tick, t0);
    if (done.level > DEEPEST) return log.failed(explainSmallStep(s.suspects(t0), s.limit));
    if (!adaptive.individual) shareLevel(smoothed, done.level);
    const next = tick + (ticks >> done.level),
      t1 = (s.frame + next / ticks) / scene.frameRate;
    s.tables.placeObstacles(t0, t1);
    advanceTick(smoothed, tick, next, done);
    s.bookTick();
    log.step((next - tick) / ticks / scene.frameRate);
    const trouble = inspectStep(s.suspects(t1));
    if (trouble) return log.failed(trouble);
    tick = next;
  }
  return log.finished();
}

/** What happens when all particles stand at the same time: releases, departures, splits and merges. */
function check(s: AdaptiveSimulation, tick: number, time: number): void {
  s.tables.placeObstacles(time, time);
  s.adaptive.at = tick;
  if (s.set.markLeaving()) s.smoothed.neighbors.invalidate();
  s.emit(time);
  s.adapt();
  renewIfDue(s.smoothed, tick);
}
