// Finds bodies that the schema accepts but that cannot be filled. How many particles there will be is known only while filling.

import { type Problem, problem } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import type { Vec3 } from '../shapes/shape.ts';
import { defaultLattice, latticeFits } from './lattice.ts';
import { readPath } from './points-path.ts';
import type { BodySettings, Points, SpaceDimension } from './source.ts';

/** Every problem of a body that stands at `pointer` in the scene. */
export function checkBody(body: BodySettings, pointer: string, dimension: SpaceDimension): Problem[] {
  return [
    ...checkLattice(body, pointer, dimension),
    ...checkRegion(body, `${pointer}/shape`, dimension),
    ...(dimension === 2 ? checkMotionInPlane(body, pointer) : []),
    ...checkSamples(body, pointer),
  ];
}

function checkLattice({ lattice }: BodySettings, pointer: string, dimension: SpaceDimension): Problem[] {
  if (!lattice || latticeFits(lattice, dimension)) return [];
  const message = `The ${lattice} lattice does not exist in ${dimension}D.`;
  const hint = `Use "${defaultLattice(dimension)}" or "cubic".`;
  return [problem('SOURCE_LATTICE', `${pointer}/lattice`, message, hint)];
}

function checkSamples({ shape, particles }: BodySettings, pointer: string): Problem[] {
  if (particles === undefined || !('points' in shape)) return [];
  const message = 'The points of the body are its particles.';
  return [problem('SOURCE_LENGTHS', `${pointer}/particles`, message, 'Remove `particles`, and give a `spacing`.')];
}

function checkRegion({ shape }: BodySettings, pointer: string, dimension: SpaceDimension): Problem[] {
  if ('points' in shape) return checkPoints(shape, `${pointer}/points`, dimension);
  if (!('plane' in shape)) return checkShape(shape, pointer, dimension);
  const message = 'A plane is infinite and cannot be filled with particles.';
  return [problem('SOURCE_UNBOUNDED', pointer, message, 'Use a box, a sphere, a capsule or a cylinder.')];
}

function checkPoints({ points }: Points, pointer: string, dimension: SpaceDimension): Problem[] {
  if ('file' in points) return [notLoaded(points.file, `${pointer}/file`)];
  if ('design' in points) return [notLoaded(points.design, `${pointer}/design`)];
  const { positions, velocities, rest, path } = points;
  const problems: Problem[] = [];
  if (rest && rest.length !== positions.length) {
    const message = `There are ${positions.length} positions and ${rest.length} places at rest.`;
    problems.push(problem('SOURCE_LENGTHS', `${pointer}/rest`, message, 'Give one place per position, or none.'));
  }
  if (path && !readPath(path, positions.length)) {
    const message = `The path does not hold whole frames of ${positions.length} particles.`;
    const hint = 'Pack three finite float32 for every particle in every frame as base64, one frame at least.';
    problems.push(problem('SOURCE_LENGTHS', `${pointer}/path/packed`, message, hint));
  }
  if (velocities && velocities.length !== positions.length) {
    const message = `There are ${positions.length} positions and ${velocities.length} velocities.`;
    const hint = 'Give one velocity per position, or none.';
    problems.push(problem('SOURCE_LENGTHS', `${pointer}/velocities`, message, hint));
  }
  if (dimension === 2) {
    problems.push(...checkTriplesInPlane(positions, `${pointer}/positions`));
    problems.push(...checkTriplesInPlane(velocities ?? [], `${pointer}/velocities`));
    problems.push(...checkTriplesInPlane(rest ?? [], `${pointer}/rest`));
  }
  return problems;
}

/** Loading a scene file replaces the name of a points file by its content; here is one that nobody loaded. */
function notLoaded(file: unknown, pointer: string): Problem {
  const message = `The points file "${String(file).slice(0, 80)}" was not read.`;
  return problem('ASSET_NOT_LOADED', pointer, message, 'Read the scene with loadScene, or write the positions here.');
}

function checkMotionInPlane({ velocity, angularVelocity }: BodySettings, pointer: string): Problem[] {
  const problems: Problem[] = [];
  if (velocity[2] !== 0) problems.push(offPlane(`${pointer}/velocity/2`));
  if (angularVelocity[0] !== 0 || angularVelocity[1] !== 0) problems.push(offPlane(`${pointer}/angularVelocity`));
  return problems;
}

/** The first triple that leaves the plane; the others likely do for the same reason. */
function checkTriplesInPlane(triples: readonly Vec3[], pointer: string): Problem[] {
  const first = triples.findIndex((v) => v[2] !== 0);
  return first < 0 ? [] : [offPlane(`${pointer}/${first}/2`)];
}

function offPlane(pointer: string): Problem {
  const message = 'The body leaves the plane z = 0 of a 2D world.';
  return problem('SOURCE_OFF_PLANE', pointer, message, 'Set z to 0 and rotate about z only, or set dimension to 3.');
}
