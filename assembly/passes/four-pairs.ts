// The skeleton of every pair pass: four pairs at a time, a view of four entries of a neighbor list. [ADR 26]
//
//   for (let i = taskBegin<M>(task); i < end; i++) {
//     …                                                     what the pass reads of particle i, its sums
//     for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
//       const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
//       …                                                   what four pairs add to the sums of i and of their neighbors
//     }
//     …                                                     where the sums of i go
//   }
//
// A view is an address and costs nothing: every method is inlined, and what several of them load or transpose is found by the optimizer
// and done once, as long as no store comes between. So read all of a pair before the first scatter.

import {
  AT_LIST, AT_RECORD, RECORD_COMPRESSION, RECORD_LINEAR, RECORD_SHIFT, RECORD_VELOCITY, RECORD_VOLUME, SPLAT_ONE, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address } from '../context';
import { add, div, first, fourth, madd, mul, positive, second, sub, third } from '../math/simd';

/** Bytes of four entries of a list. */
export const FOUR: usize = 16;

/** Record of particle i. */
@inline export function recordOf(i: i32): usize { return address(AT_RECORD) + (<usize>i << RECORD_SHIFT); }
/** First entry of the list of particle i. */
@inline export function listOf(i: i32): usize { return load<usize>(address(AT_LIST) + (<usize>i << 3)); }
/** One past its last entry; lists are padded to a multiple of four with the particle itself. */
@inline export function listEndOf(i: i32): usize { return load<usize>(address(AT_LIST) + (<usize>i << 3), 4); }

/** The four pairs at an entry of a list; W says how distances wrap. */
@inline export function fourPairs<W>(entry: usize): FourPairs<W> {
  return changetype<FourPairs<W>>(entry);
}

/**
 * Four pairs of a particle i with neighbors j, one in each lane. Names are those of a record: x y z 1/R | vx vy vz V₀ | N P/N² c h/20 |
 * 10ηcρ₀ 100βρ₀ μ ερ₀, with V₀ = m/ρ₀ and N = ρ/ρ₀. Arguments are a quarter of the record of i, in which lanes that shall not
 * count are 0.
 */
@unmanaged export class FourPairs<W> {
  // Records of the neighbors.
  @inline get j0(): usize { return load<usize>(changetype<usize>(this)); }
  @inline get j1(): usize { return load<usize>(changetype<usize>(this), 4); }
  @inline get j2(): usize { return load<usize>(changetype<usize>(this), 8); }
  @inline get j3(): usize { return load<usize>(changetype<usize>(this), 12); }

  /** All ones where the neighbor is the particle at `own` itself. */
  @inline isItself(own: v128): v128 { return i32x4.eq(v128.load(changetype<usize>(this)), own); }

  // x_i − x_j the shortest way, and −1/R_j.
  @inline dx(x_i: v128): v128 { return changetype<W>(0).shortest(first(this.x0(x_i), this.x1(x_i), this.x2(x_i), this.x3(x_i)), 0); }
  @inline dy(x_i: v128): v128 { return changetype<W>(0).shortest(second(this.x0(x_i), this.x1(x_i), this.x2(x_i), this.x3(x_i)), 16); }
  @inline dz(x_i: v128): v128 { return changetype<W>(0).shortest(third(this.x0(x_i), this.x1(x_i), this.x2(x_i), this.x3(x_i)), 32); }
  @inline minusInvR(x_i: v128): v128 { return fourth(this.x0(x_i), this.x1(x_i), this.x2(x_i), this.x3(x_i)); }
  @inline private x0(x_i: v128): v128 { return sub(x_i, v128.load(this.j0)); }
  @inline private x1(x_i: v128): v128 { return sub(x_i, v128.load(this.j1)); }
  @inline private x2(x_i: v128): v128 { return sub(x_i, v128.load(this.j2)); }
  @inline private x3(x_i: v128): v128 { return sub(x_i, v128.load(this.j3)); }

  // v_i − v_j, and −V₀ of the neighbors.
  @inline vx(v_i: v128): v128 { return first(this.v0(v_i), this.v1(v_i), this.v2(v_i), this.v3(v_i)); }
  @inline vy(v_i: v128): v128 { return second(this.v0(v_i), this.v1(v_i), this.v2(v_i), this.v3(v_i)); }
  @inline vz(v_i: v128): v128 { return third(this.v0(v_i), this.v1(v_i), this.v2(v_i), this.v3(v_i)); }
  @inline minusVolume(v_i: v128): v128 { return fourth(this.v0(v_i), this.v1(v_i), this.v2(v_i), this.v3(v_i)); }
  @inline private v0(v_i: v128): v128 { return sub(v_i, v128.load(this.j0, RECORD_VELOCITY)); }
  @inline private v1(v_i: v128): v128 { return sub(v_i, v128.load(this.j1, RECORD_VELOCITY)); }
  @inline private v2(v_i: v128): v128 { return sub(v_i, v128.load(this.j2, RECORD_VELOCITY)); }
  @inline private v3(v_i: v128): v128 { return sub(v_i, v128.load(this.j3, RECORD_VELOCITY)); }

  /** V₀ of the neighbors, where velocities do not matter. */
  @inline get volume(): v128 {
    return first(
      v128.load32_zero(this.j0, RECORD_VOLUME), v128.load32_zero(this.j1, RECORD_VOLUME),
      v128.load32_zero(this.j2, RECORD_VOLUME), v128.load32_zero(this.j3, RECORD_VOLUME),
    );
  }

  // N_j, P_j/N_j², c_j and h_j/20.
  @inline get compression(): v128 { return first(this.s0, this.s1, this.s2, this.s3); }
  @inline get pressure(): v128 { return second(this.s0, this.s1, this.s2, this.s3); }
  @inline get factor(): v128 { return third(this.s0, this.s1, this.s2, this.s3); }
  @inline get h(): v128 { return fourth(this.s0, this.s1, this.s2, this.s3); }
  @inline private get s0(): v128 { return v128.load(this.j0, RECORD_COMPRESSION); }
  @inline private get s1(): v128 { return v128.load(this.j1, RECORD_COMPRESSION); }
  @inline private get s2(): v128 { return v128.load(this.j2, RECORD_COMPRESSION); }
  @inline private get s3(): v128 { return v128.load(this.j3, RECORD_COMPRESSION); }

  // N_i + N_j, P_i/N_i² + P_j/N_j², c_j and (h_i + h_j)/20.
  @inline compressionSum(s_i: v128): v128 { return first(add(s_i, this.s0), add(s_i, this.s1), add(s_i, this.s2), add(s_i, this.s3)); }
  @inline pressureSum(s_i: v128): v128 { return second(add(s_i, this.s0), add(s_i, this.s1), add(s_i, this.s2), add(s_i, this.s3)); }
  @inline factorIn(s_i: v128): v128 { return third(add(s_i, this.s0), add(s_i, this.s1), add(s_i, this.s2), add(s_i, this.s3)); }
  @inline hSum(s_i: v128): v128 { return fourth(add(s_i, this.s0), add(s_i, this.s1), add(s_i, this.s2), add(s_i, this.s3)); }

  // 10ηcρ₀, 100βρ₀, μ and ερ₀ of the neighbors.
  @inline get linear(): v128 { return first(this.e0, this.e1, this.e2, this.e3); }
  @inline get quadratic(): v128 { return second(this.e0, this.e1, this.e2, this.e3); }
  @inline get viscosity(): v128 { return third(this.e0, this.e1, this.e2, this.e3); }
  @inline get xsph(): v128 { return fourth(this.e0, this.e1, this.e2, this.e3); }
  @inline private get e0(): v128 { return v128.load(this.j0, RECORD_LINEAR); }
  @inline private get e1(): v128 { return v128.load(this.j1, RECORD_LINEAR); }
  @inline private get e2(): v128 { return v128.load(this.j2, RECORD_LINEAR); }
  @inline private get e3(): v128 { return v128.load(this.j3, RECORD_LINEAR); }
}

/** r², never 0, so that nothing is divided by it: lists are padded with the particle itself. */
@inline export function distance2(dx: v128, dy: v128, dz: v128): v128 {
  return f32x4.pmax(madd(dz, dz, madd(dy, dy, mul(dx, dx))), v128.load(SPLAT_TINY));
}

/** r, never 0. */
@inline export function distance(dx: v128, dy: v128, dz: v128): v128 {
  return f32x4.sqrt(distance2(dx, dy, dz));
}

/** s = max(0, 1 − r/R_i). */
@inline export function nearness(r: v128, invR_i: v128): v128 {
  return positive(sub(v128.load(SPLAT_ONE), mul(r, invR_i)));
}

/** s of the neighbors, from −1/R_j. */
@inline export function nearnessThere(r: v128, minusInvR_j: v128): v128 {
  return positive(madd(r, minusInvR_j, v128.load(SPLAT_ONE)));
}

/** g = −W̄′/r, W̄ the mean of the kernels of both particles. */
@inline export function slopeOverDistance<K>(r: v128, c_i: v128, s_i: v128, c_j: v128, s_j: v128): v128 {
  const kernel = changetype<K>(0);
  return div(madd(c_i, kernel.slope(s_i), mul(c_j, kernel.slope(s_j))), r);
}

/** A transfer as a whole number of quanta; `quantum` is 1.5·2²³ of them. [docs/adr/0006] */
@inline export function rounded(transfer: v128, quantum: v128): v128 {
  return sub(add(transfer, quantum), quantum);
}
