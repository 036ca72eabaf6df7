// Ambient occlusion: how much of the surroundings of a surface is hidden by what is near, seen from the depths of the picture alone.
// A = Σ max(0, v·n − bias) / (v·v + ε) over points v around it [McGuire et al. 2011, the Alchemy estimator].

import type { Pixels } from './pixels.ts';
import type { Projection } from './projection.ts';
import { DISC_X, DISC_Y, TURN_COS, TURN_SIN } from './sample-pattern.ts';

const TAPS = 12;
/** How dark a corner gets. */
const STRENGTH = 2.2;

/** Measures occlusion at pixels. */
export class Occlusion {
  private readonly pixels: Pixels;
  private readonly projection: Projection;
  private readonly radius: number;
  private readonly axes: Float64Array;
  /** Pixels. */
  readonly widest: number;

  /** `radius` (m) and `look` (pixels): how far away something may be and still hide light; `projection` is over pixels. */
  constructor(pixels: Pixels, projection: Projection, radius: number, look: number) {
    this.pixels = pixels;
    this.projection = projection;
    this.radius = radius;
    const { right, up, forward } = projection;
    this.axes = Float64Array.of(...right, ...up, ...forward);
    this.widest = look - 1;
  }

  /** Part of the surroundings that is open, 0 to 1, at a pixel that shows a surface. */
  openness(x: number, y: number, turn: number): number {
    const { axes } = this;
    const { perspective, scale, centerX, centerY } = this.projection;
    const { width, height, depths, normals } = this.pixels;
    const at = y * width + x;
    const depth = depths[at]!;
    const wx = normals[3 * at]!;
    const wy = normals[3 * at + 1]!;
    const wz = normals[3 * at + 2]!;
    const nx = wx * axes[0]! + wy * axes[1]! + wz * axes[2]!;
    const ny = wx * axes[3]! + wy * axes[4]! + wz * axes[5]!;
    const nz = wx * axes[6]! + wy * axes[7]! + wz * axes[8]!;
    const spread = perspective ? depth / scale : 1 / scale; // m per pixel here
    const disc = Math.min(this.radius / spread, this.widest);
    const rr = disc * spread * (disc * spread);
    const bias = 0.02 * disc * spread + spread;
    const c = TURN_COS[turn]! * disc;
    const s = TURN_SIN[turn]! * disc;
    const px = (x + 0.5 - centerX) * spread;
    const py = (centerY - y - 0.5) * spread;
    let hidden = 0;
    for (let n = 0; n < TAPS; n++) {
      const qx = Math.floor(x + 0.5 + DISC_X[n]! * c - DISC_Y[n]! * s);
      const qy = Math.floor(y + 0.5 + DISC_X[n]! * s + DISC_Y[n]! * c);
      if (qx < 0 || qy < 0 || qx >= width || qy >= height) continue;
      const there = depths[qy * width + qx]!;
      const apart = there - depth;
      if (!(apart * apart < rr)) continue;
      const wide = perspective ? there / scale : spread;
      const vx = (qx + 0.5 - centerX) * wide - px;
      const vy = (centerY - qy - 0.5) * wide - py;
      const vv = vx * vx + vy * vy + apart * apart;
      const rise = vx * nx + vy * ny + apart * nz - bias;
      if (rise > 0 && vv < rr) hidden += (rise / Math.sqrt(vv)) * (1 - vv / rr);
    }
    const open = 1 - (STRENGTH * 2 * hidden) / TAPS;
    return Math.max(open, 0);
  }
}
