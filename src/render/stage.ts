// What stands in a picture: the substance, solids, floors and containers, with their materials, and the stage they stand on.

import type { Color } from '../colors/color.ts';
import { obstacleColor, obstacleLook } from '../colors/surface-looks.ts';
import { type ObstacleMesh, obstacleMeshes, withScenery } from '../meshes/obstacle-meshes.ts';
import { perpendiculars, quadMesh } from '../meshes/solid-mesh.ts';
import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { unit } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import type { Drawable, Dye } from './drawable.ts';
import { DrawableList } from './drawable-list.ts';
import { tileEdge } from './floor-pattern.ts';
import { foamBalls } from './foam-balls.ts';
import { type Lighting, lightingOf } from './lighting.ts';
import { lightsOf } from './lights.ts';
import { materialOf, PLANE, SOLID } from './material.ts';
import { Pattern } from './pattern.ts';
import type { Projection } from './projection.ts';
import type { RenderInput } from './render-input.ts';
import type { Stage } from './shade.ts';
import type { Smoke } from './smoke.ts';
import { addSubstances, patternOf } from './substance-parts.ts';
import { along, cornersOf, diagonalOf, dot, middleOf, minus } from './vector.ts';

/** The things of a picture. */
export interface Cast {
  readonly stage: Stage;
  /** Everything that is not transparent. */
  readonly solid: readonly Drawable[];
  /** The transparent substance, numbered for itself. */
  readonly liquid: Drawable | undefined;
  /** Containers, numbered for themselves: only their far walls and edges are drawn. */
  readonly containers: readonly Drawable[];
  /** Soft volumes, laid over the finished picture. */
  readonly smoke: readonly Smoke[];
}

/** Puts together what the picture of a frame shows. */
export function castOf(input: RenderInput, projection: Projection): Cast {
  const { scene, view } = input;
  const up = upOf(scene);
  const size = diagonalOf(view.bounds);
  const lighting = lightingOf(scene.look, up);
  const middle = middleOf(view.bounds);
  const away = minus(middle, view.position);
  const stage: Stage = {
    lights: lightsOf(projection, up, scene.look.sun?.direction),
    lighting,
    middle,
    fadeFrom: lighting.fade[0] * size,
    fadeTo: lighting.fade[1] * size,
    hazeDepth: Math.sqrt(dot(away, away)) + size / 2,
  };
  const solid = new DrawableList();
  const liquid = new DrawableList();
  const containers = new DrawableList();
  const smoke = [...addSubstances(input, solid, liquid), ...(input.foam ? foamBalls(input.foam) : [])];
  addObstacles(input, stage, solid, containers, liquid);
  return { stage, solid: solid.all, liquid: liquid.all[0], containers: containers.all, smoke };
}

/** Away from the floor: against gravity, or up in the picture if there is none. */
export function upOf({ gravity, camera }: Scene): Vec3 {
  return unit([0 - gravity[0], 0 - gravity[1], 0 - gravity[2]], unit(camera.up));
}

function addObstacles(
  input: RenderInput,
  stage: Stage,
  solid: DrawableList,
  containers: DrawableList,
  liquid: DrawableList,
): void {
  const { time, fields, trig = EXACT_TRIGONOMETRY, view } = input;
  const scene = withScenery(input.scene);
  const { obstacles, ground } = scene.look;
  const { up } = stage.lights;
  const reach = (1.1 * stage.fadeTo) / Math.sqrt(3);
  const m = stage.middle;
  const extent = {
    min: [m[0] - reach, m[1] - reach, m[2] - reach],
    max: [m[0] + reach, m[1] + reach, m[2] + reach],
  } as const;
  let hasFloor = false;
  let lowest = Math.min(...cornersOf(view.bounds).map((corner) => dot(corner, up)));
  for (const [k, one] of obstacleMeshes(scene, time, trig, extent, fields.poses).entries()) {
    const { mesh, inside, plane, triangles } = one;
    const obstacle = scene.obstacles[k]!;
    if (!one.shown || obstacle.look?.hidden) continue;
    if (plane) {
      const free = inside ? turnedOver(mesh) : mesh;
      const normal: Vec3 = [free.normals[0]!, free.normals[1]!, free.normals[2]!];
      const isFloor = dot(normal, up) > 0.5;
      hasFloor ||= isFloor;
      if (obstacles || (ground && isFloor)) addPlane(free, normal, stage.lighting, view.bounds, solid, obstacle);
    } else if (obstacles) {
      addSolid(one, obstacle, diagonalOf(view.bounds), { solid, containers, liquid });
      // The ground must not cut a terrain that reaches below what is looked at.
      if (triangles && !inside) lowest = Math.min(lowest, lowestAlong(mesh.positions, up));
    }
  }
  if (!hasFloor && ground) {
    const gap = dot(scene.gravity, scene.gravity) > 0 ? 0 : 0.12 * diagonalOf(view.bounds);
    const center = along(m, lowest - gap - dot(m, up), up);
    addPlane(quadMesh(center, up, 1.1 * stage.fadeTo), up, stage.lighting, view.bounds, solid);
  }
}

interface Lists {
  readonly solid: DrawableList;
  readonly containers: DrawableList;
  readonly liquid: DrawableList;
}

/** A solid or a container. Glass solids are drawn with the liquid unless there is one already. */
function addSolid(shown: ObstacleMesh, obstacle: Obstacle, size: number, lists: Lists): void {
  const { mesh, inside, triangles, rest } = shown;
  const look = obstacleLook(obstacle);
  const color = obstacleColor(obstacle);
  const colors = Float32Array.from(color);
  const material = obstacle.look ? materialOf(look) : SOLID;
  const found = patternOf(look, color, size);
  const dye = found && { ...found, rest };
  if (inside) lists.containers.add({ mesh }, colors, material);
  else if (look.finish === 'liquid' && lists.liquid.all.length === 0) lists.liquid.add({ mesh, dye }, colors, material);
  else {
    lists.solid.add({ mesh, dye }, colors, material);
    if (triangles === 'open') lists.solid.add({ mesh: turnedOver(mesh), dye }, colors, material);
  }
}

/** A floor or a wall: with the look of its obstacle, or that of the stage. */
function addPlane(
  mesh: TriangleMesh,
  normal: Vec3,
  lighting: Lighting,
  bounds: RenderInput['view']['bounds'],
  solid: DrawableList,
  obstacle?: Obstacle,
): void {
  const size = diagonalOf(bounds);
  const color = obstacle?.look?.color ? obstacleColor(obstacle) : lighting.floor;
  const own = obstacle?.look && patternOf(obstacleLook(obstacle), color, size);
  const dye = own ? { ...own, rest: undefined } : groundDye(lighting, normal, size, color);
  solid.add({ mesh, dye }, Float32Array.from(color), PLANE);
}

/** The pattern of the floor of a stage. */
function groundDye({ ground, vein, floor }: Lighting, normal: Vec3, size: number, color: Color): Dye | undefined {
  if (ground === 'tiles' || ground === 'plain') return undefined;
  const [, axis] = perpendiculars(normal);
  const edge = tileEdge(size);
  const scale = color[0] / Math.max(floor[0], 1e-3);
  const second: Color = [scale * vein[0], scale * vein[1], scale * vein[2]];
  const kind = ground === 'wood' ? 'boards' : ground === 'stone' ? 'stone' : 'speckles';
  const wide = ground === 'wood' ? 1.8 * edge : ground === 'stone' ? 2 * edge : 0.6 * edge;
  return { pattern: new Pattern({ kind, size: wide, axis }, wide), second, rest: undefined };
}

function lowestAlong(positions: Float32Array, up: Vec3): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < positions.length; k += 3)
    lowest = Math.min(lowest, positions[k]! * up[0] + positions[k + 1]! * up[1] + positions[k + 2]! * up[2]);
  return lowest;
}

/** A mesh seen from its other side. */
function turnedOver({ positions, normals, elements }: TriangleMesh): TriangleMesh {
  return { positions, normals: normals.map((c) => 0 - c), elements: elements.toReversed() };
}
