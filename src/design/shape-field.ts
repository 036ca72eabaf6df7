// The deformation field of a shape: displacements at particles, made continuous by moving least squares with a linear basis. [AW09 eq. 72-73, card §18]
// Shape functions depend on places at rest only; those at the particles are found once and kept in flat arrays.

import type { CheckedSamples } from '../meshless/samples.ts';
import type { ShapeFunctions } from '../meshless/shape-functions.ts';
import { refuseDesign } from './refuse.ts';

/** What gives shape functions: an `MlsApproximation` in 3D, or one that measures distances inside a shape. */
export interface ShapeFunctionSource {
  readonly samples: CheckedSamples;
  shape(place: ArrayLike<number>, derivatives?: 0 | 1 | 2): ShapeFunctions;
}

/** Shape functions at a list of places, row after row: place k has the entries from `starts[k]` up to `starts[k + 1]`. */
export interface Rows {
  readonly starts: Int32Array;
  /** Particle of every entry. */
  readonly particles: Int32Array;
  /** Φ of every entry. */
  readonly values: Float64Array;
  /** ∇Φ of every entry, 3 numbers, 1/m; empty if not asked for. */
  readonly gradients: Float64Array;
}

/** A deformation field without its displacements. */
export class ShapeField {
  readonly source: ShapeFunctionSource;
  /** Number of particles. */
  readonly count: number;
  /** Particles at rest, m. */
  readonly positions: Float64Array;
  /** Part of the volume of the shape that each particle stands for; they add up to 1. */
  readonly volumes: Float64Array;
  /** Φ and ∇Φ at the particles. */
  readonly atParticles: Rows;
  /** Edge of a cube as large as the box around the particles is long: the longest edge of the box, m. */
  readonly size: number;

  #kept: { readonly places: Float64Array; readonly rows: Rows } | undefined;

  /**
   * @param volumes relative volume of every particle; that of its support without them [AW09 eq. 76]
   */
  constructor(source: ShapeFunctionSource, volumes?: ArrayLike<number>) {
    const { dimension, count, positions, supports } = source.samples;
    if (dimension !== 3)
      refuseDesign('DESIGN_PARTICLES', `The particles are in ${dimension}D.`, 'Give three coordinates each.');
    if (count < 4) {
      refuseDesign(
        'DESIGN_PARTICLES',
        `The shape has ${count} particles.`,
        'A shape needs four at least, and 30 to look well: sample it finer.',
      );
    }
    if (volumes && volumes.length !== count) {
      refuseDesign(
        'DESIGN_PARTICLES',
        `There are ${count} particles and ${volumes.length} volumes.`,
        'Give one for every particle.',
      );
    }
    this.source = source;
    this.count = count;
    this.positions = positions;
    this.volumes = shares(volumes ? Float64Array.from(volumes) : supports.map((h) => h * h * h));
    this.size = longestEdge(positions);
    this.atParticles = this.rowsAt(positions, 1);
  }

  /** Rows at places, those of the last call if the places are the same: while one drags, handles hold the same points. */
  keptRowsAt(places: ArrayLike<number>): Rows {
    const kept = this.#kept;
    if (kept && isSame(kept.places, places)) return kept.rows;
    const rows = this.rowsAt(places);
    this.#kept = { places: Float64Array.from(places), rows };
    return rows;
  }

  /** Shape functions at places, for reuse with any displacements; throws where the field is not known. */
  rowsAt(places: ArrayLike<number>, derivatives: 0 | 1 = 0): Rows {
    const starts = [0],
      particles: number[] = [],
      values: number[] = [],
      gradients: number[] = [];
    for (let k = 0; 3 * k < places.length; k++) {
      const place = [places[3 * k]!, places[3 * k + 1]!, places[3 * k + 2]!],
        shape = this.source.shape(place, derivatives);
      if (shape.order < 1) {
        refuseDesign(
          'DESIGN_OUTSIDE',
          `The field is not known at (${place.join(', ')}): ${shape.indices.length} particles reach there, and they do not span space.`,
          'Move the point into the shape, raise the support radius, or sample the shape finer.',
        );
      }
      for (const j of shape.indices) particles.push(j);
      for (const value of shape.values) values.push(value);
      for (const part of shape.gradients) gradients.push(part);
      starts.push(particles.length);
    }
    return {
      starts: Int32Array.from(starts),
      particles: Int32Array.from(particles),
      values: Float64Array.from(values),
      gradients: Float64Array.from(gradients),
    };
  }

  /** Where places go, f(x) = x + Σ Φ_i(x) u_i. [AW09 eq. 73] */
  moved(places: ArrayLike<number>, displacements: ArrayLike<number>): Float64Array {
    const out = Float64Array.from(places);
    addDisplacements(out, this.rowsAt(places), displacements);
    return out;
  }
}

/** out[k] += Σ Φ_i(x_k) u_i for every place of the rows. */
export function addDisplacements(out: Float64Array, rows: Rows, u: ArrayLike<number>): void {
  const { starts, particles, values } = rows;
  for (let k = 0; k + 1 < starts.length; k++) {
    let [x, y, z] = [0, 0, 0];
    for (let n = starts[k]!; n < starts[k + 1]!; n++) {
      const phi = values[n]!,
        j = 3 * particles[n]!;
      x += phi * u[j]!;
      y += phi * u[j + 1]!;
      z += phi * u[j + 2]!;
    }
    out[3 * k]! += x;
    out[3 * k + 1]! += y;
    out[3 * k + 2]! += z;
  }
}

/** Writes F = I + Σ u_j ∇Φ_jᵀ of row k, row by row, into `F`. [AW09 eq. 32] */
export function deformationGradientInto(F: Float64Array, rows: Rows, k: number, u: ArrayLike<number>): void {
  const { starts, particles, gradients } = rows;
  let [a, b, c, d, e, f, g, h, i] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let n = starts[k]!; n < starts[k + 1]!; n++) {
    const j = 3 * particles[n]!,
      ux = u[j]!,
      uy = u[j + 1]!,
      uz = u[j + 2]!,
      gx = gradients[3 * n]!,
      gy = gradients[3 * n + 1]!,
      gz = gradients[3 * n + 2]!;
    a += ux * gx;
    b += ux * gy;
    c += ux * gz;
    d += uy * gx;
    e += uy * gy;
    f += uy * gz;
    g += uz * gx;
    h += uz * gy;
    i += uz * gz;
  }
  F[0] = a;
  F[1] = b;
  F[2] = c;
  F[3] = d;
  F[4] = e;
  F[5] = f;
  F[6] = g;
  F[7] = h;
  F[8] = i;
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function shares(volumes: Float64Array): Float64Array {
  const bad = volumes.findIndex((V) => !(V > 0 && V < Infinity));
  if (bad >= 0)
    refuseDesign('DESIGN_PARTICLES', `The volume of particle ${bad} is ${volumes[bad]}.`, 'Give volumes above 0.');
  const sum = volumes.reduce((a, b) => a + b, 0);
  return volumes.map((V) => V / sum);
}

function longestEdge(positions: Float64Array): number {
  let longest = 0;
  for (let a = 0; a < 3; a++) {
    let [low, high] = [Infinity, -Infinity];
    for (let k = a; k < positions.length; k += 3) {
      low = Math.min(low, positions[k]!);
      high = Math.max(high, positions[k]!);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}
