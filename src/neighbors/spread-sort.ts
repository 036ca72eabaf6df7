// The sort of a world that is spread over ranks, with the order of one process. Every rank finds out which of its particles are to be whose,
// sends those that are no longer its own, and sorts what it then has by cell, stable, in the order of the ranks that particles come from, which
// is the global order. Then it learns where the cells of its slabs begin. [ADR 57]

import { fieldBytes } from '../particles/field-rows.ts';
import type { Part } from '../particles/part.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Communicator, sharedBytes } from '../ranks/communicator.ts';
import * as at from '../wasm/layout.ts';
import { noteDepartures } from './departures.ts';
import type { GridPlan } from './plan-grid.ts';
import { type Places, type Sharing, type Split, splitSlabs } from './split-slabs.ts';
import { cutsOf, haloOf, holdersOf, ownersOf, type Present, presentOf, type SlabGrid } from './spread-slabs.ts';

/** What the search of a rank must know after the sort. */
export type SpreadSlabs = Present;

/** Begin and end of runs, one after the other. */
type Runs = number[];

const TAG = { particles: 2, cells: 3 } as const;
const NOTHING = new Uint8Array(0);

/** Sorts the particles of all ranks. The plan stands in the context block, and those who leave are marked. */
export function spreadSort(set: ParticleSet, part: Part, plan: GridPlan, perGroup: number): SpreadSlabs {
  const { team } = set,
    { comm } = part,
    { slabs, cellsPerSlab } = plan;
  part.place({ before: 0, after: 0, sends: [], receives: [] });
  if (set.reserveSearch(slabs * cellsPerSlab + 1, set.maxRegions)) set.markLeavingHere(); // the marks were lost
  team.run(at.PASS_CELLS, set.chunks);
  const own = countSlabs(set, slabs),
    starts = startsOf(own, comm),
    cuts = cutsOf(starts[slabs]!, comm.size),
    [owners, holders] = [ownersOf(starts, cuts), holdersOf(starts, cuts)],
    sharing: Sharing = { comm, starts, cuts, owners, holders, cellsPerSlab };
  if (starts[slabs]! < part.total) noteDepartures(set, comm, slabs * cellsPerSlab);
  const strays = straysOf(set, sharing),
    sure = new Int32Array(comm.size);
  holders.forEach((holder, slab) => {
    if (holder >= 0) sure[holder]! += own[slab]!;
  });
  const split = splitSlabs(sharing, cellsOfCut(strays, sharing), sure);
  sortRuns(set, comm, runsToOthers(strays, sharing, split.places), split.from);
  part.first = cuts[comm.rank]!;
  part.total = starts[slabs]!;
  return placeGhosts(set, part, sharing, { slabs, ring: plan.slabRing, perGroup }, split);
}

/** After the sort: who has which ghosts, and where the cells of the slabs here begin. */
function placeGhosts(set: ParticleSet, part: Part, sharing: Sharing, grid: SlabGrid, { tables }: Split): Present {
  const { comm, starts, cuts } = sharing,
    present = Array.from({ length: comm.size }, (_, r) => presentOf(grid, starts, cuts[r]!, cuts[r + 1]!)),
    mine = present[comm.rank]!,
    cells = exchangeCells(set, sharing, present, tables),
    halo = haloOf(starts, cuts, comm.rank, present),
    all = halo.before + set.count + halo.after;
  if (set.capacity < all) set.reserve(all + (all >> 3));
  writeCells(set, sharing, cells, mine);
  part.place(halo);
  return mine;
}

/** Particles of this rank in every slab. */
function countSlabs({ shared, team }: ParticleSet, slabs: number): Int32Array {
  team.timed('search', () => team.wasm.countSlabs());
  const begin = shared.u32[at.AT_CELL_FILL >> 2]! >> 2;
  return shared.i32.slice(begin, begin + slabs);
}

/** First particle of every slab in the global order, and how many stay. */
function startsOf(own: Int32Array, comm: Communicator): Int32Array {
  const counts = own.slice(),
    starts = new Int32Array(counts.length + 1);
  comm.reduce(counts, 'sum');
  for (let slab = 0; slab < counts.length; slab++) starts[slab + 1] = starts[slab]! + counts[slab]!;
  return starts;
}

/** Particles of this rank that are not in slabs that it has alone, in order: which, and their cells. */
interface Strays {
  readonly particle: Int32Array;
  readonly cell: Int32Array;
}

function straysOf({ shared, team }: ParticleSet, { comm, holders }: Sharing): Strays {
  const { i32, u32 } = shared;
  i32.set(
    holders.map((holder) => Number(holder === comm.rank)),
    u32[at.AT_CELL_FILL >> 2]! >> 2,
  );
  const found = team.timed('search', () => team.wasm.listStrays()),
    begin = u32[at.AT_SEARCH_X >> 2]! >> 2,
    cells = u32[at.AT_CELL >> 2]! >> 2,
    particle = i32.slice(begin, begin + found);
  return { particle, cell: particle.map((i) => i32[cells + i]!) };
}

/** Cells, from the slab on, of particles in slabs that are cut, by slab. */
function cellsOfCut({ cell }: Strays, { holders, cellsPerSlab }: Sharing): Map<number, number[]> {
  const mine = new Map<number, number[]>();
  for (const c of cell) {
    const slab = (c / cellsPerSlab) | 0;
    if (slab >= holders.length || holders[slab] !== CUT) continue;
    const cells = mine.get(slab) ?? [];
    if (cells.push(c - slab * cellsPerSlab) === 1) mine.set(slab, cells);
  }
  return mine;
}

/** For every other rank the runs of particles that are to be its own. Those who leave go nowhere. */
function runsToOthers(
  { particle, cell }: Strays,
  { comm, holders, cellsPerSlab }: Sharing,
  places: ReadonlyMap<number, Places>,
): Runs[] {
  const runs: Runs[] = Array.from({ length: comm.size }, () => []),
    ranksIn = new Map([...places].map(([slab, of]) => [slab, rankInSlab(of)] as const));
  cell.forEach((c, k) => {
    const slab = (c / cellsPerSlab) | 0,
      holder = slab < holders.length ? holders[slab]! : NOWHERE,
      rank = holder === CUT ? ranksIn.get(slab)!(c - slab * cellsPerSlab) : holder,
      run = rank >= 0 && rank !== comm.rank ? runs[rank]! : [],
      i = particle[k]!;
    if (run.at(-1) === i) run[run.length - 1] = i + 1;
    else run.push(i, i + 1);
  });
  return runs;
}

const CUT = -1,
  NOWHERE = -2;

/** Tells of the particles in a slab, one after the other, by their cells, whose they are. */
function rankInSlab({ before, cuts }: Places): (cell: number) => number {
  const seen = new Int32Array(cuts.length / 2);
  return (cell) => {
    let rank = before;
    for (let k = 0; k < seen.length; k++) {
      const cut = cuts[2 * k]!,
        isBefore = cell < cut || (cell === cut && seen[k]!++ < cuts[2 * k + 1]!);
      if (!isBefore) rank++;
    }
    return rank;
  };
}

const lengthOf = (runs: Runs): number => runs.reduce((sum, x, k) => sum + (k % 2 === 0 ? -x : x), 0);

/** Sends runs of particles to ranks, with all their fields and cells, and sorts those that are left and come. */
function sortRuns(set: ParticleSet, comm: Communicator, runs: readonly Runs[], from: Int32Array): void {
  const { rank } = comm,
    { team, count } = set,
    row = 4 + set.rows.reduce((sum, field) => sum + fieldBytes(field), 0),
    arrived = Array.from(from, (n, r) => (r === rank ? NOTHING : sharedBytes(row * n)));
  for (let r = 0; r < comm.size; r++) {
    if (r === rank) continue;
    if (arrived[r]!.length > 0) comm.receive(arrived[r]!, r, TAG.particles);
    if (runs[r]!.length > 0) comm.send(pack(set, runs[r]!, row * lengthOf(runs[r]!)), r, TAG.particles);
  }
  comm.settle();
  const all = count + from.reduce((sum, n, r) => sum + (r === rank ? 0 : n), 0);
  if (all > set.capacity) {
    set.reserve(all + (all >> 3));
    set.markLeavingHere();
    team.run(at.PASS_CELLS, set.chunks); // they were lost
  }
  takeIn(set, runs, arrived, row);
  const lower = from.subarray(0, rank).reduce((a, b) => a + b, 0);
  const kept = team.timed('search', () => {
    const staying = team.wasm.countCells();
    team.wasm.placeRun(count, count + lower);
    team.wasm.placeRun(0, count);
    team.wasm.placeRun(count + lower, all);
    return staying;
  });
  set.permute();
  set.setCount(kept);
  set.dropTail(kept);
}

/** Appends those who have come, and marks those who have gone: their cell is the one behind the last. */
function takeIn(set: ParticleSet, runs: readonly Runs[], arrived: readonly Uint8Array[], row: number): void {
  const { shared, count } = set,
    cells = shared.u32[at.AT_CELL >> 2]! >> 2,
    nowhere = shared.int(at.SLABS) * shared.int(at.CELLS_PER_SLAB);
  for (const run of runs)
    for (let k = 0; k < run.length; k += 2) shared.i32.fill(nowhere, cells + run[k]!, cells + run[k + 1]!);
  let end = count;
  for (const packet of arrived) {
    const some = packet.length / row,
      state = packet.subarray(0, packet.length - 4 * some);
    if (some === 0) continue;
    set.place(state, end, some);
    shared.u8.set(packet.subarray(state.length), 4 * (cells + end));
    end += some;
  }
  set.setCount(end);
}

/** All fields of the particles of some runs, field after field, and then their cells. */
function pack(set: ParticleSet, run: Runs, bytes: number): Uint8Array {
  const out = sharedBytes(bytes),
    { u8, u32 } = set.shared;
  let end = 0;
  const add = (begin: number, size: number): void => {
    for (let k = 0; k < run.length; k += 2) {
      out.set(u8.subarray(begin + run[k]! * size, begin + run[k + 1]! * size), end);
      end += (run[k + 1]! - run[k]!) * size;
    }
  };
  for (const field of set.rows) add(set.address(field.name), fieldBytes(field));
  add(u32[at.AT_CELL >> 2]!, 4);
  return out;
}

/**
 * Where the cells of the slabs of this rank begin, from the first particle of the slab on: from those who have sorted them. One message between two
 * ranks, slab after slab.
 */
function exchangeCells(
  set: ParticleSet,
  { comm, owners, starts, cellsPerSlab }: Sharing,
  present: readonly Present[],
  cut: ReadonlyMap<number, Int32Array>,
): Map<number, Int32Array> {
  const { i32, u32 } = set.shared,
    table = u32[at.AT_CELL_START >> 2]! >> 2,
    tables = new Map<number, Int32Array>();
  const sorted = (slab: number): Int32Array => {
    const known = cut.get(slab);
    if (known) return known;
    const begin = table + slab * cellsPerSlab;
    return i32.slice(begin, begin + cellsPerSlab).map((place) => place - i32[begin]!);
  };
  const wanted = (by: number, from: number): number[] =>
    present[by]!.slabs.filter((slab) => owners[slab] === from && starts[slab + 1]! > starts[slab]!);
  const arrived = present.map((_, r) => {
    const slabs = r === comm.rank ? [] : wanted(comm.rank, r),
      bytes = sharedBytes(4 * cellsPerSlab * slabs.length);
    slabs.forEach((slab, k) => {
      tables.set(slab, new Int32Array(bytes.buffer, 4 * cellsPerSlab * k, cellsPerSlab));
    });
    return bytes;
  });
  present.forEach((_, r) => {
    const slabs = wanted(r, comm.rank);
    if (r === comm.rank) for (const slab of slabs) tables.set(slab, sorted(slab));
    if (r === comm.rank) return;
    if (arrived[r]!.length > 0) comm.receive(arrived[r]!, r, TAG.cells);
    const bytes = sharedBytes(4 * cellsPerSlab * slabs.length),
      cells = new Int32Array(bytes.buffer, 0, bytes.length / 4);
    slabs.forEach((slab, k) => {
      cells.set(sorted(slab), cellsPerSlab * k);
    });
    if (bytes.length > 0) comm.send(bytes, r, TAG.cells);
  });
  comm.settle();
  return tables;
}

/** Writes where all cells begin, from the first ghost on; slabs that are not here are empty. */
function writeCells(
  { shared: { i32, u32 } }: ParticleSet,
  { starts, cellsPerSlab }: Sharing,
  tables: ReadonlyMap<number, Int32Array>,
  present: Present,
): void {
  const slabs = starts.length - 1,
    at0 = u32[at.AT_CELL_START >> 2]! >> 2,
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

/** No ghost has a list. Indices count from the first ghost. */
export function clearGhostLists({ shared, count }: ParticleSet, { halo: { before, after } }: Part): void {
  const lists = shared.u32[at.AT_LIST >> 2]!;
  shared.u8.fill(0, lists, lists + 8 * before);
  shared.u8.fill(0, lists + 8 * (before + count), lists + 8 * (before + count + after));
}
