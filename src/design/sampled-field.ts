// A deformation field of a shape: a few particles spread over it, coupled by the ways within the shape, so that a hand beside a hip does not pull the hip.
// [AW09 §8.1] Its shape functions are those with which a skin follows particles: a skin bound to the same shape is this field.

import { sampleSolid } from '../meshless/sampling/sample-solid.ts';
import type { ShapeFunctions } from '../meshless/shape-functions.ts';
import { ThixoError } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import type { Shape } from '../shapes/shape.ts';
import { fillable } from '../shapes/shell.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import { FARTHEST, FIELD_PARTICLES } from '../skin/bind-skin.ts';
import { LocalFit } from '../skin/local-fit.ts';
import { nearestParticles } from '../skin/nearest-particles.ts';
import { spacingOf } from '../skin/spacing.ts';
import { ShapeField, type ShapeFunctionSource } from './shape-field.ts';

/** How a shape is sampled. */
export interface FieldSampling {
  /** Number of particles; 60 without it. */
  readonly count?: number;
  /** Another seed gives a different, equally good set; 1 without it. */
  readonly seed?: number;
}

/**
 * The field of a shape or a mesh. An open mesh is a shell around its triangles; parts that do not touch move apart from each other.
 * @example const field = sampledField({ box: { min: [0, 0, 0], max: [1, 1, 3] } }, { count: 60 });
 */
export function sampledField(shape: Shape, { count = 60, seed = 1 }: FieldSampling = {}): ShapeField {
  const problems = checkShape(shape, '/shape');
  if (problems.length > 0) throw new ThixoError(problems);
  const solid = fillable(solidOf(shape, EXACT_TRIGONOMETRY), count),
    { positions, volumes, supportRadii } = sampleSolid(solid, { count, seed });
  return new ShapeField(functionsWithin(solid, positions, supportRadii), volumes);
}

function functionsWithin(solid: Solid, positions: Float64Array, supports: Float64Array): ShapeFunctionSource {
  const spacing = spacingOf(positions),
    near = nearestParticles(positions, solid, spacing),
    fit = new LocalFit(),
    largestSupport = supports.reduce((most, h) => Math.max(most, h), 0);
  return {
    samples: { dimension: 3, count: positions.length / 3, positions, supports, largestSupport },
    shape: (place) => {
      const found = near(place[0]!, place[1]!, place[2]!, FIELD_PARTICLES + 1);
      if (!(found.distances[0]! <= FARTHEST * spacing)) return NONE;
      const { particles, values, gradients, order } = fit.at(positions, found, FIELD_PARTICLES, place);
      return { order, indices: particles, values: values.slice(), gradients: gradients.slice(), hessians: NO_NUMBERS };
    },
  };
}

const NO_NUMBERS = new Float64Array();
const NONE: ShapeFunctions = {
  order: -1,
  indices: [],
  values: NO_NUMBERS,
  gradients: NO_NUMBERS,
  hessians: NO_NUMBERS,
};
