// Why numbers go wrong: each cause is one question about the scene and the particle it showed at, from the most to the least
// specific. Asked only after a step has failed, so nothing here needs to be fast.

import type { Cause } from '../engine/family.ts';
import { rootOf } from '../math/roots.ts';
import { ANGULAR_VELOCITY, LINEAR_VELOCITY, ORIGIN, POSE_END, RECORD_SLOTS } from '../obstacles/layout.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import type { Scene } from '../scene/schema.ts';
import { familiesIn } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import * as at from '../wasm/layout.ts';

/** What the detective needs to know of a world. */
export interface Suspects {
  readonly set: ParticleSet;
  readonly scene: Scene;
  readonly substances: readonly Substance[];
  readonly frame: number;
  readonly time: number;
  /** Smallest distance between two particles at the start over their size. */
  readonly startGap: number;
  /** Whether particles of the bodies stood in obstacles. */
  readonly startedInside: boolean;
  /** Obstacles whose pose is simulated, by their numbers. */
  readonly simulated: ReadonlySet<number>;
}

/** A gravity beyond this is more likely a wrong unit than a heavy star, m/s². */
const STRONGEST_GRAVITY = 300;

/** The most specific cause that fits a failure at the particle with this index (−1: none in particular). */
export function likelyCause(s: Suspects, index: number): Cause | undefined {
  const families = familiesIn(s.substances).map(({ family }) => family);
  return (
    startOverlap(s) ??
    firstOf(families, (family) => family.firstCause?.(s)) ??
    insideObstacle(s, index) ??
    fastObstacle(s, index) ??
    wrongUnits(s) ??
    firstOf(families, (family) => family.lastCause?.(s)) ??
    largeStep(s)
  );
}

/** The first cause that one of them gives. */
function firstOf<T>(all: readonly T[], ask: (one: T) => Cause | undefined): Cause | undefined {
  for (const one of all) {
    const cause = ask(one);
    if (cause) return cause;
  }
  return undefined;
}

/** Two particles closer than this part of their size push each other apart violently. */
export function tooClose(substances: readonly Substance[]): number {
  return Math.max(...familiesIn(substances).map(({ family }) => family.closest));
}

function startOverlap({ substances, startGap, frame }: Suspects): Cause | undefined {
  if (frame > 2 || startGap > tooClose(substances)) return undefined;
  const message = `Particles overlap at the start: two are ${(100 * startGap).toFixed(0)} % of their size apart.`;
  return {
    code: 'START_OVERLAP',
    pointer: '/bodies',
    message,
    hint: 'Move the bodies apart, lower jitter, or use one spacing for bodies that touch.',
  };
}

/** Deeper inside an obstacle than h/2, or within h of two obstacles of which one moves. */
function insideObstacle({ set, scene, simulated }: Suspects, index: number): Cause | undefined {
  if (index < 0) return undefined;
  const point = set.address('position') + 24 * index,
    h = set.f64('smoothingLength')[index]!,
    records = set.shared.u32[at.OBSTACLES >> 2]!;
  const gaps = scene.obstacles.map((_, k) => set.team.wasm.obstacleDistance(records, k, point, 0));
  const inside = gaps.findIndex((gap) => gap < -0.5 * h),
    near = gaps.flatMap((gap, k) => (gap < h ? [k] : [])),
    moving = near.find((k) => scene.obstacles[k]!.motion || simulated.has(k));
  const found = (k: number, message: string): Cause => ({
    code: 'INSIDE_OBSTACLE',
    pointer: `/obstacles/${k}`,
    message,
    hint: 'Move the body out of the obstacle, or keep obstacles from squeezing it against each other.',
  });
  if (inside >= 0) return found(inside, `The particle is inside obstacle ${inside}.`);
  if (near.length < 2 || moving === undefined) return undefined;
  return found(moving, `The particle is squeezed between the obstacles ${near.join(' and ')}.`);
}

function fastObstacle({ set, scene, substances, simulated }: Suspects, index: number): Cause | undefined {
  const slowest = Math.min(...substances.map((p) => Math.sqrt(p.stiffness)));
  for (let k = 0; k < scene.obstacles.length; k++) {
    const speed = wallSpeed(set, k, index);
    if (!(speed > slowest)) continue;
    const message = `Obstacle ${k} moves at ${speed.toPrecision(3)} m/s, faster than sound in the substance (${slowest.toPrecision(3)} m/s).`;
    return {
      code: 'OBSTACLE_TOO_FAST',
      pointer: simulated.has(k) ? `/obstacles/${k}` : `/obstacles/${k}/motion`,
      message,
      hint: 'Slow down its motion, or raise the stiffness.',
    };
  }
  return undefined;
}

/** Bound on the speed of obstacle k where the particle is: |V| + |Ω| |x − origin|, m/s. Without a particle: of its origin. */
function wallSpeed(set: ParticleSet, k: number, index: number): number {
  const { f64, u32 } = set.shared,
    record = (u32[at.OBSTACLES >> 2]! >>> 3) + k * RECORD_SLOTS,
    position = set.f64('position');
  const lengthOf = (component: (axis: number) => number) =>
    Math.sqrt([0, 1, 2].reduce((sum, axis) => sum + component(axis) * component(axis), 0));
  const speed = lengthOf((axis) => f64[record + LINEAR_VELOCITY + axis]!);
  if (index < 0) return speed;
  const lever = lengthOf((axis) => position[3 * index + axis]! - f64[record + POSE_END + ORIGIN + axis]!);
  return speed + lengthOf((axis) => f64[record + ANGULAR_VELOCITY + axis]!) * lever;
}

/** Falling through its own height a body gets faster than sound: lengths are not in metres, or the substance is far too soft. */
export function wrongUnits({
  set,
  scene,
  substances,
}: Pick<Suspects, 'set' | 'scene' | 'substances'>): Cause | undefined {
  const g = Math.sqrt(scene.gravity.reduce((sum, c) => sum + c * c, 0));
  const lengths = set.f64('smoothingLength');
  if (set.count === 0 || g === 0) return undefined;
  const size = lengths[0]! * rootOf(set.count, scene.dimension);
  const sound = Math.max(...substances.map((p) => Math.sqrt(p.stiffness)));
  if (2 * g * size < 4 * sound * sound) return undefined;
  const message = `Falling through its own size of about ${size.toPrecision(2)} m, a body becomes faster than sound in it (${sound.toPrecision(3)} m/s).`;
  return {
    code: 'WRONG_UNITS',
    pointer: g > STRONGEST_GRAVITY ? '/gravity' : '/bodies',
    message,
    hint: 'Units are meters and seconds: check for millimeters. If the units are right, raise the stiffness.',
  };
}

function largeStep({ scene }: Suspects): Cause | undefined {
  const { courant, acceleration, divergence } = scene.time;
  if (courant <= 0.4 && acceleration <= 0.6 && divergence <= 0.1) return undefined;
  const key = courant > 0.4 ? 'courant' : acceleration > 0.6 ? 'acceleration' : 'divergence';
  const message = `Steps are too large for the stiffness or the speed: time.${key} is ${scene.time[key]}.`;
  return { code: 'STEP_TOO_LARGE', pointer: `/time/${key}`, message, hint: 'Leave it out to use the default.' };
}
