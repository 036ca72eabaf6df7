// What is wrong with single numbers and strings, and what a person probably meant: other units, quotes around a number, percent.

import { problem } from '../problem.ts';
import type { ProblemList } from './problem-list.ts';
import { type Range, rangeOf, type SchemaNode } from './schema-tree.ts';
import { purposeOf, showValue } from './show-value.ts';

/** Where a value stands: its pointer, and what a message calls it. */
export interface Place {
  readonly pointer: string;
  readonly name: string;
}

/** Adds what is wrong with a number: not finite, not whole, not in its range. */
export function explainNumber(node: SchemaNode, value: number, { pointer, name }: Place, list: ProblemList): void {
  if (Number.isNaN(value)) {
    const hint = `Give a number. ${purposeOf(node)}`.trimEnd();
    list.add(problem('SCENE_WRONG_TYPE', pointer, `${name} must be a number, not NaN.`, hint));
    return;
  }
  const range = rangeOf(node);
  const isBelow = range.aboveMin ? value <= range.min : value < range.min;
  const isAbove = range.belowMax ? value >= range.max : value > range.max;
  if (isBelow || isAbove || !Number.isFinite(value)) {
    const message = `${name} must be ${inWords(range)}, not ${value}.`;
    const hint = [unitHint(node, value, range), purposeOf(node), usualOf(node)].filter(Boolean).join(' ');
    list.add(problem('SCENE_OUT_OF_RANGE', pointer, message, hint || 'Choose a value in this range.'));
    return;
  }
  const issue = node.schema.safeParse(value).error?.issues[0];
  if (issue?.code === 'not_multiple_of') {
    const message = `${name} must be a multiple of ${issue.divisor}, not ${value}.`;
    const near = Number(issue.divisor) * Math.round(value / Number(issue.divisor));
    list.add(problem('SCENE_OUT_OF_RANGE', pointer, message, `Use ${near}, for example. ${purposeOf(node)}`.trimEnd()));
  } else if (issue?.code === 'invalid_type' || issue?.code === 'too_big' || issue?.code === 'too_small') {
    const hint = `Use ${Math.round(value)}, for example. ${purposeOf(node)}`.trimEnd();
    list.add(problem('SCENE_WRONG_TYPE', pointer, `${name} must be a whole number, not ${value}.`, hint));
  }
}

function inWords({ min, max, aboveMin, belowMax }: Range): string {
  const low = Number.isFinite(min);
  const high = Number.isFinite(max);
  if (low && high && !aboveMin && !belowMax) return `from ${min} to ${max}`;
  const lower = low ? `${aboveMin ? 'larger than' : 'at least'} ${min}` : '';
  const upper = high ? `${belowMax ? 'less than' : 'at most'} ${max}` : '';
  return [lower, upper].filter(Boolean).join(' and ') || 'a finite number';
}

/** Units of what is counted: nobody gives it in thousands by mistake. */
const COUNTED = ['–', 'particles'];

/** What the value would be if it was given in percent or in thousandths of the unit. */
function unitHint({ about: { unit } }: SchemaNode, value: number, { min, max }: Range): string {
  if (min === 0 && max <= 1 && value > 1 && value <= 100 * max) {
    return `It is a fraction: for ${value} % write ${value / 100}.`;
  }
  if (unit === undefined || COUNTED.includes(unit) || !Number.isFinite(max) || value <= 0) return '';
  for (const factor of [1000, 1 / 1000]) {
    if (value * factor >= min && value * factor <= max) return `The unit is ${unit}: is it off by a factor of 1000?`;
  }
  return '';
}

function usualOf({ about: { effect = '' } }: SchemaNode): string {
  return /Usual: .*/.exec(effect)?.[0] ?? '';
}

/** Adds what is wrong with a string: empty, or not of the form it must have. */
export function explainText(node: SchemaNode, value: string, { pointer, name }: Place, list: ProblemList): void {
  const form = node.about.rangeText;
  if (value === '') {
    list.add(
      problem('SCENE_OUT_OF_RANGE', pointer, `${name} must not be empty.`, purposeOf(node) || 'Write something.'),
    );
    return;
  }
  const message = `${name} must ${form ? `be of the form ${form}` : 'have another form'}, not ${showValue(value)}.`;
  list.add(problem('SCENE_INVALID', pointer, message, purposeOf(node) || 'See the scene reference.'));
}

const NUMBER_IN_TEXT = /^\s*(?<digits>[-+]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?)\s*(?<unit>[^\d\s].*)?$/;
/** Units people write, as factors to the unit of the format. */
const UNITS: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  m: 1,
  km: 1000,
  ms: 0.001,
  s: 1,
  min: 60,
  '%': 0.01,
};

/** What to write instead of a value of the wrong type. */
export function typeHint(node: SchemaNode, value: unknown): string {
  return [advice(node, value), purposeOf(node)].filter(Boolean).join(' ') || 'See the scene reference.';
}

function advice(node: SchemaNode, value: unknown): string {
  const { kind } = node;
  if (value === null) return node.required ? 'Give it a value.' : 'Leave the key out to get the default.';
  if (typeof value === 'string') return adviceForText(node, value);
  if (kind === 'tuple' && typeof value === 'number' && node.items.length === 3) {
    const example = node.about.equalComponents ? [value, value, value] : [0, value, 0];
    return `Give all three components, for example [${example.join(', ')}].`;
  }
  if (kind === 'tuple' && typeof value === 'boolean') {
    return `Give one for each, for example [${node.items.map(() => value).join(', ')}].`;
  }
  if (kind === 'list') return 'Put it in brackets: [ … ].';
  if (kind === 'record' && Array.isArray(value)) return 'Name its entries: { "water": { … } }.';
  if (kind === 'number' && Array.isArray(value)) return 'Give a single number.';
  if (kind === 'text') return 'Put it in double quotes.';
  if (kind === 'flag' && (value === 0 || value === 1)) return `Write ${value === 1}.`;
  return '';
}

function adviceForText({ kind, values }: SchemaNode, text: string): string {
  const found = NUMBER_IN_TEXT.exec(text.slice(0, 80))?.groups;
  const wantsNumber = kind === 'number' || (kind === 'choice' && values.some((v) => typeof v === 'number'));
  if (wantsNumber && found) {
    const number = Number(found.digits!.replace(',', '.'));
    if (found.unit === undefined) return `Write ${number} without quotes.`;
    const factor = UNITS[found.unit.trim()];
    return factor === undefined
      ? `Write ${number} without a unit.`
      : `Write ${Number((number * factor).toPrecision(12))}.`;
  }
  if (kind === 'flag' && (text === 'true' || text === 'false')) return `Write ${text} without quotes.`;
  return '';
}
