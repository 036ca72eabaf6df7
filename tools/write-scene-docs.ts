// Writes what is generated from the scene schema: schema/scene.schema.json for editors and docs/scene-reference.md for people.
// Run with `tsx tools/write-scene-docs.ts [root]`; with `--check` it only fails when a committed file does not fit the schema.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { designJsonSchema, sceneJsonSchema } from '../src/scene/json-schema.ts';
import { compactJson } from './compact-json.ts';
import { isMain, report } from './run-check.ts';
import { sceneReference } from './scene-reference.ts';
import type { Offense } from './source-text.ts';

/** Every generated file and its text. */
export function sceneDocs(): Readonly<Record<string, string>> {
  return {
    'schema/scene.schema.json': `${compactJson(sceneJsonSchema())}\n`,
    'schema/design.schema.json': `${compactJson(designJsonSchema())}\n`,
    'docs/scene-reference.md': sceneReference(),
  };
}

/** Writes the generated files below root. */
export function writeSceneDocs(root: string): void {
  for (const [file, text] of Object.entries(sceneDocs())) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** Files below root that are missing or do not have the text they should have. */
export function findStaleDocs(root: string): Offense[] {
  const stale = Object.entries(sceneDocs()).filter(([file, text]) => readIfThere(join(root, file)) !== text);
  return stale.map(([file]) => ({ file, line: 0, message: 'does not fit the schema: run `npm run docs`' }));
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const root = args.find((arg) => !arg.startsWith('-')) ?? '.';
  const check = args.includes('--check');
  if (!check) writeSceneDocs(root);
  report('write-scene-docs', check ? findStaleDocs(root) : [], 'JSON Schema and scene reference fit the schema');
}
