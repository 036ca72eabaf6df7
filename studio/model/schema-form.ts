// The JSON Schema of scenes as a form sees it: the node of a place, its unit and range, and when a change of it takes effect.

import { sceneJsonSchema } from '../../src/scene/json-schema.ts';
import { type ChangeKind, kindOfPointer } from '../../src/world/kind-of-pointer.ts';
import { isRecord, type Path, pointerOf } from './value.ts';

export interface SchemaNode {
  readonly type?: string;
  readonly description?: string;
  readonly $comment?: string;
  readonly $ref?: string;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly 'x-unit'?: string;
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: unknown }[];
}

const schema = sceneJsonSchema() as unknown as SchemaNode & {
  readonly definitions: Readonly<Record<string, SchemaNode>>;
};

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
