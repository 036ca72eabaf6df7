// The form of a part of the scene, made from its schema. What the scene says comes first; all other settings are a click away.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { middleOf } from '../model/move-shape.ts';
import { isLeaf, kindOf, kindsOf, ROOT, type SchemaNode, sampleOf, sentenceOf, whole } from '../model/schema-form.ts';
import { at, isRecord, type Path, pointerOf } from '../model/value.ts';
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
        <Fold class="more" summary={`${others.length} more settings`}>
          {() => others.map(field)}
        </Fold>
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
    <Fold class="group" summary={words(name)} isOpen={value !== undefined && path.length < 4}>
      {() => (
        <>
          <p class="sentence">{sentenceOf(node)}</p>
          <KindChoice name={name} node={node} path={path} />
          <Part node={node} path={path} />
        </>
      )}
    </Fold>
  );
}

/** Which kind a group is of: a box, a sphere, a mesh. */
function KindChoice({ name, node, path }: { readonly name: string; readonly node: SchemaNode; readonly path: Path }) {
  const kinds = kindsOf(node),
    value = at(s.value.value, path),
    id = `kind${pointerOf(path).replaceAll(/\W/g, '-')}`;
  if (kinds.length === 0) return null;
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>kind of {words(name)}</label>
      </div>
      <select
        id={id}
        value={(isRecord(value) && kinds.find((kind) => kind.name in value)?.name) || ''}
        onChange={({ currentTarget }) => {
          const kind = kinds.find((each) => each.name === currentTarget.value);
          if (kind) s.setValue(path, sampleOf(kind.node));
        }}
      >
        {value === undefined && <option value="">none</option>}
        {kinds.map((kind) => (
          <option key={kind.name} value={kind.name}>
            {words(kind.name)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A list of things of the scene, each with its own form. */
export function List({ name, node, path }: { readonly name: string; readonly node: SchemaNode; readonly path: Path }) {
  const items = at(s.value.value, path),
    list = Array.isArray(items) ? items : [],
    item = whole((node.items ?? {}) as SchemaNode),
    snippet = item.defaultSnippets?.[0] ?? item.anyOf?.map(whole)[0]?.defaultSnippets?.[0],
    sample = snippet?.body ?? sampleOf(item);
  return (
    <Fold class="group" summary={words(name)} count={list.length} isOpen={list.length > 0 && list.length < 4}>
      {() => (
        <>
          <p class="sentence">{sentenceOf(node)}</p>
          {list.map((each, k) => (
            <Fold class="item" key={k} summary={titleOf(each, k)}>
              {() => <Item name={name} node={item} path={[...path, k]} value={each} />}
            </Fold>
          ))}
          <button
            type="button"
            class="small"
            onClick={() =>
              path.length === 1
                ? s.edit(s.withItem(String(path[0]), withOwnSubstance(sample)), `added to ${name}`)
                : s.setValue(path, [...list, sample])
            }
          >
            <Icon name="plus" /> Add
          </button>
        </>
      )}
    </Fold>
  );
}

/** One thing of a list: its form, and what can be done with it. */
function Item({ name, node, path, value }: { name: string; node: SchemaNode; path: Path; value: unknown }) {
  const k = Number(path.at(-1));
  return (
    <>
      <KindChoice name={name} node={node} path={path} />
      <Part node={node} path={path} />
      {name === 'obstacles' && path.length === 2 && middleOf(at(value, ['shape'])) && (
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
      <button type="button" class="small danger" onClick={() => s.setValue(path, undefined)}>
        <Icon name="trash-2" /> Remove
      </button>
    </>
  );
}

interface FoldProps {
  readonly class: string;
  readonly summary: string;
  readonly count?: number;
  readonly isOpen?: boolean;
  children(): ComponentChildren;
}

/** A part that is made when it is opened: a scene has some hundred settings. */
function Fold({ class: name, summary, count = 0, isOpen = false, children }: FoldProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <details class={name} open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {summary} {count > 0 && <span class="count">{count}</span>}
      </summary>
      {open && children()}
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
