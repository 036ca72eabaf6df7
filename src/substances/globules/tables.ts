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
export function writeLaws({ set, substances, dimension }: Engine, smoothing: readonly number[]): void {
  const { shared, team } = set;
  substances.forEach((p, index) => {
    const law = at.GLOBULE_TABLE + index * at.GLOBULE_BYTES;
    const numbers = isGlobules(p) ? lawOf(p, dimension, team.wasm.log) : contactOf(p, smoothing[index]!, dimension);
    for (const [slot, value] of numbers) shared.setReal(law + slot, value);
  });
  shared.setInt(at.HAS_CONTACTS, Number(set.has('contacts')));
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
  shared.setReal(row + at.SUB_GRADIENT_SCALE, 1);
  shared.setReal(row + at.SUB_SOUND_SPEED, Math.sqrt(p.stiffness));
  shared.setReal(row + at.SUB_CONTACT_RADIUS, p.restSpacing[dimension] / reachOf(p)); // half the distance that neighbors rest at
  shared.setReal(row + at.SUB_FRICTION, p.friction);
  writeHeat(set, p, row);
}

type Numbers = readonly (readonly [slot: number, value: number])[];

function lawOf(p: GlobuleParameters, dimension: 2 | 3, log: (x: number) => number): Numbers {
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
    [at.GLOBULE_FRICTION, p.friction],
    [at.GLOBULE_BOUNCE, p.restitution === undefined ? 0 : bounceDamping(p.restitution, log)],
  ];
}

/**
 * Damping b of a contact from which two globules part with a part e of their speed. The force is 4S(y/r₀)² at a small overlap y; with the damper
 * b √(2 m* F/y) a hit is that of a linear spring with the damping ratio ζ = b/√3 in y^(3/2), whose e is exp(−ζ/√(1−ζ²) (π − arctan …)) up
 * to where they part. This is its inverse within 0.4 % of b. [SP07, ADR 33]
 */
export function bounceDamping(e: number, log: (x: number) => number): number {
  const l = -log(e);
  return l * (0.5517 + l * (0.1065 + 0.0258 * l));
}

/** Forces of contacts are whole numbers of quanta: this part of ρ₀c² r₀^(d−1) of the strongest pair, so that a hundred such forces add up exactly. */
const CONTACT_QUANTUM = 1 / 0x1000000000; // 2⁻³⁶

/**
 * Writes what rounds the forces of contacts.
 * @param spacing the largest of all bodies and emitters, m
 */
export function writeContactQuantum({ set: { shared }, substances, dimension }: Engine, spacing: number): void {
  const unit = shared.f64[at.PAIR_UNIT >> 3]!,
    size = dimension === 3 ? spacing * spacing : spacing,
    strongest = Math.max(...substances.filter(isGlobules).map((p) => (p.restDensity * p.stiffness * size) / unit));
  let power = 1;
  while (power < strongest) power *= 2;
  while (power > strongest) power /= 2;
  shared.setReal(at.CONTACT_ROUNDING, 1.5 * 0x10000000000000 * CONTACT_QUANTUM * power);
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
