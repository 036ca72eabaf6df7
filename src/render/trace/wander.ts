// The walk of light inside of wax.

import { normalize, type SurfacePoint, type SurfaceReader } from '../surface-reader.ts';
import type { Bvh } from './bvh.ts';
import type { Dice } from './dice.ts';

/** What light walks through. */
export interface WaxScene {
  readonly bvh: Bvh;
  readonly reader: SurfaceReader;
  /** Diagonal of what the picture shows, m. */
  readonly size: number;
}

/** Steps inside wax at most. */
const MOST_INSIDE = 8;

/**
 * A walk inside of wax, to the place where light comes out: p becomes that place. The color deepens on the way; what is left of red, green
 * and blue is returned.
 */
export function wander(
  p: SurfacePoint,
  wax: number,
  { bvh, reader, size }: WaxScene,
  dice: Dice,
  lift: number,
): readonly [number, number, number] {
  const free = 0.012 * wax * size;
  const [red, green, blue] = [p.red, p.green, p.blue];
  let [r, g, b] = [1, 1, 1];
  let [x, y, z] = [p.x - 2 * lift * p.nx, p.y - 2 * lift * p.ny, p.z - 2 * lift * p.nz];
  for (let n = 0; n < MOST_INSIDE; n++) {
    dice.direction();
    const first = n === 0 ? 1 : 0;
    const [ux, uy, uz] = unitOf(dice.x - first * p.nx, dice.y - first * p.ny, dice.z - first * p.nz);
    const chance = dice.next();
    const far = (free * chance) / (1.02 - chance);
    if (bvh.hit(x, y, z, ux, uy, uz, lift, far)) {
      reader.aimAlong(x, y, z, ux, uy, uz);
      reader.read(p, bvh.id, bvh.distance);
      normalize(p);
      if (p.nx * ux + p.ny * uy + p.nz * uz < 0) flip(p);
      break;
    }
    x += far * ux;
    y += far * uy;
    z += far * uz;
    r *= 0.55 + 0.45 * red;
    g *= 0.55 + 0.45 * green;
    b *= 0.55 + 0.45 * blue;
  }
  return [r, g, b];
}

/** Turns the normal of a point around. */
export function flip(p: SurfacePoint): void {
  p.nx = 0 - p.nx;
  p.ny = 0 - p.ny;
  p.nz = 0 - p.nz;
}

/** A vector of length 1. */
export function unitOf(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / length, y / length, z / length];
}
