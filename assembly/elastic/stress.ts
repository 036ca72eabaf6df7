// Strain, plastic flow and stress of every particle of a solid. [AW09 eq. 61-65, 69; card §14-15, X33-X37]
//   F = Σ (x_j − x_i) g_ijᵀ,   ε = ½(FᵀF − I)
//   if ‖ε − ε_p‖ > yield + hardening p:  ε_p += c (ε − ε_p), c = 1 − exp(−creep dt);   ‖ε_p‖ ≤ most;   p += ‖Δε_p‖;   then σ
//   σ = λ tr(ε_e) I + 2μ ε_e + c_s ½(FᵀḞ + ḞᵀF),   P = Fσ + k_v (det F − 1) cof F
// det F is counted from the volume at rest, m/ρ₀, which is that of the reference until that is renewed: det F V/(m/ρ₀).
// What flows is the part of ε_e without change of volume, unless the law says otherwise. In the plane F_zz = 1.

import {
  AT_DAMAGE, AT_ELASTIC_ENERGY, AT_GREEN_STRAIN, AT_MASS, AT_NODE_PLACE, AT_NODE_STRESS, AT_NODE_VELOCITY,
  AT_PLASTIC_SHEAR, AT_PLASTIC_STRAIN, AT_PLASTIC_STRETCH, AT_REFERENCE_VOLUME, AT_TEMPERATURE, AT_VON_MISES, DIMENSION, ELASTIC_AGAIN,
  ELASTIC_CREEP, ELASTIC_DAMPING, ELASTIC_DEVIATORIC, ELASTIC_HARDENING, ELASTIC_HOURGLASS, ELASTIC_LAMBDA, ELASTIC_MOST, ELASTIC_MU,
  ELASTIC_SOFT_FROM, ELASTIC_SOFT_PART, ELASTIC_SOFT_TO, ELASTIC_STRENGTH, ELASTIC_VOLUME, ELASTIC_YIELD, HAS_HEAT, PAIR_UNIT,
  REPORT_LARGEST_FLOW, REPORT_STRETCH, REPORT_TENSION, SUB_REST_DENSITY,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { vectorAt } from '../math/vector';
import { substanceOf } from '../passes/pack';
import { reportOf } from '../schemes/shared/report';
import { gxx, gxy, gxz, gyx, gyy, gyz, gzx, gzy, gzz, sumGradient } from './gradient';
import { fitNode } from './hourglass';
import { lawOf, nodesBegin, nodesEnd, particleOf } from './law';

// The elastic strain, then the stress σ, of the particle in hand.
let xx: f64 = 0, yy: f64 = 0, zz: f64 = 0, yz: f64 = 0, zx: f64 = 0, xy: f64 = 0;

/** Stress of the nodes of a chunk. */
export function stressSolids(chunk: i32): void {
  const end = nodesEnd(chunk), report = reportOf(chunk), flat: f64 = real(DIMENSION) == 2 ? 1 : 0;
  const controlled = int(ELASTIC_HOURGLASS) != 0, again = int(ELASTIC_AGAIN) != 0;
  let stretch = 1.0, largest = 0.0, tense = 0.0;
  for (let n = nodesBegin(chunk); n < end; n++) {
    if (again && !isNaN(load<f64>(address(AT_NODE_STRESS) + <usize>n * 80, 72))) continue;
    const i = particleOf(n), law = lawOf(i), soft = softness(i, law);
    sumGradient(address(AT_NODE_PLACE), n);
    if (isCrumb()) {
      dropStress(i, n);
      continue;
    }
    const a = gxx, b = gxy, c = gxz, d = gyx, e = gyy, f = gyz, g = gzx, h = gzy, k = gzz + flat;
    const square = a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + k * k;
    stretch = max<f64>(stretch, 0.5 * (3 * square - 7));
    xx = 0.5 * (a * a + d * d + g * g - 1); yy = 0.5 * (b * b + e * e + h * h - 1); zz = 0.5 * (c * c + f * f + k * k - 1);
    yz = 0.5 * (b * c + e * f + h * k); zx = 0.5 * (a * c + d * f + g * k); xy = 0.5 * (a * b + d * e + g * h);
    const strain = Math.sqrt(normSquare());
    store<f64>(address(AT_GREEN_STRAIN) + (<usize>i << 3), strain);
    if (load<f64>(law, ELASTIC_YIELD) < Infinity) largest = max<f64>(largest, flow(i, law, soft));

    const lambda = soft * load<f64>(law, ELASTIC_LAMBDA), mu = soft * load<f64>(law, ELASTIC_MU), trace = xx + yy + zz;
    const all = load<f64>(address(AT_REFERENCE_VOLUME) + (<usize>i << 3)), V = all * (1 - load<f64>(address(AT_DAMAGE) + (<usize>i << 3)));
    const fx = e * k - f * h, fy = f * g - d * k, fz = d * h - e * g, J = a * fx + b * fy + c * fz; // cof F, first row
    const rest = load<f64>(address(AT_MASS) + (<usize>i << 3)) / load<f64>(substanceOf(i), SUB_REST_DENSITY), whole = all / rest;
    const swell = J * whole - 1, kv = soft * load<f64>(law, ELASTIC_VOLUME), press = kv * swell;
    const energy = 0.5 * lambda * trace * trace + mu * normSquare() + (0.5 * press * swell) / whole;
    store<f64>(address(AT_ELASTIC_ENERGY) + (<usize>i << 3), V * energy);
    if (controlled) fitNode(n, soft, address(AT_NODE_PLACE));
    const mean = lambda * trace, twice = 2 * mu;
    xx = mean + twice * xx; yy = mean + twice * yy; zz = mean + twice * zz;
    yz *= twice; zx *= twice; xy *= twice;
    const damping = load<f64>(law, ELASTIC_DAMPING);
    if (damping > 0) addViscous(damping, n, a, b, c, d, e, f, g, h, k);

    const out = address(AT_NODE_STRESS) + <usize>n * 80, s = V / real(PAIR_UNIT);
    const p0 = a * xx + b * xy + c * zx + press * fx, p1 = a * xy + b * yy + c * yz + press * fy;
    const p2 = a * zx + b * yz + c * zz + press * fz;
    const p3 = d * xx + e * xy + f * zx + press * (h * c - k * b), p4 = d * xy + e * yy + f * yz + press * (k * a - g * c);
    const p5 = d * zx + e * yz + f * zz + press * (g * b - h * a);
    const p6 = g * xx + h * xy + k * zx + press * (b * f - c * e), p7 = g * xy + h * yy + k * yz + press * (c * d - a * f);
    const p8 = g * zx + h * yz + k * zz + press * (a * e - b * d);
    vectorAt(out).set(s * p0, s * p1, s * p2);
    vectorAt(out + 24).set(s * p3, s * p4, s * p5);
    vectorAt(out + 48).set(s * p6, s * p7, s * p8);
    const cx = p0 * a + p1 * b + p2 * c, cy = p3 * d + p4 * e + p5 * f, cz = p6 * g + p7 * h + p8 * k; // P Fᵀ = det F times Cauchy's
    const cyz = p3 * g + p4 * h + p5 * k, czx = p6 * a + p7 * b + p8 * c, cxy = p0 * d + p1 * e + p2 * f;
    const mises = vonMises(cx, cy, cz, cyz, czx, cxy) / Math.abs(J);
    store<f64>(address(AT_VON_MISES) + (<usize>i << 3), mises);
    const strength = load<f64>(law, ELASTIC_STRENGTH);
    if (strength == Infinity) {
      store<f64>(out, 0, 72);
      continue;
    }
    const tension = J > 0 ? (cx + cy + cz) / (3 * J) + (2.0 / 3.0) * mises : 0; // no principal stress is larger; a pulled bar has it
    store<f64>(out, tension, 72);
    tense = max<f64>(tense, tension / strength);
  }
  if (again) return; // reports stay those of all
  store<f64>(report, stretch, REPORT_STRETCH);
  store<f64>(report, largest, REPORT_LARGEST_FLOW);
  store<f64>(report, tense, REPORT_TENSION);
}

/** Whether the node has no gradients, because its neighbors are too few. */
@inline function isCrumb(): bool { return gxx == 0 && gyy == 0 && gxy == 0 && gyx == 0 && gzz == 0; }

/** No strain, no stress. */
function dropStress(i: i32, n: i32): void {
  const at = <usize>i << 3;
  store<f64>(address(AT_GREEN_STRAIN) + at, 0);
  store<f64>(address(AT_VON_MISES) + at, 0);
  store<f64>(address(AT_ELASTIC_ENERGY) + at, 0);
  memory.fill(address(AT_NODE_STRESS) + <usize>n * 80, 0, 80);
  if (int(ELASTIC_HOURGLASS)) fitNode(n, 1, address(AT_NODE_PLACE));
}

/** Square of the norm of what stands in xx … xy. */
@inline function normSquare(): f64 { return xx * xx + yy * yy + zz * zz + 2 * (yz * yz + zx * zx + xy * xy); }

/** Part of its stiffness that a particle has at its temperature. */
@inline export function softness(i: i32, law: usize): f64 {
  const from = load<f64>(law, ELASTIC_SOFT_FROM), to = load<f64>(law, ELASTIC_SOFT_TO);
  if (!int(HAS_HEAT) || !(to > from)) return 1;
  const u = (load<f64>(address(AT_TEMPERATURE) + (<usize>i << 3)) - from) / (to - from);
  return 1 - (1 - load<f64>(law, ELASTIC_SOFT_PART)) * min<f64>(max<f64>(u, 0), 1);
}

/** From the strain in hand to the elastic strain, after the flow of this step. Returns the norm of ε_p. [AW09 eq. 69, X37] */
function flow(i: i32, law: usize, soft: f64): f64 {
  const stretch = vectorAt(address(AT_PLASTIC_STRETCH) + <usize>i * 24), shear = vectorAt(address(AT_PLASTIC_SHEAR) + <usize>i * 24);
  const worked = address(AT_PLASTIC_STRAIN) + (<usize>i << 3), flowed = load<f64>(worked);
  xx -= stretch.x; yy -= stretch.y; zz -= stretch.z;
  yz -= shear.x; zx -= shear.y; xy -= shear.z;
  const third = load<f64>(law, ELASTIC_DEVIATORIC) != 0 ? (xx + yy + zz) / 3 : 0;
  const dx = xx - third, dy = yy - third, dz = zz - third, shearing = yz * yz + zx * zx + xy * xy;
  const driving = Math.sqrt(dx * dx + dy * dy + dz * dz + 2 * shearing);
  const limit = soft * load<f64>(law, ELASTIC_YIELD) + load<f64>(law, ELASTIC_HARDENING) * flowed;
  const c = driving > limit ? load<f64>(law, ELASTIC_CREEP) : 0;
  if (c > 0) {
    const px = stretch.x, py = stretch.y, pz = stretch.z, qx = shear.x, qy = shear.y, qz = shear.z;
    let x = px + c * dx, y = py + c * dy, z = pz + c * dz, u = qx + c * yz, v = qy + c * zx, w = qz + c * xy;
    const square = x * x + y * y + z * z + 2 * (u * u + v * v + w * w), most = load<f64>(law, ELASTIC_MOST);
    if (square > most * most) {
      const part = most / Math.sqrt(square);
      x *= part; y *= part; z *= part;
      u *= part; v *= part; w *= part;
    }
    stretch.set(x, y, z);
    shear.set(u, v, w);
    x -= px; y -= py; z -= pz;
    u -= qx; v -= qy; w -= qz;
    xx -= x; yy -= y; zz -= z;
    yz -= u; zx -= v; xy -= w;
    store<f64>(worked, flowed + Math.sqrt(x * x + y * y + z * z + 2 * (u * u + v * v + w * w)));
  }
  return Math.sqrt(stretch.square + 2 * shear.square);
}

/** c_s ½(FᵀḞ + ḞᵀF) onto the stress in hand. [card §14] */
function addViscous(cs: f64, n: i32, a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, k: f64): void {
  sumGradient(address(AT_NODE_VELOCITY), n);
  xx += cs * (a * gxx + d * gyx + g * gzx);
  yy += cs * (b * gxy + e * gyy + h * gzy);
  zz += cs * (c * gxz + f * gyz + k * gzz);
  yz += 0.5 * cs * (b * gxz + e * gyz + h * gzz + c * gxy + f * gyy + k * gzy);
  zx += 0.5 * cs * (a * gxz + d * gyz + g * gzz + c * gxx + f * gyx + k * gzx);
  xy += 0.5 * cs * (a * gxy + d * gyy + g * gzy + b * gxx + e * gyx + h * gzx);
}

/** √(3/2 s:s), s the part of a stress without its mean. */
@inline function vonMises(x: f64, y: f64, z: f64, yz: f64, zx: f64, xy: f64): f64 {
  const u = x - y, v = y - z, w = z - x;
  return Math.sqrt(0.5 * (u * u + v * v + w * w) + 3 * (yz * yz + zx * zx + xy * xy));
}
