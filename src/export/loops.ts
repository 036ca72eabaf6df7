// The closed lines that oriented segments form.

const NONE = 0xffffffff;

/** Vertices loop by loop, in the order in which they are joined. */
export interface Loops {
  readonly order: Uint32Array;
  /** Vertices of every loop. */
  readonly lengths: Uint32Array;
}

/** Joins segments (two vertices each, from → to) of which one ends where another begins. */
export function loopsOf(segments: Uint32Array): Loops {
  let last = -1;
  for (const vertex of segments) last = Math.max(last, vertex);
  const next = new Uint32Array(last + 1).fill(NONE);
  for (let k = 0; k < segments.length; k += 2) next[segments[k]!] = segments[k + 1]!;
  const order = new Uint32Array(segments.length / 2);
  const lengths: number[] = [];
  let count = 0;
  for (let start = 0; start <= last; start++) {
    const before = count;
    for (let at = start; at <= last && next[at] !== NONE; ) {
      const to = next[at]!;
      order[count++] = at;
      next[at] = NONE;
      at = to;
    }
    if (count > before) lengths.push(count - before);
  }
  return { order: order.subarray(0, count), lengths: Uint32Array.from(lengths) };
}
