// The pair loop of forces.ts for one substance without laminar viscosity whose particles have one mass and one h: the same formulas and the
// same bits in less time. [card §4, §8]
// What is done for a pair is one long chain of operations, each waiting for the last, and a processor looks only so far ahead. So the first
// half of the next four pairs, up to r and μ, is done before the second half of these, also where the next ones belong to the next
// particle. The halves meet in memory: compilers would move the first one back behind the stores of the second.
// Tried on the block of 100k, in turns, by the time of this loop: knowing c, h, V and R of all (0.94), its test at the end, so that what is
// constant leaves the loop (0.97), the two halves (0.93 of that), across particles (0.98 of that). Without gain: one division in place of
// those by r² + h̄² and by N̄, a record of two quarters with N and P in place of 1/R and V. Left: summing the rows that are scattered in
// place of fx, fy, fz and the rate, 0.975, because rates would have other last bits than those of forces.ts.

import {
  AT_GROUP_REPORT, AT_SUM, GROUP_BYTES, GROUP_FORCE, GROUP_XSPH, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT, RECORD_KERNEL,
  RECORD_LENGTH, RECORD_VELOCITY, RECORD_VOLUME, SCRATCH, SCRATCH_BYTES, SPLAT_LINEAR, SPLAT_QUADRATIC, SPLAT_QUANTUM,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { add, div, largestLane, madd, mul, sub } from '../math/simd';
import { threadIndex } from '../thread';
import { distance2, FOUR, fourPairs, listEndOf, listOf, nearness, recordOf, rounded } from './four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from './pairs';
import { addRow, besideRecords, ROW, rowOf, scatter } from './sums';

/** What is known of four pairs after the first half, in the scratch of this thread. */
@unmanaged class Begun {
  @inline get dx(): v128 { return v128.load(changetype<usize>(this)); }
  @inline get dy(): v128 { return v128.load(changetype<usize>(this), 16); }
  @inline get dz(): v128 { return v128.load(changetype<usize>(this), 32); }
  @inline get r(): v128 { return v128.load(changetype<usize>(this), 48); }
  /** v_ij·x_ij */
  @inline get vdotx(): v128 { return v128.load(changetype<usize>(this), 64); }
  /** μ/10 */
  @inline get mu(): v128 { return v128.load(changetype<usize>(this), 80); }

  @inline set(dx: v128, dy: v128, dz: v128, r: v128, vdotx: v128, mu: v128): void {
    v128.store(changetype<usize>(this), dx);
    v128.store(changetype<usize>(this), dy, 16);
    v128.store(changetype<usize>(this), dz, 32);
    v128.store(changetype<usize>(this), r, 48);
    v128.store(changetype<usize>(this), vdotx, 64);
    v128.store(changetype<usize>(this), mu, 80);
  }
}

/** Adds the sums of a group of slabs; the sums must be clear before the first color. */
@inline export function addEqualForces<K, W>(task: i32): void {
  const kernel = changetype<K>(0), begin = taskBegin<EachPair>(task), end = taskEnd<EachPair>(task), zero = f32x4.splat(0);
  const begun = changetype<Begun>(address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES));
  const sums = besideRecords(AT_SUM, ROW), any = recordOf(begin), V = v128.load32_splat(any, RECORD_VOLUME), minus_V = f32x4.neg(V);
  const invR = v128.load32_splat(any, RECORD_INVERSE_SUPPORT), c = v128.load32_splat(any, RECORD_KERNEL), c2 = add(c, c);
  const h20 = v128.load32_splat(any, RECORD_LENGTH), h = add(h20, h20), VV = mul(V, minus_V); // h = h̄/10
  let largest = zero, i = firstListed(begin, end);
  if (i < end) beginPairs<W>(listOf(i), recordOf(i), h, begun);
  while (i < end) {
    const p = recordOf(i), s_i = v128.load(p, RECORD_COMPRESSION), stop = listEndOf(i), next = firstListed(i + 1, end);
    const after = next < end ? next : i, recordAfter = recordOf(after), listAfter = listOf(after);
    let l = listOf(i), fx = zero, fy = zero, fz = zero, rate = zero;
    do {
      const dx = begun.dx, dy = begun.dy, dz = begun.dz, r = begun.r, vdotx = begun.vdotx, mu = begun.mu, more = l + FOUR < stop;
      beginPairs<W>(more ? l + FOUR : listAfter, more ? p : recordAfter, h, begun);

      const four = fourPairs<W>(l), sumN = four.compressionSum(s_i), pressures = four.pressureSum(s_i);
      const t0 = rowOf(four.j0, sums), t1 = rowOf(four.j1, sums), t2 = rowOf(four.j2, sums), t3 = rowOf(four.j3, sums);
      const g = div(mul(c2, kernel.slope(nearness(r, invR))), r), toI = mul(minus_V, mul(g, vdotx));
      const viscous = div(mul(mu, sub(mul(v128.load(SPLAT_QUADRATIC), mu), v128.load(SPLAT_LINEAR))), sumN);
      const f = mul(mul(VV, add(pressures, viscous)), g), quantum = v128.load(SPLAT_QUANTUM); // f is −T along x_ij
      const tx = rounded(mul(f, dx), quantum), ty = rounded(mul(f, dy), quantum), tz = rounded(mul(f, dz), quantum);
      largest = f32x4.pmax(f32x4.abs(mul(f, r)), largest);
      fx = sub(fx, tx); fy = sub(fy, ty); fz = sub(fz, tz);
      rate = add(rate, toI);
      scatter(tx, ty, tz, toI, t0, t1, t2, t3);
      l += FOUR;
    } while (l < stop);
    addRow(rowOf(p, sums), fx, fy, fz, rate);
    i = next;
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, largestLane(largest), GROUP_FORCE);
  store<f32>(report, 0, GROUP_XSPH);
}

/** The first half of four pairs of the particle with record p. */
@inline function beginPairs<W>(l: usize, p: usize, h: v128, begun: Begun): void {
  const four = fourPairs<W>(l), x_i = v128.load(p), v_i = v128.load(p, RECORD_VELOCITY);
  const dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r2 = distance2(dx, dy, dz);
  const vdotx = madd(four.vz(v_i), dz, madd(four.vy(v_i), dy, mul(four.vx(v_i), dx)));
  begun.set(dx, dy, dz, f32x4.sqrt(r2), vdotx, div(mul(h, f32x4.pmin(vdotx, f32x4.splat(0))), madd(h, h, r2)));
}

/** The first particle from i on whose list is not empty. */
@inline function firstListed(i: i32, end: i32): i32 {
  while (i < end && listOf(i) == listEndOf(i)) i++;
  return i;
}
