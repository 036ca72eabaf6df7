// What growing cracks is done with: the bodies that break, their nodes at the start, the tension, and the lists that cracks are kept in.

import type { ParticleSet } from '../../../particles/particle-set.ts';
import { signedDistance } from '../../../shapes/distance.ts';
import type { Solid } from '../../../shapes/solid.ts';
import type { Links, ReferenceNodes } from '../gradients.ts';
import { type ElasticParameters, isElastic, lame } from '../parameters.ts';
import { type Cutter, KAPPA } from './cutter.ts';
import { FaceMarks } from './face-marks.ts';
import { StartGrid } from './start-grid.ts';
import { Tensions } from './tension.ts';
import type { Point } from './vectors.ts';

/** A front is in a body if a particle is so near, over the spacing. */
const INSIDE = 0.87;
/** How far ahead the points of a front look, over the spacing. */
export const AHEAD = 1;
/** The tension ahead is averaged so far around, over the spacing. */
export const AROUND = 1.5;
/** The average of λ₁ around the place ahead over K/√(2π r) there, of a crack that is pulled open: 1.128 in the plane, 1.124 in space. */
const AVERAGE = 1.13;
/** The field of particles at a tip over the exact one: slits of two to six spacings, on lattices turned by 0° and 17°, had 1.15 to 1.41. */
const HIGHER = 1.27;
/** No other crack begins so near to a front, over the spacing: the front is what breaks the body there. */
const OWN_GROUND = 3;
/** Nor so near to a face: splinters would be crumbs. */
const NEAR_FACE = 1.5;
/** 2π */
const TWO_PI = 6.283185307179586;

/** Whether cracks of a body may begin and run at a time, s. */
export function mayBreak({ law: { breaksFrom, breaksUntil = Number.POSITIVE_INFINITY } }: BrittleBody, now: number) {
  return now >= breaksFrom && now <= breaksUntil;
}

/** A body that breaks. */
export interface BrittleBody {
  readonly law: ElasticParameters & { readonly strength: number };
  /** Size of its particles, m. */
  readonly spacing: number;
  /** Tension is averaged so far around, m. */
  readonly reach: number;
  /** Tension ahead at which a front runs, Pa. */
  readonly runsAt: number;
  /** How far behind a front the body feels it, m: there, neighbors one spacing apart cease to see each other through it. [AW09 eq. 70] */
  readonly lag: number;
  /** m/s */
  readonly shearSpeed: number;
  /** No other crack begins so near to a front, and to the faces of a crack, m. */
  readonly frontGround: number;
  readonly faceGround: number;
}

/** The cracks of a world, as they are grown at a step. */
export interface Cracks {
  readonly dimension: 2 | 3;
  readonly lists: Readonly<Record<string, number[]>>;
  readonly bodies: ReadonlyMap<number, BrittleBody>;
  readonly cutter: Cutter;
  readonly nodes: ReferenceNodes;
  /** 1: the node is in a region that cannot break. */
  readonly holds: Uint8Array;
  readonly links: Links;
  readonly grid: StartGrid;
  /** Nodes at the faces of cracks. */
  readonly marks: FaceMarks;
  readonly tensions: Tensions;
  /** Smallest and largest size of particles, m. */
  readonly finest: number;
  readonly coarsest: number;
  /** Reach over size. */
  readonly support: number;
  idOf(node: number): number;
  /** Whether all nodes near a place are in regions that cannot break. */
  isHeld(body: number, at: Point, spacing: number): boolean;
  /** Whether a place is in a body. */
  isInside(body: number, at: Point, spacing: number): boolean;
  /** Whether the way between two places crosses another crack than the given one. */
  crosses(body: number, from: Point, to: Point, crack: number): boolean;
}

/** Gathers what growing cracks is done with. It serves as long as its cutter does. */
export function cracksOf(
  world: { readonly set: ParticleSet; readonly lists: Cracks['lists']; readonly substances: readonly unknown[] },
  links: Links,
  cutter: Cutter,
  nodes: ReferenceNodes,
  unbreakable: readonly Solid[] = [],
): Cracks {
  const { set, lists } = world,
    { starts, bodies, dimension } = cutter.nodes,
    grid = new StartGrid(starts, cutter.nodes.reach),
    marks = new FaceMarks(cutter.nodes, grid),
    holds = heldBy(unbreakable, starts),
    tensions = new Tensions(set, links, cutter, grid, isSplit(world.substances) ? nodes.reaches : undefined);
  tensions.begin(0);
  return {
    ...{ dimension, lists, cutter, nodes, grid, marks, tensions, links, holds },
    ...sizesOf(world.substances, nodes.reaches),
    bodies: brittleBodies(world, bodies, tensions.places, nodes.reaches),
    idOf: (node) => set.u32('id')[tensions.places[node]!]!,
    isHeld: (body, at, spacing) => {
      if (unbreakable.length === 0) return false;
      const count = grid.findWithin(at, at, 0.6 * spacing);
      for (let k = 0; k < count; k++) if (bodies[grid.found[k]!] === body && !holds[grid.found[k]!]) return false;
      return true;
    },
    isInside: (body, at, spacing) => grid.hasNear(bodies, body, at, INSIDE * spacing),
    crosses: (body, from, to, crack) => cutter.facets.crosses(body, ...from, ...to, crack),
  };
}

/** Whether particles of a solid may be split. */
function isSplit(substances: readonly unknown[]): boolean {
  return (substances as readonly ElasticParameters[]).some(({ smallestParticle }) => smallestParticle !== undefined);
}

/** Which places are in one of some regions. */
function heldBy(regions: readonly Solid[], starts: Float64Array): Uint8Array {
  const holds = new Uint8Array(starts.length / 3);
  for (const solid of regions)
    for (let n = 0; n < holds.length; n++)
      if (signedDistance(solid, starts[3 * n]!, starts[3 * n + 1]!, starts[3 * n + 2]!) <= 0) holds[n] = 1;
  return holds;
}

function sizesOf(substances: readonly unknown[], reaches: Float64Array) {
  const { support } = (substances as readonly ElasticParameters[]).find(isElastic)!;
  let [finest, coarsest] = [Number.POSITIVE_INFINITY, 0];
  for (const reach of reaches) {
    finest = Math.min(finest, reach / support);
    coarsest = Math.max(coarsest, reach / support);
  }
  return { finest, coarsest, support };
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
    if ((found.get(body)?.reach ?? 0) >= reaches[n]!) return; // those that were split are smaller
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
        : HIGHER * AVERAGE * Math.sqrt((plane * law.toughness) / (TWO_PI * AHEAD * spacing));
  return {
    ...{ law, spacing, reach, runsAt, shearSpeed: Math.sqrt(lame(law).mu / law.restDensity) },
    lag: law.discontinuity === 'transparency' ? KAPPA * Math.sqrt(1 - 1 / law.support) * spacing : 0,
    frontGround: Math.max(OWN_GROUND * spacing, law.smallestPiece),
    faceGround: Math.max(NEAR_FACE * spacing, 0.5 * law.smallestPiece),
  };
}
