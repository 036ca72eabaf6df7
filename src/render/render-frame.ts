// One frame as a picture, on one thread. The same input gives the same bytes on every machine.
//   surfaces onto a grid of samples → what each pixel shows → light onto it → glass and liquids over it → sRGB, legend

import { byteOf, luminance } from '../colors/color.ts';
import { colorRange, rangeOf, valuesOf } from '../colors/particle-colors.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { surfaceWithPieces } from '../surface/surface-pieces.ts';
import { withPieces } from '../world/pieces.ts';
import { type Band, bandsOf, renderBand } from './band.ts';
import { drawPlane } from './draw-plane.ts';
import { exposuresOf } from './exposures.ts';
import { tileEdge } from './floor-pattern.ts';
import { addGlow } from './glow.ts';
import { drawLegend, legendOf } from './legend.ts';
import { filmic, type Lighting } from './lighting.ts';
import { createPicture, meanPicture, type Picture } from './picture.ts';
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
  const { scene, fields, width, height } = input;
  if (scene.dimension === 2) {
    const trig = input.trig ?? EXACT_TRIGONOMETRY;
    return meanPicture(exposuresOf({ ...input, trig }).map((shot) => drawPlane({ ...shot, trig })));
  }
  const range = input.range ?? colorRange(scene, rangeOf(valuesOf(scene.look.colorBy, fields)));
  const picture = createPicture(width, height);
  const shots = exposuresOf({ ...input, range });
  const { lighting, size } =
    shots.length === 1 && scene.look.glow === 0
      ? exposeOnce(picture, shots[0]!, mostSamples)
      : exposeAll(picture, shots);
  if (scene.look.grid) drawScale(picture, tileEdge(size), lighting);
  const legend = legendOf(scene, range);
  if (legend) drawLegend(picture, legend);
  return picture;

  function exposeAll(onto: Picture, all: readonly RenderInput[]): Exposed {
    const sum = new Float32Array(3 * width * height);
    let exposed: Exposed | undefined;
    for (const [n, shot] of all.entries()) {
      exposed = expose(shot, mostSamples, n, all.length, ({ from, to, top }, image) => {
        const skipped = 3 * (from - top) * width;
        for (let k = 3 * from * width; k < 3 * to * width; k++)
          sum[k]! += image[skipped + k - 3 * from * width]! / all.length;
      });
    }
    const { glow } = scene.look;
    if (glow > 0) addGlow(sum, width, height, exposed!.lighting.exposure, glow);
    develop(onto, { from: 0, to: height, top: 0, bottom: height }, sum, exposed!.lighting);
    return exposed!;
  }
}

/** What of an exposure the whole picture needs. */
interface Exposed {
  readonly lighting: Lighting;
  /** Diagonal of what is shown, m. */
  readonly size: number;
}

function exposeOnce(picture: Picture, shot: RenderInput, mostSamples: number): Exposed {
  return expose(shot, mostSamples, 0, 1, (band, image, lighting) => develop(picture, band, image, lighting));
}

/** Works out the light of exposure number `n` of `count`, band by band. */
function expose(
  shot: RenderInput,
  mostSamples: number,
  n: number,
  count: number,
  take: (band: Band, image: Float32Array, lighting: Lighting) => void,
): Exposed {
  const { scene, view, width, height } = shot;
  const studio = studioOf(shot, projectionOf(view, width, height));
  const { size } = studio;
  const { lighting } = studio.cast.stage;
  if (scene.look.quality === 'fine') {
    const rays = Math.ceil(scene.look.rays / count);
    const image = tracePicture({ view, width, height, rays, firstRay: n * rays }, studio);
    const developed = { ...lighting, filmic: true };
    take({ from: 0, to: height, top: 0, bottom: height }, image, developed);
    return { lighting: developed, size };
  }
  const format = { view, width, height, samples: scene.output.samples };
  for (const band of bandsOf(format, mostSamples)) take(band, renderBand(format, band, studio), lighting);
  return { lighting, size };
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
