// Hourglass control of solids, two near neighbors at a time. [card §14, Gan15, ADR 39; src/substances/elastic/hourglass.ts]
//   E_i = ½ s_i Σ_j ω_ij |x_ij − F̃_i X_ij|²,  F̃_i = Σ_j ω_ij x_ij X_ijᵀ A_i⁻¹,  x_ij = x_j − x_i
//   f_i = −∂E/∂x_i = Σ_j ω_ij (s_i (x_ij − F̃_i X_ij) + s_j (x_ij − F̃_j X_ij))
// F̃ is where E is least, so that its own change adds nothing. Both ends of a link compute the same sums with the other sign: momentum is
// kept to the last bit. E knows no turning, so angular momentum is kept to rounding.

import {
  AT_ELASTIC_ENERGY, AT_NODE_CONTROL, AT_NODE_FIT, AT_NODE_HOURGLASS, CONTROL_BYTES, FIT_BYTES, PAIR_UNIT,
} from '../../src/wasm/layout';
import { address, real } from '../context';
import { vectorAt } from '../math/vector';
import { both, dot, madd, rowDot, total } from './gradient';

/** Bytes of s F̃ and s of a node. */
const ROW: usize = 80;

/** The first pair of near neighbors of node n, and one past the last: who they are, ω, X_ij. */
@inline function pairsOf(n: i32): usize { return load<usize>(address(AT_NODE_CONTROL) + (<usize>n << 3)); }
@inline function pairsEndOf(n: i32): usize { return load<usize>(address(AT_NODE_CONTROL) + (<usize>n << 3), 4); }
@inline function weightsOf(pair: usize): v128 { return f64x2.promote_low_f32x4(v128.load64_zero(pair, 8)); }

/** Leaves s F̃ and s of node n, a part `soft` of its stiffness, over the unit. Places may be directions: E is quadratic in them. */
export function fitNode(n: i32, soft: f64, places: usize): void {
  const own = places + (<usize>n << 5), fit = address(AT_NODE_FIT) + <usize>n * FIT_BYTES;
  const s = (soft * load<f64>(fit, 48)) / real(PAIR_UNIT), out = address(AT_NODE_HOURGLASS) + <usize>n * ROW;
  if (s == 0) {
    memory.fill(out, 0, ROW);
    return;
  }
  const x = v128.load64_splat(own), y = v128.load64_splat(own, 8), z = v128.load64_splat(own, 16), zero = f64x2.splat(0);
  let xx = zero, xy = zero, xz = zero, yx = zero, yy = zero, yz = zero, zx = zero, zy = zero, zz = zero;
  for (let l = pairsOf(n), end = pairsEndOf(n); l < end; l += CONTROL_BYTES) {
    const a = places + (<usize>load<u32>(l) << 5), b = places + (<usize>load<u32>(l, 4) << 5), w = weightsOf(l);
    const dx = f64x2.sub(both(a, b), x), dy = f64x2.sub(both(a + 8, b + 8), y), dz = f64x2.sub(both(a + 16, b + 16), z);
    const wx = f64x2.mul(w, v128.load(l, 16)), wy = f64x2.mul(w, v128.load(l, 32)), wz = f64x2.mul(w, v128.load(l, 48));
    xx = madd(dx, wx, xx); xy = madd(dx, wy, xy); xz = madd(dx, wz, xz);
    yx = madd(dy, wx, yx); yy = madd(dy, wy, yy); yz = madd(dy, wz, yz);
    zx = madd(dz, wx, zx); zy = madd(dz, wy, zy); zz = madd(dz, wz, zz);
  }
  fitRow(fit, total(xx), total(xy), total(xz), s, out);
  fitRow(fit, total(yx), total(yy), total(yz), s, out + 24);
  fitRow(fit, total(zx), total(zy), total(zz), s, out + 48);
  store<f64>(out, s, 72);
}

/** A row of F̃ from one of Σ ω x Xᵀ, times s. */
@inline function fitRow(fit: usize, x: f64, y: f64, z: f64, s: f64, out: usize): void {
  const yz = load<f64>(fit, 24), zx = load<f64>(fit, 32), xy = load<f64>(fit, 40);
  const xx = load<f64>(fit), yy = load<f64>(fit, 8), zz = load<f64>(fit, 16);
  vectorAt(out).set(s * (x * xx + y * xy + z * zx), s * (x * xy + y * yy + z * yz), s * (x * zx + y * yz + z * zz));
}

/** Adds the force on node n to that at `out`, for places or directions. Returns 2 s E of the node over the unit. */
export function addHourglass(n: i32, places: usize, out: usize): f64 {
  const rows = address(AT_NODE_HOURGLASS), zero = f64x2.splat(0);
  const own = places + (<usize>n << 5), row = rows + <usize>n * ROW, s = v128.load64_splat(row, 72);
  const x = v128.load64_splat(own), y = v128.load64_splat(own, 8), z = v128.load64_splat(own, 16);
  const a = v128.load64_splat(row), b = v128.load64_splat(row, 8), c = v128.load64_splat(row, 16), d = v128.load64_splat(row, 24);
  const e = v128.load64_splat(row, 32), f = v128.load64_splat(row, 40), g = v128.load64_splat(row, 48), h = v128.load64_splat(row, 56);
  const k = v128.load64_splat(row, 64);
  let fx = zero, fy = zero, fz = zero, squares = zero;
  for (let l = pairsOf(n), end = pairsEndOf(n); l < end; l += CONTROL_BYTES) {
    const first = <usize>load<u32>(l), second = <usize>load<u32>(l, 4), p = rows + first * ROW, q = rows + second * ROW, w = weightsOf(l);
    const u = places + (first << 5), v = places + (second << 5), X = v128.load(l, 16), Y = v128.load(l, 32), Z = v128.load(l, 48);
    const dx = f64x2.sub(both(u, v), x), dy = f64x2.sub(both(u + 8, v + 8), y), dz = f64x2.sub(both(u + 16, v + 16), z);
    const ex = f64x2.sub(f64x2.mul(s, dx), dot(a, b, c, X, Y, Z)), ey = f64x2.sub(f64x2.mul(s, dy), dot(d, e, f, X, Y, Z));
    const ez = f64x2.sub(f64x2.mul(s, dz), dot(g, h, k, X, Y, Z)), t = both(p + 72, q + 72);
    const tx = f64x2.sub(f64x2.mul(t, dx), rowDot(p, q, X, Y, Z)), ty = f64x2.sub(f64x2.mul(t, dy), rowDot(p + 24, q + 24, X, Y, Z));
    const tz = f64x2.sub(f64x2.mul(t, dz), rowDot(p + 48, q + 48, X, Y, Z));
    fx = madd(w, f64x2.add(ex, tx), fx); fy = madd(w, f64x2.add(ey, ty), fy); fz = madd(w, f64x2.add(ez, tz), fz);
    squares = madd(w, madd(ex, ex, madd(ey, ey, f64x2.mul(ez, ez))), squares);
  }
  const force = vectorAt(out);
  force.set(force.x + total(fx), force.y + total(fy), force.z + total(fz));
  return total(squares);
}

/** Adds the energy of node n, of which `addHourglass` told, to that of particle i. */
export function addHourglassEnergy(n: i32, i: i32, squares: f64): void {
  const energy = address(AT_ELASTIC_ENERGY) + (<usize>i << 3), s = load<f64>(address(AT_NODE_HOURGLASS) + <usize>n * ROW, 72);
  if (s > 0) store<f64>(energy, load<f64>(energy) + (0.5 * real(PAIR_UNIT) * squares) / s);
}
