// Values in error messages: short, on one line, whatever they are.

import type { SchemaNode } from './schema-tree.ts';

const MOST_CHARACTERS = 40;

/** A value as a person would write it, cut off where it gets long: `"watr"`, `-1`, `[0, -9.81]`, `an object`. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return showText(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return showList(value);
  if (value === undefined) return 'nothing';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function showText(text: string): string {
  const shown = JSON.stringify(text.slice(0, MOST_CHARACTERS));
  return text.length > MOST_CHARACTERS ? `${shown.slice(0, -1)}…"` : shown;
}

function showList(list: readonly unknown[]): string {
  if (list.length === 0) return 'an empty list';
  const isSmall = list.length <= 4 && list.every((item) => typeof item === 'number');
  return isSmall ? `[${list.join(', ')}]` : `a list of ${list.length}`;
}

/** What a place is for, in one sentence with its unit: `Distance between neighboring particles, m.` */
export function purposeOf({ about }: SchemaNode): string {
  const { description = '', unit, unit2D } = about;
  if (description === '') return '';
  if (unit === undefined || unit === '–') return description;
  const units = unit2D === undefined ? unit : `${unit} (${unit2D} in 2D)`;
  return /[;:,]|\. ./.test(description)
    ? `${description} Unit: ${units}.`
    : `${description.replace(/\.$/, '')}, ${units}.`;
}

/** `a, b or c` */
export function oneOf(names: readonly string[]): string {
  const [last = '', ...before] = [...names].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} or ${last}`;
}
