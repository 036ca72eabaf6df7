// Who has which particles of a sorted world, and which ghosts each rank needs: plain numbers that every rank computes alike.
// A rank owns a run of whole chunks of the global order. Its ghosts are the rest of the slabs in which its run begins and ends, the slab before
// and the slab after.

import type { Halo, Run } from '../particles/row-exchange.ts';

/** Particles of a chunk: runs of ranks begin at multiples of it. */
const CHUNK = 256;

/** First particle of each rank, and the number of all: as even as chunks allow. */
export function cutsOf(total: number, ranks: number): number[] {
  const whole = Math.floor(total / CHUNK);
  return Array.from({ length: ranks + 1 }, (_, r) => (r === ranks ? total : CHUNK * Math.floor((whole * r) / ranks)));
}

/** The rank that sorts each slab: that of the particle in its middle. Never falls from one slab to the next. */
export function ownersOf(starts: ArrayLike<number>, cuts: readonly number[]): Int32Array {
  const owners = new Int32Array(starts.length - 1),
    last = cuts.length - 2;
  for (let slab = 0, rank = 0; slab < owners.length; slab++) {
    const middle = Math.floor((starts[slab]! + starts[slab + 1]!) / 2);
    while (rank < last && cuts[rank + 1]! <= middle) rank++;
    owners[slab] = rank;
  }
  return owners;
}

/** The rank that has all of each slab; −1 where it is cut. */
export function holdersOf(starts: ArrayLike<number>, cuts: readonly number[]): Int32Array {
  const holders = new Int32Array(starts.length - 1),
    last = cuts.length - 2;
  for (let slab = 0, rank = 0; slab < holders.length; slab++) {
    while (rank < last && cuts[rank + 1]! <= starts[slab]!) rank++;
    holders[slab] = starts[slab + 1]! <= cuts[rank + 1]! ? rank : -1;
  }
  return holders;
}

/** The cuts within a slab: the first rank that begins there, and how many do. */
export function cutsWithin(
  starts: ArrayLike<number>,
  cuts: readonly number[],
  slab: number,
): { readonly first: number; readonly count: number } {
  const isBefore = (cut: number) => cut <= starts[slab]!,
    first = cuts.findIndex((cut) => !isBefore(cut)),
    behind = cuts.findIndex((cut) => cut >= starts[slab + 1]!);
  return { first, count: behind - first };
}

/** The grid as far as sharing it out needs it. */
export interface SlabGrid {
  readonly slabs: number;
  readonly ring: boolean;
  readonly perGroup: number;
}

/** The slabs that a rank has particles of in its memory. */
export interface Present {
  /** In the order of its memory. */
  readonly slabs: readonly number[];
  /** Slabs whose particles are listed: runs of first and count. */
  readonly listed: readonly (readonly [first: number, count: number])[];
  /** Ghosts before and after the own particles. */
  readonly before: number;
  readonly after: number;
  /** Where slabs of a ring that are not here end: from this one, at which a group begins, to the slab before the own ones. */
  readonly gap?: number;
}

const NOTHING: Present = { slabs: [], listed: [], before: 0, after: 0 };

/** What a rank with the particles from `begin` to `end` needs. `starts` are the first particles of all slabs, and the number of all. */
export function presentOf(grid: SlabGrid, starts: ArrayLike<number>, begin: number, end: number): Present {
  if (begin === end) return NOTHING;
  const { slabs, ring, perGroup } = grid,
    first = slabOf(starts, begin),
    last = slabOf(starts, end - 1),
    size = (slab: number) => starts[slab + 1]! - starts[slab]!;
  const inside = Array.from({ length: last - first + 1 }, (_, k) => first + k),
    before = first > 0 ? first - 1 : ring ? slabs - 1 : -1,
    after = last + 1 < slabs ? last + 1 : ring ? 0 : -1;
  const wraps = ring && (before > first || after < last),
    group = before - (before % perGroup);
  if (ring && (last - first + 3 >= slabs || (wraps && group <= after + 1))) {
    const all = Array.from({ length: slabs }, (_, k) => k);
    return { slabs: all, listed: [[0, slabs]], before: begin, after: starts[slabs]! - end };
  }
  const listed = [...(before >= 0 ? [[before, 1] as const] : []), [first, inside.length] as const];
  return {
    slabs: [...(before >= 0 ? [before] : []), ...inside, ...(after >= 0 ? [after] : [])],
    listed,
    before: begin - starts[first]! + (before >= 0 ? size(before) : 0),
    after: starts[last + 1]! - end + (after >= 0 ? size(after) : 0),
    ...(wraps && { gap: group }),
  };
}

/** The slab that has a particle of the global order. */
function slabOf(starts: ArrayLike<number>, particle: number): number {
  let low = 0,
    high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= particle) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Runs of ghosts in the global order, in the order of the memory. */
function ghostRuns(present: Present, starts: ArrayLike<number>, begin: number, end: number): [number, number][] {
  const runs: [number, number][] = [];
  for (const slab of present.slabs) {
    const low = starts[slab]!,
      high = starts[slab + 1]!;
    if (low < Math.min(high, begin)) runs.push([low, Math.min(high, begin)]);
    if (Math.max(low, end) < high) runs.push([Math.max(low, end), high]);
  }
  return runs;
}

/** What a rank sends and receives, so that all have their ghosts. */
export function haloOf(
  starts: ArrayLike<number>,
  cuts: readonly number[],
  rank: number,
  present: readonly Present[],
): Halo {
  const own: [number, number] = [cuts[rank]!, cuts[rank + 1]!],
    { before, after } = present[rank]!,
    sends: Run[] = [],
    receives: Run[] = [];
  present.forEach((of, other) => {
    if (other === rank) return;
    for (const run of ghostRuns(of, starts, cuts[other]!, cuts[other + 1]!)) {
      const [low, high] = [Math.max(run[0], own[0]), Math.min(run[1], own[1])];
      if (low < high) sends.push({ rank: other, begin: low - own[0], count: high - low });
    }
  });
  let at = 0;
  for (const [low, high] of ghostRuns(present[rank]!, starts, own[0], own[1])) {
    if (at === before) at += own[1] - own[0];
    for (let other = 0; other < present.length; other++) {
      const [from, to] = [Math.max(low, cuts[other]!), Math.min(high, cuts[other + 1]!)];
      if (from < to) receives.push({ rank: other, begin: at + from - low, count: to - from });
    }
    at += high - low;
  }
  return { before, after, sends: merged(sends), receives: merged(receives) };
}

/** Runs that follow each other as one: slabs are neighbors in memory. */
function merged(runs: readonly Run[]): Run[] {
  const out: Run[] = [];
  for (const run of runs) {
    const last = out.at(-1);
    if (last && last.rank === run.rank && last.begin + last.count === run.begin)
      out[out.length - 1] = { ...last, count: last.count + run.count };
    else out.push(run);
  }
  return out;
}
