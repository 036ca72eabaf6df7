// Fields that can be written down, made of particles: a particle of support radius R and weight w adds w (1 − r²/R²)³. Surfaces of them
// have exact places and speeds.

import { type Scene, sceneSchema, type WorldFields } from '../src/index.ts';

export type Vec3 = readonly [number, number, number];

/** A soft ball: field w (1 − r²/R²)³ around its center, R in m. */
export interface SoftBall {
  readonly center: Vec3;
  readonly radius: number;
  readonly weight: number;
}

/** Support radius over spacing, and the field of a particle at rest in its own center: the surface's kernel. [card §2: poly6] */
const SUPPORT = 2.7;
const HEIGHT = { 2: 4 / (Math.PI * SUPPORT ** 2), 3: 315 / (64 * Math.PI * SUPPORT ** 3) };
const REST_DENSITY = 1000;

/** Particles at rest whose characteristic field is the sum of the balls; ids count from `firstId`. */
export function softParticles(balls: readonly SoftBall[], dimension: 2 | 3, firstId = 0): WorldFields {
  const n = balls.length,
    each = (value: (ball: SoftBall) => number) => Float32Array.from(balls, value);
  return {
    count: n,
    position: Float32Array.from(balls.flatMap(({ center }) => center)),
    velocity: new Float32Array(3 * n),
    density: each(({ weight }) => (REST_DENSITY * HEIGHT[dimension]) / weight),
    mass: each(({ radius }) => REST_DENSITY * (radius / SUPPORT) ** dimension),
    smoothingLength: each(({ radius }) => radius / 2),
    id: Uint32Array.from(balls, (_, i) => firstId + i),
    substance: new Uint32Array(n),
  };
}

/** How an active surface around soft balls is made. */
export interface SoftSurface {
  readonly dimension: 2 | 3;
  /** m */
  readonly voxel: number;
  /** Support radius of the smallest ball of the first frame, m. */
  readonly smallest: number;
  readonly level: number;
  /** α (m/s), β (m²/s), γ (m/s). */
  readonly active: { readonly tracking: number; readonly tension: number; readonly volume: number };
}

/** A scene with nothing in it but the settings of its surface. */
export function softScene({ dimension, voxel, smallest, level, active }: SoftSurface): Scene {
  return sceneSchema.parse({
    dimension,
    substances: { any: { preset: 'desbrun-1999', restDensity: REST_DENSITY } },
    surface: { kind: 'active', field: 'characteristic', voxel: (voxel * SUPPORT) / smallest, level, active },
  });
}

/** A ball whose field has the given level at the given radius. */
export function ballAt(level: number, radius: number, support: number): SoftBall {
  return { center: [0, 0, 0], radius: support, weight: level / (1 - (radius / support) ** 2) ** 3 };
}

/** Radius of a ball of a volume (of a disc of an area in 2D). */
export function radiusOf(volume: number, dimension: 2 | 3): number {
  return dimension === 2 ? Math.sqrt(volume / Math.PI) : Math.cbrt((3 * volume) / (4 * Math.PI));
}
