// What heat regions and substances that melt must say together.

import { below } from '../pointer.ts';
import { type Problem, problem } from '../problem.ts';
import { checkShape } from '../shapes/check-shape.ts';
import { familyOf } from '../substances/families.ts';
import { substancesOf } from '../substances/substance.ts';
import { checkClosed } from './mesh-problems.ts';
import type { Scene } from './schema.ts';

const SOURCES = ['temperature', 'power', 'flux'] as const;

/** Everything that is wrong with a heat region. */
export function checkHeatRegion(region: Scene['heatRegions'][number], pointer: string, dimension: 2 | 3): Problem[] {
  const given = SOURCES.filter((key) => region[key] !== undefined),
    problems = checkShape(region.shape, `${pointer}/shape`, dimension);
  if (problems.length === 0) problems.push(...checkClosed(region.shape, `${pointer}/shape`, 'heat region'));
  if (given.length === 0) {
    const message = 'The heat region has neither a temperature nor a power nor a flux.';
    const hint = 'Give `temperature` (K), `power` (W/m³) or `flux` (W/m²).';
    problems.push(problem('HEAT_REGION', pointer, message, hint));
  } else if (given.length > 1) {
    const message = `The heat region has ${given.join(' and ')}: it can do only one thing.`;
    const hint = `Keep one of them, or make ${given.length} regions of the same shape.`;
    problems.push(problem('HEAT_REGION', `${pointer}/${given[1]}`, message, hint));
  }
  if (region.to !== undefined && region.to <= region.from) {
    const message = `The heat region ends at ${region.to} s and starts at ${region.from} s.`;
    problems.push(problem('HEAT_REGION', `${pointer}/to`, message, 'Make `to` later than `from`, or remove it.'));
  }
  return problems;
}

/** Substances whose melting is incomplete or upside down. */
export function checkMelting(scene: Scene): Problem[] {
  return substancesOf(scene).flatMap((p) => {
    const { name, melting, latentHeat } = p,
      at = below('/substances', name);
    if (melting && !(melting.to > melting.from)) {
      const message = `"${name}" is solid below ${melting.from} K and liquid above ${melting.to} K.`;
      const hint = 'Make `to` higher than `from`. One kelvin apart is a sharp melting point.';
      return [problem('HEAT_MELTING', `${at}/melting/to`, message, hint)];
    }
    const key = familyOf(p).needsMelting?.(p) ?? (latentHeat > 0 ? 'latentHeat' : undefined);
    if (melting || !key) return [];
    const message = `"${name}" has a ${key} that depends on melting, but does not say when it melts.`;
    const hint = 'Add "melting": { "from": 320, "to": 340 } with temperatures in K.';
    return [problem('HEAT_MELTING', `${at}/${key}`, message, hint)];
  });
}
