// The products of the implicit solve for viscous forces along the line between two particles: Σ_j K_ij (p_ij·x_ij) x_ij/r². No rotation
// of a whole body feels them, so that even the stiffest can turn. [card §9] Four pairs at a time.

import { AT_DIRECTION, AT_LIST, AT_RECORD, AT_SUM, COEFFICIENTS, RECORD_SHIFT } from '../../src/wasm/layout';
import { address } from '../context';
import { high, highPair, low, lowPair, madd, mul, sub, xyz0 } from '../math/simd';
import { addRow, scatter } from '../passes/forces';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';

/** Adds the products of a group of slabs; the sums must be clear before the first color. */
@inline export function addCentralProducts<W>(task: i32): void {
  const domain = changetype<W>(0), begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task), zero = f32x4.splat(0);
  const records = address(AT_RECORD), lists = address(AT_LIST), directions = address(AT_DIRECTION), sums = address(AT_SUM), coefficients = address(COEFFICIENTS);
  for (let i = begin; i < end; i++) {
    const p = records + (<usize>i << RECORD_SHIFT), x_i = xyz0(v128.load(p)), p_i = v128.load(directions + (<usize>i << 4));
    let fx = zero, fy = zero, fz = zero;
    const stop = load<usize>(lists + (<usize>i << 3), 4);
    for (let l = load<usize>(lists + (<usize>i << 3)); l < stop; l += 16) {
      const j0 = load<usize>(l), j1 = load<usize>(l, 4), j2 = load<usize>(l, 8), j3 = load<usize>(l, 12);
      let a = sub(x_i, v128.load(j0)), b = sub(x_i, v128.load(j1)), c = sub(x_i, v128.load(j2)), d = sub(x_i, v128.load(j3));
      let t0 = low(a, b), t1 = low(c, d), t2 = high(a, b), t3 = high(c, d);
      const dx = domain.shortest(lowPair(t0, t1), 0), dy = domain.shortest(highPair(t0, t1), 16), dz = domain.shortest(lowPair(t2, t3), 32);
      a = sub(p_i, v128.load(directions + ((j0 - records) >> 2))); b = sub(p_i, v128.load(directions + ((j1 - records) >> 2)));
      c = sub(p_i, v128.load(directions + ((j2 - records) >> 2))); d = sub(p_i, v128.load(directions + ((j3 - records) >> 2)));
      t0 = low(a, b); t1 = low(c, d); t2 = high(a, b); t3 = high(c, d);
      const along = mul(v128.load(l + coefficients), madd(lowPair(t2, t3), dz, madd(highPair(t0, t1), dy, mul(lowPair(t0, t1), dx)))); // −K/r² p·x
      const tx = mul(along, dx), ty = mul(along, dy), tz = mul(along, dz);
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      scatter(tx, ty, tz, zero, sums, records, j0, j1, j2, j3);
    }
    addRow(sums + (<usize>i << 4), fx, fy, fz, zero);
  }
}
