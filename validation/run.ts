// From the command line to reports: which cases, with which parameters, and how they went.

import type { Check, Curve, Parameter, ValidationCase } from './case.ts';
import * as modules from './cases/index.ts';
import { Diverged } from './simulate.ts';

/** Every case that exists, in the order of the card. */
export const CASES: readonly ValidationCase[] = Object.values(modules).sort((a, b) => a.number - b.number);

/** What was asked for does not exist; the message says what does. */
export class UsageError extends Error {}

/** A change of a parameter: name and value as written. */
export type Change = readonly [name: string, value: string];

export interface Request {
  readonly cases: readonly ValidationCase[];
  readonly changes: readonly Change[];
  readonly json: boolean;
  /** Cases that can be made finer are studied at several resolutions. */
  readonly converge: boolean;
  /** The resolutions of the runs; by default those of each case. */
  readonly resolutions?: readonly number[];
  /** Whether docs/validation.md gets what was found: asked for, or all cases with their own parameters. */
  readonly write: boolean;
}

/** How a case went. */
export interface CaseReport {
  /** V7 */
  readonly name: string;
  readonly definition: ValidationCase;
  /** The parameters it ran with. */
  readonly values: Readonly<Record<string, Parameter['value']>>;
  readonly checks: readonly Check[];
  readonly curves: readonly Curve[];
  readonly pass: boolean;
  /** Why nothing was measured: the engine stopped. */
  readonly problem?: string;
}

export const USAGE =
  'npm run validate -- [V7 V33 …] [--only V7,V33] [--set name=value]… [--converge] [--resolution 20,40,80] [--write] [--json]';

/** Reads the arguments; throws a UsageError. */
export function parseArguments(args: readonly string[]): Request {
  const names: string[] = [],
    changes: Change[] = [],
    flags = new Set<string>(),
    rest = args.flatMap(splitOption);
  let resolutions: number[] | undefined;
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--json' || arg === '--converge' || arg === '--write') flags.add(arg);
    else if (arg === '--set') changes.push(parseChange(rest.shift() ?? ''));
    else if (arg === '--only') names.push(...(rest.shift() ?? '').split(','));
    else if (arg === '--resolution') resolutions = parseResolutions(rest.shift() ?? '');
    else if (arg.startsWith('-')) throw new UsageError(`Unknown option ${arg}. Usage: ${USAGE}`);
    else names.push(arg);
  }
  const converge = flags.has('--converge'),
    named = names.length > 0 ? [...new Set(names.map(findCase))] : CASES,
    cases = converge || resolutions ? named.filter(({ resolution }) => resolution !== undefined) : named;
  if (cases.length === 0) throw new UsageError('None of these cases has resolutions to compare.');
  for (const [name] of changes) requireKnown(cases, name);
  if (flags.has('--write') && changes.length > 0)
    throw new UsageError('--write keeps what the cases find with their own parameters; leave out --set.');
  const own = names.length === 0 && changes.length === 0 && !resolutions && !flags.has('--json');
  return {
    ...{ cases, changes, converge, json: flags.has('--json'), write: flags.has('--write') || own },
    ...(resolutions && { resolutions }),
  };
}

/** `--set=a=1` is `--set a=1`. */
function splitOption(arg: string): string[] {
  const found = /^(--(?:set|only|resolution))=(.*)$/s.exec(arg);
  return found ? [found[1]!, found[2]!] : [arg];
}

function parseResolutions(text: string): number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.every((n) => n > 0 && Number.isFinite(n))) return numbers;
  throw new UsageError(`--resolution needs numbers with commas between them, not "${text}".`);
}

function parseChange(text: string): Change {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set needs name=value, not "${text}". Usage: ${USAGE}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function findCase(name: string): ValidationCase {
  const digits = /^v0*(\d+)$/i.exec(name)?.[1];
  const found = CASES.find(({ number }) => String(number) === digits);
  if (found) return found;
  throw new UsageError(`There is no case ${name}. Known: ${CASES.map(({ number }) => `V${number}`).join(', ')}.`);
}

/** A change must be meant for at least one of the cases; it is made in all that have the parameter. */
function requireKnown(cases: readonly ValidationCase[], name: string): void {
  if (cases.some(({ parameters }) => Object.hasOwn(parameters, name))) return;
  const known = cases.map((c) => `  V${c.number}: ${Object.keys(c.parameters).join(', ')}`);
  throw new UsageError(`There is no parameter "${name}". Known:\n${known.join('\n')}`);
}

/** The values a case runs with; throws a UsageError for one that is not a number. */
export function valuesOf({ number, parameters }: ValidationCase, changes: readonly Change[]): CaseReport['values'] {
  const values = Object.fromEntries(Object.entries(parameters).map(([name, { value }]) => [name, value]));
  for (const [name, text] of changes) {
    const before = values[name];
    if (before === undefined) continue;
    if (typeof before === 'string') {
      values[name] = text;
      continue;
    }
    const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    const fits = numbers.every(Number.isFinite) && (typeof before !== 'number' || numbers.length === 1);
    if (!fits) {
      const kind = typeof before === 'number' ? 'a number' : 'numbers with commas between them';
      throw new UsageError(`V${number}: ${name} must be ${kind}, not "${text}".`);
    }
    values[name] = typeof before === 'number' ? numbers[0]! : numbers;
  }
  return values;
}

/** Runs a case. A run that the engine stops is a case that fails. */
export async function runCase(definition: ValidationCase, changes: readonly Change[] = []): Promise<CaseReport> {
  const values = valuesOf(definition, changes);
  const report = { name: `V${definition.number}`, definition, values };
  try {
    const found = await definition.run(values as never),
      { checks, curves = [] } = 'checks' in found ? found : { checks: found };
    return { ...report, checks, curves, pass: checks.every(({ pass }) => pass) };
  } catch (error) {
    if (!(error instanceof Diverged)) throw error;
    return { ...report, checks: [], curves: [], pass: false, problem: error.message };
  }
}
