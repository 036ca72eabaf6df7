// The JSON Schema of scenes as a form sees it: the node of a place, its unit and range, and when a change of it takes effect.

import published from '../../schema/scene.schema.json' with { type: 'json' };
import type { JsonNode } from '../../src/scene/field-text.ts';
import { type ChangeKind, kindOfPointer } from '../../src/world/kind-of-pointer.ts';
import { isRecord, type Path, pointerOf } from './value.ts';

export interface SchemaNode extends JsonNode<SchemaNode> {
  readonly description?: string;
  readonly $comment?: string;
  readonly 'x-unit'?: string;
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: unknown }[];
}

// The file, not what it is made of: that would bring the whole engine along.
const schema = published as unknown as SchemaNode & Required<Pick<SchemaNode, 'definitions'>>;

/** The whole scene. */
export const ROOT: SchemaNode = schema;

/** A node with what it refers to; its own words come first. */
export function whole(node: SchemaNode): SchemaNode {
  const ref = node.$ref ?? node.allOf?.[0]?.$ref;
  if (!ref) return node;
  return { ...whole(schema.definitions[ref.replace('#/definitions/', '')] ?? {}), ...node };
}

/** The kind out of several that a value is; the first one if it is none yet. */
export function kindOf(node: SchemaNode, value: unknown): SchemaNode {
  const full = whole(node);
  if (!full.anyOf) return full;
  const kinds = full.anyOf.map((kind) => kindOf(kind, value)),
    score = ({ properties = {}, type, items }: SchemaNode): number => {
      if (Array.isArray(value)) return type === 'array' || items ? 1 : 0;
      if (!isRecord(value)) return type === typeof value || (type === 'integer' && typeof value === 'number') ? 1 : 0;
      const { model } = value,
        own = properties.model;
      if (model !== undefined && own && own.const !== undefined && own.const !== model) return -1;
      if (model === undefined && own?.const !== undefined && !('default' in own)) return 0;
      return Object.keys(value).filter((key) => key in properties).length + 1;
    };
  let best = kinds[0]!;
  for (const kind of kinds) if (score(kind) > score(best)) best = kind;
  return best;
}

/** What a value is edited with. */
export type Control = 'choice' | 'switch' | 'number' | 'vector' | 'colors' | 'color' | 'text' | 'json';

/** The control of a leaf; what has none of its own is written as JSON. */
export function controlOfNode(node: SchemaNode, name: string, value: unknown): Control {
  if (node.enum) return 'choice';
  if (node.type === 'boolean') return 'switch';
  if (node.type === 'number' || node.type === 'integer') return 'number';
  if (Array.isArray(node.items) && node.items.every(({ type }) => type === 'number')) return 'vector';
  if (node.type === 'array' && name === 'colors') return 'colors';
  if (node.type === 'string') return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? 'color' : 'text';
  return 'json';
}

/** Whether a place is one value, rather than a group or a list of groups. */
export function isLeaf(node: SchemaNode, value: unknown): boolean {
  const { type, enum: names, items, properties } = kindOf(node, value);
  if (names || properties) return !properties;
  if (type === 'array') return Array.isArray(items) || !isGroup((items ?? {}) as SchemaNode);
  return true;
}

const isGroup = (node: SchemaNode): boolean => {
  const { properties, anyOf } = whole(node);
  return properties !== undefined || (anyOf?.some(isGroup) ?? false);
};

/** The kinds that a group can be of, such as shapes, each by the key that makes it one; none if there is no choice. */
export function kindsOf(node: SchemaNode): readonly { readonly name: string; readonly node: SchemaNode }[] {
  const kinds = (whole(node).anyOf ?? []).map(whole).flatMap((kind) => {
    const [name] = Object.keys(kind.properties ?? {});
    return name !== undefined && Object.keys(kind.properties!).length === 1 ? [{ name, node: kind }] : [];
  });
  return kinds.length > 1 ? kinds : [];
}

/** A small value that fits a node: what must be there, and nothing else. */
export function sampleOf(node: SchemaNode): unknown {
  const full = whole(node);
  if (full.default !== undefined) return full.default;
  if (full.defaultSnippets?.[0]) return full.defaultSnippets[0].body;
  if (full.enum) return full.enum[0];
  if (full.const !== undefined) return full.const;
  if (full.anyOf) return sampleOf(full.anyOf[0]!);
  if (full.properties) {
    const needed = full.required ?? Object.keys(full.properties).slice(0, 1);
    return Object.fromEntries(needed.map((key) => [key, sampleOf(full.properties![key]!)]));
  }
  if (Array.isArray(full.items)) return full.items.map((_, k) => (k === 1 ? 1 : 0));
  if (full.type === 'array') return [];
  if (full.type === 'boolean') return false;
  if (full.type === 'string') return '';
  const least = full.exclusiveMinimum ?? full.minimum ?? 0;
  return Math.min(least > 0 ? 2 * least : 0.1, full.maximum ?? Infinity);
}

/** The first sentence about a place, without unit and range, which the control shows itself. */
export function sentenceOf({ description = '', $comment = '' }: SchemaNode): string {
  return (description || $comment).replace(/ ?(?:Unit|Range|Default): .*$/s, '');
}

/** The text after "Default:". */
export function defaultTextOf({ description = '' }: SchemaNode): string | undefined {
  return /Default: (.*?)\.?$/s.exec(description)?.[1];
}

/** When a change takes effect: at once, in the picture only, or from the start on. */
export type Badge = ChangeKind;

export const badgeOf = (path: Path): Badge => kindOfPointer(pointerOf(path));

/** From where to where a slider goes, and whether by equal factors. */
export function sliderOf(node: SchemaNode, value: number): { min: number; max: number; isLog: boolean } | undefined {
  const low = node.minimum ?? node.exclusiveMinimum,
    high = node.maximum ?? node.exclusiveMaximum;
  if (low !== undefined && high !== undefined && high - low <= 1000 && (low <= 0 || high / low <= 100))
    return { min: low, max: high, isLog: false };
  const size = Math.abs(value) || (typeof node.default === 'number' && Math.abs(node.default)) || 1,
    decade = 10 ** Math.round(Math.log10(size));
  if (low !== undefined && low >= 0 && value > 0) {
    const min = Math.max(decade / 100, low),
      max = Math.min(decade * 100, high ?? Infinity);
    if (max > min) return { min, max, isLog: max / min > 100 };
  }
  return { min: Math.max(low ?? -Infinity, -10 * decade), max: Math.min(high ?? Infinity, 10 * decade), isLog: false };
}
