// Containers that something moves into until there is no room left: pistons and lids, found before the first step.

import { prepareObstacles } from '../obstacles/pack.ts';
import { boundsOf, measureOf } from '../shapes/bounds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { contentOf, firstTime, type Places } from './suspect-places.ts';
import { stopped } from './suspect-squeeze.ts';
import { round3, type Suspicion } from './suspicion.ts';
import { wrongSides } from './wrong-side.ts';

/** Points along an edge of the box around a container. */
const ALONG = 8;
/** Times that are looked at. */
const TIMES = 16;
/** The room is known to about a layer of points: less than this part of the content is surely too little. */
const TOO_LITTLE = 0.8;

/** Moving obstacles that leave a container less room than what is in it takes. */
export function closingContainers(places: Places, until = places.scene.duration): Suspicion[] {
  const { scene, trig } = places,
    moving = scene.obstacles.flatMap(({ motion, inside, shape }, k) =>
      motion && !inside && !('mesh' in shape || 'heightfield' in shape) ? [k] : [],
    );
  if (moving.length === 0 || !(until > 0)) return [];
  return prepareObstacles(scene.obstacles, trig, scene.dimension).flatMap(({ obstacle, solid }, k) => {
    const { min, max } = boundsOf(solid),
      room = measureOf(solid),
      content = contentOf(places, solid);
    if (!obstacle.inside || obstacle.motion || solid.triangles || !Number.isFinite(room) || content === 0) return [];
    const points = pointsIn(gridIn(min, max, scene.dimension), sidesOf(places, [k])),
      sides = sidesOf(places, moving),
      free = (time: number) => points.filter((point) => !isBlocked(sides, point, time)).length / points.length;
    const isClosed = (time: number, part: number) => free(time) * room < part * content,
      closed = Array.from({ length: TIMES }, (_, n) => ((n + 1) / TIMES) * until).find((t) => isClosed(t, TOO_LITTLE));
    if (points.length === 0 || closed === undefined) return [];
    const covered = moving.map((m) => points.length - pointsIn(points, sidesOf(places, [m]), closed).length),
      guilty = moving[covered.indexOf(Math.max(...covered))]!,
      full = firstTime((time) => isClosed(time, 1), closed),
      ends = [full, 0.9 * full, 0.75 * full];
    return [
      {
        code: 'CONTAINER_TOO_SMALL' as const,
        pointer: `/obstacles/${guilty}/motion`,
        message: `From about ${round3(full)} s on, obstacle ${guilty} leaves container ${k} less room than the substance in it takes.`,
        hint: 'Let the motion end before, or leave the substance a way out.',
        excess: 400,
        cures: ends.flatMap((end) => stopped(`/obstacles/${guilty}/motion`, scene.obstacles[guilty]!.motion!, end)),
      },
    ];
  });
}

/** Asks for the sides of some obstacles. */
function sidesOf({ scene, trig }: Places, some: readonly number[]): ReturnType<typeof wrongSides> {
  return wrongSides({ ...scene, obstacles: some.map((k) => scene.obstacles[k]!) }, trig);
}

/** Points that are on the right side of everything. */
function pointsIn(points: readonly number[][], sides: ReturnType<typeof wrongSides>, time = 0): number[][] {
  return points.filter((point) => !isBlocked(sides, point, time));
}

function isBlocked(count: ReturnType<typeof wrongSides>, position: readonly number[], time: number): boolean {
  return count({ count: 1, position, smoothingLength: [0] }, time).some((wrong) => (wrong ?? 0) > 0);
}

/** The middles of a grid of boxes. */
function gridIn(min: Vec3, max: Vec3, dimension: 2 | 3): number[][] {
  const at = (a: number, n: number) => (a < dimension ? min[a]! + ((n + 0.5) / ALONG) * (max[a]! - min[a]!) : 0);
  return Array.from({ length: ALONG * ALONG * (dimension === 3 ? ALONG : 1) }, (_, n) => [
    at(0, n % ALONG),
    at(1, Math.floor(n / ALONG) % ALONG),
    at(2, Math.floor(n / (ALONG * ALONG))),
  ]);
}
