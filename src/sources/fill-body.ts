// The particles a body starts with: a lattice clipped to its shape, or explicit points; then jitter and the initial motion.

import { sampleSolid } from '../meshless/sampling/sample-solid.ts';
import { type Problem, problem } from '../problem.ts';
import { randomSigned, STREAMS } from '../random/random.ts';
import { boundsOf, measureOf } from '../shapes/bounds.ts';
import { signedDistance } from '../shapes/distance.ts';
import { solidOf } from '../shapes/solid.ts';
import { checkBody } from './check-body.ts';
import { fillLattice, type Refusal } from './fill-lattice.ts';
import { fillMesh } from './fill-mesh.ts';
import { defaultLattice, fitLattice, type Lattice, makeLattice, volumePerParticle } from './lattice.ts';
import type { BodySettings, SourceContext, SpaceDimension } from './source.ts';

/** What a body contributes to a world. */
export interface FilledBody {
  /** x, y, z triples, m. */
  readonly positions: Float64Array;
  /** x, y, z triples, m/s. */
  readonly velocities: Float64Array;
  /** Places in the shape at rest, m, where those differ. */
  readonly rest?: Float64Array;
  /** Mass of each particle, kg. */
  readonly mass: number;
  /** Errors (then there are no particles) and warnings. */
  readonly problems: readonly Problem[];
}

/** Sites within this fraction of the spacing of the surface are on it, and not inside. */
const ON_SURFACE = 1e-9;
/** A body is not even counted if its volume is that of this many times the particles that there is room for. */
const SURELY_TOO_MANY = 10;

/**
 * Fills a body with particles of mass ρ · volume per particle. [card §4]
 * @param index place in the scene: names the body in problems and decides its random stream
 * @param density ρ, kg/m³ (kg/m² in 2D): at rest, or that of the start where it is summed
 * @param limit most particles
 */
export function fillBody(
  body: BodySettings,
  index: number,
  density: number,
  limit: number,
  context: SourceContext,
): FilledBody {
  const pointer = `/bodies/${index}`;
  const { dimension, seed } = context;
  const refusals = checkBody(body, pointer, dimension);
  if (refusals.length > 0) return noParticles(refusals);

  const lattice = makeLattice(body.lattice ?? defaultLattice(dimension), dimension, body.spacing);
  const positions = placeParticles(body, lattice, limit, pointer, context);
  if (!(positions instanceof Float64Array)) return noParticles([positions]);
  const rest = 'points' in body.shape ? body.shape.points.rest : undefined;
  if (!rest) jitterPositions(positions, body.jitter * body.spacing, seed, STREAMS.body + index, dimension);
  return {
    positions,
    ...(rest && { rest: Float64Array.from(rest.flat()) }),
    velocities: initialVelocities(body, positions),
    mass: density * volumePerParticle(lattice),
    problems: positions.length > 0 ? [] : [noneFits(body, pointer)],
  };
}

/** Positions before jitter, or why there are none. */
function placeParticles(
  { shape, spacing, particles }: BodySettings,
  lattice: Lattice,
  limit: number,
  pointer: string,
  { trig, dimension }: SourceContext,
): Float64Array | Problem {
  if ('points' in shape) {
    const { positions } = shape.points;
    return positions.length > limit ? tooMany(positions.length, limit, pointer) : Float64Array.from(positions.flat());
  }
  const solid = solidOf(shape, trig, dimension);
  if (particles !== undefined)
    return particles > limit ? tooMany(particles, limit, pointer) : sampleSolid(solid, { count: particles }).positions;
  const expected = measureOf(solid) / volumePerParticle(lattice);
  if (!(expected <= SURELY_TOO_MANY * (limit + 100))) return tooMany(expected, limit, pointer);
  const block = fitLattice(lattice, boundsOf(solid));
  if (solid.triangles) {
    const { triangles: mesh, center } = solid;
    return filledOr(fillMesh({ block, mesh, center, margin: ON_SURFACE * spacing }, limit), expected, limit, pointer);
  }
  const distance = (x: number, y: number, z: number): number => signedDistance(solid, x, y, z);
  const positions = fillLattice({ block, distance, below: -ON_SURFACE * spacing, expected }, limit);
  return filledOr(positions, expected, limit, pointer);
}

/** The positions, or the problem of a body that was not filled. */
function filledOr(
  positions: Float64Array | Refusal,
  expected: number,
  limit: number,
  pointer: string,
): Float64Array | Problem {
  if (positions === 'too many') return tooMany(expected, limit, pointer);
  return positions === 'too thin' ? tooThin(pointer) : positions;
}

/** Displaces every particle by a uniform random amount within ± `amplitude` (m) on each axis of the world. */
function jitterPositions(
  positions: Float64Array,
  amplitude: number,
  seed: number,
  stream: number,
  dimension: SpaceDimension,
): void {
  if (amplitude === 0) return;
  for (let n = 0; n < positions.length; n += 3) {
    for (let axis = 0; axis < dimension; axis++) {
      positions[n + axis]! += amplitude * randomSigned(seed, stream, n + axis);
    }
  }
}

/** v + ω × (x − center of mass); explicit velocities stand in for v. */
function initialVelocities({ shape, velocity, angularVelocity }: BodySettings, positions: Float64Array): Float64Array {
  const explicit = 'points' in shape ? shape.points.velocities : undefined;
  const [wx, wy, wz] = angularVelocity;
  const [cx, cy, cz] = centerOfMass(positions);
  const velocities = new Float64Array(positions.length);
  for (let n = 0; n < positions.length; n += 3) {
    const [vx, vy, vz] = explicit ? explicit[n / 3]! : velocity;
    const dx = positions[n]! - cx;
    const dy = positions[n + 1]! - cy;
    const dz = positions[n + 2]! - cz;
    velocities[n] = vx + (wy * dz - wz * dy);
    velocities[n + 1] = vy + (wz * dx - wx * dz);
    velocities[n + 2] = vz + (wx * dy - wy * dx);
  }
  return velocities;
}

/** Mean of the positions: all particles of a body have one mass. */
function centerOfMass(positions: Float64Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (let n = 0; n < positions.length; n += 3) {
    sum[0] += positions[n]!;
    sum[1] += positions[n + 1]!;
    sum[2] += positions[n + 2]!;
  }
  const count = Math.max(1, positions.length / 3);
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function noParticles(problems: readonly Problem[]): FilledBody {
  return { positions: new Float64Array(0), velocities: new Float64Array(0), mass: 0, problems };
}

function tooMany(count: number, limit: number, pointer: string): Problem {
  const message = `The body would have about ${Math.round(count)} particles; the most is ${limit}.`;
  const hint = 'Use a larger spacing or a smaller shape, or raise maxParticles.';
  return problem('SOURCE_TOO_MANY', `${pointer}/spacing`, message, hint);
}

function tooThin(pointer: string): Problem {
  const message = 'The body is long and much thinner than its spacing: most of its lattice sites would be outside.';
  const hint = 'Use a smaller spacing so that particles fit across the body, or make it thicker or shorter.';
  return problem('SOURCE_TOO_MANY', `${pointer}/spacing`, message, hint);
}

function noneFits({ shape, spacing }: BodySettings, pointer: string): Problem {
  const missing =
    'points' in shape
      ? problem('SOURCE_EMPTY', `${pointer}/shape/points`, 'The body has no points.', 'Give some positions.')
      : problem(
          'SOURCE_EMPTY',
          `${pointer}/spacing`,
          `No particle fits: the shape is smaller than the spacing of ${spacing} m.`,
          'Use a smaller spacing.',
        );
  return { ...missing, severity: 'warning' };
}
