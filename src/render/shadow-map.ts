// Which points the key light reaches: the scene as the light sees it, asked with a wide filter that grows with the distance of what
// is in the way, so that shadows are sharp at contact and soft farther off.

import type { Bounds } from '../shapes/bounds.ts';
import type { Drawable } from './drawable.ts';
import type { Lights } from './lights.ts';
import type { Projection } from './projection.ts';
import { type RasterTarget, rasterTarget } from './raster-target.ts';
import { TriangleDrawer } from './rasterize.ts';
import { DISC_X, DISC_Y, TURN_COS, TURN_SIN } from './sample-pattern.ts';
import { SphereDrawer, walkSpheres } from './spheres.ts';
import type { SurfacePoint } from './surface-reader.ts';
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

/** Texels along each edge of a tile, tiles along each edge of the map, and tiles that the widest filter can reach. */
const TILE = 32;
const TILES = MAP_SIZE / TILE;
const AROUND = Math.ceil(WIDEST / TILE);

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
  private readonly softness: number;
  /** Axes of the light's view: where it stands, right, up, forward. */
  private readonly axes: Float64Array;
  /** For every tile of the map: the depth of what is nearest to the light in it and the tiles around it, m. */
  private readonly nearest: Float32Array;

  /** `softness` is the tangent of half the angle that the light takes. */
  constructor(projection: Projection, drawables: readonly Drawable[], softness: number) {
    this.softness = softness;
    this.projection = projection;
    this.target = rasterTarget(MAP_SIZE, MAP_SIZE);
    const walk = new TriangleWalk(projection, MAP_SIZE, MAP_SIZE);
    const triangles = new TriangleDrawer(this.target);
    const balls = new SphereDrawer(this.target);
    for (const { casts, mesh, spheres } of drawables) {
      if (casts && mesh) walk.walk(mesh, 'both', triangles);
      if (casts && spheres) walkSpheres(projection, MAP_SIZE, MAP_SIZE, spheres, balls);
    }
    const { eye, right, up, forward } = projection;
    this.axes = Float64Array.of(...eye, ...right, ...up, ...forward);
    this.nearest = nearestAround(this.target.keys);
  }

  /**
   * Part of the key light that reaches a point, 0 to 1; `turn` is the number of the pattern. Depths expected beside the point follow
   * the plane of its surface, so that a wide filter does not darken a slope.
   */
  visibility({ x, y, z, nx, ny, nz }: SurfacePoint, turn: number): number {
    const { axes } = this;
    const { scale, centerX, centerY } = this.projection;
    const facing = 0 - (nx * axes[9]! + ny * axes[10]! + nz * axes[11]!);
    if (!(facing > 0)) return 0;
    const lift = LIFT / scale;
    const dx = x + nx * lift - axes[0]!;
    const dy = y + ny * lift - axes[1]!;
    const dz = z + nz * lift - axes[2]!;
    const sx = centerX + scale * (dx * axes[3]! + dy * axes[4]! + dz * axes[5]!);
    const sy = centerY - scale * (dx * axes[6]! + dy * axes[7]! + dz * axes[8]!);
    if (!(sx > 0 - WIDEST && sy > 0 - WIDEST && sx < MAP_SIZE + WIDEST && sy < MAP_SIZE + WIDEST)) return 1;
    const depth = dx * axes[9]! + dy * axes[10]! + dz * axes[11]!;
    const reach = Math.min(WIDEST, this.softness * scale * (depth - this.nearestAt(sx, sy)));
    if (!(reach > 0)) return 1;
    const steep = 1 / Math.max(facing, 0.2) / scale;
    const slopeX = (nx * axes[3]! + ny * axes[4]! + nz * axes[5]!) * steep;
    const slopeY = 0 - (nx * axes[6]! + ny * axes[7]! + nz * axes[8]!) * steep;
    const blocker = this.blockerDepth(sx, sy, depth, slopeX, slopeY, reach, turn);
    if (!(blocker < depth)) return 1;
    const radius = Math.min(Math.max(this.softness * scale * (depth - blocker), 1.5), WIDEST);
    return this.litPart(sx, sy, depth, slopeX, slopeY, radius, turn);
  }

  private nearestAt(sx: number, sy: number): number {
    const column = Math.min(Math.max(Math.floor(sx / TILE), 0), TILES - 1);
    const row = Math.min(Math.max(Math.floor(sy / TILE), 0), TILES - 1);
    return this.nearest[row * TILES + column]!;
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

/** The smallest depth in every tile and those around it. */
function nearestAround(keys: Float32Array): Float32Array {
  const own = new Float32Array(TILES * TILES).fill(Number.POSITIVE_INFINITY);
  for (let y = 0; y < MAP_SIZE; y++) {
    for (let x = 0; x < MAP_SIZE; x++) {
      const tile = Math.floor(y / TILE) * TILES + Math.floor(x / TILE);
      const depth = 0 - keys[y * MAP_SIZE + x]!;
      if (depth < own[tile]!) own[tile] = depth;
    }
  }
  return own.map((_, tile) => {
    const [column, row] = [tile % TILES, Math.floor(tile / TILES)];
    let nearest = Number.POSITIVE_INFINITY;
    for (let y = Math.max(0, row - AROUND); y <= Math.min(TILES - 1, row + AROUND); y++) {
      for (let x = Math.max(0, column - AROUND); x <= Math.min(TILES - 1, column + AROUND); x++) {
        nearest = Math.min(nearest, own[y * TILES + x]!);
      }
    }
    return nearest;
  });
}
