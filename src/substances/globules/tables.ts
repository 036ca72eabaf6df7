// The pair laws of a world's substances as the passes read them. [card §11]

import type { ParticleSet } from '../../particles/particle-set.ts';
import * as at from '../../wasm/layout.ts';
import { PACKING } from '../packing.ts';
import type { Substance } from '../substance.ts';
import { type GlobuleParameters, reachOf } from './parameters.ts';

/** Two globules may come closer in a step by this part of a radius: the rule of thumb of the paper. [MP89 §4] */
const LARGEST_MOVE = 0.1;
/** Damping ζ with which a smoothed particle and a globule meet. */
const MEETING_DAMPING = 0.5;

/** Writes the law of every substance: globules as they are, smoothed particles as the balls that globules meet. */
export function writeGlobules(
  { shared }: ParticleSet,
  substances: readonly Substance[],
  dimension: 2 | 3,
  courant: number,
): void {
  substances.forEach((p, index) => {
    const law = at.GLOBULE_TABLE + index * at.GLOBULE_BYTES;
    const numbers = p.model === 'globules' ? lawOf(p, dimension, courant) : contactOf(p, dimension);
    for (const [slot, value] of numbers) shared.setReal(law + slot, value);
  });
  const first = substances.find((p) => p.model === 'globules');
  shared.setInt(at.REPULSION, first?.repulsionExponent ?? 5);
  shared.setInt(at.ATTRACTION, first?.attractionExponent ?? 3);
}

type Numbers = readonly (readonly [slot: number, value: number])[];

function lawOf(p: GlobuleParameters, dimension: 2 | 3, courant: number): Numbers {
  const reach = reachOf(p),
    pace = (courant * reach) / LARGEST_MOVE,
    strength = (k: number): number => 0.5 * p.restDensity * k,
    damping = (zeta: number, k: number): number => 0.5 * zeta * p.restDensity * Math.sqrt(k);
  return [
    [at.GLOBULE_IS, 1],
    [at.GLOBULE_RADIUS, 1 / reach],
    [at.GLOBULE_MELTED_RADIUS, p.restSpacing[dimension] / reach],
    [at.GLOBULE_STRENGTH, strength(p.stiffness)],
    [at.GLOBULE_DAMPING, damping(p.damping, p.stiffness)],
    [at.GLOBULE_RANGE, 0.5 * p.range],
    [at.GLOBULE_DAMPING_RANGE, 0.5 * p.dampingRange],
    [at.GLOBULE_MELTED_STRENGTH, strength(p.meltedStiffness)],
    [at.GLOBULE_MELTED_DAMPING, damping(p.meltedDamping, p.meltedStiffness)],
    [at.GLOBULE_CRUMBLES_FROM, p.crumbling?.from ?? 0],
    [at.GLOBULE_CRUMBLES_TO, p.crumbling?.to ?? 0],
    [at.GLOBULE_PACE, pace * pace],
  ];
}

/** A smoothed particle is to globules a ball as large as its place in a close packing. */
function contactOf(p: Exclude<Substance, GlobuleParameters>, dimension: 2 | 3): Numbers {
  const radius = (0.5 * PACKING[dimension]) / p.smoothing,
    strength = 0.5 * p.restDensity * p.stiffness,
    damping = 0.5 * MEETING_DAMPING * p.restDensity * Math.sqrt(p.stiffness);
  return [
    [at.GLOBULE_IS, 0],
    [at.GLOBULE_RADIUS, radius],
    [at.GLOBULE_MELTED_RADIUS, radius],
    [at.GLOBULE_STRENGTH, strength],
    [at.GLOBULE_DAMPING, damping],
    [at.GLOBULE_RANGE, 0.5],
    [at.GLOBULE_DAMPING_RANGE, 0.5],
    [at.GLOBULE_MELTED_STRENGTH, strength],
    [at.GLOBULE_MELTED_DAMPING, damping],
    [at.GLOBULE_CRUMBLES_FROM, 0],
    [at.GLOBULE_CRUMBLES_TO, 0],
    [at.GLOBULE_PACE, 1],
  ];
}
