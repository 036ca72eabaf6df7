// One frame as a picture, on one thread: surfaces into a grid of samples, light onto pixels, then liquids and glass over them.
// The same input gives the same bytes on every machine. Working memory: about 30 bytes per sample and 60 per pixel.

import { byteOf } from '../colors/color.ts';
import { type Range } from '../colors/particle-colors.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { type Drawable } from './drawable.ts';
import { GlobuleNormals } from './globule-normals.ts';
import { edgeCoverage, layLines, paintWalls } from './container.ts';
import { LiquidLayer, reachOf } from './liquid-layer.ts';
import { LiquidPainter } from './paint-liquid.ts';
import { LiquidShadow } from './liquid-shadow.ts';
import { Occlusion } from './occlusion.ts';
import { SolidPainter } from './paint-solid.ts';
import type { Picture } from './picture.ts';
import { Cluster, gatherPixels, PixelReader } from './pixels.ts';
import { type Projection, projectionOf } from './projection.ts';
import { type RasterTarget, rasterTarget } from './raster-target.ts';
import { TriangleDrawer } from './rasterize.ts';
import { Shader } from './shade.ts';
import { lightView, ShadowMap } from './shadow-map.ts';
import { SphereDrawer, walkSpheres } from './spheres.ts';
import { castOf } from './stage.ts';
import { SurfaceReader } from './surface-reader.ts';
import { Tint } from './tint.ts';
import { type Faces, TriangleWalk } from './triangle-setup.ts';
import { diagonalOf } from './vector.ts';
import type { View } from './view.ts';
import { measureVisibility } from './visibility.ts';

/** What a picture is made of. */
export interface RenderInput {
  readonly scene: Scene;
  /** s; decides where moving obstacles are. */
  readonly time: number;
  readonly fields: WorldFields;
  /** The surface of the substance; needed by the style `surface`, optional in 2D. */
  readonly surface?: SurfaceMesh | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The same for all frames of a video. */
  readonly view: View;
  /** Numbers with the first and the last color; by default those of this frame. */
  readonly range?: Range | undefined;
  readonly trig: Trigonometry;
}

export function renderFrame(input: RenderInput): Picture {
  const { width, height, view, scene } = input;
  const samples = scene.output.samples;
  const fine = projectionOf(view, width * samples, height * samples);
  const coarse = projectionOf(view, width, height);
  const T: [string, number][] = [];
  const tick = (n: string) => T.push([n, globalThis.process ? Number(process.hrtime.bigint()) / 1e6 : 0]);
  tick('start');
  const cast = castOf(input, fine);
  tick('cast');
  const target = rasterTarget(width * samples, height * samples);
  drawAll(cast.solid, fine, target, 'front');
  tick('raster');
  const spheres = cast.solid.find(({ flowing }) => flowing)?.spheres;
  const reader = new SurfaceReader(fine, cast.solid, spheres && new GlobuleNormals(spheres));
  const pixelReader = new PixelReader(reader, target, samples);
  const pixels = gatherPixels(pixelReader, width, height);
  tick('gather');
  const size = diagonalOf(view.bounds);
  const shadows = new ShadowMap(lightView(cast.stage.lights, view.bounds), cast.solid);
  tick('shadowmap');
  const visibility = measureVisibility(pixels, coarse, shadows, new Occlusion(pixels, coarse, 0.09 * size, height));
  tick('visibility');
  const liquidShadow = cast.liquid && new LiquidShadow(shadows, cast.liquid, new Tint(0.3 * size), 4 * size);
  tick('liquidshadow');
  const shader = new Shader(cast.stage, cast.solid, liquidShadow);
  const painter = new SolidPainter(pixelReader, pixels, visibility, shader, new Cluster());
  let image = painter.paint();
  tick('paint');
  const layer = cast.liquid && new LiquidLayer(cast.liquid, fine, target, reachOf(cast.liquid.mesh?.positions ?? cast.liquid.spheres!.centers, fine, 0.1 * size));
  tick('liquidlayer');
  const lineWidth = Math.max(1, height / 600);
  if (cast.containers.length > 0) {
    const walls = rasterTarget(width * samples, height * samples);
    drawAll(cast.containers, fine, walls, 'back');
    paintWalls(image, walls, target, new SurfaceReader(fine, cast.containers, undefined), samples);
    layLines(image, edgeCoverage(cast.containers, fine, [target], samples, lineWidth));
  }
  tick('walls');
  if (layer && cast.liquid) {
    const liquidReader = new PixelReader(new SurfaceReader(fine, [cast.liquid], undefined), layer.target, samples);
    image = new LiquidPainter(layer, liquidReader, painter, pixels, coarse, new Tint(0.3 * size), cast.stage, height).paint(image);
    if (cast.containers.length > 0) layLines(image, edgeCoverage(cast.containers, fine, [target, layer.target], samples, lineWidth));
  }
  tick('liquid');
  const picture = { width, height, pixels: new Uint8Array(4 * width * height) };
  for (let k = 0; k < width * height; k++) {
    picture.pixels[4 * k] = byteOf(image[3 * k]!);
    picture.pixels[4 * k + 1] = byteOf(image[3 * k + 1]!);
    picture.pixels[4 * k + 2] = byteOf(image[3 * k + 2]!);
    picture.pixels[4 * k + 3] = 255;
  }
  tick('resolve');
  console.log(T.slice(1).map(([n, t], k) => `${n} ${(t - T[k]![1]).toFixed(0)}`).join(' | '), 'total', (T.at(-1)![1] - T[0]![1]).toFixed(0));
  return picture;
}

/** Draws things into a target. */
function drawAll(drawables: readonly Drawable[], projection: Projection, target: RasterTarget, faces: Faces): void {
  const { width, height } = target;
  const walk = new TriangleWalk(projection, width, height);
  const triangles = new TriangleDrawer(target);
  const balls = new SphereDrawer(target);
  for (const { mesh, spheres, firstId } of drawables) {
    triangles.firstId = firstId;
    balls.firstId = firstId;
    if (mesh) walk.walk(mesh, faces, triangles);
    if (spheres) walkSpheres(projection, width, height, spheres, balls);
  }
}
