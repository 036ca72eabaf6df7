// Samples of a shape as a scene writes it.

import { ThixoError } from '../../problem.ts';
import { checkShape } from '../../shapes/check-shape.ts';
import { EXACT_TRIGONOMETRY } from '../../shapes/exact-trigonometry.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import type { Shape } from '../../shapes/shape.ts';
import { solidOf } from '../../shapes/solid.ts';
import { type SamplingOptions, type ShapeSamples, sampleSolid } from './sample-solid.ts';

/** How a shape is sampled. */
export interface ShapeSamplingOptions extends SamplingOptions {
  /** In 2D the plane z = 0 of the shape is sampled; default 3. */
  readonly dimension?: 2 | 3 | undefined;
  /** Sine and cosine that turn the shape; default those that are the same everywhere. */
  readonly trig?: Trigonometry | undefined;
}

/**
 * Fills a shape or a closed mesh with a small number of samples that are far from each other on ways within the shape.
 * @example const { positions, volumes, neighbors } = sampleShape({ sphere: { center: [0, 0, 0], radius: 1 } }, { count: 200 });
 */
export function sampleShape(
  shape: Shape,
  { dimension = 3, trig = EXACT_TRIGONOMETRY, ...options }: ShapeSamplingOptions,
): ShapeSamples {
  const problems = checkShape(shape, '', dimension);
  if (problems.length > 0) throw new ThixoError(problems);
  return sampleSolid(solidOf(shape, trig, dimension), options);
}
