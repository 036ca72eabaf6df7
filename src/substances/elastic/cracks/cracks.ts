// What growing cracks is done with: the bodies that break, their nodes at the start, the tension, and the lists that cracks are kept in.

import type { ParticleSet } from '../../../particles/particle-set.ts';
import type { Links } from '../gradients.ts';
import { type ElasticParameters, isElastic, lame } from '../parameters.ts';
import type { Cutter } from './cutter.ts';
import type { FaceMarks } from './face-marks.ts';
import type { StartGrid } from './start-grid.ts';
import { type Point, Tensions } from './tension.ts';

/** A front is in a body if a particle is so near, over the spacing. */
const INSIDE = 0.87;
/** How far ahead the points of a front look, over the spacing. */
export const AHEAD = 1;
/** The average of λ₁ around the place ahead over K/√(2π r) there, of a crack that is pulled open: 1.128 in the plane, 1.124 in space. */
const AVERAGE = 1.13;
/** 2π */
const TWO_PI = 6.283185307179586;

/** A body that breaks. */
export interface BrittleBody {
  readonly law: ElasticParameters & { readonly strength: number };
  /** Size of its particles, m. */
  readonly spacing: number;
  /** Tension is averaged so far around, m. */
  readonly reach: number;
  /** Tension ahead at which a front runs, Pa. */
  readonly runsAt: number;
  /** m/s */
  readonly shearSpeed: number;
}

/** The cracks of a world, as they are grown at a step. */
export interface Cracks {
  readonly dimension: 2 | 3;
  readonly lists: Readonly<Record<string, number[]>>;
  readonly bodies: ReadonlyMap<number, BrittleBody>;
  readonly cutter: Cutter;
  readonly tensions: Tensions;
  /** Where the particle of a node stands. */
  placeOf(node: number): number;
  idOf(node: number): number;
  /** Whether a node is at the face of a crack. */
  isAtFace(node: number): boolean;
  /** Whether a place is in a body. */
  isInside(body: number, at: Point, spacing: number): boolean;
  /** Whether the way between two places crosses another crack than the given one. */
  crosses(body: number, from: Point, to: Point, crack: number): boolean;
}

/** Gathers what growing cracks is done with. */
export function cracksOf(
  world: { readonly set: ParticleSet; readonly lists: Cracks['lists']; readonly substances: readonly unknown[] },
  links: Links,
  cutter: Cutter,
  grid: StartGrid,
  reaches: Float64Array,
  marks: FaceMarks,
): Cracks {
  const { set, lists } = world,
    { starts, bodies, dimension } = cutter.nodes,
    places = placesByNode(set, bodies.length),
    ids = set.u32('id');
  return {
    ...{ dimension, lists, cutter },
    bodies: brittleBodies(world, bodies, places, reaches),
    tensions: new Tensions(set, links, cutter, grid, places),
    placeOf: (node) => places[node]!,
    idOf: (node) => ids[places[node]!]!,
    isAtFace: (node) => marks.has(node),
    isInside: (body, at, spacing) => {
      let found = false;
      grid.eachWithin(at, at, INSIDE * spacing, (n) => {
        const square = [0, 1, 2].reduce(
          (sum, a) => sum + (starts[3 * n + a]! - at[a]!) * (starts[3 * n + a]! - at[a]!),
          0,
        );
        if (bodies[n] === body && square <= INSIDE * INSIDE * spacing * spacing) found = true;
      });
      return found;
    },
    crosses: (body, from, to, crack) => cutter.facets.crosses(body, ...from, ...to, crack),
  };
}

/** Where the particle of every node stands. */
function placesByNode(set: ParticleSet, count: number): Uint32Array {
  const numbers = set.u32('node'),
    places = new Uint32Array(count);
  for (let i = 0; i < set.count; i++) if (numbers[i]! > 0) places[numbers[i]! - 1] = i;
  return places;
}

function brittleBodies(
  { set, substances }: { readonly set: ParticleSet; readonly substances: readonly unknown[] },
  bodies: Uint32Array,
  places: Uint32Array,
  reaches: Float64Array,
): Map<number, BrittleBody> {
  const kinds = set.u32('substance'),
    found = new Map<number, BrittleBody>();
  bodies.forEach((body, n) => {
    if (found.has(body)) return;
    const law = substances[kinds[places[n]!]!] as ElasticParameters;
    if (isElastic(law) && law.strength !== undefined) found.set(body, brittle(law as BrittleBody['law'], reaches[n]!));
  });
  return found;
}

/** The average of K_c/√(2π r) at the place ahead where a toughness is given, K_c = √(E′ G_c), else the strength. */
function brittle(law: BrittleBody['law'], reach: number): BrittleBody {
  const spacing = reach / law.support,
    plane = law.youngsModulus / (1 - law.poissonsRatio * law.poissonsRatio),
    runsAt =
      law.toughness === undefined
        ? law.strength
        : AVERAGE * Math.sqrt((plane * law.toughness) / (TWO_PI * AHEAD * spacing));
  return { law, spacing, reach, runsAt, shearSpeed: Math.sqrt(lame(law).mu / law.restDensity) };
}
