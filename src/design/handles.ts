// Handles: what is held of a shape, and where it goes. [AW09 eq. 74] A handle counts by the mean square of its misses, so that it pulls as strongly
// with many particles as with few.

import { type Problem, problem, ThixoError } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { signedDistance } from '../shapes/distance.ts';
import { EXACT_TRIGONOMETRY } from '../shapes/exact-trigonometry.ts';
import { rotationInto, unit } from '../shapes/rotation.ts';
import type { Rotation, Shape, Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import type { Targets } from './shape-energy.ts';
import type { ShapeField } from './shape-field.ts';

/** What a handle holds: points of the shape at rest (three numbers each, m), particles by their numbers, or the particles in a region. */
export type Grip =
  | { readonly points: readonly number[] }
  | {
      readonly particles: readonly number[] /** How strongly each is held, 0 to 1: a painted set. */;
      readonly strengths?: readonly number[];
    }
  | {
      readonly region: Shape /** Width of the rim outside of the region in which the hold fades to 0, m. */;
      readonly falloff?: number;
    };

/** A part of the shape that is held. Without a motion it stays where it is at rest. */
export interface Handle {
  readonly grip: Grip;
  /** Shift, m. */
  readonly translate?: Vec3;
  /** Turn about the pivot, before the shift. */
  readonly rotate?: Rotation;
  /** m; the middle of what is held without it. */
  readonly pivot?: Vec3;
  /** Where every point goes, three numbers each, m: instead of a shift and a turn. */
  readonly to?: readonly number[];
  /** Strength beside other handles; 1 without it. */
  readonly weight?: number;
}

/** The points that a handle holds. */
interface Held {
  readonly points: number[];
  /** 0 to 1. */
  readonly strengths: number[];
}

/** Handles as targets of an energy: w_k = λ weight s_k / (Σ s size²). Throws every problem of the handles. */
export function targetsOf(field: ShapeField, handles: readonly Handle[], lambda: number): Targets {
  const problems: Problem[] = [],
    points: number[] = [],
    displacements: number[] = [],
    weights: number[] = [],
    owners: number[] = [];
  handles.forEach((handle, n) => {
    const pointer = `/handles/${n}`,
      found = checkHandle(field, handle, pointer),
      held = found.length > 0 ? undefined : heldBy(field, handle.grip, pointer, found);
    problems.push(...found);
    if (!held || found.length > 0) return;
    const goals = goalsOf(handle, held.points, pointer, problems),
      total = held.strengths.reduce((a, b) => a + b, 0);
    held.strengths.forEach((strength, k) => {
      for (let a = 0; a < 3; a++) {
        points.push(held.points[3 * k + a]!);
        displacements.push((goals[3 * k + a] ?? 0) - held.points[3 * k + a]!);
      }
      weights.push((lambda * (handle.weight ?? 1) * strength) / (total * field.size * field.size));
      owners.push(strength === 1 ? n : -1);
    });
  });
  problems.push(...contradictions(field.size, points, displacements, owners));
  if (problems.length > 0) throw new ThixoError(problems);
  return {
    rows: field.keptRowsAt(points),
    displacements: Float64Array.from(displacements),
    weights: Float64Array.from(weights),
  };
}

function checkHandle(
  field: ShapeField,
  { grip, translate, pivot, rotate, weight = 1 }: Handle,
  pointer: string,
): Problem[] {
  const numbers = [...(translate ?? []), ...(pivot ?? []), ...(rotate?.axis ?? []), rotate?.degrees ?? 0],
    problems: Problem[] = [];
  if (numbers.some((x) => !Number.isFinite(x))) {
    problems.push(problem('DESIGN_HANDLES', pointer, 'A number of the handle is not finite.', 'Give finite numbers.'));
  }
  if (!(weight > 0 && weight < Infinity)) {
    problems.push(problem('DESIGN_HANDLES', `${pointer}/weight`, `The weight is ${weight}.`, 'Give a weight above 0.'));
  }
  if ('region' in grip) {
    problems.push(...checkShape(grip.region, `${pointer}/grip/region`));
    if (!((grip.falloff ?? 0) >= 0)) {
      problems.push(
        problem(
          'DESIGN_HANDLES',
          `${pointer}/grip/falloff`,
          `The falloff is ${grip.falloff}.`,
          'Give a width of 0 or more, in meters.',
        ),
      );
    }
  } else if ('particles' in grip) problems.push(...checkPainted(field, grip, pointer));
  else if (grip.points.length === 0 || grip.points.length % 3 !== 0 || grip.points.some((x) => !Number.isFinite(x))) {
    problems.push(
      problem(
        'DESIGN_HANDLES',
        `${pointer}/grip/points`,
        'The points are not made of three finite numbers each.',
        'Give x, y and z of one point at least.',
      ),
    );
  }
  return problems;
}

function checkPainted(
  { count }: ShapeField,
  { particles, strengths }: Extract<Grip, { particles: unknown }>,
  pointer: string,
): Problem[] {
  const wrong = particles.find((i) => !(Number.isInteger(i) && i >= 0 && i < count));
  if (wrong !== undefined || particles.length === 0) {
    const message = wrong === undefined ? 'The handle holds no particle.' : `There is no particle ${wrong}.`;
    return [problem('DESIGN_HANDLES', `${pointer}/grip/particles`, message, `Name particles from 0 to ${count - 1}.`)];
  }
  const fits = !strengths || (strengths.length === particles.length && strengths.every((s) => s > 0 && s <= 1));
  return fits
    ? []
    : [
        problem(
          'DESIGN_HANDLES',
          `${pointer}/grip/strengths`,
          'The strengths do not fit the particles.',
          'Give one above 0 and up to 1 for every particle.',
        ),
      ];
}

function heldBy(field: ShapeField, grip: Grip, pointer: string, problems: Problem[]): Held | undefined {
  const place = (i: number) => Array.from(field.positions.subarray(3 * i, 3 * i + 3));
  if ('particles' in grip) {
    return { points: grip.particles.flatMap(place), strengths: [...(grip.strengths ?? grip.particles.map(() => 1))] };
  }
  if ('region' in grip) {
    const solid = solidOf(grip.region, EXACT_TRIGONOMETRY),
      held: Held = { points: [], strengths: [] };
    for (let i = 0; i < field.count; i++) {
      const at = place(i),
        strength = fade(signedDistance(solid, at[0]!, at[1]!, at[2]!), grip.falloff ?? 0);
      if (strength === 0) continue;
      held.points.push(...at);
      held.strengths.push(strength);
    }
    if (held.strengths.length > 0) return held;
    problems.push(
      problem(
        'DESIGN_OUTSIDE',
        `${pointer}/grip/region`,
        'No particle is in the region of the handle.',
        'Move it into the shape, make it larger, or sample the shape finer.',
      ),
    );
    return undefined;
  }
  const outside = outsidePoints(field, grip.points);
  if (outside.length === 0)
    return { points: [...grip.points], strengths: Array.from({ length: grip.points.length / 3 }, () => 1) };
  problems.push(
    problem(
      'DESIGN_OUTSIDE',
      `${pointer}/grip/points/${3 * outside[0]!}`,
      outside.length === 1
        ? 'A point of the handle is outside of the shape.'
        : `${outside.length} points of the handle are outside of the shape.`,
      'Take points of the shape at rest.',
    ),
  );
  return undefined;
}

/** Points that the field does not reach. */
function outsidePoints(field: ShapeField, points: readonly number[]): number[] {
  const found: number[] = [];
  for (let k = 0; 3 * k < points.length; k++) {
    if (field.source.shape(points.slice(3 * k, 3 * k + 3)).order < 1) found.push(k);
  }
  return found;
}

/** 1 inside, (1 − s²)² over the rim outside. */
function fade(distance: number, width: number): number {
  if (distance <= 0) return 1;
  if (distance >= width) return 0;
  const s = distance / width,
    rest = 1 - s * s;
  return rest * rest;
}

function goalsOf(
  { translate = [0, 0, 0], rotate, pivot, to }: Handle,
  points: readonly number[],
  pointer: string,
  problems: Problem[],
): number[] {
  if (to) {
    if (to.length === points.length && to.every(Number.isFinite)) return [...to];
    problems.push(
      problem(
        'DESIGN_HANDLES',
        `${pointer}/to`,
        `There are ${points.length / 3} points and ${to.length / 3} targets.`,
        'Give every point one target of three finite numbers.',
      ),
    );
    return [];
  }
  const R = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]),
    count = points.length / 3,
    center = pivot ?? [0, 1, 2].map((a) => points.reduce((sum, x, k) => (k % 3 === a ? sum + x : sum), 0) / count);
  if (rotate) rotationInto(R, unit(rotate.axis), rotate.degrees, EXACT_TRIGONOMETRY);
  return points.map((_, at) => {
    const k = at - (at % 3),
      a = at % 3;
    let sum = center[a]! + translate[a]!;
    for (let b = 0; b < 3; b++) sum += R[3 * a + b]! * (points[k + b]! - center[b]!);
    return sum;
  });
}

/** Handles that hold the same point fully and want it in different places, each pair once. */
function contradictions(
  size: number,
  points: readonly number[],
  displacements: readonly number[],
  owners: readonly number[],
): Problem[] {
  const known = new Map<string, number>(),
    pairs = new Map<string, Problem>();
  owners.forEach((owner, k) => {
    if (owner < 0) return;
    const at = points.slice(3 * k, 3 * k + 3).map((x) => Math.round((1e9 * x) / size)),
      other = known.get(at.join());
    if (other === undefined) {
      known.set(at.join(), k);
      return;
    }
    const first = owners[other]!,
      apart = [0, 1, 2].some((a) => Math.abs(displacements[3 * k + a]! - displacements[3 * other + a]!) > 1e-6 * size);
    if (first === owner || !apart) return;
    const message = `Handles ${first} and ${owner} hold the same point and move it to different places.`,
      hint = 'Take it out of one of them, or give one a falloff.';
    pairs.set(`${first} ${owner}`, problem('DESIGN_HANDLES', `/handles/${owner}`, message, hint));
  });
  return [...pairs.values()];
}
