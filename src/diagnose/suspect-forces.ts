// What pushes too hard: force fields and gravity, by the speed to which they bring a substance within its own size.

import { below } from '../pointer.ts';
import type { Fix } from '../problem.ts';
import type { ForceField } from '../scene/schema.ts';
import type { Substance } from '../substances/substance.ts';
import { lengthOf, round3, type Suspects, type Suspicion, scaled } from './suspicion.ts';
import { isAutomatic, SLOW, soundIn, usualSpeed, type Yardstick } from './yardstick.ts';

/** A gravity beyond this is more likely a wrong unit than a heavy star, m/s². */
export const STRONGEST_GRAVITY = 300;
const EARTH = 9.81;
/** A body larger than this is more likely measured in millimeters than a lake, m. */
const LARGEST_BODY = 50;
/** Sound should be this many times faster than what moves. */
const TEN = 10;

type Measured = Pick<Suspects, 'scene' | 'set' | 'substances'>;

export function strongForces(s: Suspects, y: Yardstick): Suspicion[] {
  const softest = softestOf(s);
  if (!softest) return [];
  const usual = SLOW * soundIn(softest); // forces do not count for a speed of sound that follows from the scene
  return s.scene.forces.map((force, k) => {
    const { speed, factorFor } = strengthOf(force, s, y),
      cures = [1, 0.3, 0.05].flatMap((part) =>
        weaker(`/forces/${k}`, force, factorFor(Math.min(1, (part * usual) / speed))),
      );
    return {
      code: 'FORCE_TOO_STRONG',
      pointer: placeOf(`/forces/${k}`, force),
      message: `Force ${k} can bring the substance to ${speed.toPrecision(3)} m/s, and sound in it moves at ${soundIn(softest).toPrecision(3)} m/s.`,
      hint: 'Make the force weaker; if it is right, raise the stiffness.',
      excess: speed / usual,
      cures,
    };
  });
}

/** Speed that a force gives, m/s, and by how much to weaken it for a part of that speed. */
function strengthOf(
  force: ForceField,
  s: Suspects,
  { whole, size }: Yardstick,
): { readonly speed: number; factorFor(part: number): number } {
  const bySquare = (a: number, way: number) => ({
    speed: Math.sqrt(2 * Math.abs(a) * way),
    factorFor: (part: number) => part * part,
  });
  if ('uniform' in force) return bySquare(lengthOf(force.uniform.acceleration), size);
  if ('drag' in force) {
    const { wind, rate } = force.drag,
      h = s.set.count > 0 ? s.set.f64('smoothingLength')[0]! : size,
      braked = lengthOf(wind) * Math.min(1, rate * h), // a weak wind takes its time
      abrupt = 0.1 * rate * h; // what a step of sound cannot follow
    return { speed: Math.max(braked, abrupt), factorFor: (part) => part };
  }
  const { center } = central(force),
    far = lengthOf(center.map((c, a) => Math.max(Math.abs(c - whole.min[a]!), Math.abs(c - whole.max[a]!)))),
    near = lengthOf(center.map((c, a) => Math.max(0, whole.min[a]! - c, c - whole.max[a]!)));
  if ('vortex' in force)
    // it pushes along the way for as long as the scene lasts
    return { speed: Math.abs(force.vortex.rate) * far * s.scene.duration, factorFor: (part) => part };
  if (!('attractor' in force)) return bySquare(central(force).rate * far, far);
  const { strength, softening } = force.attractor,
    deep = 1 / Math.sqrt(near * near + softening * softening),
    high = 1 / Math.sqrt(far * far + softening * softening);
  return bySquare(strength * (deep - high), 1);
}

/** The numbers of a force about a center; an attractor has no rate. */
function central(force: ForceField): { readonly center: readonly number[]; readonly rate: number } {
  return Object.values(force)[0] as never;
}

/** Where the strength of a force stands. */
function placeOf(at: string, force: ForceField): string {
  if ('uniform' in force) return `${at}/uniform/acceleration`;
  if ('attractor' in force) return `${at}/attractor/strength`;
  if ('drag' in force) return `${at}/drag`;
  return `${at}/${Object.keys(force)[0]}/rate`;
}

/** A force at a part of its strength. */
function weaker(at: string, force: ForceField, factor: number): Fix[] {
  const pointer = placeOf(at, force);
  if ('uniform' in force) return [{ pointer, value: scaled(force.uniform.acceleration, factor) }];
  if ('attractor' in force) return [{ pointer, value: round3(force.attractor.strength * factor) }];
  if ('drag' in force) {
    const { rate, wind } = force.drag,
      calm = { pointer: `${pointer}/wind`, value: scaled(wind, factor) },
      light = { pointer: `${pointer}/rate`, value: round3(rate * factor) };
    return lengthOf(wind) > 0 ? [calm, light] : [light];
  }
  return [{ pointer, value: round3(central(force).rate * factor) }];
}

/** Falling through its own height a body gets faster than sound: gravity or lengths in other units, or a substance that is far too soft. */
export function heavyGravity(s: Measured, y: Yardstick): Suspicion[] {
  const { gravity } = s.scene,
    g = lengthOf(gravity),
    softest = softestOf(s);
  if (!softest || g === 0) return [];
  const excess = y.fall / usualSpeed(s, softest),
    message = `Falling through ${y.size.toPrecision(2)} m, a body gets to ${y.fall.toPrecision(3)} m/s, and sound in "${softest.name}" moves at ${soundIn(softest).toPrecision(3)} m/s.`;
  const stiffer: Fix[] = isAutomatic(softest)
    ? []
    : [1, 10].map((more) => ({
        pointer: below(below('/substances', softest.name), 'stiffness'),
        value: round3(more * TEN * TEN * Math.max(y.fall, y.fastest) * Math.max(y.fall, y.fastest)),
      }));
  if (g > STRONGEST_GRAVITY)
    return [
      {
        ...{ code: 'WRONG_UNITS', pointer: '/gravity', message, excess: (excess * g) / STRONGEST_GRAVITY },
        hint: 'Gravity is in m/s², 9.81 on Earth: check for millimeters.',
        cures: [{ pointer: '/gravity', value: gravity.map((x) => (x === 0 ? 0 : round3((x * EARTH) / g))) }],
      },
    ];
  if (y.size > LARGEST_BODY)
    return [
      {
        ...{ code: 'WRONG_UNITS', pointer: '/bodies', message, excess, cures: stiffer },
        hint: 'Units are meters and seconds: check for millimeters. If the units are right, raise the stiffness.',
      },
    ];
  if (stiffer.length === 0) return [];
  const pointer = stiffer[0]!.pointer;
  return [{ code: 'TOO_SOFT', pointer, message, hint: 'Raise the stiffness.', excess, cures: stiffer }];
}

/** The substance with the slowest sound. */
function softestOf({ substances }: Pick<Suspects, 'substances'>): Substance | undefined {
  return substances.reduce<Substance | undefined>(
    (least, p) => (least && least.stiffness <= p.stiffness ? least : p),
    undefined,
  );
}
