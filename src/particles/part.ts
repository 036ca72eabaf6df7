// The part of the particles that one rank has: a run of whole chunks of the one global order, so that what passes report per chunk, and
// every sum in the order of chunks, is that of one process. Beside it stand ghosts, copies of what pair passes read of the particles of other
// ranks that may be neighbors:
//   index in pair passes:      [ ghosts before | own | ghosts after ]      records, sums, lists, search arrays: the workspace
//   index in other passes:                     [ own ]                     state; the addresses of the workspace are shifted by the ghosts
// Pairs of a ghost and an own particle are computed by both ranks, each in its place in the order of (color, slab, particle), so that every
// own sum sees the additions that it would see in one process. [ADR 57]

import { broadcastText, type Communicator, gatherNumbers, largest, sharedBytes } from '../ranks/communicator.ts';
import type { Team } from '../threads/team.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { hasFeature } from './field-rows.ts';
import { type Feature, WORKSPACE } from './fields.ts';
import { type Halo, RowExchange, type Rows } from './row-exchange.ts';

/** The set whose particles are a part. */
interface OwnSet {
  readonly shared: SharedMemory;
  readonly team: Team;
  readonly features: readonly Feature[];
  readonly count: number;
  readonly chunks: number;
  part: Part | undefined;
}

/** Smallest and largest along x, y, z. */
export interface Box {
  readonly low: ArrayLike<number>;
  readonly high: ArrayLike<number>;
}

/** How far the particles of a rank have gone. */
export interface Moves extends Box {
  /** Whether any are to be removed. */
  readonly leaves: boolean;
  /** Whether it must be known of each region. */
  readonly regions: boolean;
}

/** Sums that have come late: see `postpone`. */
export interface LateSums {
  readonly time: number;
  readonly sums: Float64Array;
}

const NOTHING = new Float64Array(0);
/** Bytes of reports that wait for their sum. */
const MOST_OWED = 1 << 23;

const NO_HALO: Halo = { before: 0, after: 0, sends: [], receives: [] };

/** Arrays of the workspace that a sort uses before there are ghosts. */
const UNSHIFTED: readonly number[] = [at.AT_CELL, at.AT_ACTIVE, at.AT_LEAVING];

/** What pair passes read of ghosts, by the pass that has just written it. */
const SHARED_AFTER: ReadonlyMap<number, readonly number[]> = new Map([
  [at.PASS_PACK, [at.AT_RECORD, at.AT_REST_DENSITY]],
  [at.PASS_PACK_MOTION, [at.AT_RECORD]],
  [at.PASS_PACK_PLACES, [at.AT_RECORD]],
  [at.PASS_PACK_GLOBULES, [at.AT_GLOBULE]],
  [at.PASS_UPDATE_DENSITY, [at.AT_RECORD]],
  [at.PASS_FIND_CORRECTIONS, [at.AT_CORRECTION]],
  [at.PASS_SEARCH_ARRAYS, [at.AT_SEARCH_X, at.AT_SEARCH_Y, at.AT_SEARCH_Z, at.AT_SEARCH_R2]],
  [at.PASS_PACK_HEAT, [at.AT_HEAT_RECORD]],
  [at.PASS_RHEOLOGY, [at.AT_RECORD, at.AT_STRAIN]],
  [at.PASS_KICK_FLOW, [at.AT_DIRECTION]],
  [at.PASS_BEGIN_SOLVE, [at.AT_DIRECTION]],
  [at.PASS_TURN, [at.AT_DIRECTION]],
  [at.PASS_TENSION, [at.AT_TENSION]],
]);
/** After the rheology of the symmetric form: where viscous forces act at once, and where they are solved for. */
const SYMMETRIC: readonly (readonly number[])[] = [
  [at.AT_RECORD, at.AT_SHAPE, at.AT_TENSION],
  [at.AT_RECORD, at.AT_SHAPE],
];

/** Reports of chunks of which the largest matters; of `low` the smallest. */
const LARGEST: readonly number[] = [
  ...[at.REPORT_SPEED, at.REPORT_ACCELERATION, at.REPORT_DIVERGENCE, at.REPORT_SOUND, at.REPORT_SIGNAL],
  ...[at.REPORT_VISCOUS, at.REPORT_PUSH, at.REPORT_CONDUCTION, at.REPORT_BAD, at.REPORT_DENSITY_HIGH],
];
const SMALLEST: readonly number[] = [at.REPORT_DENSITY_LOW];

/** Tags of messages. */
const TAG = { sum: 1, ghosts: 4 } as const;

export class Part {
  readonly comm: Communicator;
  private readonly set: OwnSet;
  /** Arrays that have ghosts, and bytes of each row. */
  private readonly arrays: readonly Rows[];
  private readonly exchange: RowExchange;
  /** Place of the first own particle in the global order. */
  first = 0;
  /** Particles of all ranks. */
  total = 0;
  halo: Halo = NO_HALO;
  private isQuiet = false;
  /** Particles by which the addresses of the workspace are shifted. */
  private shift = 0;
  /** What was united since the last pass. */
  private extremes: Map<number, number> | undefined;
  private groups: Float64Array | undefined;
  /** How far particles have gone in the last drift, over all ranks. */
  moves: Box = { low: [0, 0, 0], high: [0, 0, 0] };
  /** Whether anybody has then gone where particles are removed. */
  leaves = false;
  /** How far those of this rank have gone, until all have told. */
  private movesHere: Moves | undefined;
  /** Whether the moves of all ranks stand in the regions. */
  private hasRegions = false;
  /** What chunks reported before the last search. */
  private kept: Float64Array = NOTHING;
  /** Sums that were put off: reports of chunks. */
  private late: { readonly time: number; readonly columns: readonly Float64Array[] }[] = [];

  constructor(set: OwnSet, comm: Communicator) {
    this.set = set;
    this.comm = comm;
    this.exchange = new RowExchange(comm, set.shared);
    this.arrays = WORKSPACE.filter((row) => hasFeature(row, set.features) && !UNSHIFTED.includes(row.slot));
    set.part = this;
    set.team.after = (pass) => this.after(pass);
  }

  /** Whether this is the rank that has the end of the order. */
  get isLast(): boolean {
    return this.comm.rank === this.comm.size - 1;
  }

  /** Takes other ghosts; what is known of them comes with the passes that follow. */
  place(halo: Halo): void {
    this.halo = halo;
    this.shiftTo(halo.before);
    this.clearGhostSums();
  }

  /** The memory was laid out anew: all addresses are those of no ghosts. */
  relocated(): void {
    this.shift = 0;
  }

  /** Does something while indices count from the first ghost. */
  wide<T>(work: () => T): T {
    const { shared, count } = this.set,
      { before } = this.halo;
    this.shiftTo(0);
    shared.setInt(at.OWN_BEGIN, before);
    shared.setInt(at.OWN_END, before + count);
    try {
      return work();
    } finally {
      this.shiftTo(this.halo.before);
    }
  }

  private shiftTo(ghosts: number): void {
    const { shared } = this.set;
    if (ghosts === this.shift) return;
    for (const { slot, bytes } of this.arrays)
      shared.setInt(slot, shared.u32[slot >> 2]! + (ghosts - this.shift) * bytes);
    this.shift = ghosts;
  }

  /** Clears the sums of ghosts, which nobody reads: pair passes go on adding to them until the next search. */
  private clearGhostSums(): void {
    const { shared, count } = this.set,
      { before, after } = this.halo,
      sums = shared.u32[at.AT_SUM >> 2]!;
    shared.u8.fill(0, sums - 16 * before, sums);
    shared.u8.fill(0, sums + 16 * count, sums + 16 * (count + after));
  }

  private after(pass: number): void {
    this.extremes = undefined;
    this.groups = undefined;
    if (this.isQuiet) return;
    const { shared } = this.set,
      isSymmetric = pass === at.PASS_RHEOLOGY && shared.int(at.SYMMETRIC) !== 0,
      slots = isSymmetric ? SYMMETRIC[shared.int(at.IMPLICIT)] : SHARED_AFTER.get(pass);
    if (slots) this.share(slots);
  }

  /** Does something after which ghosts are known as they were before. */
  quietly(work: () => void): void {
    this.isQuiet = true;
    try {
      work();
    } finally {
      this.isQuiet = false;
    }
  }

  /** Sends rows of own particles to the ranks that have them as ghosts, and receives those of the ghosts: a message for each run. */
  share(slots: readonly number[]): void {
    const arrays = this.arrays.filter(({ slot }) => slots.includes(slot));
    this.exchange.share(arrays, this.halo);
  }

  /** The largest of all ranks; what is no number counts as infinite. */
  largest(mine: number): number {
    return largest(this.comm, mine);
  }

  /** The smallest of each number over all ranks, in place; what is no number counts as minus infinite. */
  unite(values: Float64Array): void {
    for (let k = 0; k < values.length; k++)
      if (!(values[k]! >= Number.NEGATIVE_INFINITY)) values[k] = Number.NEGATIVE_INFINITY;
    this.comm.reduce(values, 'min');
  }

  /** Largest (of some reports the smallest) value of a report slot over the chunks of all ranks. */
  extreme(slot: number): number {
    this.extremes ??= this.uniteExtremes();
    const found = this.extremes.get(slot);
    if (found === undefined) throw new Error(`Ranks do not unite the report at ${slot}.`);
    return found;
  }

  private uniteExtremes(): Map<number, number> {
    const values = new Float64Array(LARGEST.length + SMALLEST.length);
    LARGEST.forEach((slot, k) => {
      values[k] = this.overChunks(slot, 1);
    });
    SMALLEST.forEach((slot, k) => {
      values[LARGEST.length + k] = this.overChunks(slot, -1);
    });
    this.comm.reduce(values, 'max');
    const smallest = SMALLEST.map((slot, k) => [slot, -values[LARGEST.length + k]!] as const);
    return new Map([...LARGEST.map((slot, k) => [slot, values[k]!] as const), ...smallest]);
  }

  private overChunks(slot: number, sign: 1 | -1): number {
    const { shared, chunks } = this.set,
      reports = shared.u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
    let most = Number.NEGATIVE_INFINITY;
    for (let chunk = 0; chunk < chunks; chunk++)
      most = Math.max(most, sign * shared.f64[reports + (chunk * at.REPORT_BYTES + slot) / 8]!);
    return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most;
  }

  /** Largest value of a slot over the reports of the groups of slabs of all ranks; 0 without any. */
  groupExtreme(groups: number, slot: number): number {
    this.groups ??= this.uniteGroups(groups);
    return this.groups[slot >> 2]!;
  }

  private uniteGroups(groups: number): Float64Array {
    const { f32, u32 } = this.set.shared,
      slots = at.GROUP_BYTES / 4,
      begin = u32[at.AT_GROUP_REPORT >> 2]! >>> 2,
      values = new Float64Array(slots);
    for (let k = 0; k < groups * slots; k++) values[k % slots] = Math.min(values[k % slots]!, -f32[begin + k]!);
    return this.uniteWithMoves(values).map((x) => -x);
  }

  /** Sums of reports over the chunks of all ranks, in the order of the chunks: of each slot so many numbers. */
  sumsOf(slots: readonly number[], numbers: number): Float64Array {
    const columns = slots.map((slot) => this.reports(slot, numbers));
    return this.sumInOrder(columns, numbers);
  }

  /** Keeps what the chunks have reported, for a sum later on: with the next search they are others. */
  keep(slot: number): void {
    this.kept = this.reports(slot, 3);
  }

  /** Sums of three numbers each of several reports, of what was kept first. One round of messages for all. */
  sumsWithKept(slots: readonly number[]): Float64Array {
    const columns = [this.kept, ...slots.map((slot) => this.reports(slot, 3))];
    this.kept = NOTHING;
    return this.sumInOrder(columns, 3);
  }

  /** Puts off a sum of what was kept and of reports, three numbers each; `time` is told again with it. */
  postpone(time: number, slots: readonly number[]): void {
    this.late.push({ time, columns: [this.kept, ...slots.map((slot) => this.reports(slot, 3))] });
    this.kept = NOTHING;
  }

  /** Whether what was put off takes more memory than it should: the same on all ranks. */
  get owesMuch(): boolean {
    return (this.late.length * 72 * this.total) / (256 * this.comm.size) > MOST_OWED;
  }

  /** All sums that were put off, in one chain; or forgets them. */
  takeLate(isWanted = true): LateSums[] {
    const { late } = this;
    this.late = [];
    if (late.length === 0 || !isWanted) return [];
    const columns = late.flatMap((one) => one.columns),
      numbers = columns.length / late.length,
      sums = this.sumInOrder(columns, 3);
    return late.map(({ time }, k) => ({ time, sums: sums.subarray(3 * numbers * k, 3 * numbers * (k + 1)) }));
  }

  private reports(slot: number, numbers: number): Float64Array {
    const { shared, chunks } = this.set,
      begin = shared.u32[at.AT_CHUNK_REPORT >> 2]! >> 3,
      out = new Float64Array(chunks * numbers);
    for (let k = 0; k < out.length; k++)
      out[k] = shared.f64[begin + (Math.floor(k / numbers) * at.REPORT_BYTES + slot) / 8 + (k % numbers)]!;
    return out;
  }

  private sumInOrder(columns: readonly Float64Array[], numbers: number): Float64Array {
    return this.chain(numbers * columns.length, (sum) => {
      columns.forEach((column, c) => {
        for (let k = 0; k < column.length; k++) sum[c * numbers + (k % numbers)]! += column[k]!;
      });
    });
  }

  /** Numbers that each rank goes on with as the one before has left them, so that all is added in one order. All ranks get the last. */
  chain(numbers: number, add: (before: Float64Array) => void): Float64Array {
    const { comm } = this,
      bytes = sharedBytes(8 * numbers),
      sum = new Float64Array(bytes.buffer, 0, numbers);
    if (comm.rank > 0) {
      comm.receive(bytes, comm.rank - 1, TAG.sum);
      comm.settle();
    }
    add(sum);
    if (!this.isLast) {
      comm.send(bytes, comm.rank + 1, TAG.sum);
      comm.settle();
    }
    comm.broadcast(bytes, comm.size - 1);
    return sum;
  }

  /** Sums of whole numbers over all ranks. */
  totals(mine: ArrayLike<number>): Float64Array {
    const all = Float64Array.from(mine);
    this.comm.reduce(all, 'sum');
    return all;
  }

  /** What the first rank has found that has found anything, for all. */
  firstOf<T>(found: T | undefined): T | undefined {
    const first = gatherNumbers(this.comm, Number(found !== undefined)).findIndex((has) => has > 0);
    if (first < 0) return undefined;
    return JSON.parse(broadcastText(this.comm, JSON.stringify(found) ?? '', first)) as T;
  }

  /** Numbers of own particles and of ghosts, from the first ghost on. */
  withGhosts<T extends Float64Array | Uint32Array>(own: T, components: number): T {
    const { comm, halo } = this,
      size = components * own.BYTES_PER_ELEMENT,
      bytes = sharedBytes((halo.before + this.set.count + halo.after) * size),
      rows = (begin: number, count: number) => bytes.subarray(begin * size, (begin + count) * size);
    bytes.set(new Uint8Array(own.buffer, own.byteOffset, own.byteLength), halo.before * size);
    for (const { rank, begin, count } of halo.receives) comm.receive(rows(begin, count), rank, TAG.ghosts);
    for (const { rank, begin, count } of halo.sends) comm.send(rows(halo.before + begin, count), rank, TAG.ghosts);
    comm.settle();
    const All = own.constructor as new (buffer: SharedArrayBuffer, at: number, length: number) => T;
    return new All(bytes.buffer, 0, bytes.length / own.BYTES_PER_ELEMENT);
  }

  /** Unites how far particles have gone in the last drift, in one reduction. */
  uniteMoves(here: Moves): void {
    this.putOffMoves(here);
    this.uniteWithMoves(NOTHING);
  }

  /** The same, but with the next reduction of what groups of slabs report. */
  putOffMoves(here: Moves): void {
    this.movesHere = here;
  }

  /** The smallest of some numbers over all ranks; with it goes what was put off. */
  private uniteWithMoves(own: Float64Array): Float64Array {
    const here = this.movesHere,
      boxes = here?.regions ? this.regionsHere() : NOTHING,
      end = own.length,
      values = new Float64Array(end + (here ? 7 : 0) + boxes.length);
    values.set(own);
    if (here) {
      for (let a = 0; a < 3; a++) {
        values[end + a] = here.low[a]!;
        values[end + 3 + a] = -here.high[a]!;
      }
      values[end + 6] = -Number(here.leaves);
      values.set(boxes, end + 7);
    }
    this.unite(values);
    if (here) {
      boxes.set(values.subarray(end + 7));
      this.hasRegions = here.regions;
      this.moves = { low: values.slice(end, end + 3), high: values.slice(end + 3, end + 6).map((x) => -x) };
      this.leaves = values[end + 6]! < 0;
      this.movesHere = undefined;
    }
    return values;
  }

  /** The moves of each region, of own particles: smallest and minus the largest. */
  private regionsHere(): Float64Array {
    const { shared, team, chunks } = this.set,
      regions = [0, 4, 8].reduce((product, offset) => product * shared.int(at.REGIONS + offset), 1),
      begin = shared.u32[at.AT_REGION >> 2]! >> 3;
    team.wasm.uniteMoves(chunks);
    return shared.f64.subarray(begin, begin + (regions * at.REGION_BYTES) / 8);
  }

  /** How much closer two particles may have come since the lists were built, over all ranks, m. */
  approach(): number {
    if (!this.hasRegions) this.uniteMoves({ ...this.moves, leaves: this.leaves, regions: true });
    return this.set.team.wasm.largestApproach();
  }
}
