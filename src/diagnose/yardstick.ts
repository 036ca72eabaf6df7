// What is usual in a scene: how large things are, how fast sound is, how fast a substance may be. Everything is from the scene itself, not
// from particles that may already be anywhere.

import type { Scene } from '../scene/schema.ts';
import { type Bounds, boundsOf } from '../shapes/bounds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import { jetDirection, makeOpening } from '../sources/opening.ts';
import type { Substance } from '../substances/substance.ts';
import { lengthOf, type Suspects } from './suspicion.ts';

/** A speed below this part of that of sound compresses a substance hardly at all. */
export const SLOW = 0.3;
/** Where the speed of sound follows from the scene, it is this many times the fastest speed. [ADR 32] */
const AUTOMATIC = 30;
/** Steps of a frame that a cure may cost. */
export const USUAL_STEPS = 256;

type Measured = Pick<Suspects, 'scene' | 'set'>;

/** What things of a scene are measured by. */
export interface Yardstick {
  /** Boxes around the bodies, m, in their order. */
  readonly bodies: readonly Bounds[];
  /** Middles and reaches of the openings of the emitters, m. */
  readonly jets: readonly { readonly center: Vec3; readonly reach: number; readonly area: number }[];
  /** Box around everything that comes in. */
  readonly whole: Bounds;
  /** Longest edge of that box, m. */
  readonly size: number;
  /** Speed after a fall through that size, m/s. */
  readonly fall: number;
  /** Fastest speed that the scene asks for, m/s. */
  readonly fastest: number;
}

export function measureScene(scene: Scene, trig: Trigonometry): Yardstick {
  const { dimension, gravity } = scene,
    bodies = scene.bodies.map((body) => bodyBounds(body, trig, dimension)),
    jets = scene.emitters.map((emitter) => {
      const opening = makeOpening(emitter, jetDirection(emitter, dimension)!, { dimension, trig });
      return { center: opening.center, reach: opening.reach, area: opening.area };
    }),
    whole = unionOf([...bodies, ...jets.map(({ center, reach }) => around(center, 5 * reach))]),
    size = Math.max(1e-6, ...[0, 1, 2].slice(0, dimension).map((a) => whole.max[a]! - whole.min[a]!)),
    fall = Math.sqrt(2 * lengthOf(gravity) * size);
  const fastest = Math.max(
    0,
    ...scene.bodies.map(({ velocity }) => lengthOf(velocity)),
    ...scene.emitters.map(({ speed, flowRate }, k) => speed ?? (flowRate ?? 0) / jets[k]!.area),
  );
  return { bodies, jets, whole, size, fall, fastest };
}

/** Speed of sound, m/s. */
export function soundIn(p: Substance): number {
  return Math.sqrt(p.stiffness);
}

/** Whether the speed of sound of a substance follows from the scene. */
export function isAutomatic(p: Substance): boolean {
  return (p as { compressibility?: number }).compressibility !== undefined;
}

/** The fastest sound for which `steps` steps per frame are enough, m/s. */
export function affordableSound({ scene: { frameRate, time }, set }: Measured, steps = time.maxStepsPerFrame): number {
  const h = set.count > 0 ? set.f64('smoothingLength')[0]! : 1;
  return time.courant * h * frameRate * steps;
}

/** How fast a substance may well be, m/s: slower than sound in it, or such that the sound that follows from it is affordable. */
export function usualSpeed(s: Measured, p: Substance): number {
  if (isAutomatic(p)) return affordableSound(s) / AUTOMATIC;
  return SLOW * soundIn(p);
}

/** A speed that surely works and does not cost too much, m/s. */
export function easySpeed(s: Measured, p: Substance): number {
  if (isAutomatic(p)) return affordableSound(s, Math.min(USUAL_STEPS, s.scene.time.maxStepsPerFrame)) / AUTOMATIC;
  return SLOW * soundIn(p);
}

/** The box around a body, m. */
export function bodyBounds({ shape, spacing }: Scene['bodies'][number], trig: Trigonometry, dimension: 2 | 3): Bounds {
  if (!('points' in shape)) return boundsOf(solidOf(shape, trig, dimension));
  return unionOf(shape.points.positions.map((at) => around(at, spacing / 2)));
}

function around(center: ArrayLike<number>, reach: number): Bounds {
  const at = (sign: number): Vec3 => [0, 1, 2].map((a) => center[a]! + sign * reach) as never;
  return { min: at(-1), max: at(1) };
}

function unionOf(boxes: readonly Bounds[]): Bounds {
  if (boxes.length === 0) return { min: [0, 0, 0], max: [0, 0, 0] };
  const min = [Infinity, Infinity, Infinity],
    max = [-Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    for (let a = 0; a < 3; a++) {
      min[a] = Math.min(min[a]!, box.min[a]!);
      max[a] = Math.max(max[a]!, box.max[a]!);
    }
  }
  return { min: min as never, max: max as never };
}
