// What a terminal gets to see. Names, keys and titles come from files of strangers: nothing in them may move the cursor, change the title of
// the window, write to the clipboard or turn the direction of the text. Only colors of our own pass, and the start of a line drawn anew.

import type { Output } from './io.ts';

/** A character of a regular expression by its number. */
const code = (number: number): string => `\\u${number.toString(16).padStart(4, '0')}`;
/** Controls but for tab and line feed, those above ASCII, and marks that end lines or turn the direction of the text. */
const OBEYED = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
] as const;
const CONTROLS = new RegExp(`[${OBEYED.map(([from, to]) => `${code(from)}-${code(to)}`).join('')}]`, 'g');
/** Colors and weights that the command line uses. */
const COLOR = new RegExp(`(${code(0x1b)}\\[(?:[0-4]|2[2-4]|3[0-7]|39|9[0-7])m)`);
/** Begins a line that is drawn over the one before. */
export const CLEAR_LINE = '\r\u001b[K';

/** A text in which nothing is left that a terminal obeys: such characters become \u001b and the like. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (found) => code(found.charCodeAt(0)));
}

/** A text with the colors of the command line, and otherwise printable. */
function printableWithColors(text: string): string {
  const parts = text.split(COLOR);
  return parts.map((part, k) => (k % 2 === 1 ? part : printable(part))).join('');
}

/** An output that lets nothing through but text, and colors if it may have them. */
export function guarded(output: Output, hasColors: boolean): Output {
  const clean = hasColors ? printableWithColors : printable;
  return {
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    write: (text) => {
      const isRedrawn = text.startsWith(CLEAR_LINE);
      return output.write(isRedrawn ? CLEAR_LINE + clean(text.slice(CLEAR_LINE.length)) : clean(text));
    },
  };
}
