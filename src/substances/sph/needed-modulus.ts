// How hard to compress the substances of a scene must be so that their density stays what it is, from the scene alone: weights of columns,
// speeds of falls, jets and moving solids, stresses of what is stiff. It depends on nothing but the physics of the scene: not on its
// duration, not on the machine. [docs/adr/0032-speed-of-sound-and-materials.md]

import type { SubstanceParameters } from '../../engine/substance.ts';
import type { Body, Emitter, Obstacle, Scene } from '../../scene/schema.ts';
import { boundsOf } from '../../shapes/bounds.ts';
import { PLANE } from '../../shapes/kinds.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import type { Vec3 } from '../../shapes/shape.ts';
import { type Solid, solidOf } from '../../shapes/solid.ts';
import { jetDirection, makeOpening } from '../../sources/opening.ts';
import { isSph } from './parameters.ts';

/** A solid of the scene and the box around it, m. */
interface Place {
  readonly solid: Solid | undefined;
  readonly min: Vec3;
  readonly max: Vec3;
}

/** What there is of a substance: where, and how fast it is at the start, m/s. */
interface Amount extends Place {
  readonly substance: string;
  readonly speed: number;
  /** It is there at the start and has a weight; a jet has none. */
  readonly isBody: boolean;
}

/** Some motion, where nothing is known of any: without gravity a body may cross itself ten times a second. */
const LEAST_RATE = 10;
/** Amounts that are looked at one by one. */
const MANY = 300;
/** A hit may compress more than the weight, by this factor. */
const IN_IMPACTS = 3;
/** Square of the speed with which a column of height H hits what is around it when it collapses, over gH. Measured on a dam break. */
const COLLAPSE = 0.4;

/**
 * The least ρ₀c² with which the density of a scene stays within a part `compressibility` of rest, and within three times that in
 * impacts, Pa (N/m in 2D). A pressure p compresses by p/(ρ₀c²): p = ρgH of columns, ρv² of jets and of what moving solids push. A body that
 * arrives with v everywhere at once compresses by v/c.
 * @param all the substances of the scene, in its order
 */
export function neededModulus(
  scene: Scene,
  all: readonly SubstanceParameters[],
  trig: Trigonometry,
  compressibility: number,
): number {
  const { dimension } = scene,
    g = length(scene.gravity),
    solids = scene.obstacles.map((obstacle) => ({ obstacle, ...placeOf(obstacle.shape, trig, dimension) })),
    amounts = gathered([
      ...scene.bodies.map((body) => amountOfBody(body, trig, dimension)),
      ...scene.emitters.flatMap((emitter) => amountOfJet(emitter, trig, dimension)),
    ]),
    pushed = Math.max(0, ...solids.map(({ obstacle, min, max }) => speedOf(obstacle, min, max))),
    sudden = IN_IMPACTS * compressibility;
  let modulus = 0;
  for (const amount of amounts) {
    const p = all.find(({ name }) => name === amount.substance)!,
      size = thinnest(amount, dimension),
      height = g > 0 && amount.isBody ? extent(amount, scene.gravity) : 0,
      fall = g > 0 ? Math.max(0, heightAbove(amount, solids, amounts, scene) - height / 2) : 0,
      speed2 = amount.speed * amount.speed + 2 * g * fall,
      flow = Math.max(speed2, pushed * pushed, g > 0 ? 0 : square(LEAST_RATE * size)),
      weight = columnPressure(amount, amounts, all, scene),
      pressure = Math.max(p.restDensity * flow, weight, stress(p, pushed / size)),
      hit = amount.isBody ? p.restDensity * (speed2 + COLLAPSE * g * height) : 0;
    modulus = Math.max(modulus, pressure / compressibility, hit / square(sudden));
  }
  return Math.max(modulus, capillaryModulus(scene, all));
}

/** ρ₀c² over σ/L: sound is then four times as fast as the shortest capillary waves, those of two particles. [ADR 54] */
const ABOVE_CAPILLARY = 30;

/** The least ρ₀c² beside surface tension, Pa: it depends on the spacing L, as the waves do that particles can have. */
function capillaryModulus({ bodies, emitters }: Scene, all: readonly SubstanceParameters[]): number {
  let modulus = 0;
  for (const { substance, spacing } of [...bodies, ...emitters]) {
    const p = all.find(({ name }) => name === substance)!;
    if (isSph(p)) modulus = Math.max(modulus, (ABOVE_CAPILLARY * p.surfaceTension) / spacing);
  }
  return modulus;
}

/** So that all can be compared with all: many amounts count as one of each substance, which is as large as all of them. */
function gathered(amounts: readonly Amount[]): readonly Amount[] {
  if (amounts.length <= MANY) return amounts;
  const whole = new Map<string, Amount>();
  for (const next of amounts) {
    const { min, max, speed } = whole.get(next.substance) ?? next,
      corner = (of: (...x: number[]) => number, a: Vec3, b: Vec3): Vec3 => a.map((x, k) => of(x, b[k]!)) as never;
    whole.set(next.substance, {
      ...{ solid: undefined, substance: next.substance, isBody: true, speed: Math.max(speed, next.speed) },
      ...{ min: corner(Math.min, min, next.min), max: corner(Math.max, max, next.max) },
    });
  }
  return [...whole.values()];
}

/** How high a body is along gravity, m. */
function extent({ min, max }: Place, gravity: Vec3): number {
  const g = length(gravity);
  return gravity.reduce((sum, a, k) => sum + (Math.abs(a) / g) * (max[k]! - min[k]!), 0);
}

/** Weight over its base of the column that an amount is part of: everything above or below it adds to it, Pa. */
function columnPressure(
  one: Amount,
  amounts: readonly Amount[],
  all: readonly SubstanceParameters[],
  { gravity, dimension }: Scene,
): number {
  let sum = 0;
  for (const other of amounts) {
    if (!one.isBody || !other.isBody || !overlaps(one, other, mainAxis(gravity), dimension)) continue;
    const { restDensity } = all.find(({ name }) => name === other.substance)!;
    for (let k = 0; k < dimension; k++) sum += restDensity * Math.abs(gravity[k]!) * (other.max[k]! - other.min[k]!);
  }
  return sum;
}

/** Height of the middle of an amount above what it will lie on, m; 0 where there is nothing below. */
function heightAbove(
  amount: Amount,
  solids: readonly (Place & { readonly obstacle: Obstacle })[],
  amounts: readonly Amount[],
  scene: Scene,
): number {
  const { gravity, dimension, domain } = scene,
    g = length(gravity),
    up = gravity.map((a) => -a / g) as unknown as Vec3,
    axis = mainAxis(gravity),
    center = middle(amount),
    levels = solids.flatMap(({ obstacle, solid, min, max }) => {
      if (solid!.kind === PLANE) return planeLevel(solid!, center, up);
      const below = [0, 1, 2].every(
          (k) => k >= dimension || k === axis || (min[k]! < center[k]! && center[k]! < max[k]!),
        ),
        lands =
          !obstacle.inside && below && solid!.triangles === undefined && heightOf(max, min, up, true) < dot(center, up);
      return [heightOf(max, min, up, lands)];
    });
  if (domain && !domain.periodic[axis]) levels.push(heightOf(domain.max, domain.min, up, false));
  if (levels.length === 0) return 0;
  const lying = amounts
    .filter((other) => other.isBody && overlaps(amount, other, axis, dimension))
    .map(({ min, max }) => heightOf(max, min, up, true))
    .filter((top) => top < dot(center, up));
  return Math.max(0, dot(center, up) - Math.max(Math.min(...levels), ...lying));
}

/** Whether one place is above or below another, along an axis. */
function overlaps(a: Place, b: Place, axis: number, dimension: 2 | 3): boolean {
  return [0, 1, 2].every((k) => k >= dimension || k === axis || (a.min[k]! < b.max[k]! && b.min[k]! < a.max[k]!));
}

/** Height of the point of a plane that is under (or above) a place; none if the plane carries nothing. */
function planeLevel(plane: Solid, at: Vec3, up: Vec3): number[] {
  const slope = dot(plane.vector, up);
  if (slope < 0.05) return [];
  const above = plane.vector.reduce((sum, n, k) => sum + n * (at[k]! - plane.center[k]!), 0) / slope;
  return [dot(at, up) - above];
}

/** Height of the highest or lowest corner of a box. */
function heightOf(max: ArrayLike<number>, min: ArrayLike<number>, up: Vec3, highest: boolean): number {
  return up.reduce((sum, u, k) => sum + u * (u > 0 === highest ? max[k]! : min[k]!), 0);
}

/**
 * What it takes to deform a substance that is stiff itself: its yield stress, and its viscosity where solids press it, Pa. In a fall it is no
 * more than the weight, which counts already.
 * @param rate at which solids deform it, 1/s
 */
function stress(p: SubstanceParameters, rate: number): number {
  if (!isSph(p)) return 0;
  return Math.max(p.jumpNumber === undefined ? 0 : 2 * p.yieldStress, p.viscosity * rate);
}

function amountOfBody(body: Body, trig: Trigonometry, dimension: 2 | 3): Amount {
  const { substance, shape, velocity, angularVelocity, spacing } = body,
    place = 'points' in shape ? aroundPoints(shape.points.positions, spacing) : placeOf(shape, trig, dimension),
    fastest = 'points' in shape ? fastestOf(shape.points.velocities ?? []) : 0,
    reach = length(place.max.map((x, k) => (x - place.min[k]!) / 2));
  return {
    ...place,
    substance,
    isBody: true,
    speed: Math.max(fastest, length(velocity) + length(angularVelocity) * reach),
  };
}

function fastestOf(velocities: readonly Vec3[]): number {
  return velocities.reduce((fastest, velocity) => Math.max(fastest, length(velocity)), 0);
}

function amountOfJet(emitter: Emitter, trig: Trigonometry, dimension: 2 | 3): Amount[] {
  const direction = jetDirection(emitter, dimension);
  if (!direction) return [];
  const { center, area, reach } = makeOpening(emitter, direction, { dimension, trig });
  const around = (sign: number): Vec3 => [0, 1, 2].map((k) => center[k]! + sign * (k < dimension ? reach : 0)) as never;
  const speed = emitter.speed ?? (emitter.flowRate ?? 0) / area;
  return [{ solid: undefined, min: around(-1), max: around(1), substance: emitter.substance, isBody: false, speed }];
}

/** Fastest speed of a solid that the scene moves, m/s. */
function speedOf({ motion, shape }: Obstacle, min: Vec3, max: Vec3): number {
  if (!motion) return 0;
  if ('velocity' in motion) return length(motion.velocity);
  const finite = 'plane' in shape ? 0 : 1,
    reachFrom = (point: ArrayLike<number>): number =>
      finite === 0
        ? 0
        : length([0, 1, 2].map((k) => Math.max(Math.abs(max[k]! - point[k]!), Math.abs(min[k]! - point[k]!))));
  if ('rotation' in motion) {
    const { center, degreesPerSecond } = motion.rotation;
    return ((Math.PI * Math.abs(degreesPerSecond)) / 180) * reachFrom(center);
  }
  let fastest = 0;
  motion.keyframes.forEach((to, k) => {
    const from = motion.keyframes[k - 1];
    if (!from || !(to.time > from.time)) return;
    const way = length(to.translate.map((x, a) => x - from.translate[a]!)),
      turn = (Math.PI / 180) * Math.abs((to.rotate?.degrees ?? 0) - (from.rotate?.degrees ?? 0));
    fastest = Math.max(fastest, (way + turn * reachFrom(motion.pivot)) / (to.time - from.time));
  });
  return fastest;
}

function placeOf(shape: Parameters<typeof solidOf>[0], trig: Trigonometry, dimension: 2 | 3): Place {
  const solid = solidOf(shape, trig, dimension);
  return { solid, ...boundsOf(solid) };
}

function aroundPoints(points: readonly (readonly number[])[], spacing: number): Place {
  const end = (of: (...values: number[]) => number, margin: number): Vec3 =>
    [0, 1, 2].map((k) => points.reduce((far, p) => of(far, p[k]!), points[0]?.[k] ?? 0) + margin) as never;
  return { solid: undefined, min: end(Math.min, -spacing / 2), max: end(Math.max, spacing / 2) };
}

/** Shortest edge of the box around an amount, m. */
function thinnest({ min, max }: Place, dimension: 2 | 3): number {
  return Math.max(1e-6, Math.min(...[0, 1, 2].slice(0, dimension).map((k) => max[k]! - min[k]!)));
}

function middle({ min, max }: Place): Vec3 {
  return [0, 1, 2].map((k) => (min[k]! + max[k]!) / 2) as never;
}

/** The axis along which gravity is strongest. */
function mainAxis(gravity: Vec3): number {
  const sizes = gravity.map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

const square = (x: number): number => x * x;
const dot = (a: ArrayLike<number>, b: Vec3): number => a[0]! * b[0] + a[1]! * b[1] + a[2]! * b[2];
const length = (a: ArrayLike<number>): number => Math.sqrt(a[0]! * a[0]! + a[1]! * a[1]! + a[2]! * a[2]!);
