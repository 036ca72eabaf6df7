// The filters of PNG rows: every byte is kept as its difference from its surroundings.

/** Whichever of left, above and above left is nearest to left + above − above left. */
export function paethOf(a: number, b: number, c: number): number {
  const pa = Math.abs(b - c);
  const pb = Math.abs(a - c);
  const pc = Math.abs(a + b - c - c);
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}

/** Turns a filtered row into bytes, in place; false for a filter that does not exist. `step` is the bytes of a pixel, at least 1. */
export function undoFilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): boolean {
  if (filter > 4) return false;
  if (filter === 0) return true;
  for (let i = 0; i < row.length; i++) {
    const a = i < step ? 0 : row[i - step]!;
    const b = above[i]!;
    const c = i < step ? 0 : above[i - step]!;
    const guess = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : paethOf(a, b, c);
    row[i] = row[i]! + guess;
  }
  return true;
}
