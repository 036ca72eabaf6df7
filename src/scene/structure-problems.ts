// What is wrong with the structure of a scene, said so that a person can mend it: where, what was seen, what is expected and in which
// unit. Walks value and schema side by side; what each field is for comes from the schema. Unions: see union-problems.ts.

import { below } from '../pointer.ts';
import { problem } from '../problem.ts';
import type { ProblemList } from './problem-list.ts';
import { currentSchema } from './schema.ts';
import { fits, isObject, memberOf, namingKey, nodeOf, type SchemaNode } from './schema-tree.ts';
import { oneOf, purposeOf, showValue } from './show-value.ts';
import { didYouMean, nearest } from './suggest.ts';
import { explainUnion } from './union-problems.ts';
import { explainNumber, explainText, type Place, typeHint } from './value-problems.ts';

/** Adds everything that is wrong with a value at a place. Adds nothing only if the schema allows the value. */
export function explain(node: SchemaNode, value: unknown, place: Place, list: ProblemList): void {
  if (list.isFull || fits(node, value)) return;
  const before = list.count;
  if (value === undefined) {
    list.add(problem('SCENE_MISSING_KEY', place.pointer, `${place.name} is missing.`, giveIt(node)));
  } else explainContent(node, value, place, list);
  if (list.count === before) explainRest(node, value, place, list);
}

function explainContent(node: SchemaNode, value: unknown, place: Place, list: ProblemList): void {
  if (node.kind === 'union') explainUnion(node, value, place, list, explain);
  else if (node.kind === 'choice') explainChoice(node, value, place, list);
  else if (Array.isArray(value)) {
    if (node.kind === 'list') explainItems(node, value, place, list);
    else if (node.kind === 'tuple') explainTuple(node, value, place, list);
    else wrongType(node, value, place, list);
  } else if (isObject(value)) {
    if (node.kind === 'object') explainObject(node, value, place, list);
    else if (node.kind === 'record') explainEntries(node, value, place, list);
    else wrongType(node, value, place, list);
  } else if (node.kind === 'number' && typeof value === 'number') explainNumber(node, value, place, list);
  else if (node.kind === 'text' && typeof value === 'string') explainText(node, value, place, list);
  else wrongType(node, value, place, list);
}

function explainObject(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  { pointer, name }: Place,
  list: ProblemList,
): void {
  const { members } = node;
  const meant = new Set<string>();
  const free = Object.keys(members).filter((key) => !Object.hasOwn(value, key));
  for (const key of Object.keys(value)) {
    if (list.isFull) return;
    if (!Object.hasOwn(members, key)) meant.add(unknownKey(node, key, free, { pointer, name }, list));
  }
  for (const [key, member] of Object.entries(members)) {
    if (!meant.has(key)) explain(member, memberOf(value, key), { pointer: below(pointer, key), name: key }, list);
  }
}

/** Answers which key was probably meant; empty if none is near that is not there yet. */
function unknownKey(node: SchemaNode, key: string, free: string[], place: Place, list: ProblemList): string {
  const where = place.pointer === '' ? place.name.replace(/^The /, 'A ') : place.name;
  const meant = nearest(key, free);
  const there = nearest(key, Object.keys(node.members));
  const home = homeOf(key);
  let hint = `Its keys are: ${Object.keys(node.members).join(', ')}.`;
  if (meant !== undefined) hint = `Did you mean "${meant}"? ${purposeOf(node.members[meant]!)}`.trimEnd();
  else if (there !== undefined) hint = `Did you mean "${there}"? That key is already there.`;
  else if (home !== undefined) hint = `It is a key of ${home}.`;
  list.add(problem('SCENE_UNKNOWN_KEY', below(place.pointer, key), `${where} has no key ${showValue(key)}.`, hint));
  return meant ?? '';
}

/** The parts of the format that have a key: `viscosity` → `substance`. Made when first asked for. */
let homes: Map<string, Set<string>> | undefined;

/** Most places that a hint names. */
const MOST_HOMES = 3;

/** Where else in the format a key belongs, such as `a substance`; undefined if nowhere or in many places. */
function homeOf(key: string): string | undefined {
  homes ??= findHomes();
  const places = [...(homes.get(key) ?? [])];
  if (places.length === 0 || places.length > MOST_HOMES) return undefined;
  const names = places.map(placeName),
    last = names.pop()!;
  return names.length > 0 ? `${names.join(', of ')} and of ${last}` : last;
}

function placeName(home: string): string {
  const name = home.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (home === '' || name.endsWith('s')) return home === '' ? 'the scene itself' : name;
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

function findHomes(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (node: SchemaNode, owner: string): void => {
    const part = node.about.id ?? owner,
      isNamed = node.kind === 'union' && namingKey(node) !== undefined; // its kinds are one part to people
    for (const key of Object.keys(node.members)) found.set(key, (found.get(key) ?? new Set()).add(part));
    for (const below of [...Object.values(node.members), ...node.items.flatMap((kind) => (isNamed ? [] : kind))])
      visit(below, part);
    if (isNamed) for (const kind of node.items) visit({ ...kind, about: {} }, part);
  };
  visit(nodeOf(currentSchema()), '');
  return found;
}

function explainEntries(
  node: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  { pointer }: Place,
  list: ProblemList,
): void {
  for (const [key, item] of Object.entries(value)) {
    if (list.isFull) return;
    explain(node.items[0]!, item, { pointer: below(pointer, key), name: showValue(key) }, list);
  }
}

function explainItems(node: SchemaNode, value: readonly unknown[], { pointer, name }: Place, list: ProblemList): void {
  for (let k = 0; k < value.length && !list.isFull; k++) {
    explain(node.items[0]!, value[k], { pointer: below(pointer, k), name: `${name}[${k}]` }, list);
  }
}

function explainTuple(node: SchemaNode, value: readonly unknown[], place: Place, list: ProblemList): void {
  const { items, about } = node;
  const { pointer, name } = place;
  if (value.length !== items.length) {
    const message = `${name} must have ${items.length} components${componentNames(node)}, not ${value.length}.`;
    const isFlat = items.length === 3 && value.length === 2 && items[2]!.kind === 'number';
    const hint = `${isFlat ? 'Give z as well; in 2D it is 0. ' : ''}${purposeOf(node)}`.trimEnd();
    list.add(problem('SCENE_OUT_OF_RANGE', pointer, message, hint || 'Give one value for each.'));
    return;
  }
  items.forEach((item, k) => {
    const part = about.components?.[k] ?? `component ${k}`;
    const described = { ...item, about: { ...about, ...item.about } };
    explain(described, value[k], { pointer: below(pointer, k), name: `${part} of ${name}` }, list);
  });
}

function componentNames({ about }: SchemaNode): string {
  return about.components ? ` [${about.components.join(', ')}]` : '';
}

function explainChoice(node: SchemaNode, value: unknown, place: Place, list: ProblemList): void {
  const { pointer, name } = place;
  const names = node.values.map(String);
  if (pointer === '/format' && typeof value === 'number') {
    const message = `The scene is of format ${showValue(value)}; this version reads format ${oneOf(names)}.`;
    const hint = 'Use a newer version of Thixo, or leave `format` out if the scene was written for this one.';
    list.add(problem('SCENE_FORMAT', pointer, message, hint));
  } else if (!node.values.some((allowed) => typeof allowed === typeof value)) {
    wrongType(node, value, place, list);
  } else if (typeof value === 'string') {
    const hint = `${didYouMean(value, names)}Use one of: ${names.join(', ')}.`;
    list.add(problem('SCENE_UNKNOWN_NAME', pointer, `There is no ${name} ${showValue(value)}.`, hint));
  } else {
    const message = `${name} must be ${oneOf(names)}, not ${showValue(value)}.`;
    list.add(problem('SCENE_OUT_OF_RANGE', pointer, message, purposeOf(node) || 'Choose one of these.'));
  }
}

/** Adds the problem that a value has the wrong type. */
function wrongType(node: SchemaNode, value: unknown, { pointer, name }: Place, list: ProblemList): void {
  const message = `${name} must be ${expectation(node)}, not ${showValue(value)}.`;
  list.add(problem('SCENE_WRONG_TYPE', pointer, message, typeHint(node, value)));
}

function expectation(node: SchemaNode): string {
  const { kind, items, values } = node;
  if (kind === 'tuple') return `a list of ${items.length}${componentNames(node)}`;
  if (kind === 'choice') return oneOf(values.map(showValue));
  return EXPECTATIONS[kind];
}

const EXPECTATIONS = {
  object: 'an object { … }',
  record: 'an object with a name for each entry',
  list: 'a list [ … ]',
  union: 'an object { … }',
  number: 'a number',
  text: 'a string',
  flag: 'true or false',
  other: 'something else',
} as const;

/** What only zod knows: checks on whole objects and lists. Such a check says in its message what must hold. */
function explainRest(node: SchemaNode, value: unknown, { pointer, name }: Place, list: ProblemList): void {
  const isDirection = node.kind === 'tuple' && Array.isArray(value) && value.every((c) => c === 0);
  if (isDirection) {
    const hint = `Give a vector such as [0, 1, 0]. ${purposeOf(node)}`.trimEnd();
    list.add(problem('SHAPE_NO_DIRECTION', pointer, `${name} is zero and has no direction.`, hint));
    return;
  }
  if (node.kind === 'list' && Array.isArray(value)) {
    const message = `${name} has ${value.length} items, which is ${value.length === 0 ? 'too few' : 'not allowed'}.`;
    const range = node.about.rangeText
      ? `Give ${node.about.rangeText}. `
      : value.length === 0
        ? 'Give at least one. '
        : '';
    list.add(problem('SCENE_OUT_OF_RANGE', pointer, message, `${range}${purposeOf(node)}`.trimEnd()));
    return;
  }
  for (const issue of node.schema.safeParse(value).error?.issues ?? []) {
    const at = issue.path.reduce<string>((path, key) => below(path, String(key)), pointer);
    list.add(problem('SCENE_INVALID', at, `${name}: ${issue.message}.`, purposeOf(node) || 'See the scene reference.'));
  }
}

function giveIt(node: SchemaNode): string {
  return purposeOf(node) || 'Add it; it has no default.';
}
