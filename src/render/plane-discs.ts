// Particles of 2D scenes as discs with smooth edges, whose area is exact: a disc covers π r² pixels, however small it is.

import type { Color } from '../colors/color.ts';
import { blendPixel, type Picture } from './picture.ts';

/** From this radius on, pixels, the middles of the pixels tell the area to half a percent; smaller discs are corrected. */
const LARGE = 4;
/** From this radius on, pixels, discs have a rim. */
const RIM_FROM = 3;
/** Width of the rim over the radius, and its light over that of the disc. */
const RIM_WIDTH = 0.16;
const RIM_LIGHT = 0.5;

/** One disc: center and radius in pixels, linear light. */
export function drawDisc(picture: Picture, x: number, y: number, radius: number, color: Color): void {
  if (!(radius > 0)) return;
  const area = Math.PI * radius * radius;
  // An edge that fades over one pixel adds π/12 to the area: the disc is made smaller by as much.
  let edge = Math.sqrt(Math.max(radius * radius - 1 / 12, 0.25));
  if (radius < LARGE) {
    for (let round = 0; round < 2; round++)
      edge = Math.max(edge + (area - areaOf(x, y, edge)) / (2 * Math.PI * edge), 0.5);
  }
  const opacity = radius < LARGE ? area / areaOf(x, y, edge) : 1;
  const rim = radius < RIM_FROM ? Number.POSITIVE_INFINITY : edge - Math.max(RIM_WIDTH * radius, 1);
  const shown: [number, number, number] = [0, 0, 0];
  const [left, right] = [Math.max(0, Math.floor(x - edge - 0.5)), Math.min(picture.width - 1, Math.ceil(x + edge))];
  const [top, bottom] = [Math.max(0, Math.floor(y - edge - 0.5)), Math.min(picture.height - 1, Math.ceil(y + edge))];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const distance = distanceOf(column, row, x, y);
      const cover = Math.min(edge + 0.5 - distance, 1);
      if (cover <= 0) continue;
      const light = 1 - (1 - RIM_LIGHT) * Math.min(Math.max(distance - rim + 0.5, 0), 1);
      for (let c = 0; c < 3; c++) shown[c] = light * color[c]!;
      blendPixel(picture, column, row, shown, Math.min(opacity * cover, 1));
    }
  }
}

/** What the pixels of a disc add up to, also outside of the picture. */
function areaOf(x: number, y: number, edge: number): number {
  let area = 0;
  for (let row = Math.floor(y - edge - 0.5); row <= Math.ceil(y + edge); row++) {
    for (let column = Math.floor(x - edge - 0.5); column <= Math.ceil(x + edge); column++) {
      area += Math.min(Math.max(edge + 0.5 - distanceOf(column, row, x, y), 0), 1);
    }
  }
  return area;
}

/** From the middle of a pixel to a point, pixels. */
function distanceOf(column: number, row: number, x: number, y: number): number {
  const [dx, dy] = [column + 0.5 - x, row + 0.5 - y];
  return Math.sqrt(dx * dx + dy * dy);
}
