// The laws of a world's substances as the passes of solids read them. [card §14-15]

import { type Engine, substanceRow } from '../../engine/engine.ts';
import { writeHeat } from '../../engine/heat.ts';
import type { SubstanceParameters } from '../../engine/substance.ts';
import * as at from '../../wasm/layout.ts';
import { hasHourglass } from './hourglass.ts';
import { contactRadius, type ElasticParameters, elasticSmoothing, isElastic, lame, waveModulus } from './parameters.ts';

/** Stiffness of an anchor over that of a layer of the solid: as stiff as the step allows. */
const HOLD = 4;

/** A melt is so much softer to solids than its density is: what freezes is nearer to it than balls are, and would be thrown away. */
const SOFT_MELT = 50;
/** A yield strain that is never reached: what freezes has a plastic strain all the same, because its reference is renewed. */
const NEVER_YIELDS = 1e300;

type Numbers = readonly (readonly [slot: number, value: number])[];

/** Where the numbers of a substance stand in the table of solids. */
export function elasticRow(index: number): number {
  return at.ELASTIC_TABLE + index * at.ELASTIC_BYTES;
}

/**
 * Writes the law of every substance of a world: solids as they are, all others as what solids meet.
 * @param smoothing of each substance, h over its size
 */
export function writeElastic({ set: { shared }, substances }: Engine, smoothing: readonly number[]): void {
  substances.forEach((p, index) => {
    const isMelt = substances.some(({ melted }) => melted === p.name),
      numbers = isElastic(p) ? lawOf(p) : contactOf(p, smoothing[index]!, isMelt ? SOFT_MELT : 1);
    for (const [slot, value] of numbers) shared.setReal(elasticRow(index) + slot, value);
    if (!isElastic(p)) return;
    const row = substanceRow(index);
    shared.setReal(row + at.SUB_REST_DENSITY, p.restDensity);
    shared.setReal(row + at.SUB_SUMMATION, 2);
    shared.setReal(row + at.SUB_SOUND_SPEED, Math.sqrt(p.stiffness));
    shared.setReal(row + at.SUB_CONTACT_RADIUS, contactRadius(p));
    shared.setReal(row + at.SUB_FRICTION, p.friction);
    shared.setReal(row + at.SUB_MASS_DAMPING, p.massDamping);
    writeHeat({ shared } as Engine['set'], p, row);
  });
  shared.setInt(at.HAS_ELASTIC, 1);
  shared.setInt(at.ELASTIC_HOURGLASS, Number(hasHourglass(substances.filter(isElastic))));
  shared.setInt(at.ELASTIC_DAMPED, Number(substances.some((p) => isElastic(p) && p.stressDamping > 0)));
}

function lawOf(p: ElasticParameters): Numbers {
  const { lambda, mu } = lame(p),
    guard = p.volumeShare * (lambda + (2 / 3) * mu); // acts through det F, where it also turns what is inverted back
  return [
    [at.ELASTIC_IS, 1],
    [at.ELASTIC_LAMBDA, lambda - guard],
    [at.ELASTIC_MU, mu],
    [at.ELASTIC_VOLUME, p.volumeStiffness + guard],
    [at.ELASTIC_DAMPING, p.stressDamping],
    [at.ELASTIC_YIELD, p.yieldStrain ?? (p.freezing === undefined ? Number.POSITIVE_INFINITY : NEVER_YIELDS)],
    [at.ELASTIC_HARDENING, p.hardening],
    [at.ELASTIC_CREEP, 0],
    [at.ELASTIC_MOST, p.maxPlasticStrain ?? Number.POSITIVE_INFINITY],
    [at.ELASTIC_DEVIATORIC, Number(p.plasticFlow === 'deviatoric')],
    [at.ELASTIC_SOFT_FROM, p.softening?.from ?? 0],
    [at.ELASTIC_SOFT_TO, p.softening?.to ?? 0],
    [at.ELASTIC_SOFT_PART, p.softened],
    [at.ELASTIC_REACH, p.support / elasticSmoothing(p)],
    [at.ELASTIC_HOLD, HOLD * p.stiffness * elasticSmoothing(p) * elasticSmoothing(p)],
    [at.ELASTIC_RADIUS, contactRadius(p)],
    [at.ELASTIC_COMPLIANCE, 0.5 / waveModulus(p)],
    [at.ELASTIC_FRICTION, p.friction],
    [at.ELASTIC_GRIP, p.grip],
    [at.ELASTIC_ADHESION, p.adhesion],
    [at.ELASTIC_TOUCHES, 1],
    [at.ELASTIC_STRENGTH, p.strength ?? Number.POSITIVE_INFINITY],
  ];
}

/** A smoothed particle is to solids a ball as large as its share of space, without friction. Globules meet solids by their own law. */
function contactOf(p: SubstanceParameters, smoothing: number, softer: number): Numbers {
  return [
    [at.ELASTIC_IS, 0],
    [at.ELASTIC_RADIUS, 0.5 / smoothing],
    [at.ELASTIC_COMPLIANCE, (0.5 * softer) / (p.restDensity * p.stiffness)],
    [at.ELASTIC_FRICTION, 0],
    [at.ELASTIC_TOUCHES, Number(p.model !== 'globules')],
  ];
}
