// Random particles and settings of a surface for property tests: every kind of cloud that a simulation or a careless user can come with.

import fc from 'fast-check';
import type { SurfaceOptions } from '../../src/surface/surface-options.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { randomPoints, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';
import { ball, block, fieldsAt, plainOptions } from './surface-clouds.ts';

export interface RandomSurface {
  readonly fields: WorldFields;
  readonly options: SurfaceOptions;
}

const KINDS = ['ball', 'block', 'gas', 'sheet', 'thread', 'shell', 'few'] as const;
const FLAWS = ['none', 'none', 'twins', 'strays', 'not finite'] as const;

const recipe = fc.record({
  kind: fc.constantFrom(...KINDS),
  flaw: fc.constantFrom(...FLAWS),
  dimension: fc.constantFrom(2 as const, 3 as const, 3 as const, 3 as const),
  jitter: fc.constantFrom(0, 0, 0.1, 0.3, 0.5),
  contrast: fc.constantFrom(1, 1, 2, 4),
  voxel: fc.oneof(fc.double({ min: 0.2, max: 1, noNaN: true }), fc.constantFrom(0.1, 0.25, 0.5, 1, 2, 4)),
  level: fc.oneof(fc.constant(0.5), fc.double({ min: 0.05, max: 0.95, noNaN: true })),
  smoothing: fc.constantFrom(0, 0, 1, 5, 20),
  settling: fc.constantFrom(0, 0.15, 0.5),
  field: fc.constantFrom('density' as const, 'characteristic' as const),
  kernels: fc.constantFrom('round' as const, 'fitted' as const),
  /** Spacings from the origin. */
  distance: fc.constantFrom(0, 0, 100, 1000),
  spacing: fc.constantFrom(1, 0.1, 0.003, 40),
  seed: fc.nat(),
});

type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

/** Random particles and settings; a counterexample prints the recipe. */
export const randomSurface: fc.Arbitrary<Recipe> = recipe;

/** The particles and settings of a recipe. */
export function prepare(recipe: Recipe): RandomSurface {
  const { dimension, spacing, contrast, distance, seed, voxel, level, smoothing, settling, field, kernels } = recipe;
  const random = randomStream(seed),
    away = [distance * spacing, -0.7 * distance * spacing, dimension === 3 ? 0.4 * distance * spacing : 0];
  const places = withTwins(arrange(recipe, random), recipe, random).map(
    (x): Vec3 => [
      x[0] * spacing + away[0]!,
      x[1] * spacing + away[1]!,
      dimension === 3 ? x[2] * spacing + away[2]! : 0,
    ],
  );
  const sizes = places.map(() => (random() < 0.5 ? 1 : contrast));
  const fields = fieldsAt(places, {
    dimension,
    spacing: (i) => spacing * sizes[i]!,
    substance: (i) => i % 2,
    compression: (i) => 0.9 + 0.05 * (i % 5),
  });
  return {
    fields: spoiled(fields, recipe, random),
    options: plainOptions({ dimension, voxel, level, smoothing, settling, field, kernels }),
  };
}

/** Places in spacings; few where voxels are small. */
function arrange({ kind, dimension, voxel, jitter, seed }: Recipe, random: () => number): Vec3[] {
  const large = voxel < 0.2 ? 2 : voxel < 0.4 ? 4 : 7,
    deep = dimension === 3 ? large : 1;
  switch (kind) {
    case 'ball':
      return ball(large / 2 + 0.3, 1, jitter, seed);
    case 'block':
      return block([large, large + 1, deep], 1, jitter, seed);
    case 'gas':
      return randomPoints(large * large * deep, dimension, random).map(
        (x) => x.map((c) => c * 1.6 * large) as unknown as Vec3,
      );
    case 'sheet':
      return block([2 * large, 1, deep], 1, jitter, seed);
    case 'thread':
      return block([4 * large, 1, 1], 1, jitter, seed);
    case 'shell':
      return ball(large / 2 + 1.5, 1, jitter, seed).filter((x) => Math.hypot(...x) > large / 2);
    case 'few':
      return randomPoints(1 + Math.floor(4 * random()), dimension, random).map(
        (x) => x.map((c) => 3 * c) as unknown as Vec3,
      );
  }
}

/** Some particles stand exactly or almost where others do. */
function withTwins(places: Vec3[], { flaw }: Recipe, random: () => number): Vec3[] {
  if (flaw !== 'twins') return places;
  const twins = places.filter(() => random() < 0.3).map(([x, y, z]): Vec3 => [x, y, z + (random() < 0.5 ? 0 : 1e-7)]);
  return [...places, ...twins, ...twins];
}

/** Particles that have left for good, or that no number says where they are. */
function spoiled(fields: WorldFields, { flaw, spacing }: Recipe, random: () => number): WorldFields {
  if (flaw !== 'strays' && flaw !== 'not finite') return fields;
  const position = fields.position.slice(),
    mass = fields.mass.slice(),
    density = fields.density.slice();
  const wrong = flaw === 'strays' ? [1e6 * spacing, -3e5 * spacing] : [Number.NaN, Number.POSITIVE_INFINITY, -1e38];
  for (let i = 0; i < fields.count; i += 1 + Math.floor(20 * random())) {
    const value = wrong[Math.floor(wrong.length * random())]!,
      target = random();
    if (flaw === 'strays' || target < 0.5) position[3 * i + Math.floor(3 * random())] = value;
    else if (target < 0.75) mass[i] = value;
    else density[i] = value;
  }
  return { ...fields, position, mass, density };
}
