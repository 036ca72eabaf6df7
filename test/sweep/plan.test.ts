// What a sweep varies and measures, as it is written; and the plan that becomes of it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MeasuredFrame } from '../../src/make/index.ts';
import { planSweep } from '../../src/make/index.ts';
import { readAxis, readDice } from '../../src/make/sweep/axis.ts';
import { drawRuns } from '../../src/make/sweep/draw.ts';
import { readMeasure } from '../../src/make/sweep/measure.ts';
import { TINY, temporaryFolder, thixo, writeFiles } from '../cli/harness.ts';

describe('an axis', () => {
  it.each([
    ['a.b=15,50,150', ['15', '50', '150']],
    ['bodies[0].spacing=.02..0.05:4', ['0.02', '0.03', '0.04', '0.05']],
    ['x=-1..1:3', ['-1', '0', '1']],
    ['g=[0,-9.81,0],[0,-1.6,0]', ['[0,-9.81,0]', '[0,-1.6,0]']],
    ['k="a,b",c', ['"a,b"', 'c']],
  ])('%s', (text, values) => {
    expect(readAxis(text).values).toEqual(values);
  });

  it.each(['a', 'a=', '=1', 'a=1,,2', 'a=1..2', 'a=1..2:1', 'a=1..x:3', 'a=1,1'])('%s is refused', (text) => {
    expect(() => readAxis(text)).toThrow(/USAGE/);
  });
});

describe('random values', () => {
  it('have one in every part of the range, the same for the same seed only', () => {
    const dice = [readDice('a=0.5..2.5'), readDice('b=-1.0..0')],
      rows = drawRuns([], dice, 8, 1);
    for (const [d, low, width] of [
      [0, 0.5, 2],
      [1, -1, 1],
    ] as const) {
      const parts = rows.map((row) => Math.floor((8 * (Number(row[d]![1]) - low)) / width));
      expect([...parts].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(parts).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    }
    expect(drawRuns([], dice, 8, 1)).toEqual(rows);
    expect(drawRuns([], dice, 8, 2)).not.toEqual(rows);
  });

  it('are whole where both ends are, and reach both ends', () => {
    const values = drawRuns([], [readDice('seed=1..4')], 400, 3).map(([first]) => Number(first![1]));
    expect(new Set(values)).toEqual(new Set([1, 2, 3, 4]));
    for (const n of [1, 2, 3, 4]) expect(values.filter((value) => value === n)).toHaveLength(100);
  });

  it('go with every combination of the axes', () => {
    const rows = drawRuns([readAxis('a=1,2'), readAxis('b=3,4')], [readDice('c=0..9')], 3, 1);
    expect(rows).toHaveLength(12);
    expect(new Set(rows.map((row) => `${row[0]![1]} ${row[1]![1]}`))).toEqual(new Set(['1 3', '1 4', '2 3', '2 4']));
  });
});

describe('a measure', () => {
  const frames = [1, 5, 3].map((x) => ({ speedMax: x, bounds: { max: [x, 2 * x, 0] }, temperature: null }));

  it.each([
    ['speedMax', 3],
    ['bounds.max[1]', 6],
    ['bounds.max.0', 3],
    ['max(speedMax)', 5],
    ['min(speedMax)', 1],
    ['first( speedMax )', 1],
    ['sum(bounds.max[0])', 9],
    ['mean(speedMax)', 3],
    ['temperature.max', undefined],
  ])('%s', (text, value) => {
    expect(readMeasure(text)(frames as unknown as MeasuredFrame[])).toBe(value);
  });

  it.each(['', 'speed', 'bounds', 'bounds.max[3]', 'median(speedMax)', 'max(speedMax', 'speedMax)', '__proto__.x'])(
    '%s is refused',
    (text) => {
      expect(() => readMeasure(text)).toThrow(/USAGE/);
    },
  );
});

describe('a plan', () => {
  it('names every run by its settings, and keeps those of an earlier plan', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'tiny.json': TINY });
    const grid = (spacings: string) => [`bodies[0].spacing=${spacings}`];
    expect(await planSweep('tiny.json', { cwd, output: 's', grid: grid('0.08,0.1') })).toMatchObject({
      runs: 2,
      kept: 0,
    });
    expect(await planSweep('tiny.json', { cwd, output: 's', grid: grid('0.1,0.12,0.08') })).toMatchObject({
      runs: 3,
      kept: 2,
    });
    const { runs, scene } = JSON.parse(readFileSync(join(cwd, 's/sweep.json'), 'utf8'));
    expect(new Set(runs.map(({ id }: { id: string }) => id)).size).toBe(3);
    expect(scene).toBe('../tiny.json');
  });

  it('says what is wrong with a value, a path, a measure', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'tiny.json': TINY });
    const plan = (...words: string[]) => thixo(['sweep', 'plan', 'tiny.json', '-o', 's', ...words], { cwd });
    for (const [words, message] of [
      [['--grid', 'bodies[0].spacing=0.08,-1'], /SCENE_OUT_OF_RANGE/],
      [['--grid', 'bodies[0].spacin=0.08'], /spacing/],
      [['--grid', 'bodies[0].spacing=0.08', '--grid', 'bodies.0.spacing=0.1'], /varied twice/],
      [['--grid', 'seed=1,2', '--measure', 'hight'], /frames have no such number/],
      [['--samples', '3', '--grid', 'seed=1,2'], /--samples is for --random/],
      [[], /Nothing is varied/],
      [['--random', 'seed=1..9', '--best', 'largest'], /Use max, min/],
    ] as const) {
      const { code, stderr } = await plan(...words);
      expect([2, 3], stderr).toContain(code);
      expect(stderr).toMatch(message);
    }
  });
});
