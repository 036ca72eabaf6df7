// Which colors the particles of a view, or the vertices of a surface, get: what the scene says, unless the page says otherwise.

import type { Color } from '../colors/color.ts';
import type { ColorMap } from '../colors/color-map.ts';
import {
  type ColorFields,
  categoryColors,
  colorMapOf,
  colorRange,
  mergeRanges,
  placeIn,
  type Range,
  rangeOf,
  valuesOf,
} from '../colors/particle-colors.ts';
import type { Look, Scene } from '../scene/schema.ts';

/** How a view is colored. What is left out is taken from `look` of the scene. */
export interface ColorOptions {
  /** What decides the color: `substance`, `piece`, or a number such as `speed`. */
  readonly colorBy?: Look['colorBy'] | undefined;
  /** Values that get the first and the last color, in the unit of `colorBy`; by default it widens to what has been seen so far. */
  readonly range?: Range | undefined;
  /** `#rrggbb`: one per substance or piece, or a gradient from the lowest to the highest value. */
  readonly colors?: readonly string[] | undefined;
}

const UNKNOWN: Color = [0.5, 0.5, 0.5];

/** Colors by the options of a view. */
export class Coloring {
  private readonly scene: Pick<Scene, 'substances' | 'look'>;
  private readonly colors: readonly Color[] | undefined;
  private readonly map: ColorMap;
  private seen: Range | undefined;
  private scratch = new Float32Array(0);

  constructor(scene: Pick<Scene, 'substances' | 'look'>, { colorBy, range, colors }: ColorOptions) {
    const look = {
      ...scene.look,
      ...(colorBy ? { colorBy } : {}),
      ...(range ? { range } : {}),
      ...(colors ? { colors } : {}),
    };
    if (colorBy && colorBy !== scene.look.colorBy) {
      if (!range) delete look.range;
      if (!colors) delete look.colors;
    }
    this.scene = { substances: scene.substances, look };
    this.colors = categoryColors(this.scene);
    this.map = colorMapOf(this.scene);
  }

  /** What decides the color. */
  get colorBy(): Look['colorBy'] {
    return this.scene.look.colorBy;
  }

  /** Values of the first and the last color. */
  get range(): Range {
    return colorRange(this.scene, this.seen);
  }

  /** Widens the range to values that are known beforehand. */
  widen(range: Range): void {
    this.seen = mergeRanges(this.seen, range);
  }

  /**
   * Writes red, green and blue of linear light, 0 to 1, for `count` entries, each `stride` numbers after the one before; what has no such
   * field becomes gray.
   */
  colorsInto(out: Float32Array, fields: ColorFields, count: number, stride: 3 | 4): void {
    if (this.scratch.length < count) this.scratch = new Float32Array(out.length / stride);
    const { colorBy, colors } = this,
      values = valuesOf(colorBy, fields, this.scratch);
    if (values.length < count) {
      out.fill(UNKNOWN[0], 0, stride * count);
      return;
    }
    if (colors) {
      for (let i = 0; i < count; i++) {
        const [r, g, b] = colors[values[i]!] ?? UNKNOWN;
        out[stride * i] = r;
        out[stride * i + 1] = g;
        out[stride * i + 2] = b;
      }
      if (colorBy === 'substance' && fields.skinColor) skinColorsInto(out, fields.skinColor, count, stride);
      return;
    }
    if (!this.scene.look.range) this.seen = mergeRanges(this.seen, rangeOf(values));
    const { range, map } = this;
    for (let i = 0; i < count; i++) map.linearInto(placeIn(range, values[i]!), out, stride * i);
  }
}

/** Writes the colors of the files of skins over those of their substance. */
function skinColorsInto(out: Float32Array, skinColor: ArrayLike<number>, count: number, stride: 3 | 4): void {
  for (let i = 0; i < count; i++) {
    if (!(skinColor[3 * i]! >= 0)) continue;
    for (let a = 0; a < 3; a++) out[stride * i + a] = skinColor[3 * i + a]!;
  }
}
