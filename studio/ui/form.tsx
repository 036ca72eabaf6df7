// The form of a part of the scene, made from its schema. What the scene says comes first; all other settings are a click away.

import { middleOf } from '../model/move-shape.ts';
import { kindOf, ROOT, type SchemaNode, sentenceOf, whole } from '../model/schema-form.ts';
import { at, isRecord, type Path } from '../model/value.ts';
import * as s from '../studio.ts';
import { Field, words } from './field.tsx';
import { Icon } from './icon.tsx';

export interface PartProps {
  readonly node: SchemaNode;
  readonly path: Path;
  /** Keys that always come first. */
  readonly first?: readonly string[];
  /** What counts where the scene says nothing. */
  readonly fallbacks?: Readonly<Record<string, unknown>> | undefined;
  readonly skip?: readonly string[];
}

const isLeaf = (node: SchemaNode, value: unknown): boolean => {
  const { type, enum: names, items, properties } = kindOf(node, value);
  if (names || properties) return !properties;
  if (type === 'array') return Array.isArray(items) || !whole((items ?? {}) as SchemaNode).properties;
  return type !== 'object';
};

export function Part({ node, path, first = [], fallbacks = {}, skip = [] }: PartProps) {
  const value = at(s.value.value, path),
    { properties = {} } = kindOf(node, value),
    keys = Object.keys(properties).filter((key) => !skip.includes(key) && !key.startsWith('$')),
    isShown = (key: string): boolean => first.includes(key) || (isRecord(value) && key in value),
    shown = [
      ...first.filter((key) => keys.includes(key)),
      ...keys.filter((key) => isShown(key) && !first.includes(key)),
    ],
    others = keys.filter((key) => !isShown(key));
  const field = (key: string) => (
    <Member key={key} name={key} node={properties[key]!} path={[...path, key]} fallback={fallbacks[key]} />
  );
  return (
    <>
      {shown.map(field)}
      {others.length > 0 && (
        <details class="more">
          <summary>{others.length} more settings</summary>
          {others.map(field)}
        </details>
      )}
    </>
  );
}

/** A field, or a group of fields. */
function Member({ name, node, path, fallback }: { name: string; node: SchemaNode; path: Path; fallback: unknown }) {
  const value = at(s.value.value, path);
  if (isLeaf(node, value)) return <Field name={name} node={node} path={path} fallback={fallback} />;
  const kind = kindOf(node, value);
  if (kind.type === 'array') return <List name={name} node={kind} path={path} />;
  if (!kind.properties) return null;
  return (
    <details class="group" open={value !== undefined && path.length < 4}>
      <summary>{words(name)}</summary>
      <p class="sentence">{sentenceOf(node)}</p>
      <Part node={node} path={path} />
    </details>
  );
}

/** A list of things of the scene, each with its own form. */
export function List({ name, node, path }: { readonly name: string; readonly node: SchemaNode; readonly path: Path }) {
  const items = at(s.value.value, path),
    list = Array.isArray(items) ? items : [],
    item = whole((node.items ?? {}) as SchemaNode),
    snippet = item.defaultSnippets?.[0] ?? item.anyOf?.map(whole)[0]?.defaultSnippets?.[0];
  return (
    <details class="group" open={list.length > 0 && list.length < 4}>
      <summary>
        {words(name)} <span class="count">{list.length || ''}</span>
      </summary>
      <p class="sentence">{sentenceOf(node)}</p>
      {list.map((each, k) => (
        <details class="item" key={k}>
          <summary>{titleOf(each, k)}</summary>
          <Part node={item} path={[...path, k]} />
          {name === 'obstacles' && path.length === 1 && middleOf(at(each, ['shape'])) && (
            <button
              type="button"
              class="small"
              aria-pressed={s.gizmo.value === k}
              onClick={() => {
                s.gizmo.value = s.gizmo.value === k ? undefined : k;
              }}
            >
              <Icon name="move-3d" /> {s.gizmo.value === k ? 'Done moving' : 'Move in the picture'}
            </button>
          )}
          <button type="button" class="small danger" onClick={() => s.setValue([...path, k], undefined)}>
            <Icon name="trash-2" /> Remove
          </button>
        </details>
      ))}
      {snippet && path.length === 1 && (
        <button
          type="button"
          class="small"
          onClick={() => s.edit(s.withItem(String(path[0]), withOwnSubstance(snippet.body)), `added to ${name}`)}
        >
          <Icon name="plus" /> Add
        </button>
      )}
    </details>
  );
}

/** A snippet names a substance of its own; a scene may not have that one. */
function withOwnSubstance(body: unknown): unknown {
  const names = Object.keys((at(s.value.peek(), ['substances']) as object) ?? {});
  return isRecord(body) && 'substance' in body && names[0] ? { ...body, substance: names[0] } : body;
}

function titleOf(item: unknown, k: number): string {
  if (!isRecord(item)) return `${k + 1}`;
  const kind = isRecord(item.shape)
    ? Object.keys(item.shape)[0]
    : Object.keys(item).length === 1
      ? Object.keys(item)[0]
      : undefined;
  return `${k + 1} · ${[item.substance, kind].filter(Boolean).join(' ') || 'item'}`;
}

export const nodeAt = (key: string): SchemaNode => whole(ROOT.properties![key]!);
