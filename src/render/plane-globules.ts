// The look of Miller and Pearce in the plane: every globule is a ball that lies in it, as large as its distance at rest, shaded by the
// summed field of all balls near the point seen. [MP89 §3, eq. 10, X43]

import type { Color } from '../colors/color.ts';
import { GlobuleNormals } from './globule-normals.ts';
import type { Picture } from './picture.ts';
import type { Spheres } from './spheres.ts';
import { Strokes } from './strokes.ts';

/** Where the light comes from: the upper left, in front; a unit vector with y down. */
const LIGHT = [-0.48, -0.6, 0.64] as const;
/** Light that comes from everywhere. */
const AMBIENT = 0.35;

/**
 * Draws balls in the plane of a picture.
 * @param balls centers and radii in pixels, y down, z = 0
 * @param colorAt linear light of a pixel (row × width + column) under the given light
 */
export function drawPlaneGlobules(
  picture: Picture,
  balls: Spheres,
  colorAt: (at: number, light: number) => Color,
): void {
  const discs = new Strokes(picture);
  const tops = new Float32Array(picture.width * picture.height);
  for (let k = 0; k < balls.count; k++) {
    const [x, y, radius] = [balls.centers[3 * k]!, balls.centers[3 * k + 1]!, balls.radii[k]!];
    if (!(radius > 0)) continue;
    discs.line(x, y, x, y, 2 * radius);
    raise(tops, picture, x, y, radius);
  }
  const normals = new GlobuleNormals(balls);
  const place = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1 };
  discs.paintWith((column, row) => {
    const at = row * picture.width + column;
    Object.assign(place, { x: column + 0.5, y: row + 0.5, z: tops[at]! });
    if (!normals.normalInto(place)) return colorAt(at, AMBIENT + LIGHT[2]);
    const { nx, ny, nz } = place;
    const facing = (nx * LIGHT[0] + ny * LIGHT[1] + nz * LIGHT[2]) / Math.sqrt(nx * nx + ny * ny + nz * nz);
    return colorAt(at, AMBIENT + Math.max(0, facing));
  });
}

/** Raises what is seen of the balls, pixels above the plane, to the top of one of them. */
function raise(tops: Float32Array, { width, height }: Picture, x: number, y: number, radius: number): void {
  const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height - 1, Math.ceil(y + radius))];
  const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width - 1, Math.ceil(x + radius))];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [dx, dy] = [column + 0.5 - x, row + 0.5 - y];
      const above = radius * radius - dx * dx - dy * dy;
      const at = row * width + column;
      if (above > tops[at]! * tops[at]!) tops[at] = Math.sqrt(above);
    }
  }
}
