// The numbers of one elastic solid and what follows from them. [card §14-15]

import type { output } from 'zod';
import type { SubstanceParameters } from '../../engine/substance.ts';
import { ELASTIC_DEFAULTS, ELASTIC_PRESETS } from './defaults.ts';
import type { elasticSchema } from './schema.ts';

/** Everything a solid is described by. Units as in the scene schema. */
export interface ElasticParameters extends SubstanceParameters {
  readonly model: 'elastic';
  readonly youngsModulus: number;
  readonly poissonsRatio: number;
  readonly volumeStiffness: number;
  /** Part of the bulk modulus that acts through det F. */
  readonly volumeShare: number;
  readonly stressDamping: number;
  readonly massDamping: number;
  /** α of hourglass control, over Young's modulus. */
  readonly hourglass: number;
  readonly gradient: 'mls' | 'differences';
  /** Where weights end, over the size of a particle. */
  readonly support: number;
  /** If it yields at all. */
  readonly yieldStrain?: number;
  readonly creep: number;
  /** If there is a limit. */
  readonly maxPlasticStrain?: number;
  readonly hardening: number;
  readonly plasticFlow: 'deviatoric' | 'full';
  readonly friction: number;
  /** Pa; if it breaks at all. */
  readonly strength?: number;
  /** J/m²; if running cracks ask for energy. */
  readonly toughness?: number;
  readonly scatter: number;
  /** Tension ahead, over the one at which a front runs, at which it branches; if it does at all. */
  readonly branching?: number;
  /** What is seen through a crack near its front. */
  readonly discontinuity: 'visibility' | 'transparency';
  /** s */
  readonly breaksFrom: number;
  readonly breaksUntil?: number;
  /** m */
  readonly smallestPiece: number;
  /** m; if particles beside cracks are split at all. */
  readonly smallestParticle?: number;
  /** J/m² */
  readonly cuttingResistance: number;
  readonly softening?: { readonly from: number; readonly to: number };
  readonly softened: number;
  /** Part of the viscosity of a liquid that acts between both. */
  readonly grip: number;
  /** Tension that a liquid bears at it, Pa. */
  readonly adhesion: number;
}

/** Half the size of a particle: what is in contact is one size apart. */
const CONTACT_RADIUS = 0.5;
/** h over the size of a particle: pairs are listed as far as contacts reach, or as heat does. */
const CONTACT_SMOOTHING = 0.6,
  HEAT_SMOOTHING = 1;

/** Fills in what the scene leaves out. */
export function elasticParameters(name: string, input: output<typeof elasticSchema>): ElasticParameters {
  const known = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    preset = input.preset ? ELASTIC_PRESETS[input.preset] : {},
    all = {
      ...ELASTIC_DEFAULTS,
      grip: Number(input.melted !== undefined),
      ...preset,
      ...known,
      name,
    } as unknown as ElasticParameters;
  return { ...all, stiffness: waveModulus(all) / all.restDensity };
}

/** Whether a substance is an elastic solid. */
export function isElastic(p: SubstanceParameters): p is ElasticParameters {
  return p.model === 'elastic';
}

/** λ and μ of Lamé, Pa. */
export function lame({
  youngsModulus: E,
  poissonsRatio: nu,
}: Pick<ElasticParameters, 'youngsModulus' | 'poissonsRatio'>): { readonly lambda: number; readonly mu: number } {
  return { lambda: (E * nu) / ((1 + nu) * (1 - 2 * nu)), mu: E / (2 * (1 + nu)) };
}

/** λ + 2μ + k_v, Pa: stress over strain of what cannot get wider. Sound has the speed c_P = √(this/ρ₀). */
export function waveModulus(p: Omit<ElasticParameters, 'stiffness'>): number {
  const { lambda, mu } = lame(p);
  return lambda + 2 * mu + p.volumeStiffness;
}

/** h over the size (mass/ρ₀)^(1/d) of a particle. */
export function elasticSmoothing({ conductivity }: Pick<ElasticParameters, 'conductivity'>): number {
  return conductivity > 0 ? HEAT_SMOOTHING : CONTACT_SMOOTHING;
}

/** Radius of a particle in contacts, over h. */
export function contactRadius(p: ElasticParameters): number {
  return CONTACT_RADIUS / elasticSmoothing(p);
}

/** Whether liquids stick to it. */
export function clings({ grip, adhesion }: ElasticParameters): boolean {
  return grip > 0 || adhesion > 0;
}

/** Whether it flows. */
export function yields({ yieldStrain }: ElasticParameters): boolean {
  return yieldStrain !== undefined;
}
