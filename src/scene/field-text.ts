// The scene schema as plain nodes of JSON Schema that still carry our own keys (unit, effect, …), and the words for them. The published
// schema, the scene reference and panels are made of these.

import * as z from 'zod';
import { DIMENSIONLESS, type FieldMeta } from '../schema/field.ts';
import { sceneSchema } from './schema.ts';

/** What JSON Schema (draft 7) says of a value, as far as scenes use it. */
export interface JsonNode<Node> {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Node;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Node | readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, Node>>;
}

/** One node as zod writes it, with what the field says of itself. */
export interface FieldNode extends Partial<FieldMeta>, JsonNode<FieldNode> {}

/** The whole schema; parts with a name are under `definitions`. */
export function sceneNodes(): FieldNode {
  const nodes = nodesOf(sceneSchema),
    body = nodes.definitions!.body!,
    required = body.required!.filter((key) => key !== 'spacing'); // `particles` may stand for it: src/scene/body-spacing.ts
  return { ...nodes, definitions: { ...nodes.definitions, body: { ...body, required } } };
}

/** A whole schema as nodes. */
export function nodesOf(schema: z.ZodType): FieldNode {
  return z.toJSONSchema(schema, { io: 'input', target: 'draft-7' }) as FieldNode;
}

/** Name of the definition a node refers to. */
export function referenceOf({ $ref, allOf }: FieldNode): string | undefined {
  return ($ref ?? allOf?.[0]?.$ref)?.replace('#/definitions/', '');
}

/** The nodes of the elements of a list or record. */
export function elementsOf({ items, additionalProperties: others }: FieldNode): FieldNode[] {
  const elements = [items ?? []].flat() as FieldNode[];
  return typeof others === 'object' ? [...elements, others] : elements;
}

/** Every node directly inside a node. */
export function childrenOf(node: FieldNode): FieldNode[] {
  const { properties = {}, definitions = {}, anyOf = [] } = node;
  return [...Object.values(properties), ...elementsOf(node), ...anyOf, ...Object.values(definitions)];
}

/** `kg/m³ (kg/m² in 2D)`; undefined for what is not a number. */
export function unitText({ unit, unit2D }: FieldNode): string | undefined {
  return unit && unit2D ? `${unit} (${unit2D} in 2D)` : unit;
}

/** `> 0`, `0 to 1`, `whole, ≥ 0`; undefined when everything of the type is allowed. */
export function rangeText(node: FieldNode): string | undefined {
  if (node.rangeText) return node.rangeText;
  const { minimum, exclusiveMinimum: above, exclusiveMaximum: below } = node;
  const maximum = node.maximum === Number.MAX_SAFE_INTEGER ? undefined : node.maximum;
  const words = [
    node.type === 'integer' ? 'whole' : '',
    node.multipleOf === 2 ? 'even' : '',
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `≥ ${minimum}` : '',
    above !== undefined ? `> ${above}` : '',
    minimum === undefined && maximum !== undefined ? `≤ ${maximum}` : '',
    below !== undefined ? `< ${below}` : '',
    node.minItems !== undefined && !Array.isArray(node.items) ? `at least ${node.minItems}` : '',
  ].filter(Boolean);
  return words.length > 0 ? words.join(', ') : undefined;
}

/** `0.3`, `1000, or the preset's`, `none`; undefined when the field must be given. */
export function defaultText(node: FieldNode): string | undefined {
  if (node.defaultText !== undefined) return node.defaultText;
  if (node.presetDefault !== undefined) return `${node.presetDefault}, or the preset's`;
  const value = node.default;
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? `[${value.join(', ')}]` : 'none';
  if (typeof value === 'object') return referenceOf(node) ? 'see its fields' : 'none';
  return String(value);
}

/** `Unit: m. Range: > 0. Default: 0.3.` */
export function factsText(node: FieldNode): string[] {
  const unit = unitText(node);
  const facts: [string, string | undefined][] = [
    ['Unit', unit === DIMENSIONLESS ? '– (dimensionless)' : unit],
    ['Range', rangeText(node)],
    ['Default', defaultText(node)],
  ];
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}.`]));
}
