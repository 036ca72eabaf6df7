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
    const row: number[] = [];
    // Word by word: a line may be as long as the file.
    for (const [word] of text
      .slice(start, end)
      .replace(/#.*/, '')
      .matchAll(/[^\s,;]+/g)) {
      if (!NUMBER.test(word) || !Number.isFinite(Number(word)))
        return { line, message: `${JSON.stringify(word.slice(0, 40))} is not a number.` };
      row.push(Number(word));
    }
    start = end + 1;
    if (row.length === 0) continue;
    if (rows.length > 0 && rows[0]!.length !== row.length)
      return { line, message: `The line has ${row.length} heights; the lines before have ${rows[0]!.length}.` };
    rows.push(row);
  }
  return rows;
}
