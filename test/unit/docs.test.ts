// The documents tell the truth: links lead somewhere, keys exist, generated files are fresh, the reader in Python reads, and every command
// and snippet of the quickstart runs and says what it is said to say.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bake } from '../../src/cache/bake.ts';
import { openCache } from '../../src/cache/cache.ts';
import { CODES } from '../../src/codes.ts';
import { sceneJsonSchema } from '../../src/scene/json-schema.ts';
import { findStaleDocs, programDocs, writeDocs } from '../../tools/write-error-docs.ts';
import { endOf, temporaryFolder } from '../cli/harness.ts';
import { SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { type FencedBlock, fencedBlocks } from '../helpers/fenced-blocks.ts';
import { unsaid } from '../helpers/same-words.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const DOCS = [
  ...readdirSync(ROOT),
  ...['docs', 'scenes', 'bench', 'examples', 'test', 'tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  ),
].filter((file) => file.endsWith('.md') && !file.includes('node_modules'));

describe('links', () => {
  /** Anchors of a document: those of its headings, and those it names itself. */
  const anchorsOf = (file: string): string[] => [
    ...[...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
    ...[...read(file).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
  ];

  it.each(DOCS)('of %s lead somewhere', (file) => {
    const text = read(file).replace(/^```[\s\S]*?^```$/gm, '');
    const broken = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].filter(([, path = '', anchor]) => {
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe('prose', () => {
  /** Lines of a document that a person reads as sentences: not code, not rows of tables. */
  const proseOf = (file: string): string[] => {
    const text = read(file).replace(/^( *)```[\s\S]*?^ *```$/gm, (block) => block.replace(/[^\n]/g, ''));
    return text.split('\n').map((line) => (line.startsWith('|') ? '' : line));
  };
  const placesOf = (file: string, isWrong: (line: string) => boolean): string[] =>
    proseOf(file).flatMap((line, n) => (isWrong(line) ? [`${file}:${n + 1}`] : []));
  const LONGEST = 200;
  const BRITISH = /colour|neighbour|metre|centre(?!d)|normalis|initialis|behaviour|modelling|\bgrey\b/i;

  it.each(DOCS)('of %s has short lines and one spelling', (file) => {
    expect(placesOf(file, (line) => line.length > LONGEST)).toEqual([]);
    expect(placesOf(file, (line) => BRITISH.test(line))).toEqual([]);
  });
});

describe('names', () => {
  it.each(['docs/troubleshooting.md', 'docs/cache.md', 'docs/quickstart.md'])('of codes in %s exist', (file) => {
    const named = read(file).match(/\b[A-Z]{3,}(?:_[A-Z]+)+\b/g) ?? [];
    expect(named.filter((code) => !Object.hasOwn(CODES, code) && !['NO_COLOR', 'THIXO_FFMPEG'].includes(code))).toEqual(
      [],
    );
  });

  it('of settings in the guide are keys of the format', () => {
    const keys = new Set(JSON.stringify(sceneJsonSchema()).match(/(?<=")[a-zA-Z]+(?=":)/g));
    const text = read('docs/troubleshooting.md');
    const named = [
      ...text.matchAll(
        /`(?:time\.|domain\.)?([a-z]+(?:[A-Z][a-z]+)+|stiffness|viscosity|spacing|smoothing|courant|jitter|xsph|kernel)`/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(50);
    const measured = ['centerOfMass']; // of info --json
    expect(named.map(([, key = '']) => key).filter((key) => !keys.has(key) && !measured.includes(key))).toEqual([]);
  });
});

describe('generated documents', () => {
  it('are those of the program, and stale ones are found', async () => {
    const docs = await programDocs();
    expect(findStaleDocs(ROOT, docs)).toEqual([]);
    const folder = temporaryFolder();
    expect(findStaleDocs(folder, docs).map(({ file }) => file)).toEqual(['docs/errors.md', 'docs/command-line.md']);
    writeDocs(folder, docs);
    expect(findStaleDocs(folder, docs)).toEqual([]);
    writeFileSync(join(folder, 'docs/errors.md'), docs['docs/errors.md']!.replace('Exit 5.', 'Exit 55.'));
    expect(findStaleDocs(folder, docs)).toMatchObject([{ file: 'docs/errors.md' }]);
  });
});

describe('the reader in Python', () => {
  it.each([
    ['in one file', SMALL_SCENE, '000001'],
    ['in parts', { ...SMALL_SCENE, output: { particlesPerFile: 30 } }, '000001-00001'],
  ])('reads what was baked, frames %s', async (_, scene, name) => {
    const folder = temporaryFolder(),
      output = join(folder, 'cache');
    await bake(await sceneFile(scene), output, { frames: 2 });
    const [program] = fencedBlocks(read('docs/cache.md')).filter(({ language }) => language === 'python');
    writeFileSync(join(folder, 'read_cache.py'), program!.text);
    writeFileSync(join(folder, 'sums.py'), SUMS);
    const python = (file: string) => spawnSync('python3', [file, 'cache'], { cwd: folder, encoding: 'utf8' });
    const cache = openCache(output);
    const expected = cache.frames.map(({ frame }) => {
      const { position, velocity, density, mass, smoothingLength, id, substance, pressure } = cache.readFrame(frame);
      const fields = { position, velocity, density, mass, smoothingLength, id, substance, pressure: pressure! };
      const sums = Object.entries(fields).map(([name, { buffer }]) => [name, sha256(new Uint8Array(buffer))]);
      return Object.fromEntries(sums);
    });
    expect(JSON.parse(python('sums.py').stdout)).toEqual(expected);
    const { stdout, stderr, status } = python('read_cache.py');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout.trim().split('\n')).toHaveLength(3);
    expect(stdout).toMatch(/^0\.000 s {2}\d+ particles {2}highest at 0\.\d{3} m$/m);
    const path = join(output, `frames/${name}.frame`),
      bytes = readFileSync(path);
    bytes[200]! ^= 1;
    writeFileSync(path, bytes);
    expect(python('read_cache.py').stderr).toContain('frame 1 is damaged');
  });

  it('is told of every line that the manifest can have', () => {
    const kinds = [...read('src/frames/manifest-line.ts').matchAll(/kind: '(\w+)'/g)].map(([, kind]) => kind);
    const told = [...read('docs/cache.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind);
    expect(new Set(told.filter((kind) => kinds.includes(kind)))).toEqual(new Set(kinds));
  });
});

/** Prints the SHA-256 of every field of every frame. */
const SUMS = `
import hashlib, json, sys
from read_cache import manifest, read_frame
frames = [read_frame(sys.argv[1], line) for line in manifest(sys.argv[1]) if line["kind"] == "frame"]
print(json.dumps([{name: hashlib.sha256(values.tobytes()).hexdigest() for name, values in f.items()} for f in frames]))
`;

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('the quickstart', () => {
  const blocks = fencedBlocks(read('docs/quickstart.md'));

  it('runs from beginning to end and says what it is said to say', { timeout: 400_000 }, async () => {
    const folder = clone();
    let said = '';
    for (const block of blocks) {
      if (block.language === 'json' || block.language === 'js')
        writeFileSync(join(folder, block.words[0]!), block.text);
      else if (block.language === 'sh') said = await runBlock(block, folder);
      else if (block.language === 'text' && said !== '') expect([said, unsaid(said, block.text)]).toEqual([said, []]);
    }
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThanOrEqual(8);
  });
});

/** A folder that looks like a clone, with `npx` for the program of dist/. */
function clone(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  for (const name of ['scenes', 'schema', 'dist', 'package.json', 'node_modules']) {
    symlinkSync(resolve(ROOT, name), join(folder, name));
  }
  const npx = join(folder, 'bin/npx');
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1" = thixo ] && shift && exec "${process.execPath}" "${ROOT}dist/cli/main.js" "$@"\n`,
  );
  chmodSync(npx, 0o755);
  return folder;
}

/** Runs a block of shell as a person would who does what the words behind `sh` say; returns everything it printed. */
async function runBlock({ text, words }: FencedBlock, cwd: string): Promise<string> {
  const env = { ...process.env, PATH: `${cwd}/bin:${process.env.PATH}`, NO_COLOR: '1' };
  const interrupt = words.includes('interrupt');
  const child = spawn('sh', ['-ec', `exec 2>&1\n${interrupt ? 'exec ' : ''}${text}`], { cwd, env });
  if (interrupt) {
    const listen = (chunk: string): void => {
      if (!/^frame +\d/m.test(chunk)) return;
      child.stdout.off('data', listen);
      child.kill('SIGINT');
    };
    child.stdout.setEncoding('utf8').on('data', listen);
  }
  const { code, stdout } = await endOf(child);
  const wanted = Number(words.find((word) => word.startsWith('exit='))?.slice(5) ?? 0);
  expect([text, code, code === wanted ? '' : stdout]).toEqual([text, wanted, '']);
  return stdout;
}
