// Gradients over the links of a node, two neighbors at a time: Σ_j (a_j − a_i) g_ijᵀ. [AW09 eq. 32, 37; card §13]
// With a = x this is F = I + ∇u, because the gradients are exact for the reference places themselves.

import { AT_NODE_LINKS, LINK_BYTES } from '../../src/wasm/layout';
import { address } from '../context';

/** The gradient last summed, row after row. Globals belong to one instance, hence to one thread. */
export let gxx: f64 = 0, gxy: f64 = 0, gxz: f64 = 0, gyx: f64 = 0, gyy: f64 = 0, gyz: f64 = 0, gzx: f64 = 0, gzy: f64 = 0, gzz: f64 = 0;

/** First link of node n, and one past its last. */
@inline export function linksOf(n: i32): usize { return load<usize>(address(AT_NODE_LINKS) + (<usize>n << 3)); }
@inline export function linksEndOf(n: i32): usize { return load<usize>(address(AT_NODE_LINKS) + (<usize>n << 3), 4); }

/** One number of each of two rows. */
@inline export function both(a: usize, b: usize): v128 { return v128.load64_lane(b, v128.load64_zero(a), 1); }

@inline export function madd(a: v128, b: v128, c: v128): v128 { return f64x2.add(f64x2.mul(a, b), c); }
@inline export function total(a: v128): f64 { return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1); }

/** a x + b y + c z, of two links. */
@inline export function dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y)), f64x2.mul(c, z));
}
/** A row of the matrices of two nodes times two vectors. */
@inline export function rowDot(p: usize, q: usize, x: v128, y: v128, z: v128): v128 {
  return dot(both(p, q), both(p + 8, q + 8), both(p + 16, q + 16), x, y, z);
}

/** Sums the gradient of vectors of 32 bytes, by nodes, at node n. */
export function sumGradient(vectors: usize, n: i32): void {
  const own = vectors + (<usize>n << 5), zero = f64x2.splat(0);
  const x = f64x2.splat(load<f64>(own)), y = f64x2.splat(load<f64>(own, 8)), z = f64x2.splat(load<f64>(own, 16));
  let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero;
  for (let l = linksOf(n), end = linksEndOf(n); l < end; l += LINK_BYTES) {
    const a = vectors + (<usize>load<u32>(l) << 5), b = vectors + (<usize>load<u32>(l, 4) << 5);
    const gx = v128.load(l, 16), gy = v128.load(l, 32), gz = v128.load(l, 48);
    const dx = f64x2.sub(both(a, b), x), dy = f64x2.sub(both(a + 8, b + 8), y), dz = f64x2.sub(both(a + 16, b + 16), z);
    xx = madd(dx, gx, xx); xy = madd(dx, gy, xy); xz = madd(dx, gz, xz);
    yx = madd(dy, gx, yx); yy = madd(dy, gy, yy); yz = madd(dy, gz, yz);
    zx = madd(dz, gx, zx); zy = madd(dz, gy, zy); zz = madd(dz, gz, zz);
  }
  gxx = total(xx); gxy = total(xy); gxz = total(xz);
  gyx = total(yx); gyy = total(yy); gyz = total(yz);
  gzx = total(zx); gzy = total(zy); gzz = total(zz);
}
