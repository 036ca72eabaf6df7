// Density by summation: Σ V₀_j W̄_ij and Σ V_j W̄_ij, the particle itself included; V₀ = m/ρ₀ is the volume at rest. [AW09 eq. 5, X53]
// Neighbors of another size may count more, see below. Each pair once, four at a time. Also counts list neighbors, for isolated particles.

import {
  AT_NEIGHBOR_COUNT, AT_RECORD, AT_SMOOTHING_LENGTH, AT_SUM, ONLY_BESIDE_WALLS, OWN_BEGIN, RECORD_COMPRESSION, RECORD_INVERSE_SUPPORT,
  RECORD_KERNEL, RECORD_LENGTH, RECORD_VOLUME, SPLAT_MINGLES, SPLAT_ONE, SPLAT_TINY,
} from '../../src/wasm/layout';
import { address, int } from '../context';
import { add, div, high, highPair, low, lowPair, madd, mul, positive, sub, xyz0 } from '../math/simd';
import { isActive } from '../individual';
import { isOwn } from '../lists';
import { isBesideWalls } from '../obstacles/walls';
import { FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf } from './four-pairs';
import { groupBegin, groupOf, taskBegin, taskEnd } from './pairs';
import { besideRecords, ROW, rowOf } from './sums';
import { lightnessOf, restDensities, restDensitiesThere, toleranceOf, weightHere, weightThere } from './uneven';

/** Adds the density sums of a group of slabs (the sums must be clear before the first color), or sets those of the active of a chunk. */
@inline export function addDensity<K, W, M>(task: i32): void {
  const kernel = changetype<K>(0), mode = changetype<M>(0), end = taskEnd<M>(task), sums = besideRecords(AT_SUM, ROW);
  const densities = mode.uneven ? restDensities() : 0, lengths = address(AT_SMOOTHING_LENGTH), beside = int(ONLY_BESIDE_WALLS) != 0;
  const first = int(OWN_BEGIN); // what is no workspace has no ghosts
  const mingles = !mode.gathers && f32x4.extract_lane(v128.load(SPLAT_MINGLES), 0) > 0;
  const one = v128.load(SPLAT_ONE), zero = f32x4.splat(0), diameter = f32x4.splat(40); // R = 40 · h/20
  for (let i = taskBegin<M>(task); i < end; i++) {
    if (mode.gathers && !isActive(i)) continue;
    if (!mode.gathers && beside && isOwn(i) && isAwayFromWalls(i - first, lengths)) continue; // nor are its neighbors covered
    const p = recordOf(i), own = i32x4.splat(<i32>p), x_i = xyz0(v128.load(p)), invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    const V0_i = v128.load32_splat(p, RECORD_VOLUME), V_i = div(V0_i, v128.load32_splat(p, RECORD_COMPRESSION));
    const c_i = mul(mul(v128.load32_splat(p, RECORD_KERNEL), v128.load32_splat(p, RECORD_LENGTH)), diameter);
    const tolerance = mode.uneven ? toleranceOf(p, densities, false) : zero, lightness = mode.uneven ? lightnessOf(p, densities) : zero;
    let rest = zero, volume = zero;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i);
      const r = f32x4.sqrt(madd(dz, dz, madd(dy, dy, mul(dx, dx)))), c_j = mul(mul(four.factor, four.h), diameter);
      const w_i = kernel.value(nearness(r, invR_i)), w_j = kernel.value(nearnessThere(r, four.minusInvR(x_i)));
      let weight = v128.andnot(madd(c_i, w_i, mul(c_j, w_j)), four.isItself(own));
      if (mingles) weight = mul(weight, mixed(V0_i, four.volume));
      let toI = mul(four.volume, weight), toJ = mul(V0_i, weight);
      if (mode.uneven) {
        const rho0_j = restDensitiesThere<W>(four, densities);
        toI = mul(toI, weightHere(tolerance, rho0_j));
        toJ = mul(toJ, weightThere(lightness, rho0_j));
      }
      rest = add(rest, toI);
      volume = madd(toI, div(one, four.compression), volume);
      if (mode.gathers) continue;
      const volumeToJ = mul(V_i, weight), t0 = low(toJ, volumeToJ), t1 = high(toJ, volumeToJ);
      const s0 = rowOf(four.j0, sums), s1 = rowOf(four.j1, sums), s2 = rowOf(four.j2, sums), s3 = rowOf(four.j3, sums);
      addTwo(s0, lowPair(t0, zero)); addTwo(s1, highPair(t0, zero));
      addTwo(s2, lowPair(t1, zero)); addTwo(s3, highPair(t1, zero));
    }
    const sum = rowOf(p, sums), pairs = add(low(rest, volume), high(rest, volume));
    const itself = mul(add(c_i, c_i), kernel.value(one)); // W(0)
    if (mode.gathers) v128.store(sum, zero);
    addTwo(sum, add(lowPair(pairs, zero), highPair(pairs, zero)));
    addTwo(sum, lowPair(low(mul(V0_i, itself), mul(V_i, itself)), zero));
  }
}

@inline function isAwayFromWalls(i: i32, lengths: usize): bool {
  return !isBesideWalls(i, 4 * load<f64>(lengths + (<usize>i << 3)));
}

/** u at which a neighbor counts by half as much again, and below which it counts as one of the same size. [ADR 43] */
const MINGLED: f32 = 9.5, ALIKE: f32 = 0.05;

/**
 * How much more a neighbor of another size counts, 1 + f u/(u + MINGLED), u = (V_i − V_j)²/V_iV_j: where sizes are mingled, particles
 * stand so that sums are too low.
 */
@inline function mixed(V_i: v128, V_j: v128): v128 {
  const d = sub(V_i, V_j), product = mul(V_i, V_j), u = positive(sub(mul(d, d), mul(product, f32x4.splat(ALIKE))));
  const more = div(u, f32x4.pmax(madd(product, f32x4.splat(MINGLED), u), v128.load(SPLAT_TINY))); // V may be 0
  return madd(v128.load(SPLAT_MINGLES), more, v128.load(SPLAT_ONE));
}

@inline function addTwo(sum: usize, value: v128): void {
  v128.store(sum, add(v128.load(sum), value));
}

/** Counts the list neighbors of every particle of a group of slabs, both ways. */
export function countNeighbors(task: i32): void {
  const group = groupOf(task), end = groupBegin(group + 1), records = address(AT_RECORD), counts = address(AT_NEIGHBOR_COUNT);
  for (let i = groupBegin(group); i < end; i++) {
    const own = recordOf(i), at = counts + (<usize>i << 2);
    let count = 0;
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += 4) {
      const j = load<usize>(l);
      if (j == own) continue;
      count++;
      const other = counts + ((j - records) >> 4);
      store<i32>(other, load<i32>(other) + 1);
    }
    store<i32>(at, load<i32>(at) + count);
  }
}
