// The ledger of a world as a table for people.

import type { Ledger, Triple } from '../diagnose/ledger.ts';

type Line = readonly [name: string, value: string, unit: string];

/** One line per quantity, and the extra lines behind. */
export function ledgerTable(ledger: Ledger, extra: readonly Line[]): string {
  const { bounds, density } = ledger;
  const lines: Line[] = [
    ['particles', String(ledger.particles), ''],
    ['simulated time', number(ledger.time), 's'],
    ['mass', number(ledger.mass), 'kg'],
    ['momentum', triple(ledger.momentum), 'N·s'],
    ['angular momentum', triple(ledger.angularMomentum), 'N·m·s'],
    ['kinetic energy', number(ledger.kineticEnergy), 'J'],
    ['potential energy', number(ledger.potentialEnergy), 'J'],
    ['internal energy', number(ledger.internalEnergy), 'J'],
    ['center of mass', triple(ledger.centerOfMass), 'm'],
    ['bounds, lower', triple(bounds.min), 'm'],
    ['bounds, upper', triple(bounds.max), 'm'],
    ['density', `${number(density.min)} … ${number(density.max)}, mean ${number(density.mean)}`, 'kg/m³'],
    ['largest speed', number(ledger.speedMax), 'm/s'],
    ...extra,
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value, unit]) => `${name.padEnd(width)}  ${value} ${unit}`.trimEnd()).join('\n');
}

function triple(v: Readonly<Triple>): string {
  return v.map((c) => number(c)).join('  ');
}

/** Four significant digits, without an exponent where that is readable. */
export function number(x: number): string {
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e-3 && size < 1e6 ? String(Number(x.toPrecision(4))) : x.toExponential(3);
}
