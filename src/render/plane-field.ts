// The field of the particles on the pixels of a 2D picture: χ(x) = Σ V W(x − x_j), its slope, and colors or numbers mixed by it.
// The kernel is that of the surface, poly6 of 2.7 spacings, so that the surface is a level of this field. [AW09 eq. 86]

import type { WorldFields } from '../world/published-fields.ts';
import type { PlaneMap } from './plane-view.ts';

/** Support radius over the spacing of the particles. */
const SUPPORT = 2.7;

/** The field, one number per pixel, rows from the top. */
export interface PlaneField {
  /** Density over rest density, about 1 inside. */
  readonly values: Float32Array;
  /** Change of the value per pixel to the right and down. */
  readonly slopeX: Float32Array;
  readonly slopeY: Float32Array;
  /** What is mixed by the shares of the particles, `channels` numbers per pixel; not divided by the value. */
  readonly mixed: Float32Array;
  readonly channels: 1 | 3;
}

/** What is mixed: red, green and blue of every particle, or one number. */
export interface Ingredients {
  readonly channels: 1 | 3;
  readonly values: Float32Array;
}

/** Sums up the field of particles with the given spacings, m. */
export function planeField(
  fields: Pick<WorldFields, 'count' | 'position'>,
  spacings: Float32Array,
  { channels, values: parts }: Ingredients,
  map: PlaneMap,
  width: number,
  height: number,
): PlaneField {
  const size = width * height;
  const field = {
    values: new Float32Array(size),
    slopeX: new Float32Array(size),
    slopeY: new Float32Array(size),
    mixed: new Float32Array(channels * size),
    channels,
  };
  for (let i = 0; i < fields.count; i++) {
    const [x, y] = [fields.position[3 * i]!, fields.position[3 * i + 1]!];
    const center = { x: map.pixelX(x, y), y: map.pixelY(x, y) };
    addParticle(field, width, height, center, map.scale * spacings[i]!, parts, channels * i);
  }
  return field;
}

/** Adds V W = 4/(π k²) (1 − q²)³ with q = r/(k spacing), k = 2.7: its integral is the area of one spacing squared. */
function addParticle(
  { values, slopeX, slopeY, mixed, channels }: PlaneField,
  width: number,
  height: number,
  { x, y }: { readonly x: number; readonly y: number },
  spacing: number,
  parts: Float32Array,
  from: number,
): void {
  const reach = SUPPORT * spacing;
  if (!(reach > 0) || !(x + reach > 0 && y + reach > 0 && x - reach < width && y - reach < height)) return;
  const peak = 4 / (Math.PI * SUPPORT * SUPPORT);
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  for (let row = top; row <= bottom; row++) {
    const dy = (row + 0.5 - y) / reach;
    const half = reach * Math.sqrt(Math.max(1 - dy * dy, 0));
    const [left, right] = [Math.max(0, Math.floor(x - half)), Math.min(width - 1, Math.ceil(x + half))];
    for (let column = left; column <= right; column++) {
      const dx = (column + 0.5 - x) / reach;
      const s = 1 - dx * dx - dy * dy;
      if (s <= 0) continue;
      const at = row * width + column;
      const value = peak * s * s * s;
      const slope = (-6 * peak * s * s) / reach;
      values[at]! += value;
      slopeX[at]! += slope * dx;
      slopeY[at]! += slope * dy;
      for (let c = 0; c < channels; c++) mixed[channels * at + c]! += value * parts[from + c]!;
    }
  }
}

/** How far a pixel is inside of a level of the field, pixels; negative outside. Right near the level, and of the right sign elsewhere. */
export function depthInside({ values, slopeX, slopeY }: PlaneField, at: number, level: number): number {
  const [gx, gy] = [slopeX[at]!, slopeY[at]!];
  const slope = Math.sqrt(gx * gx + gy * gy);
  const excess = values[at]! - level;
  return slope > 0 ? excess / slope : excess > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
