// What is too fast: bodies, jets and obstacles against the speed of sound.

import type { Fix } from '../problem.ts';
import type { Motion, Obstacle } from '../scene/schema.ts';
import { boundsOf } from '../shapes/bounds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import type { Substance } from '../substances/substance.ts';
import { lengthOf, round3, type Suspects, type Suspicion, scaled } from './suspicion.ts';
import { easySpeed, soundIn, usualSpeed, type Yardstick } from './yardstick.ts';

/** A list of velocities longer than this is not written out again. */
const FEW = 10_000;
/** Radians of a degree. */
const RADIAN = Math.PI / 180;

export function fastBodies(s: Suspects, { bodies }: Yardstick): Suspicion[] {
  return s.scene.bodies.flatMap(({ substance, velocity, angularVelocity, shape }, k) => {
    const p = named(s, substance),
      { min, max } = bodies[k]!,
      reach = lengthOf(max.map((x, a) => (a < s.scene.dimension ? (x - min[a]!) / 2 : 0))),
      turning = lengthOf(angularVelocity) * reach,
      own = 'points' in shape ? (shape.points.velocities ?? []) : [],
      fastest = own.reduce((most, v) => Math.max(most, lengthOf(v)), 0);
    const at = `/bodies/${k}`,
      found = (pointer: string, speed: number, cures: (factor: number) => unknown): Suspicion[] =>
        speed > 0 ? [tooFast(s, p, pointer, `Body ${k} starts at`, speed, cures)] : [];
    return [
      ...found(`${at}/velocity`, lengthOf(velocity), (factor) => scaled(velocity, factor)),
      ...found(`${at}/angularVelocity`, turning, (factor) => scaled(angularVelocity, factor)),
      ...(own.length > FEW
        ? []
        : found(`${at}/shape/points/velocities`, fastest, (factor) =>
            own.map((v) => scaled(v, Math.min(1, (factor * fastest) / Math.max(lengthOf(v), 1e-300)))),
          )),
    ];
  });
}

export function fastJets(s: Suspects, { jets }: Yardstick): Suspicion[] {
  return s.scene.emitters.map((emitter, k) => {
    const key = emitter.speed === undefined ? 'flowRate' : 'speed',
      speed = emitter.speed ?? (emitter.flowRate ?? 0) / jets[k]!.area;
    return tooFast(
      s,
      named(s, emitter.substance),
      `/emitters/${k}/${key}`,
      `Emitter ${k} releases at`,
      speed,
      (factor) => round3(emitter[key]! * factor),
    );
  });
}

export function fastObstacles(s: Suspects): Suspicion[] {
  const slowest = s.substances.reduce<Substance | undefined>(
    (least, p) => (least && usualSpeed(s, least) <= usualSpeed(s, p) ? least : p),
    undefined,
  );
  if (!slowest) return [];
  return s.scene.obstacles.flatMap((obstacle, k) => {
    const { motion } = obstacle,
      speed = motion ? motionSpeed(s, obstacle, motion) : 0;
    if (!motion || !(speed > usualSpeed(s, slowest))) return [];
    const cures = [1, 0.3].map((part) =>
        slower(`/obstacles/${k}/motion`, motion, (part * easySpeed(s, slowest)) / speed),
      ),
      sound = soundIn(slowest);
    return {
      code: 'OBSTACLE_TOO_FAST',
      pointer: `/obstacles/${k}/motion`,
      message: `Obstacle ${k} moves at up to ${speed.toPrecision(3)} m/s, and sound in the substance at ${sound.toPrecision(3)} m/s.`,
      hint: 'Slow down its motion, or raise the stiffness.',
      excess: speed / usualSpeed(s, slowest),
      cures,
    };
  });
}

function tooFast(
  s: Suspects,
  p: Substance,
  pointer: string,
  what: string,
  speed: number,
  value: (factor: number) => unknown,
): Suspicion {
  const easy = easySpeed(s, p);
  return {
    code: 'TOO_FAST',
    pointer,
    message: `${what} ${speed.toPrecision(3)} m/s, and sound in "${p.name}" moves at ${soundIn(p).toPrecision(3)} m/s.`,
    hint: `Lower the speed; if it is right, ${p.model === 'elastic' ? 'raise youngsModulus, with whose root the speed of sound grows' : 'raise the stiffness above the square of ten times the speed'}.`,
    excess: speed / usualSpeed(s, p),
    cures: [1, 0.3].map((part): Fix => ({ pointer, value: value(Math.min(1, (part * easy) / speed)) })),
  };
}

/** Fastest speed of a point of an obstacle that the scene moves, m/s. */
export function motionSpeed({ scene, set }: Suspects, { shape }: Obstacle, motion: Motion): number {
  if ('velocity' in motion) return lengthOf(motion.velocity);
  const { min, max } = boundsOf(solidOf(shape, set.team.wasm, scene.dimension)),
    reachFrom = (point: Vec3): number => {
      const reach = lengthOf(point.map((x, a) => Math.max(Math.abs(max[a]! - x), Math.abs(min[a]! - x))));
      return Number.isFinite(reach) ? reach : 0;
    };
  if ('rotation' in motion) {
    const { center, degreesPerSecond } = motion.rotation;
    return RADIAN * Math.abs(degreesPerSecond) * reachFrom(center);
  }
  return motion.keyframes.reduce((fastest, to, k) => {
    const from = motion.keyframes[k - 1];
    if (!from || !(to.time > from.time)) return fastest;
    const way = lengthOf(to.translate.map((x, a) => x - from.translate[a]!)),
      turn = RADIAN * Math.abs((to.rotate?.degrees ?? 0) - (from.rotate?.degrees ?? 0));
    return Math.max(fastest, (way + turn * reachFrom(motion.pivot)) / (to.time - from.time));
  }, 0);
}

/** The same motion at a part of its speed. */
function slower(at: string, motion: Motion, factor: number): Fix {
  if ('velocity' in motion) return { pointer: `${at}/velocity`, value: scaled(motion.velocity, factor) };
  if ('rotation' in motion) {
    const { degreesPerSecond } = motion.rotation;
    return { pointer: `${at}/rotation/degreesPerSecond`, value: round3(degreesPerSecond * factor) };
  }
  const [first] = motion.keyframes,
    begin = first?.time ?? 0;
  const value = motion.keyframes.map((frame) => ({ ...frame, time: round3(begin + (frame.time - begin) / factor) }));
  return { pointer: `${at}/keyframes`, value };
}

function named({ substances }: Suspects, name: string): Substance {
  return substances.find((p) => p.name === name)!;
}
