// How obstacles at rest lie in the world, for the search for places of ghosts.

import { signedDistance } from '../../shapes/distance.ts';
import type { Vec3 } from '../../shapes/shape.ts';
import type { Solid } from '../../shapes/solid.ts';

/** How far a point of the world is behind the surface of an obstacle at rest, m. */
export function depthBehind(solid: Solid, inside: boolean, x: number, y: number, z: number): number {
  const distance = signedDistance(solid, x, y, z);
  return inside ? distance : -distance;
}

/** From the local frame of a solid at rest to the world. */
export function toWorld({ rotation: r, center: c }: Solid, [x, y, z]: Vec3): Vec3 {
  return [
    r[0]! * x + r[1]! * y + r[2]! * z + c[0],
    r[3]! * x + r[4]! * y + r[5]! * z + c[1],
    r[6]! * x + r[7]! * y + r[8]! * z + c[2],
  ];
}
