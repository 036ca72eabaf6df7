// The blow-up detective: looks at the extremes of every step, and when numbers go wrong names the particle, the likely cause and
// the setting to change. Wrong numbers are data, not exceptions: the step is not committed and the report says why.

import { rootOf } from '../math/roots.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Problem, problem } from '../problem.ts';
import type { Scene } from '../scene/schema.ts';
import { maxOverChunks, type StepLimit } from '../substances/sph/limits.ts';
import type { SphParameters } from '../substances/sph/parameters.ts';
import * as at from '../wasm/layout.ts';

/** What was seen. */
export type Symptom = 'non-finite' | 'density' | 'speed' | 'step' | 'strayed' | 'left';

/** Why a frame was not committed. */
export interface Divergence extends Problem {
  readonly symptom: Symptom;
  /** Id of the particle it showed at; −1 if none in particular. */
  readonly particle: number;
  /** Where that particle was, m. */
  readonly position: readonly [number, number, number];
  /** When, s. */
  readonly time: number;
}

/** Density over rest density beyond which nothing sensible is left. */
const DENSITY_LOW = 0.02;
const DENSITY_HIGH = 20;
/** Speed over the speed of sound beyond which nothing sensible is left. */
const SPEED_LIMIT = 1000;

/** What the detective needs to know of a world. */
export interface Suspects {
  readonly set: ParticleSet;
  readonly scene: Scene;
  readonly substances: readonly SphParameters[];
  readonly frame: number;
  readonly time: number;
  /** Smallest distance between two particles at the start over their size. */
  readonly startGap: number;
  /** Largest speed of an obstacle in this step, m/s. */
  readonly obstacleSpeed: number;
}

/** Looks at the last step; undefined when all is well. */
export function inspectStep(s: Suspects): Divergence | undefined {
  const { set } = s,
    bad = worstChunk(set, at.REPORT_BAD, (v) => v >= 0);
  if (bad >= 0) return explain(s, 'non-finite', bad);
  const gas = s.substances.some((p) => p.stateEquation === 'ideal-gas');
  const off = densityOffender(set, gas ? 0 : DENSITY_LOW);
  if (off >= 0) return explain(s, 'density', off);
  if (maxOverChunks(set, at.REPORT_SPEED) > SPEED_LIMIT * maxOverChunks(set, at.REPORT_SOUND)) {
    return explain(s, 'speed', fastest(set));
  }
  return undefined;
}

/** The step would have to be smaller than the scene allows. */
export function explainSmallStep(s: Suspects, limit: StepLimit): Divergence {
  const cause = likelyCause(s, fastest(s.set));
  if (cause) return describe(s, 'step', fastest(s.set), cause);
  const most = s.scene.time.maxStepsPerFrame;
  const message = `The ${limit.criterion} criterion asks for steps of ${limit.dt.toExponential(2)} s: more than ${most} per frame.`;
  const hint = {
    sound: 'Lower the stiffness, use a larger spacing, or raise time.maxStepsPerFrame.',
    viscosity: 'Lower the viscosity, use a larger spacing, or raise time.maxStepsPerFrame.',
    speed: 'Something is very fast: check velocities, emitters and gravity, or raise time.maxStepsPerFrame.',
    acceleration: 'Something is pushed very hard: check stiffness and overlaps, or raise time.maxStepsPerFrame.',
    divergence: 'Something is squeezed very fast: raise the stiffness, or raise time.maxStepsPerFrame.',
    none: 'Raise time.maxStepsPerFrame.',
  }[limit.criterion];
  return describe(s, 'step', fastest(s.set), {
    code: 'STEP_TOO_SMALL',
    pointer: '/time/maxStepsPerFrame',
    message,
    hint,
  });
}

/** A particle left the domain of a scene that wants to stop then, or is too far away to be resolved. */
export function explainLeaving(s: Suspects, symptom: 'left' | 'strayed', found?: Problem): Divergence {
  const message = found?.message ?? 'A particle left the domain.';
  const hint = found?.hint ?? 'Enlarge the domain, close it with obstacles, or set domain.onLeave to "remove".';
  return describe(s, symptom, -1, { code: 'LEFT_DOMAIN', pointer: '/domain', message, hint });
}

interface Cause {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
  readonly hint: string;
}

function explain(s: Suspects, symptom: Symptom, index: number): Divergence {
  const cause = likelyCause(s, index) ?? {
    code: 'UNSTABLE',
    pointer: '/time/courant',
    message: 'The simulation became unstable.',
    hint: 'Lower time.courant, or raise artificialViscosity.',
  };
  return describe(s, symptom, index, cause);
}

/** Causes from the most to the least specific. */
function likelyCause(s: Suspects, index: number): Cause | undefined {
  return startOverlap(s) ?? insideObstacle(s, index) ?? fastObstacle(s) ?? wrongUnits(s) ?? largeStep(s);
}

function startOverlap({ startGap, frame }: Suspects): Cause | undefined {
  if (frame > 2 || startGap > 0.4) return undefined;
  const message = `Particles overlap at the start: two are ${(100 * startGap).toFixed(0)} % of their size apart.`;
  return {
    code: 'START_OVERLAP',
    pointer: '/bodies',
    message,
    hint: 'Move the bodies apart, lower jitter, or use one spacing for bodies that touch.',
  };
}

function insideObstacle({ set, scene }: Suspects, index: number): Cause | undefined {
  if (index < 0) return undefined;
  const point = set.address('position') + 24 * index,
    h = set.f64('smoothingLength')[index]!;
  const obstacles = set.shared.u32[at.OBSTACLES >> 2]!;
  for (let k = 0; k < scene.obstacles.length; k++) {
    if (set.team.wasm.obstacleDistance(obstacles, k, point, 0) > -0.5 * h) continue;
    const message = `The particle is inside obstacle ${k}.`;
    return {
      code: 'INSIDE_OBSTACLE',
      pointer: `/obstacles/${k}`,
      message,
      hint: 'Move the body out of the obstacle, or keep obstacles from squeezing it against each other.',
    };
  }
  return undefined;
}

function fastObstacle({ obstacleSpeed, substances }: Suspects): Cause | undefined {
  const slowest = Math.min(...substances.map((p) => Math.sqrt(p.stiffness)));
  if (!(obstacleSpeed > slowest)) return undefined;
  const message = `An obstacle moves at ${obstacleSpeed.toPrecision(3)} m/s, faster than sound in the substance (${slowest.toPrecision(3)} m/s).`;
  return {
    code: 'OBSTACLE_TOO_FAST',
    pointer: '/obstacles',
    message,
    hint: 'Slow its motion down, or raise the stiffness.',
  };
}

/** Falling through its own height a body gets faster than sound: lengths are not in metres, or the substance is far too soft. */
function wrongUnits({ set, scene, substances }: Suspects): Cause | undefined {
  const g = Math.sqrt(scene.gravity.reduce((sum, c) => sum + c * c, 0));
  const lengths = set.f64('smoothingLength');
  if (set.count === 0 || g === 0) return undefined;
  const size = lengths[0]! * rootOf(set.count, scene.dimension);
  const sound = Math.max(...substances.map((p) => Math.sqrt(p.stiffness)));
  if (2 * g * size < 4 * sound * sound) return undefined;
  const message = `A body of about ${size.toPrecision(2)} m falls faster than sound in it (${sound.toPrecision(3)} m/s).`;
  return {
    code: 'WRONG_UNITS',
    pointer: '/bodies',
    message,
    hint: 'Lengths are metres: check for millimetres. If they are right, raise the stiffness.',
  };
}

function largeStep({ scene }: Suspects): Cause | undefined {
  const { courant, acceleration, divergence } = scene.time;
  if (courant <= 0.4 && acceleration <= 0.6 && divergence <= 0.1) return undefined;
  const key = courant > 0.4 ? 'courant' : acceleration > 0.6 ? 'acceleration' : 'divergence';
  const message = `Steps are too large for the stiffness or the speed: time.${key} is ${scene.time[key]}.`;
  return { code: 'STEP_TOO_LARGE', pointer: `/time/${key}`, message, hint: 'Leave it out to use the default.' };
}

function describe({ set, time }: Suspects, symptom: Symptom, index: number, cause: Cause): Divergence {
  const known = index >= 0 && index < set.count,
    position = set.f64('position');
  return {
    ...problem(cause.code, cause.pointer, cause.message, cause.hint),
    symptom,
    particle: known ? set.u32('id')[index]! : -1,
    position: known ? [position[3 * index]!, position[3 * index + 1]!, position[3 * index + 2]!] : [0, 0, 0],
    time,
  };
}

function report(set: ParticleSet, chunk: number, slot: number): number {
  return set.shared.f64[(set.shared.u32[at.AT_CHUNK_REPORT >> 2]! + chunk * at.REPORT_BYTES + slot) >>> 3]!;
}

/** First value of a slot that `is` true of, or −1. */
function worstChunk(set: ParticleSet, slot: number, is: (value: number) => boolean): number {
  for (let chunk = 0; chunk < set.chunks; chunk++) if (is(report(set, chunk, slot))) return report(set, chunk, slot);
  return -1;
}

function densityOffender(set: ParticleSet, low: number): number {
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    const fine =
      report(set, chunk, at.REPORT_DENSITY_LOW) >= low && report(set, chunk, at.REPORT_DENSITY_HIGH) <= DENSITY_HIGH;
    if (!fine) return report(set, chunk, at.REPORT_DENSEST);
  }
  return -1;
}

function fastest(set: ParticleSet): number {
  let best = -1,
    speed = -1;
  for (let chunk = 0; chunk < set.chunks; chunk++) {
    if (report(set, chunk, at.REPORT_SPEED) > speed) {
      speed = report(set, chunk, at.REPORT_SPEED);
      best = report(set, chunk, at.REPORT_FASTEST);
    }
  }
  return best;
}
