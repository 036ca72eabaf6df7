// Colors of what is exported: the same colors as in our own pictures.

import { type Color, linearColor, parseColor } from '../colors/color.ts';
import { finishOf } from '../colors/finish.ts';
import {
  type ColorFields,
  categoryColors,
  colorMapOf,
  colorRange,
  colorsOf,
  isCategory,
  mergeRanges,
  placeIn,
  type Range,
  rangeOf,
  valuesOf,
  vertexValues,
} from '../colors/particle-colors.ts';
import { substanceColors } from '../colors/substance-colors.ts';
import type { Look, Scene } from '../scene/schema.ts';
import { breakableBodies } from '../surface/pieces/broken-bodies.ts';
import { packedPaintOf } from '../surface/scene-paint.ts';
import type { ExportContext, ExportFrame } from './format.ts';
import { type Geometry, geometryOf } from './geometry.ts';

/** Gray of obstacles, linear light. */
export const SOLID_COLOR: Color = linearColor(parseColor('#b8b8b8'));

/** How rough the surface of each finish is, 0 to 1. */
export const ROUGHNESS = {
  matte: 0.9,
  glossy: 0.35,
  liquid: 0.08,
  wax: 0.5,
  metal: 0.2,
  grain: 1,
  emissive: 0.6,
} as const;

/** How rough the surface of the substance is, 0 to 1. */
export function roughnessOf(scene: Scene): number {
  return ROUGHNESS[finishOf(scene)];
}

/** Colors of the list that stands for a scale of numbers. */
const SCALE_COLORS = 64;

/** Linear red, green, blue at every point. */
export function pointColors({ scene }: ExportContext, geometry: Geometry, range: Range): Float32Array {
  return colorsOf(scene, fieldsOf(geometry, scene.look.colorBy), range);
}

/** The one color of everything (linear), if the look gives all points the same. */
export function onlyColor({ scene }: ExportContext): Color | undefined {
  const colors = substanceColors(scene).map(linearColor);
  const ownColors = scene.bodies.some(
    (body) =>
      packedPaintOf(body)?.textures.length || (body.skin && 'colors' in body.skin.mesh && body.skin.mesh.colors),
  );
  return scene.look.colorBy === 'substance' && colors.length <= 1 && !ownColors && breakableBodies(scene).length === 0
    ? (colors[0] ?? SOLID_COLOR)
    : undefined;
}

/** A short list of linear colors, and which of them each point has: for formats with textures instead of colors. */
export function colorList(
  { scene }: ExportContext,
  geometry: Geometry,
  range: Range,
): { list: Color[]; at: Uint16Array } {
  const { colorBy } = scene.look;
  const values = valuesOf(colorBy, fieldsOf(geometry, colorBy));
  const at = new Uint16Array(geometry.count);
  const list = categoryColors(scene);
  if (list) {
    for (let i = 0; i < values.length; i++) at[i] = Math.min(values[i]!, list.length - 1);
    return { list, at };
  }
  const map = colorMapOf(scene);
  const scale = Array.from({ length: SCALE_COLORS }, (_, k) => {
    const color: [number, number, number] = [0, 0, 0];
    map.linearInto(k / (SCALE_COLORS - 1), color, 0);
    return color;
  });
  for (let i = 0; i < values.length; i++) at[i] = Math.round((SCALE_COLORS - 1) * placeIn(range, values[i]!));
  return { list: scale, at };
}

/** The values that get the first and the last color: those of the caller, of the scene, or around the values of one frame. */
export function rangeOfFrame(context: ExportContext, geometry: Geometry): Range {
  return context.range ?? colorRange(context.scene, valueRange(context, geometry));
}

/** The same for all frames; goes through them only if it must. */
export async function rangeOfFrames(frames: () => AsyncIterable<ExportFrame>, context: ExportContext): Promise<Range> {
  if (context.range) return context.range;
  const { look } = context.scene;
  let found: Range | undefined;
  if (!look.range && !isCategory(look.colorBy)) {
    for await (const frame of frames()) {
      found = mergeRanges(found, valueRange(context, geometryOf(frame, context)));
    }
  }
  return colorRange(context.scene, found);
}

function valueRange({ scene }: ExportContext, geometry: Geometry): Range | undefined {
  const { colorBy } = scene.look;
  return isCategory(colorBy) ? undefined : rangeOf(valuesOf(colorBy, fieldsOf(geometry, colorBy)));
}

/** What colors are made of; pieces are not looked for where they do not matter. */
function fieldsOf(geometry: Geometry, colorBy: Look['colorBy']): ColorFields {
  const byPiece = colorBy === 'piece',
    read = geometry.fields.filter(({ name }) => byPiece || name !== 'piece');
  const values = vertexValues(Object.fromEntries(read.map((field) => [field.name, field])));
  return byPiece ? { ...values, pieceColor: geometry.pieceColor } : values;
}
