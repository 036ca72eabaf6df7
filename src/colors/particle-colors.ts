// Colors of particles, or of the vertices of a surface, by any of their fields: those whose row in the table of fields has a color.
// Pictures, files, three.js views and legends follow it.

import type { PublishedName } from '../particles/fields.ts';
import type { Look, Scene } from '../scene/schema.ts';
import { type ColorRow, fieldOfColor, fieldValues } from '../substances/known-fields.ts';
import { type Color, linearColor } from './color.ts';
import { type ColorMap, gradient, HEAT_MAP, NUMBER_MAP } from './color-map.ts';
import { niceRange } from './nice-numbers.ts';
import { pieceColorNumbers, pieceColors } from './piece-colors.ts';
import { substanceColors } from './substance-colors.ts';

/** Values of a field, one per particle (velocity: x, y, z). */
export type Values = Float32Array | Uint32Array;

/** Fields by name, one entry per particle; the fields of a world are such, and `vertexValues` makes them of a surface. */
export type ColorFields = { readonly [K in PublishedName]?: Values | undefined } & {
  /** Number of the color of the piece; for vertices, which do not know the ids of all its particles. */
  readonly pieceColor?: Values | undefined;
  /** Linear red, green, blue of vertices of skins whose file has colors; negative for others. */
  readonly skinColor?: Values | undefined;
};

/** The lowest and the highest value of a scale, in the unit of the field. */
export type Range = readonly [number, number];

/** What colors by a number need to know of it. */
export interface Coloring {
  readonly title: string;
  readonly unit: string;
  /** In 2D, where it differs. */
  readonly unit2D?: string;
  /** The scale starts at 0. */
  readonly fromZero?: boolean;
  /** In place of the map for numbers. */
  readonly map?: ColorMap;
  /** The numbers, those that must be computed in `scratch` if it is large enough; undefined where the field is missing. */
  values(fields: ColorFields, scratch?: Float32Array): Values | undefined;
}

/** Maps that rows of the table name. */
const MAPS = { heat: HEAT_MAP } as const;

/** What colors stand for, one by one, without an order. */
type Category = 'substance' | 'piece';

/** Whether colors stand for one thing each, and not for numbers of a scale. */
export const isCategory = (colorBy: Look['colorBy']): colorBy is Category =>
  colorBy === 'substance' || colorBy === 'piece';

/** The number by which one can color. */
type Quantity = Exclude<Look['colorBy'], Category>;

const made = new WeakMap<ColorRow, Coloring>();

/** How one colors by a number. */
export function coloringBy(colorBy: Quantity): Coloring {
  const row = fieldOfColor(colorBy),
    coloring = made.get(row) ?? coloringOf(row);
  made.set(row, coloring);
  return coloring;
}

function coloringOf({ name, components, unit, unit2D, color }: ColorRow): Coloring {
  const { title, fromZero = false, logarithm } = color;
  return {
    ...{ title, unit, fromZero },
    ...(unit2D ? { unit2D } : {}),
    ...(color.map ? { map: MAPS[color.map] } : {}),
    values: (fields, scratch) => {
      const values = fieldValues(fields, name);
      if (values && components === 3) return lengths(values, scratch);
      return values && logarithm ? logarithms(values, scratch) : values;
    },
  };
}

/**
 * The numbers that decide the colors, one per particle: m/s for speed, and so on. Empty where the field is missing. What must be computed is
 * written into `scratch` if that has a place for every particle, so that a view allocates nothing.
 */
export function valuesOf(colorBy: Look['colorBy'], fields: ColorFields, scratch?: Float32Array): Values {
  const values = isCategory(colorBy) ? categoryOf(colorBy, fields) : coloringBy(colorBy).values(fields, scratch);
  return values ?? new Float32Array(0);
}

function categoryOf(colorBy: Category, { substance, piece, pieceColor, id }: ColorFields): Values | undefined {
  if (colorBy === 'substance') return substance;
  return pieceColor ?? (piece && id && pieceColorNumbers(piece, id));
}

/** Linear light of everything that colors stand for, in the order of `valuesOf`; undefined where they stand for numbers. */
export function categoryColors(scene: Pick<Scene, 'substances' | 'look'>): Color[] | undefined {
  const { colorBy } = scene.look;
  if (!isCategory(colorBy)) return undefined;
  return (colorBy === 'substance' ? substanceColors(scene) : pieceColors(scene)).map(linearColor);
}

/** Fields of a surface as this file reads them. */
export function vertexValues(fields: Readonly<Record<string, { readonly values: Values }>>): ColorFields {
  return Object.fromEntries(Object.entries(fields).map(([name, { values }]) => [name, values]));
}

/** The smallest and the largest value; undefined if there is none. What is not finite does not count. */
export function rangeOf(values: Values): Range | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low && value !== Number.NEGATIVE_INFINITY) low = value;
    if (value > high && value !== Number.POSITIVE_INFINITY) high = value;
  }
  return high >= low ? [low, high] : undefined;
}

/** The range that holds two ranges. */
export function mergeRanges(a: Range | undefined, b: Range | undefined): Range | undefined {
  return a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b);
}

/**
 * The range of the colors: that of the scene, else the round numbers around the values of all frames.
 * @example colorRange(scene, mergeRanges(rangeOf(first), rangeOf(second)))
 */
export function colorRange(scene: Pick<Scene, 'look'>, found: Range | undefined): Range {
  const { colorBy, range } = scene.look;
  if (range) return range;
  if (!found || isCategory(colorBy)) return [0, 1];
  return niceRange(coloringBy(colorBy).fromZero ? Math.min(0, found[0]) : found[0], found[1]);
}

/** The map of a scene whose colors stand for numbers: its own colors if it names two or more, else the map for such numbers. */
export function colorMapOf(scene: Pick<Scene, 'look'>): ColorMap {
  const { colors = [], colorBy } = scene.look;
  if (colors.length >= 2) return gradient(colors);
  return (!isCategory(colorBy) && coloringBy(colorBy).map) || NUMBER_MAP;
}

/** Where a value stands in a range, 0 to 1; the middle if the range is empty. A range from high to low turns the colors around. */
export function placeIn([low, high]: Range, value: number): number {
  return high === low ? 0.5 : Math.min(Math.max((value - low) / (high - low), 0), 1);
}

/**
 * The color of every particle or vertex: red, green, blue of **linear light**, 0 to 1 (what shading, glTF and three.js use; `byteOf`
 * makes sRGB bytes of it). `range` is in the unit of `look.colorBy`; by default it is that of these fields.
 * @example const colors = colorsOf(scene, frame, colorRange(scene, rangeOf(valuesOf('speed', frame))));
 */
export function colorsOf(scene: Pick<Scene, 'substances' | 'look'>, fields: ColorFields, range?: Range): Float32Array {
  const { colorBy } = scene.look;
  const values = valuesOf(colorBy, fields);
  const out = new Float32Array(3 * values.length);
  const colors = categoryColors(scene);
  if (colors) {
    for (let i = 0; i < values.length; i++) out.set(colors[values[i]!] ?? UNKNOWN, 3 * i);
    const { skinColor } = fields;
    if (colorBy === 'substance' && skinColor) {
      for (let k = 0; k < out.length; k++) if (skinColor[k]! >= 0) out[k] = skinColor[k]!;
    }
    return out;
  }
  const map = colorMapOf(scene);
  const shown = range ?? colorRange(scene, rangeOf(values));
  for (let i = 0; i < values.length; i++) map.linearInto(placeIn(shown, values[i]!), out, 3 * i);
  return out;
}

const UNKNOWN: Color = [0.5, 0.5, 0.5];

function lengths(vectors: Values, scratch?: Float32Array): Float32Array {
  const count = vectors.length / 3,
    out = scratch && scratch.length >= count ? scratch.subarray(0, count) : new Float32Array(count);
  for (let i = 0; i < out.length; i++) {
    const [x, y, z] = [vectors[3 * i]!, vectors[3 * i + 1]!, vectors[3 * i + 2]!];
    out[i] = Math.sqrt(x * x + y * y + z * z);
  }
  return out;
}

const number = new Float32Array(1);
const bits = new Uint32Array(number.buffer);

/** log₁₀ of every value, good to 1e-4, by exact operations; far below every scale for 0. */
function logarithms(values: Values, scratch?: Float32Array): Float32Array {
  const out =
    scratch && scratch.length >= values.length ? scratch.subarray(0, values.length) : new Float32Array(values.length);
  for (let i = 0; i < out.length; i++) {
    number[0] = values[i]!;
    const exponent = (bits[0]! >>> 23) - 127;
    bits[0] = (bits[0]! & 0x7fffff) | 0x3f800000; // 1 ≤ mantissa < 2
    const z = (number[0] - 1) / (number[0] + 1),
      z2 = z * z;
    out[i] = 0.30103 * exponent + 0.8685889638 * z * (1 + z2 * (1 / 3 + z2 * (1 / 5 + z2 / 7)));
  }
  return out;
}
