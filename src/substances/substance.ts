// The substances of a scene, whatever family simulates them.

import { enthalpy } from '../engine/heat.ts';
import type { SubstanceParameters } from '../engine/substance.ts';
import { rootOf } from '../math/roots.ts';
import type { Scene, SubstanceInput } from '../scene/schema.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { familiesIn, familyOf } from './families.ts';
import { factsOf } from './family-facts.ts';

/** A substance with every number filled in. */
export type Substance = SubstanceParameters;

/** Fills in what the scene leaves out. */
export function substanceParameters(name: string, input: SubstanceInput, dimension: 2 | 3): Substance {
  return factsOf(input).parameters(name, input as never, dimension);
}

/** The substances of a scene, in its order. */
export function substancesOf({ substances, dimension }: Pick<Scene, 'substances' | 'dimension'>): Substance[] {
  return Object.entries(substances).map(([name, input]) => substanceParameters(name, input, dimension));
}

/** The substances of a scene with every number that follows from the rest of it, in its order: those that are simulated. */
export function preparedSubstances(scene: Scene, trig: Trigonometry): Substance[] {
  const all = substancesOf(scene),
    prepared = new Map(
      familiesIn(all).flatMap(({ family, own }) =>
        (family.prepare?.(scene, own, all, trig) ?? own).map((p) => [p.name, p] as const),
      ),
    );
  return withGroundHeats(all.map((p) => prepared.get(p.name)!));
}

/** A melt has as much heat as its solid where that has melted, latent heat included: both are at one temperature there. */
function withGroundHeats(all: readonly Substance[]): Substance[] {
  return all.map((melt) => {
    const solid = all.find(({ melted }) => melted === melt.name);
    if (!solid?.melting) return melt;
    const { to } = solid.melting;
    return { ...melt, groundHeat: enthalpy(solid, to) - enthalpy(melt, to) };
  });
}

/** Rest density of every substance in the order of the scene, kg/m³ (kg/m² in 2D): a particle's volume at rest is its mass over this. */
export function restDensitiesOf(scene: Parameters<typeof substancesOf>[0]): number[] {
  return substancesOf(scene).map(({ restDensity }) => restDensity);
}

/** h over the size (mass/ρ₀)^(1/d) of a particle: its support 2h is as far as it feels anything. */
export function smoothingOf(p: Substance, dimension: 2 | 3): number {
  return familyOf(p).smoothing(p, dimension);
}

/** Smoothing length of a particle of mass m (kg): h = ξ (m/ρ₀)^(1/d), m. [DC99 eq. 7] */
export function smoothingLength(p: Substance, mass: number, d: 2 | 3): number {
  return smoothingOf(p, d) * rootOf(mass / p.restDensity, d);
}

/**
 * What the particles of a body weigh in their share of its shape, kg/m³ (kg/m² in 2D). An integrated density is a number that each particle
 * starts with; a summed one is made of masses.
 * @param density of the body at the start; at rest if left out
 */
export function fillingDensity(p: Substance, density = p.restDensity): number {
  return familyOf(p).sumsDensity?.(p) ? density : p.restDensity;
}
