// Obstacles for formats that hold moving things: the mesh where the scene puts it, and the pose that it has in every frame.

import { obstacleMeshes } from '../meshes/obstacle-meshes.ts';
import type { TriangleMesh } from '../meshes/surface-mesh.ts';
import { identityPose, type Pose } from '../obstacles/pose.ts';
import { poseSource, type SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Bounds } from '../shapes/bounds.ts';
import type { ExportContext } from './format.ts';

/** What decides where the obstacles of a frame are. */
export interface Moment {
  /** Simulated time, s. */
  readonly time: number;
  /** Where those are whose pose is simulated. */
  readonly poses?: SimulatedPoses | undefined;
}

/** A solid or container of the scene. */
export interface ExportSolid {
  readonly name: string;
  /** Where the scene puts it, before it moves. */
  readonly mesh: TriangleMesh;
  /** Whether it is a container, to be looked through. */
  readonly inside: boolean;
  /** What moves the mesh to where it is at each moment; undefined if it never moves. */
  readonly path: readonly Pose[] | undefined;
}

/** The obstacles of a scene in the frames of some moments; none if its look says so. Planes are cut to about the extent. */
export function solidsOf({ scene, trig }: ExportContext, extent: Bounds, moments: readonly Moment[]): ExportSolid[] {
  if (!scene.look.obstacles) return [];
  const resting = { ...scene, obstacles: scene.obstacles.map((obstacle) => ({ ...obstacle, motion: undefined })) };
  return obstacleMeshes(resting, 0, trig, extent).map(({ mesh, inside }, k) => {
    const obstacle = scene.obstacles[k]!;
    const scripted = poseSource(obstacle, k, trig);
    const placeIn = ({ time, poses }: Moment): Pose => {
      const pose = identityPose();
      (poses?.has(k) ? poseSource(obstacle, k, trig, poses) : scripted).at(time, pose);
      return pose;
    };
    const moves = obstacle.motion !== undefined || moments.some(({ poses }) => poses?.has(k));
    return { name: `obstacle${k}`, mesh, inside, path: moves ? moments.map(placeIn) : undefined };
  });
}
