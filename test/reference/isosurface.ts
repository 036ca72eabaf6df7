// The field of an isosurface in double precision, written from the equations and summed plainly over all particles in reach:
//   χ(x) = Σ_j w_j (1 − r²/R_j²)³,  R_j = 2.7 s_j,  s_j = (m_j/ρ0)^(1/d)                                        [card §7, §21]
// w_j is the kernel's height times V_j/s_j^d; where χ at a particle is too small to hold its volume, w_j is raised (thinFactor).

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
  /** Support radius, m. */
  readonly radius: number;
  /** The particle's own part of the field at its center. */
  readonly weight: number;
  /** Its place among the fields. */
  readonly index: number;
}

/** A particle's part of the field at a point, and its gradient over what it is without the factor (x − center). */
function part({ center, radius, weight }: Blob, x: Vec3): { value: number; pull: number } {
  const dx = x[0] - center[0],
    dy = x[1] - center[1],
    dz = x[2] - center[2],
    t = Math.max(0, 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius));
  return { value: weight * t * t * t, pull: (-6 * weight * t * t) / (radius * radius) };
}

/** The field of all particles with a size and a finite place. */
export class ReferenceField {
  readonly dimension: 2 | 3;
  readonly level: number;
  readonly blobs: readonly Blob[];
  /** Smallest spacing, m. */
  readonly spacing: number;
  private readonly cells = new Map<string, Blob[]>();
  private readonly cell: number;

  constructor(fields: WorldFields, options: SurfaceOptions) {
    this.dimension = options.dimension;
    this.level = options.level;
    const plain = plainBlobs(fields, options);
    this.spacing = Math.min(...plain.map(({ radius }) => radius)) / SUPPORT;
    this.cell = 1.2 * Math.max(...plain.map(({ radius }) => radius));
    this.sort(plain);
    this.blobs = plain.map((blob) => ({ ...blob, weight: blob.weight * this.thinFactor(this.valueAt(blob.center)) }));
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
      const { pull } = part(blob, x);
      for (let a = 0; a < 3; a++) sum[a]! += pull * (x[a]! - blob.center[a]!);
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
      .reduce((sum, { weight, radius }) => sum + (6 * weight) / (radius * radius), 0);
  }

  /** By how much the weight of a particle is raised where the plain field is χ0. */
  private thinFactor(chi0: number): number {
    const { lone, slope } = THIN[this.dimension];
    return Math.max(1, (this.level * (lone - slope * (chi0 - kernelHeight(this.dimension)))) / chi0);
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
      present = field === 'density' ? 1 : rest / density[index]!;
    return {
      center: [position[3 * index]!, position[3 * index + 1]!, dimension === 2 ? 0 : position[3 * index + 2]!],
      radius: SUPPORT * (mass[index]! / rest) ** (1 / dimension),
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
  for (const { center, radius, weight } of blobs) {
    const from = low.map((l, a) => Math.max(0, Math.ceil((center[a]! - radius) / voxel) - l)),
      to = low.map((l, a) => Math.min(size[a]! - 1, Math.floor((center[a]! + radius) / voxel) - l));
    for (let k = from[2]!; k <= to[2]!; k++)
      for (let j = from[1]!; j <= to[1]!; j++)
        for (let i = from[0]!; i <= to[0]!; i++) {
          const dx = (low[0] + i) * voxel - center[0],
            dy = (low[1] + j) * voxel - center[1],
            dz = (low[2] + k) * voxel - center[2];
          const t = Math.max(0, 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius));
          values[(k * size[1] + j) * size[0] + i]! += weight * t * t * t;
        }
  }
  return { low, size, values };
}
