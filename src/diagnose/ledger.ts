// The ledger: what the particles carry, and what came in and went out. Measured on demand, serially, in particle order.

import type { Triple } from '../engine/booking.ts';
import type { Measured } from '../engine/family.ts';
import { enthalpy } from '../engine/heat.ts';
import type { PeriodicBox } from '../neighbors/neighbors.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import type { Scene } from '../scene/schema.ts';
import { familiesIn } from '../substances/families.ts';
import type { Substance } from '../substances/substance.ts';
import type { BodyAccount, BodyLedger } from './body-ledger.ts';

export type { Triple } from '../engine/booking.ts';

/** Mass and momentum that crossed the border of the world since it began. */
export interface Exchange {
  /** Particles that came or went. */
  particles: number;
  /** kg */
  mass: number;
  /** N·s */
  readonly momentum: Triple;
}

/** What splitting and merging did since the world began. */
export interface Adaptations {
  /** Particles that were split. */
  splits: number;
  /** Particles that came out of a merge. */
  merges: number;
  /** Kinetic energy that merges lost: that of the motion inside the clusters, J. */
  energyLost: number;
  /** Spin that merges lost, N·m·s. */
  readonly spinLost: Triple;
}

/** Where heat came from since the world began, J. A closed ledger: heat = added − removed + regions + obstacles + surroundings. */
export interface HeatAccount {
  /** With bodies and emitters. */
  added: number;
  /** With particles that left. */
  removed: number;
  /** From heat regions; negative if they cooled. */
  regions: number;
  /** From hot obstacles, less what cold ones took. */
  obstacles: number;
  /** From the air and everything around. */
  surroundings: number;
}

/**
 * Everything that changed the totals since the world began. A closed ledger: momentum = added − removed + external + obstacles + asymmetry.
 */
export interface Account {
  readonly added: Exchange;
  readonly removed: Exchange;
  /** Impulse of gravity and force fields, N·s. */
  readonly external: Triple;
  /** Impulse of obstacles, N·s. */
  readonly obstacles: Triple;
  /** Impulse that individual steps leave open, because neighbors are not evaluated at the same times, N·s; 0 with one step for all. */
  readonly asymmetry: Triple;
  readonly adaptations: Adaptations;
  /** All 0 in worlds without heat. */
  readonly heat: HeatAccount;
  /** Force evaluations so far, summed over particles. */
  evaluations: number;
  /** In worlds with bodies, for each of them. */
  readonly bodies?: readonly BodyAccount[];
}

/** Smallest, mean and largest value over the particles. */
export interface Range {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
}

/** The state of a world in numbers. SI units; in 2D per metre of depth (kg/m, N, J/m). */
export interface Ledger {
  readonly frame: number;
  /** s */
  readonly time: number;
  readonly particles: number;
  /** kg */
  readonly mass: number;
  /** N·s */
  readonly momentum: Triple;
  /** About the origin, N·m·s. */
  readonly angularMomentum: Triple;
  /** J */
  readonly kineticEnergy: number;
  /** Of gravity, about the origin, J. */
  readonly potentialEnergy: number;
  /** Of compression, and of the bonds and contacts of globules, J. */
  readonly internalEnergy: number;
  /** Heat content Σ m (C T + L u), from absolute zero on, J; 0 in worlds without heat. */
  readonly heat: number;
  /** m */
  readonly centerOfMass: Triple;
  /** m */
  readonly bounds: { readonly min: Triple; readonly max: Triple };
  /** kg/m³ */
  readonly density: Range;
  /** m/s */
  readonly speedMax: number;
  /** K; the mean is that of the mass. null in worlds without heat. */
  readonly temperature: Range | null;
  /** Obstacles whose pose is simulated, in worlds that have any. Nothing of them is in the numbers above. */
  readonly bodies?: BodyLedger;
  readonly account: Account;
}

export function newAccount(): Account {
  const nothing = (): Exchange => ({ particles: 0, mass: 0, momentum: [0, 0, 0] });
  return {
    added: nothing(),
    removed: nothing(),
    external: [0, 0, 0],
    obstacles: [0, 0, 0],
    asymmetry: [0, 0, 0],
    heat: { added: 0, removed: 0, regions: 0, obstacles: 0, surroundings: 0 },
    adaptations: { splits: 0, merges: 0, energyLost: 0, spinLost: [0, 0, 0] },
    evaluations: 0,
  };
}

/** Measures the particles. */
export function measureLedger(
  set: ParticleSet,
  substances: readonly Substance[],
  { gravity, dimension }: Pick<Scene, 'gravity' | 'dimension'>,
  { memory, neighbors: { box } }: Stepped,
  account: Account,
): Omit<Ledger, 'frame' | 'time'> {
  const position = set.f64('position'),
    velocity = set.f64('velocity'),
    density = set.f64('density'),
    masses = set.f64('mass');
  const momentum: Triple = [0, 0, 0],
    angular: Triple = [0, 0, 0],
    first: Triple = [0, 0, 0];
  const min: Triple = [Infinity, Infinity, Infinity],
    max: Triple = [-Infinity, -Infinity, -Infinity];
  let mass = 0,
    fastest = 0,
    sum = 0,
    low = Infinity,
    high = -Infinity;
  for (let i = 0; i < set.count; i++) {
    const m = masses[i]!,
      [x, y, z] = [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!];
    const [vx, vy, vz] = [velocity[3 * i]!, velocity[3 * i + 1]!, velocity[3 * i + 2]!];
    const v2 = vx * vx + vy * vy + vz * vz,
      rho = density[i]!;
    mass += m;
    momentum[0] += m * vx;
    momentum[1] += m * vy;
    momentum[2] += m * vz;
    angular[0] += m * (y * vz - z * vy);
    angular[1] += m * (z * vx - x * vz);
    angular[2] += m * (x * vy - y * vx);
    fastest = Math.max(fastest, v2);
    sum += rho;
    low = Math.min(low, rho);
    high = Math.max(high, rho);
    for (let a = 0; a < 3; a++) {
      const c = position[3 * i + a]!;
      first[a]! += m * c;
      min[a] = Math.min(min[a]!, c);
      max[a] = Math.max(max[a]!, c);
    }
  }
  const none = set.count === 0;
  for (const { family } of familiesIn(substances)) {
    const spin = family.spin?.({ set, substances, dimension, box });
    for (let a = 0; a < 3; a++) angular[a]! += spin?.[a] ?? 0;
  }
  return {
    particles: set.count,
    mass,
    momentum,
    angularMomentum: angular,
    kineticEnergy: kineticEnergy(set, aheadIn(substances, memory)),
    potentialEnergy: -(gravity[0] * first[0] + gravity[1] * first[1] + gravity[2] * first[2]),
    internalEnergy: internalEnergy({ set, substances, dimension, box }),
    ...measureHeat(set, substances),
    centerOfMass: none ? [0, 0, 0] : [first[0] / mass, first[1] / mass, first[2] / mass],
    bounds: none ? { min: [0, 0, 0], max: [0, 0, 0] } : { min, max },
    density: none ? { min: 0, mean: 0, max: 0 } : { min: low, mean: sum / set.count, max: high },
    speedMax: Math.sqrt(fastest),
    account: structuredClone(account),
  };
}

/** What of an engine says when and where particles are. */
interface Stepped {
  readonly memory: Readonly<Record<string, number>>;
  readonly neighbors: { readonly box: PeriodicBox };
}

/** How far places are ahead of velocities, s. */
function aheadIn(substances: readonly Substance[], memory: Stepped['memory']): number {
  return Math.max(0, ...familiesIn(substances).map(({ family }) => family.ahead?.(memory) ?? 0));
}

/** ½ Σ m v², where velocities stand behind places with v + t a, J: energies of two times do not add up. What is anchored moves as it is told. */
function kineticEnergy(set: ParticleSet, ahead: number): number {
  const velocity = set.f64('velocity'),
    masses = set.f64('mass'),
    acceleration = ahead > 0 ? set.f64('acceleration') : velocity,
    anchor = ahead > 0 ? set.u32('anchor') : undefined;
  let sum = 0;
  for (let i = 0; i < set.count; i++) {
    const t = anchor?.[i] === 0 ? ahead : 0,
      vx = velocity[3 * i]! + t * acceleration[3 * i]!,
      vy = velocity[3 * i + 1]! + t * acceleration[3 * i + 1]!,
      vz = velocity[3 * i + 2]! + t * acceleration[3 * i + 2]!;
    sum += 0.5 * masses[i]! * (vx * vx + vy * vy + vz * vz);
  }
  return sum;
}

/** Energy of compression, bonds and contacts, J. */
function internalEnergy(world: Measured): number {
  return familiesIn(world.substances).reduce((sum, { family }) => sum + family.energy(world), 0);
}

/** Heat content and temperatures of the particles. */
function measureHeat(set: ParticleSet, substances: readonly Substance[]): Pick<Ledger, 'heat' | 'temperature'> {
  if (!set.hasHeat) return { heat: 0, temperature: null };
  const temperature = set.f64('temperature'),
    masses = set.f64('mass'),
    substance = set.u32('substance');
  let heat = 0,
    mass = 0,
    sum = 0,
    min = Infinity,
    max = -Infinity;
  for (let i = 0; i < set.count; i++) {
    const T = temperature[i]!,
      m = masses[i]!;
    heat += m * enthalpy(substances[substance[i]!]!, T);
    mass += m;
    sum += m * T;
    min = Math.min(min, T);
    max = Math.max(max, T);
  }
  return { heat, temperature: set.count === 0 ? { min: 0, mean: 0, max: 0 } : { min, mean: sum / mass, max } };
}
