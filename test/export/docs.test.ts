// docs/export.md says what is true: its table has every format, and its program runs.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { expect, test } from 'vitest';
import { FORMATS } from '../../src/export/index.ts';
import { CLIENTS } from '../../tools/clients/clients.ts';
import { fencedBlocks } from '../helpers/fenced-blocks.ts';
import { bufferOf } from './frames.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const text = readFileSync(new URL('../../docs/export.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, rest]) => [name!, ...rest!.split(' | ')]);

test('the table has every format with its endings', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(FORMATS));
  for (const [name, files] of rows) {
    const format = FORMATS[name as keyof typeof FORMATS];
    const endings = (['surface', 'particles'] as const).map((what) => format.extension(what));
    for (const ending of endings) expect(files).toContain(`\`.${ending}\``);
    expect(files!.includes('per frame')).toBe(format.kind === 'frames');
  }
});

test('the programs that formats are checked with are those that are asked', () => {
  for (const row of rows) {
    for (const client of row
      .at(-1)!
      .replace(/\(.*\)/, '')
      .split(',')) {
      expect(CLIENTS.map(({ name }) => name)).toContain(client.trim());
    }
  }
});

test('the program runs', async () => {
  const { text: program } = fencedBlocks(text).find((block) => block.text.includes("from 'thixo/export'"))!;
  const folder = mkdtempSync(join(tmpdir(), 'thixo-export-'));
  try {
    const file = join(folder, 'drop.ply');
    const local = program
      .replace("'thixo/export'", JSON.stringify(`${SOURCE}export/index.ts`))
      .replace("'thixo'", JSON.stringify(`${SOURCE}index.ts`))
      .replace("'drop.ply'", JSON.stringify(file));
    const script = join(folder, 'program.mjs');
    writeFileSync(script, local);
    await import(/* @vite-ignore */ script);
    expect(existsSync(file)).toBe(true);
    const points = new PLYLoader().parse(bufferOf(readFileSync(file))).getAttribute('position');
    expect(points.count).toBeGreaterThan(10);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
