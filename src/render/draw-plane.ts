// Pictures of 2D scenes: particles as discs, as globules that flow into each other [MP89 §3], or as the gray-level field of their
// density with the contour around it [SL03]. Smooth edges are computed, not sampled: one pass, whatever `output.samples` says.

import { type Color, linearColor, luminance, parseColor } from '../colors/color.ts';
import type { ColorMap } from '../colors/color-map.ts';
import {
  colorMapOf,
  colorRange,
  colorsOf,
  isCategory,
  placeIn,
  type Range,
  rangeOf,
  valuesOf,
} from '../colors/particle-colors.ts';
import { substanceColors } from '../colors/substance-colors.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { Scene } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { restDistances } from '../substances/rest-distances.ts';
import { surfaceOptions } from '../surface/surface-options.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { drawLegend, legendOf } from './legend.ts';
import { blendPixel, createPicture, type Picture } from './picture.ts';
import { drawDisc } from './plane-discs.ts';
import { depthInside, type PlaneField, planeField } from './plane-field.ts';
import { PlaneFill } from './plane-fill.ts';
import { drawPlaneGlobules } from './plane-globules.ts';
import { drawPlaneObstacles, placeObstacles } from './plane-obstacles.ts';
import { type PlaneMap, type PlaneView, planeMap } from './plane-view.ts';
import { Strokes } from './strokes.ts';

/** What a picture of a 2D scene is made of; what `renderFrame` gets is such. */
export interface PlaneInput {
  readonly scene: Scene;
  /** s; decides where moving obstacles are. */
  readonly time: number;
  readonly fields: WorldFields;
  /** Its lines are the contour; without it the contour is taken from the field on the pixels. */
  readonly surface?: SurfaceMesh | undefined;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly view: PlaneView;
  /** Numbers with the first and the last color; by default those of this frame. */
  readonly range?: Range | undefined;
  readonly trig: Trigonometry;
}

type MutableColor = [number, number, number];

/** What all parts of a picture share. */
interface Sheet {
  readonly input: PlaneInput;
  readonly picture: Picture;
  readonly map: PlaneMap;
  /** Spacing of every particle, m. */
  readonly spacings: Float32Array;
  /** Distance of every particle to one like it at rest, m: what it is drawn as large as. */
  readonly distances: Float32Array;
  /** Linear light of every particle. */
  readonly colors: Float32Array;
  /** Numbers with the first and the last color, and the colors between them. */
  readonly range: Range;
  readonly scale: ColorMap;
  /** Width of lines, pixels. */
  readonly line: number;
  /** Linear light between the background (0) and what stands out most against it (1). */
  readonly tone: (amount: number) => Color;
}

/** How dark the field is where the density is that at rest, and how far it goes on beyond. */
const GRAY = 0.55;
const DENSEST = 1.4;
/** Width of contours over that of other lines. */
const CONTOUR = 1.4;

/**
 * The picture of one frame of a 2D scene.
 * @example const picture = drawPlane({ scene, time: 1, fields: cache.readFrame(25), width: 1280, height: 720, view, trig });
 */
export function drawPlane(input: PlaneInput): Picture {
  const { scene, time, fields, width, height, view, trig } = input;
  const background = parseColor(scene.look.background);
  const picture = createPicture(width, height, background);
  const map = planeMap(view, width, height);
  const range = input.range ?? colorRange(scene, rangeOf(valuesOf(scene.look.colorBy, fields)));
  const sheet: Sheet = {
    input,
    picture,
    map,
    spacings: spacingsOf(scene, fields),
    distances: restDistances(scene, fields),
    colors: colorsOf(scene, fields, range),
    range,
    scale: colorMapOf(scene),
    line: Math.max(1.25, height / 400),
    tone: tonesOf(background),
  };
  const style = scene.look.style ?? 'spheres';
  if (style === 'surface') drawField(sheet);
  else if (style === 'globules') drawGlobules(sheet);
  else drawDiscs(sheet);
  if (scene.look.obstacles) {
    const { line, tone } = sheet;
    drawPlaneObstacles(picture, placeObstacles(scene, time, trig, fields.poses), map, {
      background: tone(0),
      fill: tone(0.14),
      edge: tone(0.6),
      line,
    });
  }
  const legend = legendOf(scene, range);
  if (legend) drawLegend(picture, legend);
  return picture;
}

/** Spacing of every particle: the edge of the square that holds its mass at rest density, m. */
function spacingsOf(scene: Scene, { count, mass, substance }: WorldFields): Float32Array {
  const { restDensities } = surfaceOptions(scene);
  const out = new Float32Array(count);
  for (let i = 0; i < count; i++) out[i] = Math.sqrt(mass[i]! / restDensities[substance[i]!]!);
  return out;
}

/** Tones between a background and black or white, whichever stands out more; even to the eye, so mixed in sRGB. */
function tonesOf(background: Color): (amount: number) => Color {
  const ink = luminance(linearColor(background)) > 0.18 ? 0 : 1;
  const mix = (c: number, amount: number): number => c + amount * (ink - c);
  return (amount) => linearColor([mix(background[0], amount), mix(background[1], amount), mix(background[2], amount)]);
}

function drawDiscs({ input, picture, map, distances, colors }: Sheet): void {
  const { fields, scene } = input;
  for (let i = 0; i < fields.count; i++) {
    const [x, y] = [fields.position[3 * i]!, fields.position[3 * i + 1]!];
    const radius = scene.look.sphereRadius * map.scale * distances[i]!;
    const color: Color = [colors[3 * i]!, colors[3 * i + 1]!, colors[3 * i + 2]!];
    drawDisc(picture, map.pixelX(x, y), map.pixelY(x, y), radius, color);
  }
}

/** Balls twice as large as they are apart, whose shading flows from one to the next. [MP89 §3] */
function drawGlobules(sheet: Sheet): void {
  const { input, picture, map, distances } = sheet;
  const { fields, scene } = input;
  const { count, position } = fields;
  const field = fieldOf(sheet);
  const balls = { count, centers: new Float32Array(3 * count), radii: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    const [x, y] = [position[3 * i]!, position[3 * i + 1]!];
    balls.centers[3 * i] = map.pixelX(x, y);
    balls.centers[3 * i + 1] = map.pixelY(x, y);
    balls.radii[i] = 2 * scene.look.sphereRadius * map.scale * distances[i]!;
  }
  const shown: MutableColor = [0, 0, 0];
  drawPlaneGlobules(picture, balls, (at, light) => {
    fieldColor(sheet, field, at, light, shown);
    return shown;
  });
}

/** The field with what colors follow from: light where they stand for substances or pieces, else the place in the range. */
function fieldOf({ input, map, spacings, colors, range }: Sheet): PlaneField {
  const { fields, scene, width, height } = input;
  const { colorBy } = scene.look;
  if (isCategory(colorBy)) return planeField(fields, spacings, { channels: 3, values: colors }, map, width, height);
  const places = Float32Array.from(valuesOf(colorBy, fields), (value) => placeIn(range, value) || 0); // NaN: the first color
  return planeField(fields, spacings, { channels: 1, values: places }, map, width, height);
}

/** Writes the color of the field at a pixel times `light` into `out`: of numbers the mean is taken, not of their colors. */
function fieldColor(
  { scale }: Sheet,
  { values, mixed, channels }: PlaneField,
  at: number,
  light: number,
  out: MutableColor,
): void {
  const share = 1 / values[at]!;
  if (channels === 1) scale.linearInto(share * mixed[at]!, out, 0);
  for (let c = 0; c < 3; c++) out[c] = light * (channels === 1 ? out[c]! : share * mixed[3 * at + c]!);
}

/** Steps between the tones of the field. */
const TONES = 512;

/**
 * The density as gray levels, or the inside in colors where they stand for numbers or the scene says what substances look like, and the contour
 * around it.
 */
function drawField(sheet: Sheet): void {
  const { input } = sheet;
  const field = fieldOf(sheet);
  const { look } = input.scene;
  if (look.colorBy === 'substance' && !look.substances) drawGrays(sheet, field);
  else drawInside(sheet, field);
  if (input.surface) drawContour(sheet, input.surface);
  else drawLevel(sheet, field);
}

function drawGrays({ picture, tone }: Sheet, { values }: PlaneField): void {
  const grays = Array.from({ length: TONES + 1 }, (_, k) => tone((GRAY * DENSEST * k) / TONES));
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at++) {
      const step = Math.min(Math.round((TONES / DENSEST) * values[at]!), TONES);
      if (step > 0) blendPixel(picture, x, y, grays[step]!, 1);
    }
  }
}

/** How much brighter the field is where it rises by 1 over a spacing, down and to the right. */
const RELIEF = 0.5;

/** What is inside of the surface, in the colors of the field; where these stand for substances, lit like a relief. */
function drawInside(sheet: Sheet, field: PlaneField): void {
  const { input, picture, map, spacings } = sheet;
  const steep = input.scene.look.colorBy === 'substance' && spacings.length > 0 ? RELIEF * map.scale * spacings[0]! : 0;
  const inside = input.surface && insideOf(sheet, input.surface);
  const { level } = input.scene.surface;
  const shown: MutableColor = [0, 0, 0];
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at++) {
      const cover = inside ? inside[at]! : Math.min(depthInside(field, at, level) + 0.5, 1);
      if (!(cover > 0 && field.values[at]! > 0)) continue;
      const rise = steep * (field.slopeX[at]! + field.slopeY[at]!);
      fieldColor(sheet, field, at, 1 + Math.min(Math.max(rise, -0.6), 0.6), shown);
      blendPixel(picture, x, y, shown, cover);
    }
  }
}

/** Covered part of every pixel, 0 to 1. */
function insideOf({ input, map }: Sheet, surface: SurfaceMesh): Float32Array {
  const fill = new PlaneFill(input.width, input.height);
  for (let k = 0; k < surface.elements.length; k += 2) {
    const [x0, y0, x1, y1] = segmentOf(surface, k, map);
    fill.line(x0, y0, x1, y1);
  }
  return fill.coverage();
}

/** The lines of a surface: in the colors of the substances, or dark where colors stand for numbers. */
function drawContour(sheet: Sheet, surface: SurfaceMesh): void {
  const { input, picture, map, line, tone } = sheet;
  const { scene } = input;
  const bySubstance = scene.look.colorBy === 'substance';
  const substance = surface.fields.substance?.values;
  const strokes = new Strokes(picture);
  const colors = bySubstance ? substanceColors(scene).map(linearColor) : [tone(0.75)];
  for (const [number, color] of colors.entries()) {
    for (let k = 0; k < surface.elements.length; k += 2) {
      if (bySubstance && (substance?.[surface.elements[k]!] ?? 0) !== number) continue;
      const [x0, y0, x1, y1] = segmentOf(surface, k, map);
      strokes.line(x0, y0, x1, y1, CONTOUR * line);
    }
    strokes.paint(color);
  }
}

/** Both ends of a line of a surface, pixels. */
function segmentOf({ positions, elements }: SurfaceMesh, k: number, map: PlaneMap): [number, number, number, number] {
  const [a, b] = [3 * elements[k]!, 3 * elements[k + 1]!];
  const [ax, ay, bx, by] = [positions[a]!, positions[a + 1]!, positions[b]!, positions[b + 1]!];
  return [map.pixelX(ax, ay), map.pixelY(ax, ay), map.pixelX(bx, by), map.pixelY(bx, by)];
}

/** The level of the field as a line, for pictures without a surface: in the colors that the field has there. */
function drawLevel(sheet: Sheet, field: PlaneField): void {
  const { input, picture, line, tone } = sheet;
  const { surface, look } = input.scene;
  const ink = tone(0.75);
  const shown: MutableColor = [0, 0, 0];
  for (let y = 0, at = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++, at++) {
      const cover = (CONTOUR * line + 1) / 2 - Math.abs(depthInside(field, at, surface.level));
      if (!(cover > 0)) continue;
      fieldColor(sheet, field, at, 1, shown);
      blendPixel(picture, x, y, look.colorBy === 'substance' ? shown : ink, Math.min(cover, 1));
    }
  }
}
