// Writes what is generated from the program: docs/errors.md from the table of codes and their examples, docs/command-line.md from the help.
// Run with `tsx tools/write-error-docs.ts [root]`; with `--check` it only fails when a committed file is not what the program says.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandReference } from './command-reference.ts';
import { errorReference } from './error-reference.ts';
import { isMain, report } from './run-check.ts';
import type { Offense } from './source-text.ts';

/** Every generated file and its text. */
export async function programDocs(): Promise<Readonly<Record<string, string>>> {
  return { 'docs/errors.md': await errorReference(), 'docs/command-line.md': await commandReference() };
}

/** Writes the generated files below root. */
export function writeDocs(root: string, docs: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(docs)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** Files below root that are missing or do not have the text they should have. */
export function findStaleDocs(root: string, docs: Readonly<Record<string, string>>): Offense[] {
  return Object.entries(docs).flatMap(([file, text]) => {
    const line = firstDifference(readIfThere(join(root, file)), text);
    return line === 0 ? [] : [{ file, line, message: 'is not what the program says: run `npm run docs`' }];
  });
}

/** The first line that differs, from 1; 0 if none does. */
function firstDifference(there: string, wanted: string): number {
  if (there === wanted) return 0;
  const lines = wanted.split('\n');
  const different = there.split('\n').findIndex((line, k) => line !== lines[k]);
  return different < 0 ? lines.length : different + 1;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

if (isMain(import.meta.url)) {
  const args = process.argv.slice(2);
  const root = args.find((arg) => !arg.startsWith('-')) ?? '.';
  const check = args.includes('--check');
  const docs = await programDocs();
  if (!check) writeDocs(root, docs);
  report('write-error-docs', check ? findStaleDocs(root, docs) : [], 'error codes and command line fit the program');
}
