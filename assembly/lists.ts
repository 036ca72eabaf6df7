// Neighbor lists. The candidates around a cell are copied once into a contiguous scratch shared by all particles of the cell; each
// particle streams over it, four candidates at a time, without branches: compare → bit mask → table swizzle → store addresses.
// Half lists (each pair in the list of one of its particles, which lies in the same or the previous slab) serve the pair passes,
// full lists serve active subsets. A list holds record addresses, padded to a multiple of four with the particle's own.
// Tried [design: section 7]: direct cell runs without lists, three times slower.

import {
  AT_ACTIVE, AT_CELL_START, AT_LIST, AT_RECORD, AT_SEARCH_R2, AT_SEARCH_X, AT_SEARCH_Y, AT_SEARCH_Z, CELLS_PER_SLAB, COMPRESS_TABLE,
  FIRST_LISTED, FULL_LISTS, LEVELS, LIST_END, LIST_EPOCH, LIST_NEXT, LIST_OVERFLOW, OWN_BEGIN, OWN_END, PERIOD, RECORD_SHIFT, SCRATCH,
  SCRATCH_BYTES, SLAB_RING, SLABS, SPLAT_INVERSE_PERIOD, SPLAT_PERIOD,
} from '../src/wasm/layout';
import { address, int, real } from './context';
import { cellsAlong, firstCell, inverseCellSize, isRing, levelAt, levelListRadius } from './grid';
import { add, madd, mul, sub } from './math/simd';
import { threadIndex } from './thread';

const BLOCK: usize = 65536;

// This thread's share of the list memory and of the scratch.
let listAt: usize = 0, listLimit: usize = 0, epoch: i32 = 0;
let sx: usize = 0, sy: usize = 0, sz: usize = 0, sr: usize = 0, sp: usize = 0, room: usize = 0, filled: usize = 0;

/** Lists of all particles of a slab (with full lists: of the active ones that have none). */
export function listNeighbors(task: i32): void {
  const slab = task + int(FIRST_LISTED);
  if (real(PERIOD) + real(PERIOD + 8) + real(PERIOD + 16) == 0) buildLists<Unbounded>(slab);
  else buildLists<Periodic>(slab);
}

function buildLists<W>(slab: i32): void {
  prepareThread();
  const levels = int(LEVELS), start = address(AT_CELL_START);
  for (let number = 0; number < levels; number++) {
    const level = levelAt(number), nf = cellsAlong(level, 0), nm = cellsAlong(level, 1);
    for (let layer = 0; layer < 1 << number; layer++) {
      for (let m = 0; m < nm; m++) {
        const row = start + (<usize>(slab * int(CELLS_PER_SLAB) + firstCell(level) + (layer * nm + m) * nf) << 2);
        if (load<i32>(row) == load<i32>(row + (<usize>nf << 2))) continue;
        for (let f = 0; f < nf; f++) {
          const begin = load<i32>(row + (<usize>f << 2)), end = load<i32>(row + (<usize>f << 2), 4);
          if (begin == end) continue;
          if (!anyAsks(begin, end)) continue;
          filled = 0;
          gatherCandidates(slab, number, (slab << number) + layer, m, f, begin);
          if (filled > room) { atomic.store<i32>(LIST_OVERFLOW, 1); return; }
          v128.store(sx + filled, f32x4.splat(NaN));
          for (let i = begin; i < end; i++) if (!listParticle<W>(i, begin)) return;
        }
      }
    }
  }
}

function prepareThread(): void {
  if (epoch != int(LIST_EPOCH)) { epoch = int(LIST_EPOCH); listAt = 0; listLimit = 0; }
  const bytes = <usize>int(SCRATCH_BYTES), base = address(SCRATCH) + <usize>threadIndex() * bytes, part = bytes / 5 & ~63;
  sx = base; sy = base + part; sz = sy + part; sr = sz + part; sp = sr + part;
  room = part - 64;
}

@inline function anyAsks(begin: i32, end: i32): bool {
  if (!int(FULL_LISTS)) return true;
  for (let i = begin; i < end; i++) if (asks(i)) return true;
  return false;
}

/** Whether an active particle has no list yet. */
@inline function asks(i: i32): bool {
  return load<u8>(address(AT_ACTIVE) + i) != 0 && load<usize>(address(AT_LIST) + (<usize>i << 3)) == 0;
}

/** Fills the scratch with every particle that may be a neighbor of a particle in the cell (f, m, s). */
function gatherCandidates(slab: i32, number: i32, s: i32, m: i32, f: i32, cellBegin: i32): void {
  const level = levelAt(number), levels = int(LEVELS), slabs = int(SLABS), perSlab = int(CELLS_PER_SLAB);
  const full = int(FULL_LISTS) != 0, wraps = int(SLAB_RING) != 0, fewSlabs = wraps && slabs <= 2;
  const af = 1 / inverseCellSize(level, 0), am = 1 / inverseCellSize(level, 1), as = 1 / inverseCellSize(level, 2);
  for (let other = 0; other < levels; other++) {
    const target = levelAt(other), radius = Math.max(levelListRadius(number), levelListRadius(other));
    const nf = cellsAlong(target, 0), nm = cellsAlong(target, 1), ns = slabs << other;
    const bm = 1 / inverseCellSize(target, 1), bs = 1 / inverseCellSize(target, 2);
    const f0 = firstInReach(f, af, radius, target, 0), f1 = lastInReach(f, af, radius, target, 0);
    const m0 = firstInReach(m, am, radius, target, 1), m1 = lastInReach(m, am, radius, target, 1);
    const s0 = firstInReach(s, as, radius, target, 2), s1 = lastInReach(s, as, radius, target, 2);
    for (let ks = s0; ks <= s1; ks++) {
      const there = wraps ? modulo(ks, ns) : ks, itsSlab = there >> other;
      const sameSlab = itsSlab == slab && (fewSlabs || ks >> other == slab);
      if (!full && !sameSlab && (fewSlabs ? itsSlab < slab : ks >> other != slab + 1)) continue;
      const gapS = wraps && s1 - s0 + 1 == ns ? 0 : gap(ks, bs, s, as);
      for (let km = m0; km <= m1; km++) {
        const gapM = isRing(target, 1) && m1 - m0 + 1 == nm ? 0 : gap(km, bm, m, am);
        if (gapS * gapS + gapM * gapM > radius * radius) continue;
        const row = isRing(target, 1) ? modulo(km, nm) : km;
        const first = itsSlab * perSlab + firstCell(target) + ((there & ((1 << other) - 1)) * nm + row) * nf;
        const later = full || !sameSlab ? 0 : cellBegin;
        if (!isRing(target, 0)) addRun(first + f0, first + f1, later);
        else {
          const g0 = modulo(f0, nf), g1 = g0 + (f1 - f0);
          addRun(first + g0, first + min(g1, nf - 1), later);
          if (g1 >= nf) addRun(first, first + g1 - nf, later);
        }
      }
    }
  }
}

@inline function modulo(k: i32, n: i32): i32 { const r = k % n; return r < 0 ? r + n : r; }

/** Distance between cell k of size b and cell c of size a along an axis; 0 when they touch. */
@inline function gap(k: i32, b: f64, c: i32, a: f64): f64 {
  return Math.max(0, Math.max(<f64>k * b - <f64>(c + 1) * a, <f64>c * a - <f64>(k + 1) * b));
}

@inline function firstInReach(c: i32, a: f64, radius: f64, target: usize, axis: usize): i32 {
  const k = <i32>Math.floor((<f64>c * a - radius) * inverseCellSize(target, axis));
  return isRing(target, axis) ? k : max(k, 0);
}

/** Last cell in reach; on a ring no cell is visited twice. */
@inline function lastInReach(c: i32, a: f64, radius: f64, target: usize, axis: usize): i32 {
  const k = <i32>Math.floor((<f64>(c + 1) * a + radius) * inverseCellSize(target, axis)), n = cellsAlong(target, axis);
  if (!isRing(target, axis)) return min(k, n - 1);
  return min(k, firstInReach(c, a, radius, target, axis) + n - 1);
}

/** Appends the particles of cells first…last to the scratch, without those that come before `later` in the sorted order. */
function addRun(first: i32, last: i32, later: i32): void {
  const start = address(AT_CELL_START);
  const begin = max(load<i32>(start + (<usize>first << 2)), later), end = load<i32>(start + (<usize>last << 2), 4);
  if (begin >= end) return;
  const bytes = <usize>(end - begin) << 2;
  if (filled + bytes > room) { filled = room + 1; return; }
  const xs = address(AT_SEARCH_X), ys = address(AT_SEARCH_Y), zs = address(AT_SEARCH_Z), r2s = address(AT_SEARCH_R2);
  let at = <usize>begin << 2, d = filled;
  let pointer = i32x4.add(i32x4.splat(<i32>(address(AT_RECORD) + (<usize>begin << RECORD_SHIFT))), i32x4(0, 64, 128, 192));
  const step = i32x4.splat(256), stop = <usize>end << 2;
  for (; at < stop; at += 16, d += 16) {
    v128.store(sx + d, v128.load(xs + at));
    v128.store(sy + d, v128.load(ys + at));
    v128.store(sz + d, v128.load(zs + at));
    v128.store(sr + d, v128.load(r2s + at));
    v128.store(sp + d, pointer);
    pointer = i32x4.add(pointer, step);
  }
  filled += bytes;
}

/**
 * Writes the list of one particle of the cell that begins at `cellBegin`; false when the list memory is full. Candidates of the same
 * cell that come before the particle are left out (they list it): addresses are compared unsigned from the cell's first record, so
 * that the first slab of a ring, which lies below, counts as coming after the last.
 */
@inline function listParticle<W>(i: i32, cellBegin: i32): bool {
  const full = int(FULL_LISTS) != 0, ranges = address(AT_LIST) + (<usize>i << 3);
  if (full && !asks(i)) return true;
  if (listAt + filled + 64 > listLimit && !takeBlock(filled + 64)) return false;
  const own = address(AT_RECORD) + (<usize>i << RECORD_SHIFT), at = <usize>i << 2;
  const x = v128.load32_splat(address(AT_SEARCH_X) + at), y = v128.load32_splat(address(AT_SEARCH_Y) + at);
  const z = v128.load32_splat(address(AT_SEARCH_Z) + at), r2 = v128.load32_splat(address(AT_SEARCH_R2) + at);
  const first = full ? 0 : <i32>(address(AT_RECORD) + (<usize>cellBegin << RECORD_SHIFT));
  const base = i32x4.splat(first), self = i32x4.splat(full ? 0 : <i32>own - first), begin = listAt, stop = filled;
  const ax = sx, ay = sy, az = sz, ar = sr, ap = sp;
  let out = begin;
  for (let q: usize = 0; q < stop; q += 16) {
    const dx = changetype<W>(0).shortest(sub(x, v128.load(ax + q)), 0);
    const dy = changetype<W>(0).shortest(sub(y, v128.load(ay + q)), 16);
    const dz = changetype<W>(0).shortest(sub(z, v128.load(az + q)), 32);
    const near = f32x4.lt(madd(dz, dz, madd(dy, dy, mul(dx, dx))), f32x4.pmax(r2, v128.load(ar + q)));
    const pointers = v128.load(ap + q), bits = i32x4.bitmask(v128.and(near, i32x4.gt_u(i32x4.sub(pointers, base), self)));
    v128.store(out, v128.swizzle(pointers, v128.load(COMPRESS_TABLE + (<usize>bits << 4))));
    out += <usize>popcnt(bits) << 2;
  }
  if (!isOwn(i)) out = keepOwn(begin, out);
  v128.store(out, i32x4.splat(<i32>own));
  listAt = begin + ((out - begin + 15) & ~15);
  store<usize>(ranges, begin);
  store<usize>(ranges, listAt, 4);
  return true;
}

/** Whether a particle is one of this rank, if there are ranks: the others are ghosts. */
@inline export function isOwn(i: i32): bool { return i >= int(OWN_BEGIN) && i < int(OWN_END); }

/**
 * Leaves the own particles in the list of a ghost, because pairs of two ghosts are for other ranks. The largest transfer of a group counts
 * what pads a list as a pair at no distance: a list that is whole without padding keeps as many others as it takes to stay so. Returns
 * where it ends.
 */
function keepOwn(begin: usize, end: usize): usize {
  const records = address(AT_RECORD), first = records + (<usize>int(OWN_BEGIN) << RECORD_SHIFT);
  const last = records + (<usize>int(OWN_END) << RECORD_SHIFT);
  let others = 0, out = begin;
  for (let l = begin; l < end; l += 4) if (load<usize>(l) < first || load<usize>(l) >= last) others++;
  others = ((end - begin) & 15) == 0 ? others & 3 : 0;
  for (let l = begin; l < end; l += 4) {
    const there = load<usize>(l);
    if ((there < first || there >= last) && others-- <= 0) continue;
    store<usize>(out, there);
    out += 4;
  }
  return out;
}

function takeBlock(bytes: usize): bool {
  const size = max(BLOCK, (bytes + 63) & ~63), at = atomic.add<usize>(LIST_NEXT, size);
  if (at + size > address(LIST_END) || at + size < at) { atomic.store<i32>(LIST_OVERFLOW, 1); return false; }
  listAt = at;
  listLimit = at + size;
  return true;
}

/** Distances in an unbounded domain. */
@unmanaged export class Unbounded {
  @inline get wraps(): bool { return false; }
  @inline shortest(d: v128, axis: usize): v128 { return d; }
}

/** Distances to the nearest image; an axis that does not wrap has inverse period 0. */
@unmanaged export class Periodic {
  @inline get wraps(): bool { return true; }
  @inline shortest(d: v128, axis: usize): v128 {
    return sub(d, mul(v128.load(SPLAT_PERIOD + axis), f32x4.nearest(mul(d, v128.load(SPLAT_INVERSE_PERIOD + axis)))));
  }
}
