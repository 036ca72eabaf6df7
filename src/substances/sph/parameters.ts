// The numbers of one SPH substance and what follows from them.

import type { SubstanceParameters } from '../../engine/substance.ts';
import type { KernelName } from '../../kernels/kernels.ts';
import type { Scene } from '../../scene/schema.ts';

/** Everything an SPH substance is described by. Units as in the scene schema. */
export interface SphParameters extends SubstanceParameters {
  readonly model: 'sph';
  readonly kernel: KernelName;
  readonly smoothing: number;
  readonly stateEquation: 'linear' | 'tait' | 'ideal-gas';
  readonly exponent: number;
  /** Part by which the density may change where the stiffness follows from the scene; undefined where the stiffness is given. */
  readonly compressibility?: number;
  readonly density: 'continuity' | 'summation';
  readonly shepardInterval: number;
  readonly negativePressure: number;
  readonly pressureForce: 'plain' | 'corrected' | 'auto';
  readonly artificialViscosity: number;
  /** Whether `artificialViscosity` gives way to a viscosity that does its work; undefined where the scene gives the number. [ADR 32] */
  readonly dampingGivesWay?: boolean;
  readonly quadraticViscosity: number;
  readonly soundDamping: number;
  readonly viscositySoundSpeed: number;
  readonly viscosity: number;
  readonly surfaceTension: number;
  readonly contactAngle: number;
  /** Spin of eddies: `transfer` and `viscosity` over h c, `inertia` over h²; undefined where particles have none. [ADR 69] */
  readonly vorticity?: { readonly transfer: number; readonly inertia: number; readonly viscosity: number };
  /** J of a viscoplastic substance; undefined for a Newtonian one. */
  readonly jumpNumber?: number | { readonly solid: number; readonly liquid: number };
  readonly powerIndex: number;
  readonly yieldStress: number;
  readonly consistency: number;
  readonly stressForm: 'symmetric' | 'morris' | 'central' | 'tensor';
  readonly xsph: number;
  readonly xsphStored: boolean;
}

/** Whether a substance is made of smoothed particles. */
export function isSph(p: SubstanceParameters): p is SphParameters {
  return p.model === 'sph';
}

/** Whether a substance has a viscosity in Pa·s. */
export function hasViscosity(p: SphParameters): boolean {
  return p.viscosity > 0 || p.jumpNumber !== undefined;
}

/** Whether the pressure force of a substance is corrected for how neighbors stand around: its density must be summed. [ADR 38] */
export function isCorrected({ pressureForce, density }: SphParameters): boolean {
  return pressureForce === 'corrected' && density === 'summation';
}

/**
 * The substances with what depends on how pressure is found. `auto` is decided: a lattice under pressure holds up what is lighter, so that
 * liquids of different density need the correction. [ADR 38] Where pressure is solved for there is no damping of hits: in steps that long
 * it would throw particles back, and the solve lets none through. [ADR 43]
 */
export function withPressures(
  own: readonly SphParameters[],
  { boundary, time }: Pick<Scene, 'boundary' | 'time'>,
): readonly SphParameters[] {
  const differ = own.some(({ restDensity }) => restDensity !== own[0]?.restDensity),
    isImplicit = time.pressure === 'implicit',
    pressureForce = differ && boundary !== 'ghosts' && !isImplicit ? 'corrected' : 'plain';
  return own.map((p) => ({
    ...p,
    pressureForce: p.pressureForce === 'auto' ? pressureForce : p.pressureForce,
    quadraticViscosity: isImplicit ? 0 : p.quadraticViscosity,
  }));
}

/** Speed of sound c = √k, m/s. [DC99 eq. 5] */
export function soundSpeed(p: SphParameters): number {
  return Math.sqrt(p.stiffness);
}

/** J of the solid and of the liquid substance; 0 for a Newtonian one. */
export function jumpNumbers({ jumpNumber = 0 }: SphParameters): { readonly solid: number; readonly liquid: number } {
  return typeof jumpNumber === 'object' ? jumpNumber : { solid: jumpNumber, liquid: jumpNumber };
}
