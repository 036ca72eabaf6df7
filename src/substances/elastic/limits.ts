// The step that solids allow. [card §14]
//   dt ≤ 0.5 Δx/(c_P √κ) (√(1 + ζ²) − ζ),  c_P = √((λ + 2μ + k_v)/ρ₀),  κ the largest (3|F|² − 7)/2: what is stretched is stiffer
//   ζ = c_s/(ρ₀ c_P Δx): what the viscous stress adds at the shortest wave
//   dt ≤ 0.4 · 2/√(z k (1/M_i + 1/M_j)) of contacts, as of globules

import type { Engine } from '../../engine/engine.ts';
import { maxOverChunks, maxOverGroups } from '../../engine/reports.ts';
import { NO_LIMIT, type StepLimit, tighten } from '../../engine/step-limit.ts';
import type { ParticleSet } from '../../particles/particle-set.ts';
import type { Scene } from '../../scene/schema.ts';
import * as at from '../../wasm/layout.ts';
import { type ElasticParameters, elasticSmoothing } from './parameters.ts';

/** dt over Δx/c_P; stable up to 0.78. [card §14] */
const COURANT = 0.5;
/** Up to so much more stiffness by stretching steps stay as they are: steps that change with every swing feed it (V40: 6 % in 15,000 steps). */
export const CALM = 1.3;
/** Part of the linear limit of contacts. */
const SAFETY = 0.4;

/**
 * Tightens a limit by what the last evaluation of solids found.
 * @param finest h of the finest particles of each solid, m
 */
export function limitElastic(
  { set, neighbors: { groups }, dimension }: Engine,
  own: readonly ElasticParameters[],
  finest: readonly number[],
  limit: StepLimit,
): void {
  const stretch = Math.max(1, maxOverChunks(set, at.REPORT_STRETCH) / CALM);
  own.forEach((p, k) => {
    tighten(limit, 'elasticity', elasticStep(p, finest[k]! / elasticSmoothing(p), stretch));
  });
  limitContacts(set, groups, dimension, limit);
}

/** Steps per frame of the implicit step where the scene does not say. */
const IMPLICIT_STEPS = 8;

/** Puts the limit of an implicit step into `out`: sound does not bind it, but speed, heat and contacts, which act at once, do. */
export function limitImplicit(
  { set, neighbors: { groups }, dimension, time: { courant } }: Engine,
  scene: Pick<Scene, 'frameRate' | 'time'>,
  out: StepLimit,
): void {
  Object.assign(out, NO_LIMIT);
  tighten(out, 'elasticity', implicitStep(scene));
  tighten(out, 'speed', courant / maxOverChunks(set, at.REPORT_SPEED));
  if (set.hasHeat) tighten(out, 'heat', at.LAMINAR / maxOverChunks(set, at.REPORT_CONDUCTION));
  limitContacts(set, groups, dimension, out);
}

/** The implicit step that a scene asks for, s. */
export function implicitStep({ frameRate, time: { stepsPerFrame } }: Pick<Scene, 'frameRate' | 'time'>): number {
  return 1 / (frameRate * (stepsPerFrame ?? IMPLICIT_STEPS));
}

/** Contacts of a particle that count for the step. */
const TOUCHES = { 2: 3, 3: 4 };

function limitContacts(set: ParticleSet, groups: number, dimension: 2 | 3, limit: StepLimit): void {
  const z = TOUCHES[dimension];
  tighten(limit, 'contact', (2 * SAFETY) / Math.sqrt(z * maxOverGroups(set, groups, at.GROUP_STIFFNESS)));
  tighten(limit, 'contact', (2 * SAFETY) / (z * maxOverGroups(set, groups, at.GROUP_DAMPING)));
}

/** The longest step of a solid with particles of a size (m), s. */
export function elasticStep(p: ElasticParameters, size: number, stretch = 1): number {
  const c = Math.sqrt(p.stiffness * stretch),
    zeta = p.stressDamping / (p.restDensity * Math.sqrt(p.stiffness) * size);
  return ((COURANT * size) / c) * (Math.sqrt(1 + zeta * zeta) - zeta);
}

/** Particles that are pressed together come nearer than their size by this part of it, as bodies do that fall on each other. */
const PRESSED = 0.1;

/** The longest step while particles of a solid touch others of it, s: k (1/M_i + 1/M_j) = 2 (c_P/Δx)²/(1 − s)² (assembly/elastic/contacts.ts). */
export function contactStep(p: ElasticParameters, size: number, dimension: 2 | 3): number {
  return (2 * SAFETY * size * (1 - PRESSED)) / Math.sqrt(2 * TOUCHES[dimension] * p.stiffness);
}

/** What to do where one of these binds the step too tightly. */
export const ELASTIC_CRITERIA: Readonly<Record<string, string>> = {
  elasticity:
    'The solid is very stiff: lower its youngsModulus, volumeStiffness or stressDamping, use a larger spacing, or raise time.maxStepsPerFrame.',
  contact: 'Solids are pressed together hard: lower their speed, or raise time.maxStepsPerFrame.',
};
