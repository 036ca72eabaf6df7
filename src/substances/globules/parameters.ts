// The numbers of one globule substance and what follows from them. [MP89 §2, card §11]

import type { output } from 'zod';
import { PACKING } from '../../engine/packing.ts';
import type { SubstanceParameters } from '../../engine/substance.ts';
import { LAYER_PITCH, ROW_PITCH } from '../../sources/lattice.ts';
import { GLOBULE_DEFAULTS, GLOBULE_FRICTION, GLOBULE_KINDS } from './defaults.ts';
import { bondForce } from './pair-law.ts';
import type { globulesSchema } from './schema.ts';

/** Everything a globule substance is described by. Units as in the scene schema. */
export interface GlobuleParameters extends SubstanceParameters {
  readonly model: 'globules';
  readonly kind: keyof (typeof GLOBULE_KINDS)[2];
  readonly damping: number;
  readonly meltedStiffness: number;
  readonly meltedDamping: number;
  /** c_r: where the force between two globules ends, over their rest distance. */
  readonly range: number;
  /** c_d: where the damping ends. */
  readonly dampingRange: number;
  /** m and n of q^m − q^n. */
  readonly repulsionExponent: number;
  readonly attractionExponent: number;
  readonly radiusVariation: number;
  /** μ of Coulomb, among each other and at obstacles. */
  readonly friction: number;
  /** Part of the speed with which two of them part again; if it is given, it takes the place of `damping`. */
  readonly restitution?: number;
  readonly crumbling?: { readonly from: number; readonly to: number };
  /** Distance of neighbors in a close packing at rest, over r₀, by dimension; follows from the law. */
  readonly restSpacing: { readonly 2: number; readonly 3: number };
}

/** Heat goes from globule to globule as far as this, over the rest distance, whatever the range of the force. */
const HEAT_RANGE = 2;

/** Fills in what the scene leaves out. */
export function globuleParameters(
  name: string,
  input: output<typeof globulesSchema>,
  dimension: 2 | 3,
): GlobuleParameters {
  const known = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const kind = input.kind ?? GLOBULE_DEFAULTS.kind;
  const { stiffness = GLOBULE_DEFAULTS.stiffness } = input,
    damping = input.restitution === undefined ? (input.damping ?? GLOBULE_DEFAULTS.damping) : 0;
  const melted = { meltedStiffness: stiffness, meltedDamping: damping };
  const all = {
    ...GLOBULE_DEFAULTS,
    ...GLOBULE_KINDS[dimension][kind],
    ...melted,
    friction: GLOBULE_FRICTION[kind],
    ...known,
    damping,
    name,
  } as unknown as GlobuleParameters;
  return { ...all, restSpacing: { 2: restSpacing(all, 2), 3: restSpacing(all, 3) } };
}

/** Whether a substance is made of globules. */
export function isGlobules(p: SubstanceParameters): p is GlobuleParameters {
  return p.model === 'globules';
}

/** Whether its globules act on each other at contact by more than the law of the paper. */
export function hasContacts({ friction, restitution }: GlobuleParameters): boolean {
  return friction > 0 || restitution !== undefined;
}

/** How far a globule reaches, over its diameter: the largest of its ranges. */
export function reachOf({ range, dampingRange, conductivity }: GlobuleParameters): number {
  return Math.max(range, dampingRange, conductivity > 0 ? HEAT_RANGE : 0);
}

/**
 * Skin of the lists over the range of globules: short ranges have few neighbors, and lists that last are worth more than short ones.
 * Measured on a column of 10k: powder best at 0.25 to 0.35, fluid and solid (twice the range) at 0.08.
 */
export function skinOf(substances: readonly GlobuleParameters[]): number {
  const reach = Math.max(...substances.map(reachOf));
  return Math.max(0.05, 0.3 / (reach * reach));
}

/** Mass of a globule whose neighbors rest at a spacing (m): that of its cell in a close packing, kg. */
export function globuleMass(
  { restDensity }: Pick<GlobuleParameters, 'restDensity'>,
  spacing: number,
  d: 2 | 3,
): number {
  const side = spacing / PACKING[d];
  return restDensity * side * side * (d === 3 ? side : 1);
}

/**
 * Radius r over the size (mass/ρ₀)^(1/d) of a globule, such that a close packing of them is at rest. Where only neighbors feel each other
 * they rest at r₀ = 2r; longer bonds pull them closer.
 */
export function radiusFactor(p: GlobuleParameters, d: 2 | 3): number {
  return (0.5 * PACKING[d]) / p.restSpacing[d];
}

/** Whether a close packing of globules is at rest anywhere. */
export function isAtRest(p: GlobuleParameters, d: 2 | 3): boolean {
  return p.restSpacing[d] > CLOSEST * 1.001;
}

/** A close packing that is at rest is looked for from this part of r₀ on, and forces reach LARGEST_RANGE r₀. */
const CLOSEST = 0.5,
  LARGEST_RANGE = 4;

type Shell = readonly [neighbors: number, far: number];

/** Shells of close packings: neighbors and their distance over that of the nearest. */
const SHELLS = { 2: shellsOf(2), 3: shellsOf(3) } as const;

/** Around a site of the hexagonal lattice or of HCP, as far as forces may reach. */
function shellsOf(d: 2 | 3): readonly Shell[] {
  const end = LARGEST_RANGE / CLOSEST,
    most = Math.ceil(end / LAYER_PITCH) + 1,
    layers = d === 3 ? most : 0,
    counts = new Map<number, number>();
  for (let k = -layers; k <= layers; k++) {
    for (let j = -most; j <= most; j++) {
      for (let i = -most; i <= most; i++) {
        const x = i + 0.5 * Math.abs((j + k) % 2),
          y = ROW_PITCH * (j + Math.abs(k % 2) / 3),
          z = LAYER_PITCH * k,
          square = Math.round(12 * (x * x + y * y + z * z)); // all are multiples of 1/12
        if (square > 0 && square < 12 * end * end) counts.set(square, (counts.get(square) ?? 0) + 1);
      }
    }
  }
  return [...counts].map(([square, neighbors]) => [neighbors, Math.sqrt(square / 12)] as const);
}

/** Distance of neighbors in a close packing at rest, over r₀: where the virial Σ n D F(D) is 0. */
function restSpacing(p: Omit<GlobuleParameters, 'restSpacing'>, d: 2 | 3): number {
  const bond = { ...p, restDistance: 1, strength: 1 };
  const virial = (a: number): number =>
    SHELLS[d].reduce((sum, [neighbors, far]) => sum + neighbors * far * bondForce(bond, far * a), 0);
  let low = CLOSEST,
    high = 1;
  if (p.range <= 1) return 1;
  for (let round = 0; round < 60; round++) {
    const middle = 0.5 * (low + high);
    if (virial(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

/** How strongly (ρ₀c², Pa) and how far (c_r) globules act on each other at a temperature (K), and their radius over that of the solid. [card §11] */
export function lawAt(
  p: GlobuleParameters,
  T: number,
  d: 2 | 3,
): { readonly strength: number; readonly range: number; readonly size: number } {
  const melted = p.melting ? Math.min(Math.max((T - p.melting.from) / (p.melting.to - p.melting.from), 0), 1) : 0;
  return {
    strength: p.restDensity * (p.stiffness + (p.meltedStiffness - p.stiffness) * melted),
    range: p.range + (Math.min(p.range, 1) - p.range) * melted,
    size: p.restSpacing[d] + (1 - p.restSpacing[d]) * (1 - melted) * (1 - melted) * (1 - melted),
  };
}
