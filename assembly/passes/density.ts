// Density by summation: Σ m_j W̄_ij and Σ V_j W̄_ij, the particle itself included. [AW09 eq. 5, DC99 eq. 22]
// Each pair once, four at a time. Also counts list neighbors, for isolated particles.

import {
  AT_LIST, AT_NEIGHBOR_COUNT, AT_RECORD, AT_SUM, RECORD_SHIFT, SPLAT_ONE,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, high, highPair, low, lowPair, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { isActive } from '../individual';
import { groupBegin, groupOf, sumOf, taskBegin, taskEnd } from './pairs';

/** Adds the density sums of a group of slabs (the sums must be clear before the first color), or sets those of the active particles of a chunk. */
@inline export function addDensity<K, W, M>(task: i32): void {
  const kernel = changetype<K>(0), domain = changetype<W>(0), mode = changetype<M>(0), begin = taskBegin<M>(task), end = taskEnd<M>(task);
  const records = address(AT_RECORD), lists = address(AT_LIST), sums = address(AT_SUM);
  const one = v128.load(SPLAT_ONE), zero = f32x4.splat(0), diameter = f32x4.splat(40); // R = 40 · h/20
  for (let i = begin; i < end; i++) {
    if (mode.gathers && !isActive(i)) continue;
    const p = records + (<usize>i << RECORD_SHIFT);
    const x_i = xyz0(v128.load(p)), invR_i = v128.load32_splat(p, 12), m_i = v128.load32_splat(p, 28), rho_i = v128.load32_splat(p, 32);
    const c_i = mul(mul(v128.load32_splat(p, 40), v128.load32_splat(p, 44)), diameter), own = i32x4.splat(<i32>p);
    const share = div(m_i, rho_i);
    let mass = zero, volume = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      const minusInvR_j = highPair(t2, t3), r = f32x4.sqrt(madd(dz, dz, madd(dy, dy, mul(dx, dx))));
      a = v128.load(j0, 32); b = v128.load(j1, 32); c = v128.load(j2, 32); d = v128.load(j3, 32);
      t2 = high(a, b); t3 = high(c, d);
      const c_j = mul(mul(lowPair(t2, t3), highPair(t2, t3)), diameter), rho_j = lowPair(low(a, b), low(c, d));
      t0 = low(v128.load32_zero(j0, 28), v128.load32_zero(j1, 28)); t1 = low(v128.load32_zero(j2, 28), v128.load32_zero(j3, 28));
      const m_j = lowPair(t0, t1), w_i = kernel.value(positive(sub(one, mul(r, invR_i)))), w_j = kernel.value(positive(madd(r, minusInvR_j, one)));
      const weight = v128.andnot(madd(c_i, w_i, mul(c_j, w_j)), i32x4.eq(v128.load(l), own));
      const toI = mul(m_j, weight);
      mass = add(mass, toI);
      volume = madd(toI, div(one, rho_j), volume);
      if (mode.gathers) continue;
      const toJ = mul(m_i, weight), volumeToJ = mul(share, weight);
      t0 = low(toJ, volumeToJ); t1 = high(toJ, volumeToJ);
      addTwo(sumOf(j0, records, sums), lowPair(t0, zero)); addTwo(sumOf(j1, records, sums), highPair(t0, zero));
      addTwo(sumOf(j2, records, sums), lowPair(t1, zero)); addTwo(sumOf(j3, records, sums), highPair(t1, zero));
    }
    const t0 = low(mass, volume), t1 = high(mass, volume), pairs = add(t0, t1);
    const itself = mul(add(c_i, c_i), kernel.value(one)); // W(0)
    if (mode.gathers) v128.store(sumOf(p, records, sums), zero);
    addTwo(sumOf(p, records, sums), add(lowPair(pairs, zero), highPair(pairs, zero)));
    addTwo(sumOf(p, records, sums), lowPair(low(mul(m_i, itself), mul(share, itself)), zero));
  }
}

@inline function addTwo(sum: usize, value: v128): void {
  v128.store(sum, add(v128.load(sum), value));
}

/** Counts the list neighbors of every particle of a group of slabs, both ways. */
export function countNeighbors(task: i32): void {
  const group = groupOf(task), begin = groupBegin(group), end = groupBegin(group + 1);
  const records = address(AT_RECORD), lists = address(AT_LIST), counts = address(AT_NEIGHBOR_COUNT);
  for (let i = begin; i < end; i++) {
    const own = records + (<usize>i << RECORD_SHIFT), at = counts + (<usize>i << 2), stop = load<usize>(lists + (<usize>i << 3), 4);
    let count = 0;
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 4) {
      const j = load<usize>(l);
      if (j == own) continue;
      count++;
      const other = counts + ((j - records) >> 4);
      store<i32>(other, load<i32>(other) + 1);
    }
    store<i32>(at, load<i32>(at) + count);
  }
}
