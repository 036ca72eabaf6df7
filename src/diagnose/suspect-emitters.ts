// Emitters that release into something: an obstacle, a body, another emitter.

import type { Emitter } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import { makeJetLayers } from '../sources/jet-layers.ts';
import { jetDirection, makeOpening, type Opening } from '../sources/opening.ts';
import { waysOut } from './moved-shape.ts';
import { moves, type Places } from './suspect-places.ts';
import { lengthOf, type Suspicion } from './suspicion.ts';
import { wrongSides } from './wrong-side.ts';

/** Sites of an opening that are looked at. */
const SAMPLES = 300;
/** Sites of two emitters nearer than this part of the spacing get in each other's way. */
const NEAR = 0.6;
/** So much of an opening may overlap with another one. */
const FEW = 0.2;
/** Corners of the triangles of a mesh that is not looked at. */
const MANY = 60_000;

interface Jet {
  readonly k: number;
  readonly emitter: Emitter;
  readonly opening: Opening;
  /** x y z each, m. */
  readonly sites: Float64Array;
}

/** Everything that stands in the way of an emitter at its start. */
export function blockedEmitters(places: Places): Suspicion[] {
  const { scene, trig } = places,
    { dimension } = scene;
  const jets = scene.emitters.flatMap((emitter, k): Jet[] => {
    const opening = makeOpening(emitter, jetDirection(emitter, dimension)!, { dimension, trig }),
      layers = makeJetLayers(opening, emitter.spacing, 1, dimension);
    return layers ? [{ k, emitter, opening, sites: sampled(layers[0].sites) }] : [];
  });
  const isWrong = jets.length > 0 && scene.obstacles.length > 0 ? sidesOf(places) : undefined;
  return jets.flatMap((jet, n) => {
    const inObstacle = isWrong ? obstacleAt(places, jet, isWrong) : undefined,
      found = inObstacle ?? bodyAt(places, jet) ?? emitterAt(jets.slice(0, n), jet);
    return found ? [found] : [];
  });
}

/** Which side of each obstacle points are on; meshes of many triangles take too long to ask. */
function sidesOf({ scene, trig }: Places): ReturnType<typeof wrongSides> {
  const isQuick = scene.obstacles.map(
      ({ shape }) => (solidOf(shape, trig, scene.dimension).triangles?.triangles.length ?? 0) <= MANY,
    ),
    count = wrongSides({ ...scene, obstacles: scene.obstacles.filter((_, k) => isQuick[k]) }, trig);
  return (centers, time) => {
    const counts = count(centers, time);
    return isQuick.map((isAsked) => (isAsked ? counts.shift() : undefined));
  };
}

/** Not more than a few sites, evenly chosen. */
function sampled(sites: Float64Array): Float64Array {
  const count = sites.length / 3,
    every = Math.ceil(count / SAMPLES);
  if (every === 1) return sites;
  return Float64Array.from(
    { length: 3 * Math.ceil(count / every) },
    (_, n) => sites[3 * every * Math.floor(n / 3) + (n % 3)]!,
  );
}

function obstacleAt(
  { scene: { dimension, obstacles } }: Places,
  { k, emitter, opening, sites }: Jet,
  isWrong: ReturnType<typeof wrongSides>,
): Suspicion | undefined {
  const count = sites.length / 3,
    smoothingLength = new Float64Array(count).fill(emitter.spacing),
    blockedAt = (by: Vec3): number => {
      const position = sites.map((x, n) => x + by[n % 3]!);
      return isWrong({ count, position, smoothingLength }, emitter.from).findIndex((wrong) => (wrong ?? 0) > 0);
    };
  const obstacle = blockedAt([0, 0, 0]);
  if (obstacle < 0) return undefined;
  const steps = [1, 2, 4, 8, 16, 32].map((n) => n * Math.max(emitter.spacing, 0.5 * opening.reach)),
    ways = steps.flatMap((way) => directions(opening, dimension).map((v) => v.map((x) => way * x) as never as Vec3)),
    free = ways.find((way) => blockedAt(way) < 0);
  const what = obstacles[obstacle]!.inside ? `outside container ${obstacle}` : `in obstacle ${obstacle}`;
  return {
    code: 'EMITTER_BLOCKED',
    pointer: `/emitters/${k}/shape`,
    message: `Emitter ${k} is ${what}: what it releases is pressed to the surface at once.`,
    hint: 'Move the emitter or the obstacle.',
    excess: 250,
    cures: free ? moves(`/emitters/${k}/shape`, emitter.shape, [free]) : [],
  };
}

/** Where an opening may be moved: along its jet first. */
function directions({ direction }: Opening, dimension: 2 | 3): Vec3[] {
  const axes: Vec3[] = [
    [0, 1, 0],
    [1, 0, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ];
  return [direction, direction.map((x) => -x) as never as Vec3, ...axes.slice(0, dimension === 3 ? 6 : 4)];
}

function bodyAt({ scene, trig, yardstick }: Places, { k, emitter, sites }: Jet): Suspicion | undefined {
  if (emitter.from * scene.frameRate > 1) return undefined; // by then the body may be anywhere
  const margin = 0.25 * emitter.spacing;
  for (const [b, { shape }] of scene.bodies.entries()) {
    if ('points' in shape) continue;
    const solid = solidOf(shape, trig, scene.dimension),
      isInside = (n: number) => signedDistance(solid, sites[3 * n]!, sites[3 * n + 1]!, sites[3 * n + 2]!) < -margin;
    const inside = countOf(sites.length / 3, isInside);
    if (inside <= FEW * (sites.length / 3)) continue;
    return {
      code: 'EMITTER_BLOCKED',
      pointer: `/emitters/${k}/shape`,
      message: `Emitter ${k} is in body ${b}: it releases particles where there are some already.`,
      hint: 'Move the emitter out of the body, or start it later.',
      excess: 250,
      cures: moves(
        `/emitters/${k}/shape`,
        emitter.shape,
        waysOut(boxOf(sites), yardstick.bodies[b]!, emitter.spacing, scene.dimension),
      ),
    };
  }
  return undefined;
}

function emitterAt(others: readonly Jet[], { k, emitter, opening, sites }: Jet): Suspicion | undefined {
  const ends = ({ from, to = Number.POSITIVE_INFINITY }: Emitter) => [from, to] as const,
    [from, to] = ends(emitter);
  const other = others.find((jet) => {
    const [begin, end] = ends(jet.emitter),
      away = lengthOf(jet.opening.center.map((x, a) => x - opening.center[a]!)),
      near = NEAR * Math.max(emitter.spacing, jet.emitter.spacing);
    if (begin >= to || from >= end || away > jet.opening.reach + opening.reach + near) return false;
    return countOf(sites.length / 3, (n) => isNear(sites, n, jet.sites, near)) > FEW * (sites.length / 3);
  });
  if (!other) return undefined;
  const way = opening.reach + other.opening.reach + Math.max(emitter.spacing, other.emitter.spacing),
    aside = opening.sAxis.map((x) => way * x) as never as Vec3;
  return {
    code: 'EMITTER_BLOCKED',
    pointer: `/emitters/${k}/shape`,
    message: `Emitters ${other.k} and ${k} release at the same place at the same time.`,
    hint: 'Move one of them, or let them work one after the other.',
    excess: 250,
    cures: moves(`/emitters/${k}/shape`, emitter.shape, [aside]),
  };
}

function countOf(count: number, holds: (n: number) => boolean): number {
  let sum = 0;
  for (let n = 0; n < count; n++) if (holds(n)) sum++;
  return sum;
}

function isNear(sites: Float64Array, n: number, others: Float64Array, near: number): boolean {
  for (let m = 0; m < others.length; m += 3) {
    const x = sites[3 * n]! - others[m]!,
      y = sites[3 * n + 1]! - others[m + 1]!,
      z = sites[3 * n + 2]! - others[m + 2]!;
    if (x * x + y * y + z * z < near * near) return true;
  }
  return false;
}

function boxOf(sites: Float64Array): { readonly min: Vec3; readonly max: Vec3 } {
  const end = (of: (...x: number[]) => number, first: number): Vec3 =>
    [0, 1, 2].map((a) => sites.reduce((far, x, n) => (n % 3 === a ? of(far, x) : far), first)) as never;
  return { min: end(Math.min, Number.POSITIVE_INFINITY), max: end(Math.max, Number.NEGATIVE_INFINITY) };
}
