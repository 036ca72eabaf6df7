// The runs of a sweep: every combination of the axes, and for each the same random samples. Samples are spread evenly (a Latin hypercube): of n
// samples, each n-th part of a range has exactly one. The same seed gives the same samples on every machine.

import { digest } from '../../cache/disk.ts';
import { type Axis, type Dice, decimal } from './axis.ts';

/** Values of one run: path and text, in the order of the options. */
export type Values = readonly (readonly [path: string, value: string])[];

/** All runs of a sweep. */
export function drawRuns(axes: readonly Axis[], dice: readonly Dice[], samples: number, seed: number): Values[] {
  let rows: Values[] = [[]];
  for (const { path, values } of axes)
    rows = rows.flatMap((row) => values.map((value) => [...row, [path, value] as const]));
  if (dice.length === 0) return rows;
  const columns = dice.map((die) => drawColumn(die, samples, seed));
  return rows.flatMap((row) =>
    Array.from({ length: samples }, (_, k) => [...row, ...dice.map(({ path }, d) => [path, columns[d]![k]!] as const)]),
  );
}

function drawColumn({ path, low, high, whole }: Dice, samples: number, seed: number): string[] {
  const order = Array.from({ length: samples }, (_, k) => ({ k, at: unit(seed, path, 'order', k) }));
  order.sort((a, b) => a.at - b.at);
  return order.map(({ k }, sample) => {
    const u = (k + unit(seed, path, 'place', sample)) / samples;
    if (!whole) return decimal(low + u * (high - low));
    return String(Math.min(high, Math.floor(low + u * (high - low + 1))));
  });
}

/** A number from 0 to 1 that depends on nothing but its key. */
function unit(...key: readonly (string | number)[]): number {
  return Number.parseInt(digest(JSON.stringify(key)).slice(0, 13), 16) / 0x10_0000_0000_0000;
}

/** Values as `--set` takes them. */
export function settingsOf(values: Values): string[] {
  return values.map(([path, value]) => `${path}=${value}`);
}
