// The pair laws of a world's substances as the passes read them. [card §11]

import { type Engine, substanceRow } from '../../engine/engine.ts';
import { writeHeat } from '../../engine/heat.ts';
import { PACKING } from '../../engine/packing.ts';
import type { SubstanceParameters } from '../../engine/substance.ts';
import * as at from '../../wasm/layout.ts';
import { type GlobuleParameters, isGlobules, reachOf } from './parameters.ts';

/** Two globules may come closer in a step by this part of a radius: the rule of thumb of the paper. [MP89 §4] */
const LARGEST_MOVE = 0.1;
/** Damping ζ with which a globule meets a particle of another family. */
const MEETING_DAMPING = 0.5;

/**
 * Writes the law of every substance of a world: globules as they are, all others as the balls that globules meet.
 * @param smoothing of each substance, h over its size
 */
export function writeLaws({ set: { shared }, substances, dimension }: Engine, smoothing: readonly number[]): void {
  substances.forEach((p, index) => {
    const law = at.GLOBULE_TABLE + index * at.GLOBULE_BYTES;
    const numbers = isGlobules(p) ? lawOf(p, dimension) : contactOf(p, smoothing[index]!, dimension);
    for (const [slot, value] of numbers) shared.setReal(law + slot, value);
  });
  const first = substances.find(isGlobules);
  shared.setInt(at.REPULSION, first?.repulsionExponent ?? 5);
  shared.setInt(at.ATTRACTION, first?.attractionExponent ?? 3);
}

/** Writes what passes over all particles read of a globule substance; its particles keep their density. */
export function writeGlobules({ set, dimension, time }: Engine, p: GlobuleParameters, index: number): void {
  const { shared } = set,
    row = substanceRow(index),
    pace = (time.courant * reachOf(p)) / LARGEST_MOVE;
  shared.setReal(row + at.SUB_PACE, pace * pace);
  shared.setReal(row + at.SUB_REST_DENSITY, p.restDensity);
  shared.setReal(row + at.SUB_SUMMATION, 2);
  shared.setReal(row + at.SUB_SOUND_SPEED, Math.sqrt(p.stiffness));
  shared.setReal(row + at.SUB_CONTACT_RADIUS, p.restSpacing[dimension] / reachOf(p)); // half the distance that neighbors rest at
  writeHeat(set, p, row);
}

type Numbers = readonly (readonly [slot: number, value: number])[];

function lawOf(p: GlobuleParameters, dimension: 2 | 3): Numbers {
  const reach = reachOf(p),
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
  ];
}

/** A particle of another family is to globules a ball as large as its place in a close packing. */
function contactOf(p: SubstanceParameters, smoothing: number, dimension: 2 | 3): Numbers {
  const radius = (0.5 * PACKING[dimension]) / smoothing,
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
  ];
}
