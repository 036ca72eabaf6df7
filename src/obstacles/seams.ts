// Boxes that end at a wall go on behind it. What is behind a wall is solid: a box that ends there has no edge, and no side that the
// substance could ever touch. Taken as it is, its end and the wall would count the same place twice. [ADR 70]

import { BOX, PLANE } from '../shapes/kinds.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Solid } from '../shapes/solid.ts';
import { mayMove, type PreparedObstacle } from './pack.ts';
import { halfEdgesOf } from './step-box.ts';

/** A place that is so near to a wall, over the size of the box, is at it. */
const AT = 1e-6;

/** A plane before which substance may be; the normal points to it. */
interface Wall {
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** The obstacles of a scene, with boxes that end at walls longer by the longest of their edges there. */
export function closeSeams(obstacles: readonly PreparedObstacle[]): readonly PreparedObstacle[] {
  const walls = obstacles.filter(stays).flatMap(wallsOf);
  if (walls.length === 0) return obstacles;
  return obstacles.map((prepared) => {
    const { solid, obstacle } = prepared;
    if (solid.kind !== BOX || obstacle.inside || obstacle.cuts || !stays(prepared)) return prepared;
    const longer = goOn(solid, walls);
    if (longer === solid) return prepared;
    const rest = Float64Array.of(...Array.from(longer.rotation), ...longer.center);
    return { ...prepared, solid: longer, rest, halfEdges: halfEdgesOf(longer, false) };
  });
}

/** Whether an obstacle is where it is for ever. */
function stays(prepared: PreparedObstacle): boolean {
  const { from = 0, to } = prepared.obstacle;
  return !mayMove(prepared) && from === 0 && to === undefined;
}

function wallsOf({ solid, obstacle }: PreparedObstacle): Wall[] {
  if (solid.kind === PLANE && !obstacle.inside) return [{ point: solid.center, normal: solid.vector }];
  if (solid.kind !== BOX || !obstacle.inside) return [];
  return facesOf(solid).map(({ point, normal: [x, y, z] }) => ({ point, normal: [-x, -y, -z] }));
}

/** Middles and outer normals of the faces of a box. In 2D it has no end in z. */
function facesOf(solid: Solid): Wall[] {
  return [0, 1, 2].slice(0, solid.dimension).flatMap((axis) =>
    [-1, 1].map((side) => {
      const normal = axisOf(solid, axis, side);
      return { point: move(solid.center, normal, solid.vector[axis]!), normal };
    }),
  );
}

/** A box whose faces that are at a wall, or behind it, are farther behind it. */
function goOn(solid: Solid, walls: readonly Wall[]): Solid {
  const axes = [0, 1, 2].slice(0, solid.dimension),
    longest = 2 * Math.max(...axes.map((axis) => solid.vector[axis]!)),
    vector: [number, number, number] = [...solid.vector];
  let { center } = solid;
  facesOf(solid).forEach((face, k) => {
    const axis = k >> 1;
    if (!walls.some((wall) => isBehind(solid, face, axis, wall, AT * longest))) return;
    vector[axis]! += longest / 2;
    center = move(center, face.normal, longest / 2);
  });
  return center === solid.center ? solid : { ...solid, vector, center };
}

/** Whether a whole face is at a wall or behind it, and all that is beyond it. */
function isBehind(solid: Solid, { point, normal }: Wall, axis: number, wall: Wall, near: number): boolean {
  let highest = dot(wall.normal, [point[0] - wall.point[0], point[1] - wall.point[1], point[2] - wall.point[2]]);
  for (let other = 0; other < solid.dimension; other++)
    if (other !== axis) highest += Math.abs(dot(wall.normal, axisOf(solid, other, solid.vector[other]!)));
  return highest <= near && dot(wall.normal, normal) <= 0;
}

/** A vector of this length along an axis of the box. */
function axisOf({ rotation }: Solid, axis: number, length: number): Vec3 {
  return [rotation[axis]! * length, rotation[3 + axis]! * length, rotation[6 + axis]! * length];
}

function move([x, y, z]: Vec3, [u, v, w]: Vec3, by: number): Vec3 {
  return [x + by * u, y + by * v, z + by * w];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
