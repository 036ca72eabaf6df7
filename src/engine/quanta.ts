// The quantum that momentum transfers between two particles are rounded to. Multiples of one quantum add up exactly in f32 while
// the sum stays below 2²⁴ quanta, so what one particle gains the other loses to the last bit. [docs/adr/0006-exact-momentum.md]
// The quantum follows the largest transfer of the last evaluation; when that grew too fast the evaluation is repeated.

import { power } from '../kernels/kernels.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import { maxOverGroups } from './reports.ts';

/** The quanta in use: saved in snapshots, because they decide the last bits of the next evaluation. */
export interface Quanta {
  /** A sum over neighbors stays below this many of its largest terms; on a close packing it reaches 6 of 8. */
  readonly terms: number;
  force: number;
  xsph: number;
  /** Of heat, W over the unit of pair passes; stays 0 in worlds without heat. */
  heat: number;
  /** Of momentum by pressure that was solved for, over the unit of pair passes; stays 0 in other worlds. */
  pressure: number;
}

/** (x + 1.5·2²³ q) − 1.5·2²³ q rounds x to a multiple of q. */
const MAGIC = 1.5 * (1 << 23);
/** Whole numbers up to this are exact in f32. */
const EXACT = 1 << 24;
/** Sums below this (N or W over the unit of pair passes, m/s for XSPH) are nothing: quanta do not follow them down to where f32 ends. */
const LEAST_SUM = 1e-30;

/** @param smoothing ξ: a wider support has more neighbors to sum over */
export function initialQuanta(smoothing: number, dimension: 2 | 3): Quanta {
  return { terms: 8 * Math.max(1, power(smoothing / 1.35, dimension)), force: 0, xsph: 0, heat: 0, pressure: 0 };
}

/** Tells the pair pass the quanta. */
export function applyQuanta({ shared }: ParticleSet, quanta: Quanta): void {
  shared.splat(at.SPLAT_QUANTUM, MAGIC * quanta.force);
  shared.splat(at.SPLAT_QUANTUM_XSPH, MAGIC * quanta.xsph);
}

/** Adjusts the quanta to the transfers just measured; false when the evaluation was not exact and must be repeated. */
export function settleQuanta(set: ParticleSet, groups: number, quanta: Quanta): boolean {
  const force = Math.max(maxOverGroups(set, groups, at.GROUP_FORCE), maxOverGroups(set, groups, at.GROUP_CONTACT)),
    xsph = maxOverGroups(set, groups, at.GROUP_XSPH);
  const exact = isExact(force * quanta.terms, quanta.force) && isExact(xsph * quanta.terms, quanta.xsph);
  quanta.force = follow(force * quanta.terms, quanta.force);
  quanta.xsph = follow(xsph * quanta.terms, quanta.xsph);
  return exact;
}

/** Tells the pair pass of conduction its quantum. */
export function applyHeatQuantum({ shared }: ParticleSet, { heat }: Quanta): void {
  shared.splat(at.SPLAT_QUANTUM_HEAT, MAGIC * heat);
}

/** Adjusts the quantum of heat to the transfers just measured; false when they were not exact and must be computed again. */
export function settleHeatQuantum(set: ParticleSet, groups: number, quanta: Quanta): boolean {
  const heat = maxOverGroups(set, groups, at.GROUP_HEAT);
  const exact = isExact(heat * quanta.terms, quanta.heat);
  quanta.heat = follow(heat * quanta.terms, quanta.heat);
  return exact;
}

/** Tells the pair pass of solved pressure its quantum. */
export function applyPressureQuantum({ shared }: ParticleSet, { pressure }: Quanta): void {
  shared.splat(at.SPLAT_QUANTUM_PRESSURE, MAGIC * pressure);
}

/** Adjusts the quantum of solved pressure to the transfers just measured; false when they were not exact and must be computed again. */
export function settlePressureQuantum(set: ParticleSet, groups: number, quanta: Quanta): boolean {
  const pressure = maxOverGroups(set, groups, at.GROUP_PRESSURE);
  const exact = isExact(pressure * quanta.terms, quanta.pressure);
  quanta.pressure = follow(pressure * quanta.terms, quanta.pressure);
  return exact;
}

/** Whether a sum is a number that a quantum must fit: a non-finite one is reported by the diagnosis after the kick. */
function counts(sum: number): boolean {
  return Number.isFinite(sum) && sum >= LEAST_SUM;
}

function isExact(sum: number, quantum: number): boolean {
  return !counts(sum) || sum <= EXACT * quantum;
}

/** The finest quantum that such a sum allows, as a power of two; shrinks only when eight times too coarse. */
function follow(sum: number, quantum: number): number {
  if (!counts(sum)) return quantum;
  const needed = powerOfTwoAbove(sum) / EXACT;
  return isExact(sum, quantum) && quantum < 8 * needed ? quantum : needed;
}

const bits = new DataView(new ArrayBuffer(8));

/** The smallest power of two that is at least x > 0. */
function powerOfTwoAbove(x: number): number {
  bits.setFloat64(0, x);
  bits.setUint32(0, bits.getUint32(0) & 0x7ff00000);
  bits.setUint32(4, 0);
  const floor = bits.getFloat64(0); // the exponent alone
  return floor < x ? 2 * floor : floor;
}
