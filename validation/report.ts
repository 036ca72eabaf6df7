// Reports as people and programs read them: lines of a table, a JSON object per case, a page of the docs.

import type { Check, Parameter } from './case.ts';
import type { CaseReport } from './run.ts';

const verdict = (pass: boolean): 'pass' | 'fail' => (pass ? 'pass' : 'fail');

const verdictOf = ({ comparison, pass }: Check): string => (comparison === 'none' ? 'told' : verdict(pass));

/** One line of JSON. One check makes plain numbers, several make objects of named numbers; null where nothing was measured. */
export function toJson({ name, definition, values, checks, pass, problem }: CaseReport): string {
  const column = (key: 'measured' | 'reference' | 'tolerance') => {
    if (checks.length === 0) return null;
    return checks.length === 1 ? checks[0]![key] : Object.fromEntries(checks.map((check) => [check.name, check[key]]));
  };
  return JSON.stringify({
    case: name,
    measured: column('measured'),
    reference: column('reference'),
    tolerance: column('tolerance'),
    verdict: verdict(pass),
    title: definition.title,
    parameters: values,
    checks: checks.map((check) => ({ ...check, verdict: verdictOf(check) })),
    ...(problem === undefined ? {} : { problem }),
  });
}

const WIDTHS = [6, 32, 12, 20, 4] as const;

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, k) => cell.padEnd(WIDTHS[k]!))
    .join('  ')
    .trimEnd();

export const TABLE_HEAD = row(['case', 'check', 'measured', 'reference', '']);

/** The lines of a case in a table for the terminal. */
export function toTable({ name, definition, checks, pass, problem }: CaseReport): string {
  return [
    row([name, definition.title, '', '', verdict(pass)]),
    ...(problem === undefined ? [] : [row(['', `the engine stopped: ${problem}`])]),
    ...checks.map((check) => row(['', check.name, show(check.measured), target(check), verdictOf(check)])),
  ].join('\n');
}

/** Characters in a line of prose. */
const LINE = 150;

/** The page of all cases. It has no time, no date and nothing that is only told: the same code writes the same page. */
export function toMarkdown(reports: readonly CaseReport[]): string {
  return [
    '# Validation',
    '',
    'Written by `npm run validate`; do not edit. `npm run validate -- V7 --set viscosity=5 --json` runs one case with other parameters.',
    'References and tolerances are those of [equations.md](equations.md#s23); a relative tolerance is given in percent.',
    '',
    '| case | | verdict |',
    '|---|---|---|',
    ...reports.map(
      ({ name, definition, pass }) => `| [${name}](#${name.toLowerCase()}) | ${definition.title} | ${verdict(pass)} |`,
    ),
    ...reports.flatMap(section),
    '',
  ].join('\n');
}

function section({ name, definition, values, checks, problem }: CaseReport): string[] {
  const parameters = Object.entries(definition.parameters);
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
      .map((check) =>
        ['', cell(check.name), show(check.measured), target(check), verdict(check.pass), ''].join(' | ').trim(),
      ),
    '',
    '| parameter | value | |',
    '|---|---|---|',
    ...parameters.map(([key, { meaning }]) => `| \`${key}\` | ${list(values[key]!)} | ${cell(meaning)} |`),
  ];
}

/** Reference and tolerance: `1 ± 3 %`, `≤ 0.001`. */
export function target({ comparison, reference, tolerance }: Check): string {
  if (reference === null || tolerance === null) return '';
  if (comparison === 'at most') return `≤ ${show(reference + tolerance)}`;
  if (comparison === 'at least') return `≥ ${show(reference - tolerance)}`;
  if (comparison === 'relative') return `${show(reference)} ± ${show(100 * tolerance)} %`;
  return tolerance === 0 ? `= ${show(reference)}` : `${show(reference)} ± ${show(tolerance)}`;
}

/** Five digits at most, without trailing zeros. */
function show(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(2).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(5)));
}

const list = (value: Parameter['value']): string => (typeof value === 'number' ? String(value) : value.join(', '));

/** Words of a paragraph in lines of at most 150 characters. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
