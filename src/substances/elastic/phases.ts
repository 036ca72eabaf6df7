// Melting and freezing: particles of a solid become those of its melt, and those of the melt become solid in their present shape. Both
// happen between steps, in place: id, mass, place, velocity and heat content stay. [AW09 §7.3, ADR 39]

import type { Setup } from '../../engine/family.ts';
import { enthalpy, temperatureOf } from '../../engine/heat.ts';
import type { SubstanceParameters } from '../../engine/substance.ts';
import { rootOf } from '../../math/roots.ts';
import { joinFrozen, whoCanFreeze } from './join-frozen.ts';
import { ensureLinks, placesOfNodes, type Solids } from './solids.ts';

/** What melts is looked at every so many steps, what freezes when a frame begins: links are written anew, which costs as much as some steps. */
const EVERY = 64;

/** Changes what is due; true if anything did, and all must be evaluated again. */
export type ChangePhases = (atFrame: boolean) => boolean;

/** A change of substance: from one to another, as numbers among them, at these temperatures. */
interface Change {
  readonly from: number;
  readonly to: number;
  isDue(T: number): boolean;
}

/** Lets particles melt and freeze; undefined where no solid of the world melts. */
export function phaseChanger(s: Solids, { smoothing }: Setup): ChangePhases | undefined {
  const { engine } = s,
    { substances, memory } = engine,
    melts = meltingOf(substances),
    freezes = freezingOf(substances);
  if (melts.length === 0) return undefined;
  return (atFrame) => {
    if (!atFrame && engine.steps % EVERY !== 0) return false;
    const melting = melts.map((change) => particlesDue(s, change)),
      freezing = freezes.map((change) => (atFrame ? whoCanFreeze(s, change.to, particlesDue(s, change)) : [])),
      frozen = freezing.flat();
    if (melting.flat().length + frozen.length === 0) return false;
    if (frozen.length > 0) ensureLinks(s); // those of the shape that it had
    const former = frozen.length > 0 ? placesOfNodes(s) : new Uint32Array(0);
    melts.forEach((change, k) => {
      become(s, change, melting[k]!, smoothing);
      for (const i of melting[k]!) leaveSolid(s, i);
    });
    freezes.forEach((change, k) => {
      become(s, change, freezing[k]!, smoothing);
    });
    if (frozen.length > 0) joinFrozen(s, frozen, former);
    memory.nodes = memory.nodes! + frozen.length - melting.flat().length;
    memory.references = memory.references! + 1;
    engine.neighbors.invalidate(); // particles reach as far as their substance does
    return true;
  };
}

function meltingOf(substances: readonly SubstanceParameters[]): Change[] {
  return substances.flatMap(({ melted, melting }, from) => {
    if (melted === undefined) return [];
    const to = substances.findIndex(({ name }) => name === melted);
    return [{ from, to, isDue: (T) => T > melting!.to }];
  });
}

function freezingOf(substances: readonly SubstanceParameters[]): Change[] {
  return substances.flatMap(({ melted, freezing }, to) => {
    if (melted === undefined || freezing === undefined) return [];
    const from = substances.findIndex(({ name }) => name === melted);
    return [{ from, to, isDue: (T) => T < freezing }];
  });
}

function particlesDue({ engine: { set } }: Solids, { from, isDue }: Change): number[] {
  const kinds = set.u32('substance'),
    temperatures = set.f64('temperature'),
    due: number[] = [];
  for (let i = 0; i < set.count; i++) if (kinds[i] === from && isDue(temperatures[i]!)) due.push(i);
  return due;
}

/** Makes particles those of another substance: as much heat, at rest density, as large as their mass is there. */
function become(
  { engine: { set, substances, dimension } }: Solids,
  { from, to }: Change,
  particles: readonly number[],
  smoothing: readonly number[],
): void {
  const kinds = set.u32('substance'),
    temperatures = set.f64('temperature'),
    masses = set.f64('mass'),
    lengths = set.f64('smoothingLength'),
    densities = set.f64('density'),
    rates = set.f64('densityRate'),
    [before, after] = [substances[from]!, substances[to]!];
  for (const i of particles) {
    kinds[i] = to;
    temperatures[i] = temperatureOf(after, enthalpy(before, temperatures[i]!));
    lengths[i] = smoothing[to]! * rootOf(masses[i]! / after.restDensity, dimension);
    densities[i] = after.restDensity;
    rates[i] = 0;
  }
}

const NUMBERS = ['referenceVolume', 'damage', 'elasticEnergy', 'strain', 'stress', 'plasticStrain'];
const VECTORS = ['reference', 'plasticStretch', 'plasticShear', 'anchored'];

/** What a particle knew as a part of a solid is forgotten. Its energy of deformation is lost, as in plastic flow. */
function leaveSolid({ engine: { set } }: Solids, i: number): void {
  for (const name of NUMBERS) set.f64(name)[i] = 0;
  for (const name of VECTORS) set.f64(name).fill(0, 3 * i, 3 * i + 3);
  for (const name of ['sourceBody', 'anchor', 'node']) set.u32(name)[i] = 0;
}
