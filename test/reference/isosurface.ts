// The field of an isosurface in double precision, written from the equations and summed plainly over all particles in reach:
//   χ(x) = Σ_j w_j (1 − r²/R_j²)³,  R_j = 2.7 s_j,  s_j = (m_j/ρ0)^(1/d)                                        [card §7, §21]
// w_j is the kernel's height times V_j/s_j^d; where χ at a particle is too small to hold its volume, w_j is raised (thinFactor).
// Fitted kernels have (x − x_j)ᵀA(x − x_j) in place of r²/R²: semi-axes as the standard deviations of the places around, .012 R² added to
// each variance, and the volume of the ball. They fall faster where they are thin, so they must be higher there (peak).

import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { PRINTED_KERNELS } from './kernels.ts';
import type { Vec3 } from './sph.ts';

/** Support radius over spacing. */
export const SUPPORT = 2.7;

/** What the field must be at a particle over the level: alone, and less of it by `slope` for every unit of field that others add. */
const THIN = { 2: { lone: 1.1434, slope: 0.0523 }, 3: { lone: 1.1763, slope: 0.0692 } } as const;

export interface Blob {
  readonly center: Vec3;
  /** Support radius, m; that of the longest semi-axis. */
  readonly radius: number;
  /** Shortest semi-axis, m. */
  readonly thinnest: number;
  /** A, row after row, 1/m². */
  readonly shape: readonly number[];
  /** By how much the field must be higher at the center than that of a round one. */
  readonly peak: number;
  /** The particle's own part of the field at its center. */
  readonly weight: number;
  /** Its place among the fields. */
  readonly index: number;
}

/** A particle's part of the field at a point, and its gradient. */
function part({ center, shape, weight }: Blob, x: Vec3): { value: number; gradient: Vec3 } {
  const d = x.map((c, a) => c - center[a]!),
    Ad = [0, 1, 2].map((r) => shape[3 * r]! * d[0]! + shape[3 * r + 1]! * d[1]! + shape[3 * r + 2]! * d[2]!),
    t = Math.max(0, 1 - (d[0]! * Ad[0]! + d[1]! * Ad[1]! + d[2]! * Ad[2]!)),
    pull = -6 * weight * t * t;
  return { value: weight * t * t * t, gradient: [pull * Ad[0]!, pull * Ad[1]!, pull * Ad[2]!] };
}

/** The field of all particles with a size and a finite place. */
export class ReferenceField {
  readonly dimension: 2 | 3;
  readonly level: number;
  readonly blobs: readonly Blob[];
  /** Smallest spacing, m. */
  readonly spacing: number;
  private readonly cells = new Map<string, Blob[]>();
  private cell: number;

  constructor(fields: WorldFields, options: SurfaceOptions) {
    this.dimension = options.dimension;
    this.level = options.level;
    const plain = plainBlobs(fields, options);
    this.spacing = Math.min(...plain.map(({ radius }) => radius)) / SUPPORT;
    this.cell = 1.2 * Math.max(...plain.map(({ radius }) => radius));
    this.sort(plain);
    const fitted = options.kernels === 'fitted' ? plain.map((blob) => this.fit(blob)) : plain;
    this.cell = 1.2 * Math.max(...fitted.map(({ radius }) => radius));
    this.sort(fitted);
    this.blobs = fitted.map((blob) => ({
      ...blob,
      weight: blob.weight * this.thinFactor(blob, this.valueAt(blob.center)),
    }));
    this.sort(this.blobs);
  }

  /** χ(x). */
  valueAt(x: Vec3): number {
    return this.near(x).reduce((sum, blob) => sum + part(blob, x).value, 0);
  }

  /** ∇χ(x), 1/m. */
  gradientAt(x: Vec3): Vec3 {
    const sum: [number, number, number] = [0, 0, 0];
    for (const blob of this.near(x)) {
      const { gradient } = part(blob, x);
      for (let a = 0; a < 3; a++) sum[a]! += gradient[a]!;
    }
    return sum;
  }

  /** What every particle counts at a point, the largest first. */
  sharesAt(x: Vec3): { readonly index: number; readonly share: number }[] {
    return this.near(x)
      .map((blob) => ({ index: blob.index, share: part(blob, x).value }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share);
  }

  /** No second derivative of χ along a line within `reach` (m) exceeds this, 1/m²: that of (1 − q²)³ lies between −6 and 4.8 over R². */
  curvatureBound(x: Vec3, reach: number): number {
    return this.near(x)
      .filter(({ center, radius }) => Math.hypot(...x.map((c, a) => c - center[a]!)) < radius + reach)
      .reduce((sum, { weight, thinnest }) => sum + (6 * weight) / (thinnest * thinnest), 0);
  }

  /** By how much the weight of a particle is raised where the plain field is χ0. */
  private thinFactor({ peak }: Blob, chi0: number): number {
    const { lone, slope } = THIN[this.dimension];
    return Math.max(1, (this.level * peak * (lone - slope * (chi0 - kernelHeight(this.dimension)))) / chi0);
  }

  /** Gives a round kernel the shape in which its surroundings stand. */
  private fit(blob: Blob): Blob {
    const { dimension } = this,
      { center, radius: R } = blob,
      around = this.near(center).map((other) => ({ x: other.center, w: part(other, center).value })),
      total = around.reduce((sum, { w }) => sum + w, 0),
      mean = center.map((_, a) => around.reduce((sum, { x, w }) => sum + w * x[a]!, 0) / total),
      C = Array.from({ length: 9 }, (_, n) => {
        const [r, c] = [Math.floor(n / 3), n % 3];
        const spread = around.reduce((sum, { x, w }) => sum + w * (x[r]! - mean[r]!) * (x[c]! - mean[c]!), 0) / total;
        return spread + (r === c ? 0.012 * R * R : 0);
      }),
      { values, vectors } = eigen(C),
      used = values.map((_, k) => dimension === 3 || Math.abs(vectors[k]![2]!) < 0.5),
      volume = values.reduce((product, lambda, k) => product * (used[k] ? lambda : 1), 1) ** (1 / dimension),
      inverse = values.map((lambda, k) => (used[k] ? volume / (lambda * R * R) : 0)), // 1/a²
      eighth = inverse.reduce((sum, e) => sum + (e * R * R) ** 8, 0) ** (1 / 8),
      half = 0.25 / SUPPORT ** 2;
    return {
      ...blob,
      shape: Array.from({ length: 9 }, (_, n) =>
        inverse.reduce((sum, e, k) => sum + e * vectors[k]![Math.floor(n / 3)]! * vectors[k]![n % 3]!, 0),
      ),
      radius: 1 / Math.sqrt(Math.min(...inverse.filter((_, k) => used[k]))),
      thinnest: 1 / Math.sqrt(Math.max(...inverse)),
      peak: ((1 - half) / (1 - (half * eighth) / dimension ** (1 / 8))) ** 4,
    };
  }

  /** Particles around a point: all that reach it, and all within 1.2 of the largest radius. */
  private near(x: Vec3): readonly Blob[] {
    return this.cells.get(this.cellOf(x).join()) ?? [];
  }

  private cellOf(x: Vec3): number[] {
    return x.map((c) => Math.floor(c / this.cell));
  }

  /** Puts every particle into its cell and those around it. */
  private sort(blobs: readonly Blob[]): void {
    this.cells.clear();
    for (const blob of blobs) {
      const [i, j, k] = this.cellOf(blob.center) as [number, number, number];
      for (let n = 0; n < 27; n++) {
        const key = [i + (n % 3) - 1, j + (Math.floor(n / 3) % 3) - 1, k + Math.floor(n / 9) - 1].join();
        const there = this.cells.get(key);
        if (there) there.push(blob);
        else this.cells.set(key, [blob]);
      }
    }
  }
}

/** χ of one particle of rest volume at its center: 4/(π 2.7²) and 315/(64 π 2.7³). */
export function kernelHeight(dimension: 2 | 3): number {
  return PRINTED_KERNELS.poly6.a[dimension - 1]! / SUPPORT ** dimension;
}

function plainBlobs(fields: WorldFields, { dimension, restDensities, field }: SurfaceOptions): Blob[] {
  const { position, mass, density, substance } = fields;
  return Array.from({ length: fields.count }, (_, index): Blob => {
    const rest = restDensities[substance[index]!]!,
      present = field === 'density' ? 1 : rest / density[index]!,
      radius = SUPPORT * (mass[index]! / rest) ** (1 / dimension),
      e = 1 / (radius * radius);
    return {
      center: [position[3 * index]!, position[3 * index + 1]!, dimension === 2 ? 0 : position[3 * index + 2]!],
      radius,
      thinnest: radius,
      shape: [e, 0, 0, 0, e, 0, 0, 0, e],
      peak: 1,
      weight: kernelHeight(dimension) * present,
      index,
    };
  });
}

/** χ − level on every node that a particle reaches and one more all around. */
export function denseGrid(reference: ReferenceField, voxel: number): { low: Vec3; size: Vec3; values: Float64Array } {
  const { blobs, dimension, level } = reference;
  const bound = (axis: number, side: 1 | -1) =>
    Math.max(...blobs.map(({ center, radius }) => Math.ceil((side * center[axis]! + radius) / voxel))) + 1;
  const low = [0, 1, 2].map((a) => (a < dimension ? -bound(a, -1) : 0)) as unknown as Vec3,
    size = [0, 1, 2].map((a) => (a < dimension ? bound(a, 1) - low[a]! + 1 : 1)) as unknown as Vec3;
  const values = new Float64Array(size[0] * size[1] * size[2]).fill(-level);
  for (const blob of blobs) {
    const { center, radius } = blob,
      from = low.map((l, a) => Math.max(0, Math.ceil((center[a]! - radius) / voxel) - l)),
      to = low.map((l, a) => Math.min(size[a]! - 1, Math.floor((center[a]! + radius) / voxel) - l));
    for (let k = from[2]!; k <= to[2]!; k++)
      for (let j = from[1]!; j <= to[1]!; j++)
        for (let i = from[0]!; i <= to[0]!; i++) {
          const node: Vec3 = [(low[0] + i) * voxel, (low[1] + j) * voxel, (low[2] + k) * voxel];
          values[(k * size[1] + j) * size[0] + i]! += part(blob, node).value;
        }
  }
  return { low, size, values };
}

/** Eigenvalues and unit eigenvectors of a symmetric matrix, by Jacobi's rotations. */
function eigen(matrix: readonly number[]): { values: number[]; vectors: number[][] } {
  const m = [...matrix],
    q = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [r, c] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      if (m[3 * r + c] === 0) continue;
      const angle = 0.5 * Math.atan2(2 * m[3 * r + c]!, m[4 * c]! - m[4 * r]!),
        [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let k = 0; k < 3; k++) {
        const [a, b] = [m[3 * k + r]!, m[3 * k + c]!];
        m[3 * k + r] = cos * a - sin * b;
        m[3 * k + c] = sin * a + cos * b;
      }
      for (let k = 0; k < 3; k++) {
        const [a, b, u, v] = [m[3 * r + k]!, m[3 * c + k]!, q[3 * r + k]!, q[3 * c + k]!];
        m[3 * r + k] = cos * a - sin * b;
        m[3 * c + k] = sin * a + cos * b;
        q[3 * r + k] = cos * u - sin * v;
        q[3 * c + k] = sin * u + cos * v;
      }
    }
  return { values: [m[0]!, m[4]!, m[8]!], vectors: [q.slice(0, 3), q.slice(3, 6), q.slice(6, 9)] };
}
