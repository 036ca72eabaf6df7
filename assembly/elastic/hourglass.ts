// Hourglass control of solids, two neighbors at a time. [card §14, Gan15, ADR 39; src/substances/elastic/hourglass.ts]
//   E_i = ½ s_i Σ_j ω_ij |x_ij − F̃_i X_ij|²,  F̃_i = Σ_j ω_ij x_ij X_ijᵀ A_i⁻¹,  x_ij = x_j − x_i
//   f_i = −∂E/∂x_i = Σ_j ω_ij ((s_i + s_j) x_ij − (s_i F̃_i + s_j F̃_j) X_ij)
// F̃ is where E is least, so that its own change adds nothing. Both ends of a link compute the same sums with the other sign: momentum is
// kept to the last bit. E knows no turning, so angular momentum is kept to rounding.

import {
  AT_NODE_FIT, AT_NODE_HOURGLASS, AT_NODE_PLACE, AT_NODE_REFERENCE, LINK_BYTES, LINK_WEIGHT, PAIR_UNIT,
} from '../../src/wasm/layout';
import { address, real } from '../context';
import { vectorAt } from '../math/vector';
import { both, linksEndOf, linksOf, madd, total } from './gradient';

/** Bytes of s F̃ and s of a node. */
const ROW: usize = 80;

/** ω of two links. */
@inline function weightsOf(link: usize): v128 { return f64x2.promote_low_f32x4(v128.load64_zero(link, LINK_WEIGHT)); }

/** Leaves s F̃ and s of node n, a part `soft` of its stiffness, over the unit. Returns its energy, J. */
export function fitNode(n: i32, soft: f64): f64 {
  const places = address(AT_NODE_PLACE), references = address(AT_NODE_REFERENCE), own = places + (<usize>n << 5);
  const at = references + (<usize>n << 5), s = soft * load<f64>(at, 24), out = address(AT_NODE_HOURGLASS) + <usize>n * ROW;
  if (s == 0) {
    memory.fill(out, 0, ROW);
    return 0;
  }
  const x = v128.load64_splat(own), y = v128.load64_splat(own, 8), z = v128.load64_splat(own, 16), zero = f64x2.splat(0);
  const X = v128.load64_splat(at), Y = v128.load64_splat(at, 8), Z = v128.load64_splat(at, 16);
  let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero, squares = zero;
  for (let l = linksOf(n), end = linksEndOf(n); l < end; l += LINK_BYTES) {
    const j = <usize>load<u32>(l) << 5, k = <usize>load<u32>(l, 4) << 5, a = places + j, b = places + k, A = references + j, B = references + k;
    const w = weightsOf(l), dx = f64x2.sub(both(a, b), x), dy = f64x2.sub(both(a + 8, b + 8), y), dz = f64x2.sub(both(a + 16, b + 16), z);
    const wx = f64x2.mul(w, f64x2.sub(both(A, B), X)), wy = f64x2.mul(w, f64x2.sub(both(A + 8, B + 8), Y));
    const wz = f64x2.mul(w, f64x2.sub(both(A + 16, B + 16), Z));
    xx = madd(dx, wx, xx); xy = madd(dx, wy, xy); xz = madd(dx, wz, xz);
    yx = madd(dy, wx, yx); yy = madd(dy, wy, yy); yz = madd(dy, wz, yz);
    zx = madd(dz, wx, zx); zy = madd(dz, wy, zy); zz = madd(dz, wz, zz);
    squares = madd(w, madd(dx, dx, madd(dy, dy, f64x2.mul(dz, dz))), squares);
  }
  const fit = address(AT_NODE_FIT) + <usize>n * 48, unit = s / real(PAIR_UNIT);
  const fitted = fitRow(fit, total(xx), total(xy), total(xz), unit, out) + fitRow(fit, total(yx), total(yy), total(yz), unit, out + 24) +
    fitRow(fit, total(zx), total(zy), total(zz), unit, out + 48);
  store<f64>(out, unit, 72);
  return max<f64>(0.5 * s * (total(squares) - fitted), 0);
}

/** A row of F̃ from one of M = Σ ω x Xᵀ, times s. Returns its product with that of M. */
@inline function fitRow(fit: usize, x: f64, y: f64, z: f64, s: f64, out: usize): f64 {
  const yz = load<f64>(fit, 24), zx = load<f64>(fit, 32), xy = load<f64>(fit, 40);
  const a = x * load<f64>(fit) + y * xy + z * zx, b = x * xy + y * load<f64>(fit, 8) + z * yz, c = x * zx + y * yz + z * load<f64>(fit, 16);
  vectorAt(out).set(s * a, s * b, s * c);
  return a * x + b * y + c * z;
}

/** Adds the forces on node n to those at `out`. */
export function addHourglass(n: i32, out: usize): void {
  const places = address(AT_NODE_PLACE), references = address(AT_NODE_REFERENCE), rows = address(AT_NODE_HOURGLASS), zero = f64x2.splat(0);
  const own = places + (<usize>n << 5), at = references + (<usize>n << 5), row = rows + <usize>n * ROW, s = v128.load64_splat(row, 72);
  const x = v128.load64_splat(own), y = v128.load64_splat(own, 8), z = v128.load64_splat(own, 16);
  const X = v128.load64_splat(at), Y = v128.load64_splat(at, 8), Z = v128.load64_splat(at, 16);
  let fx = zero, fy = zero, fz = zero;
  for (let l = linksOf(n), end = linksEndOf(n); l < end; l += LINK_BYTES) {
    const i = <usize>load<u32>(l), j = <usize>load<u32>(l, 4), a = places + (i << 5), b = places + (j << 5), A = references + (i << 5);
    const B = references + (j << 5), p = rows + i * ROW, q = rows + j * ROW, w = weightsOf(l), both_s = f64x2.add(s, both(p + 72, q + 72));
    const dX = f64x2.sub(both(A, B), X), dY = f64x2.sub(both(A + 8, B + 8), Y), dZ = f64x2.sub(both(A + 16, B + 16), Z);
    fx = madd(w, f64x2.sub(f64x2.mul(both_s, f64x2.sub(both(a, b), x)), mapped(row, p, q, dX, dY, dZ)), fx);
    fy = madd(w, f64x2.sub(f64x2.mul(both_s, f64x2.sub(both(a + 8, b + 8), y)), mapped(row + 24, p + 24, q + 24, dX, dY, dZ)), fy);
    fz = madd(w, f64x2.sub(f64x2.mul(both_s, f64x2.sub(both(a + 16, b + 16), z)), mapped(row + 48, p + 48, q + 48, dX, dY, dZ)), fz);
  }
  const f = vectorAt(out);
  f.set(f.x + total(fx), f.y + total(fy), f.z + total(fz));
}

/** A row of s_i F̃_i + s_j F̃_j times X_ij, for two links. */
@inline function mapped(own: usize, p: usize, q: usize, X: v128, Y: v128, Z: v128): v128 {
  const a = f64x2.add(v128.load64_splat(own), both(p, q)), b = f64x2.add(v128.load64_splat(own, 8), both(p + 8, q + 8));
  const c = f64x2.add(v128.load64_splat(own, 16), both(p + 16, q + 16));
  return madd(a, X, madd(b, Y, f64x2.mul(c, Z)));
}
