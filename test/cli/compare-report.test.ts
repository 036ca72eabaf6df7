// What a comparison makes of the frames of two runs: numbers, a table, a plot.

import { describe, expect, it } from 'vitest';
import { comparisonTable } from '../../src/cli/compare/compare-table.ts';
import { comparisonPlot } from '../../src/make/compare/compare-plot.ts';
import { compareRuns, type FrameSample } from '../../src/make/compare/comparison.ts';
import { svgChart } from '../../src/make/compare/svg-chart.ts';

const columns = { dimension: 3, up: 1, width: 0.1 } as const;
const profile = (...thickness: number[]) => ({
  columns,
  places: Float64Array.from(thickness.keys()),
  thickness: Float32Array.from(thickness),
});

const timeBy = {
  search: 0,
  obstacles: 0,
  pack: 0,
  density: 0,
  forces: 0.75,
  viscosity: 0,
  heat: 0,
  steps: 0,
  adapt: 0,
  host: 0.25,
};

const sample = (frame: number, changes: Partial<FrameSample> = {}): FrameSample => ({
  ...{ frame, time: frame / 10, seconds: 1, cpuSeconds: 1, timeBy, evaluations: 100, particles: 10, steps: 8 },
  ...{ splits: 0, merges: 0, centerOfMass: [0, 0, 0], size: 2, volume: 4, profile: profile(1, 1) },
  ...changes,
});

const pair = [
  [sample(1, { seconds: 0.5, evaluations: 20, particles: 4, splits: 3, centerOfMass: [0.03, 0, 0.04] }), sample(2)],
  [sample(1, { seconds: 4 }), sample(2, { seconds: 2, cpuSeconds: 3, volume: 5, profile: profile(1, 1.3) })],
] as const;

/** Names of the elements of a text that is well-formed XML; throws if it is not. */
function elementsOf(xml: string): string[] {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) throw new Error('a character XML forbids');
  const open: string[] = [],
    seen: string[] = [];
  for (const [, content, tag] of xml.trim().matchAll(/([^<]*)<([^>]*)>/g)) {
    if (/&(?!(amp|lt|gt|quot|apos);)|>/.test(content!)) throw new Error(`unescaped text: ${content}`);
    const [, end, name, attributes, self] = /^(\/?)([a-z]+)((?: [\w-]+="[^"<&]*")*)(\/?)$/.exec(tag!) ?? [];
    if (name === undefined || (end && (attributes || self))) throw new Error(`not a tag: <${tag}>`);
    if (end && open.pop() !== name) throw new Error(`</${name}> closes nothing`);
    if (end) continue;
    seen.push(name);
    if (!self) open.push(name);
  }
  if (open.length > 0 || !xml.trim().endsWith('</svg>')) throw new Error(`not closed: ${open.join(' ')}`);
  return seen;
}

describe('a comparison', () => {
  it('adds up what was spent, and takes means and largest errors', () => {
    const all = compareRuns(...pair);
    expect(all.speedup).toBeCloseTo(6 / 1.5, 12);
    expect(all.cpuSpeedup).toBeCloseTo(4 / 2, 12);
    expect(all.evaluationRatio).toBeCloseTo(200 / 120, 12);
    expect(all).toMatchObject({ particles: { adaptive: 7, standard: 10 }, splits: 3, merges: 0 });
    expect(all.centerOfMassError).toBeCloseTo(0.025, 12); // 5 cm of 2 m
    expect(all.volumeError).toBeCloseTo(0.2, 12);
    expect(all.profileError).toBeCloseTo(0.75, 5); // 0 and 3 widths in one of two columns
    expect(all.frames.map(({ speedup }) => speedup)).toEqual([8, 2]);
    expect(all.frames.map(({ centerOfMassError }) => centerOfMassError)).toEqual([0.025, 0]);
    expect(all.frames.map(({ time, frame }) => [frame, time])).toEqual([
      [1, 0.1],
      [2, 0.2],
    ]);
  });

  it('has the frames that both runs have', () => {
    expect(compareRuns(pair[0], pair[1].slice(0, 1)).frames).toHaveLength(1);
    expect(compareRuns([], pair[1])).toMatchObject({ speedup: 1, evaluationRatio: 1, profileError: 0, frames: [] });
  });

  it('gives numbers for worlds without particles and for a single one', () => {
    const empty = { particles: 0, evaluations: 0, size: 0, volume: 0, profile: profile() };
    expect(compareRuns([sample(1, empty)], [sample(1, empty)])).toMatchObject({
      ...{ evaluationRatio: 1, centerOfMassError: 0, profileError: 0, volumeError: 0 },
    });
    expect(compareRuns([sample(1)], [sample(1, empty)])).toMatchObject({ centerOfMassError: 1, volumeError: 1 });
    const one = compareRuns([sample(1, { centerOfMass: [0.1, 0, 0] })], [sample(1, { size: 0 })]);
    expect(one.centerOfMassError).toBeCloseTo(1, 12); // over the size of a particle
  });
});

describe('the table of a comparison', () => {
  it('says what was gained, how it went over time, and which target was missed', () => {
    const text = comparisonTable(compareRuns(...pair)).join('\n');
    expect(text).toMatch(/^time +1\.5 s +6 s +4 times as fast$/m);
    expect(text).toMatch(/^evaluations +120 +200 +1\.67 times$/m);
    expect(text).toMatch(/^3 splits, 0 merges$/m);
    expect(text).toMatch(/^1 +0\.5 +4 +8 +4 +10 +2\.5 % +0 +0 %$/m);
    expect(text).toMatch(/^center of mass, largest +2\.5 % +2 % +too large$/m);
    expect(text).toMatch(/^profile, mean +0\.75 spacings +1 spacing +good$/m);
    expect(text).toMatch(/Not of equal quality \(center of mass, volume\), 4 times as fast/);
  });

  it('says where the time went, over the frames of both runs, without work that neither had', () => {
    const quick = sample(1, { timeBy: { ...timeBy, forces: 0.1, adapt: 0.2 } });
    const all = compareRuns([quick, sample(2)], [sample(1), sample(2), sample(3)]);
    expect(all.timeBy.adaptive).toMatchObject({ search: 0, forces: 0.85, adapt: 0.2, host: 0.5 });
    expect(all.timeBy.standard).toMatchObject({ forces: 1.5, adapt: 0, host: 0.5 });
    const text = comparisonTable(all).join('\n');
    expect(text).toMatch(/^forces +0\.850 +55 % +1\.500 +75 %$/m);
    expect(text).toMatch(/^split and merge +0\.200 +13 % +0\.000 +0 %$/m);
    expect(text).not.toMatch(/neighbor search/);
  });

  it('says that times are not to be trusted when the processor had other work', () => {
    const told = (cpuSeconds: number) =>
      comparisonTable(compareRuns([sample(1, { cpuSeconds })], [sample(1)])).join('\n');
    expect(told(0.8)).toMatch(/machine was busy/);
    expect(told(0.95)).not.toMatch(/machine was busy/);
    expect(told(3.9)).not.toMatch(/machine was busy/); // several threads
  });

  it('does not bother people with what is next to nothing', () => {
    const near = comparisonTable(compareRuns([sample(1, { volume: 4.0001 })], [sample(1)])).join('\n');
    expect(near).toMatch(/^volume, largest +<0\.01 % +1 % +good$/m);
  });

  it('has at most ten rows over time, which have every frame', () => {
    const frames = Array.from({ length: 37 }, (_, k) => sample(k + 1));
    const text = comparisonTable(compareRuns(frames, frames));
    const spans = text.flatMap((line) => /^(\d+)-(\d+) /.exec(line)?.slice(1).map(Number) ?? []);
    expect(spans).toHaveLength(20);
    expect([spans[0], spans.at(-1)]).toEqual([1, 37]);
    for (let k = 2; k < 20; k += 2) expect(spans[k]).toBe(spans[k - 1]! + 1);
    expect(text.at(-1)).toMatch(/^Equal quality, 1 times as fast/);
  });
});

describe('the plot of a comparison', () => {
  it('is XML whatever the title, with a line for each run or error in four panels', () => {
    for (const title of ['Drop', 'a < b & "c" ]]> \u0000\u0007\ud800 é 雨']) {
      const elements = elementsOf(comparisonPlot(title, compareRuns(...pair)));
      expect(elements.filter((name) => name === 'polyline')).toHaveLength(2 + 2 + 2 + 3);
      expect(elements.filter((name) => name === 'circle')).toHaveLength(2 * 9);
      expect(elements.filter((name) => name === 'title')).toHaveLength(1);
    }
  });

  it('can be drawn of one frame and of runs that took no time', () => {
    const none = [sample(1, { seconds: 0, cpuSeconds: 0, evaluations: 0, particles: 0 })];
    const plot = comparisonPlot('x', compareRuns(none, none));
    expect(elementsOf(plot)).toContain('circle');
    expect(plot).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('puts values where the axes say they are, and leaves a gap for what is no number', () => {
    const values = [0, 50, Number.NaN, 25, 100];
    const svg = svgChart({
      ...{ title: '', subtitle: '', axis: 's', times: [0, 1, 2, 3, 4] },
      panels: [{ title: 'p', lines: [{ label: 'l', color: '#000000', values }] }],
    });
    const place = (label: string): [number, number] => {
      const [, x, y] = new RegExp(`<text x="([\\d.]+)" y="([\\d.]+)" [^>]*>${label}</text>`).exec(svg)!;
      return [Number(x), Number(y)];
    };
    const lines = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) =>
      points!.split(' ').map((point) => point.split(',').map(Number)),
    );
    expect(lines.map((line) => line.length)).toEqual([2, 2]);
    expect(lines[0]![1]![0]).toBeCloseTo(place('1')[0], 1);
    expect(lines[0]![1]![1]).toBeCloseTo(place('50')[1] - 4, 1); // letters stand 4 below the middle of their line
    expect(lines[1]![1]![1]).toBeLessThan(lines[0]![0]![1]! - 150); // the largest value fills the panel
    expect(lines[1]![1]![1]).toBeCloseTo(place('100')[1] - 4, 1);
  });
});
