// One step of the active surface on one block: f_t = F |∇f| with F = α (ρ/ρ₀ − iso) + β κ + γ (V₀ − V)/V₀, outward.  [DC99 eq. 17-18]
// The signs are those of X9; tracking and volume upwind, tension by central differences. Lengths in voxels.           [card §7]

import {
  AT_NEXT, AT_NODE_SPEED, BENDS, NO_SPEED, STEP_TIME, SWELL, TENSION,
} from '../../../src/surface/active-layout';
import { AT_VALUES, BLOCK_NODES, BLOCK_VOLUME, DEPTH } from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { add, div, madd, mul, splat, sub } from '../../math/simd';
import { sweepFour } from './distance';
import { LAYER, loadNeighborhood, nodeOf, ROW } from './neighborhood';
import { beginReport, endReport, reportFour } from './report';

const BLOCK_BYTES: usize = BLOCK_VOLUME << 2;

@inline function square(a: v128): v128 { return mul(a, a); }
@inline function smaller(a: v128, b: v128): v128 { return f32x4.pmin(a, b); }
@inline function larger(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }
@inline function between(a: v128, bound: v128): v128 { return larger(f32x4.neg(bound), smaller(bound, a)); }

/** Moves the surface in the block at a place. */
export function moveSurface(place: i32): void {
  loadNeighborhood(place, address(AT_VALUES));
  beginReport();
  const depth = int(DEPTH), to = address(AT_NEXT) + <usize>place * BLOCK_BYTES;
  const speeds = address(AT_NODE_SPEED) + <usize>place * BLOCK_BYTES;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) {
        const offset = <usize>(z << 6 | y << 3 | x) << 2, value = moveFour(nodeOf(x, y, z), v128.load(speeds + offset), depth == 1);
        v128.store(to + offset, value);
        reportFour(value, x, y, z);
      }
  endReport(place);
}

/** f of four nodes after the step. Nodes without a speed are made a distance instead. */
function moveFour(at: usize, speed: v128, flat: bool): v128 {
  const known = f32x4.ne(speed, splat(<f32>NO_SPEED)), far = sweepFour(at, flat);
  if (!v128.any_true(known)) return far;
  const f = v128.load(at), one = splat(1), layer = flat ? 0 : LAYER;
  const xBelow = v128.load(at - 4), xAbove = v128.load(at + 4), yBelow = v128.load(at - ROW), yAbove = v128.load(at + ROW);
  const zBelow = v128.load(at - layer), zAbove = v128.load(at + layer);
  const F = add(speed, splat(<f32>real(SWELL)));
  const sign = v128.bitselect(one, splat(-1), f32x4.gt(F, splat(0)));
  const steep = add(add(upwind(sign, xBelow, f, xAbove), upwind(sign, yBelow, f, yAbove)), upwind(sign, zBelow, f, zAbove));
  let rate = mul(F, f32x4.sqrt(steep));
  if (int(BENDS)) rate = madd(splat(<f32>real(TENSION)), bend(at, f, xBelow, xAbove, yBelow, yAbove, zBelow, zAbove, flat), rate);
  const moved = between(madd(splat(<f32>real(STEP_TIME)), rate, f), one);
  return v128.bitselect(moved, far, known);
}

/** min(D⁻, 0)² + max(D⁺, 0)² for F > 0, the other way round for F < 0. */
@inline function upwind(sign: v128, below: v128, f: v128, above: v128): v128 {
  const zero = splat(0);
  return add(square(smaller(mul(sign, sub(f, below)), zero)), square(larger(mul(sign, sub(above, f)), zero)));
}

/** κ|∇f|, with |κ| at most 2 (1 in 2D). */
@inline function bend(
  at: usize, f: v128, xBelow: v128, xAbove: v128, yBelow: v128, yAbove: v128, zBelow: v128, zAbove: v128, flat: bool,
): v128 {
  const half = splat(0.5), fx = mul(half, sub(xAbove, xBelow)), fy = mul(half, sub(yAbove, yBelow)), fz = mul(half, sub(zAbove, zBelow));
  const twice = add(f, f);
  const slope2 = madd(fz, fz, madd(fy, fy, madd(fx, fx, splat(1e-12)))), slope = f32x4.sqrt(slope2);
  const alongX = mul(sub(add(xAbove, xBelow), twice), add(square(fy), square(fz)));
  let sum = add(alongX, mul(sub(add(yAbove, yBelow), twice), add(square(fx), square(fz))));
  let cross = mul(mul(fx, fy), mixed(at, 4, ROW));
  if (!flat) {
    sum = madd(sub(add(zAbove, zBelow), twice), add(square(fx), square(fy)), sum);
    cross = add(cross, add(mul(mul(fx, fz), mixed(at, 4, LAYER)), mul(mul(fy, fz), mixed(at, ROW, LAYER))));
  }
  const curvature = div(sub(sum, add(cross, cross)), mul(slope2, slope));
  return mul(between(curvature, splat(flat ? 1 : 2)), slope);
}

/** ∂²f over two axes, given as bytes between nodes. */
@inline function mixed(at: usize, a: usize, b: usize): v128 {
  return mul(splat(0.25), sub(add(v128.load(at + a + b), v128.load(at - a - b)), add(v128.load(at + a - b), v128.load(at - a + b))));
}
