// How the stress of solids changes with the places: what an implicit step needs. [ADR 39, card §14]
//   dF = Σ (p_j − p_i) g_ijᵀ,   dε = ½(Fᵀ dF + dFᵀ F),   dP = F (w(λ tr(dε) I + 2μ dε) + w_v c_s dε) + w k_v (cof F : dF) cof F
// Left out is what changes because stress turns with the body: dF σ + k_v (det F − 1) d(cof F). So the matrix is symmetric and never
// negative, and as FᵀdF of a rotation has no symmetric part, it knows no turning: it has neither force nor torque.

import {
  AT_NODE_PLACE, AT_NODE_SHAPE, AT_NODE_STRESS, AT_NODE_VELOCITY, AT_REFERENCE_VOLUME, DIMENSION, ELASTIC_DAMPING, ELASTIC_HOURGLASS,
  ELASTIC_LAMBDA, ELASTIC_MU, ELASTIC_VOLUME, PAIR_UNIT, STIFFNESS_WEIGHT, VISCOUS_WEIGHT,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { vectorAt } from '../math/vector';
import { gxx, gxy, gxz, gyx, gyy, gyz, gzx, gzy, gzz, sumGradient } from './gradient';
import { fitNode } from './hourglass';
import { lawOf, nodesBegin, nodesEnd, particleOf } from './law';
import { softness } from './stress';

/** F of the nodes of a chunk. */
export function shapeNodes(chunk: i32): void {
  const end = nodesEnd(chunk), flat: f64 = real(DIMENSION) == 2 ? 1 : 0;
  for (let n = nodesBegin(chunk); n < end; n++) {
    sumGradient(address(AT_NODE_PLACE), n);
    const out = address(AT_NODE_SHAPE) + <usize>n * 80;
    vectorAt(out).set(gxx, gxy, gxz);
    vectorAt(out + 24).set(gyx, gyy, gyz);
    vectorAt(out + 48).set(gzx, gzy, gzz + flat);
  }
}

/** V dP of the nodes of a chunk in the direction that stands in the place of their velocities. */
export function differentiateStress(chunk: i32): void {
  const end = nodesEnd(chunk), weight = real(STIFFNESS_WEIGHT), viscous = real(VISCOUS_WEIGHT);
  const controlled = int(ELASTIC_HOURGLASS) != 0;
  for (let n = nodesBegin(chunk); n < end; n++) {
    const i = particleOf(n), law = lawOf(i), w = weight * softness(i, law), shape = address(AT_NODE_SHAPE) + <usize>n * 80;
    const a = load<f64>(shape), b = load<f64>(shape, 8), c = load<f64>(shape, 16), d = load<f64>(shape, 24), e = load<f64>(shape, 32);
    const f = load<f64>(shape, 40), g = load<f64>(shape, 48), h = load<f64>(shape, 56), k = load<f64>(shape, 64);
    if (controlled) fitNode(n, w, address(AT_NODE_VELOCITY));
    sumGradient(address(AT_NODE_VELOCITY), n);
    let xx = a * gxx + d * gyx + g * gzx, yy = b * gxy + e * gyy + h * gzy, zz = c * gxz + f * gyz + k * gzz;
    let yz = 0.5 * (b * gxz + e * gyz + h * gzz + c * gxy + f * gyy + k * gzy);
    let zx = 0.5 * (a * gxz + d * gyz + g * gzz + c * gxx + f * gyx + k * gzx);
    let xy = 0.5 * (a * gxy + d * gyy + g * gzy + b * gxx + e * gyx + h * gzx);
    const mean = w * load<f64>(law, ELASTIC_LAMBDA) * (xx + yy + zz);
    const twice = 2 * w * load<f64>(law, ELASTIC_MU) + viscous * load<f64>(law, ELASTIC_DAMPING);
    xx = mean + twice * xx; yy = mean + twice * yy; zz = mean + twice * zz;
    yz *= twice; zx *= twice; xy *= twice;

    const c0 = e * k - f * h, c1 = f * g - d * k, c2 = d * h - e * g; // cof F
    const c3 = h * c - k * b, c4 = k * a - g * c, c5 = g * b - h * a;
    const c6 = b * f - c * e, c7 = c * d - a * f, c8 = a * e - b * d;
    const dJ = c0 * gxx + c1 * gxy + c2 * gxz + c3 * gyx + c4 * gyy + c5 * gyz + c6 * gzx + c7 * gzy + c8 * gzz;
    const press = w * load<f64>(law, ELASTIC_VOLUME) * dJ;
    const out = address(AT_NODE_STRESS) + <usize>n * 80, s = load<f64>(address(AT_REFERENCE_VOLUME) + (<usize>i << 3)) / real(PAIR_UNIT);
    vectorAt(out).set(
      s * (a * xx + b * xy + c * zx + press * c0), s * (a * xy + b * yy + c * yz + press * c1), s * (a * zx + b * yz + c * zz + press * c2),
    );
    vectorAt(out + 24).set(
      s * (d * xx + e * xy + f * zx + press * c3), s * (d * xy + e * yy + f * yz + press * c4), s * (d * zx + e * yz + f * zz + press * c5),
    );
    vectorAt(out + 48).set(
      s * (g * xx + h * xy + k * zx + press * c6), s * (g * xy + h * yy + k * yz + press * c7), s * (g * zx + h * yz + k * zz + press * c8),
    );
  }
}
