// Writes text into pictures: letters drawn with a round pen, smooth at any size.

import type { Color } from '../colors/color.ts';
import { glyphOf } from './glyphs.ts';
import type { Picture } from './picture.ts';
import { Strokes } from './strokes.ts';

/** How a text is drawn. */
export interface TextStyle {
  /** Height of capitals, pixels. */
  readonly size: number;
  /** Linear light. */
  readonly color: Color;
  /** Which end of the text stands at x. */
  readonly align?: 'left' | 'middle' | 'right';
  /** Width of the pen over the height of capitals. */
  readonly weight?: number;
}

/** Between two letters, in tenths of the height of capitals. */
const GAP = 2.3;
const WEIGHT = 0.125;
/** The thinnest pen that reads well, pixels. */
const THINNEST = 1.3;

/** Width of a text, pixels, for capitals of the given height. */
export function textWidth(text: string, size: number): number {
  const letters = lettersOf(text);
  const widths = letters.reduce((sum, letter) => sum + glyphOf(letter).width, 0);
  return letters.length > 0 ? (size / 10) * (widths + GAP * (letters.length - 1)) : 0;
}

/**
 * Writes a text whose letters stand on the line y (pixels from the top).
 * @example drawText(picture, 10, 30, 'Frame 12', { size: 12, color: [0, 0, 0] });
 */
export function drawText(picture: Picture, x: number, y: number, text: string, style: TextStyle): void {
  const { size, color, align = 'left', weight = WEIGHT } = style;
  const width = textWidth(text, size);
  let pen = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  const unit = size / 10;
  const thickness = Math.max(weight * size, THINNEST);
  const strokes = new Strokes(picture, pen - size, y - 1.5 * size, pen + width + size, y + 0.7 * size);
  for (const letter of lettersOf(text)) {
    const glyph = glyphOf(letter);
    for (const [x0, y0, x1, y1] of glyph.lines) {
      strokes.line(pen + unit * x0, y - unit * y0, pen + unit * x1, y - unit * y1, thickness);
    }
    pen += unit * (glyph.width + GAP);
  }
  strokes.paint(color);
}

/** Characters without their accents. */
function lettersOf(text: string): string[] {
  return [...text.normalize('NFD').replace(/\p{M}/gu, '')];
}
