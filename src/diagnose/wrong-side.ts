// How many particle centers are on the wrong side of the obstacles: inside of solids, outside of containers. What counts is where the
// obstacle is at the time; a mesh with holes has no sides.

import { obstaclePoseInto, prepareObstacles } from '../obstacles/pack.ts';
import { identityPose } from '../obstacles/pose.ts';
import { poseSource, type SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Scene } from '../scene/schema.ts';
import { type Bvh, buildBvh } from '../shapes/bvh.ts';
import { closedMesh } from '../shapes/closed-mesh.ts';
import { signedDistance } from '../shapes/distance.ts';
import { isInsideMesh } from '../shapes/inside-mesh.ts';
import { IDENTITY, type Trigonometry } from '../shapes/rotation.ts';

/** A center may be so deep in an obstacle other than a mesh, as a part of its smoothing length. */
const DEPTH = 0.01;

/** Particles of a frame. */
export interface Centers {
  readonly count: number;
  /** x y z each, m. */
  readonly position: ArrayLike<number>;
  /** m */
  readonly smoothingLength: ArrayLike<number>;
  /** Where the obstacles are whose pose is simulated. */
  readonly poses?: SimulatedPoses | undefined;
}

/** Counts centers on the wrong side of each obstacle at a time (s); undefined for meshes with holes. */
export type CountWrongSides = (centers: Centers, time: number) => (number | undefined)[];

/**
 * Prepares the count for a scene.
 * @example const wrong = wrongSides(world.scene, Math)(world.fields, world.time);
 */
export function wrongSides(scene: Scene, trig: Trigonometry): CountWrongSides {
  const obstacles = prepareObstacles(scene.obstacles, trig, scene.dimension).map((prepared) => {
    const set = prepared.solid.triangles;
    return { prepared, isWrong: set ? wrongOfMesh(set, prepared.obstacle.inside) : wrongOfSolid(prepared) };
  });
  const pose = identityPose();
  return ({ count, position, smoothingLength, poses }, time) =>
    obstacles.map(({ prepared, isWrong }, k) => {
      if (!isWrong) return undefined;
      const source = poses?.has(k) ? poseSource(prepared.obstacle, k, trig, poses) : prepared.source;
      obstaclePoseInto(pose, { ...prepared, source }, time);
      let wrong = 0;
      for (let i = 0; i < count; i++) {
        const dx = position[3 * i]! - pose[9]!,
          dy = position[3 * i + 1]! - pose[10]!,
          dz = position[3 * i + 2]! - pose[11]!;
        const x = pose[0]! * dx + pose[3]! * dy + pose[6]! * dz,
          y = pose[1]! * dx + pose[4]! * dy + pose[7]! * dz,
          z = pose[2]! * dx + pose[5]! * dy + pose[8]! * dz;
        if (isWrong(x, y, z, DEPTH * smoothingLength[i]!)) wrong++;
      }
      return wrong;
    });
}

type IsWrong = (x: number, y: number, z: number, depth: number) => boolean;
type Prepared = ReturnType<typeof prepareObstacles>[number];

function wrongOfMesh(set: NonNullable<Prepared['solid']['triangles']>, inside: boolean): IsWrong | undefined {
  if (!closedMesh(set)) return undefined;
  const bvh: Bvh = buildBvh(set);
  return (x, y, z) => isInsideMesh(bvh, x, y, z) !== inside;
}

function wrongOfSolid({ solid, obstacle }: Prepared): IsWrong {
  const local = { ...solid, rotation: IDENTITY, center: [0, 0, 0] } as const;
  const side = obstacle.inside ? -1 : 1;
  return (x, y, z, depth) => side * signedDistance(local, x, y, z) < -depth;
}
