// Text files line by line, without a copy of all lines.

import { isCoordinate } from './mesh-file.ts';

/** One line of a text. */
export interface TextLine {
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** The lines of a text, without their ends; a backslash at the end of a line joins the next one to it if `joined` is given. */
export function* linesOf(text: string, joined = false): Generator<TextLine> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const first = ++number;
    let line = '';
    for (;;) {
      const found = text.indexOf('\n', start),
        end = found < 0 ? text.length : found;
      const piece = text.slice(start, end).replace(/\r$/, '');
      start = end + 1;
      if (!joined || !piece.endsWith('\\') || start >= text.length) {
        line += piece;
        break;
      }
      line += `${piece.slice(0, -1)} `;
      number++;
    }
    yield { text: line, number: first };
  }
}

/** The words of a line. */
export function wordsOf(line: string): string[] {
  return line.trim().split(/\s+/);
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The number that a word is; NaN if it is none, or too large for a coordinate. */
export function numberOf(word: string | undefined): number {
  if (word === undefined || !NUMBER.test(word)) return Number.NaN;
  const value = Number(word);
  return isCoordinate(value) ? value : Number.NaN;
}
