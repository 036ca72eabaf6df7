// The points that an approximation starts from, and the checks that keep wrong ones out.

import { problem, ThixoError } from '../problem.ts';

/** Space dimension of sample points. */
export type SampleDimension = 1 | 2 | 3;

/** Points in space, each with the radius within which it counts. */
export interface Samples {
  readonly dimension: SampleDimension;
  /** As many coordinates for each point as space has dimensions, m. */
  readonly positions: ArrayLike<number>;
  /** Radius of the support of every point, or one for all, m. */
  readonly supportRadius: number | ArrayLike<number>;
}

/** Samples that have been checked and copied. */
export interface CheckedSamples {
  readonly dimension: SampleDimension;
  readonly count: number;
  readonly positions: Float64Array;
  /** One for each point, m. */
  readonly supports: Float64Array;
  /** The largest of them, m. */
  readonly largestSupport: number;
}

/** Copies samples; throws a `ThixoError` if they cannot be used. */
export function checkSamples({ dimension, positions, supportRadius }: Samples): CheckedSamples {
  const copy = checkPositions(dimension, positions),
    count = copy.length / dimension,
    supports =
      typeof supportRadius === 'number'
        ? new Float64Array(count).fill(supportRadius)
        : Float64Array.from(supportRadius);
  if (supports.length !== count) {
    refuse(
      `There are ${count} points and ${supports.length} support radii.`,
      'Give one radius for all, or one for each point.',
    );
  }
  const bad = supports.findIndex((radius) => !(radius > 0 && radius < Infinity));
  if (bad >= 0) refuse(`The support radius of point ${bad} is ${supports[bad]}.`, 'Give a radius above 0, in meters.');
  return { dimension, count, positions: copy, supports, largestSupport: supports.reduce((a, b) => Math.max(a, b), 0) };
}

/** Copies positions; throws a `ThixoError` if they are not finite or do not fill their last point. */
export function checkPositions(dimension: SampleDimension, positions: ArrayLike<number>): Float64Array {
  if (![1, 2, 3].includes(dimension)) refuse(`The dimension is ${dimension}.`, 'Use 1, 2 or 3.');
  if (positions.length % dimension !== 0) {
    refuse(
      `${positions.length} coordinates do not make points of ${dimension} each.`,
      'Give every point all of its coordinates.',
    );
  }
  const copy = Float64Array.from(positions),
    bad = copy.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0)
    refuse(`Point ${Math.floor(bad / dimension)} is at ${copy[bad]}.`, 'Give finite coordinates, in meters.');
  return copy;
}

/** Throws unless a place has a coordinate for every dimension. */
export function checkPlace(place: ArrayLike<number>, dimension: SampleDimension): void {
  if (place.length < dimension)
    refuse(`A place has ${place.length} coordinates where ${dimension} are needed.`, 'Give all of them, in meters.');
}

/** Throws unless a field has as many numbers as it must. */
export function checkField(field: ArrayLike<number>, length: number): void {
  if (field.length !== length)
    refuse(`A field has ${field.length} numbers where ${length} are needed.`, 'Give one for every point.');
}

/** Throws the error of input that is not as it must be. */
export function refuse(message: string, hint: string): never {
  throw new ThixoError([problem('SAMPLES_INVALID', '', message, hint)]);
}
