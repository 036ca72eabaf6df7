// The scene schema as a tree that can be walked: what zod knows of a place, in a form that error messages and `--set` read from.
// Everything that looks into zod's schemas is in this file.

import * as z from 'zod';
import type { FieldMeta } from '../schema/field.ts';

/** What may stand at a place of the scene. */
export interface SchemaNode {
  readonly kind: 'object' | 'record' | 'list' | 'tuple' | 'union' | 'number' | 'text' | 'flag' | 'choice' | 'other';
  readonly schema: z.ZodType;
  /** Whether it must be there: it has no default and is not optional. */
  readonly required: boolean;
  /** The default, if it has one. */
  readonly fallback: unknown;
  readonly about: Partial<FieldMeta> & { readonly id?: string };
  /** Members of an object. */
  readonly members: Readonly<Record<string, SchemaNode>>;
  /** Items of a tuple, kinds of a union; the one node of all items of a list or a record. */
  readonly items: readonly SchemaNode[];
  /** What a choice is between. */
  readonly values: readonly unknown[];
  /** Whether zod checks more than the type of it. */
  readonly isChecked: boolean;
}

const made = new WeakMap<z.ZodType, SchemaNode>();

/** The node of a schema; made once. */
export function nodeOf(schema: z.ZodType): SchemaNode {
  const known = made.get(schema);
  if (known) return known;
  const node = makeNode(schema);
  made.set(schema, node);
  return node;
}

function makeNode(schema: z.ZodType): SchemaNode {
  let inner = schema;
  let required = true;
  let fallback: unknown;
  let about: SchemaNode['about'] = {};
  let isChecked = false;
  for (;;) {
    about = { ...(inner.meta() as SchemaNode['about'] | undefined), ...about };
    isChecked ||= (inner.def.checks?.length ?? 0) > 0;
    if (inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) fallback = inner.def.defaultValue;
    else if (!(inner instanceof z.ZodOptional || inner instanceof z.ZodReadonly)) break;
    if (!(inner instanceof z.ZodReadonly)) required = false;
    inner = inner.unwrap() as z.ZodType;
  }
  return { schema, required, fallback, about, members: {}, items: [], values: [], isChecked, ...contentOf(inner) };
}

type Content = Pick<SchemaNode, 'kind'> & Partial<Pick<SchemaNode, 'members' | 'items' | 'values' | 'isChecked'>>;

function contentOf(schema: z.ZodType): Content {
  const nodes = (parts: readonly unknown[]): SchemaNode[] => parts.map((part) => nodeOf(part as z.ZodType));
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([key, part]) => [key, nodeOf(part as z.ZodType)]);
    return { kind: 'object', members: Object.fromEntries(members) };
  }
  if (schema instanceof z.ZodRecord) return { kind: 'record', items: nodes([schema.valueType]) };
  if (schema instanceof z.ZodArray) return { kind: 'list', items: nodes([schema.element]) };
  if (schema instanceof z.ZodTuple) return { kind: 'tuple', items: nodes(schema.def.items) };
  if (schema instanceof z.ZodUnion) return { kind: 'union', items: nodes(schema.options) };
  if (schema instanceof z.ZodNumber) return { kind: 'number', ...(schema.format ? { isChecked: true } : {}) };
  if (schema instanceof z.ZodString) return { kind: 'text' };
  if (schema instanceof z.ZodBoolean) return { kind: 'flag' };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options };
  if (schema instanceof z.ZodLiteral) return { kind: 'choice', values: [...schema.values] };
  return { kind: 'other', isChecked: true };
}

/** The smallest and largest number allowed; infinite where there is no bound, and whether the bound itself is excluded. */
export interface Range {
  readonly min: number;
  readonly max: number;
  readonly aboveMin: boolean;
  readonly belowMax: boolean;
}

/** The range of a number. */
export function rangeOf({ schema }: SchemaNode): Range {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = z.toJSONSchema(schema, { io: 'input' });
  const safe = (bound: unknown): number | undefined =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined;
  return {
    min: safe(minimum) ?? safe(exclusiveMinimum) ?? Number.NEGATIVE_INFINITY,
    max: safe(maximum) ?? safe(exclusiveMaximum) ?? Number.POSITIVE_INFINITY,
    aboveMin: safe(minimum) === undefined,
    belowMax: safe(maximum) === undefined,
  };
}

/** An object that is neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own member of an object; undefined if it has none. */
export function memberOf(value: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether a value is allowed at a place. As strict as the schema, but says nothing about why; fast for long lists. */
export function fits(node: SchemaNode, value: unknown): boolean {
  if (value === undefined) return !node.required;
  switch (node.kind) {
    case 'number':
      return node.isChecked
        ? node.schema.safeParse(value).success
        : typeof value === 'number' && Number.isFinite(value);
    case 'list':
      return Array.isArray(value) && value.every((item) => fits(node.items[0]!, item)) && passes(node, value);
    case 'tuple': {
      const { items } = node;
      return (
        Array.isArray(value) &&
        value.length === items.length &&
        items.every((item, k) => fits(item, value[k])) &&
        passes(node, value)
      );
    }
    case 'record':
      return isObject(value) && Object.values(value).every((item) => fits(node.items[0]!, item)) && passes(node, value);
    case 'object':
      return isObject(value) && membersFit(node, value) && passes(node, value);
    case 'union':
      return node.items.some((option) => fits(option, value)) && passes(node, value);
    default:
      return node.schema.safeParse(value).success;
  }
}

function membersFit({ members }: SchemaNode, value: Readonly<Record<string, unknown>>): boolean {
  for (const key of Object.keys(value)) if (!Object.hasOwn(members, key)) return false;
  for (const key of Object.keys(members)) if (!fits(members[key]!, memberOf(value, key))) return false;
  return true;
}

/** Whether what zod checks beyond the parts of a value holds. */
function passes(node: SchemaNode, value: unknown): boolean {
  return !node.isChecked || node.schema.safeParse(value).success;
}

/** A copy without the keys that the schema does not have. */
export function withoutUnknown(node: SchemaNode, value: unknown): unknown {
  if (node.kind === 'object' && isObject(value)) {
    const known = Object.keys(value).filter((key) => Object.hasOwn(node.members, key));
    return Object.fromEntries(known.map((key) => [key, withoutUnknown(node.members[key]!, value[key])]));
  }
  const kind = node.kind === 'union' && isObject(value) ? nearestKind(node, value) : undefined;
  return kind ? withoutUnknown(kind.node, value) : value;
}

/** A kind of a union: its node, and the keys that tell it from the others. */
export interface Kind {
  readonly node: SchemaNode;
  /** Keys that only this kind has and that must be there. */
  readonly marks: readonly string[];
}

/** The kinds of a union of objects. */
export function kindsOf(union: SchemaNode): Kind[] {
  return union.items.map((node) => {
    const others = union.items.filter((other) => other !== node);
    const marks = Object.keys(node.members).filter(
      (key) => node.members[key]!.required && !others.some((other) => Object.hasOwn(other.members, key)),
    );
    return { node, marks };
  });
}

/** The kind that a value names by a key that all kinds have with other values, such as `model`; left out, the kind that need not be named. */
export function namedKind(union: SchemaNode, value: Readonly<Record<string, unknown>>): Kind | undefined {
  const kinds = kindsOf(union),
    key = namingKey(union);
  if (key === undefined) return undefined;
  const name = memberOf(value, key);
  return kinds.find(({ node }) => {
    const { values, required } = node.members[key]!;
    return name === undefined ? !required : values.includes(name);
  });
}

/** The key by which the kinds of a union are named; undefined if there is none. */
export function namingKey(union: SchemaNode): string | undefined {
  const kinds = kindsOf(union);
  return Object.keys(kinds[0]!.node.members).find((name) => isName(kinds, name));
}

/** Whether a key is a choice in every kind, and no two kinds share a value of it. */
function isName(kinds: readonly Kind[], key: string): boolean {
  const choices = kinds.map(({ node }) => (Object.hasOwn(node.members, key) ? node.members[key]! : undefined));
  const values = choices.flatMap((choice) => choice?.values ?? []);
  return choices.every((choice) => choice?.kind === 'choice') && new Set(values).size === values.length;
}

/** The kind that a value names or has the most keys of; undefined if it has none of any. */
export function nearestKind(union: SchemaNode, value: Readonly<Record<string, unknown>>): Kind | undefined {
  const named = namedKind(union, value);
  if (named) return named;
  const shared = ({ node }: Kind): number =>
    Object.keys(node.members).filter((key) => Object.hasOwn(value, key)).length;
  return kindsOf(union).reduce<{ kind?: Kind; keys: number }>(
    (best, kind) => (shared(kind) > best.keys ? { kind, keys: shared(kind) } : best),
    { keys: 0 },
  ).kind;
}
