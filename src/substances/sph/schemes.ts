// The ways in which worlds of smoothed particles are stepped, and which one a world takes.

import { measureStepLimit } from '../../engine/limits.ts';
import { maxOverChunks } from '../../engine/reports.ts';
import type { CommonScheme, IndividualScheme, Scheme } from '../../engine/scheme.ts';
import { type StepLimit, tighten } from '../../engine/step-limit.ts';
import * as at from '../../wasm/layout.ts';
import { startFlow, stepFlow } from './flow-step.ts';
import {
  chooseSkin,
  limitImplicitPressure,
  startImplicit,
  startImplicitFlow,
  stepImplicit,
  stepImplicitFlow,
} from './implicit-step.ts';
import type { Smoothed } from './smoothed.ts';
import { startSmoothed, stepSmoothed } from './step.ts';
import { advanceTick, DEEPEST, evaluateNew, newTickReport, renewIfDue, shareLevel } from './tick.ts';

/**
 * The scheme of a world: `implicit` where the scene asks for it; `flow` where viscous forces depend on the flow or would bind the step, or where there is heat; `individual` where
 * particles are split and merged; else `predictor`. [card §6]
 */
export function schemeOf(s: Smoothed): Scheme {
  if (s.set.has('implicitPressure')) return implicit(s);
  if (s.set.has('flow')) return flow(s);
  return s.set.has('adaptive') ? individual(s) : predictor(s);
}

/** One step for all: predictor velocity-Verlet. */
function predictor(s: Smoothed): CommonScheme {
  writeKicks(s, 0.5, 0.5);
  return {
    kind: 'common',
    start: () => startSmoothed(s),
    step: (dt) => stepSmoothed(s, dt),
    limit: (out) => limitStep(s, out, false),
  };
}

/** One step for all: pressure is solved for, and viscosity too where it would bind. */
function implicit(s: Smoothed): CommonScheme {
  const flows = s.set.has('flow'),
    solvable = flows && s.time.viscositySolver !== 'explicit' && !s.tensorStress;
  const skin = s.neighbors.skin;
  s.beforePairs.push(() => chooseSkin(s, skin));
  s.set.shared.setInt(at.SOLVES_PRESSURE, 1);
  s.set.shared.setInt(at.HANDED, Number(flows));
  writeKicks(s, 0, flows ? 1 : 0);
  return {
    kind: 'common',
    driftsLast: true,
    start: () => (flows ? startImplicitFlow(s, solvable) : startImplicit(s)),
    step: (dt, viscous, mayRefuse) =>
      flows ? stepImplicitFlow(s, dt, viscous, mayRefuse) : stepImplicit(s, dt, mayRefuse),
    limit: (out) => {
      limitImplicitPressure(s, out, solvable);
      for (const guest of s.guests) guest.limit(out);
    },
  };
}

/** One step for all: kick after the new forces are known, viscosity solved for where it would bind. */
function flow(s: Smoothed): CommonScheme {
  const solvable = s.time.viscositySolver !== 'explicit' && !s.tensorStress; // those of stress tensors never are
  writeKicks(s, 0, 1);
  return {
    kind: 'common',
    start: () => startFlow(s, solvable),
    step: (dt, implicit) => stepFlow(s, dt, implicit),
    limit: (out) => limitStep(s, out, solvable),
  };
}

/** Every particle has its own step. */
function individual(s: Smoothed): IndividualScheme {
  const done = newTickReport();
  writeKicks(s, 0.5, 0.5);
  return {
    kind: 'individual',
    at: 0,
    deepest: DEEPEST,
    get level() {
      return done.level;
    },
    start() {
      return evaluateNew(s, this.at, done);
    },
    limit: (out) => limitStep(s, out, false),
    measureLevel: () => {
      done.level = s.levels.least;
      for (const step of s.set.u32('step')) done.level = Math.max(done.level, step & at.STEP_BITS);
    },
    share: () => shareLevel(s, done.level),
    tick: (from, to) => advanceTick(s, from, to, done),
    meet() {
      renewIfDue(s, this.at);
    },
  };
}

/** Shares of the step before and after the particles move. [card §6] */
function writeKicks({ set: { shared } }: Smoothed, first: number, last: number): void {
  shared.setReal(at.FIRST_KICK, first);
  shared.setReal(at.LAST_KICK, last);
  shared.setReal(at.LAG, 0);
}

/** @param solvable whether viscous forces may be solved for, so that they need not bind the step */
function limitStep(s: Smoothed, out: StepLimit, solvable: boolean): void {
  measureStepLimit(s, out);
  const viscous = at.LAMINAR / maxOverChunks(s.set, at.REPORT_VISCOUS); // 0.1 h²/ν
  out.implicit = solvable && (s.time.viscositySolver === 'implicit' || viscous < out.dt);
  if (!out.implicit) tighten(out, 'viscosity', viscous);
  for (const guest of s.guests) guest.limit(out);
}
