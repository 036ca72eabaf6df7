// One frame: power-of-two steps that hit its end exactly. [design: section 4, DC99 §5]

import { explainSmallStep, inspectStep } from '../diagnose/inspect.ts';
import { stepGlobules } from '../substances/globules/step.ts';
import { stepFlow } from '../substances/sph/flow-step.ts';
import { sumOverChunks } from '../substances/sph/limits.ts';
import { stepSmoothed } from '../substances/sph/step.ts';
import { REPORT_EXTERNAL } from '../wasm/layout.ts';
import { advanceAdaptiveFrame } from './adaptive-frame.ts';
import { FrameLog } from './frame-log.ts';
import { powerOfTwo } from './power-of-two.ts';
import type { FrameReport } from './report.ts';
import { isAdaptive, type Simulation } from './simulation.ts';

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceFrame(s: Simulation): FrameReport {
  return isAdaptive(s) ? advanceAdaptiveFrame(s) : advanceStandardFrame(s);
}

/** A frame in which all particles take the same steps. In a world that flows they may be split and merged between them. */
function advanceStandardFrame(s: Simulation): FrameReport {
  const { scene, smoothed } = s,
    frameTime = 1 / scene.frameRate,
    longest =
      frameTime / Math.max(scene.time.stepsPerFrame ?? 1, s.adaptive ? s.adaptive.ticks / s.adaptive.checkEvery : 1),
    ticks = powerOfTwo(scene.time.maxStepsPerFrame),
    log = new FrameLog(s);
  smoothed.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  s.tables.placeObstacles(s.frame / scene.frameRate, s.frame / scene.frameRate);
  for (let tick = 0; tick < ticks; ) {
    const t0 = (s.frame + tick / ticks) / scene.frameRate;
    s.emit(t0);
    if (s.adaptive && tick % s.adaptive.checkEvery === 0) s.adaptAt(tick);
    const wanted = Math.min(s.limit.dt, longest, Math.max(s.untilNextRelease(t0), frameTime / ticks)),
      length = stepTicks(tick, ticks, wanted / frameTime);
    if (length === 0) return log.failed(explainSmallStep(s.suspects(t0), s.limit));
    const t1 = (s.frame + (tick + length) / ticks) / scene.frameRate,
      dt = (length / ticks) * frameTime;
    log.step(dt);
    s.tables.placeObstacles(t0, t1);
    advance(s, dt);
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

/** One step, with its impulses booked. */
function advance(s: Simulation, dt: number): void {
  const { smoothed, set } = s;
  if (set.flows) {
    stepFlow(smoothed, dt, s.limit.implicit);
    bookStep(s, dt);
    for (let a = 0; a < 3; a++) s.account.obstacles[a]! += smoothed.dragImpulse[a]!;
    if (set.hasHeat) bookHeat(s);
  } else if (smoothed.isSmoothed) {
    bookExternal(s, dt / 2);
    stepSmoothed(smoothed, dt);
    bookStep(s, dt / 2);
  } else {
    const printed = s.scene.time.integrator === 'miller-1989';
    bookExternal(s, stepGlobules(smoothed, dt, printed));
    bookStep(s, 0);
    if (set.hasHeat) bookHeat(s);
  }
}

/** Books the heat that the last step brought from outside. */
function bookHeat({ account: { heat }, smoothed: { heatReceived } }: Simulation): void {
  heat.regions += heatReceived[0];
  heat.obstacles += heatReceived[1];
  heat.surroundings += heatReceived[2];
}

/** Books the impulse of gravity and force fields over a time (s), as the last evaluation saw them. */
function bookExternal({ account, externalForce }: Simulation, time: number): void {
  for (let a = 0; a < 3; a++) account.external[a]! += time * externalForce[a]!;
}

/** Books what a step brought: the obstacles' impulse, its evaluation, and the external impulse over the time (s) that its new forces acted. */
function bookStep(s: Simulation, time: number): void {
  for (let a = 0; a < 3; a++) s.account.obstacles[a]! += s.smoothed.obstacleImpulse[a]!;
  s.noteEvaluation(s.set.count);
  sumOverChunks(s.set, REPORT_EXTERNAL, s.externalForce);
  bookExternal(s, time);
}
