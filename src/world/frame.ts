// One frame: equal steps that hit its end exactly. [ADR 9]

import { explainSmallStep, type Finding, inspectStep } from '../diagnose/inspect.ts';
import type { CommonScheme } from '../engine/scheme.ts';
import { familyOf } from '../substances/families.ts';
import { FrameLog } from './frame-log.ts';
import { advanceIndividualFrame } from './individual-frame.ts';
import type { FrameReport } from './report.ts';
import { isIndividual, type Simulation } from './simulation.ts';
import { EqualSteps, HalvedSteps, type StepPlan } from './step-plan.ts';
import { turn } from './turn.ts';

/** So often a step is tried, shorter each time, until it suits what it leads to. */
const MOST_TRIES = 8;

/** Simulates the next frame. On trouble the report is not ok and the simulation must be put back. */
export function advanceFrame(s: Simulation): FrameReport {
  s.engine.now = s.frame / s.scene.frameRate; // who was just restored has taken no step
  turn(s);
  s.bodies?.beginFrame();
  return isIndividual(s) ? advanceIndividualFrame(s) : advanceCommonFrame(s, s.scheme as CommonScheme);
}

/** A frame in which all particles take the same steps. In an adaptive world they are split and merged a few times between them. */
function advanceCommonFrame(s: Simulation, scheme: CommonScheme): FrameReport {
  const { adaptive } = s,
    log = new FrameLog(s),
    parts = adaptive ? adaptive.ticks / adaptive.checkEvery : 1;
  s.engine.neighbors.invalidate(); // a frame begins as if it were read from a snapshot
  s.tables.placeObstacles(s.frame / s.scene.frameRate, s.frame / s.scene.frameRate);
  for (let part = 0; part < parts; part++) {
    const trouble = advancePart(s, scheme, part, parts, log);
    s.settleBooks();
    if (trouble) return log.failed(trouble);
  }
  return log.finished();
}

/** One of equal parts of a frame, in as few steps as the limit allows. */
function advancePart(
  s: Simulation,
  scheme: CommonScheme,
  part: number,
  parts: number,
  log: FrameLog,
): Finding | undefined {
  const { frameRate, time } = s.scene,
    { limit, adaptive } = s,
    stretch = 1 / frameRate / parts,
    longest = 1 / frameRate / (time.stepsPerFrame ?? 1),
    plan = planOf(s, time.maxStepsPerFrame / parts),
    shortest = plan.shortest * stretch;
  while (plan.at < 1) {
    const isFirst = plan.at === 0,
      t0 = (s.frame + (part + plan.at) / parts) / frameRate;
    s.emit(t0);
    s.changePhases(isFirst && part === 0);
    if (adaptive && isFirst) s.adaptAt(part * adaptive.checkEvery);
    const wanted = Math.min(limit.dt, longest, Math.max(s.untilNextRelease(t0), shortest));
    if (!(wanted >= shortest))
      return s.inspect(
        (of) => explainSmallStep(of, limit),
        t0,
        () => true,
      );
    const dtOf = (longest: number) => (plan.next(longest / stretch) / parts) * (1 / frameRate),
      end = () => (s.frame + (part + plan.at) / parts) / frameRate;
    let dt = dtOf(wanted);
    for (let tries = 1; ; tries++) {
      const mayRefuse = tries < MOST_TRIES && dt > shortest,
        tooLong = s.step(t0, end(), () => scheme.step(dt, limit.implicit, mayRefuse));
      if (!tooLong) break;
      plan.undo();
      dt = dtOf(Math.max(tooLong.affordable, shortest));
    }
    log.step(dt);
    const trouble = s.inspect(inspectStep, end());
    if (trouble) return trouble;
  }
  return undefined;
}

/** Swings of solids and globules are fed by steps that change with them, and their limits count on steps that stay. */
function planOf({ substances }: Simulation, most: number): StepPlan {
  return substances.some((p) => familyOf(p).swings) ? new HalvedSteps(most) : new EqualSteps(most);
}
