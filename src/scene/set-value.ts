// Overrides such as `substances.lava.viscosity=80`: one value of a scene, named by a path. The path is followed through the schema, so
// that a typo is found and not written beside the right key. Nothing is changed in place.

import type * as z from 'zod';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { NOTE } from './clean-input.ts';
import { FORBIDDEN_KEYS } from './forbidden-keys.ts';
import { readJson } from './read-json.ts';
import { currentSchema } from './schema.ts';
import { isObject, kindsOf, memberOf, namedKind, nodeOf, type SchemaNode } from './schema-tree.ts';
import { showValue } from './show-value.ts';
import { didYouMean } from './suggest.ts';

/** An override: the steps of its path and the text of its value. */
interface Assignment {
  readonly text: string;
  readonly steps: readonly string[];
  readonly value: string;
}

/** A scene with the overrides that could be set, and what is wrong with the others. */
export interface SetScene {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

/**
 * A copy of a scene with some values set. Throws a ThixoError (USAGE, SET_INVALID) with everything that is wrong with the overrides; whether the
 * values suit is for parseScene to say.
 * @param assignments paths with dots, `[0]` or `.0` for items, `["…"]` for names with dots or blanks; values are JSON, else strings
 * @example setValues({ bodies: [{ spacing: 0.1 }] }, ['bodies.0.spacing=0.05'])
 */
export function setValues(input: unknown, assignments: readonly string[]): unknown {
  const { value, problems } = trySetValues(input, assignments);
  if (problems.length > 0) throw new ThixoError(problems);
  return value;
}

/** Like setValues, but hands back what is wrong, so that it can be reported with all other problems. */
export function trySetValues(
  input: unknown,
  assignments: readonly string[],
  schema: z.ZodType = currentSchema(),
): SetScene {
  let value = input;
  const problems = assignments.flatMap((text) => {
    try {
      value = assign({ assignment: readAssignment(text), depth: 0, pointer: '' }, nodeOf(schema), value);
      return [];
    } catch (error) {
      if (!(error instanceof ThixoError)) throw error;
      return error.problems.map((found) => ({ ...found, place: `--set ${shortened(text)}` }));
    }
  });
  return { value, problems };
}

/** The last override that decides what is at a JSON pointer; undefined if none does. */
export function assignmentAt(assignments: readonly string[], pointer: string): string | undefined {
  return assignments.findLast((text) => {
    const set = readPath(text).steps.reduce(below, '');
    return pointer === set || pointer.startsWith(`${set}/`);
  });
}

const STEP = /(?<dot>\.)?(?:(?<name>[^.[\]="']+)|\[\s*(?:(?<index>\d+)|"(?<double>[^"]*)"|'(?<single>[^']*)')\s*\])/y;

function readAssignment(text: string): Assignment {
  const { steps, end } = readPath(text);
  if (text[end] === '=' && steps.length > 0) return { text, steps, value: text.slice(end + 1) };
  const shown = `--set ${shortened(text)}`;
  const isPath = end === text.length && steps.length > 0;
  const message = isPath
    ? `${shown} has no value.`
    : `${shown}: the path is not understood from character ${end + 1} on.`;
  const hint = 'Write for example substances.water.viscosity=0.5 or bodies.0.spacing=0.02.';
  throw new ThixoError([problem('USAGE', '', message, hint)]);
}

/** The steps of the path that an override begins with, and where it ends. */
function readPath(text: string): { readonly steps: readonly string[]; readonly end: number } {
  const steps: string[] = [];
  let end = 0;
  STEP.lastIndex = 0;
  for (let hit = STEP.exec(text); hit; hit = STEP.exec(text)) {
    const { dot, name, index, double, single } = hit.groups!;
    const needsDot = name !== undefined && steps.length > 0;
    if (needsDot !== (dot !== undefined)) break;
    steps.push(name?.trim() ?? index ?? double ?? single!);
    end = STEP.lastIndex;
  }
  return { steps, end };
}

/** How far along a path we are. */
interface Walk {
  readonly assignment: Assignment;
  readonly depth: number;
  /** Pointer of what was reached. */
  readonly pointer: string;
}

/** The value with the rest of the path set in it. */
function assign(walk: Walk, node: SchemaNode, value: unknown): unknown {
  const { assignment, depth, pointer } = walk;
  const key = assignment.steps[depth];
  if (key === undefined) return readValue(walk, node);
  const next = { assignment, depth: depth + 1, pointer: below(pointer, key) };
  if (FORBIDDEN_KEYS.includes(key)) throw refuse(next, `the key "${key}" is not allowed`, 'Choose another name.');
  const current = value === undefined ? (node.fallback ?? emptyOf(node)) : value;
  switch (node.kind) {
    case 'union':
      return assign(walk, kindFor(next, key, node, current), current);
    case 'object':
    case 'record':
      if (!isObject(current))
        throw refuse(next, `there is ${showValue(current)} where an object should be`, setAll(next, '{ … }'));
      return { ...current, [key]: assign(next, memberNode(next, key, node, current), memberOf(current, key)) };
    case 'list':
    case 'tuple':
      return setItem(next, key, node, current);
    default:
      throw refuse(next, `${assignment.steps[depth - 1]} has no parts`, 'Shorten the path.');
  }
}

function emptyOf({ kind }: SchemaNode): unknown {
  if (kind === 'list') return [];
  return kind === 'tuple' ? undefined : {};
}

/** The node of a member; only a whole new entry may get a name that is not there yet. */
function memberNode(
  walk: Walk,
  key: string,
  { kind, members, items }: SchemaNode,
  value: Readonly<Record<string, unknown>>,
): SchemaNode {
  if (key.startsWith(NOTE))
    throw refuse(walk, `keys that begin with ${NOTE} are notes and change nothing`, 'Set another key.');
  if (kind === 'object') {
    if (Object.hasOwn(members, key)) return members[key]!;
    const names = Object.keys(members);
    throw refuse(
      walk,
      `there is no key ${showValue(key)}`,
      `${didYouMean(key, names)}The keys are: ${names.join(', ')}.`,
    );
  }
  const isWhole = walk.depth === walk.assignment.steps.length;
  if (isWhole || Object.hasOwn(value, key)) return items[0]!;
  const names = Object.keys(value);
  const known = names.length === 0 ? 'There is none yet.' : `There is: ${names.slice(0, 20).join(', ')}.`;
  throw refuse(
    walk,
    `there is no ${showValue(key)}`,
    `${didYouMean(key, names)}${known} To add one, set all of it: ${walk.assignment.steps.slice(0, walk.depth).join('.')}={ … }.`,
  );
}

/** The kind of a union that has a key; not if the value is of another kind. */
function kindFor(walk: Walk, key: string, union: SchemaNode, value: unknown): SchemaNode {
  const kinds = kindsOf(union);
  const tuple =
    Array.isArray(value) && union.items.find(({ kind, items }) => kind === 'tuple' && items.length >= value.length);
  if (tuple) return tuple;
  const kind =
    (isObject(value) ? namedKind(union, value) : undefined) ??
    kinds.find(({ node }) => Object.hasOwn(node.members, key));
  if (!kind) {
    const names = kinds.flatMap(({ node }) => Object.keys(node.members));
    throw refuse(
      walk,
      `there is no key ${showValue(key)}`,
      `${didYouMean(key, names)}The keys are: ${names.join(', ')}.`,
    );
  }
  const other = kinds.find(
    ({ node, marks }) => node !== kind.node && marks.some((mark) => isObject(value) && Object.hasOwn(value, mark)),
  );
  if (!other) return kind.node;
  const has = other.marks.map((mark) => `"${mark}"`).join(' and ');
  throw refuse(walk, `"${key}" does not go together with ${has}, which is there`, setAll(walk, '{ … }'));
}

function setItem(walk: Walk, key: string, node: SchemaNode, value: unknown): unknown {
  const { kind, items } = node;
  if (!Array.isArray(value)) {
    const seen = value === undefined ? 'nothing' : showValue(value);
    throw refuse(walk, `there is ${seen} where a list should be`, setAll(walk, '[ … ]'));
  }
  const index = /^\d{1,9}$/.test(key) ? Number(key) : Number.NaN;
  const most = kind === 'tuple' ? items.length - 1 : value.length;
  if (!(index <= most)) {
    const count = value.length === 0 ? 'The list is empty' : `The list has the items 0 to ${value.length - 1}`;
    const hint = kind === 'tuple' ? `Use an index from 0 to ${most}.` : `${count}; ${most} would add one.`;
    throw refuse(walk, `there is no item ${key.slice(0, 40)}`, hint);
  }
  const item = assign(walk, kind === 'tuple' ? items[index]! : items[0]!, value[index]);
  return Object.assign([...value], { [index]: item });
}

function refuse({ assignment, pointer }: Walk, reason: string, hint: string): ThixoError {
  return new ThixoError([problem('SET_INVALID', pointer, `--set ${shortened(assignment.text)}: ${reason}.`, hint)]);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The path before the step that does not fit, to be set as a whole. */
function setAll({ assignment, depth }: Walk, value: string): string {
  return `Set all of it: ${assignment.steps.slice(0, depth - 1).join('.')}=${value}.`;
}

/** The text of a value: JSON where it is, else a string; strings need no quotes. */
function readValue(walk: Walk, { kind, values }: SchemaNode): unknown {
  const text = walk.assignment.value.trim();
  const isText = kind === 'text' || (kind === 'choice' && values.every((value) => typeof value === 'string'));
  if (isText && !/^".*"$/.test(text)) return text;
  if (text === '') throw refuse(walk, 'the value is missing', 'Write path=value.');
  try {
    return readJson(text).value;
  } catch (error) {
    if (!(error instanceof ThixoError)) throw error;
    const [first] = error.problems;
    if (first!.code === 'SCENE_NOT_JSON' && !/^["[{]/.test(text)) return text;
    throw refuse(walk, first!.message.replace(/\.$/, ''), first!.hint);
  }
}
