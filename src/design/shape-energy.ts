// The energy of a deformed shape: E = Σ w_k |f(x_k) − x'_k|² + Σ r_i ‖F_iᵀF_i − I‖² + Σ v_i (det F_i − 1)², its gradient, and the matrix of
// Gauss and Newton. [AW09 eq. 74-78, card §18] Weights are numbers of the terms here; who calls decides what they mean.

import type { EnvelopeMatrix } from './envelope.ts';
import { Evenness } from './evenness.ts';
import type { LeastSquares } from './levenberg-marquardt.ts';
import { deformationGradientInto, type Rows, type ShapeField } from './shape-field.ts';

/** Points of the shape and where they should be. */
export interface Targets {
  /** Shape functions at the points. */
  readonly rows: Rows;
  /** Σ Φ u that each point should have: where it should be minus where it is at rest, m. */
  readonly displacements: Float64Array;
  /** w of each. */
  readonly weights: Float64Array;
}

/** The three parts of an energy, each with its weights. */
export interface EnergyParts {
  readonly handles: number;
  readonly rigidity: number;
  readonly volume: number;
  readonly evenness: number;
}

/** F, its cofactor matrix, C = FᵀF − I (xx, xy, xz, yy, yz, zz) and the stress of one particle; the scratch of all loops. */
const F = new Float64Array(9),
  cof = new Float64Array(9),
  C = new Float64Array(6),
  P = new Float64Array(9);

/** Nothing is held. */
export const NO_TARGETS: Targets = {
  rows: {
    starts: new Int32Array(1),
    particles: new Int32Array(),
    values: new Float64Array(),
    gradients: new Float64Array(),
  },
  displacements: new Float64Array(),
  weights: new Float64Array(),
};

/** The energy of a shape as a function of its displacements u, three for every particle. */
export class ShapeEnergy implements LeastSquares {
  readonly field: ShapeField;
  targets: Targets;
  /** r of every particle. */
  rigidity: Float64Array;
  /** v of every particle. */
  volume: Float64Array;
  /** Weight of the evenness. */
  evenness: number;
  #even: Evenness | undefined;
  readonly #forward: Float64Array;
  readonly #across: Float64Array;

  constructor(field: ShapeField, targets: Targets, rigidity: Float64Array, volume: Float64Array, evenness = 0) {
    this.field = field;
    this.targets = targets;
    this.rigidity = rigidity;
    this.volume = volume;
    this.evenness = evenness;
    const { starts } = field.atParticles,
      widest = starts.reduce((most, start, k) => (k === 0 ? 0 : Math.max(most, start - starts[k - 1]!)), 0);
    this.#forward = new Float64Array(3 * widest);
    this.#across = new Float64Array(3 * widest);
  }

  get size(): number {
    return 3 * this.field.count;
  }

  /** E and its parts. */
  parts(u: Float64Array): EnergyParts {
    let [rigidity, volume] = [0, 0];
    for (let i = 0; i < this.field.count; i++) {
      deformationGradientInto(F, this.field.atParticles, i, u);
      rigidity += this.rigidity[i]! * strainSquare();
      const change = cofactorsInto() - 1;
      volume += this.volume[i]! * change * change;
    }
    return { handles: targetEnergy(this.targets, u), rigidity, volume, evenness: this.#evenEnergy(u) };
  }

  energy(u: Float64Array): number {
    const { handles, rigidity, volume, evenness } = this.parts(u);
    return handles + rigidity + volume + evenness;
  }

  /** Overwrites g with ∇E and returns E. */
  gradientInto(g: Float64Array, u: Float64Array): number {
    g.fill(0);
    return this.addGradient(g, u);
  }

  /** Adds ∇E to g and returns E: 4 r F(FᵀF − I)∇Φ + 2 v (det F − 1) cof F ∇Φ, and 2 w Φ (f − x') of the handles. */
  addGradient(g: Float64Array, u: Float64Array): number {
    const { atParticles: rows, count } = this.field,
      { starts, particles, gradients } = rows;
    let E = targetEnergy(this.targets, u, g) + this.#evenEnergy(u, g);
    for (let i = 0; i < count; i++) {
      const r = this.rigidity[i]!,
        v = this.volume[i]!;
      deformationGradientInto(F, rows, i, u);
      E += r * strainSquare();
      const change = cofactorsInto() - 1;
      E += v * change * change;
      stressInto(P, 4 * r, 2 * v * change);
      const a = P[0]!,
        b = P[1]!,
        c = P[2]!,
        d = P[3]!,
        e = P[4]!,
        f = P[5]!,
        p = P[6]!,
        q = P[7]!,
        s = P[8]!;
      for (let n = starts[i]!; n < starts[i + 1]!; n++) {
        const j = 3 * particles[n]!,
          gx = gradients[3 * n]!,
          gy = gradients[3 * n + 1]!,
          gz = gradients[3 * n + 2]!;
        g[j]! += a * gx + b * gy + c * gz;
        g[j + 1]! += d * gx + e * gy + f * gz;
        g[j + 2]! += p * gx + q * gy + s * gz;
      }
    }
    return E;
  }

  /** Adds 2JᵀJ of the residuals, the matrix of Gauss and Newton, to H. */
  addHessian(H: EnvelopeMatrix, u: Float64Array): void {
    addTargetHessian(H, this.targets);
    if (this.evenness > 0) this.#ownEvenness().addHessian(H, this.evenness);
    for (let i = 0; i < this.field.count; i++) this.#addParticle(H, i, u);
  }

  #evenEnergy(u: Float64Array, g?: Float64Array): number {
    return this.evenness > 0 ? this.#ownEvenness().energy(this.evenness, u, g) : 0;
  }

  #ownEvenness(): Evenness {
    this.#even ??= new Evenness(this.field);
    return this.#even;
  }

  /**
   * The part of one particle: block (j, k) is 4 r [(g_j·g_k) FFᵀ + (F g_k)(F g_j)ᵀ] + 2 v (C g_j)(C g_k)ᵀ, where g = ∇Φ and C = cof F. It follows from
   * ∂(FᵀF)_ab/∂F_ce = δ_ea F_cb + δ_eb F_ca.
   */
  #addParticle(H: EnvelopeMatrix, i: number, u: Float64Array): void {
    const { starts, particles, gradients } = this.field.atParticles,
      begin = starts[i]!,
      end = starts[i + 1]!,
      r4 = 4 * this.rigidity[i]!,
      v2 = 2 * this.volume[i]!,
      p = this.#forward,
      q = this.#across;
    deformationGradientInto(F, this.field.atParticles, i, u);
    cofactorsInto();
    const [xx, xy, xz, yy, yz, zz] = gramOf();
    for (let n = begin; n < end; n++) {
      const gx = gradients[3 * n]!,
        gy = gradients[3 * n + 1]!,
        gz = gradients[3 * n + 2]!,
        at = 3 * (n - begin);
      for (let c = 0; c < 3; c++) {
        p[at + c] = F[3 * c]! * gx + F[3 * c + 1]! * gy + F[3 * c + 2]! * gz;
        q[at + c] = cof[3 * c]! * gx + cof[3 * c + 1]! * gy + cof[3 * c + 2]! * gz;
      }
    }
    for (let m = begin; m < end; m++) {
      const A = 3 * (m - begin),
        j = particles[m]!,
        gx = gradients[3 * m]!,
        gy = gradients[3 * m + 1]!,
        gz = gradients[3 * m + 2]!,
        px = p[A]!,
        py = p[A + 1]!,
        pz = p[A + 2]!,
        qx = v2 * q[A]!,
        qy = v2 * q[A + 1]!,
        qz = v2 * q[A + 2]!;
      for (let n = begin; n < end; n++) {
        const k = particles[n]!;
        if (!H.isLower(j, k)) continue;
        const B = 3 * (n - begin),
          w = r4 * (gx * gradients[3 * n]! + gy * gradients[3 * n + 1]! + gz * gradients[3 * n + 2]!),
          sx = r4 * p[B]!,
          sy = r4 * p[B + 1]!,
          sz = r4 * p[B + 2]!,
          tx = q[B]!,
          ty = q[B + 1]!,
          tz = q[B + 2]!;
        H.addBlock(
          j,
          k,
          w * xx + sx * px + qx * tx,
          w * xy + sx * py + qx * ty,
          w * xz + sx * pz + qx * tz,
          w * xy + sy * px + qy * tx,
          w * yy + sy * py + qy * ty,
          w * yz + sy * pz + qy * tz,
          w * xz + sz * px + qz * tx,
          w * yz + sz * py + qz * ty,
          w * zz + sz * pz + qz * tz,
        );
      }
    }
  }

  /** det F of every particle: how much larger the shape is there. */
  determinants(u: Float64Array): Float64Array {
    return Float64Array.from({ length: this.field.count }, (_, i) => {
      deformationGradientInto(F, this.field.atParticles, i, u);
      return cofactorsInto();
    });
  }
}

/** Σ w |Σ Φ u − target|²; adds its gradient to g if there is one. [AW09 eq. 74] */
export function targetEnergy({ rows, displacements, weights }: Targets, u: Float64Array, g?: Float64Array): number {
  const { starts, particles, values } = rows;
  let E = 0;
  for (let k = 0; k < weights.length; k++) {
    for (let a = 0; a < 3; a++) {
      let miss = -displacements[3 * k + a]!;
      for (let n = starts[k]!; n < starts[k + 1]!; n++) miss += values[n]! * u[3 * particles[n]! + a]!;
      E += weights[k]! * miss * miss;
      if (!g) continue;
      const pull = 2 * weights[k]! * miss;
      for (let n = starts[k]!; n < starts[k + 1]!; n++) g[3 * particles[n]! + a]! += pull * values[n]!;
    }
  }
  return E;
}

/** Adds 2JᵀJ of targets. */
export function addTargetHessian(H: EnvelopeMatrix, { rows, weights }: Targets): void {
  const { starts, particles, values } = rows;
  for (let k = 0; k < weights.length; k++) {
    for (let m = starts[k]!; m < starts[k + 1]!; m++) {
      for (let n = starts[k]!; n < starts[k + 1]!; n++) {
        if (!H.isLower(particles[m]!, particles[n]!)) continue;
        const w = 2 * weights[k]! * values[m]! * values[n]!;
        H.addBlock(particles[m]!, particles[n]!, w, 0, 0, 0, w, 0, 0, 0, w);
      }
    }
  }
}

/** Overwrites `cof` with the cofactors of F and returns det F. */
function cofactorsInto(): number {
  const a = F[0]!,
    b = F[1]!,
    c = F[2]!,
    d = F[3]!,
    e = F[4]!,
    f = F[5]!,
    g = F[6]!,
    h = F[7]!,
    i = F[8]!;
  cof[0] = e * i - f * h;
  cof[1] = f * g - d * i;
  cof[2] = d * h - e * g;
  cof[3] = c * h - b * i;
  cof[4] = a * i - c * g;
  cof[5] = b * g - a * h;
  cof[6] = b * f - c * e;
  cof[7] = c * d - a * f;
  cof[8] = a * e - b * d;
  return a * cof[0] + b * cof[1] + c * cof[2];
}

/** Overwrites `C` with FᵀF − I and returns the square of its norm. */
function strainSquare(): number {
  const a = F[0]!,
    b = F[1]!,
    c = F[2]!,
    d = F[3]!,
    e = F[4]!,
    f = F[5]!,
    g = F[6]!,
    h = F[7]!,
    i = F[8]!,
    xx = a * a + d * d + g * g - 1,
    yy = b * b + e * e + h * h - 1,
    zz = c * c + f * f + i * i - 1,
    xy = a * b + d * e + g * h,
    xz = a * c + d * f + g * i,
    yz = b * c + e * f + h * i;
  C[0] = xx;
  C[1] = xy;
  C[2] = xz;
  C[3] = yy;
  C[4] = yz;
  C[5] = zz;
  return xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
}

/** P = r F(FᵀF − I) + v cof F, with `C` and `cof` as they are. */
function stressInto(out: Float64Array, r: number, v: number): void {
  const xx = C[0]!,
    xy = C[1]!,
    xz = C[2]!,
    yy = C[3]!,
    yz = C[4]!,
    zz = C[5]!;
  for (let row = 0; row < 9; row += 3) {
    const x = F[row]!,
      y = F[row + 1]!,
      z = F[row + 2]!;
    out[row] = r * (x * xx + y * xy + z * xz) + v * cof[row]!;
    out[row + 1] = r * (x * xy + y * yy + z * yz) + v * cof[row + 1]!;
    out[row + 2] = r * (x * xz + y * yz + z * zz) + v * cof[row + 2]!;
  }
}

/** FFᵀ: xx, xy, xz, yy, yz, zz. */
function gramOf(): readonly [number, number, number, number, number, number] {
  const a = F[0]!,
    b = F[1]!,
    c = F[2]!,
    d = F[3]!,
    e = F[4]!,
    f = F[5]!,
    g = F[6]!,
    h = F[7]!,
    i = F[8]!;
  return [
    a * a + b * b + c * c,
    a * d + b * e + c * f,
    a * g + b * h + c * i,
    d * d + e * e + f * f,
    d * g + e * h + f * i,
    g * g + h * h + i * i,
  ];
}
