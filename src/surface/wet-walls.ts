// Liquid that touches its glass. Particles stand half a spacing off a wall, so a surface around them alone closes in front of it, with
// round edges. Here every particle near a wall has an image behind it; the surface then meets the wall at a right angle, and what lies
// behind the wall is pressed flat onto it.

import { rootOf } from '../math/roots.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { isShown } from '../obstacles/period.ts';
import { identityPose } from '../obstacles/pose.ts';
import { poseSource } from '../obstacles/pose-source.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import { chosenFields } from '../world/piece-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { type Mirror, mirrorsOf } from './mirrors.ts';
import { sizesOf } from './particle-sizes.ts';
import { type SurfaceOptions, surfaceOptions } from './surface-options.ts';

/** What lies behind a wall is pressed to this part of its depth: flat to the eye, and no triangle turns over. */
const PRESSED = 0.0005;
/** Beyond this cosine between a normal and the wall's, what is pressed is the face at the wall and no longer the side of the liquid. */
const FACE = 0.5;

/** Builds the surface of a frame so that it reaches the walls of the scene at `time` (s); as it is where the scene does not ask for that. */
export function surfaceToWalls(
  scene: Scene,
  time: number,
  trig: Trigonometry,
  build: (fields: WorldFields) => SurfaceMesh,
): (fields: WorldFields) => SurfaceMesh {
  if (scene.surface.walls !== 'wet' || scene.dimension === 2) return build;
  const options = surfaceOptions(scene);
  return (fields) => {
    const mirrors = mirrorsAt(scene, time, trig, fields),
      wetted = withImages(fields, mirrors, options);
    return pressedMesh(build(wetted.fields), mirrors, wetted.spacing);
  };
}

function mirrorsAt(scene: Scene, time: number, trig: Trigonometry, { poses }: WorldFields): Mirror[] {
  return scene.obstacles.flatMap((obstacle, k) => {
    if (!isShown(obstacle, time)) return [];
    const pose = identityPose();
    poseSource(obstacle, k, trig, poses).at(time, pose);
    return mirrorsOf(solidOf(obstacle.shape, trig), obstacle.inside, pose);
  });
}

/** The particles and their images behind walls, and images of images where walls meet; and the typical spacing, m. */
function withImages(
  fields: WorldFields,
  mirrors: readonly Mirror[],
  options: SurfaceOptions,
): { fields: WorldFields; spacing: number } {
  const { count, position } = fields,
    { spacings, total } = sizesOf(fields, options),
    members = Array.from({ length: count }, (_, i) => i),
    places: Vec3[] = members.map((i) => [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!]);
  for (const mirror of mirrors) {
    for (let k = 0, end = members.length; k < end; k++) {
      const image = mirror.image(places[k]!, spacings[members[k]!]!);
      if (!image) continue;
      members.push(members[k]!);
      places.push(image);
    }
  }
  const spacing = count > 0 ? rootOf(total / count, 3) : 0;
  if (members.length === count) return { fields, spacing };
  const all = chosenFields(fields, members);
  for (let k = count; k < places.length; k++) all.position.set(places[k]!, 3 * k);
  return { fields: all, spacing };
}

function pressedMesh(mesh: SurfaceMesh, mirrors: readonly Mirror[], spacing: number): SurfaceMesh {
  const positions = mesh.positions.slice(),
    normals = mesh.normals.slice();
  for (let v = 0; v < positions.length; v += 3) {
    let place: Vec3 = [positions[v]!, positions[v + 1]!, positions[v + 2]!],
      normal: Vec3 = [normals[v]!, normals[v + 1]!, normals[v + 2]!],
      moved = false;
    for (const mirror of mirrors) {
      const behind = mirror.behind(place, spacing);
      if (!behind) continue;
      const { depth, free } = behind,
        by = (1 - PRESSED) * depth;
      place = [place[0] + by * free[0], place[1] + by * free[1], place[2] + by * free[2]];
      normal = pressedNormal(normal, free);
      moved = true;
    }
    if (!moved) continue;
    positions.set(place, v);
    normals.set(normal, v);
  }
  return { ...mesh, positions, normals };
}

/** That of the wall on the face at the wall; along the wall on the sides of the liquid. */
function pressedNormal(n: Vec3, free: Vec3): Vec3 {
  const along = n[0] * free[0] + n[1] * free[1] + n[2] * free[2];
  if (Math.abs(along) > FACE) return [0 - free[0], 0 - free[1], 0 - free[2]];
  const rest: Vec3 = [n[0] - along * free[0], n[1] - along * free[1], n[2] - along * free[2]],
    length = Math.sqrt(rest[0] * rest[0] + rest[1] * rest[1] + rest[2] * rest[2]);
  return [rest[0] / length, rest[1] / length, rest[2] / length];
}
