// Where foam may be: in the domain, outside of solids and inside of containers.

import { isShown } from '../obstacles/period.ts';
import { identityPose } from '../obstacles/pose.ts';
import { poseSource, type SimulatedPoses } from '../obstacles/pose-source.ts';
import type { Scene } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';

/** Whether something may be at a place at a time (s). Open meshes keep nothing out. */
export function freePlaces(
  scene: Scene,
  time: number,
  poses: SimulatedPoses | undefined,
  trig: Trigonometry,
): (place: Vec3) => boolean {
  const { domain } = scene;
  const obstacles = scene.obstacles.flatMap((obstacle, k) => {
    if (!isShown(obstacle, time)) return [];
    const pose = identityPose();
    poseSource(obstacle, k, trig, poses).at(time, pose);
    return [{ pose, solid: solidOf(obstacle.shape, trig), inside: obstacle.inside }];
  });
  const inDomain = (place: Vec3): boolean =>
    !domain || [0, 1, 2].every((a) => place[a]! >= domain.min[a]! && place[a]! <= domain.max[a]!);
  return (place) =>
    inDomain(place) &&
    obstacles.every(({ pose, solid, inside }) => {
      const [x, y, z] = [place[0] - pose[9]!, place[1] - pose[10]!, place[2] - pose[11]!];
      const away = signedDistance(
        solid,
        pose[0]! * x + pose[3]! * y + pose[6]! * z,
        pose[1]! * x + pose[4]! * y + pose[7]! * z,
        pose[2]! * x + pose[5]! * y + pose[8]! * z,
      );
      return inside ? away < 0 : away > 0;
    });
}
