// Obstacles of 2D scenes where the plane z = 0 cuts them: solids filled, half spaces hatched, containers as a wall around their inside.
// Distances are exact, so blocks of pixels that are far from any edge need one evaluation. Costs one per pixel near edges.

import type { Color } from '../colors/color.ts';
import { obstaclePoseInto, prepareObstacles } from '../obstacles/pack.ts';
import { isShown } from '../obstacles/period.ts';
import { identityPose } from '../obstacles/pose.ts';
import { poseSources, type SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Scene } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import { PLANE } from '../shapes/kinds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Solid } from '../shapes/solid.ts';
import { blendPixel, type Picture } from './picture.ts';
import type { PlaneMap } from './plane-view.ts';

/** Colors (linear light) and lines. */
export interface ObstacleStyle {
  readonly background: Color;
  readonly fill: Color;
  readonly edge: Color;
  /** Width of outlines, pixels. */
  readonly line: number;
}

/** Edge of the blocks that are looked at as a whole, pixels. */
const BLOCK = 16;
/** Thickness of the walls of containers, and distance of the hatching of half spaces, both over the width of a line. */
const WALL = 6;
const HATCH = 7;

/** An obstacle where it is. */
interface PlacedObstacle {
  readonly solid: Solid;
  /** Whether particles are kept inside of it. */
  readonly container: boolean;
}

/** The obstacles of a scene at a time (s); `poses` are those that are simulated. */
export function placeObstacles(
  { obstacles }: Pick<Scene, 'obstacles'>,
  time: number,
  trig: Trigonometry,
  poses?: SimulatedPoses,
): PlacedObstacle[] {
  const pose = identityPose();
  const all = prepareObstacles(obstacles, trig, 2, poseSources(poses));
  return all
    .filter(({ obstacle }) => isShown(obstacle, time))
    .map((prepared) => {
      obstaclePoseInto(pose, prepared, time);
      const center = [pose[9]!, pose[10]!, pose[11]!] as const;
      const solid: Solid = { ...prepared.solid, rotation: pose.slice(0, 9), center };
      return { solid, container: prepared.obstacle.inside };
    });
}

/** Draws obstacles. */
export function drawPlaneObstacles(
  picture: Picture,
  placed: readonly PlacedObstacle[],
  map: PlaneMap,
  style: ObstacleStyle,
): void {
  for (const { solid, container } of placed) if (container) clearOutside(picture, solid, map, style.background);
  for (const { solid, container } of placed) drawSolid(picture, solid, container, map, style);
}

/** Takes away what shows outside of a container: the field of the particles reaches a little farther than they do. */
function clearOutside(picture: Picture, solid: Solid, map: PlaneMap, background: Color): void {
  const isOutside = (distance: number): boolean => distance > 0;
  walk(picture, solid, map, 1, isOutside, (x, y, distance) => {
    if (distance > 0) blendPixel(picture, x, y, background, Math.min(distance, 1));
  });
}

/** Fills the side of a solid that particles cannot enter, and draws its edge. */
function drawSolid(picture: Picture, solid: Solid, container: boolean, map: PlaneMap, style: ObstacleStyle): void {
  const side = container ? -1 : 1;
  const wall = container ? WALL * style.line : Number.POSITIVE_INFINITY;
  const hatched = solid.kind === PLANE;
  const near = (container ? wall : 0) + style.line + 1;
  const isFilled = (distance: number): boolean => side * distance < 0 && side * distance > -wall;
  walk(picture, solid, map, near, isFilled, (x, y, distance) =>
    drawPixel(picture, x, y, side * distance, wall, hatched, style),
  );
}

/**
 * Visits every pixel with its distance from a solid in pixels, negative inside. Where a block of pixels is farther from the edge than
 * `near` (pixels), all of it gets the distance of its middle, or is left out if `matters` says no.
 */
function walk(
  picture: Picture,
  solid: Solid,
  map: PlaneMap,
  near: number,
  matters: (distance: number) => boolean,
  visit: (x: number, y: number, distance: number) => void,
): void {
  const distanceAt = (px: number, py: number): number =>
    map.scale * signedDistance(solid, map.worldX(px, py), map.worldY(px, py), 0);
  const half = BLOCK / 2;
  for (let top = 0; top < picture.height; top += BLOCK) {
    for (let left = 0; left < picture.width; left += BLOCK) {
      const middle = distanceAt(left + half, top + half);
      const far = Math.abs(middle) > near + half * Math.SQRT2;
      if (far && !matters(middle)) continue;
      const [right, bottom] = [Math.min(left + BLOCK, picture.width), Math.min(top + BLOCK, picture.height)];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) visit(x, y, far ? middle : distanceAt(x + 0.5, y + 0.5));
      }
    }
  }
}

/** Draws a pixel at a distance from the free side, pixels; negative in the obstacle. */
function drawPixel(
  picture: Picture,
  x: number,
  y: number,
  distance: number,
  wall: number,
  hatched: boolean,
  style: ObstacleStyle,
): void {
  const inside = Math.min(clamp(0.5 - distance), clamp(distance + wall + 0.5));
  if (inside > 0) blendPixel(picture, x, y, style.fill, inside);
  if (hatched && distance < 0) {
    const period = HATCH * style.line;
    const across = (x + y) / Math.SQRT2;
    const away = Math.abs(across - period * Math.round(across / period));
    const hatch = clamp(style.line / 4 + 0.5 - away) * clamp(-distance) * 0.35;
    if (hatch > 0) blendPixel(picture, x, y, style.edge, hatch);
  }
  const edge = clamp(style.line / 2 + 0.5 - Math.abs(distance));
  if (edge > 0) blendPixel(picture, x, y, style.edge, edge);
}

const clamp = (x: number): number => Math.min(Math.max(x, 0), 1);
