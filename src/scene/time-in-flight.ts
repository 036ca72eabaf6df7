// How long the particles of a jet live that falls freely into a sink or out of the domain: for estimates, which would else count them all.

import { signedDistance } from '../shapes/distance.ts';
import { lengthOf, type Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import type { Opening } from '../sources/opening.ts';
import type { Scene } from './schema.ts';

/** Points of a path that are looked at, half a spacing apart; a longer one counts as endless. */
const MOST_POINTS = 20_000;

/** The middle of an opening and four places at its rim. */
const RIM = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** What stands in the way of jets, or ends them. */
export interface Surroundings {
  readonly gravity: Vec3;
  readonly domain: Scene['domain'];
  readonly sinks: readonly Solid[];
  readonly obstacles: readonly { readonly solid: Solid; readonly inside: boolean }[];
}

/** The surroundings of the jets of a scene; undefined where nothing removes particles, or where it is not known how they fly. */
export function surroundingsOf(scene: Scene, trig: Trigonometry): Surroundings | undefined {
  const { gravity, domain, sinks, obstacles, forces, dimension } = scene,
    removes = sinks.length > 0 || domain?.onLeave === 'remove';
  if (!removes || forces.length > 0 || obstacles.some(({ motion }) => motion)) return undefined;
  return {
    ...{ gravity, domain },
    sinks: sinks.map(({ shape }) => solidOf(shape, trig, dimension)),
    obstacles: obstacles.map(({ shape, inside }) => ({ solid: solidOf(shape, trig, dimension), inside })),
  };
}

/** Longest time in which particles get from an opening to where they are removed, s; infinite if one of them may not get there. */
export function timeInFlight(
  { center, direction, sAxis, tAxis, reach }: Opening,
  speed: number,
  spacing: number,
  around: Surroundings,
): number {
  const velocity = perAxis((a) => direction[a]! * speed),
    starts = RIM.map(([s, t]) => perAxis((a) => center[a]! + reach * (s * sAxis[a]! + t * tAxis[a]!)));
  return Math.max(...starts.map((start) => fallFrom(start, velocity, spacing, around)));
}

const perAxis = (of: (axis: number) => number): Vec3 => [of(0), of(1), of(2)];

function fallFrom(start: Vec3, velocity: Vec3, spacing: number, around: Surroundings): number {
  const { gravity } = around,
    slowest = Math.sqrt(lengthOf(gravity) * spacing);
  let time = 0;
  for (let n = 0; n < MOST_POINTS; n++) {
    const [x, y, z] = perAxis((a) => start[a]! + time * (velocity[a]! + 0.5 * time * gravity[a]!));
    if (isRemoved(x, y, z, around)) return time;
    if (isStopped(x, y, z, spacing, around)) break;
    const speed = lengthOf(perAxis((a) => velocity[a]! + time * gravity[a]!));
    time += (0.5 * spacing) / Math.max(speed, slowest);
  }
  return Number.POSITIVE_INFINITY;
}

function isRemoved(x: number, y: number, z: number, { sinks, domain }: Surroundings): boolean {
  const outside = (p: number, a: number): boolean =>
    !domain!.periodic[a] && (p < domain!.min[a]! || p > domain!.max[a]!);
  return sinks.some((sink) => signedDistance(sink, x, y, z) < 0) || (domain !== undefined && [x, y, z].some(outside));
}

/** Whether a particle is at an obstacle, or has left a periodic domain, of which nothing is known here. */
function isStopped(x: number, y: number, z: number, spacing: number, { obstacles, domain }: Surroundings): boolean {
  const wraps = (p: number, a: number): boolean =>
    domain!.periodic[a] === true && (p < domain!.min[a]! || p > domain!.max[a]!);
  if (domain && [x, y, z].some(wraps)) return true;
  return obstacles.some(({ solid, inside }) => {
    const distance = signedDistance(solid, x, y, z);
    return (inside ? -distance : distance) < 0.5 * spacing;
  });
}
