// The results as a table for people and as CSV for the archive.

import { cpus } from 'node:os';
import type { Result } from './measure.ts';
import type { Finding } from './summary.ts';

type Column = readonly [head: string, cell: (r: Result) => string];

export const fixed = (value: number | null, digits: number) => (value === null ? '' : value.toFixed(digits));

const COLUMNS: readonly Column[] = [
  ['row', (r) => r.name],
  ['particles', (r) => String(r.particles)],
  ['ms/step', (r) => fixed(r.msPerStep, 2)],
  ['Mparticle-steps/s', (r) => fixed(r.particleStepsPerSecond / 1e6, 2)],
  ['pairs/particle', (r) => fixed(r.pairsPerParticle, 1)],
  ['ns/pair', (r) => fixed(r.nsPerPair, 2)],
  ['reference ns/pair', (r) => fixed(r.referenceNsPerPair, 0)],
  ['ratio', (r) => fixed(r.referenceRatio, 1)],
  ['lists/step', (r) => fixed(r.listBuilds / r.steps, 2)],
  ['B/particle', (r) => fixed(r.bytesPerParticle, 0)],
  ['hash', (r) => r.hash],
];

/** The widths that the columns of any run fit in. */
const WIDTHS = [24, 9, 9, 17, 14, 7, 17, 7, 10, 10, 16];

export const tableHead = (): string => line(COLUMNS.map(([head]) => head));
export const tableRow = (result: Result): string => line(COLUMNS.map(([, cell]) => cell(result)));

function line(cells: readonly string[]): string {
  return tableLine(cells, WIDTHS);
}

/** A line of a table: the first cell to the left, the others to the right. */
export function tableLine(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join('  ');
}

/** The summary as lines. */
export function summaryLines(found: readonly Finding[]): string[] {
  const width = Math.max(0, ...found.map(({ what }) => what.length));
  return found.map(
    ({ what, value, target, met }) =>
      `${what.padEnd(width)}  ${value.padStart(8)}  ${target.padEnd(14)} ${met ? 'met' : 'missed'}`,
  );
}

/** Processor, cores and Node version: what a figure depends on, and nothing that names the host. */
export function machine(): { cpu: string; cores: number; node: string } {
  return { cpu: (cpus()[0]?.model ?? 'unknown').trim(), cores: cpus().length, node: process.versions.node };
}

/** Name of the archive file of this machine. */
export function csvName(part = ''): string {
  const { cpu, cores, node } = machine(),
    words = `${cpu} ${cores} cores node ${node.split('.')[0]} ${part}`;
  return `${words
    .replace(/\((?:R|TM)\)/gi, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.csv`;
}

/** The archive: every number of every row. */
export function csv<T extends object>(results: readonly T[], found: readonly Finding[]): string {
  const { cpu, cores, node } = machine(),
    keys = Object.keys(results[0]!) as (keyof T)[];
  return [
    `# ${cpu}, ${cores} cores, Node ${node}`,
    ...found.map(({ what, value, target, met }) => `# ${what}: ${value} (${target}) ${met ? 'met' : 'missed'}`),
    keys.join(','),
    ...results.map((result) => keys.map((key) => csvCell(result[key])).join(',')),
    '',
  ].join('\n');
}

function csvCell(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : String(value);
}
