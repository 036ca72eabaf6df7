// Artificial viscosity where the substance is viscous itself: only what is missing. [docs/adr/0032-speed-of-sound-and-materials.md]

import type { Scene } from '../../scene/schema.ts';
import { isViscous } from './features.ts';
import { artificialViscosity } from './numerics.ts';
import type { SphParameters } from './parameters.ts';

/**
 * The substances with η as far as their own viscosity does not do its work: η (1 − μ/μ_η), not below 0, μ_η what η makes of them at their
 * smallest spacing. Honey has none then, and flows as thick as honey at any spacing. Water keeps all: what hides its viscosity is η itself.
 */
export function withOwnDamping(scene: Scene, own: readonly SphParameters[]): readonly SphParameters[] {
  return own.map(withTensionDamping).map((p) => {
    if (!p.dampingGivesWay || p.jumpNumber !== undefined) return p;
    const h = p.smoothing * finestSpacing(scene, p.name);
    if (!isViscous(p, h, scene.dimension)) return p;
    const part = p.viscosity / artificialViscosity(p, h, scene.dimension);
    return { ...p, artificialViscosity: p.artificialViscosity * Math.max(0, 1 - part) };
  });
}

/** η that calms what surface tension stirs among the particles at a surface: with 0.05 single ones fly off. [ADR 54] */
const BESIDE_TENSION = 0.2;

/** The substance with enough damping beside its tension, unless the scene gives the number. */
function withTensionDamping(p: SphParameters): SphParameters {
  if (!(p.surfaceTension > 0) || !p.dampingGivesWay) return p;
  return { ...p, artificialViscosity: Math.max(p.artificialViscosity, BESIDE_TENSION) };
}

/** The smallest spacing of the bodies and emitters of a substance, m; 1 if there are none. */
function finestSpacing({ bodies, emitters }: Scene, name: string): number {
  const spacings = [...bodies, ...emitters].flatMap(({ substance, spacing }) => (substance === name ? spacing : []));
  return spacings.length > 0 ? Math.min(...spacings) : 1;
}
