// Which points the key light reaches: the scene as the light sees it, asked with a wide filter that grows with the distance of what
// is in the way, so that shadows are sharp at contact and soft farther off.

import type { Bounds } from '../shapes/bounds.ts';
import type { Drawable } from './drawable.ts';
import { KEY_SOFTNESS, type Lights } from './lights.ts';
import type { Projection } from './projection.ts';
import { type RasterTarget, rasterTarget } from './raster-target.ts';
import { TriangleDrawer } from './rasterize.ts';
import { DISC_X, DISC_Y, TURN_COS, TURN_SIN } from './sample-pattern.ts';
import { SphereDrawer, walkSpheres } from './spheres.ts';
import { TriangleWalk } from './triangle-setup.ts';
import { cornersOf, dot, middleOf, minus } from './vector.ts';

/** Texels along each edge of the map. */
export const MAP_SIZE = 1024;
/** Taps that look for what is in the way, and taps that measure the shadow. */
const SEARCH_TAPS = 8;
const SHADOW_TAPS = 12;
/** The widest filter, texels. */
const WIDEST = 60;
/** How far a point is lifted off its surface, texels. */
const LIFT = 2;

/** A parallel view along the key light that holds a box. */
export function lightView({ key, keyAcross, keyAlong }: Lights, bounds: Bounds): Projection {
  const middle = middleOf(bounds);
  let half = 0;
  for (const corner of cornersOf(bounds)) {
    const d = minus(corner, middle);
    half = Math.max(half, Math.abs(dot(d, keyAcross)), Math.abs(dot(d, keyAlong)));
  }
  return {
    perspective: false,
    eye: middle,
    right: keyAcross,
    up: keyAlong,
    forward: [0 - key[0], 0 - key[1], 0 - key[2]],
    scale: MAP_SIZE / (2.1 * (half || 1)),
    centerX: MAP_SIZE / 2,
    centerY: MAP_SIZE / 2,
    near: Number.NEGATIVE_INFINITY,
  };
}

/** What the light sees. */
export class ShadowMap {
  readonly projection: Projection;
  readonly target: RasterTarget;
  /** Depth of what is nearest to the light, m. */
  private nearest = Number.POSITIVE_INFINITY;

  constructor(projection: Projection, drawables: readonly Drawable[]) {
    this.projection = projection;
    this.target = rasterTarget(MAP_SIZE, MAP_SIZE);
    const walk = new TriangleWalk(projection, MAP_SIZE, MAP_SIZE);
    const triangles = new TriangleDrawer(this.target);
    const balls = new SphereDrawer(this.target);
    for (const { casts, mesh, spheres } of drawables) {
      if (casts && mesh) walk.walk(mesh, 'both', triangles);
      if (casts && spheres) walkSpheres(projection, MAP_SIZE, MAP_SIZE, spheres, balls);
    }
    for (const key of this.target.keys) if (0 - key < this.nearest) this.nearest = 0 - key;
  }

  /**
   * Part of the key light that reaches a point, 0 to 1. n is the normal there and `turn` the number of the pattern. Depths expected
   * beside the point follow the plane of its surface, so that a wide filter does not darken a slope.
   */
  visibility(x: number, y: number, z: number, nx: number, ny: number, nz: number, turn: number): number {
    const { eye, right, up, forward, scale, centerX, centerY } = this.projection;
    const facing = 0 - (nx * forward[0] + ny * forward[1] + nz * forward[2]);
    if (!(facing > 0)) return 0;
    const lift = LIFT / scale;
    const dx = x + nx * lift - eye[0];
    const dy = y + ny * lift - eye[1];
    const dz = z + nz * lift - eye[2];
    const sx = centerX + scale * (dx * right[0] + dy * right[1] + dz * right[2]);
    const sy = centerY - scale * (dx * up[0] + dy * up[1] + dz * up[2]);
    const depth = dx * forward[0] + dy * forward[1] + dz * forward[2];
    const steep = 1 / Math.max(facing, 0.2) / scale;
    const slopeX = (nx * right[0] + ny * right[1] + nz * right[2]) * steep;
    const slopeY = 0 - (nx * up[0] + ny * up[1] + nz * up[2]) * steep;
    const reach = Math.min(WIDEST, KEY_SOFTNESS * scale * (depth - this.nearest));
    if (!(reach > 0)) return 1;
    const blocker = this.blockerDepth(sx, sy, depth, slopeX, slopeY, reach, turn);
    if (!(blocker < depth)) return 1;
    const radius = Math.min(Math.max(KEY_SOFTNESS * scale * (depth - blocker), 1.5), WIDEST);
    return this.litPart(sx, sy, depth, slopeX, slopeY, radius, turn);
  }

  /** Mean depth of what is in the way within a radius (texels); infinite if nothing is. */
  private blockerDepth(
    sx: number,
    sy: number,
    depth: number,
    slopeX: number,
    slopeY: number,
    radius: number,
    turn: number,
  ): number {
    const { keys } = this.target;
    const c = TURN_COS[turn]! * radius;
    const s = TURN_SIN[turn]! * radius;
    let sum = 0;
    let found = 0;
    for (let n = 0; n < SEARCH_TAPS; n++) {
      const px = DISC_X[2 * n]!;
      const py = DISC_Y[2 * n]!;
      const ox = px * c - py * s;
      const oy = px * s + py * c;
      const tx = Math.floor(sx + ox);
      const ty = Math.floor(sy + oy);
      if (tx < 0 || ty < 0 || tx >= MAP_SIZE || ty >= MAP_SIZE) continue;
      const tap = 0 - keys[ty * MAP_SIZE + tx]!;
      if (tap < depth + slopeX * ox + slopeY * oy) {
        sum += tap;
        found++;
      }
    }
    return found > 0 ? sum / found : Number.POSITIVE_INFINITY;
  }

  private litPart(
    sx: number,
    sy: number,
    depth: number,
    slopeX: number,
    slopeY: number,
    radius: number,
    turn: number,
  ): number {
    const { keys } = this.target;
    const c = TURN_COS[turn]! * radius;
    const s = TURN_SIN[turn]! * radius;
    let lit = 0;
    for (let n = 0; n < SHADOW_TAPS; n++) {
      const px = DISC_X[n]!;
      const py = DISC_Y[n]!;
      const ox = px * c - py * s;
      const oy = px * s + py * c;
      const tx = Math.floor(sx + ox);
      const ty = Math.floor(sy + oy);
      const isOut = tx < 0 || ty < 0 || tx >= MAP_SIZE || ty >= MAP_SIZE;
      if (isOut || !(0 - keys[ty * MAP_SIZE + tx]! < depth + slopeX * ox + slopeY * oy)) lit++;
    }
    return lit / SHADOW_TAPS;
  }
}
