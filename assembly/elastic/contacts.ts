// Contacts of solids: between two bodies, of a body with itself, and with smoothed particles. Globules meet solids by their own law.
//   F_n = A E* s/(1 − s),  s = (r_i + r_j − D)/(r_i + r_j),  A = (r_i + r_j)^(d−1),  1/E* the mean of 1/E: springs in a row
//   −½ √(k m*) v_n beside it, never pulling;  along the contact −½ √(k m*) v_t, at most μ F_n                       [ADR 39]
// Two particles of a body that are neighbors in its reference shape do not touch: the solid holds them.
// Transfers are rounded to the quantum of all momentum transfers (passes/forces.ts): momentum is conserved to the last bit.

import {
  AT_GROUP_REPORT, AT_NODE, AT_RECORD, AT_REFERENCE, AT_SMOOTHING_LENGTH, AT_SOURCE_BODY, AT_SUM, AT_TOUCH, DIMENSION, ELASTIC_CUT,
  ELASTIC_REACH, GROUP_BYTES, GROUP_CONTACT, GROUP_DAMPING, GROUP_STIFFNESS, LINK_BYTES, RECORD_SHIFT, RECORD_VELOCITY, SPLAT_QUANTUM,
  SPLAT_TINY, TOUCH_RECORD_COMPLIANCE, TOUCH_RECORD_FRICTION, TOUCH_RECORD_INVERSE_MASS, TOUCH_RECORD_IS, TOUCH_RECORD_RADIUS,
  TOUCH_RECORD_SHIFT, TOUCH_RECORD_TOUCHES,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { add, first, mul, xyz0 } from '../math/simd';
import { vectorAt } from '../math/vector';
import { distance2, FOUR, fourPairs, listEndOf, listOf, recordOf } from '../passes/four-pairs';
import { EachPair, groupOf, taskBegin, taskEnd } from '../passes/pairs';
import { besideRecords, LONG_ROW, longRowOf } from '../passes/sums';
import { linksEndOf, linksOf } from './gradient';
import { lawOf } from './law';

/** 1 − s is at least this: the force is steep, not endless. */
const NEAREST: f64 = 0.1;
/** Damping over √(k m*), across and along a contact. */
const DAMPING: f64 = 0.5;

/** Extremes of the group in hand. Globals belong to one instance, hence to one thread. */
let largest: f32 = 0, stiffest: f32 = 0, dampest: f32 = 0;

/** Adds the contacts of a group of slabs to the sums. */
@inline export function addElasticContacts<W>(task: i32): void {
  const touches = besideRecords(AT_TOUCH, LONG_ROW), end = taskEnd<EachPair>(task);
  largest = 0; stiffest = 0; dampest = 0;
  for (let i = taskBegin<EachPair>(task); i < end; i++) {
    const p = recordOf(i), x_i = xyz0(v128.load(p)), r_i = v128.load32_splat(longRowOf(p, touches));
    for (let l = listOf(i), stop = listEndOf(i); l < stop; l += FOUR) {
      const four = fourPairs<W>(l), dx = four.dx(x_i), dy = four.dy(x_i), dz = four.dz(x_i), D2 = distance2(dx, dy, dz);
      const r0 = add(r_i, first(
        v128.load32_zero(longRowOf(four.j0, touches)), v128.load32_zero(longRowOf(four.j1, touches)),
        v128.load32_zero(longRowOf(four.j2, touches)), v128.load32_zero(longRowOf(four.j3, touches)),
      ));
      const touching = i32x4.bitmask(v128.and(f32x4.lt(D2, mul(r0, r0)), f32x4.gt(D2, v128.load(SPLAT_TINY))));
      if (!touching) continue;
      if (touching & 1) touch(i, four.j0, f32x4.extract_lane(dx, 0), f32x4.extract_lane(dy, 0), f32x4.extract_lane(dz, 0));
      if (touching & 2) touch(i, four.j1, f32x4.extract_lane(dx, 1), f32x4.extract_lane(dy, 1), f32x4.extract_lane(dz, 1));
      if (touching & 4) touch(i, four.j2, f32x4.extract_lane(dx, 2), f32x4.extract_lane(dy, 2), f32x4.extract_lane(dz, 2));
      if (touching & 8) touch(i, four.j3, f32x4.extract_lane(dx, 3), f32x4.extract_lane(dy, 3), f32x4.extract_lane(dz, 3));
    }
  }
  const report = address(AT_GROUP_REPORT) + <usize>groupOf(task) * GROUP_BYTES; // globules may have reported before
  store<f32>(report, max<f32>(load<f32>(report, GROUP_CONTACT), largest), GROUP_CONTACT);
  store<f32>(report, max<f32>(load<f32>(report, GROUP_STIFFNESS), stiffest), GROUP_STIFFNESS);
  store<f32>(report, max<f32>(load<f32>(report, GROUP_DAMPING), dampest), GROUP_DAMPING);
}

/** Distance of the pair in hand in the reference shape, if it is cut apart there: it touches where it comes nearer than that. */
let former: f64 = Infinity;

/** Whether two particles of one body are neighbors in its reference shape. */
@inline function areLinked(i: i32, j: i32): bool {
  const nodes = address(AT_NODE), bodies = address(AT_SOURCE_BODY), at = <usize>i << 2, to = <usize>j << 2;
  if (load<u32>(nodes + at) == 0 || load<u32>(nodes + to) == 0 || load<u32>(bodies + at) != load<u32>(bodies + to)) return false;
  const X = vectorAt(address(AT_REFERENCE) + <usize>i * 24), Y = vectorAt(address(AT_REFERENCE) + <usize>j * 24);
  const lengths = address(AT_SMOOTHING_LENGTH), h = load<f64>(lengths + (<usize>i << 3)) + load<f64>(lengths + (<usize>j << 3));
  const reach = 0.5 * load<f64>(lawOf(i), ELASTIC_REACH) * h, x = X.x - Y.x, y = X.y - Y.y, z = X.z - Y.z;
  const square = x * x + y * y + z * z;
  if (square >= reach * reach) return false;
  if (!int(ELASTIC_CUT) || !isCut(load<i32>(nodes + at) - 1, load<i32>(nodes + to) - 1)) return true;
  former = Math.sqrt(square);
  return false;
}

/** Whether two neighbors have no gradients at each other. */
function isCut(n: i32, m: i32): bool {
  for (let l = linksOf(n), end = linksEndOf(n); l < end; l += LINK_BYTES)
    for (let lane: usize = 0; lane < 2; lane++) {
      if (load<i32>(l + (lane << 2)) != m) continue;
      let sum = 0.0;
      for (let k: usize = 0; k < 6; k++) sum += Math.abs(load<f64>(l + (k << 4) + (lane << 3), 16));
      return sum == 0;
    }
  return false;
}

/** The contact of particle i with the one of a record, x_ij apart. */
function touch(i: i32, record: usize, dx: f64, dy: f64, dz: f64): void {
  const j = <i32>((record - address(AT_RECORD)) >> RECORD_SHIFT);
  const a = address(AT_TOUCH) + (<usize>i << TOUCH_RECORD_SHIFT), b = address(AT_TOUCH) + (<usize>j << TOUCH_RECORD_SHIFT);
  if (load<f32>(a, TOUCH_RECORD_IS) + load<f32>(b, TOUCH_RECORD_IS) == 0) return;
  former = Infinity;
  if (load<f32>(a, TOUCH_RECORD_TOUCHES) * load<f32>(b, TOUCH_RECORD_TOUCHES) == 0 || areLinked(i, j)) return;

  const r0 = min<f64>(<f64>load<f32>(a, TOUCH_RECORD_RADIUS) + <f64>load<f32>(b, TOUCH_RECORD_RADIUS), former);
  const D = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (D >= former) return;
  const compliance = <f64>load<f32>(a, TOUCH_RECORD_COMPLIANCE) + <f64>load<f32>(b, TOUCH_RECORD_COMPLIANCE);
  const perMass = <f64>load<f32>(a, TOUCH_RECORD_INVERSE_MASS) + <f64>load<f32>(b, TOUCH_RECORD_INVERSE_MASS);
  const A = (real(DIMENSION) == 3 ? r0 * r0 : r0) / compliance, s = 1 - D / r0, rest = max<f64>(1 - s, NEAREST);
  const k = A / (r0 * rest * rest), damper = DAMPING * Math.sqrt(k / perMass);
  const nx = dx / D, ny = dy / D, nz = dz / D, p = recordOf(i) + RECORD_VELOCITY, q = record + RECORD_VELOCITY;
  const vx = <f64>load<f32>(p) - <f64>load<f32>(q), vy = <f64>load<f32>(p, 4) - <f64>load<f32>(q, 4);
  const vz = <f64>load<f32>(p, 8) - <f64>load<f32>(q, 8), vn = vx * nx + vy * ny + vz * nz;
  const normal = max<f64>(A * (s / rest) - damper * vn, 0);
  const mu = min<f64>(<f64>load<f32>(a, TOUCH_RECORD_FRICTION), <f64>load<f32>(b, TOUCH_RECORD_FRICTION));
  const tx = vx - vn * nx, ty = vy - vn * ny, tz = vz - vn * nz, slide = Math.sqrt(tx * tx + ty * ty + tz * tz);
  const grip = slide > 0 ? min<f64>(damper, (mu * normal) / slide) : 0;
  stiffest = max<f32>(stiffest, <f32>(k * perMass));
  dampest = max<f32>(dampest, <f32>(damper * perMass));
  transfer(i, j, normal * nx - grip * tx, normal * ny - grip * ty, normal * nz - grip * tz);
}

/** Gives a force to particle i and takes it from j, as a whole number of quanta. [docs/adr/0006] */
@inline function transfer(i: i32, j: i32, x: f64, y: f64, z: f64): void {
  largest = max<f32>(largest, <f32>Math.sqrt(x * x + y * y + z * z));
  const quantum = v128.load(SPLAT_QUANTUM), sums = address(AT_SUM), own = sums + (<usize>i << 4), other = sums + (<usize>j << 4);
  const force = f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, <f32>x), 1, <f32>y), 2, <f32>z);
  const t = f32x4.sub(f32x4.add(force, quantum), quantum);
  v128.store(own, f32x4.add(v128.load(own), t));
  v128.store(other, f32x4.sub(v128.load(other), t));
}
