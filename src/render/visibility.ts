// How much light reaches every pixel: the key light past shadows, and the surroundings past what is near. Both are measured with a
// pattern that repeats every 4 pixels and then blurred over one period of it, never across the edge of a surface.

import type { Occlusion } from './occlusion.ts';
import type { Pixels } from './pixels.ts';
import type { Projection } from './projection.ts';
import { turnOf } from './sample-pattern.ts';
import type { ShadowMap } from './shadow-map.ts';
import { SurfacePoint, SurfaceReader } from './surface-reader.ts';
import { Tiles } from './tiles.ts';

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
  const dark = new Tiles(width, height);
  const corners = tilesWithCorners(pixels, occlusion.widest);
  const ray = new SurfaceReader(projection, [], undefined);
  const point = new SurfacePoint();
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (drawables[at]! < 0) continue;
      const turn = turnOf(x, y);
      ray.aim(x + 0.5, y + 0.5);
      ray.place(point, depths[at]!);
      point.nx = normals[3 * at]!;
      point.ny = normals[3 * at + 1]!;
      point.nz = normals[3 * at + 2]!;
      const lit = shadows.visibility(point, turn);
      const free = corners.has(x, y) ? occlusion.openness(x, y, turn) : 1;
      if (lit === 1 && free === 1) continue;
      key[at] = lit;
      open[at] = free;
      dark.mark(x, y);
    }
  }
  dark.grow(REACH);
  return { key: blurred(pixels, projection, key, dark), open: blurred(pixels, projection, open, dark) };
}

/** Tiles of pixels near which two surfaces meet, or one is not flat: all others are open. `reach` in pixels. */
function tilesWithCorners({ width, height, drawables, flat }: Pixels, reach: number): Tiles {
  const tiles = new Tiles(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const here = drawables[at]!;
      if (here < 0) continue;
      const besideX = x > 0 ? drawables[at - 1]! : here;
      const besideY = y > 0 ? drawables[at - width]! : here;
      const isPlain = flat[here] === 1 && (besideX === here || besideX < 0) && (besideY === here || besideY < 0);
      if (!isPlain) tiles.mark(x, y);
    }
  }
  tiles.grow(reach);
  return tiles;
}

function blurred(pixels: Pixels, projection: Projection, values: Float32Array, dark: Tiles): Float32Array {
  const { width } = pixels;
  const across = values.slice();
  const both = values.slice();
  blurInto(across, values, pixels, projection, dark, 1);
  blurInto(both, across, pixels, projection, dark, width);
  return both;
}

/** Blurs along one axis, in marked tiles: `step` leads to the next pixel. */
function blurInto(
  out: Float32Array,
  values: Float32Array,
  { width, height, depths, drawables }: Pixels,
  { perspective, scale }: Projection,
  tiles: Tiles,
  step: number,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const drawable = drawables[at]!;
      if (drawable < 0 || !tiles.has(x, y)) continue;
      const depth = depths[at]!;
      const near = (12 * (perspective ? depth : 1)) / scale;
      const k = step === 1 ? x : y;
      const length = step === 1 ? width : height;
      const from = k < REACH ? 0 - k : 0 - REACH;
      const to = k + REACH >= length ? length - 1 - k : REACH;
      let sum = 0;
      let weight = 0;
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
