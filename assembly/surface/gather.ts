// The particles that reach a box, copied into this thread's scratch: the candidates of every sum over a block. A particle's part of the
// field is t³ with t = max(0, g − e r²), where g is the cube root of its weight and e = g/R². If kernels are fitted, t = max(0, g − dᵀMd)
// with M = g A of the record.

import {
  AT_BIN_START, AT_BIN_TABLE, AT_GAIN, AT_SCRATCH, AT_SORTED, BIN_TABLE_BITS, FITTED, LEVEL_MASK, LEVEL_RADII, PARTICLE_BYTES,
  PARTICLE_RADIUS, PARTICLE_ROUND, PARTICLE_SHAPE, SCRATCH_BYTES,
} from '../../src/surface/layout';
import { address, int, real } from '../context';
import { add, high, highPair, low, lowPair, madd, mul, positive, splat, sub, sumOf } from '../math/simd';
import { threadIndex } from '../thread';
import { floorOf } from './bins';
import { find, keyOf } from './table';

// This thread's candidates: coordinates relative to the box, g, sorted places, and e or the six numbers of M, f32 and u32.
let xs: usize = 0, ys: usize = 0, zs: usize = 0, gs: usize = 0, es: usize = 0, places: usize = 0, spare: usize = 0;
/** Bytes from one of the numbers of M to the next. */
let apart: usize = 0;
let filled: usize = 0, fitted = false;
/** Bytes of the scratch that are not for candidates. */
const SPARE_BYTES: usize = 8192;

@inline export function candidateBytes(): usize { return filled; }
@inline export function candidateX(at: usize): f32 { return load<f32>(xs + at); }
@inline export function candidateY(at: usize): f32 { return load<f32>(ys + at); }
@inline export function candidateZ(at: usize): f32 { return load<f32>(zs + at); }
// Four candidates from `at` on; those behind the last have no weight.
@inline export function candidatesX(at: usize): v128 { return v128.load(xs + at); }
@inline export function candidatesY(at: usize): v128 { return v128.load(ys + at); }
@inline export function candidatesZ(at: usize): v128 { return v128.load(zs + at); }
@inline export function candidateGains(at: usize): v128 { return v128.load(gs + at); }
@inline export function candidateSlopes(at: usize): v128 { return v128.load(es + at); }
/** M of four candidates: xx, yy, zz, yz, zx, xy. */
@inline export function candidateShapes(at: usize, k: usize): v128 { return v128.load(es + k * apart + at); }
/** Whether kernels have shapes. */
@inline export function areFitted(): bool { return fitted; }
@inline export function candidatePlace(at: usize): usize { return <usize>load<i32>(places + at); }
/** Scratch behind the candidates of this thread: what a block needs beside them. */
export function spareScratch(): usize {
  prepareScratch();
  return spare;
}

/**
 * Collects the particles that reach the box from (i, j, k) to `size` voxels further along each axis (`depth` along z); coordinates are
 * relative to its lower corner. Returns the smallest radius of a round kernel among them.
 */
export function gather(i: i32, j: i32, k: i32, size: i32, depth: i32): f32 {
  prepareScratch();
  const table = address(AT_BIN_TABLE), bits = int(BIN_TABLE_BITS), start = address(AT_BIN_START), mask = int(LEVEL_MASK);
  let least = f32.MAX_VALUE;
  filled = 0;
  for (let level = 0; mask >> level; level++) {
    if (!(mask >> level & 1)) continue;
    const reach = <f32>real(LEVEL_RADII + (<usize>level << 3)), inverse: f32 = 1 / <f32>(8 << level);
    const x0 = floorOf((<f32>i - reach) * inverse), x1 = floorOf((<f32>(i + size) + reach) * inverse);
    const y0 = floorOf((<f32>j - reach) * inverse), y1 = floorOf((<f32>(j + size) + reach) * inverse);
    const z0 = floorOf((<f32>k - reach) * inverse), z1 = floorOf((<f32>(k + depth) + reach) * inverse);
    for (let z = z0; z <= z1; z++) {
      for (let y = y0; y <= y1; y++) {
        for (let x = x0; x <= x1; x++) {
          const bin = find(table, bits, keyOf(level, x, y, z));
          if (bin < 0) continue;
          const at = start + (<usize>bin << 2);
          least = min(least, takeBin(load<i32>(at), load<i32>(at, 4), <f32>i, <f32>j, <f32>k, <f32>size, <f32>depth));
        }
      }
    }
  }
  const zero = splat(0), numbers: usize = fitted ? 6 : 1;
  v128.store(gs + filled, zero);
  for (let k: usize = 0; k < numbers; k++) v128.store(es + k * apart + filled, zero);
  v128.store(xs + filled, zero);
  v128.store(ys + filled, zero);
  v128.store(zs + filled, zero);
  return least;
}

function prepareScratch(): void {
  const bytes = <usize>int(SCRATCH_BYTES), base = address(AT_SCRATCH) + <usize>threadIndex() * bytes;
  fitted = int(FITTED) != 0;
  const parts: usize = fitted ? 11 : 6, part = (bytes - SPARE_BYTES) / parts & ~63;
  xs = base; ys = xs + part; zs = ys + part; gs = zs + part; places = gs + part; es = places + part; spare = base + parts * part;
  apart = part;
}

/** Takes the particles of a bin that reach the box, looking at four at a time. Returns the smallest radius. */
function takeBin(begin: i32, end: i32, i: f32, j: f32, k: f32, size: f32, depth: f32): f32 {
  const sorted = address(AT_SORTED), gains = address(AT_GAIN);
  const iv = splat(i), jv = splat(j), kv = splat(k), sizes = splat(size), depths = splat(depth);
  let least = f32.MAX_VALUE;
  for (let p = begin; p < end; p += 4) {
    const records = sorted + <usize>p * PARTICLE_BYTES;
    const a = v128.load(records), b = v128.load(records, PARTICLE_BYTES), c = v128.load(records, 2 * PARTICLE_BYTES);
    const d = v128.load(records, 3 * PARTICLE_BYTES);
    const ab = low(a, b), cd = low(c, d), top = high(a, b), tip = high(c, d);
    const dx = outside(sub(lowPair(ab, cd), iv), sizes), dy = outside(sub(highPair(ab, cd), jv), sizes);
    const dz = outside(sub(lowPair(top, tip), kv), depths), radii = highPair(top, tip);
    let reach = i32x4.bitmask(f32x4.lt(madd(dz, dz, madd(dy, dy, mul(dx, dx))), mul(radii, radii)));
    if (end - p < 4) reach &= (1 << (end - p)) - 1;
    for (; reach; reach &= reach - 1) {
      const place = p + ctz(reach), record = sorted + <usize>place * PARTICLE_BYTES;
      const radius = load<f32>(record, PARTICLE_RADIUS), gain = load<f32>(gains + (<usize>place << 2));
      store<f32>(xs + filled, load<f32>(record) - i);
      store<f32>(ys + filled, load<f32>(record, 4) - j);
      store<f32>(zs + filled, load<f32>(record, 8) - k);
      store<f32>(gs + filled, gain);
      if (fitted) {
        for (let k: usize = 0; k < 6; k++) store<f32>(es + k * apart + filled, gain * load<f32>(record + (k << 2), PARTICLE_SHAPE));
      } else store<f32>(es + filled, gain / (radius * radius));
      store<i32>(places + filled, place);
      filled += 4;
      least = min(least, fitted ? load<f32>(record, PARTICLE_ROUND) : radius);
    }
  }
  return least;
}

/** How far coordinates lie outside an interval from 0 on. */
@inline function outside(x: v128, size: v128): v128 { return f32x4.pmax(positive(sub(splat(0), x)), sub(x, size)); }

/** The field at a point, relative to the box. */
export function fieldAt(x: f32, y: f32, z: f32): f32 {
  if (fitted) return fittedFieldAt(x, y, z);
  const px = splat(x), py = splat(y), pz = splat(z);
  let sum = splat(0);
  for (let at: usize = 0; at < filled; at += 16) {
    const dx = sub(v128.load(xs + at), px), dy = sub(v128.load(ys + at), py), dz = sub(v128.load(zs + at), pz);
    const r2 = madd(dz, dz, madd(dy, dy, mul(dx, dx)));
    const t = positive(sub(v128.load(gs + at), mul(v128.load(es + at), r2)));
    sum = madd(mul(t, t), t, sum);
  }
  return sumOf(sum);
}

function fittedFieldAt(x: f32, y: f32, z: f32): f32 {
  const px = splat(x), py = splat(y), pz = splat(z), zero = splat(0);
  let sum = zero;
  for (let at: usize = 0; at < filled; at += 16) {
    const dx = sub(v128.load(xs + at), px), dy = sub(v128.load(ys + at), py), dz = sub(v128.load(zs + at), pz);
    const q = madd(dz, pullZ(at, dx, dy, dz), madd(dy, pullY(at, dx, dy, dz), mul(dx, pullX(at, dx, dy, dz))));
    const t = positive(sub(v128.load(gs + at), q));
    sum = madd(mul(t, t), t, sum);
  }
  return sumOf(sum);
}

// M d of four candidates.
@inline export function pullX(at: usize, dx: v128, dy: v128, dz: v128): v128 {
  return madd(candidateShapes(at, 4), dz, madd(candidateShapes(at, 5), dy, mul(candidateShapes(at, 0), dx)));
}
@inline export function pullY(at: usize, dx: v128, dy: v128, dz: v128): v128 {
  return madd(candidateShapes(at, 3), dz, madd(candidateShapes(at, 1), dy, mul(candidateShapes(at, 5), dx)));
}
@inline export function pullZ(at: usize, dx: v128, dy: v128, dz: v128): v128 {
  return madd(candidateShapes(at, 2), dz, madd(candidateShapes(at, 3), dy, mul(candidateShapes(at, 4), dx)));
}

/** Adds the field to `nodes`: the 8 × 8 × `depth` nodes of the block whose lower corner the box has. */
export function addToNodes(nodes: usize, depth: i32): void {
  if (fitted) addFittedToNodes(nodes, depth);
  else addRoundToNodes(nodes, depth);
}

/** t = g − dᵀMd along a row: c − b dx − M_xx dx², where c and b are those of the row; it is largest where its slope is 0. */
function addFittedToNodes(nodes: usize, depth: i32): void {
  const first = f32x4(0, 1, 2, 3), second = f32x4(4, 5, 6, 7), zero = splat(0);
  for (let at: usize = 0; at < filled; at += 4) {
    const x = splat(load<f32>(xs + at)), y = load<f32>(ys + at), z = load<f32>(zs + at), g = load<f32>(gs + at), m = es + at;
    const xx = load<f32>(m), yy = load<f32>(m + apart), zz = load<f32>(m + 2 * apart);
    const yz = load<f32>(m + 3 * apart), zx = load<f32>(m + 4 * apart), xy = load<f32>(m + 5 * apart);
    const dx0 = sub(first, x), dx1 = sub(second, x), q0 = mul(mul(dx0, dx0), splat(xx)), q1 = mul(mul(dx1, dx1), splat(xx));
    let row = nodes;
    for (let k = 0; k < depth; k++) {
      const dz = <f32>k - z;
      for (let j = 0; j < 8; j++, row += 32) {
        const dy = <f32>j - y, half = xy * dy + zx * dz, b = half + half, c = g - (yy * dy + yz * dz) * dy - (zz * dz + yz * dy) * dz;
        if (xx * c + half * half <= 0) continue;
        const cv = splat(c), bv = splat(b);
        const t0 = f32x4.pmax(sub(sub(cv, mul(bv, dx0)), q0), zero), t1 = f32x4.pmax(sub(sub(cv, mul(bv, dx1)), q1), zero);
        v128.store(row, add(v128.load(row), mul(mul(t0, t0), t0)));
        v128.store(row, add(v128.load(row, 16), mul(mul(t1, t1), t1)), 16);
      }
    }
  }
}

function addRoundToNodes(nodes: usize, depth: i32): void {
  const first = f32x4(0, 1, 2, 3), second = f32x4(4, 5, 6, 7), zero = splat(0);
  for (let at: usize = 0; at < filled; at += 4) {
    const x = splat(load<f32>(xs + at)), y = load<f32>(ys + at), z = load<f32>(zs + at), g = load<f32>(gs + at), e = load<f32>(es + at);
    const dx0 = sub(first, x), dx1 = sub(second, x), ev = splat(e);
    const e0 = mul(mul(dx0, dx0), ev), e1 = mul(mul(dx1, dx1), ev);
    let row = nodes;
    for (let k = 0; k < depth; k++) {
      const dz = <f32>k - z, gz = g - e * dz * dz;
      if (gz <= 0) { row += 256; continue; }
      for (let j = 0; j < 8; j++, row += 32) {
        const dy = <f32>j - y, rest = gz - e * dy * dy;
        if (rest <= 0) continue;
        const r = splat(rest), t0 = f32x4.pmax(sub(r, e0), zero), t1 = f32x4.pmax(sub(r, e1), zero);
        v128.store(row, add(v128.load(row), mul(mul(t0, t0), t0)));
        v128.store(row, add(v128.load(row, 16), mul(mul(t1, t1), t1)), 16);
      }
    }
  }
}
