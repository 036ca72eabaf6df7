// Problems as text for people: the place, what is wrong, what to do.

import type { Colors } from 'picocolors/types.js';
import type { Problem } from '../problem.ts';
import { printable } from './printable.ts';

/** The lines of one problem: `place: severity CODE`, then the message, then the hint. */
export function renderProblem(p: Problem, colors: Colors): string {
  const severity = p.severity === 'error' ? colors.red('error') : colors.yellow('warning');
  const where = printable(placeOf(p));
  const head = `${where ? `${colors.bold(where)}: ` : ''}${severity} ${p.code}`;
  return [head, ...indent(printable(p.message)), ...indent(printable(p.hint)).map(colors.dim)].join('\n');
}

/** All of them, the most important last: warnings, then errors, each in the order they were found. */
export function renderProblems(problems: readonly Problem[], colors: Colors): string {
  const sorted = [
    ...problems.filter((p) => p.severity === 'warning'),
    ...problems.filter((p) => p.severity === 'error'),
  ];
  return sorted.map((p) => renderProblem(p, colors)).join('\n');
}

/** `2 errors, 1 warning`; empty when there are none. */
export function countProblems(problems: readonly Problem[]): string {
  const count = (severity: Problem['severity']): string => {
    const n = problems.filter((p) => p.severity === severity).length;
    return n === 0 ? '' : `${n} ${severity}${n === 1 ? '' : 's'}`;
  };
  return [count('error'), count('warning')].filter(Boolean).join(', ');
}

function placeOf({ place, pointer, offset }: Problem): string {
  const where = place ? (pointer ? `${place} ${pointer}` : place) : pointer;
  return offset === undefined ? where : `${where ? `${where} ` : ''}byte ${offset}`;
}

function indent(text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `  ${line}`);
}
