// What a smoothed substance is at a chosen spacing: how long its steps are, and how thick the scheme makes it beside what was asked for.

import type { Numerics } from '../../engine/family.ts';
import { LAMINAR } from '../../wasm/layout.ts';
import { type SphParameters, soundSpeed } from './parameters.ts';

/** Kinematic viscosity over ηhc of an artificial viscosity that acts on approaching pairs only. [card §4: measured in 2D, ηhc/20 in 3D] */
const ONE_SIDED = { 2: 0.053, 3: 0.05 };
/** Time of one thread for a particle and step: beside pairs, and per neighbor, ns; of a world that flows, a multiple. Rough: good to a factor of 2 or 3. */
const PER_PARTICLE = 100;
const PER_NEIGHBOR = 5;
const FLOWING = 4;

/** Viscosity that the artificial damping η adds, Pa·s (Pa·s·m in 2D). */
export function artificialViscosity(p: SphParameters, h: number, dimension: 2 | 3): number {
  return ONE_SIDED[dimension] * p.artificialViscosity * h * p.viscositySoundSpeed * p.restDensity;
}

/** Viscosity that was asked for, Pa·s: that of a yielding substance at a rate of deformation of 1/s. */
function wantedViscosity(p: SphParameters): number {
  return p.jumpNumber === undefined ? p.viscosity : p.yieldStress + p.consistency;
}

/**
 * Sound, viscosities and steps of a substance.
 * @param h of its finest particles, m
 */
export function numericsOf(
  p: SphParameters,
  h: number,
  { courant }: { readonly courant: number },
  flows: boolean,
  dimension: 2 | 3,
): Numerics {
  const c = soundSpeed(p),
    reach = 2 * p.smoothing,
    neighbors = dimension === 3 ? (4 / 3) * Math.PI * reach * reach * reach : Math.PI * reach * reach,
    signal = (courant * h) / (c + 0.25 * p.artificialViscosity * p.viscositySoundSpeed),
    laminar = p.viscosity > 0 && !flows ? (LAMINAR * h * h * p.restDensity) / p.viscosity : Number.POSITIVE_INFINITY;
  return {
    soundSpeed: c,
    viscosity: wantedViscosity(p),
    artificialViscosity: artificialViscosity(p, h, dimension),
    step: Math.min(signal, laminar),
    nanoseconds: (PER_PARTICLE + PER_NEIGHBOR * neighbors) * (flows ? FLOWING : 1),
  };
}
