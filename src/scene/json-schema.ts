// The published JSON Schema of scene files (draft 7, with the few keys VS Code adds): editors complete, explain and check with it.

import { designSchema } from './design-schema.ts';
import { childrenOf, elementsOf, type FieldNode, factsText, nodesOf, referenceOf, sceneNodes } from './field-text.ts';

/** Identity of the schema. */
export const SCENE_SCHEMA_ID = 'urn:thixo:scene:1';
export const DESIGN_SCHEMA_ID = 'urn:thixo:design:1';

type Json = Record<string, unknown>;

/**
 * The JSON Schema of a scene file.
 * @example writeFileSync('scene.schema.json', JSON.stringify(sceneJsonSchema(), null, 2));
 */
export function sceneJsonSchema(): Json {
  return published(sceneNodes(), SCENE_SCHEMA_ID, 'Thixo scene, format 1');
}

/** The JSON Schema of a design file. */
export function designJsonSchema(): Json {
  return published(nodesOf(designSchema), DESIGN_SCHEMA_ID, 'Thixo design, format 1');
}

function published(nodes: FieldNode, id: string, title: string): Json {
  const { $schema, definitions = {}, ...root } = nodes as FieldNode & { $schema: string };
  const elements = new Set(elementParts(nodes));
  const parts = Object.entries(definitions).map(([name, node]) => {
    const part = publish(node);
    return [name, elements.has(name) ? part : withoutText(part)];
  });
  return {
    $schema,
    $id: id,
    title,
    allowComments: true,
    allowTrailingCommas: true,
    ...publish(root),
    definitions: Object.fromEntries(parts),
  };
}

/** Parts that are elements of a list or record: only they speak for themselves, the others have a field that does. */
function elementParts(node: FieldNode): string[] {
  const own = elementsOf(node).flatMap((element) => referenceOf(element) ?? []);
  return [...own, ...childrenOf(node).flatMap(elementParts)];
}

/** A node with its sentence, unit, range and default in one text, and our own keys in a form that editors know. */
function publish(node: FieldNode): Json {
  const { description, effect, unit, unit2D, rangeText, presetDefault, defaultText, components, ...plain } = node;
  const { meanings, snippets, hidden, properties, items, anyOf, additionalProperties, ...rest } = plain;
  const { readOnly, propertyNames, ...standard } = rest as Json;
  return {
    ...texts(node),
    ...standard,
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    ...enumTexts(node),
    ...(properties ? { properties: mapValues(properties, publish) } : {}),
    ...(items ? { items: publishItems(node) } : {}),
    ...(anyOf ? { anyOf: anyOf.filter((one) => !one.hidden).map((one) => withoutText(publish(one))) } : {}),
    ...(node.type === 'object' ? keysOf(node) : {}),
    ...snippetsOf(node),
  };
}

function texts(node: FieldNode): Json {
  if (node.description === undefined) return {};
  const sentence = [node.description, node.effect].filter(Boolean).join(' ');
  const facts = factsText(node);
  const bold = facts.map((fact) => fact.replace(/^(\w+): (.*)\.$/, '$1: **$2**')).join(' · ');
  return {
    description: [sentence, ...facts].join(' '),
    markdownDescription: bold ? `${sentence}\n\n${bold}` : sentence,
  };
}

/** Editors show the innermost text they find, so one kind out of several must not speak for the field that holds it. */
function withoutText({ description, markdownDescription, ...rest }: Json): Json {
  return description === undefined ? rest : { $comment: description, ...rest };
}

function enumTexts({ enum: names, meanings }: FieldNode): Json {
  if (!names || !meanings) return {};
  return { markdownEnumDescriptions: names.map((name) => meanings[name] ?? '') };
}

/** Unknown keys are refused, but for notes: the loader leaves out whatever begins with `x-`. */
function keysOf({ additionalProperties }: FieldNode): Json {
  const others = typeof additionalProperties === 'object' ? publish(additionalProperties) : false;
  return { patternProperties: { '^x-': true }, additionalProperties: others };
}

/** The components of a vector are explained one by one, in few words: there are many. */
function publishItems({ items, components, unit }: FieldNode): unknown {
  if (!Array.isArray(items)) return publish(items as FieldNode);
  return items.map(({ type }: FieldNode, k) => {
    if (unit === undefined) return { description: `${components?.[k]}`, type };
    return { description: `${components?.[k]}, ${unit}`, type, 'x-unit': unit };
  });
}

/** What an editor offers to insert. A default that a preset may change is only offered: were it the default, tools would fill it in. */
function snippetsOf({ snippets = {}, presetDefault, description, enum: names }: FieldNode): Json {
  const offers = Object.entries(snippets).map(([label, body]) => ({ label, description, body }));
  if (presetDefault !== undefined && !names)
    offers.push({ label: `${presetDefault}`, description, body: presetDefault });
  return offers.length > 0 ? { defaultSnippets: offers } : {};
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
