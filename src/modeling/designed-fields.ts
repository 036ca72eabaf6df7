// The particles of a designed shape as a frame of a cache holds them. Their positions are the values that the field is made of, so that a skin
// bound to them is the field.

import { determinant } from '../design/measures.ts';
import { deformationGradientInto, type Rows, type ShapeField } from '../design/shape-field.ts';
import type { Range, Triple } from '../diagnose/ledger.ts';
import type { FrameRecord } from '../frames/frame-record.ts';
import { rootOf } from '../math/roots.ts';
import type { WorldFields } from '../world/published-fields.ts';

/** Smoothing length over the edge of a cube with the volume of a particle; only for pictures of the particles. */
const SMOOTHING = 1.3;

/** What all frames share. */
export interface Matter {
  readonly field: ShapeField;
  /** m³ */
  readonly volume: number;
  /** kg/m³ */
  readonly density: number;
}

/** Rows that give the values at the particles themselves, not the field there. */
export function nodeRows(count: number): Rows {
  return {
    starts: Int32Array.from({ length: count + 1 }, (_, i) => i),
    particles: Int32Array.from({ length: count }, (_, i) => i),
    values: new Float64Array(count).fill(1),
    gradients: new Float64Array(),
  };
}

/** The fields of particles with these places (m) and velocities (m/s). */
export function designedFields(
  { field, volume, density }: Matter,
  positions: Float64Array,
  velocities: Float64Array,
): WorldFields {
  const { count, atParticles } = field,
    u = positions.map((x, k) => x - field.positions[k]!),
    F = new Float64Array(9),
    indices = Uint32Array.from({ length: count }, (_, i) => i);
  return {
    count,
    position: Float32Array.from(positions),
    velocity: Float32Array.from(velocities),
    density: Float32Array.from(indices, (i) => {
      deformationGradientInto(F, atParticles, i, u);
      return density / Math.max(determinant(F), 1e-3);
    }),
    mass: Float32Array.from(indices, (i) => density * volume * field.volumes[i]!),
    smoothingLength: Float32Array.from(indices, (i) => SMOOTHING * rootOf(volume * field.volumes[i]!, 3)),
    id: indices,
    substance: new Uint32Array(count),
  };
}

/** A frame in numbers; its hash and wall time are for who writes it. */
export function measureFields(fields: WorldFields): Omit<FrameRecord, 'frame' | 'time' | 'hash' | 'wallSeconds'> {
  const { count, position: x, velocity: v, mass, density } = fields,
    momentum: Triple = [0, 0, 0],
    angularMomentum: Triple = [0, 0, 0],
    centerOfMass: Triple = [0, 0, 0],
    min: Triple = [Infinity, Infinity, Infinity],
    max: Triple = [-Infinity, -Infinity, -Infinity];
  let [total, energy, fastest] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const m = mass[i]!,
      [vx, vy, vz] = [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!],
      square = vx * vx + vy * vy + vz * vz;
    total += m;
    energy += (m * square) / 2;
    fastest = Math.max(fastest, square);
    for (let a = 0; a < 3; a++) {
      const [b, c] = [(a + 1) % 3, (a + 2) % 3],
        at = x[3 * i + a]!;
      momentum[a]! += m * v[3 * i + a]!;
      angularMomentum[a]! += m * (x[3 * i + b]! * v[3 * i + c]! - x[3 * i + c]! * v[3 * i + b]!);
      centerOfMass[a]! += m * at;
      min[a] = Math.min(min[a]!, at);
      max[a] = Math.max(max[a]!, at);
    }
  }
  for (let a = 0; a < 3; a++) centerOfMass[a]! /= total;
  return {
    ...{ particles: count, mass: total, momentum, angularMomentum, kineticEnergy: energy, centerOfMass },
    ...{ bounds: { min, max }, density: rangeOf(density), speedMax: Math.sqrt(fastest) },
    ...{ temperature: null, evaluations: 0 },
  };
}

function rangeOf(values: Float32Array): Range {
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }
  return { min, mean: sum / values.length, max };
}
