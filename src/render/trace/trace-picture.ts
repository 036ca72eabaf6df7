// A fine picture: several rays for every pixel, more where their light differs, and the noise that is left taken out.

import { edgeCoverage, layLines } from '../container-edges.ts';
import type { Drawable } from '../drawable.ts';
import { filmic } from '../lighting.ts';
import { depthOfKey, projectionOf } from '../projection.ts';
import { rasterTarget } from '../raster-target.ts';
import { paintSmoke } from '../smoke.ts';
import { drawAll, type Studio } from '../studio.ts';
import { SurfaceReader } from '../surface-reader.ts';
import type { View } from '../view.ts';
import { Bvh } from './bvh.ts';
import { denoised, type Guides } from './denoise.ts';
import { Path } from './path.ts';

/** Rays of every pixel before the others are thought about, and the variance of the mean, over its square, below which they are left out. */
const FIRST_RAYS = 4;
const SURE = 4e-5;

/** What is drawn how finely. */
export interface FineFormat {
  readonly view: View;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Rays per pixel, at most. */
  readonly rays: number;
  /** Number of the first ray of every pixel: pictures that are laid over each other have different ones. */
  readonly firstRay?: number;
}

/** Linear red, green and blue of all pixels. */
export function tracePicture({ view, width, height, rays, firstRay = 0 }: FineFormat, studio: Studio): Float32Array {
  const { cast, size, tint, globules } = studio;
  const drawables = renumbered(cast.liquid ? [...cast.solid, cast.liquid] : cast.solid);
  const projection = projectionOf(view, width, height);
  const reader = new SurfaceReader(projection, drawables, globules);
  const path = new Path({ bvh: new Bvh(drawables), reader, drawables, stage: cast.stage, tint, size });
  const image = new Float32Array(3 * width * height);
  const guides: Guides = {
    normals: new Float32Array(3 * width * height),
    colors: new Float32Array(3 * width * height),
    depths: new Float32Array(width * height),
    variances: new Float32Array(width * height),
  };
  const camera = new SurfaceReader(projection, [], undefined);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) traceInto(image, guides, path, camera, x, y, width, [firstRay, rays]);
  const clean = denoised(image, width, height, guides);
  if (cast.smoke.length > 0) {
    const flat = rasterTarget(width, height);
    drawAll(cast.solid, projection, flat, 'front');
    const depths = Float32Array.from(flat.keys, (key, k) =>
      flat.ids[k] === 0 ? Number.POSITIVE_INFINITY : depthOfKey(projection.perspective, key),
    );
    for (const smoke of cast.smoke) paintSmoke(clean, { width, height, depths }, projection, smoke, cast.stage);
  }
  if (cast.containers.length > 0) {
    const fine = projectionOf(view, 2 * width, 2 * height);
    const target = rasterTarget(2 * width, 2 * height);
    drawAll(drawables, fine, target, 'front');
    layLines(clean, edgeCoverage(cast.containers, fine, [target], 2, Math.max(1, height / 600)));
  }
  return clean;
}

/** Traces the rays of a pixel; the mean of their light is bent like film first, so that one bright ray does not rule it. */
function traceInto(
  image: Float32Array,
  guides: Guides,
  path: Path,
  camera: SurfaceReader,
  x: number,
  y: number,
  width: number,
  [firstRay, rays]: readonly [number, number],
): void {
  const at = y * width + x;
  const { first, dice } = path;
  let [sum, squares] = [0, 0];
  let n = 0;
  while (n < rays) {
    dice.begin(at, firstRay + n);
    camera.aim(x + 0.5 + place(dice.next()), y + 0.5 + place(dice.next()));
    const { dx, dy, dz } = camera;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const [ox, oy, oz] = camera.origin();
    path.follow(ox, oy, oz, dx / length, dy / length, dz / length);
    image[3 * at]! += path.red;
    image[3 * at + 1]! += path.green;
    image[3 * at + 2]! += path.blue;
    if (first.drawable >= 0) {
      for (let c = 0; c < 3; c++) {
        guides.normals[3 * at + c]! += c === 0 ? first.nx : c === 1 ? first.ny : first.nz;
        guides.colors[3 * at + c]! += c === 0 ? first.red : c === 1 ? first.green : first.blue;
      }
      guides.depths[at]! += first.depth;
    }
    const light = filmic((path.red + path.green + path.blue) / 3);
    sum += light;
    squares += light * light;
    n++;
    const mean = sum / n;
    if (n >= FIRST_RAYS && squares / n - mean * mean <= SURE * n * (mean * mean + 1e-4)) break;
  }
  for (let c = 0; c < 3; c++) {
    image[3 * at + c]! /= n;
    guides.normals[3 * at + c]! /= n;
    guides.colors[3 * at + c]! /= n;
  }
  guides.depths[at]! /= n;
  guides.variances[at] = Math.max(0, (squares - (sum * sum) / n) / (n * Math.max(1, n - 1)));
}

/** From 0 to 1 evenly, to −1 to 1 with more in the middle: how far beside the middle of a pixel a ray looks. */
function place(u: number): number {
  return u < 0.5 ? Math.sqrt(2 * u) - 1 : 1 - Math.sqrt(2 - 2 * u);
}

/** The same drawables with numbers that go on from one to the next. */
function renumbered(drawables: readonly Drawable[]): Drawable[] {
  let firstId = 1;
  return drawables.map((drawable) => {
    const own = { ...drawable, firstId };
    firstId += drawable.count;
    return own;
  });
}
