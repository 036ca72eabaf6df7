// Obstacles for formats that hold moving things: the mesh where the scene puts it, and the pose that it has at a time.

import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import { prepareMotion } from '../obstacles/motion.ts';
import { identityPose, type Pose } from '../obstacles/pose.ts';
import type { Bounds } from '../shapes/bounds.ts';
import type { ExportContext } from './format.ts';

/** A solid or container of the scene. */
export interface ExportSolid {
  readonly name: string;
  /** Where the scene puts it, before it moves. */
  readonly mesh: TriangleMesh;
  /** Whether it is a container, to be looked through. */
  readonly inside: boolean;
  /** Whether it moves at all. */
  readonly moves: boolean;
  /** What moves the mesh to where it is at a time (s). */
  poseAt(time: number): Pose;
}

/** The obstacles of a scene; none if its look says so. Planes are cut to about the extent. */
export function solidsOf({ scene, trig }: ExportContext, extent: Bounds): ExportSolid[] {
  if (!scene.look.obstacles) return [];
  const resting = { ...scene, obstacles: scene.obstacles.map((obstacle) => ({ ...obstacle, motion: undefined })) };
  return obstacleMeshes(resting, 0, trig, extent).map(({ mesh, inside }, k) => {
    const { motion } = scene.obstacles[k]!;
    const place = prepareMotion(motion, trig);
    const poseAt = (time: number): Pose => {
      const pose = identityPose();
      place(time, pose);
      return pose;
    };
    return { name: `obstacle${k}`, mesh, inside, moves: motion !== undefined, poseAt };
  });
}
