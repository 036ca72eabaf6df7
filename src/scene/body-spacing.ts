// Bodies that say how many particles they have instead of a spacing. The spacing follows from the volume, before the schema looks, so that
// everybody finds one.

import { rootOf } from '../math/roots.ts';
import { below } from '../pointer.ts';
import { problem } from '../problem.ts';
import { measureOf } from '../shapes/bounds.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { solidOf } from '../shapes/solid.ts';
import { checkBody } from '../sources/check-body.ts';
import { defaultLattice, makeLattice, volumePerParticle } from '../sources/lattice.ts';
import type { ProblemList } from './problem-list.ts';
import { type Body, currentSchema } from './schema.ts';
import { fits, isObject, nodeOf } from './schema-tree.ts';

/** The spacing of a body that is wrong in another way, m: it is refused, and checked as far as it goes. */
const ANY = 1;

/** A scene as written, where bodies with a number of particles have the spacing that follows from it; adds what is wrong with those that have two. */
export function withSpacings(input: unknown, trig: Trigonometry, list: ProblemList): unknown {
  if (!isObject(input) || !Array.isArray(input.bodies)) return input;
  const dimension = input.dimension === 2 ? 2 : 3,
    bodies = input.bodies.map((body: unknown, k) =>
      isObject(body) ? withSpacing(body, `/bodies/${k}`, dimension, trig, list) : body,
    );
  return { ...input, bodies };
}

function withSpacing(
  body: Readonly<Record<string, unknown>>,
  pointer: string,
  dimension: 2 | 3,
  trig: Trigonometry,
  list: ProblemList,
): unknown {
  if (body.particles === undefined) return body;
  const whole = { ...body, spacing: ANY },
    node = nodeOf(currentSchema()).members.bodies!.items[0]!;
  if (!fits(node, whole)) return body.spacing === undefined ? whole : body; // refused by the schema
  const spacing = spacingFor(whole as unknown as Body, dimension, trig);
  if (body.spacing !== undefined && body.spacing !== spacing) {
    const message = 'The body has both a number of particles and a spacing.';
    list.add(problem('SOURCE_TOO_MANY', below(pointer, 'particles'), message, 'Remove one of them.'));
  }
  return { ...body, spacing };
}

/** The spacing of a lattice whose particles have the volume that each of the body has, m. */
function spacingFor(body: Body, dimension: 2 | 3, trig: Trigonometry): number {
  const { shape, particles, lattice } = body;
  if (
    'points' in shape ||
    checkBody({ ...body, jitter: 0, velocity: [0, 0, 0], angularVelocity: [0, 0, 0] }, '', dimension).length > 0
  )
    return ANY;
  const each = measureOf(solidOf(shape, trig, dimension)) / particles!,
    sites = makeLattice(lattice ?? defaultLattice(dimension), dimension, 1),
    spacing = rootOf(each / volumePerParticle(sites), dimension);
  return spacing > 0 && Number.isFinite(spacing) ? spacing : ANY;
}
