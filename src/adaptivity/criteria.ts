// Which particles are too coarse where they are, and how coarse they may become. Two answers: the paper's, by differences of density, and
// one by the shape of the body, which needs no threshold in kilograms. [DC99 eq. 12-13, X3, ADR 16]

import { CHILDREN } from '../particles/split.ts';
import * as at from '../wasm/layout.ts';
import type { AdaptInput } from './adapt-input.ts';
import type { ParticleView } from './particle-view.ts';

/** The questions that decide about a particle, by its index. */
export interface Criteria {
  mustSplit(i: number): boolean;
  /** Whether a particle may become part of a heavier one. */
  mayMerge(i: number): boolean;
  /** The heaviest particle that may come to stand where this one is, kg. */
  massLimit(i: number): number;
  /** Whether a particle is more than one level coarser than this mass (kg) beside it, and can be split. */
  tooCoarseBeside(i: number, mass: number): boolean;
}

/** Masses of neighbors differ by no more than this: one level, 7 to 14. */
export const ONE_LEVEL = 15;
/** Masses of a level in the masses of the one below: three pairs after each other; and what a cluster may have more. */
const LEVEL = 8;
const MORE = 1.15;
/** A body's particles may be split again this many frames after they were merged, and merged this many after any change. [X3] */
const BEFORE_SPLIT = 1;
const BEFORE_MERGE = 2;
/** With one layer of particles Σ V W̄ is .53 of what it is inside (2D .57), with two layers .75, at the surface of a thick body .77. */
const THIN = 0.6;
const THICK = 0.66;
/** The same with what obstacles cover: .83 with one layer on a wall; 1 in edges and corners of a container, where nothing is thin. */
const BARE = 0.9;
const SNUG = 0.95;
/** Where more than this is asked for, surfaces are fine: then a merged particle must not come to touch one, or it splits again. */
const SURFACE = 0.77;
/** Part of the inside value in the second layer below a surface: .98. */
const INSIDE = 0.92;
const OUTSIDE = 0.85;
/**
 * What flows along a wall is sheared there, and a layer on it is held by it: particles whose support reaches a wall that drags are not
 * made coarser, and split when they are nearer than this part of it. [ADR 23]
 */
const BESIDE_WALL = 0.8;
/** Default of the paper's threshold Δ at detail 1, in masses of the finest particle, and of δ over Δ. [X3] */
const CONTRAST = 0.02;
const CALM = 1 / 40;

/** The criteria that the scene asks for. */
export function makeCriteria(input: AdaptInput, view: ParticleView): Criteria {
  return input.settings.criterion === 'density' ? byDensity(input, view) : byShape(input, view);
}

/** Fine where the body is thin in terms of its own particles, a level coarser elsewhere, and coarser still deep inside. */
function byShape(input: AdaptInput, view: ParticleView): Criteria {
  const limits = commonLimits(input, view),
    { levels, detail } = input.settings,
    scale = Math.sqrt(detail),
    thin = Math.min(THIN * scale, OUTSIDE),
    thick = Math.min(THICK * scale, INSIDE),
    least = new Float32Array(view.count).fill(-1);
  const leastAround = (i: number): number => {
    if (least[i]! < 0) {
      let value = view.fill(i);
      const neighbors = view.neighborsOf(i);
      for (let k = 0; k < neighbors.length; k++) value = Math.min(value, view.fill(neighbors[k]!));
      least[i] = value;
    }
    return least[i]!;
  };
  const isInside = (i: number): boolean => leastAround(i) > INSIDE;
  /** Thin, and not only because walls stand there. */
  const isBelow = (i: number, limit: number, withWalls: number): boolean =>
    view.fill(i) <= limit && view.fill(i) + view.covered(i) <= Math.max(limit, withWalls);
  /** How far the nearest wall that drags is, in its own support. */
  const fromWalls = (i: number): number => view.distanceFromWalls(i) / (2 * view.smoothingLength[i]!);
  /** Mass of a particle whose support just reaches the nearest wall, kg. */
  const massBesideWall = (i: number): number => {
    const q = fromWalls(i);
    return view.fields.mass[i]! * (input.dimension === 3 ? q * q * q : q * q);
  };
  const surfaceMass = (i: number): number => MORE * LEVEL * limits.finest(i);
  const wanted = (i: number): number => {
    if (isBelow(i, thick, SNUG) || (thick > SURFACE && leastAround(i) <= thick)) return 0;
    return levels > 1 && view.fill(i) > INSIDE && isInside(i) ? limits.most(i) : surfaceMass(i);
  };
  return {
    ...limits,
    mustSplit: (i) => {
      if (!limits.maySplit(i)) return false;
      const fill = view.fill(i);
      return (
        isBelow(i, thin, BARE) ||
        (fill < OUTSIDE && view.fields.mass[i]! > 1.5 * surfaceMass(i)) ||
        fromWalls(i) < BESIDE_WALL
      );
    },
    massLimit: (i) => Math.min(wanted(i), massBesideWall(i), limits.most(i), ONE_LEVEL * view.lightestBeside(i)),
  };
}

/** The paper's: split where |ρ_j − ρ_i| m_i/ρ_i > Δ for some neighbor, merge where it is < δ for all. [DC99 eq. 12-13] */
function byDensity(input: AdaptInput, view: ParticleView): Criteria {
  const limits = commonLimits(input, view),
    { settings } = input,
    { mass, density } = view.fields;
  const contrast = (i: number): number => (view.measure(i, at.MEASURE_CONTRAST) * mass[i]!) / density[i]!,
    delta = (i: number): number => settings.split ?? (CONTRAST / settings.detail) * limits.finest(i);
  return {
    ...limits,
    mustSplit: (i) => limits.maySplit(i) && contrast(i) > delta(i),
    mayMerge: (i) => limits.mayMerge(i) && contrast(i) < (settings.merge ?? CALM * delta(i)),
    massLimit: (i) => Math.min(limits.most(i), ONE_LEVEL * view.lightestBeside(i)),
  };
}

/** What holds for both: limits of mass, time between changes, one level between neighbors. [card §5] */
function commonLimits({ settings, finest, frame, starting }: AdaptInput, view: ParticleView) {
  const { mass } = view.fields;
  let heaviest = MORE;
  for (let level = 0; level < settings.levels; level++) heaviest *= LEVEL;
  const finestOf = (i: number): number => finest[view.substance[i]!]!,
    since = (i: number): number => frame - (view.changed[i]! >> 1),
    isLarge = (i: number): boolean => mass[i]! >= 0.999 * CHILDREN * finestOf(i);
  return {
    finest: finestOf,
    most: (i: number): number => heaviest * finestOf(i),
    maySplit: (i: number): boolean => isLarge(i) && ((view.changed[i]! & 1) === 0 || since(i) >= BEFORE_SPLIT),
    mayMerge: (i: number): boolean =>
      2 * mass[i]! <= heaviest * finestOf(i) && (starting || view.changed[i] === 0 || since(i) >= BEFORE_MERGE),
    tooCoarseBeside: (i: number, other: number): boolean => mass[i]! > ONE_LEVEL * other && isLarge(i),
  };
}
