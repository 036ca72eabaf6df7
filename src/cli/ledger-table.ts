// One frame of a cache as a table for people.

import type { Range, Triple } from '../diagnose/ledger.ts';
import type { FrameRecord } from '../frames/frame-record.ts';
import { columns, number } from './format.ts';

/** One line per quantity. */
export function ledgerTable(record: FrameRecord): string[] {
  const { bounds, temperature } = record;
  const rows: [name: string, value: string][] = [
    ['particles', String(record.particles)],
    ['simulated time', `${number(record.time)} s`],
    ['mass', `${number(record.mass)} kg`],
    ['momentum', `${triple(record.momentum)} N·s`],
    ['angular momentum', `${triple(record.angularMomentum)} N·m·s`],
    ['kinetic energy', `${number(record.kineticEnergy)} J`],
    ['center of mass', `${triple(record.centerOfMass)} m`],
    ['bounds, lower', `${triple(bounds.min)} m`],
    ['bounds, upper', `${triple(bounds.max)} m`],
    ['density', `${range(record.density)} kg/m³`],
    ['largest speed', `${number(record.speedMax)} m/s`],
  ];
  if (temperature) rows.push(['temperature', `${range(temperature)} K`]);
  rows.push(['state hash', record.hash]);
  return columns(rows);
}

function triple(v: Readonly<Triple>): string {
  return v.map((c) => number(c)).join('  ');
}

function range({ min, mean, max }: Range): string {
  return `${number(min)} … ${number(max)}, mean ${number(mean)}`;
}
