// docs/validation.md: a section per case. A run makes the sections of its cases anew and keeps the others, so that costly studies need not
// all run at once. The page has no time, no date and nothing that is only told: the same code writes the same page.

import type { Curve } from './case.ts';
import type { Study } from './converge.ts';
import { drawFigure, type NamedCurve } from './figure.ts';
import { cell, list, show, showOrder, target, verdict, wrap } from './report.ts';
import type { CaseReport } from './run.ts';

/** Where the pictures of the page are, as the page sees them. */
export const PICTURES = 'pictures/validation';

const HEAD = [
  '# Validation',
  '',
  'Written by `npm run validate`; do not edit. `npm run validate -- V7 --set viscosity=5 --json` runs one case with other parameters,',
  '`npm run validate -- --converge --only V53,V57` studies cases at several resolutions and `--write` keeps the result here.',
  'References and tolerances are those of [equations.md](equations.md#s23); a relative tolerance is given in percent.',
  '',
];

const STUDY = '### At several resolutions';

/** The page with these cases made anew. `old` is the page as it is; empty to begin. */
export function updatePage(old: string, reports: readonly CaseReport[], studies: readonly Study[] = []): string {
  const sections = readSections(old);
  for (const report of reports) {
    const { study = [] } = sections.get(report.name) ?? {};
    sections.set(report.name, { row: rowOf(report), checks: checksOf(report), study });
  }
  for (const study of studies) {
    const base = study.runs.find(
        ({ resolution, definition: d }) => resolution === d.parameters[d.resolution!.parameter]!.value,
      ),
      { row, checks } = base
        ? { row: rowOf(base), checks: checksOf(base) }
        : (sections.get(study.name) ?? { row: '', checks: [] });
    sections.set(study.name, { row, checks, study: studyOf(study) });
  }
  const all = [...sections].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
  return [
    ...HEAD,
    '| case | | verdict |',
    '|---|---|---|',
    ...all.map(([, { row }]) => row),
    ...all.flatMap(([, { checks, study }]) => [...checks, ...study]),
    '',
  ].join('\n');
}

interface Section {
  /** Of the table of all cases. */
  readonly row: string;
  readonly checks: readonly string[];
  readonly study: readonly string[];
}

function readSections(page: string): Map<string, Section> {
  const [head = '', ...parts] = page.split(/^(?=## V\d+$)/m);
  return new Map(
    parts.map((part) => {
      const name = /^## (V\d+)$/m.exec(part)![1]!,
        lines = part.trimEnd().split('\n'),
        study = lines.indexOf(STUDY),
        row = head.split('\n').find((line) => line.startsWith(`| [${name}](`)) ?? '';
      return [
        name,
        study < 0
          ? { row, checks: ['', ...lines], study: [] }
          : { row, checks: ['', ...lines.slice(0, study - 1)], study: ['', ...lines.slice(study)] },
      ];
    }),
  );
}

const rowOf = ({ name, definition, pass }: CaseReport): string =>
  `| [${name}](#${name.toLowerCase()}) | ${definition.title} | ${verdict(pass)} |`;

function checksOf(report: CaseReport): string[] {
  const { name, definition, values, checks, problem } = report;
  return [
    '',
    `## ${name}`,
    '',
    ...wrap(`**${definition.title}.** ${definition.proves}`),
    '',
    ...(definition.remark === undefined ? [] : [...wrap(definition.remark), '']),
    ...(problem === undefined ? [] : [`The engine stopped: ${problem}`, '']),
    '| check | measured | reference | verdict |',
    '|---|---|---|---|',
    ...checks
      .filter(({ comparison }) => comparison !== 'none')
      .map((check) => tableRow([cell(check.name), show(check.measured), target(check), verdict(check.pass)])),
    '',
    '| parameter | value | |',
    '|---|---|---|',
    ...Object.entries(definition.parameters).map(
      ([key, { meaning }]) => `| \`${key}\` | ${list(values[key]!)} | ${cell(meaning)} |`,
    ),
    ...pictureLines(picturesOfReport(report)),
  ];
}

const pictureLines = (pictures: readonly Picture[]): string[] =>
  pictures.flatMap(({ file, title }) => ['', `![${title}](${PICTURES}/${file})`]);

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Measured values by resolution, the order of their errors, and the pictures. A value outside of its tolerance is crossed. */
function studyOf(study: Study): string[] {
  const { definition, runs, series, checks } = study,
    resolutions = runs.map(({ resolution }) => String(resolution));
  return [
    '',
    STUDY,
    '',
    tableRow([`\`${definition.resolution!.parameter}\``, ...resolutions, 'order of the error']),
    `|---${'|---'.repeat(runs.length + 1)}|`,
    ...series
      .filter(({ points }) => points.length === runs.length)
      .map(({ name, points, order }) =>
        tableRow([
          cell(name),
          ...points.map(({ measured, pass }) => show(measured) + (pass ? '' : ' ✗')),
          showOrder(order),
        ]),
      ),
    ...(checks.length > 0 ? ['', '| across resolutions | measured | reference | verdict |', '|---|---|---|---|'] : []),
    ...checks.map((check) => tableRow([cell(check.name), show(check.measured), target(check), verdict(check.pass)])),
    ...runs.flatMap(({ resolution, problem }) =>
      problem === undefined ? [] : ['', `${resolution}: the engine stopped: ${problem}`],
    ),
    ...pictureLines(picturesOf(study)),
  ];
}

/** A picture of a study: the name of its file and its bytes. */
export interface Picture {
  readonly file: string;
  readonly title: string;
  readonly svg: string;
}

/** The pictures of a study: its figures with a curve for every run, and how its errors fall. */
export function picturesOf({ name, definition, runs, series }: Study): Picture[] {
  const { figures = {}, resolution } = definition,
    stem = name.toLowerCase();
  const made = Object.entries(figures).map(([key, figure]): Picture => {
    const simulated = runs.flatMap((run) =>
        curvesOf(run.curves, key, 'simulated', `${run.resolution} ${resolution!.label}`),
      ),
      last = runs.findLast(({ curves }) => curves.length > 0)?.curves ?? [],
      beside = [...curvesOf(last, key, 'theory'), ...curvesOf(last, key, 'experiment')];
    return { file: `${stem}-${key}.svg`, title: figure.title, svg: drawFigure(figure, [...simulated, ...beside]) };
  });
  const falling = series
    .filter(({ points, order }) => points.length > 2 && Number.isFinite(order))
    .slice(0, 4)
    .map(({ name: check, points }): NamedCurve => {
      return { name: check, kind: 'simulated', points: points.map(({ spacing, error }) => [spacing, error]) };
    });
  if (falling.length === 0) return made;
  const title = `${name}: how errors fall`,
    axes = { title, x: resolution!.isSpacing ? 'spacing / m' : '1 / particles', y: 'error', log: { x: true, y: true } };
  return [...made, { file: `${stem}-order.svg`, title, svg: drawFigure(axes, [...falling, firstOrder(falling)]) }];
}

/** The figures of a case that compares resolutions by itself. */
export function picturesOfReport({ name, definition, curves }: CaseReport): Picture[] {
  if (definition.resolution || curves.length === 0) return [];
  return Object.entries(definition.figures ?? {}).map(([key, figure]): Picture => {
    const kinds = ['simulated', 'theory', 'experiment'] as const,
      svg = drawFigure(
        figure,
        kinds.flatMap((kind) => curvesOf(curves, key, kind)),
      );
    return { file: `${name.toLowerCase()}-${key}.svg`, title: figure.title, svg };
  });
}

/** What the first of some errors would do if it fell like the spacing. */
function firstOrder(falling: readonly NamedCurve[]): NamedCurve {
  const { points } = falling[0]!,
    [x0, y0] = points[0]!;
  return { name: 'first order', kind: 'theory', points: points.map(([x]) => [x, (y0 * x) / x0]) };
}

function curvesOf(curves: readonly Curve[], figure: string, kind: Curve['kind'], otherwise = ''): NamedCurve[] {
  return curves
    .filter((curve) => curve.figure === figure && curve.kind === kind)
    .map(({ name = otherwise, points }) => ({ name, kind, points }));
}
