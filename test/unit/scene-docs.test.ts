// What is generated from the scene schema: the scene reference must be complete and its examples right, and neither file may be stale.

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sceneJsonSchema } from '../../src/scene/json-schema.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { SPH_PRESETS, sceneSchema } from '../../src/scene/schema.ts';
import { findStaleDocs, sceneDocs, writeSceneDocs } from '../../tools/write-scene-docs.ts';
import { SceneEditor } from '../helpers/scene-editor.ts';
import { nodesIn } from '../helpers/schema-nodes.ts';

const repository = new URL('../..', import.meta.url).pathname;
const editor = new SceneEditor();
const trig = { sin: Math.sin, cos: Math.cos, atan2: Math.atan2 };

describe('the scene reference', () => {
  const text = sceneDocs()['docs/scene-reference.md']!;
  const examples = Array.from(text.matchAll(/```json\n(.*?)```/gs), ([, json]) => json!);

  it('has examples that are scenes, for people and for the editor', async () => {
    expect(examples.length).toBeGreaterThan(25);
    for (const example of examples) {
      expect(() => parseScene(parse(example), trig), example).not.toThrow();
      expect(await editor.complaints(example), example).toEqual([]);
    }
  });

  it('has every key of the format in a table', () => {
    const inTables = new Set(Array.from(text.matchAll(/^\| `(?:[\w[\].]+\.)?(\$?\w+)`/gm), ([, name]) => name));
    const kinds = new Set(Array.from(text.matchAll(/^### (\w+)$/gm), ([, name]) => name));
    for (const [path] of nodesIn(sceneJsonSchema())) {
      const field = /\/properties\/([^/]+)$/.exec(path)?.[1];
      if (field) expect(inTables.has(field) || kinds.has(field), path).toBe(true);
    }
  });

  it('links to headings that are there', () => {
    const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title]) => title!.toLowerCase().replaceAll(' ', '-'));
    const links = Array.from(text.matchAll(/\]\(#([^)]+)\)/g), ([, link]) => link!);
    expect(links.length).toBeGreaterThan(40);
    for (const link of links) expect(headings).toContain(link);
    expect(new Set(headings).size).toBe(headings.length);
  });

  it('says of a field all there is to say', () => {
    const { description } = sceneSchema.shape.frameRate.meta()!;
    expect(text).toContain(`| \`frameRate\` | number | frames/s | > 0, ≤ 100000 | 25 | ${description} `);
    expect(text).toContain('| `keyframes[].time` | number | s | 0 to 1000000000 | required |');
    expect(text).toContain('| `bodies` | list of [body](#bodies) |  |  | none |');
  });

  it('has a row for every preset', () => {
    for (const preset of SPH_PRESETS) expect(text).toMatch(new RegExp(`^\\| \`${preset}\` \\| \\d`, 'm'));
  });
});

describe('the generated files', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'thixo-docs-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are up to date', () => expect(findStaleDocs(repository)).toEqual([]));

  it('are known to be stale when missing or changed', () => {
    const stale = (): string[] => findStaleDocs(root).map(({ file }) => file);
    expect(stale()).toEqual(['schema/scene.schema.json', 'schema/design.schema.json', 'docs/scene-reference.md']);
    writeSceneDocs(root);
    expect(stale()).toEqual([]);
    appendFileSync(join(root, 'docs/scene-reference.md'), '\n');
    expect(stale()).toEqual(['docs/scene-reference.md']);
  });

  it('hold the schema as it is, in lines of a readable length', () => {
    const text = sceneDocs()['schema/scene.schema.json']!;
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(sceneJsonSchema())));
    const long = text.split('\n').filter((line) => line.length > 130 && !/escription|omment/.test(line));
    expect(long).toEqual([]);
  });
});
