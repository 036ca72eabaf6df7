// Reports as people and programs read them: lines of a table, a JSON object per case. The page of the docs is in page.ts.

import type { Check, Parameter } from './case.ts';
import type { Study } from './converge.ts';
import type { CaseReport } from './run.ts';

/** How a case or a check went. */
export const verdict = (pass: boolean): 'pass' | 'fail' => (pass ? 'pass' : 'fail');

const verdictOf = ({ comparison, pass }: Check): string => (comparison === 'none' ? 'told' : verdict(pass));

/** One line of JSON. One check makes plain numbers, several make objects of named numbers; null where nothing was measured. */
export function toJson({ name, definition, values, checks, curves, pass, problem }: CaseReport): string {
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
    ...(curves.length === 0 ? {} : { profiles: curves }),
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

/** The lines of a study in a table for the terminal: every check at every resolution, and the order of its error. */
export function toStudyTable({ name, definition, runs, series, checks, pass }: Study): string {
  const wide = 12;
  return [
    row([name, definition.title, '', '', verdict(pass)]),
    ...runs.flatMap(({ resolution, problem }) =>
      problem === undefined ? [] : [row(['', `${resolution}: the engine stopped: ${problem}`])],
    ),
    ...(series.length > 0
      ? [
          row([
            '',
            definition.resolution!.parameter,
            `${series[0]!.points.map((p) => String(p.resolution).padEnd(wide)).join('')}order`,
          ]),
        ]
      : []),
    ...series.map(({ name: check, points, order }) =>
      row([
        '',
        check,
        points.map((p) => (show(p.measured) + (p.pass ? '' : ' ✗')).padEnd(wide)).join('') + showOrder(order),
      ]),
    ),
    ...checks.map((check) => row(['', check.name, show(check.measured), target(check), verdictOf(check)])),
  ].join('\n');
}

/** An order with two digits; nothing where there is none. */
export const showOrder = (order: number): string => (Number.isFinite(order) ? order.toFixed(2) : '');

/** One line of JSON for a study: everything that its runs found, the orders, the curves. */
export function toStudyJson({ name, definition, runs, series, checks, pass }: Study): string {
  return JSON.stringify({
    case: name,
    verdict: verdict(pass),
    title: definition.title,
    resolutions: runs.map(({ resolution }) => resolution),
    orders: Object.fromEntries(series.map((s) => [s.name, Number.isFinite(s.order) ? s.order : null])),
    runs: runs.map((run) => ({ resolution: run.resolution, ...JSON.parse(toJson(run)) })),
    checks: checks.map((check) => ({ ...check, verdict: verdictOf(check) })),
  });
}

/** Reference and tolerance: `1 ± 3 %`, `≤ 0.001`. */
export function target({ comparison, reference, tolerance }: Check): string {
  if (comparison === 'none' || reference === null || tolerance === null) return '';
  if (comparison === 'at most') return `≤ ${show(reference + tolerance)}`;
  if (comparison === 'at least') return `≥ ${show(reference - tolerance)}`;
  if (comparison === 'relative') return `${show(reference)} ± ${show(100 * tolerance)} %`;
  return tolerance === 0 ? `= ${show(reference)}` : `${show(reference)} ± ${show(tolerance)}`;
}

/** Five digits at most, without trailing zeros. */
export function show(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(2).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(5)));
}

/** A value of a parameter in a table. */
export const list = (value: Parameter['value']): string =>
  typeof value === 'object' ? value.join(', ') : String(value);

/** Characters in a line of prose. */
const LINE = 150;

/** Words of a paragraph in lines of at most 150 characters. */
export function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > LINE) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** A bar would end the cell. */
export const cell = (text: string): string => text.replaceAll('|', '\\|');
