// The skin of a body from the displacements of its particles: sums over precomputed weights. [AW09 §7.2, card §17]
//   x' = x + Σ Φ_i u_i,   F a = a + Σ (∇Φ_i·a) u_i,   F b = b + Σ (∇Φ_i·b) u_i
//   exact: n' = F a × F b = cof(F) n, because n = a × b (X31);   cheap: n' = F a, where a = n
// A weight is 16 bytes: byte offset of the displacement, Φ, ∇Φ·a, ∇Φ·b. Vertices have 48 bytes of rest: x, a, b with a fourth lane each.

import { madd } from '../math/simd';

/** Bytes of a weight and of the rest of a vertex. */
const WEIGHT: usize = 16;
const REST: usize = 48;

/**
 * Writes position and unit normal of every vertex, 12 bytes each, the normals behind all positions.
 * @param starts u32 per vertex and one more: number of its first weight
 * @param u 16 bytes per particle
 */
export function deformSkin(vertices: u32, starts: usize, weights: usize, u: usize, rest: usize, out: usize, exact: bool): void {
  const normals = out + 12 * <usize>vertices;
  for (let vertex: usize = 0; vertex < <usize>vertices; vertex++) {
    const own = rest + REST * vertex;
    let x = v128.load(own),
      a = v128.load(own, 16),
      b = v128.load(own, 32);
    const end = weights + WEIGHT * <usize>load<u32>(starts + 4 * vertex, 4);
    for (let at = weights + WEIGHT * <usize>load<u32>(starts + 4 * vertex); at < end; at += WEIGHT) {
      const u_i = v128.load(u + <usize>load<u32>(at));
      x = madd(v128.load_splat<f32>(at, 4), u_i, x);
      a = madd(v128.load_splat<f32>(at, 8), u_i, a);
      if (exact) b = madd(v128.load_splat<f32>(at, 12), u_i, b);
    }
    storeVector(out + 12 * vertex, x);
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
