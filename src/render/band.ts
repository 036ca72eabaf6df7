// One band of rows of a picture, from samples to linear light. Bands keep the memory of large pictures bounded; each is drawn with a
// margin of rows above and below, as far as occlusion and bent rays look, so that no seam shows.

import { edgeCoverage, layLines } from './container-edges.ts';
import { paintWalls } from './container-walls.ts';
import type { Drawable } from './drawable.ts';
import { FloorPattern } from './floor-pattern.ts';
import { LiquidLayer } from './liquid-layer.ts';
import { LiquidView } from './liquid-view.ts';
import { Occlusion } from './occlusion.ts';
import { LiquidPainter } from './paint-liquid.ts';
import { SolidPainter } from './paint-solid.ts';
import { gatherPixels, PixelReader } from './pixels.ts';
import { type Projection, projectionOf } from './projection.ts';
import { type RasterTarget, rasterTarget } from './raster-target.ts';
import { Shader } from './shade.ts';
import { paintSmoke } from './smoke.ts';
import { drawAll, type Studio } from './studio.ts';
import { SurfaceReader } from './surface-reader.ts';
import { dot, minus } from './vector.ts';
import type { View } from './view.ts';
import { measureVisibility } from './visibility.ts';

/** Rows of a picture. */
export interface Band {
  /** First row, and first row after it, without margin. */
  readonly from: number;
  readonly to: number;
  /** The same with margin. */
  readonly top: number;
  readonly bottom: number;
}

/** A picture to be drawn. */
export interface Format {
  readonly view: View;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Samples per pixel along each axis. */
  readonly samples: number;
}

/** How far something may be and still darken a corner, over the diagonal of the scene. */
const OCCLUSION_REACH = 0.09;
/** How far occlusion and bent rays look, over the height of the picture, but never more than so many pixels. */
const LOOK = 0.12;
const FARTHEST_LOOK = 240;
/** What is behind a liquid by less than this touches it, over the diagonal of the scene. */
const CONTACT = 0.04;
/** Rows that the blur needs. */
const BLUR_ROWS = 4;

/** How far occlusion and bent rays look in a picture, pixels. */
export const lookOf = (height: number): number => Math.min(LOOK * height, FARTHEST_LOOK);

/** Cuts a picture into bands of at most about `most` samples each, margins included. */
export function bandsOf({ width, height, samples }: Omit<Format, 'view'>, most: number): Band[] {
  const margin = Math.ceil((lookOf(height) + BLUR_ROWS) / 4) * 4;
  const rows = Math.floor(most / (width * samples * samples));
  const step = rows >= height ? height : Math.max(32, Math.floor((rows - 2 * margin) / 4) * 4);
  const bands: Band[] = [];
  for (let from = 0; from < height; from += step) {
    const to = Math.min(from + step, height);
    bands.push({ from, to, top: Math.max(0, from - margin), bottom: Math.min(height, to + margin) });
  }
  return bands;
}

/** Linear red, green and blue of the pixels of a band with its margin. */
export function renderBand(format: Format, { top, bottom }: Band, studio: Studio): Float32Array {
  const { view, width, height, samples } = format;
  const { cast, size, shadows, globules } = studio;
  const fine = projectionOf(view, width * samples, height * samples, top * samples);
  const coarse = projectionOf(view, width, height, top);
  const target = rasterTarget(width * samples, (bottom - top) * samples);
  drawAll(cast.solid, fine, target, 'front');
  const reader = new PixelReader(new SurfaceReader(fine, cast.solid, globules), target, samples);
  const pixels = gatherPixels(reader, width, bottom - top);
  const occlusion = new Occlusion(pixels, coarse, OCCLUSION_REACH * size, lookOf(height));
  const visibility = measureVisibility(pixels, coarse, shadows, occlusion);
  const pattern = new FloorPattern(cast.solid, size, 1 / coarse.scale, coarse.perspective, {
    tiles: cast.stage.lighting.ground === 'tiles',
    grid: studio.grid,
  });
  const shader = new Shader(cast.stage, cast.solid, studio.liquidShadow, pattern);
  const painter = new SolidPainter(reader, pixels, visibility, shader);
  const image = painter.paint();
  addWalls(image, studio, fine, target, samples);
  const painted = addLiquidAndEdges(image, { format, studio, fine, coarse, target, painter });
  for (const smoke of cast.smoke) paintSmoke(painted, pixels, coarse, smoke, cast.stage);
  return painted;
}

/** Width of the edges of containers, pixels. */
const lineWidth = (height: number): number => Math.max(1, height / 600);

function addWalls(
  image: Float32Array,
  { cast }: Studio,
  fine: Projection,
  target: RasterTarget,
  samples: number,
): void {
  if (cast.containers.length === 0) return;
  const walls = rasterTarget(target.width, target.height);
  drawAll(cast.containers, fine, walls, 'back');
  paintWalls(image, walls, target, new SurfaceReader(fine, cast.containers, undefined), samples);
}

interface LiquidWork {
  readonly format: Format;
  readonly studio: Studio;
  readonly fine: Projection;
  readonly coarse: Projection;
  readonly target: RasterTarget;
  readonly painter: SolidPainter;
}

/**
 * Lays the liquid over an image, and then the edges of containers that nothing hides. Edges behind the liquid are not seen: bent rays
 * would meet them at some pixels and miss them at others.
 */
function addLiquidAndEdges(image: Float32Array, work: LiquidWork): Float32Array {
  const { format, studio, fine, target } = work;
  const { liquid, containers } = studio.cast;
  const layer = liquid && liquidLayer(liquid, work);
  const painted = layer ? paintLiquid(image, liquid, layer, work) : image;
  if (containers.length > 0) {
    const before = layer ? [target, layer.target] : [target];
    layLines(painted, edgeCoverage(containers, fine, before, format.samples, lineWidth(format.height)));
  }
  return painted;
}

function liquidLayer(liquid: Drawable, { studio, fine, coarse, target }: LiquidWork): LiquidLayer {
  const away = minus(studio.cast.stage.middle, fine.eye);
  return new LiquidLayer(liquid, fine, coarse, target, Math.sqrt(dot(away, away)) + studio.size);
}

function paintLiquid(image: Float32Array, liquid: Drawable, layer: LiquidLayer, work: LiquidWork): Float32Array {
  const { format, studio, fine, coarse, painter } = work;
  const { globules, size, tint } = studio;
  const { stage } = studio.cast;
  const reader = new PixelReader(new SurfaceReader(fine, [liquid], globules), layer.target, format.samples);
  const backReader = new SurfaceReader(coarse, [liquid], globules);
  const look = lookOf(format.height);
  const view = new LiquidView(layer.back, backReader, painter.pixels, stage, look, CONTACT * size);
  return new LiquidPainter({ layer, reader, painter, view, tint, stage }).paint(image);
}
