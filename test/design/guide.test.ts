// The programs of docs/design.md run as they are written, and say what they are said to say.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as design from '../../src/design/index.ts';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';

const programs = fencedBlocks(readFileSync('docs/design.md', 'utf8')).filter(({ language }) => language === 'js');

/** What a program prints. */
function run(text: string): unknown[][] {
  const printed: unknown[][] = [],
    body = text.replace(/^import \{ (.*) \} from 'thixo\/design';$/m, 'const { $1 } = library;');
  new Function('library', 'console', body)(design, { log: (...values: unknown[]) => printed.push(values) });
  return printed;
}

it('has three programs', () => {
  expect(programs).toHaveLength(3);
});

it('pulls a shape', () => {
  const [[volumeChange, energy, miss], [place]] = run(programs[0]!.text) as [[number, number, number], [Float64Array]];
  expect(Math.abs(volumeChange)).toBeLessThan(0.03);
  expect(energy).toBeGreaterThan(0);
  expect(miss).toBeLessThan(0.1); // at the rim, where the hold fades
  expect(place[0]).toBeGreaterThan(0.55);
});

it('drags', () => {
  expect(run(programs[1]!.text)).toEqual([]);
});

it('designs a motion', () => {
  const printed = run(programs[2]!.text) as [[number, number, number, number[]], unknown[], [number]];
  expect(printed[0][0]).toBeLessThanOrEqual(13);
  expect(printed[0][1]).toBeLessThan(1e-3);
  expect(printed[2]).toEqual([0]);
});
