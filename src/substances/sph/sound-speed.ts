// The speed of sound of substances that leave it to the program: as slow as the density allows, because steps are as short as sound is fast.
// [docs/adr/0032-speed-of-sound-and-materials.md]

import type { SubstanceParameters } from '../../engine/substance.ts';
import type { Scene } from '../../scene/schema.ts';
import type { Trigonometry } from '../../shapes/rotation.ts';
import { neededModulus } from './needed-modulus.ts';
import { type SphParameters, soundSpeed } from './parameters.ts';

/** Range of a speed of sound that nobody gave, m/s. */
const SLOWEST = 0.01;
const FASTEST = 1e4;

/**
 * Gives every substance with a compressibility the stiffness that keeps its density within its compressibility. ρ₀c² is the same for all of
 * them, and no less than that of the others, so that of two that touch none is a cushion for the other. [card §4]
 */
export function withSoundSpeeds(
  scene: Scene,
  own: readonly SphParameters[],
  all: readonly SubstanceParameters[],
  trig: Trigonometry,
): readonly SphParameters[] {
  const wanted = own.flatMap(({ compressibility }) => compressibility ?? []);
  if (wanted.length === 0) return own;
  const given = own.filter((p) => !isAutomatic(p)).map((p) => p.restDensity * p.stiffness),
    modulus = Math.max(neededModulus(scene, all, trig, Math.min(...wanted)), ...given);
  return own.map((p) => (isAutomatic(p) ? withModulus(p, modulus) : p));
}

function isAutomatic({ compressibility }: SphParameters): boolean {
  return compressibility !== undefined;
}

/** The substance with ρ₀c² = modulus, Pa. */
function withModulus(p: SphParameters, modulus: number): SphParameters {
  const stiffness = Math.min(Math.max(modulus / p.restDensity, SLOWEST * SLOWEST), FASTEST * FASTEST),
    follows = p.viscositySoundSpeed === soundSpeed(p);
  return { ...p, stiffness, ...(follows ? { viscositySoundSpeed: Math.sqrt(stiffness) } : {}) };
}
