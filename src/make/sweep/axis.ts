// What a sweep varies, as it is written: `path=15,50,150`, `path=0.02..0.05:4`, and for random values `path=1..99`.

import { type Problem, ThixoError } from '../../problem.ts';
import { usage } from '../usage.ts';

/** A value of the scene, and those that it takes one after the other. */
export interface Axis {
  readonly path: string;
  /** As `--set` takes them. */
  readonly values: readonly string[];
}

/** A value of the scene that is drawn at random. */
export interface Dice {
  readonly path: string;
  readonly low: number;
  readonly high: number;
  /** Whether only whole numbers are drawn: both ends are written as such. */
  readonly whole: boolean;
}

/** Most values of one axis. */
const MOST_VALUES = 10_000;

/**
 * Reads an axis. Throws USAGE.
 * @example readAxis('bodies[0].spacing=0.02..0.05:4').values // ['0.02', '0.03', '0.04', '0.05']
 */
export function readAxis(text: string): Axis {
  const { path, list } = split('--grid', text, 'substances.lava.jumpNumber=15,50,150'),
    range = /^(.+?)\.\.(.+):(.*)$/.exec(list);
  if (!range) {
    const values = commaSeparated(list);
    if (values.some((value) => value === '' || /\.\./.test(value)))
      throw refuse(
        `--grid ${text}: the values are not understood.`,
        'Write 15,50,150, or 0.02..0.05:4 for four values.',
      );
    return { path, values: requireDistinct(text, values) };
  }
  const [low, high, count] = range.slice(1).map(toNumber) as [number, number, number];
  if (!Number.isFinite(low) || !Number.isFinite(high) || !Number.isInteger(count) || count < 2 || count > MOST_VALUES) {
    const hint = `Write from..to:count with numbers, such as 0.02..0.05:4; the count is from 2 to ${MOST_VALUES}.`;
    throw refuse(`--grid ${text}: this is not a range.`, hint);
  }
  const values = Array.from({ length: count }, (_, k) => decimal(low + (k * (high - low)) / (count - 1)));
  return { path, values: requireDistinct(text, values) };
}

/**
 * Reads what is drawn at random. Throws USAGE.
 * @example readDice('seed=1..99') // whole numbers, because both ends are
 */
export function readDice(text: string): Dice {
  const { path, list } = split('--random', text, 'seed=1..99'),
    [, from = '', to = ''] = /^(.+?)\.\.(.+)$/.exec(list) ?? [],
    [low, high] = [toNumber(from), toNumber(to)];
  if (!(low < high) || !Number.isFinite(high - low))
    throw refuse(
      `--random ${text}: this is not a range.`,
      'Write from..to, such as seed=1..99 or gravity.1=-9.81..-1.6.',
    );
  return { path, low, high, whole: [from, to].every((end) => /^\s*-?\d+\s*$/.test(end)) };
}

/** Throws USAGE if one value of the scene is varied twice. */
export function requireDifferentPaths(all: readonly { readonly path: string }[]): void {
  const seen = new Set<string>(),
    problems: Problem[] = [];
  for (const { path } of all) {
    const same = path.replaceAll(/\[\s*(\d+)\s*\]/g, '.$1');
    if (seen.has(same)) problems.push(usage(`${path} is varied twice.`, 'Name every value of the scene once.'));
    seen.add(same);
  }
  if (problems.length > 0) throw new ThixoError(problems);
}

/** A number as people write it: at most ten digits, so that 3 × 0.1 is 0.3. */
export function decimal(x: number): string {
  return String(Number(x.toPrecision(10)));
}

function split(option: string, text: string, example: string): { readonly path: string; readonly list: string } {
  const at = text.indexOf('='),
    path = text.slice(0, Math.max(0, at)).trim(),
    list = text.slice(at + 1).trim();
  if (path !== '' && list !== '') return { path, list };
  throw refuse(`${option} ${text}: a path and values are needed.`, `Write for example ${option} ${example}.`);
}

/** Parts between commas that are not within brackets or quotes: `[0,1],[0,2]` has two. */
function commaSeparated(list: string): string[] {
  const parts = [''];
  let depth = 0,
    quoted = false;
  for (const letter of list) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && '[{'.includes(letter)) depth++;
    else if (!quoted && ']}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

function requireDistinct(text: string, values: readonly string[]): readonly string[] {
  if (new Set(values).size === values.length) return values;
  throw refuse(`--grid ${text}: a value is there twice.`, 'Give every value once.');
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function refuse(message: string, hint: string): ThixoError {
  return new ThixoError([usage(message, hint)]);
}
