// A line on the terminal that says what is being done.

import type { Context } from './context.ts';
import { mayRedraw } from './io.ts';
import { CLEAR_LINE } from './printable.ts';

/** Not more often than this, ms. */
const PAUSE = 50;

/** A line on the terminal that is drawn over; nothing elsewhere. */
export function statusLine({ io, json, quiet }: Context): { show(text: string): void; clear(): void } {
  const draws = mayRedraw(io.stderr, io.env) && !json && !quiet,
    width = (io.stderr.columns || 80) - 1;
  let last = Number.NEGATIVE_INFINITY;
  const draw = (text: string): void => void (draws && io.stderr.write(`${CLEAR_LINE}${text.slice(0, width)}`));
  return {
    show: (text) => {
      if (io.now() - last < PAUSE) return;
      last = io.now();
      draw(text);
    },
    clear: () => draw(''),
  };
}
