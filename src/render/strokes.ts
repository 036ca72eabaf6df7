// Lines of any width with smooth edges. They are gathered in a sheet before they are laid over the picture, so that lines which meet
// or cross do not cover their corners twice.

import type { Color } from '../colors/color.ts';
import { blendPixel, type Picture } from './picture.ts';

/** A sheet of lines over a rectangle of a picture. */
export class Strokes {
  private readonly left: number;
  private readonly top: number;
  private readonly width: number;
  private readonly height: number;
  private readonly cover: Float32Array;
  private readonly picture: Picture;

  /** A sheet over the part of a picture between two corners (pixels), as far as it is inside of the picture. */
  constructor(picture: Picture, left = 0, top = 0, right = picture.width, bottom = picture.height) {
    this.picture = picture;
    this.left = Math.min(Math.max(Math.floor(left), 0), picture.width);
    this.top = Math.min(Math.max(Math.floor(top), 0), picture.height);
    this.width = Math.max(0, Math.min(Math.ceil(right), picture.width) - this.left);
    this.height = Math.max(0, Math.min(Math.ceil(bottom), picture.height) - this.top);
    this.cover = new Float32Array(this.width * this.height);
  }

  /** A line with round ends between two points (pixels from the top left corner of the picture), `thickness` pixels wide. */
  line(x0: number, y0: number, x1: number, y1: number, thickness: number): void {
    const { left, top, width, height, cover } = this;
    const reach = thickness / 2 + 0.5;
    const fromX = Math.max(0, Math.floor(Math.min(x0, x1) - reach - left));
    const toX = Math.min(width - 1, Math.ceil(Math.max(x0, x1) + reach - left));
    const fromY = Math.max(0, Math.floor(Math.min(y0, y1) - reach - top));
    const toY = Math.min(height - 1, Math.ceil(Math.max(y0, y1) + reach - top));
    const [dx, dy] = [x1 - x0, y1 - y0];
    const lengthSquared = dx * dx + dy * dy;
    const scale = Math.min(1, thickness); // what is thinner than a pixel gets fainter
    for (let row = fromY; row <= toY; row++) {
      const py = row + top + 0.5 - y0;
      for (let column = fromX; column <= toX; column++) {
        const px = column + left + 0.5 - x0;
        const t = lengthSquared > 0 ? Math.min(Math.max((px * dx + py * dy) / lengthSquared, 0), 1) : 0;
        const [ax, ay] = [px - t * dx, py - t * dy];
        const inside = (Math.max(thickness, 1) / 2 + 0.5 - Math.sqrt(ax * ax + ay * ay)) * scale;
        const at = row * width + column;
        if (inside > cover[at]!) cover[at] = Math.min(inside, scale);
      }
    }
  }

  /** Lays everything over the picture in one color (linear light) and clears the sheet. */
  paint(linear: Color): void {
    this.paintWith(() => linear);
  }

  /** Lays everything over the picture in the color (linear light) of each pixel, and clears the sheet. */
  paintWith(colorAt: (x: number, y: number) => Color): void {
    const { left, top, width, height, cover, picture } = this;
    for (let y = top, at = 0; y < top + height; y++) {
      for (let x = left; x < left + width; x++, at++) {
        if (cover[at]! > 0) blendPixel(picture, x, y, colorAt(x, y), cover[at]!);
      }
    }
    cover.fill(0);
  }
}
