// Particles to make surfaces of, as a world publishes them, and the settings of a surface.

import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { cubicLattice, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';
import { jittered } from './clouds.ts';

/** Rest density of the substances 0 and 1, kg/m³. */
export const REST_DENSITIES = [1000, 800] as const;

/** Settings of a surface that nothing is done to afterwards. */
export const plainOptions = (changes: Partial<SurfaceOptions> = {}): SurfaceOptions => ({
  dimension: 3,
  restDensities: REST_DENSITIES,
  voxel: 0.25,
  level: 0.5,
  smoothing: 0,
  settling: 0,
  field: 'density',
  ...changes,
});

export interface CloudDetails {
  /** Spacing of a particle, m; one for all or by index. */
  readonly spacing: number | ((i: number) => number);
  readonly dimension?: 2 | 3;
  readonly substance?: (i: number) => number;
  /** Density over rest density. */
  readonly compression?: (i: number) => number;
}

/** Particles at the given places. Velocities, smoothing lengths and ids all differ. */
export function fieldsAt(places: readonly Vec3[], details: CloudDetails): WorldFields {
  const { spacing, dimension = 3, substance = () => 0, compression = () => 1 } = details;
  const size = (i: number) => (typeof spacing === 'number' ? spacing : spacing(i)),
    rest = (i: number) => REST_DENSITIES[substance(i)]!,
    each = (value: (i: number) => number) => Float32Array.from(places, (_, i) => value(i));
  return {
    count: places.length,
    position: Float32Array.from(places.flat()),
    velocity: Float32Array.from(places.flatMap((_, i) => [(i % 7) - 3, (i % 11) / 4, 1 - (i % 3)])),
    density: each((i) => rest(i) * compression(i)),
    mass: each((i) => rest(i) * size(i) ** dimension),
    smoothingLength: each((i) => 1.3 * size(i) + 0.01 * (i % 5)),
    id: Uint32Array.from(places, (_, i) => 3 * i + 5),
    substance: Uint32Array.from(places, (_, i) => substance(i)),
  };
}

/** A block of a lattice with its first particle in the origin, displaced by up to `jitter` spacings. */
export function block(counts: Vec3, spacing: number, jitter = 0, seed = 1): Vec3[] {
  const random = randomStream(seed);
  return cubicLattice(counts, spacing).map((x) => jittered(x, jitter * spacing, counts[2] > 1 ? 3 : 2, random));
}

/** The particles of a lattice inside a ball around the origin, displaced by up to `jitter` spacings. */
export function ball(radius: number, spacing: number, jitter = 0, seed = 1): Vec3[] {
  const random = randomStream(seed),
    n = Math.ceil(radius / spacing);
  return cubicLattice([2 * n + 1, 2 * n + 1, 2 * n + 1], spacing)
    .map(([x, y, z]): Vec3 => [x - n * spacing, y - n * spacing, z - n * spacing])
    .filter((x) => Math.hypot(...x) < radius)
    .map((x) => jittered(x, jitter * spacing, 3, random));
}
