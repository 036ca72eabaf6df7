// The obstacles of a scene as triangle meshes, where they are at a given time. Planes have no end and are cut to a square.

import { isShown } from '../obstacles/period.ts';
import { identityPose, type Pose } from '../obstacles/pose.ts';
import { poseSource, type SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Obstacle, Scene } from '../scene/schema.ts';
import type { Bounds } from '../shapes/bounds.ts';
import { closedMesh } from '../shapes/closed-mesh.ts';
import { PLANE } from '../shapes/kinds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { quadMesh, solidMesh } from './solid-mesh.ts';
import type { TriangleMesh } from './surface-mesh.ts';

/** An obstacle at one time. */
export interface ObstacleMesh {
  /** In the world, m; normals point out of the shape, also out of a container. */
  readonly mesh: TriangleMesh;
  /** Where the vertices of a solid are before it moves, m; undefined for planes. */
  readonly rest: Float32Array | undefined;
  /** Whether it is a container: particles are kept inside of the shape. */
  readonly inside: boolean;
  /** Whether it is a square that stands for a plane without end. */
  readonly plane: boolean;
  /** Whether it is there at the time. */
  readonly shown: boolean;
  /** What a triangle mesh or heightfield is; an open one is a thin wall, to be seen from both sides. */
  readonly triangles?: 'open' | 'closed' | undefined;
}

/**
 * One mesh for every obstacle, in the order of the scene, at `time` (s); `poses` are those that are simulated. Planes become squares that reach as far as `extent` (m)
 * does, around the point of the plane nearest to its middle.
 * @example for (const { mesh } of obstacleMeshes(scene, 0.5, wasm, { min: [-1, 0, -1], max: [1, 2, 1] })) draw(mesh);
 */
export function obstacleMeshes(
  scene: Scene,
  time: number,
  trig: Trigonometry,
  extent: Bounds,
  poses?: SimulatedPoses,
): ObstacleMesh[] {
  return scene.obstacles.map((obstacle, k) => {
    const pose = identityPose();
    poseSource(obstacle, k, trig, poses).at(time, pose);
    return { ...obstacleMesh(obstacle, pose, trig, extent), shown: isShown(obstacle, time) };
  });
}

/** The scene with what is only seen behind its obstacles, as if it were some of them. */
export function withScenery(scene: Scene): Scene {
  const { scenery } = scene.look;
  if (scenery.length === 0) return scene;
  const untouched = { inside: false, normalRestitution: 0, tangentRestitution: 1 };
  return { ...scene, obstacles: [...scene.obstacles, ...scenery.map((piece) => ({ ...untouched, ...piece }))] };
}

function obstacleMesh(
  { shape, inside }: Obstacle,
  pose: Pose,
  trig: Trigonometry,
  extent: Bounds,
): Omit<ObstacleMesh, 'shown'> {
  const solid = solidOf(shape, trig);
  const plane = solid.kind === PLANE;
  const resting = plane ? undefined : solidMesh(solid, trig);
  const mesh = resting
    ? movedMesh(pose, resting)
    : squareIn(moved(pose, solid.center, 1), moved(pose, solid.vector, 0), extent);
  return { mesh, rest: resting?.positions, inside, plane, triangles: solid.triangles && stateOf(solid.triangles) };
}

const states = new WeakMap<TriangleSet, 'open' | 'closed'>();

function stateOf(set: TriangleSet): 'open' | 'closed' {
  const state = states.get(set) ?? (closedMesh(set) ? 'closed' : 'open');
  states.set(set, state);
  return state;
}

/** The square of a plane that reaches as far as a box, around the point nearest to the middle of the box. */
function squareIn(point: Vec3, normal: Vec3, { min, max }: Bounds): TriangleMesh {
  const middle: Vec3 = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const [x, y, z] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const height =
    (middle[0] - point[0]) * normal[0] + (middle[1] - point[1]) * normal[1] + (middle[2] - point[2]) * normal[2];
  const center: Vec3 = [middle[0] - height * normal[0], middle[1] - height * normal[1], middle[2] - height * normal[2]];
  return quadMesh(center, normal, Math.sqrt(x * x + y * y + z * z) / 2);
}

/** A point (weight 1) or a direction (weight 0) in a pose. */
function moved(pose: Pose, [x, y, z]: Vec3, weight: 0 | 1): Vec3 {
  return [
    pose[0]! * x + pose[1]! * y + pose[2]! * z + weight * pose[9]!,
    pose[3]! * x + pose[4]! * y + pose[5]! * z + weight * pose[10]!,
    pose[6]! * x + pose[7]! * y + pose[8]! * z + weight * pose[11]!,
  ];
}

function movedMesh(pose: Pose, mesh: TriangleMesh): TriangleMesh {
  if (pose.every((c, k) => c === RESTING[k])) return mesh;
  const place = (from: Float32Array, weight: 0 | 1): Float32Array => {
    const to = new Float32Array(from.length);
    for (let k = 0; k < from.length; k += 3) to.set(moved(pose, [from[k]!, from[k + 1]!, from[k + 2]!], weight), k);
    return to;
  };
  return { positions: place(mesh.positions, 1), normals: place(mesh.normals, 0), elements: mesh.elements };
}

const RESTING = identityPose();
