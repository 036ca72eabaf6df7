// The scale that explains colors which stand for numbers: a bar with round numbers beside it, in the lower right corner.

import { type Color, linearColor, luminance, parseColor } from '../colors/color.ts';
import type { ColorMap } from '../colors/color-map.ts';
import { niceTicks } from '../colors/nice-numbers.ts';
import { coloringBy, colorMapOf, isCategory, placeIn, type Range } from '../colors/particle-colors.ts';
import type { Scene } from '../scene/schema.ts';
import { blendPixel, type Picture } from './picture.ts';
import { Strokes } from './strokes.ts';
import { drawText, textWidth } from './text.ts';

/** What a legend says. */
export interface Legend {
  readonly title: string;
  /** Of the numbers, e.g. `m/s`; empty if they have none. */
  readonly unit: string;
  /** Numbers with the first and the last color. */
  readonly range: Range;
  readonly map: ColorMap;
  /** sRGB color of the picture's background: the panel under the legend has it, the text is black or white against it. */
  readonly background?: Color;
}

/** Most numbers on a scale. */
const MOST_TICKS = 7;
/** How much the panel hides of what is behind it. */
const PANEL = 0.92;

/** The legend of a scene, or undefined if it needs none: colors do not stand for numbers, or `look.legend` is off. */
export function legendOf(scene: Pick<Scene, 'look' | 'dimension'>, range: Range): Legend | undefined {
  const { colorBy, legend, background } = scene.look;
  if (isCategory(colorBy) || !legend) return undefined;
  const { title, unit, unit2D } = coloringBy(colorBy);
  const shownUnit = scene.dimension === 2 ? (unit2D ?? unit) : unit;
  return { title, unit: shownUnit, range, map: colorMapOf(scene), background: parseColor(background) };
}

/**
 * Draws a legend into the lower right corner; not into a picture too small for it to be read.
 * @example drawLegend(picture, { title: 'Speed', unit: 'm/s', range: [0, 3], map: NUMBER_MAP });
 */
export function drawLegend(picture: Picture, legend: Legend): void {
  const { background = [1, 1, 1], range, map } = legend;
  const behind = linearColor(background);
  const ink: Color = luminance(behind) > 0.18 ? [0, 0, 0] : [1, 1, 1];
  const place = layout(picture, legend);
  if (place.bar.height < 9 * place.size || place.panel.left < picture.width / 3) return;
  shade(picture, place.panel, behind, PANEL);
  const { left, top, width, height } = place.bar;
  const color: [number, number, number] = [0, 0, 0];
  for (let y = top; y < top + height; y++) {
    map.linearInto(1 - (y + 0.5 - top) / height, color, 0);
    for (let x = left; x < left + width; x++) paintInside(picture, x, y, color, 1);
  }
  const strokes = new Strokes(picture, place.panel.left, place.panel.top);
  outline(strokes, place.bar, place.line);
  for (const tick of place.ticks) {
    const y = top + height * (1 - placeIn(range, tick));
    strokes.line(left + width, y, left + width + place.size / 3, y, place.line);
  }
  strokes.paint(ink);
  for (const tick of place.ticks) {
    const y = top + height * (1 - placeIn(range, tick));
    drawText(picture, place.textLeft, y + place.size / 2, formatTick(tick), { size: place.size, color: ink });
  }
  drawText(picture, place.titleLeft, place.titleBaseline, titleOf(legend), { size: place.size, color: ink });
}

/** A rectangle of whole pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the parts of a legend stand. Everything follows from the height of capitals, and that from the picture. */
function layout(picture: Picture, legend: Legend) {
  const size = Math.max(7, Math.round(Math.min(picture.height / 55, picture.width / 60)));
  const height = Math.round(Math.min(16 * size, 0.42 * picture.height));
  const most = Math.min(MOST_TICKS, Math.floor(height / (2 * size)));
  const [low, high] = [Math.min(...legend.range), Math.max(...legend.range)];
  const ticks = niceTicks(low, high, Math.max(5, most));
  const labels = Math.max(...ticks.map((tick) => textWidth(formatTick(tick), size)), 0);
  const barWidth = Math.round(1.3 * size);
  const content = Math.ceil(Math.max(barWidth + 0.9 * size + labels, textWidth(titleOf(legend), size)));
  const pad = size;
  const margin = Math.round(1.2 * size);
  const panelWidth = content + 2 * pad;
  const panelHeight = height + Math.round(5.2 * size);
  const panel: Box = {
    left: picture.width - margin - panelWidth,
    top: picture.height - margin - panelHeight,
    width: panelWidth,
    height: panelHeight,
  };
  const bar: Box = { left: panel.left + pad, top: panel.top + Math.round(3.6 * size), width: barWidth, height };
  const textLeft = bar.left + barWidth + 0.9 * size;
  const titleBaseline = panel.top + 2 * size;
  return { size, panel, bar, ticks, textLeft, titleLeft: bar.left, titleBaseline, line: Math.max(1, size / 9) };
}

const titleOf = ({ title, unit }: Legend): string => (unit === '' ? title : `${title} (${unit})`);

/** A round number in few characters: `0.25`, `1200`, `2e-7`. */
export function formatTick(tick: number): string {
  const size = Math.abs(tick);
  const text = size === 0 || (size >= 1e-4 && size < 1e6) ? String(tick) : tick.toExponential().replace('+', '');
  return text.replace(/^-/, '−');
}

function outline(strokes: Strokes, { left, top, width, height }: Box, line: number): void {
  const [right, bottom] = [left + width, top + height];
  strokes.line(left, top, right, top, line);
  strokes.line(right, top, right, bottom, line);
  strokes.line(right, bottom, left, bottom, line);
  strokes.line(left, bottom, left, top, line);
}

function shade(picture: Picture, { left, top, width, height }: Box, color: Color, opacity: number): void {
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) paintInside(picture, x, y, color, opacity);
  }
}

function paintInside(picture: Picture, x: number, y: number, linear: Color, coverage: number): void {
  if (x >= 0 && y >= 0 && x < picture.width && y < picture.height) blendPixel(picture, x, y, linear, coverage);
}
