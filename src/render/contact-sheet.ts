// A contact sheet: small pictures of many frames in rows, each with its name.

import { type Color, linearColor, luminance } from '../colors/color.ts';
import { invariant } from '../problem.ts';
import { createPicture, type Picture } from './picture.ts';
import { reducePicture } from './reduce.ts';
import { drawText } from './text.ts';

/** One picture of a sheet. */
export interface SheetEntry {
  readonly picture: Picture;
  /** Stands under it, e.g. `frame 12, 0.48 s`; may have several lines. */
  readonly label: string;
}

/** How a sheet looks. */
export interface SheetOptions {
  /** Pictures side by side; by default about as many as there are rows. */
  readonly columns?: number | undefined;
  /** Width of each picture, pixels; not more than its own. */
  readonly width?: number | undefined;
  /** sRGB; light gray by default. */
  readonly background?: Color | undefined;
}

const WIDTH = 320;
const BACKGROUND: Color = [0.9, 0.905, 0.91];

/**
 * Puts pictures of one size onto a sheet, in rows from the top left.
 * @example const sheet = contactSheet([{ picture, label: labelOf(12, 0.48) }], { columns: 4 });
 */
export function contactSheet(entries: readonly SheetEntry[], options: SheetOptions = {}): Picture {
  const first = entries[0]?.picture;
  invariant(first, 'a contact sheet without pictures');
  const background = options.background ?? BACKGROUND;
  const width = Math.min(options.width ?? WIDTH, first.width);
  const height = Math.max(1, Math.round((width * first.height) / first.width));
  const columns = Math.min(options.columns ?? columnsFor(entries.length), entries.length);
  const rows = Math.ceil(entries.length / columns);
  const size = Math.max(7, Math.round(width / 34)); // height of capitals
  const gap = Math.round(1.2 * size);
  const lines = Math.max(...entries.map(({ label }) => label.split('\n').length));
  const strip = Math.round((0.9 + 1.7 * lines) * size); // for the label
  const even = (n: number): number => n + (n % 2);
  const sheet = createPicture(
    even(columns * (width + gap) + gap),
    even(rows * (height + strip) + gap + Math.round(size / 2)),
    background,
  );
  const ink: Color = luminance(linearColor(background)) > 0.18 ? [0.02, 0.02, 0.02] : [0.85, 0.85, 0.85];
  for (const [k, { picture, label }] of entries.entries()) {
    const x = gap + (k % columns) * (width + gap);
    const y = gap + Math.floor(k / columns) * (height + strip);
    paste(sheet, reducePicture(picture, width, height), x, y);
    for (const [line, text] of label.split('\n').entries())
      drawText(sheet, x, y + height + Math.round((1.6 + 1.7 * line) * size), text, { size, color: ink });
  }
  return sheet;
}

/** What stands under a picture. @example labelOf(12, 0.48) // 'frame 12   0.48 s' */
export function labelOf(frame: number, time: number): string {
  return `frame ${frame}   ${Number(time.toFixed(3))} s`;
}

/** About as many columns as rows; a few more where that makes all rows full. */
function columnsFor(count: number): number {
  const least = Math.ceil(Math.sqrt(count));
  for (let columns = least; columns <= Math.ceil(1.5 * least); columns++) if (count % columns === 0) return columns;
  return least;
}

function paste(sheet: Picture, picture: Picture, left: number, top: number): void {
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(4 * y * picture.width, 4 * (y + 1) * picture.width);
    sheet.pixels.set(row, 4 * ((top + y) * sheet.width + left));
  }
}
