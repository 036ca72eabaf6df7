// What stands in the wrong place: bodies in each other or in obstacles, containers that are too small, emitters where something is already.
// Found from the scene alone, so that there is a warning before the first step.

import { rootOf } from '../math/roots.ts';
import type { Fix } from '../problem.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';
import { type Bounds, boundsOf, measureOf } from '../shapes/bounds.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Shape, Vec3 } from '../shapes/shape.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import { enlargedShape, movedShape, overlap, waysOut } from './moved-shape.ts';
import { round3, type Suspicion } from './suspicion.ts';
import { measureScene, type Yardstick } from './yardstick.ts';

/** A container is too small if what is in it is more than this part of it. */
const FULL = 1.02;
/** An emitter should stop when its container is filled to this part. */
const NEARLY = 0.85;

/** A scene and what it takes to measure it. */
export interface Places {
  readonly scene: Scene;
  readonly trig: Trigonometry;
  readonly yardstick: Yardstick;
}

export function placesOf(scene: Scene, trig: Trigonometry): Places {
  return { scene, trig, yardstick: measureScene(scene, trig) };
}

/** Containers with less room than the substance in them takes, and when. */
export function smallContainers(places: Places, until = places.scene.duration): Suspicion[] {
  const { scene, trig, yardstick } = places,
    { dimension } = scene;
  return scene.obstacles.flatMap((obstacle, k) => {
    if (!obstacle.inside) return [];
    const solid = solidOf(obstacle.shape, trig, dimension),
      room = measureOf(solid);
    if (!(room > 0 && Number.isFinite(room))) return [];
    const contained = scene.bodies.flatMap((_, b) => (isCenterIn(yardstick.bodies[b]!, solid) ? [b] : [])),
      jets = scene.sinks.length > 0 ? [] : yardstick.jets.flatMap(({ center }, e) => (isIn(center, solid) ? [e] : [])),
      standing = contained.reduce((sum, b) => sum + volumeOfBody(scene.bodies[b]!, trig, dimension), 0);
    if (standing > FULL * room) return [crampedBodies(places, k, contained, standing, room)];
    return overfilled(places, k, jets, { standing, room, until });
  });
}

/** Volume of the bodies whose middles are in a container at the start, m³ (m² in 2D). */
export function contentOf({ scene, trig, yardstick }: Places, container: Solid): number {
  return scene.bodies.reduce(
    (sum, body, b) =>
      sum + (isCenterIn(yardstick.bodies[b]!, container) ? volumeOfBody(body, trig, scene.dimension) : 0),
    0,
  );
}

function crampedBodies(
  { scene, yardstick }: Places,
  k: number,
  contained: readonly number[],
  standing: number,
  room: number,
): Suspicion {
  const { shape } = scene.obstacles[k]!,
    boxes = contained.map((b) => yardstick.bodies[b]!),
    margin = 0.5 * Math.max(...contained.map((b) => scene.bodies[b]!.spacing)),
    factor = 1.05 * rootOf(standing / room, scene.dimension),
    larger = enlargedShape(shape, factor, boxes, margin, scene.dimension),
    unit = scene.dimension === 3 ? 'm³' : 'm²';
  return {
    code: 'CONTAINER_TOO_SMALL',
    pointer: `/obstacles/${k}/shape`,
    message: `Container ${k} has room for ${round3(room)} ${unit}, and the bodies in it take ${round3(standing)} ${unit}.`,
    hint: 'Enlarge the container, or make the bodies smaller.',
    excess: (400 * standing) / room,
    cures: larger ? [{ pointer: `/obstacles/${k}/shape`, value: larger }] : [],
  };
}

function overfilled(
  { scene, yardstick }: Places,
  k: number,
  jets: readonly number[],
  { standing, room, until }: { readonly standing: number; readonly room: number; readonly until: number },
): Suspicion[] {
  const rateOf = (e: number): number => {
      const { speed, flowRate } = scene.emitters[e]!;
      return flowRate ?? speed! * yardstick.jets[e]!.area;
    },
    released = (time: number): number =>
      jets.reduce((sum, e) => {
        const { from, to = time, maxParticles = Number.POSITIVE_INFINITY, spacing } = scene.emitters[e]!,
          most = maxParticles * spacing * spacing * (scene.dimension === 3 ? spacing : 1);
        return sum + Math.min(rateOf(e) * Math.max(0, Math.min(time, to) - from), most);
      }, 0);
  const content = standing + released(until);
  if (jets.length === 0 || content <= FULL * room) return [];
  const strongest = jets.reduce((a, b) => (rateOf(b) > rateOf(a) ? b : a)),
    time = firstTime((t) => standing + released(t) > NEARLY * room, until),
    pointer = `/emitters/${strongest}/to`;
  return [
    {
      code: 'CONTAINER_TOO_SMALL',
      pointer: `/emitters/${strongest}`,
      message: `Emitter ${strongest} fills container ${k} after ${round3(firstTime((t) => standing + released(t) > room, until))} s and does not stop.`,
      hint: `Let the emitter stop: "to" ${round3(time)}. Or enlarge the container, or add a sink.`,
      excess: (400 * content) / room,
      cures: [{ pointer, value: round3(time) }],
    },
  ];
}

/** The first time (s) at which something holds that goes on to hold, by halving. */
export function firstTime(holds: (time: number) => boolean, until: number): number {
  let [low, high] = [0, until];
  for (let n = 0; n < 40; n++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Bodies of which one is in another, by their boxes and their shapes. */
export function bodiesInEachOther({ scene, trig, yardstick }: Places): Suspicion[] {
  const { dimension } = scene,
    found: Suspicion[] = [];
  for (let b = 1; b < scene.bodies.length && found.length < 3; b++) {
    const { shape, spacing } = scene.bodies[b]!,
      box = yardstick.bodies[b]!;
    for (let a = 0; a < b; a++) {
      const other = yardstick.bodies[a]!,
        margin = 0.5 * Math.max(spacing, scene.bodies[a]!.spacing);
      if (!overlap(box, other, margin, dimension)) continue;
      if (!meet(scene.bodies[a]!, scene.bodies[b]!, { box, other, margin, trig, dimension })) continue;
      found.push({
        code: 'START_OVERLAP',
        pointer: `/bodies/${b}/shape`,
        message: `Bodies ${a} and ${b} overlap at the start.`,
        hint: 'Move them apart by one spacing, or use one spacing for bodies that touch.',
        excess: 300,
        cures: moves(`/bodies/${b}/shape`, shape, waysOut(box, other, spacing, dimension)),
      });
      break;
    }
  }
  return found;
}

type BodyOfScene = Scene['bodies'][number];

/** Whether some point is inside both bodies: looked for on a grid in the box they share. */
function meet(
  a: BodyOfScene,
  b: BodyOfScene,
  {
    box,
    other,
    margin,
    trig,
    dimension,
  }: { box: Bounds; other: Bounds; margin: number; trig: Trigonometry; dimension: 2 | 3 },
): boolean {
  if ('points' in a.shape || 'points' in b.shape || 'mesh' in a.shape || 'mesh' in b.shape) return false; // the particles tell
  const solids = [solidOf(a.shape, trig, dimension), solidOf(b.shape, trig, dimension)],
    low = [0, 1, 2].map((k) => Math.max(box.min[k]!, other.min[k]!)),
    high = [0, 1, 2].map((k) => Math.min(box.max[k]!, other.max[k]!)),
    most = 6;
  const at = (k: number, n: number) => (k < dimension ? low[k]! + ((n + 0.5) / most) * (high[k]! - low[k]!) : 0);
  for (let n = 0; n < most * most * (dimension === 3 ? most : 1); n++) {
    const x = at(0, n % most),
      y = at(1, Math.floor(n / most) % most),
      z = at(2, Math.floor(n / (most * most)));
    if (solids.every((solid) => signedDistance(solid, x, y, z) < -0.5 * margin)) return true;
  }
  return false;
}

/** Bodies that stand in an obstacle, or out of a container; of every one, or of those with this number. Meshes are left out. */
export function bodiesInObstacles({ scene, trig, yardstick }: Places, only?: number): Suspicion[] {
  const { dimension } = scene;
  return scene.obstacles.flatMap((obstacle, k) => {
    if ('mesh' in obstacle.shape || 'heightfield' in obstacle.shape || (only ?? k) !== k) return [];
    const solid = solidOf(obstacle.shape, trig, dimension),
      bounds = boundsOf(solid);
    return scene.bodies.flatMap(({ shape, spacing }, b) => {
      const box = yardstick.bodies[b]!,
        at = `/bodies/${b}/shape`,
        cures = obstacle.inside
          ? intoContainer(obstacle, k, solid, box, spacing)
          : outOf(solid, bounds, box, spacing, dimension, at, shape);
      if (cures.length === 0) return [];
      return {
        code: 'INSIDE_OBSTACLE',
        pointer: obstacle.inside ? `/obstacles/${k}/shape` : at,
        message: obstacle.inside
          ? `Body ${b} does not fit into container ${k}.`
          : `Body ${b} stands in obstacle ${k}, which presses it out.`,
        hint: obstacle.inside ? 'Enlarge the container, or move the body into it.' : 'Move the body or the obstacle.',
        excess: 200,
        cures,
      };
    });
  });
}

function intoContainer({ shape }: Obstacle, k: number, solid: Solid, box: Bounds, spacing: number): Fix[] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [0, 1, 2].map((a) => ((n >> a) & 1 ? box.max[a]! : box.min[a]!))),
    isFine = corners.every(([x, y, z]) => signedDistance(solid, x!, y!, z!) < 0.25 * spacing);
  if (isFine) return [];
  const larger = enlargedShape(shape, 1, [box], 0.5 * spacing, solid.dimension);
  return larger ? [{ pointer: `/obstacles/${k}/shape`, value: larger }] : [];
}

function outOf(
  solid: Solid,
  bounds: Bounds,
  box: Bounds,
  spacing: number,
  dimension: 2 | 3,
  at: string,
  shape: BodyOfScene['shape'],
): Fix[] {
  const depth = Math.min(...cornersAndMiddle(box).map(([x, y, z]) => signedDistance(solid, x!, y!, z!)));
  if (!(depth < -0.25 * spacing)) return [];
  if (bounds.min.every(Number.isFinite) && bounds.max.every(Number.isFinite))
    return moves(at, shape, waysOut(box, bounds, 0.5 * spacing, dimension));
  return moves(at, shape, [solid.vector.map((n) => n * (0.5 * spacing - depth)) as never]);
}

function cornersAndMiddle({ min, max }: Bounds): number[][] {
  const corners = Array.from({ length: 27 }, (_, n) => [n % 3, Math.floor(n / 3) % 3, Math.floor(n / 9)]);
  return corners.map((c) => c.map((i, a) => min[a]! + (i / 2) * (max[a]! - min[a]!)));
}

/** A shape at other places. */
export function moves(pointer: string, shape: Parameters<typeof movedShape>[0], ways: readonly Vec3[]): Fix[] {
  return ways.flatMap((way) => {
    const value = movedShape(shape, way);
    return value ? [{ pointer, value }] : [];
  });
}

function isCenterIn({ min, max }: Bounds, solid: Solid): boolean {
  return isIn([0, 1, 2].map((a) => (min[a]! + max[a]!) / 2) as never, solid);
}

function isIn([x, y, z]: Vec3, solid: Solid): boolean {
  return signedDistance(solid, x, y, z) < 0;
}

/** Volume of a body, m³ (m² in 2D). */
function volumeOfBody({ shape, spacing }: BodyOfScene, trig: Trigonometry, dimension: 2 | 3): number {
  if ('points' in shape) return shape.points.positions.length * spacing * spacing * (dimension === 3 ? spacing : 1);
  return measureOf(solidOf(shape as Shape, trig, dimension));
}
