// How slabs that are cut are shared out among ranks. The rank that sorts a slab is sent the cells of the particles in it, in the order of the
// ranks that they come from. So it knows where each cut is: in which cell, and how many of the particles of each rank in that cell are before it.
// It tells that to those who have asked, and how many particles come from whom to those who get them.

import { type Communicator, sharedBytes } from '../ranks/communicator.ts';
import { cutsWithin } from './spread-slabs.ts';

/** Who has what: the same on all ranks. */
export interface Sharing {
  readonly comm: Communicator;
  /** First particle of every slab in the global order, and how many stay. */
  readonly starts: Int32Array;
  /** First particle of each rank, and the number of all. */
  readonly cuts: readonly number[];
  /** The rank that sorts each slab. */
  readonly owners: Int32Array;
  /** The rank that has all of a slab; −1 where it is cut. */
  readonly holders: Int32Array;
  readonly cellsPerSlab: number;
}

/** How the particles of this rank in a slab that is cut are shared out. */
export interface Places {
  /** The rank before the first cut. */
  readonly before: number;
  /** In which cell each cut is, and how many particles of this rank in that cell are before it: two numbers for each. */
  readonly cuts: Int32Array;
}

export interface Split {
  /** By slab, of those that are cut and in which this rank has particles. */
  readonly places: ReadonlyMap<number, Places>;
  /** Where the cells of a slab begin, from its first particle on, of those that are cut and that this rank sorts. */
  readonly tables: ReadonlyMap<number, Int32Array>;
  /** Particles that come from each rank. */
  readonly from: Int32Array;
}

const TAG = { cells: 5, answer: 6 } as const;

/**
 * Shares out the slabs that are cut.
 * @param mine the cells, from the slab on, of the particles of this rank in slabs that are cut, by slab
 * @param sure how many particles this rank sends to each in slabs that are not
 */
export function splitSlabs(sharing: Sharing, mine: ReadonlyMap<number, readonly number[]>, sure: Int32Array): Split {
  const { comm, owners, holders } = sharing,
    { rank, size } = comm,
    asks = Array.from({ length: size }, (): number[] => []);
  for (const [slab, cells] of mine) {
    const ask = asks[owners[slab]!]!;
    ask.push(slab, cells.length);
    for (const cell of cells) ask.push(cell);
  }
  const told = comm.exchange(
      Int32Array.from({ length: 2 * size }, (_, k) => (k % 2 ? asks[k >> 1]!.length : sure[k >> 1]!)),
    ),
    from = Int32Array.from({ length: size }, (_, r) => told[2 * r]!),
    heard = passOn(comm, TAG.cells, asks, (r) => told[2 * r + 1]!).map(readCells),
    tables = new Map<number, Int32Array>(),
    answers = Array.from({ length: size }, (): number[] => []);
  holders.forEach((holder, slab) => {
    if (holder < 0 && owners[slab] === rank) tables.set(slab, answer(sharing, slab, heard, answers));
  });
  const isMine = ([slab]: Expected, r: number) => owners[slab] === r,
    expected = expectedAnswers(sharing, mine),
    lengthFrom = (r: number) =>
      expected.reduce((sum, one) => sum + (isMine(one, r) ? one[1] + (one[2] ? size : 0) : 0), 0),
    got = passOn(comm, TAG.answer, answers, lengthFrom),
    read = new Int32Array(size),
    places = new Map<number, Places>();
  for (const [slab, numbers, gets] of expected) {
    const owner = owners[slab]!,
      begin = read[owner]!,
      { first } = cutsWithin(sharing.starts, sharing.cuts, slab);
    if (numbers > 0) places.set(slab, { before: first - 1, cuts: got[owner]!.subarray(begin, begin + numbers) });
    for (let r = 0; gets && r < size; r++) from[r]! += got[owner]![begin + numbers + r]!;
    read[owner]! += numbers + (gets ? size : 0);
  }
  return { places, tables, from };
}

/** What will be told of a slab: how many numbers about cuts, and whether those follow of who sends how many. */
type Expected = readonly [slab: number, numbers: number, gets: boolean];

function expectedAnswers({ comm, starts, cuts, holders }: Sharing, mine: ReadonlyMap<number, unknown>): Expected[] {
  const { rank } = comm,
    expected: Expected[] = [];
  holders.forEach((holder, slab) => {
    if (holder >= 0) return;
    const gets = Math.max(cuts[rank]!, starts[slab]!) < Math.min(cuts[rank + 1]!, starts[slab + 1]!);
    if (mine.has(slab) || gets)
      expected.push([slab, mine.has(slab) ? 2 * cutsWithin(starts, cuts, slab).count : 0, gets]);
  });
  return expected;
}

/** Sends numbers to ranks and gets as many as it is told. */
function passOn(
  comm: Communicator,
  tag: number,
  numbers: readonly (readonly number[])[],
  lengthFrom: (rank: number) => number,
): Int32Array[] {
  const toShared = (some: readonly number[]): Uint8Array => {
    const bytes = sharedBytes(4 * some.length);
    new Int32Array(bytes.buffer, 0, some.length).set(some);
    return bytes;
  };
  const arrived = numbers.map((own, r) => {
    if (r === comm.rank) return toShared(own);
    const bytes = sharedBytes(4 * lengthFrom(r));
    if (bytes.length > 0) comm.receive(bytes, r, tag);
    return bytes;
  });
  numbers.forEach((some, r) => {
    if (r !== comm.rank && some.length > 0) comm.send(toShared(some), r, tag);
  });
  comm.settle();
  return arrived.map(({ buffer, length }) => new Int32Array(buffer, 0, length / 4));
}

/** The cells that a rank has told, by slab. */
function readCells(told: Int32Array): Map<number, Int32Array> {
  const cells = new Map<number, Int32Array>();
  for (let k = 0; k < told.length; k += 2 + told[k + 1]!)
    cells.set(told[k]!, told.subarray(k + 2, k + 2 + told[k + 1]!));
  return cells;
}

/** Finds the cuts of a slab, and answers those who have asked and those who get particles. Returns where its cells begin. */
function answer(
  { starts, cuts, cellsPerSlab }: Sharing,
  slab: number,
  heard: readonly ReadonlyMap<number, Int32Array>[],
  answers: readonly number[][],
): Int32Array {
  const begins = new Int32Array(cellsPerSlab + 1),
    { first, count } = cutsWithin(starts, cuts, slab),
    all = heard.map((of) => of.get(slab) ?? NOBODY);
  for (const cells of all) for (const cell of cells) begins[cell + 1]!++;
  for (let cell = 0; cell < cellsPerSlab; cell++) begins[cell + 1]! += begins[cell]!;
  const sent = Array.from({ length: count + 1 }, () => new Int32Array(all.length)), // to the ranks from before the first cut on
    found = all.map(() => new Int32Array(2 * count));
  for (let k = 0; k < count; k++) {
    const place = cuts[first + k]! - starts[slab]!,
      cell = cellAt(begins, place);
    let left = place - begins[cell]!;
    all.forEach((cells, r) => {
      let below = 0,
        here = 0;
      for (const c of cells) {
        if (c < cell) below++;
        else if (c === cell) here++;
      }
      const before = Math.min(here, left);
      left -= before;
      found[r]!.set([cell, before], 2 * k);
      sent[k]![r]! += below + before;
      sent[k + 1]![r]! -= below + before;
    });
  }
  all.forEach((cells, r) => {
    sent[count]![r]! += cells.length;
  });
  all.forEach((cells, r) => {
    if (cells.length > 0) answers[r]!.push(...found[r]!);
    const place = r - (first - 1);
    if (place >= 0 && place <= count && sent[place]!.some((n) => n > 0)) answers[r]!.push(...sent[place]!);
  });
  return begins.subarray(0, cellsPerSlab);
}

const NOBODY = new Int32Array(0);

/** The cell that has the particle at a place. */
function cellAt(begins: Int32Array, place: number): number {
  let low = 0,
    high = begins.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (begins[middle]! <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
