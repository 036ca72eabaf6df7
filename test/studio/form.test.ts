// The form knows every value of a scene: each has a control, a label, and a badge that is true.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SITE_FOLDER } from '../../src/studio-server/site.ts';
import {
  badgeOf,
  controlOfNode,
  isLeaf,
  kindOf,
  kindsOf,
  ROOT,
  type SchemaNode,
  sampleOf,
  sentenceOf,
  sliderOf,
  whole,
} from '../../studio/model/schema-form.ts';
import type { Path } from '../../studio/model/value.ts';
import { NO_STUDIO } from './visitor.ts';

interface Leaf {
  readonly path: Path;
  readonly name: string;
  readonly node: SchemaNode;
}

/** Every value that the form leads to, as it leads there: by kinds, lists and groups. */
function leavesOf(node: SchemaNode, path: Path, depth = 0): Leaf[] {
  const name = String(path.at(-1) ?? '');
  if (depth > 9) return [];
  const choices = kindsOf(node);
  if (choices.length > 0) return choices.flatMap((kind) => leavesOf(kind.node, path, depth + 1));
  const full = whole(node);
  if (full.anyOf?.some((kind) => whole(kind).properties))
    return full.anyOf.flatMap((kind) => leavesOf(kind, path, depth + 1));
  if (isLeaf(node, undefined)) {
    const values = full.additionalProperties;
    if (typeof values === 'object' && path.length > 0 && whole(values).anyOf)
      return leavesOf(values, [...path, 'honey'], depth + 1);
    return [{ path, name, node }];
  }
  const kind = kindOf(node, undefined);
  if (kind.type === 'array') return leavesOf(kind.items as SchemaNode, [...path, 0], depth + 1);
  return Object.entries(kind.properties ?? {}).flatMap(([key, each]) => leavesOf(each, [...path, key], depth + 1));
}

const LEAVES = leavesOf(ROOT, []);

describe('the form', () => {
  it('reaches hundreds of values, among them those that are easily forgotten', () => {
    expect(LEAVES.length).toBeGreaterThan(400);
    const pointers = new Set(LEAVES.map(({ path }) => path.join('/')));
    for (const pointer of [
      'gravity',
      'time/courant',
      'maxParticles',
      'boundary',
      'domain/min',
      'look/colorBy',
      'bodies/0/spacing',
    ])
      expect([...pointers], pointer).toContain(pointer);
  });

  it('has a control, a sentence and a badge for each of them', () => {
    const without = LEAVES.filter(({ node, name, path }) => {
      const kind = kindOf(node, undefined);
      return (
        !controlOfNode(kind, name, undefined) ||
        !(sentenceOf(node) || sentenceOf(kind)) ||
        !['live', 'view', 'restart'].includes(badgeOf(path))
      );
    });
    expect(without.map(({ path }) => path.join('/'))).toEqual([]);
  });

  it('has a slider for every number, from its least to its most', () => {
    for (const { node, name } of LEAVES) {
      const kind = kindOf(node, undefined);
      if (controlOfNode(kind, name, undefined) !== 'number') continue;
      const values = [kind.minimum, kind.maximum, kind.default, 1].filter((x) => typeof x === 'number');
      for (const value of values) {
        const range = sliderOf(kind, value);
        expect(range && range.min < range.max, `${name} ${value}`).toBe(true);
      }
    }
  });

  it('offers a beginning for every kind of every list', () => {
    for (const key of ['bodies', 'obstacles', 'emitters', 'forces', 'sinks', 'heatRegions'])
      expect(sampleOf(whole(ROOT.properties![key]!).items as SchemaNode), key).toBeTypeOf('object');
  });
});

describe.skipIf(NO_STUDIO)('the built page', () => {
  it('is small: what it starts with, the editor, the recorder of videos', () => {
    const folder = join(SITE_FOLDER, 'assets'),
      names = readdirSync(folder),
      packed = (name: string): number => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length / 1000,
      only = (pattern: RegExp): string => names.find((name) => pattern.test(name))!;
    const entry = only(/^index-.*\.js$/),
      imported = [...readFileSync(join(folder, entry), 'utf8').matchAll(/from"\.\/([\w-]+\.js)"/g)].map(
        ([, name]) => name!,
      );
    const start = [entry, only(/^index-.*\.css$/), ...imported].reduce((sum, name) => sum + packed(name), 0);
    console.log(
      `sizes, kB: start ${start.toFixed(0)}, editor ${packed(only(/^editor-/)).toFixed(0)}, video ${packed(only(/^record-video-/)).toFixed(0)}`,
    );
    expect(start).toBeLessThan(330);
    expect(packed(only(/^editor-/))).toBeLessThan(180);
    expect(packed(only(/^record-video-/))).toBeLessThan(65);
  });
});
