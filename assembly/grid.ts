// The multi-level grid: one level per octave of the smoothing length, all levels cut by the same slabs along the slow axis.
// Cells are numbered (slab, level, layer in the slab, row, cell), and particles are physically sorted in that order, so that a
// slab is one contiguous range of particles and a row of cells one contiguous run. Rings (periodic or very long axes) wrap.
// Cost: linear; the histogram is serial (about 8 ns per particle and rebuild).

import {
  AT_CELL, AT_CELL_FILL, AT_CELL_START, AT_CHUNK_REPORT, AT_LEAVING, AT_PERMUTE_FROM, AT_PERMUTE_TO, AT_PLACE, AT_SEARCH_R2, AT_SEARCH_X,
  AT_SEARCH_Y, AT_SEARCH_Z, AT_SMOOTHING_LENGTH, AXIS_FAST, AXIS_MIDDLE, AXIS_SLOW, CELLS_PER_SLAB, COUNT, GRID_MIN, LEVEL_BYTES,
  LEVEL_CELLS, LEVEL_FIRST, LEVEL_INVERSE_SIZE, LEVEL_RADIUS, LEVEL_RING, LEVEL_TABLE, LEVELS, LIST_FACTOR, LIST_SLACK, ORIGIN,
  PERMUTE_BYTES, REPORT_BAD, REPORT_BYTES, REPORT_MAX, REPORT_MAX_H, REPORT_MIN, REPORT_MIN_H, SLABS,
} from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from './context';
import { coordinateNow } from './individual';

@inline export function levelAt(level: i32): usize { return LEVEL_TABLE + <usize>level * LEVEL_BYTES; }
@inline export function cellsAlong(level: usize, axis: usize): i32 { return load<i32>(level + (axis << 2), LEVEL_CELLS); }
@inline export function isRing(level: usize, axis: usize): bool { return load<i32>(level + (axis << 2), LEVEL_RING) != 0; }
@inline export function firstCell(level: usize): i32 { return load<i32>(level, LEVEL_FIRST); }
@inline export function inverseCellSize(level: usize, axis: usize): f64 { return load<f64>(level + (axis << 3), LEVEL_INVERSE_SIZE); }

/** Largest list radius of a level, m. */
@inline export function levelListRadius(level: i32): f64 {
  return (real(LEVEL_RADIUS) / <f64>(1 << level)) * real(LIST_FACTOR) + real(LIST_SLACK);
}

/** Level whose octave holds the support radius 2h. */
@inline function levelOf(h: f64): i32 {
  const levels = int(LEVELS);
  let level = 0, radius = real(LEVEL_RADIUS) * 0.5;
  while (level + 1 < levels && 2 * h <= radius) { level++; radius *= 0.5; }
  return level;
}

@inline function cellAlong(x: f64, min: f64, level: usize, axis: usize): i32 {
  const n = cellsAlong(level, axis);
  const c = Math.floor((x - min) * inverseCellSize(level, axis));
  if (isRing(level, axis)) {
    const wrapped = <i32>(c - <f64>n * Math.floor(c / <f64>n));
    return wrapped < n ? wrapped : 0;
  }
  return <i32>Math.max(0, Math.min(<f64>(n - 1), c));
}

/** Corners and smoothing lengths of a chunk; notes a non-finite position. */
export function measureBounds(chunk: i32): void {
  const report = address(AT_CHUNK_REPORT) + <usize>chunk * REPORT_BYTES;
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), lengths = address(AT_SMOOTHING_LENGTH);
  const leaving = address(AT_LEAVING);
  let bad = -1;
  for (let a: usize = 0; a < 24; a += 8) {
    let low = Infinity, high = -Infinity;
    for (let i = begin; i < end; i++) {
      if (load<u8>(leaving + i)) continue;
      const x = coordinateNow(i, a);
      if (!isFinite(x)) bad = i;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    store<f64>(report + a, low, REPORT_MIN);
    store<f64>(report + a, high, REPORT_MAX);
  }
  let least = Infinity, most = 0.0;
  for (let i = begin; i < end; i++) {
    if (load<u8>(leaving + i)) continue;
    const h = load<f64>(lengths + (<usize>i << 3));
    least = Math.min(least, h);
    most = Math.max(most, h);
  }
  store<f64>(report, least, REPORT_MIN_H);
  store<f64>(report, most, REPORT_MAX_H);
  store<f64>(report, <f64>bad, REPORT_BAD);
}

/** Cell of every particle of a chunk; particles that leave get the cell behind the last. */
export function computeCells(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), lengths = address(AT_SMOOTHING_LENGTH);
  const cell = address(AT_CELL), leaving = address(AT_LEAVING), perSlab = int(CELLS_PER_SLAB);
  const f = <usize>int(AXIS_FAST) << 3, m = <usize>int(AXIS_MIDDLE) << 3, s = <usize>int(AXIS_SLOW) << 3;
  const minF = load<f64>(GRID_MIN + f), minM = load<f64>(GRID_MIN + m), minS = load<f64>(GRID_MIN + s);
  const last = int(SLABS) * perSlab;
  for (let i = begin; i < end; i++) {
    let index = last;
    if (!load<u8>(leaving + i)) {
      const number = levelOf(load<f64>(lengths + (<usize>i << 3))), level = levelAt(number);
      const cf = cellAlong(coordinateNow(i, f), minF, level, 0);
      const cm = cellAlong(coordinateNow(i, m), minM, level, 1);
      const cs = cellAlong(coordinateNow(i, s), minS, level, 2);
      const layer = cs & ((1 << number) - 1);
      index = (cs >> number) * perSlab + firstCell(level) + (layer * cellsAlong(level, 1) + cm) * cellsAlong(level, 0) + cf;
    }
    store<i32>(cell + (<usize>i << 2), index);
  }
}

/** Counting sort: puts the place of each particle where its cell was, stable. Returns how many stay. */
export function rankByCell(): i32 {
  const stay = countCells();
  placeRun(0, int(COUNT));
  return stay;
}

/** Its first half: where every cell begins. Returns how many stay. */
export function countCells(): i32 {
  const n = int(COUNT), cells = int(SLABS) * int(CELLS_PER_SLAB) + 1;
  const cell = address(AT_CELL), start = address(AT_CELL_START);
  memory.fill(start, 0, <usize>(cells + 1) << 2);
  for (let i = 0; i < n; i++) {
    const c = start + (<usize>load<i32>(cell + (<usize>i << 2)) << 2);
    store<i32>(c, load<i32>(c) + 1);
  }
  let sum = 0;
  for (let c = 0; c <= cells; c++) {
    const at = start + (<usize>c << 2), count = load<i32>(at);
    store<i32>(at, sum);
    sum += count;
  }
  memory.copy(address(AT_CELL_FILL), start, <usize>(cells + 1) << 2);
  return load<i32>(start + (<usize>(cells - 1) << 2));
}

/** Where ranks share the world: counts the particles of every slab that stay, into the room for places of cells. */
export function countSlabs(): void {
  const n = int(COUNT), perSlab = int(CELLS_PER_SLAB), slabs = int(SLABS), cell = address(AT_CELL), counts = address(AT_CELL_FILL);
  memory.fill(counts, 0, <usize>slabs << 2);
  for (let i = 0; i < n; i++) {
    const slab = load<i32>(cell + (<usize>i << 2)) / perSlab, at = counts + (<usize>slab << 2);
    if (slab < slabs) store<i32>(at, load<i32>(at) + 1);
  }
}

/** Lists the particles that are not in slabs of this rank alone: those have a 1 in the room for places of cells. Returns how many. */
export function listStrays(): i32 {
  const n = int(COUNT), perSlab = int(CELLS_PER_SLAB), slabs = int(SLABS), cell = address(AT_CELL), own = address(AT_CELL_FILL);
  const strays = address(AT_SEARCH_X); // nobody needs it before the sort
  let found: usize = 0;
  for (let i = 0; i < n; i++) {
    const slab = load<i32>(cell + (<usize>i << 2)) / perSlab;
    if (slab < slabs && load<i32>(own + (<usize>slab << 2)) == 1) continue;
    store<i32>(strays + (found++ << 2), i);
  }
  return <i32>found;
}

/** Its second half, for a run of particles: those of a cell stand in the order in which their runs are placed. */
export function placeRun(begin: i32, end: i32): void {
  const cell = address(AT_CELL), fill = address(AT_CELL_FILL);
  for (let i = begin; i < end; i++) {
    const at = cell + (<usize>i << 2), c = fill + (<usize>load<i32>(at) << 2), place = load<i32>(c);
    store<i32>(c, place + 1);
    store<i32>(at, place);
  }
}

/** Moves one field of a chunk of particles to its sorted places. */
export function permute(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), places = address(AT_PLACE);
  const from = address(AT_PERMUTE_FROM), to = address(AT_PERMUTE_TO), bytes = <usize>int(PERMUTE_BYTES);
  for (let i = begin; i < end; i++) {
    const source = from + <usize>i * bytes, target = to + <usize>load<i32>(places + (<usize>i << 2)) * bytes;
    if (bytes == 24) {
      store<u64>(target, load<u64>(source));
      store<u64>(target, load<u64>(source, 8), 8);
      store<u64>(target, load<u64>(source, 16), 16);
    } else if (bytes == 8) store<u64>(target, load<u64>(source));
    else if (bytes > 24) memory.copy(target, source, bytes);
    else store<u32>(target, load<u32>(source));
  }
}

/** f32 copies for the search: position relative to the origin, squared list radius. */
export function fillSearchArrays(chunk: i32): void {
  const begin = chunkBegin(chunk), end = chunkEnd(chunk), lengths = address(AT_SMOOTHING_LENGTH);
  const xs = address(AT_SEARCH_X), ys = address(AT_SEARCH_Y), zs = address(AT_SEARCH_Z), r2s = address(AT_SEARCH_R2);
  const ox = real(ORIGIN), oy = real(ORIGIN + 8), oz = real(ORIGIN + 16), factor = real(LIST_FACTOR), slack = real(LIST_SLACK);
  for (let i = begin; i < end; i++) {
    const at = <usize>i << 2;
    store<f32>(xs + at, <f32>(coordinateNow(i, 0) - ox));
    store<f32>(ys + at, <f32>(coordinateNow(i, 8) - oy));
    store<f32>(zs + at, <f32>(coordinateNow(i, 16) - oz));
    const radius = 2 * load<f64>(lengths + (<usize>i << 3)) * factor + slack;
    store<f32>(r2s + at, <f32>(radius * radius));
  }
}
