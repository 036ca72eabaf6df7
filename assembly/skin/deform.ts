// The skin of a body from the displacements of its particles: sums over precomputed weights. [AW09 §7.2, card §17]
//   x' = x + Σ Φ_i u_i,   F a = a + Σ (∇Φ_i·a) u_i,   F b = b + Σ (∇Φ_i·b) u_i
//   exact: n' = F a × F b = cof(F) n, because n = a × b (X31);   cheap: n' = F a, where a = n
// A weight is 16 bytes: byte offset of the displacement, Φ, ∇Φ·a, ∇Φ·b. Vertices have 48 bytes of rest: x, a, b with a fourth lane each.

import {
  AT_MOVES, AT_REST, AT_SHAPE, AT_STARTS, AT_WEIGHTS, BLOCK_VERTICES, EXACT, REST_BYTES, VERTICES, WEIGHT_BYTES,
} from '../../src/skin/layout';
import { address, int } from '../context';
import { madd } from '../math/simd';

/** Writes position and unit normal of the vertices of a block. */
export function deformVertices(block: i32): void {
  const vertices = <usize>int(VERTICES), exact = int(EXACT) != 0,
    starts = address(AT_STARTS), weights = address(AT_WEIGHTS), u = address(AT_MOVES), rest = address(AT_REST), shape = address(AT_SHAPE),
    normals = shape + 12 * vertices,
    first = <usize>block * BLOCK_VERTICES, behind = min(vertices, first + BLOCK_VERTICES);
  for (let vertex = first; vertex < behind; vertex++) {
    const own = rest + REST_BYTES * vertex;
    let x = v128.load(own), a = v128.load(own, 16), b = v128.load(own, 32);
    const end = weights + WEIGHT_BYTES * <usize>load<u32>(starts + 4 * vertex, 4);
    for (let at = weights + WEIGHT_BYTES * <usize>load<u32>(starts + 4 * vertex); at < end; at += WEIGHT_BYTES) {
      const u_i = v128.load(u + <usize>load<u32>(at));
      x = madd(v128.load_splat<f32>(at, 4), u_i, x);
      a = madd(v128.load_splat<f32>(at, 8), u_i, a);
      if (exact) b = madd(v128.load_splat<f32>(at, 12), u_i, b);
    }
    storeVector(shape + 12 * vertex, x);
    storeVector(normals + 12 * vertex, unit(exact ? cross(a, b) : a));
  }
}

@inline function storeVector(at: usize, v: v128): void {
  v128.store64_lane(at, v, 0);
  v128.store32_lane(at, v, 2, 8);
}

@inline function cross(a: v128, b: v128): v128 {
  const a_yzx = v128.shuffle<u32>(a, a, 1, 2, 0, 3),
    b_yzx = v128.shuffle<u32>(b, b, 1, 2, 0, 3),
    c = f32x4.sub(f32x4.mul(a, b_yzx), f32x4.mul(a_yzx, b));
  return v128.shuffle<u32>(c, c, 1, 2, 0, 3);
}

/** v over its length; (0, 0, 0) if it has none. */
@inline function unit(v: v128): v128 {
  const square = f32x4.mul(v, v),
    sum = f32x4.extract_lane(square, 0) + f32x4.extract_lane(square, 1) + f32x4.extract_lane(square, 2);
  return f32x4.mul(v, f32x4.splat(sum > 0 ? 1 / Mathf.sqrt(sum) : 0));
}
