// The ledger: what the particles carry, and what came in and went out. Measured on demand, serially, in particle order.

import type { Triple } from '../engine/booking.ts';
import type { Measured } from '../engine/family.ts';
import { enthalpy } from '../engine/heat.ts';
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
  /** Of compression, of the bonds and contacts of globules, and of eddies that spin, J. */
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

/** Sums over particles, and their extremes, by place. */
const SUM = {
  ...{ mass: 0, momentum: 1, angular: 4, first: 7, kinetic: 10, density: 11, heat: 12, heated: 13, temperature: 14 },
  ...{ energy: 15, fastest: 16, low: 17, high: 18, min: 19, max: 22, coldest: 25, hottest: 26 },
} as const;
const SUMS = 27;

/** The sums of no particles. */
function emptySums(sums: Float64Array = new Float64Array(SUMS)): Float64Array {
  sums.fill(0);
  for (const k of [SUM.low, SUM.coldest, SUM.min, SUM.min + 1, SUM.min + 2]) sums[k] = Infinity;
  for (const k of [SUM.high, SUM.hottest, SUM.max, SUM.max + 1, SUM.max + 2]) sums[k] = -Infinity;
  return sums;
}

/** Numbers that families keep from step to step. */
type Memory = Readonly<Record<string, number>>;

/** Measures the particles. */
export function measureLedger(
  measured: Measured,
  scene: Pick<Scene, 'gravity'>,
  account: Account,
  memory: Memory,
): Measurement {
  const sums = emptySums();
  addToLedger(measured, sums, aheadIn(measured.substances, memory));
  addLocalEnergy(measured, sums);
  addPairEnergy(measured, sums);
  return ledgerOf(measured, scene, account, sums);
}

/** The same of the particles of all ranks, in their order: all of them ask at once. */
export function measureSpread(measured: Measured, scene: Pick<Scene, 'gravity'>, account: Account): Measurement {
  const part = measured.set.part!;
  const sums = part.chain(SUMS, (before) => {
    if (part.comm.rank === 0) emptySums(before);
    addToLedger(measured, before);
    addLocalEnergy(measured, before);
  });
  addPairEnergy(measured, sums);
  return ledgerOf(measured, scene, account, sums);
}

/** What is measured of particles. */
export type Measurement = Omit<Ledger, 'frame' | 'time'>;

/** How far places are ahead of velocities, s. */
function aheadIn(substances: Measured['substances'], memory: Memory): number {
  return Math.max(0, ...familiesIn(substances).map(({ family }) => family.ahead?.(memory) ?? 0));
}

/**
 * Adds what the particles carry, in their order. Where velocities stand `ahead` seconds behind places, kinetic energy is that of v + t a, because
 * energies of two times do not add up. What is anchored moves as it is told.
 */
function addToLedger({ set, substances }: Measured, sums: Float64Array, ahead = 0): void {
  const position = set.f64('position'),
    velocity = set.f64('velocity'),
    density = set.f64('density'),
    masses = set.f64('mass'),
    acceleration = ahead > 0 ? set.f64('acceleration') : velocity,
    anchor = ahead > 0 && set.fields.includes('anchor') ? set.u32('anchor') : undefined;
  const out = [...sums];
  const more = (k: number, x: number): void => {
    out[k]! += x;
  };
  for (let i = 0; i < set.count; i++) {
    const m = masses[i]!,
      x = position[3 * i]!,
      y = position[3 * i + 1]!,
      z = position[3 * i + 2]!;
    const vx = velocity[3 * i]!,
      vy = velocity[3 * i + 1]!,
      vz = velocity[3 * i + 2]!;
    const v2 = vx * vx + vy * vy + vz * vz,
      rho = density[i]!;
    more(SUM.mass, m);
    more(SUM.momentum, m * vx);
    more(SUM.momentum + 1, m * vy);
    more(SUM.momentum + 2, m * vz);
    more(SUM.angular, m * (y * vz - z * vy));
    more(SUM.angular + 1, m * (z * vx - x * vz));
    more(SUM.angular + 2, m * (x * vy - y * vx));
    const t = anchor && anchor[i] !== 0 ? 0 : ahead,
      ux = vx + t * acceleration[3 * i]!,
      uy = vy + t * acceleration[3 * i + 1]!,
      uz = vz + t * acceleration[3 * i + 2]!;
    more(SUM.kinetic, 0.5 * m * (ux * ux + uy * uy + uz * uz));
    more(SUM.density, rho);
    out[SUM.fastest] = Math.max(out[SUM.fastest]!, v2);
    out[SUM.low] = Math.min(out[SUM.low]!, rho);
    out[SUM.high] = Math.max(out[SUM.high]!, rho);
    for (let a = 0; a < 3; a++) {
      const c = position[3 * i + a]!;
      more(SUM.first + a, m * c);
      out[SUM.min + a] = Math.min(out[SUM.min + a]!, c);
      out[SUM.max + a] = Math.max(out[SUM.max + a]!, c);
    }
  }
  sums.set(out);
  if (set.hasHeat) addHeat(set, substances, sums);
}

/** Adds the energy that each particle has by itself, that of compression above all, J. */
function addLocalEnergy(measured: Measured, sums: Float64Array): void {
  for (const { family } of familiesIn(measured.substances))
    if (family.energyIsLocal) sums[SUM.energy] = family.energy(measured, sums[SUM.energy]);
}

/** Adds the energy of pairs, such as bonds and contacts, J. */
function addPairEnergy(measured: Measured, sums: Float64Array): void {
  for (const { family } of familiesIn(measured.substances))
    if (!family.energyIsLocal) sums[SUM.energy]! += family.energy(measured);
}

/** Adds heat content and temperatures of the particles. */
function addHeat(set: ParticleSet, substances: readonly Substance[], sums: Float64Array): void {
  const temperature = set.f64('temperature'),
    masses = set.f64('mass'),
    substance = set.u32('substance');
  for (let i = 0; i < set.count; i++) {
    const T = temperature[i]!,
      m = masses[i]!;
    sums[SUM.heat]! += m * enthalpy(substances[substance[i]!]!, T);
    sums[SUM.heated]! += m;
    sums[SUM.temperature]! += m * T;
    sums[SUM.coldest] = Math.min(sums[SUM.coldest]!, T);
    sums[SUM.hottest] = Math.max(sums[SUM.hottest]!, T);
  }
}

/** What the sums say. */
function ledgerOf(
  { set, substances, dimension, box }: Measured,
  { gravity }: Pick<Scene, 'gravity'>,
  account: Account,
  sums: Float64Array,
): Measurement {
  const triple = (k: number): Triple => [sums[k]!, sums[k + 1]!, sums[k + 2]!],
    [mass, angular, first] = [sums[SUM.mass]!, triple(SUM.angular), triple(SUM.first)],
    count = set.everywhere,
    none = count === 0;
  for (const { family } of familiesIn(substances)) {
    const spin = family.spin?.({ set, substances, dimension, box });
    for (let a = 0; a < 3; a++) angular[a]! += spin?.[a] ?? 0;
  }
  const range = (min: number, mean: number, max: number): Range =>
    none ? { min: 0, mean: 0, max: 0 } : { min, mean, max };
  return {
    particles: count,
    mass,
    momentum: triple(SUM.momentum),
    angularMomentum: angular,
    kineticEnergy: sums[SUM.kinetic]!,
    potentialEnergy: -(gravity[0] * first[0] + gravity[1] * first[1] + gravity[2] * first[2]),
    internalEnergy: sums[SUM.energy]!,
    heat: sums[SUM.heat]!,
    temperature: set.hasHeat
      ? range(sums[SUM.coldest]!, sums[SUM.temperature]! / sums[SUM.heated]!, sums[SUM.hottest]!)
      : null,
    centerOfMass: none ? [0, 0, 0] : [first[0] / mass, first[1] / mass, first[2] / mass],
    bounds: none ? { min: [0, 0, 0], max: [0, 0, 0] } : { min: triple(SUM.min), max: triple(SUM.max) },
    density: range(sums[SUM.low]!, sums[SUM.density]! / count, sums[SUM.high]!),
    speedMax: Math.sqrt(sums[SUM.fastest]!),
    account: structuredClone(account),
  };
}
