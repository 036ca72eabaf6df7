// The sort of a world that is spread over ranks, with the order of one process: particles go to the rank that sorts their slab, in the order of
// the ranks they come from, which is the global order; a stable counting sort follows; then every rank takes its run of whole chunks, and
// learns where the cells of its slabs begin. [ADR 57]

import { fieldBytes } from '../particles/field-rows.ts';
import type { Part } from '../particles/part.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Communicator, gatherNumbers, sharedBytes } from '../ranks/communicator.ts';
import * as at from '../wasm/layout.ts';
import type { GridPlan } from './plan-grid.ts';
import { cutsOf, haloOf, ownersOf, type Present, presentOf, type SlabGrid } from './spread-slabs.ts';

/** What the search of a rank must know after the sort. */
export type SpreadSlabs = Present;

/** Begin and end of runs, one after the other. */
type Runs = number[];

const TAG = { particles: 2, cells: 3 } as const;
const NOTHING = new Uint8Array(0);

/** Sorts the particles of all ranks. The plan stands in the context block, and those who leave are marked. */
export function spreadSort(set: ParticleSet, part: Part, plan: GridPlan, perGroup: number): SpreadSlabs {
  const { team, shared } = set,
    { comm } = part,
    { slabs, cellsPerSlab } = plan,
    grid: SlabGrid = { slabs, ring: plan.slabRing, perGroup };
  part.place({ before: 0, after: 0, sends: [], receives: [] });
  if (set.reserveSearch(slabs * cellsPerSlab + 1, set.maxRegions)) set.markLeavingHere(); // the marks were lost
  team.run(at.PASS_CELLS, set.chunks);
  const starts = countSlabs(set, comm, slabs, cellsPerSlab),
    total = starts[slabs]!,
    cuts = cutsOf(total, comm.size),
    owners = ownersOf(starts, cuts);
  const runs = runsToOwners(set, owners, cellsPerSlab, comm.size);
  if (total < part.total) noteDepartures(set, comm, runs);
  if (redistribute(set, comm, runs)) {
    set.clearLeaving();
    team.run(at.PASS_CELLS, set.chunks);
  }
  team.timed('search', () => team.wasm.rankByCell());
  set.permute();
  set.dropTail(set.count);
  const present = Array.from({ length: comm.size }, (_, r) => presentOf(grid, starts, cuts[r]!, cuts[r + 1]!)),
    tables = exchangeCells(set, comm, present, owners, starts, cellsPerSlab),
    held = starts[Math.max(0, owners.indexOf(comm.rank))]!;
  redistribute(set, comm, runsToCuts(set.count, held, cuts));
  part.first = cuts[comm.rank]!;
  part.total = total;
  const halo = haloOf(starts, cuts, comm.rank, present),
    all = halo.before + set.count + halo.after;
  if (set.capacity < all) set.reserve(all + (all >> 3));
  writeCells(
    shared.i32,
    shared.u32[at.AT_CELL_START >> 2]! >> 2,
    { grid, starts, tables, cellsPerSlab },
    present[comm.rank]!,
  );
  part.place(halo);
  return present[comm.rank]!;
}

/** First particle of every slab in the global order, and how many stay. */
function countSlabs(set: ParticleSet, comm: Communicator, slabs: number, perSlab: number): Int32Array {
  const counts = new Int32Array(new SharedArrayBuffer(4 * slabs)),
    { i32, u32 } = set.shared,
    cells = u32[at.AT_CELL >> 2]! >> 2;
  for (let i = 0; i < set.count; i++) {
    const slab = (i32[cells + i]! / perSlab) | 0;
    if (slab < slabs) counts[slab]!++;
  }
  comm.reduce(counts, 'sum');
  const starts = new Int32Array(slabs + 1);
  for (let slab = 0; slab < slabs; slab++) starts[slab + 1] = starts[slab]! + counts[slab]!;
  return starts;
}

/** For every rank the runs of particles whose slabs it sorts. Those who leave go nowhere. */
function runsToOwners(set: ParticleSet, owners: Int32Array, perSlab: number, ranks: number): Runs[] {
  const { i32, u32 } = set.shared,
    cells = u32[at.AT_CELL >> 2]! >> 2,
    runs: Runs[] = Array.from({ length: ranks }, () => []);
  let last = -1;
  for (let i = 0; i < set.count; i++) {
    const rank = owners[(i32[cells + i]! / perSlab) | 0] ?? -1;
    if (rank === last && rank >= 0) runs[rank]![runs[rank]!.length - 1] = i + 1;
    else if (rank >= 0) runs[rank]!.push(i, i + 1);
    last = rank;
  }
  return runs;
}

/** For every rank the run of the particles here, which begin at `held` in the global order, that it owns. */
function runsToCuts(count: number, held: number, cuts: readonly number[]): Runs[] {
  return cuts.slice(0, -1).map((cut, rank) => {
    const begin = Math.max(0, cut - held),
      end = Math.min(count, cuts[rank + 1]! - held);
    return begin < end ? [begin, end] : [];
  });
}

const lengthOf = (runs: Runs): number => runs.reduce((sum, x, k) => sum + (k % 2 === 0 ? -x : x), 0);

/**
 * Sends runs of particles to ranks, with all their fields; what comes stands in the order of the ranks that it comes from. Particles in no run
 * are gone. True if anything has changed here.
 */
function redistribute(set: ParticleSet, comm: Communicator, runs: readonly Runs[]): boolean {
  const { rank } = comm,
    to = Int32Array.from(runs, lengthOf),
    from = comm.exchange(to),
    staying = to[rank]!,
    sent = to.reduce((a, b) => a + b, 0),
    count = from.reduce((a, b) => a + b, 0);
  if (sent === set.count && sent === staying && count === staying) return false;
  const row = set.rows.reduce((sum, field) => sum + fieldBytes(field), 0),
    packets = runs.map((run, r) => (r === rank ? NOTHING : pack(set, run, row * to[r]!))),
    arrived = Array.from(from, (n, r) => (r === rank ? NOTHING : sharedBytes(row * n)));
  for (let r = 0; r < comm.size; r++) {
    if (r === rank) continue;
    if (from[r]! > 0) comm.receive(arrived[r]!, r, TAG.particles);
    if (to[r]! > 0) comm.send(packets[r]!, r, TAG.particles);
  }
  comm.settle();
  set.recompose(arrived.slice(0, rank), runs[rank]!, arrived.slice(rank + 1));
  return true;
}

/** Numbers that are told of a particle that leaves: id, substance, mass, velocity, temperature. */
const TOLD = 7;

/** Notes on every rank what the particles of all ranks that are in no run take along, in the global order. */
function noteDepartures(set: ParticleSet, comm: Communicator, runs: readonly Runs[]): void {
  const mine = departing(set, runs),
    counts = gatherNumbers(comm, mine.length);
  for (let r = 0; r < comm.size; r++) {
    const told = new Float64Array(new SharedArrayBuffer(8 * Math.max(1, counts[r]!)), 0, counts[r]!);
    if (r === comm.rank) told.set(mine);
    if (told.length > 0) comm.broadcast(new Uint8Array(told.buffer), r);
    for (let k = 0; k < told.length; k += TOLD) {
      const [id, substance, mass] = told.subarray(k, k + 3) as unknown as [number, number, number],
        temperature = set.hasHeat ? told[k + 6] : undefined;
      set.noteDeparture({ id, substance, mass, velocity: told.subarray(k + 3, k + 6), temperature });
    }
  }
}

function departing(set: ParticleSet, runs: readonly Runs[]): number[] {
  const stays = new Uint8Array(set.count),
    mass = set.f64('mass'),
    v = set.f64('velocity'),
    ids = set.u32('id'),
    kinds = set.u32('substance'),
    temperature = set.hasHeat ? set.f64('temperature') : undefined,
    told: number[] = [];
  for (const run of runs) for (let k = 0; k < run.length; k += 2) stays.fill(1, run[k], run[k + 1]);
  for (let i = 0; i < set.count; i++) {
    if (stays[i] === 0)
      told.push(ids[i]!, kinds[i]!, mass[i]!, v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!, temperature?.[i] ?? 0);
  }
  return told;
}

/** All fields of the particles of some runs, field after field. */
function pack(set: ParticleSet, run: Runs, bytes: number): Uint8Array {
  const out = sharedBytes(bytes),
    { u8 } = set.shared;
  let end = 0;
  for (const field of set.rows) {
    const size = fieldBytes(field),
      begin = set.address(field.name);
    for (let k = 0; k < run.length; k += 2) {
      out.set(u8.subarray(begin + run[k]! * size, begin + run[k + 1]! * size), end);
      end += (run[k + 1]! - run[k]!) * size;
    }
  }
  return out;
}

/** Where the cells of the slabs of this rank begin, from the first particle of the slab on: from those who have sorted them. */
function exchangeCells(
  set: ParticleSet,
  comm: Communicator,
  present: readonly Present[],
  owners: Int32Array,
  starts: Int32Array,
  perSlab: number,
): Map<number, Int32Array> {
  const { i32, u32 } = set.shared,
    table = u32[at.AT_CELL_START >> 2]! >> 2,
    isThere = (slab: number) => starts[slab + 1]! > starts[slab]!,
    bytesOf = (cells: Int32Array) => new Uint8Array(cells.buffer),
    tables = new Map<number, Int32Array>(),
    mine = new Map<number, Int32Array>();
  const sorted = (slab: number): Int32Array => {
    const known = mine.get(slab);
    if (known) return known;
    const cells = new Int32Array(new SharedArrayBuffer(4 * perSlab)),
      begin = table + slab * perSlab;
    for (let c = 0; c < perSlab; c++) cells[c] = i32[begin + c]! - i32[begin]!;
    mine.set(slab, cells);
    return cells;
  };
  present.forEach(({ slabs }, rank) => {
    for (const slab of slabs) {
      const owner = owners[slab]!;
      if (!isThere(slab)) continue;
      if (rank === comm.rank && owner !== rank) {
        const cells = new Int32Array(new SharedArrayBuffer(4 * perSlab));
        comm.receive(bytesOf(cells), owner, TAG.cells);
        tables.set(slab, cells);
      } else if (rank === comm.rank) tables.set(slab, sorted(slab));
      else if (owner === comm.rank) comm.send(bytesOf(sorted(slab)), rank, TAG.cells);
    }
  });
  comm.settle();
  return tables;
}

interface CellTables {
  readonly grid: SlabGrid;
  readonly starts: Int32Array;
  /** Begins of cells from the first particle of their slab on. */
  readonly tables: ReadonlyMap<number, Int32Array>;
  readonly cellsPerSlab: number;
}

/** Writes where all cells begin, from the first ghost on; slabs that are not here are empty. */
function writeCells(
  i32: Int32Array,
  at0: number,
  { grid, starts, tables, cellsPerSlab }: CellTables,
  present: Present,
): void {
  const { slabs } = grid,
    sizeOf = (slab: number) => starts[slab + 1]! - starts[slab]!,
    places = new Map<number, number>();
  let end = 0;
  for (const slab of present.slabs) {
    places.set(slab, end);
    end += sizeOf(slab);
  }
  const { gap } = present,
    nearest = present.slabs[0] ?? 0,
    ofAbsent = (slab: number): number => ((gap === undefined ? slab < nearest : slab >= gap) ? 0 : end);
  for (let slab = 0; slab < slabs; slab++) {
    const begin = at0 + slab * cellsPerSlab,
      place = places.get(slab),
      cells = tables.get(slab);
    if (place === undefined || !cells) i32.fill(place ?? ofAbsent(slab), begin, begin + cellsPerSlab);
    else for (let c = 0; c < cellsPerSlab; c++) i32[begin + c] = place + cells[c]!;
  }
  const last = places.get(slabs - 1),
    behind = at0 + slabs * cellsPerSlab;
  i32.fill(last === undefined ? end : last + sizeOf(slabs - 1), behind, behind + 2);
}

/** The particle in the middle of the global order that stays: f32 positions are relative to it. */
export function originOfAll(set: ParticleSet, part: Part): Float64Array {
  const { count, shared } = set,
    { first, total, comm } = part,
    leaving = shared.u32[at.AT_LEAVING >> 2]!,
    middle = total >> 1,
    away = (i: number) => (((first + i - middle) % total) + total) % total;
  let best = -1;
  const from = Math.max(0, Math.min(count, middle - first));
  for (let k = 0; k < count && best < 0; k++) {
    const i = (k + from) % count; // from the middle on, or from our first on
    if (shared.u8[leaving + i] === 0) best = i;
  }
  const distances = gatherNumbers(comm, best < 0 ? total : away(best)),
    nearest = distances.indexOf(Math.min(...distances)),
    position = new Float64Array(new SharedArrayBuffer(24));
  if (nearest === comm.rank && best >= 0) position.set(set.f64('position').subarray(3 * best, 3 * best + 3));
  comm.broadcast(new Uint8Array(position.buffer), nearest);
  return position;
}

/** Whether all particles of all ranks have one mass. */
export function haveOneMass(set: ParticleSet, part: Part): boolean {
  const low = [Number.POSITIVE_INFINITY],
    high = [Number.NEGATIVE_INFINITY];
  for (const m of set.f64('mass')) {
    low[0] = Math.min(low[0]!, m);
    high[0] = Math.max(high[0]!, m);
  }
  part.uniteBox(low, high);
  return !(low[0]! < high[0]!);
}

/** No ghost has a list. Indices count from the first ghost. */
export function clearGhostLists({ shared, count }: ParticleSet, { halo: { before, after } }: Part): void {
  const lists = shared.u32[at.AT_LIST >> 2]!;
  shared.u8.fill(0, lists, lists + 8 * before);
  shared.u8.fill(0, lists + 8 * (before + count), lists + 8 * (before + count + after));
}

/** Leaves only own particles in the lists of ghosts: pairs of two ghosts are for others. Indices count from the first ghost. */
export function keepOwnPairs({ shared, count }: ParticleSet, { halo: { before, after } }: Part): void {
  const { u32 } = shared,
    lists = u32[at.AT_LIST >> 2]! >>> 2,
    records = u32[at.AT_RECORD >> 2]!,
    first = records + before * at.RECORD_BYTES,
    end = first + count * at.RECORD_BYTES;
  const keepOwn = (i: number): void => {
    const begin = u32[lists + 2 * i]! >>> 2,
      stop = u32[lists + 2 * i + 1]! >>> 2;
    let out = begin;
    for (let l = begin; l < stop; l++) if (u32[l]! >= first && u32[l]! < end) u32[out++] = u32[l]!;
    while ((out - begin) % 4 !== 0) u32[out++] = records + i * at.RECORD_BYTES;
    u32[lists + 2 * i + 1] = out << 2;
  };
  for (let i = 0; i < before; i++) keepOwn(i);
  for (let i = before + count; i < before + count + after; i++) keepOwn(i);
}
