// One frame: power-of-two steps that hit its end exactly. [design: section 4, DC99 §5]

import { explainLeaving, explainSmallStep, inspectStep } from '../diagnose/inspect.ts';
import type { Criterion } from '../substances/sph/limits.ts';
import { stepSmoothed } from '../substances/sph/step.ts';
import type { FrameReport } from './report.ts';
import type { Simulation } from './simulation.ts';

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceFrame(s: Simulation): FrameReport {
  const { scene, smoothed } = s,
    frameTime = 1 / scene.frameRate,
    ticks = powerOfTwo(scene.time.maxStepsPerFrame);
  let steps = 0,
    min = Number.POSITIVE_INFINITY,
    max = 0,
    criterion: Criterion = 'none';
  const report = (problem?: FrameReport['problem']): FrameReport => ({
    ok: problem === undefined,
    frame: s.frame,
    time: s.frame / scene.frameRate,
    steps,
    dt: { min, max },
    criterion,
    particles: s.set.count,
    ...(problem ? { problem } : {}),
  });

  smoothed.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  s.tables.placeObstacles(s.frame / scene.frameRate, s.frame / scene.frameRate);
  for (let tick = 0; tick < ticks; ) {
    const t0 = (s.frame + tick / ticks) / scene.frameRate;
    s.emit(t0);
    const wanted = Math.min(s.limit.dt, Math.max(s.untilNextRelease(t0), frameTime / ticks)),
      length = stepTicks(tick, ticks, wanted / frameTime);
    if (length === 0) return report(explainSmallStep(s.suspects(t0), s.limit));
    const t1 = (s.frame + (tick + length) / ticks) / scene.frameRate,
      dt = (length / ticks) * frameTime;
    if (dt < min) {
      min = dt;
      criterion = s.limit.criterion;
    }
    max = Math.max(max, dt);
    s.tables.placeObstacles(t0, t1);
    bookExternal(s, dt / 2);
    stepSmoothed(smoothed, dt);
    bookStep(s, dt);
    const trouble = inspectStep(s.suspects(t1));
    if (trouble) return report(trouble);
    steps++;
    tick += length;
  }
  if (scene.domain?.onLeave === 'stop' && someoneLeft(s)) return report(explainLeaving(s.suspects(), 'left'));
  s.frame++;
  return report();
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

/** Books the impulse of gravity and force fields over a time (s), as the last evaluation saw them. */
function bookExternal({ account, externalForce }: Simulation, time: number): void {
  for (let a = 0; a < 3; a++) account.external[a]! += time * externalForce[a]!;
}

/** Books what a step brought: the obstacles' impulse, its evaluation, and the second half of the external impulse. */
function bookStep(s: Simulation, dt: number): void {
  for (let a = 0; a < 3; a++) s.account.obstacles[a]! += s.smoothed.obstacleImpulse[a]!;
  s.noteEvaluation();
  bookExternal(s, dt / 2);
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

function powerOfTwo(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}
