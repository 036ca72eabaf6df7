// The products of the implicit solve for viscous forces along the line between two particles: Σ_j K_ij (p_ij·x_ij) x_ij/r². No rotation
// of a whole body feels them, so that even the stiffest can turn. [card §9] Four pairs at a time.

import { AT_DIRECTION, AT_SUM, COEFFICIENTS } from '../../src/wasm/layout';
import { address } from '../context';
import { first, madd, mul, second, sub, third, xyz0 } from '../math/simd';
import { FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, taskBegin, taskEnd } from '../passes/pairs';
import { addRow, addThere, besideRecords, ROW, rowOf } from '../passes/sums';

/** Adds the products of a group of slabs; the sums must be clear before the first color. */
@inline export function addCentralProducts<W>(task: i32): void {
  const end = taskEnd<EachPair>(task), zero = f32x4.splat(0);
  const sums = besideRecords(AT_SUM, ROW), directions = besideRecords(AT_DIRECTION, ROW);
  const coefficients = address(COEFFICIENTS); // from an entry of a list to its −K/r²
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), p_i = v128.load(rowOf(p, directions));
    let fx = zero, fy = zero, fz = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const a = sub(p_i, v128.load(rowOf(four.j0, directions))), b = sub(p_i, v128.load(rowOf(four.j1, directions)));
      const c = sub(p_i, v128.load(rowOf(four.j2, directions))), d = sub(p_i, v128.load(rowOf(four.j3, directions)));
      const pdotx = madd(third(a, b, c, d), dz, madd(second(a, b, c, d), dy, mul(first(a, b, c, d), dx)));
      const along = mul(v128.load(l + coefficients), pdotx), tx = mul(along, dx), ty = mul(along, dy), tz = mul(along, dz);
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      addThere(four, sums, tx, ty, tz, zero);
    }
    addRow(rowOf(p, sums), fx, fy, fz, zero);
  }
}
