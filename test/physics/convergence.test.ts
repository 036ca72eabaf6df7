// Studies of validation cases at several resolutions: orders on data that is known, figures that are well-formed, the page they go to.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { atLeast, atMost, type Curve, defineCase, told, unjudged, within, withinPart } from '../../validation/case.ts';
import { theory as waveTheory } from '../../validation/cases/v56.ts';
import { theory as layerTheory, rateOf } from '../../validation/cases/v68.ts';
import { errorOf, studyCase } from '../../validation/converge.ts';
import { drawFigure, niceStep } from '../../validation/figure.ts';
import { orderOf } from '../../validation/order.ts';
import { picturesOf, updatePage } from '../../validation/page.ts';
import { toJson, toStudyJson, toStudyTable } from '../../validation/report.ts';
import { CASES, parseArguments, runCase } from '../../validation/run.ts';
import { Diverged, fitLine, simulate, sliceMeans } from '../../validation/simulate.ts';
import { slump } from '../../validation/slump-theory.ts';

describe('orders', () => {
  it.each([0.5, 1, 2, 3])('of errors that fall with the power %d of the spacing', (p) => {
    const errors = [0.4, 0.2, 0.1, 0.05].map((h): [number, number] => [h, 7 * h ** p]);
    expect(orderOf(errors)).toBeCloseTo(p, 12);
    expect(orderOf(errors.toReversed())).toBeCloseTo(p, 12);
  });

  it('of errors that scatter are the slope of least squares in the logarithms', () => {
    // x = 0, 1, 2 and y = 0, 3, 3 in powers of two: slope 1.5
    expect(
      orderOf([
        [1, 1],
        [2, 8],
        [4, 8],
      ]),
    ).toBeCloseTo(1.5, 12);
  });

  it('do not exist for one error, for none, and where an error is 0 or unknown', () => {
    for (const errors of [
      [],
      [[1, 1]],
      [
        [1, 0.1],
        [0.5, 0],
      ],
      [
        [1, 0.1],
        [0.5, Number.NaN],
      ],
    ] as [number, number][][])
      expect(orderOf(errors)).toBeNaN();
  });

  it('errors are distances from references', () => {
    expect(errorOf(within('', 1.5, 2, 1))).toBe(0.5);
    expect(errorOf(withinPart('', 1.5, 2, 1))).toBe(0.25);
    expect(errorOf(atMost('', 0.03, 0, 0.1))).toBe(0.03);
    expect(errorOf(unjudged(atMost('', 0.3, 0, 0.1)))).toBe(0.3);
    expect(unjudged(atMost('', 0.3, 0, 0.1))).toMatchObject({ comparison: 'none', pass: true });
    expect([errorOf(atMost('', 0.5, 1)), errorOf(atLeast('', 2, 1)), errorOf(told('', 2))]).toEqual([NaN, NaN, NaN]);
  });
});

/** A case whose error falls with the square of the spacing. */
const square = defineCase({
  number: 90,
  title: 'Square',
  proves: 'Nothing.',
  parameters: { n: { value: 10, meaning: 'particles' }, word: { value: 'water', meaning: 'a name' } },
  resolution: { parameter: 'n', values: [10, 20, 40], label: 'across' },
  figures: {
    line: { title: 'A < B & "C"', x: 'time / s', y: 'v' },
    dots: { title: 'Dots', x: 'x', y: 'y', log: { y: true } },
  },
  async run({ n, word }) {
    if (word === 'lava') throw new Diverged('too hot');
    const simulated: Curve = {
      figure: 'line',
      kind: 'simulated',
      points: [
        [0, 0],
        [1, 1 + 5 / n ** 2],
      ],
    };
    const curves: Curve[] = [
      simulated,
      {
        figure: 'line',
        kind: 'theory',
        name: 'exact',
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      {
        figure: 'dots',
        kind: 'experiment',
        name: 'measured',
        points: [
          [1, 10],
          [2, 0],
          [3, 1000],
        ],
      },
    ];
    return { checks: [withinPart('v', 1 + 5 / n ** 2, 1, 0.02), told('n', n)], curves };
  },
  compare: (runs) => [atLeast('finest over coarsest', runs.at(-1)!.resolution / runs[0]!.resolution, 4)],
});

describe('a study', () => {
  it('has the order of each error, every run, and what holds across them', async () => {
    const study = await studyCase(square);
    expect(study.runs.map(({ resolution, values, pass }) => [resolution, values.n, pass])).toEqual([
      [10, 10, false],
      [20, 20, true],
      [40, 40, true],
    ]);
    expect(study.series.map(({ name }) => name)).toEqual(['v', 'n']);
    expect(study.series[0]!.order).toBeCloseTo(2, 9);
    expect(study.series[1]!.order).toBeNaN();
    expect(study.checks).toMatchObject([{ name: 'finest over coarsest', pass: true }]);
    expect(study.pass).toBe(false); // the coarsest run is off by 5 %
    expect((await studyCase(square, [], [20, 40])).pass).toBe(false); // and so is the comparison here
    expect((await studyCase(square, [], [20, 40, 80])).pass).toBe(true);
  });

  it('whose distance of particles is the parameter counts it as spacing', async () => {
    const spaced = {
      ...square,
      resolution: { parameter: 'n', values: [4, 2, 1], label: 'm', isSpacing: true },
      run: async (values: object) => [within('v', 1 + 3 * (values as { n: number }).n, 1, 9)],
      compare: () => [],
    };
    expect((await studyCase(spaced)).series[0]!.order).toBeCloseTo(1, 9);
  });

  it('of a run that the engine stops fails and says so', async () => {
    const study = await studyCase(square, [['word', 'lava']]);
    expect(study).toMatchObject({ pass: false, series: [], checks: [] });
    expect(toStudyTable(study)).toContain('10: the engine stopped: too hot');
    expect(JSON.parse(toStudyJson(study))).toMatchObject({ verdict: 'fail', runs: [{ problem: 'too hot' }, {}, {}] });
  });

  it('is printed with its values and orders', async () => {
    const table = toStudyTable(await studyCase(square));
    expect(table).toMatch(/V90 +Square +fail\n +n +10 +20 +40 +order\n +v +1.05 ✗ +1.0125 +1.0031 +2.00/);
    expect(table).toMatch(/finest over coarsest +4 +≥ 4 +pass/);
  });

  it('is a line of JSON with profiles and orders', async () => {
    const { runs, ...rest } = JSON.parse(toStudyJson(await studyCase(square)));
    expect(rest).toMatchObject({ case: 'V90', verdict: 'fail', resolutions: [10, 20, 40], orders: { n: null } });
    expect(rest.orders.v).toBeCloseTo(2, 9);
    expect(runs[1]).toMatchObject({ resolution: 20, parameters: { n: 20, word: 'water' }, measured: { n: 20 } });
    expect(runs[1].profiles[0]).toEqual({
      figure: 'line',
      kind: 'simulated',
      points: [
        [0, 0],
        [1, 1.0125],
      ],
    });
    expect(JSON.parse(toJson(await runCase(square))).profiles).toHaveLength(3);
  });
});

describe('figures', () => {
  const axes = { title: 'Speed <of> "light" & sound', x: 'time / s', y: 'v / (m/s)' };
  const line = (name: string, kind: Curve['kind'], f: (x: number) => number, n = 30) => {
    return { name, kind, points: Array.from({ length: n }, (_, k): [number, number] => [k / n, f(k / n)]) };
  };

  it('are well-formed, with every curve, name and unit', () => {
    const svg = drawFigure(axes, [
      line('8 across', 'simulated', Math.sin),
      line('16 across', 'simulated', Math.cos),
      line('exact <1>', 'theory', () => 1),
      line('laboratory', 'experiment', (x) => x, 5),
    ]);
    const { names, text } = wellFormed(svg);
    expect(names.filter((name) => name === 'circle')).toHaveLength(5 + 1); // and one in the legend
    expect(names.filter((name) => name === 'path')).toHaveLength(3 + 3);
    for (const words of ['time / s', 'v / (m/s)', '8 across', '16 across', 'exact &lt;1&gt;', 'laboratory'])
      expect(text).toContain(words);
    expect(svg).toContain('prefers-color-scheme: dark');
  });

  it('keep every point in the frame and survive numbers that are none', () => {
    for (const log of [{}, { x: true, y: true }]) {
      const svg = drawFigure({ ...axes, log }, [
        line('a', 'simulated', (x) => 1e-7 * (x - 0.5)),
        line('b', 'theory', (x) => (x > 0.5 ? Number.NaN : 3e-8)),
        line('c', 'theory', () => Number.POSITIVE_INFINITY),
      ]);
      wellFormed(svg);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      for (const [, d] of svg
        .split('<g class="legend">')[0]!
        .matchAll(/<path class="(?:curve|theory)[^"]*" d="M([^"]+)"/g))
        for (const point of d!.split('L')) {
          const [x, y] = point.split(' ').map(Number) as [number, number];
          expect(x >= 78 && x <= 700 && y >= 46 && y <= 376).toBe(true);
        }
    }
  });

  it('of one constant have an axis too', () => {
    for (const value of [0, 5, -3]) wellFormed(drawFigure(axes, [line('a', 'simulated', () => value)]));
  });

  it('have round steps', () => {
    expect([0.013, 0.3, 1, 4.1, 77].map(niceStep)).toEqual([0.02, 0.5, 1, 5, 100]);
  });

  it('of a study: one for each of the case, and one of how errors fall', async () => {
    const pictures = picturesOf(await studyCase(square));
    expect(pictures.map(({ file }) => file)).toEqual(['v90-line.svg', 'v90-dots.svg', 'v90-order.svg']);
    for (const { svg } of pictures) wellFormed(svg);
    expect(pictures[0]!.svg.match(/<text[^>]*>(10|20|40) across</g)).toHaveLength(3);
  });
});

/** The names of all elements and their text; throws where tags do not match, attributes are not quoted or text is not escaped. */
function wellFormed(svg: string): { names: string[]; text: string } {
  const open: string[] = [],
    names: string[] = [];
  let text = '';
  for (const [all, tag, words] of svg.matchAll(/<([^>]*)>|([^<]+)/g)) {
    if (words !== undefined) {
      if (open.at(-1) !== 'style') expect(words).not.toMatch(/>|&(?!(amp|lt|gt|quot);)/);
      text += words;
    } else if (tag!.startsWith('/')) expect(open.pop()).toBe(tag!.slice(1));
    else {
      expect(all).toMatch(/^<[a-z]+( [a-zA-Z0-9:-]+="[^"<>]*")*\/?>$/);
      names.push(/^[a-z]+/.exec(tag!)![0]);
      if (!tag!.endsWith('/')) open.push(names.at(-1)!);
    }
  }
  expect(open).toEqual([]);
  expect(names[0]).toBe('svg');
  return { names, text };
}

describe('the page', () => {
  it('keeps the sections of cases that did not run, and studies through later runs', async () => {
    const other = { ...square, number: 7, title: 'Other' },
      first = updatePage('', [await runCase(square), await runCase(other)]);
    expect(first.indexOf('## V7\n')).toBeLessThan(first.indexOf('## V90\n'));
    const studied = updatePage(first, [], [await studyCase(square)]);
    expect(studied).toContain('| v | 1.05 ✗ | 1.0125 | 1.0031 | 2.00 |');
    expect(studied).toContain('| finest over coarsest | 4 | ≥ 4 | pass |');
    expect(studied).toContain('![A < B & "C"](pictures/validation/v90-line.svg)');
    expect(studied).toContain('| [V90](#v90) | Square | fail |');
    const again = updatePage(studied, [await runCase({ ...square, title: 'Renamed' }, [['n', '20']])]);
    expect(again).toContain('**Renamed.**');
    expect(again).toContain('| [V90](#v90) | Renamed | pass |');
    expect(again).toContain('| v | 1.05 ✗ | 1.0125 | 1.0031 | 2.00 |');
    expect(again.split('## V7\n')[1]!.split('## V90')[0]).toBe(first.split('## V7\n')[1]!.split('## V90')[0]);
    expect(updatePage(again, [])).toBe(again);
  });

  it('of the docs is one that this program reads and writes, and its pictures are there and well-formed', () => {
    const page = readFileSync('docs/validation.md', 'utf8'),
      files = [...page.matchAll(/\]\((pictures\/validation\/[^)]+)\)/g)].map(([, file]) => file!);
    expect(updatePage(page, [])).toBe(page);
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) wellFormed(readFileSync(`docs/${file}`, 'utf8'));
  });
});

describe('arguments', () => {
  it('--converge takes the cases that can be made finer', () => {
    const { cases, converge, write } = parseArguments(['--converge']);
    expect(cases).toEqual(CASES.filter(({ resolution }) => resolution));
    expect([converge, write]).toEqual([true, true]);
  });

  it('--only names cases, --resolution their resolutions, --write keeps the result', () => {
    const { cases, resolutions, write } = parseArguments(['--only', 'v53,V57', '--resolution=8,16', '--write']);
    expect(cases.map(({ number }) => number)).toEqual([53, 57]);
    expect([resolutions, write]).toEqual([[8, 16], true]);
    expect(parseArguments(['--converge', '--only=v53']).write).toBe(false);
  });

  it.each([
    { args: ['--resolution', '8,x'], says: /numbers with commas/ },
    { args: ['--resolution', '0'], says: /numbers with commas/ },
    { args: ['--converge', 'V1'], says: /None of these cases/ },
    { args: ['V7', '--write', '--set', 'edge=3'], says: /leave out --set/ },
    { args: ['--only', 'v99'], says: /no case v99/ },
  ])('$args is refused', ({ args, says }) => expect(() => parseArguments(args)).toThrow(says));
});

describe('theories', () => {
  it('slump: the values of the card', () => {
    const weight = 1600 * 9.81 * 0.2,
      both = (stress: number) => [slump(stress / weight, 'tresca'), slump(stress / weight, 'mises')];
    for (const [stress, low, high] of [
      [400, 0.397, 0.446],
      [800, 0.147, 0.198],
      [1200, 0.03, 0.065],
    ] as const)
      expect(both(stress)).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)]);
    expect([slump(0.5, 'tresca'), slump(0.6, 'tresca'), slump(0, 'mises')]).toEqual([0, 0, Number.NaN]);
  });

  it('standing wave: deep water has ω² = gk, shallow water the speed √(gH); walls add to the damping', () => {
    const wave = { length: 1, depth: 10, mode: 2, nu: 1e-3, gravity: 9.81, grip: 0 },
      k = 2 * Math.PI;
    expect(waveTheory(wave).omega ** 2).toBeCloseTo(9.81 * k, 9);
    expect(waveTheory({ ...wave, depth: 1e-4 }).omega / (k * Math.sqrt(9.81e-4))).toBeCloseTo(1, 6);
    expect(waveTheory(wave).damping).toBeCloseTo(2e-3 * k * k, 12);
    // Deep water: both ends alone, ½√(νω/2) ω² · 2/(2k) / (½gL) with ω² = gk.
    const ends = Math.sqrt((1e-3 * Math.sqrt(9.81 * k)) / 2);
    expect(waveTheory({ ...wave, grip: 1 }).damping - waveTheory(wave).damping).toBeCloseTo(ends, 9);
  });
});

describe('layers', () => {
  it('grow as ideal ones do without viscosity, and within a tenth of √(σ² + ν²k⁴) − νk² with it', () => {
    const layers = { across: 40, length: 0.4, oil: 915, gravity: 9.81, soundSpeed: 10, smoothing: 1.35, pressure: '' },
      thin = layerTheory({ ...layers, viscosity: 1e-8 });
    expect(thin.ideal).toBeCloseTo(Math.sqrt((85 / 1915) * 9.81 * 5 * Math.PI * Math.tanh(Math.PI)), 9);
    expect(thin.damped / thin.ideal).toBeCloseTo(1, 3);
    for (const viscosity of [0.05, 0.5, 5]) {
      const damping = 0.053 * viscosity * 0.0135 * 10 * Math.sqrt(9.81 * 0.4) * (5 * Math.PI) ** 2, // νk²
        about = Math.sqrt(thin.ideal ** 2 + damping ** 2) - damping,
        { damped } = layerTheory({ ...layers, viscosity });
      expect(Math.abs(damped / about - 1)).toBeLessThan(0.11); // the bound of this approximation in the literature
    }
  });

  it('have the rate of their growth, whatever of the other exponential is in it', () => {
    for (const down of [0, 0.5, 1]) {
      const points = [...Array(20).keys()].map((n): [number, number] => {
        const t = 0.3 + 0.02 * n;
        return [t, 0.01 * (Math.exp(2.3 * t) - down * Math.exp(-2.3 * t))];
      });
      expect(rateOf(points, 2.6)).toBeCloseTo(2.3, 2);
    }
  });
});

describe('measuring', () => {
  it('lines of least squares, means of slices', () => {
    expect(
      fitLine([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toEqual({ slope: 2, intercept: 1 });
    expect(
      fitLine([
        [0, 0],
        [1, 0],
        [2, 3],
      ]).slope,
    ).toBeCloseTo(1.5, 12);
    expect(
      sliceMeans(
        [
          [0.1, 1],
          [2.5, 4],
          [0.3, 3],
        ],
        0,
        1,
      ),
    ).toEqual([
      [0.2, 2],
      [2.5, 4],
    ]);
  });

  it('a simulation ends when its watcher has seen enough', async () => {
    const seen: number[] = [];
    await simulate(
      {
        substances: { s: {} },
        bodies: [{ substance: 's', spacing: 0.1, shape: { points: { positions: [[0, 0, 0]] } } }],
      },
      9,
      (world) => {
        seen.push(world.frame);
        return world.frame < 3;
      },
    );
    expect(seen).toEqual([0, 1, 2, 3]);
  });
});
