// One frame as a picture, on one thread. The same input gives the same bytes on every machine.
//   surfaces onto a grid of samples → what each pixel shows → light onto it → glass and liquids over it → sRGB, legend

import { byteOf, luminance } from '../colors/color.ts';
import { colorRange, rangeOf, valuesOf } from '../colors/particle-colors.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { surfaceWithPieces } from '../surface/surface-pieces.ts';
import { withPieces } from '../world/pieces.ts';
import { type Band, bandsOf, renderBand } from './band.ts';
import { drawPlane } from './draw-plane.ts';
import { tileEdge } from './floor-pattern.ts';
import { drawLegend, legendOf } from './legend.ts';
import { filmic, type Lighting } from './lighting.ts';
import { createPicture, type Picture } from './picture.ts';
import { projectionOf } from './projection.ts';
import type { RenderInput } from './render-input.ts';
import { studioOf } from './studio.ts';
import { drawText } from './text.ts';
import { tracePicture } from './trace/trace-picture.ts';

/** Samples that are worked on at a time: some 250 MB. A picture of 1920 × 1080 with 2 × 2 samples is one band. */
const MOST_SAMPLES = 9_000_000;

/**
 * The picture of one frame, on one thread; 1280 × 720 pixels take about a second. Pictures larger than `mostSamples` are made in
 * bands; how many does not change them.
 * @example
 * const view = frameView(scene, boundsOfPoints(fields.position));
 * const picture = renderFrame({ scene, time: 1, fields, surface, width: 1280, height: 720, view });
 * writeFileSync('frame.png', encodePng(picture));
 */
export function renderFrame(given: RenderInput, mostSamples: number = MOST_SAMPLES): Picture {
  const input = given.scene.look.colorBy === 'piece' ? withPiecesFound(given) : given;
  const { scene, fields, width, height, view } = input;
  if (scene.dimension === 2) return drawPlane({ ...input, trig: input.trig ?? EXACT_TRIGONOMETRY });
  const range = input.range ?? colorRange(scene, rangeOf(valuesOf(scene.look.colorBy, fields)));
  const picture = createPicture(width, height);
  const format = { view, width, height, samples: scene.output.samples };
  const studio = studioOf({ ...input, range }, projectionOf(view, width, height));
  const { lighting } = studio.cast.stage;
  if (scene.look.quality === 'fine') {
    const image = tracePicture({ view, width, height, rays: scene.look.rays }, studio);
    develop(picture, { from: 0, to: height, top: 0, bottom: height }, image, { ...lighting, filmic: true });
  } else {
    for (const band of bandsOf(format, mostSamples)) develop(picture, band, renderBand(format, band, studio), lighting);
  }
  if (scene.look.grid) drawScale(picture, tileEdge(studio.size), lighting);
  const legend = legendOf(scene, range);
  if (legend) drawLegend(picture, legend);
  return picture;
}

/** Says in the lower left corner how far the lines of the grid are apart. */
function drawScale(picture: Picture, edge: number, { horizon }: Lighting): void {
  const size = Math.max(7, Math.round(picture.height / 50));
  const text =
    edge >= 1
      ? `grid ${edge} m`
      : edge >= 0.01
        ? `grid ${Math.round(100 * edge)} cm`
        : `grid ${Math.round(1e4 * edge) / 10} mm`;
  const color = luminance(horizon) > 0.18 ? ([0, 0, 0] as const) : ([1, 1, 1] as const);
  drawText(picture, 2 * size, picture.height - 2 * size, text, { size, color });
}

/** The same input with the pieces of particles and vertices. */
function withPiecesFound(input: RenderInput): RenderInput {
  const { scene, surface } = input,
    fields = withPieces(scene, input.fields);
  return { ...input, fields, surface: surface && surfaceWithPieces(scene, surface, fields) };
}

/** Writes the linear light of a band into the picture. */
function develop(
  { width, pixels }: Picture,
  { from, to, top }: Band,
  image: Float32Array,
  { filmic: isFilmic, exposure }: Lighting,
): void {
  if (isFilmic) for (let k = 0; k < image.length; k++) image[k] = filmic(exposure * image[k]!);
  else if (exposure !== 1) for (let k = 0; k < image.length; k++) image[k]! *= exposure;
  let at = 3 * (from - top) * width;
  for (let k = 4 * from * width; k < 4 * to * width; k += 4) {
    pixels[k] = byteOf(image[at]!);
    pixels[k + 1] = byteOf(image[at + 1]!);
    pixels[k + 2] = byteOf(image[at + 2]!);
    at += 3;
  }
}
