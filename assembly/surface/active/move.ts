// One step of the active surface on one block: f_t = F |∇f| with F = α (ρ/ρ₀ − iso) + β κ + γ (V₀ − V)/V₀, outward.  [DC99 eq. 17-18]
// The signs are those of X9; tracking and volume upwind, tension by central differences. Lengths in voxels.           [card §7]

import {
  AT_NEXT, BAND, BENDS, NO_SPEED, SPEED_LIMIT, STEP_TIME, SWELL, TENSION, TRACKING, TRACKS,
} from '../../../src/surface/active-layout';
import { AT_VALUES, BLOCK_NODES, BLOCK_VOLUME, DEPTH } from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { add, div, madd, mul, splat, sub } from '../../math/simd';
import { speedAt } from './extension';
import { LAYER, loadNeighborhood, nodeOf, ROW } from './neighborhood';
import { beginReport, endReport, reportFour } from './report';

/** Where three vectors stand in the scratch, behind the copy of the block. */
const LANES: usize = 6656;

@inline function square(a: v128): v128 { return mul(a, a); }
@inline function smaller(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline function larger(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }
@inline function between(a: v128, bound: v128): v128 { return larger(f32x4.neg(bound), smaller(bound, a)); }

/** Moves the surface in the block at a place. */
export function moveSurface(place: i32): void {
  loadNeighborhood(place, address(AT_VALUES));
  beginReport();
  const depth = int(DEPTH), to = address(AT_NEXT) + <usize>place * (BLOCK_VOLUME << 2);
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) {
        const value = moveFour(x, y, z, depth == 1);
        v128.store(to + (<usize>(z << 6 | y << 3 | x) << 2), value);
        reportFour(value, x, y, z);
      }
  endReport(place);
}

/** f of four nodes after the step. */
function moveFour(x: i32, y: i32, z: i32, flat: bool): v128 {
  const at = nodeOf(x, y, z), f = v128.load(at), one = splat(1);
  const xBelow = v128.load(at - 4), xAbove = v128.load(at + 4), yBelow = v128.load(at - ROW), yAbove = v128.load(at + ROW);
  const layer = flat ? 0 : LAYER, zBelow = v128.load(at - layer), zAbove = v128.load(at + layer);
  const closest = smaller(smaller(smaller(f32x4.abs(xBelow), f32x4.abs(xAbove)), smaller(f32x4.abs(yBelow), f32x4.abs(yAbove))),
    smaller(smaller(f32x4.abs(zBelow), f32x4.abs(zAbove)), f32x4.abs(f)));
  const active = f32x4.lt(closest, one);
  if (!v128.any_true(active)) return f;
  const half = splat(0.5), fx = mul(half, sub(xAbove, xBelow)), fy = mul(half, sub(yAbove, yBelow)), fz = mul(half, sub(zAbove, zBelow));
  const slope2 = madd(fz, fz, madd(fy, fy, madd(fx, fx, splat(1e-12)))), slope = f32x4.sqrt(slope2);
  const F = speedOf(f, fx, fy, fz, slope, active, x, y, z, flat);
  const sign = v128.bitselect(one, splat(-1), f32x4.gt(F, splat(0)));
  const steep = add(add(upwind(sign, xBelow, f, xAbove), upwind(sign, yBelow, f, yAbove)), upwind(sign, zBelow, f, zAbove));
  let rate = mul(F, f32x4.sqrt(steep));
  if (int(BENDS)) {
    let bend = add(mul(sub(add(xAbove, xBelow), add(f, f)), add(square(fy), square(fz))), mul(sub(add(yAbove, yBelow), add(f, f)), add(square(fx), square(fz))));
    bend = sub(bend, mul(mul(mul(splat(2), fx), fy), mixed(at, 4, ROW)));
    if (!flat) {
      bend = madd(sub(add(zAbove, zBelow), add(f, f)), add(square(fx), square(fy)), bend);
      bend = sub(bend, mul(mul(mul(splat(2), fx), fz), mixed(at, 4, LAYER)));
      bend = sub(bend, mul(mul(mul(splat(2), fy), fz), mixed(at, ROW, LAYER)));
    }
    const curvature = between(div(bend, mul(slope2, slope)), splat(flat ? 1 : 2));
    rate = madd(mul(splat(<f32>real(TENSION)), curvature), slope, rate);
  }
  const moved = between(madd(splat(<f32>real(STEP_TIME)), rate, f), one);
  return v128.bitselect(moved, f, active);
}

/** min(D⁻, 0)² + max(D⁺, 0)² for F > 0, the other way round for F < 0. */
@inline function upwind(sign: v128, below: v128, f: v128, above: v128): v128 {
  const zero = splat(0);
  return add(square(smaller(mul(sign, sub(f, below)), zero)), square(larger(mul(sign, sub(above, f)), zero)));
}

/** ∂²f over two axes, given as bytes between nodes. */
@inline function mixed(at: usize, a: usize, b: usize): v128 {
  return mul(splat(0.25), sub(add(v128.load(at + a + b), v128.load(at - a - b)), add(v128.load(at + a - b), v128.load(at - a + b))));
}

/** The speed of four nodes without tension, voxels/s; 0 where no surface is near. */
@inline function speedOf(f: v128, fx: v128, fy: v128, fz: v128, slope: v128, active: v128, x: i32, y: i32, z: i32, flat: bool): v128 {
  const swell = splat(<f32>real(SWELL));
  if (!int(TRACKS)) return swell;
  const way = div(mul(splat(<f32>-BAND), f), slope), lanes = nodeOf(-1, -1, -1) - 12 + LANES, none = splat(<f32>NO_SPEED);
  v128.store(lanes, add(f32x4(<f32>x, <f32>(x + 1), <f32>(x + 2), <f32>(x + 3)), mul(way, fx)));
  v128.store(lanes, add(splat(<f32>y), mul(way, fy)), 16);
  v128.store(lanes, add(splat(<f32>z), mul(way, fz)), 32);
  const mask = i32x4.bitmask(active);
  for (let lane = 0; lane < 4; lane++) {
    const at = lanes + (<usize>lane << 2);
    store<f32>(at, mask >> lane & 1 ? speedAt(load<f32>(at), load<f32>(at, 16), load<f32>(at, 32), flat) : <f32>NO_SPEED);
  }
  const excess = v128.load(lanes), limit = splat(<f32>real(SPEED_LIMIT));
  const speed = add(between(mul(splat(<f32>real(TRACKING)), excess), limit), swell);
  return v128.and(speed, f32x4.ne(excess, none));
}
