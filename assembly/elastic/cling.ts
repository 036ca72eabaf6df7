// Liquids that stick to elastic solids: they do not slip along them, and hold to them. [ADR 52]
//   T_is = −2 V_i V_s g (A x_is + η v_is),  g = −W_is′/r, W with h of the liquid
//   A the adhesion, Pa: pressure across a plane is what P = −A everywhere would make it there
//   η the viscosity of the liquid times the grip of the solid, at most what explicit drag allows in this step
// What the liquid gets the solid loses, rounded to the quantum of all transfers.

import {
  AT_GROUP_REPORT, AT_RECORD, AT_SMOOTHING_LENGTH, AT_SUM, AT_TOUCH, AT_VISCOSITY, ELASTIC_ADHESION, ELASTIC_GRIP, FLOW, GROUP_BYTES,
  GROUP_FORCE, RECORD_INVERSE_SUPPORT, RECORD_KERNEL, RECORD_SHIFT, RECORD_VELOCITY, RECORD_VOLUME, SPLAT_QUANTUM, STEP, SUB_REST_DENSITY,
  SUB_VISCOSITY, TOUCH_RECORD_VOLUME,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { add, div, first, fourth, largestLane, mul, second, sub, third, xyz0 } from '../math/simd';
import { distance, FOUR, fourPairs, listEndOf, listOf, nearness, nearnessThere, recordOf, rounded } from '../passes/four-pairs';
import { substanceOf } from '../passes/pack';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { besideRecords, LONG_ROW, longRowOf } from '../passes/sums';
import { lawOf } from './law';

/** Largest η dt/(ρ h²) of what drags: what explicit steps bear if all neighbors do. */
const CALM: f64 = 0.12;

/** The liquid stands still between both, not where the solid has its particles: velocities go on there with the other sign. */
const MIRROR: f64 = 2;

/** Largest force of the group in hand. Globals belong to one instance, hence to one thread. */
let largest: v128 = i32x4.splat(0);

/** Adds what clings to the sums, for a group of slabs. */
@inline export function addClung<K, W>(task: i32): void {
  const kernel = changetype<K>(0), end = taskEnd<EachPair>(task), zero = f32x4.splat(0), touches = besideRecords(AT_TOUCH, LONG_ROW);
  largest = zero;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), isLiquid = load<f32>(p, RECORD_VOLUME) > 0;
    if (!isLiquid && load<f32>(longRowOf(p, touches), TOUCH_RECORD_VOLUME) == 0) continue;
    const c_i = v128.load32_splat(p, RECORD_KERNEL), invR_i = v128.load32_splat(p, RECORD_INVERSE_SUPPORT);
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), r = distance(dx, dy, dz);
      const near = isLiquid ? nearness(r, invR_i) : nearnessThere(r, four.minusInvR(x_i)), c = isLiquid ? c_i : four.factor;
      const g = div(mul(add(c, c), kernel.slope(near)), r), close = i32x4.bitmask(f32x4.gt(g, zero));
      if (close & 1) cling(i, four.j0, isLiquid, first(dx, dy, dz, g), touches);
      if (close & 2) cling(i, four.j1, isLiquid, second(dx, dy, dz, g), touches);
      if (close & 4) cling(i, four.j2, isLiquid, third(dx, dy, dz, g), touches);
      if (close & 8) cling(i, four.j3, isLiquid, fourth(dx, dy, dz, g), touches);
    }
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES;
  store<f32>(report, max<f32>(load<f32>(report, GROUP_FORCE), largestLane(largest)), GROUP_FORCE);
}

/** What particle i and the one of a record do to each other, if one is a liquid and one a solid; `apart` is x_ij and g. */
function cling(i: i32, record: usize, isLiquid: bool, apart: v128, touches: usize): void {
  const p = recordOf(i), liquid = isLiquid ? p : record, solid = isLiquid ? record : p;
  const V = load<f32>(liquid, RECORD_VOLUME), S: f32 = load<f32>(longRowOf(solid, touches), TOUCH_RECORD_VOLUME);
  if (V == 0 || S == 0) return;
  const j = numberOf(record), s = numberOf(solid), law = lawOf(s), x_ij = xyz0(apart);
  const scale: f32 = 2 * V * S * f32x4.extract_lane(apart, 3);
  const pull = f32x4.splat(scale * <f32>load<f64>(law, ELASTIC_ADHESION));
  const drag = f32x4.splat(scale * <f32>dragOf(numberOf(liquid), s, law));
  const v_ij = xyz0(sub(v128.load(p, RECORD_VELOCITY), v128.load(record, RECORD_VELOCITY)));
  const quantum = v128.load(SPLAT_QUANTUM), t = rounded(add(mul(pull, x_ij), mul(drag, v_ij)), quantum);
  largest = f32x4.pmax(f32x4.abs(t), largest);
  const sums = address(AT_SUM), own = sums + (<usize>i << 4), other = sums + (<usize>j << 4);
  v128.store(own, sub(v128.load(own), t));
  v128.store(other, add(v128.load(other), t));
}

@inline function numberOf(record: usize): i32 { return <i32>((record - address(AT_RECORD)) >> RECORD_SHIFT); }

/** η with which a liquid drags a solid, Pa·s. */
function dragOf(liquid: i32, solid: i32, law: usize): f64 {
  const dt = real(STEP), at = <usize>liquid << 3, h = load<f64>(address(AT_SMOOTHING_LENGTH) + at), row = substanceOf(liquid);
  if (!(dt > 0)) return 0; // nothing has moved yet
  const rho = min<f64>(load<f64>(row, SUB_REST_DENSITY), load<f64>(substanceOf(solid), SUB_REST_DENSITY));
  const eta = int(FLOW) ? load<f64>(address(AT_VISCOSITY) + at) : load<f64>(row, SUB_VISCOSITY);
  return load<f64>(law, ELASTIC_GRIP) * min<f64>(MIRROR * eta, (CALM * rho * h * h) / dt);
}
