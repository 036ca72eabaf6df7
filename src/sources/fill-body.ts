// The particles a body starts with: a lattice clipped to its shape, or explicit points; then jitter and the initial motion.

import { sampleSolid } from '../meshless/sampling/sample-solid.ts';
import { type Problem, problem } from '../problem.ts';
import { randomSigned, STREAMS } from '../random/random.ts';
import { boundsOf, measureOf } from '../shapes/bounds.ts';
import { signedDistance } from '../shapes/distance.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import { checkBody } from './check-body.ts';
import { fillLattice, type Refusal, type Sites } from './fill-lattice.ts';
import { fillMesh } from './fill-mesh.ts';
import { defaultLattice, fitLattice, type Lattice, makeLattice, volumePerParticle } from './lattice.ts';
import type { BodySettings, SourceContext, SpaceDimension } from './source.ts';

/** Particles of a body. */
export interface BodyParticles {
  /** x, y, z triples, m. */
  readonly positions: Float64Array;
  /** x, y, z triples, m/s. */
  readonly velocities: Float64Array;
  /** Places in the shape at rest, m, where those differ. */
  readonly rest?: Float64Array;
}

/** What a body contributes to a world, not placed yet. */
export interface OpenBody {
  readonly count: number;
  /** Mass of each particle, kg. */
  readonly mass: number;
  /** Errors (then there are no particles) and warnings. */
  readonly problems: readonly Problem[];
  /** The particles from one to another. */
  place(begin: number, end: number): BodyParticles;
}

/** What a body contributes to a world. */
export type FilledBody = BodyParticles & Pick<OpenBody, 'mass' | 'problems'>;

/** Sites within this fraction of the spacing of the surface are on it, and not inside. */
const ON_SURFACE = 1e-9;
/** A body is not even counted if its volume is that of this many times the particles that there is room for. */
const SURELY_TOO_MANY = 10;
/** Particles that are placed at once to find the center of all. */
const BLOCK = 1 << 16;

/** Fills a body with particles: all that `openBody` finds. */
export function fillBody(...body: Parameters<typeof openBody>): FilledBody {
  const { count, mass, problems, place } = openBody(...body);
  return { ...place(0, count), mass, problems };
}

/**
 * Finds the particles of a body, of mass ρ · volume per particle. [card §4]
 * @param index place in the scene: names the body in problems and decides its random stream
 * @param density ρ, kg/m³ (kg/m² in 2D): at rest, or that of the start where it is summed
 * @param limit most particles
 */
export function openBody(
  body: BodySettings,
  index: number,
  density: number,
  limit: number,
  context: SourceContext,
): OpenBody {
  const pointer = `/bodies/${index}`;
  const { dimension, seed } = context;
  const refusals = checkBody(body, pointer, dimension);
  if (refusals.length > 0) return noParticles(refusals);

  const lattice = makeLattice(body.lattice ?? defaultLattice(dimension), dimension, body.spacing);
  const sites = findSites(body, lattice, limit, pointer, context);
  if (!('count' in sites)) return noParticles([sites]);
  const { count } = sites,
    rest = 'points' in body.shape ? body.shape.points.rest : undefined,
    jitter = { amplitude: rest ? 0 : body.jitter * body.spacing, seed, stream: STREAMS.body + index, dimension };
  const positionsOf = (begin: number, end: number): Float64Array => {
    const positions = sites.place(begin, end);
    jitterPositions(positions, begin, jitter);
    return positions;
  };
  let center: Vec3 | undefined;
  return {
    count,
    mass: density * volumePerParticle(lattice),
    problems: count > 0 ? [] : [noneFits(body, pointer)],
    place: (begin, end) => {
      const positions = positionsOf(begin, end);
      center ??= centerOfMass(count, positionsOf);
      return {
        positions,
        ...(rest && { rest: Float64Array.from(rest.slice(begin, end).flat()) }),
        velocities: initialVelocities(body, positions, begin, center),
      };
    },
  };
}

/** Places before jitter, or why there are none. */
function findSites(
  { shape, spacing, particles }: BodySettings,
  lattice: Lattice,
  limit: number,
  pointer: string,
  { trig, dimension }: SourceContext,
): Sites | Problem {
  if ('points' in shape) {
    const { positions } = shape.points,
      place = (begin: number, end: number) => Float64Array.from(positions.slice(begin, end).flat());
    return positions.length > limit ? tooMany(positions.length, limit, pointer) : { count: positions.length, place };
  }
  const solid = solidOf(shape, trig, dimension);
  if (particles !== undefined) {
    if (particles > limit) return tooMany(particles, limit, pointer);
    const { positions } = sampleSolid(solid, { count: particles });
    return { count: positions.length / 3, place: (begin, end) => positions.slice(3 * begin, 3 * end) };
  }
  const expected = measureOf(solid) / volumePerParticle(lattice);
  if (!(expected <= SURELY_TOO_MANY * (limit + 100))) return tooMany(expected, limit, pointer);
  const block = fitLattice(lattice, boundsOf(solid));
  if (solid.triangles) {
    const { triangles: mesh, center } = solid;
    return filledOr(fillMesh({ block, mesh, center, margin: ON_SURFACE * spacing }, limit), expected, limit, pointer);
  }
  const distance = (x: number, y: number, z: number): number => signedDistance(solid, x, y, z);
  const sites = fillLattice({ block, distance, below: -ON_SURFACE * spacing, expected }, limit);
  return filledOr(sites, expected, limit, pointer);
}

/** The sites, or the problem of a body that was not filled. */
function filledOr(sites: Sites | Refusal, expected: number, limit: number, pointer: string): Sites | Problem {
  if (sites === 'too many') return tooMany(expected, limit, pointer);
  return sites === 'too thin' ? tooThin(pointer) : sites;
}

interface Jitter {
  /** m */
  readonly amplitude: number;
  readonly seed: number;
  readonly stream: number;
  readonly dimension: SpaceDimension;
}

/** Displaces particles, from number `begin` on, by a uniform random amount within ± the amplitude on each axis of the world. */
function jitterPositions(positions: Float64Array, begin: number, { amplitude, seed, stream, dimension }: Jitter): void {
  if (amplitude === 0) return;
  for (let n = 0; n < positions.length; n += 3) {
    for (let axis = 0; axis < dimension; axis++) {
      positions[n + axis]! += amplitude * randomSigned(seed, stream, 3 * begin + n + axis);
    }
  }
}

/** v + ω × (x − center of mass) of particles from number `begin` on; explicit velocities stand in for v. */
function initialVelocities(
  { shape, velocity, angularVelocity }: BodySettings,
  positions: Float64Array,
  begin: number,
  [cx, cy, cz]: Vec3,
): Float64Array {
  const explicit = 'points' in shape ? shape.points.velocities : undefined;
  const [wx, wy, wz] = angularVelocity;
  const velocities = new Float64Array(positions.length);
  for (let n = 0; n < positions.length; n += 3) {
    const [vx, vy, vz] = explicit ? explicit[begin + n / 3]! : velocity;
    const dx = positions[n]! - cx;
    const dy = positions[n + 1]! - cy;
    const dz = positions[n + 2]! - cz;
    velocities[n] = vx + (wy * dz - wz * dy);
    velocities[n + 1] = vy + (wz * dx - wx * dz);
    velocities[n + 2] = vz + (wx * dy - wy * dx);
  }
  return velocities;
}

/** Mean of the positions, block after block: all particles of a body have one mass. */
function centerOfMass(count: number, positionsOf: OpenBodyPositions): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (let begin = 0; begin < count; begin += BLOCK) {
    const positions = positionsOf(begin, Math.min(count, begin + BLOCK));
    for (let n = 0; n < positions.length; n += 3) {
      sum[0] += positions[n]!;
      sum[1] += positions[n + 1]!;
      sum[2] += positions[n + 2]!;
    }
  }
  const all = Math.max(1, count);
  return [sum[0] / all, sum[1] / all, sum[2] / all];
}

type OpenBodyPositions = (begin: number, end: number) => Float64Array;

function noParticles(problems: readonly Problem[]): OpenBody {
  const place = () => ({ positions: new Float64Array(0), velocities: new Float64Array(0) });
  return { count: 0, mass: 0, problems, place };
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
