// How much light reaches every pixel: the key light past shadows, and the surroundings past what is near. Both are measured with a
// pattern that repeats every 4 pixels and then blurred over one period of it, never across the edge of a surface.

import type { Occlusion } from './occlusion.ts';
import type { Pixels } from './pixels.ts';
import type { Projection } from './projection.ts';
import { turnOf } from './sample-pattern.ts';
import type { ShadowMap } from './shadow-map.ts';
import { SurfacePoint, SurfaceReader } from './surface-reader.ts';

/** Light at every pixel, 0 to 1. */
export interface Visibility {
  readonly key: Float32Array;
  readonly open: Float32Array;
}

/** Weights of the blur: one period of the pattern, the two ends half. */
const REACH = 2;

/** Measures the light at all pixels that show something. `projection` is over pixels. */
export function measureVisibility(
  pixels: Pixels,
  projection: Projection,
  shadows: ShadowMap,
  occlusion: Occlusion,
): Visibility {
  const { width, height, depths, normals, drawables } = pixels;
  const key = new Float32Array(width * height).fill(1);
  const open = new Float32Array(width * height).fill(1);
  const ray = new SurfaceReader(projection, [], undefined);
  const point = new SurfacePoint();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (drawables[at]! < 0) continue;
      const turn = turnOf(x, y);
      ray.aim(x + 0.5, y + 0.5);
      ray.place(point, depths[at]!);
      const [nx, ny, nz] = [normals[3 * at]!, normals[3 * at + 1]!, normals[3 * at + 2]!];
      key[at] = shadows.visibility(point.x, point.y, point.z, nx, ny, nz, turn);
      open[at] = occlusion.openness(x, y, turn);
    }
  }
  return { key: blurred(pixels, projection, key), open: blurred(pixels, projection, open) };
}

function blurred(pixels: Pixels, projection: Projection, values: Float32Array): Float32Array {
  const across = new Float32Array(values.length);
  blurInto(across, values, pixels, projection, 1, pixels.width, pixels.height);
  const both = new Float32Array(values.length);
  blurInto(both, across, pixels, projection, pixels.width, pixels.height, pixels.width);
  return both;
}

/** Blurs along one axis: `step` leads to the next pixel of a line of `length` pixels, of which there are `lines`. */
function blurInto(
  out: Float32Array,
  values: Float32Array,
  pixels: Pixels,
  { perspective, scale }: Projection,
  step: number,
  length: number,
  lines: number,
): void {
  const { depths, drawables } = pixels;
  const lineStep = step === 1 ? length : 1;
  for (let line = 0; line < lines; line++) {
    for (let k = 0; k < length; k++) {
      const at = line * lineStep + k * step;
      const drawable = drawables[at]!;
      if (drawable < 0) {
        out[at] = values[at]!;
        continue;
      }
      const depth = depths[at]!;
      const near = (12 * (perspective ? depth : 1)) / scale;
      let sum = 0;
      let weight = 0;
      const from = k < REACH ? 0 - k : 0 - REACH;
      const to = k + REACH >= length ? length - 1 - k : REACH;
      for (let n = from; n <= to; n++) {
        const there = at + n * step;
        const apart = depths[there]! - depth;
        if (drawables[there] !== drawable || !(apart < near && apart > 0 - near)) continue;
        const w = n === REACH || n === 0 - REACH ? 0.5 : 1;
        sum += w * values[there]!;
        weight += w;
      }
      out[at] = sum / weight;
    }
  }
}

/** The pixel beside (x, y), or itself, whose surface is most like one at `depth` of the given drawable; −1 if none is. */
export function likestPixel(pixels: Pixels, x: number, y: number, drawable: number, depth: number): number {
  const { width, height, depths, drawables } = pixels;
  let best = -1;
  let apart = Number.POSITIVE_INFINITY;
  for (let qy = Math.max(y - 1, 0); qy <= Math.min(y + 1, height - 1); qy++) {
    for (let qx = Math.max(x - 1, 0); qx <= Math.min(x + 1, width - 1); qx++) {
      const at = qy * width + qx;
      if (drawables[at] !== drawable) continue;
      const difference = Math.abs(depths[at]! - depth);
      if (difference < apart) {
        apart = difference;
        best = at;
      }
    }
  }
  return best;
}
