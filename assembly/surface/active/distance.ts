// Makes f a distance again: f_t = S (1 − |∇f|), Godunov, half a voxel a sweep. Nodes beside the surface go to φ/|∇φ| instead, or every
// sweep would draw the surface inward.                                                                 [card §7: reinit; RS00]

import { AT_NEXT, AT_SPEED, BAND, GOAL_FAR } from '../../../src/surface/active-layout';
import { AT_VALUES, BLOCK_NODES, BLOCK_VOLUME, DEPTH } from '../../../src/surface/layout';
import { address, int } from '../../context';
import { add, div, madd, mul, splat, sub } from '../../math/simd';
import { LAYER, loadNeighborhood, nodeOf, ROW } from './neighborhood';
import { beginReport, endReport, reportFour } from './report';

const BLOCK_BYTES: usize = BLOCK_VOLUME << 2;

@inline function square(a: v128): v128 { return mul(a, a); }
@inline function larger(a: v128, b: v128): v128 { return f32x4.pmax(a, b); }

/** Finds where the nodes of a block shall go: beside the surface the f of their distance, elsewhere GOAL_FAR. */
export function findGoals(place: i32): void {
  loadNeighborhood(place, address(AT_VALUES));
  const depth = int(DEPTH), to = address(AT_SPEED) + <usize>place * BLOCK_BYTES;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) {
        v128.store(to + (<usize>(z << 6 | y << 3 | x) << 2), goalOfFour(nodeOf(x, y, z), depth == 1));
      }
}

function goalOfFour(at: usize, flat: bool): v128 {
  const f = v128.load(at), zero = splat(0), inside = f32x4.gt(f, zero);
  const xBelow = v128.load(at - 4), xAbove = v128.load(at + 4), yBelow = v128.load(at - ROW), yAbove = v128.load(at + ROW);
  const layer = flat ? 0 : LAYER, zBelow = v128.load(at - layer), zAbove = v128.load(at + layer);
  const differs = v128.or(v128.or(v128.or(v128.xor(inside, f32x4.gt(xBelow, zero)), v128.xor(inside, f32x4.gt(xAbove, zero))),
    v128.or(v128.xor(inside, f32x4.gt(yBelow, zero)), v128.xor(inside, f32x4.gt(yAbove, zero)))),
  v128.or(v128.xor(inside, f32x4.gt(zBelow, zero)), v128.xor(inside, f32x4.gt(zAbove, zero))));
  const central = mul(splat(0.25), add(add(square(sub(xAbove, xBelow)), square(sub(yAbove, yBelow))), square(sub(zAbove, zBelow))));
  const alongX = larger(f32x4.abs(sub(xAbove, f)), f32x4.abs(sub(f, xBelow)));
  const alongY = larger(f32x4.abs(sub(yAbove, f)), f32x4.abs(sub(f, yBelow)));
  const steepest = larger(larger(alongX, alongY), larger(f32x4.abs(sub(zAbove, f)), f32x4.abs(sub(f, zBelow))));
  const beside = div(f, mul(splat(<f32>BAND), larger(f32x4.sqrt(central), steepest)));
  return v128.bitselect(beside, splat(<f32>GOAL_FAR), differs);
}

/** One sweep over a block. */
export function sweepDistance(place: i32): void {
  loadNeighborhood(place, address(AT_VALUES));
  beginReport();
  const depth = int(DEPTH), goals = address(AT_SPEED) + <usize>place * BLOCK_BYTES, to = address(AT_NEXT) + <usize>place * BLOCK_BYTES;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) {
        const offset = <usize>(z << 6 | y << 3 | x) << 2, at = nodeOf(x, y, z), goal = v128.load(goals + offset), f = v128.load(at);
        const beside = f32x4.lt(goal, splat(<f32>GOAL_FAR));
        const value = v128.bitselect(madd(splat(0.5), sub(goal, f), f), sweepFour(at, depth == 1), beside);
        v128.store(to + offset, value);
        reportFour(value, x, y, z);
      }
  endReport(place);
}

/** f of four nodes that are not beside the surface after half a voxel of f_t = S (1 − |∇f|). */
export function sweepFour(at: usize, flat: bool): v128 {
  const f = v128.load(at), one = splat(1), zero = splat(0), layer = flat ? 0 : LAYER;
  const phi = mul(splat(<f32>BAND), f), S = div(phi, f32x4.sqrt(madd(phi, phi, one)));
  const sign = v128.bitselect(one, splat(-1), f32x4.gt(f, zero));
  const alongX = godunov(sign, v128.load(at - 4), f, v128.load(at + 4));
  const alongY = godunov(sign, v128.load(at - ROW), f, v128.load(at + ROW));
  const slope = f32x4.sqrt(add(add(alongX, alongY), godunov(sign, v128.load(at - layer), f, v128.load(at + layer))));
  const value = madd(mul(splat(<f32>0.5 / <f32>BAND), S), sub(one, mul(splat(<f32>BAND), slope)), f);
  return larger(splat(-1), f32x4.pmin(one, value));
}

/** The square of the difference from the side of the surface. */
@inline function godunov(sign: v128, below: v128, f: v128, above: v128): v128 {
  const zero = splat(0);
  return larger(square(larger(mul(sign, sub(f, below)), zero)), square(f32x4.pmin(mul(sign, sub(above, f)), zero)));
}
