// One frame: power-of-two steps that hit its end exactly. [design: section 4, DC99 §5]

import { explainSmallStep, inspectStep } from '../diagnose/inspect.ts';
import type { CommonScheme } from '../engine/scheme.ts';
import { FrameLog } from './frame-log.ts';
import { advanceIndividualFrame } from './individual-frame.ts';
import { powerOfTwo } from './power-of-two.ts';
import type { FrameReport } from './report.ts';
import { isIndividual, type Simulation } from './simulation.ts';

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceFrame(s: Simulation): FrameReport {
  return isIndividual(s) ? advanceIndividualFrame(s) : advanceCommonFrame(s, s.scheme as CommonScheme);
}

/** A frame in which all particles take the same steps. In an adaptive world they are split and merged between them. */
function advanceCommonFrame(s: Simulation, scheme: CommonScheme): FrameReport {
  const { scene, engine, adaptive, limit } = s,
    frameTime = 1 / scene.frameRate,
    longest = frameTime / Math.max(scene.time.stepsPerFrame ?? 1, adaptive ? adaptive.ticks / adaptive.checkEvery : 1),
    ticks = powerOfTwo(scene.time.maxStepsPerFrame),
    log = new FrameLog(s);
  engine.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  s.tables.placeObstacles(s.frame / scene.frameRate, s.frame / scene.frameRate);
  for (let tick = 0; tick < ticks; ) {
    const t0 = (s.frame + tick / ticks) / scene.frameRate;
    s.emit(t0);
    s.changePhases(tick === 0);
    if (adaptive && tick % adaptive.checkEvery === 0) s.adaptAt(tick);
    const wanted = Math.min(limit.dt, longest, Math.max(s.untilNextRelease(t0), frameTime / ticks)),
      length = stepTicks(tick, ticks, wanted / frameTime);
    if (length === 0) return log.failed(explainSmallStep(s.suspects(t0), limit));
    const t1 = (s.frame + (tick + length) / ticks) / scene.frameRate,
      dt = (length / ticks) * frameTime;
    log.step(dt);
    s.step(t0, t1, () => scheme.step(dt, limit.implicit));
    const trouble = inspectStep(s.suspects(t1));
    if (trouble) return log.failed(trouble);
    tick += length;
  }
  return log.finished();
}

/** The longest step that is a power-of-two part of the frame, ends on its own grid and keeps to the limit; 0 if there is none. */
export function stepTicks(tick: number, ticks: number, limitOverFrame: number): number {
  let length = tick === 0 ? ticks : tick & -tick;
  while (length > limitOverFrame * ticks) {
    if (length === 1) return 0;
    length /= 2;
  }
  return length;
}
