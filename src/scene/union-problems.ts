// What is wrong with a shape, a motion, a force: things of which there are several kinds, told apart by their keys. The report is about
// the kind that was most likely meant, never about all of them.

import { below } from '../pointer.ts';
import { problem } from '../problem.ts';
import type { ProblemList } from './problem-list.ts';
import { isObject, type Kind, kindsOf, namedKind, namingKey, nearestKind, type SchemaNode } from './schema-tree.ts';
import { oneOf, purposeOf, showValue } from './show-value.ts';
import { nearest } from './suggest.ts';
import type { Place } from './value-problems.ts';

/** Keys under which other formats name the kind. */
const KIND_KEYS: readonly string[] = ['type', 'kind', 'shape', 'name'];

type Explain = (node: SchemaNode, value: unknown, place: Place, list: ProblemList) => void;

/** Adds what is wrong with a value of which there are several kinds; `explain` says what is wrong within one of them. */
export function explainUnion(
  node: SchemaNode,
  value: unknown,
  place: Place,
  list: ProblemList,
  explain: Explain,
): void {
  const { pointer, name } = place;
  const kinds = kindsOf(node);
  // One number or one per axis.
  const tuple = node.items.find((item) => item.kind === 'tuple');
  if (tuple) {
    explain(Array.isArray(value) ? tuple : node.items.find((item) => item !== tuple)!, value, place, list);
    return;
  }
  if (!isObject(value)) {
    const message = `${name} must be an object${withKeys(kinds)}, not ${showValue(value)}.`;
    const hint = typeof value === 'string' ? exampleOf(kinds, value) || choiceOf(kinds, value) : '';
    list.add(
      problem('SCENE_WRONG_TYPE', pointer, message, [hint, purposeOf(node)].filter(Boolean).join(' ') || 'Give it.'),
    );
    return;
  }
  const named = namedKind(node, value),
    key = namingKey(node);
  if (named && key !== undefined) {
    explain(named.node, withoutForeign(named, kinds, key, value, place, list), place, list);
    return;
  }
  if (key !== undefined && Object.hasOwn(value, key)) {
    const values = kinds.flatMap((kind) => kind.node.members[key]!.values);
    explain({ ...kinds[0]!.node.members[key]!, values }, value[key], { pointer: below(pointer, key), name: key }, list);
    return;
  }
  const marked = kinds.filter(({ marks }) => marks.some((key) => Object.hasOwn(value, key)));
  if (marked.length > 1) {
    const keys = marked.flatMap(({ marks }) => marks.filter((key) => Object.hasOwn(value, key)));
    const message = `${name} has ${keys.map((key) => `"${key}"`).join(' and ')}, which exclude each other.`;
    list.add(problem('SHAPE_UNKNOWN', pointer, message, `Give ${alternatives(kinds)}.`));
    return;
  }
  const kind = marked[0] ?? nearestKind(node, value) ?? kindByTypo(kinds, value);
  if (kind) explain(kind.node, value, place, list);
  else noKind(kinds, value, place, list);
}

/** The value without keys and names that only other kinds have, each of which is reported. */
function withoutForeign(
  named: Kind,
  kinds: readonly Kind[],
  naming: string,
  value: Readonly<Record<string, unknown>>,
  { pointer, name }: Place,
  list: ProblemList,
): Readonly<Record<string, unknown>> {
  const own = Object.entries(value).filter(([key, item]) => {
    const isOwn = Object.hasOwn(named.node.members, key),
      home = kinds.find((kind) => (isOwn ? hasOnly(kind, named, key, item) : Object.hasOwn(kind.node.members, key)));
    if (!home) return true;
    const those = `of those with "${naming}": ${showValue(home.node.members[naming]!.values[0])}`,
      at = below(pointer, key);
    if (isOwn)
      list.add(
        problem('SCENE_UNKNOWN_NAME', at, `There is no ${key} ${showValue(item)} here.`, `It is a ${key} ${those}.`),
      );
    else list.add(problem('SCENE_UNKNOWN_KEY', at, `${name} has no key ${showValue(key)}.`, `It is a key ${those}.`));
    return false;
  });
  return Object.fromEntries(own);
}

/** Whether a value of a choice, such as a preset, is one of this kind and none of the named one. */
function hasOnly(kind: Kind, named: Kind, key: string, value: unknown): boolean {
  const has = ({ node }: Kind): boolean => node.members[key]?.values.some((known) => known === value) ?? false;
  return has(kind) && !has(named);
}

/** For kinds with several keys of their own, such as the corners of a box: the one whose keys were misspelled. */
function kindByTypo(kinds: readonly Kind[], value: Readonly<Record<string, unknown>>): Kind | undefined {
  return kinds.find(({ marks }) => marks.length > 1 && Object.keys(value).some((key) => nearest(key, marks)));
}

/** None of the kinds: one unknown key is most likely the kind itself. */
function noKind(
  kinds: readonly Kind[],
  value: Readonly<Record<string, unknown>>,
  { pointer, name }: Place,
  list: ProblemList,
): void {
  const names = kinds.flatMap(({ marks }) => marks);
  const keys = Object.keys(value);
  const meant = keys.map((key) => nearest(key, names));
  const typo = meant.findIndex((key) => key !== undefined);
  const kindKey = keys.find((key) => KIND_KEYS.includes(key) && typeof value[key] === 'string');
  const key = kindKey ?? (typo >= 0 ? keys[typo] : keys.length === 1 ? keys[0] : undefined);
  let message = `${name} must be an object${withKeys(kinds)}.`;
  if (keys.length === 0) message = `${name} is empty.`;
  else if (key !== undefined)
    message = `${showValue(key)} is not a kind of ${name.replace(/s\[\d+\]$/, '')} that is possible here.`;
  let hint = `Give ${alternatives(kinds)}.`;
  if (kindKey !== undefined) hint = `${exampleOf(kinds, String(value[kindKey]))} ${hint}`.trim();
  else if (typo >= 0) hint = `Did you mean "${meant[typo]}"? ${hint}`;
  list.add(problem('SHAPE_UNKNOWN', key === undefined ? pointer : below(pointer, key), message, hint));
}

/** `one of the keys plane, box or sphere`; `min and max, or center and size`. */
function alternatives(kinds: readonly Kind[]): string {
  if (kinds.every(({ marks }) => marks.length === 1))
    return `one of the keys ${oneOf(kinds.map(({ marks }) => marks[0]!))}`;
  return kinds.map(({ marks }) => marks.join(' and ')).join(', or ');
}

/** ` with one of the keys …`; ` { … }` where no key is needed. */
function withKeys(kinds: readonly Kind[]): string {
  return kinds.some(({ marks }) => marks.length > 0) ? ` with ${alternatives(kinds)}` : ' { … }';
}

/** How a name is written that one of the keys may have, such as a preset; the first kind if none may. */
function choiceOf(kinds: readonly Kind[], name: string): string {
  for (const { node } of kinds)
    for (const [key, { kind, values }] of Object.entries(node.members)) {
      const meant = kind === 'choice' ? nearest(name, values.map(String)) : undefined;
      if (meant !== undefined) return `Write { "${key}": "${meant}" }.`;
    }
  const [example] = Object.values(kinds[0]?.node.about.snippets ?? {});
  return example === undefined ? '' : `Write for example ${JSON.stringify(example)}.`;
}

/** How a kind is written that was given by its name only. */
function exampleOf(kinds: readonly Kind[], name: string): string {
  const known = kinds.flatMap(({ marks }) => marks);
  const meant = nearest(name, known);
  const snippets = kinds.find(({ marks }) => meant !== undefined && marks.includes(meant))?.node.about.snippets;
  const example = snippets && Object.values(snippets)[0];
  return example === undefined ? '' : `Write for example ${JSON.stringify(example)}.`;
}
