// The room that rigid bodies take at the start: what is filled with particles leaves it out.

import type { Scene } from '../scene/schema.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { solidOf } from '../shapes/solid.ts';

/** Centers of particles are about half a spacing away from a surface. */
const GAP = 0.45;

/** Says whether a rigid body of the scene takes the place of a particle at (x, y, z) with a spacing, all m. */
export function rigidRoom(
  { obstacles, dimension }: Pick<Scene, 'obstacles' | 'dimension'>,
  trig: Trigonometry,
): (x: number, y: number, z: number, spacing: number) => boolean {
  const solids = obstacles.filter(({ rigid }) => rigid).map(({ shape }) => solidOf(shape, trig, dimension));
  return (x, y, z, spacing) => solids.some((solid) => signedDistance(solid, x, y, z) < GAP * spacing);
}
