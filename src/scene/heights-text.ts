// Files of heights: a line of numbers (m) along x for each row along z; blanks or commas between, # begins a comment.

/** Why a file of heights cannot be understood. */
export interface HeightsFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** The rows of a text, or the first thing that is wrong with it. */
export function readHeights(text: string): readonly (readonly number[])[] | HeightsFault {
  const rows: number[][] = [];
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    line++;
    const words = text
      .slice(start, end)
      .replace(/#.*/, '')
      .split(/[\s,;]+/)
      .filter(Boolean);
    start = end + 1;
    if (words.length === 0) continue;
    const wrong = words.find((word) => !NUMBER.test(word) || !Number.isFinite(Number(word)));
    if (wrong !== undefined) return { line, message: `${JSON.stringify(wrong.slice(0, 40))} is not a number.` };
    if (rows.length > 0 && rows[0]!.length !== words.length)
      return { line, message: `The line has ${words.length} heights; the lines before have ${rows[0]!.length}.` };
    rows.push(words.map(Number));
  }
  return rows;
}
