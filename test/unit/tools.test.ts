// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source text
// The checks of tools/ must catch what they are there for, and let pass what only looks like it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkCitations } from '../../tools/check-citations.ts';
import { checkDeterminism, findInexact } from '../../tools/check-determinism.ts';
import { checkImports, findImports } from '../../tools/check-imports.ts';
import { checkLines } from '../../tools/check-lines.ts';
import { checkWasm } from '../../tools/check-wasm.ts';
import { parseCitations, parseWorks } from '../../tools/citations.ts';
import { completeLockfile, findMissingPackages } from '../../tools/complete-lockfile.ts';
import { formatOffense, lineAt, splitSource } from '../../tools/source-text.ts';
import { formatTally, formatWarning } from '../reporter.ts';

const repository = new URL('../..', import.meta.url).pathname;
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'thixo-tools-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}

/** Runs a tool as the command line does and returns its exit code and everything it printed. */
function run(tool: string, ...args: string[]): { code: number | null; text: string } {
  const command = ['--import', 'tsx', join(repository, 'tools', tool), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: repository, encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

describe('splitSource', () => {
  it('keeps length and lines, and gives every character to one view only', () => {
    const text = "const a = 'b // c'; // d\n/* e\n f */ g(`h ${i + `j${k}`} l`, /[/'\"]m/g, n / o / p);\n";
    const { code, prose } = splitSource(text);
    expect(code).toHaveLength(text.length);
    expect(prose).toHaveLength(text.length);
    expect(code.replace(/\s+/g, ' ')).toBe("const a = ' '; g(` ${i + ` ${k}`} `, , n / o / p); ");
    expect(prose.replace(/\s+/g, ' ').trim()).toBe('b // c // d /* e f */ h j l');
    expect(code.split('\n')).toHaveLength(4);
  });

  it('does not take a brace inside a template expression for its end', () => {
    expect(splitSource('`a${f({ b: 1 })}c` + d').code).toBe('` ${f({ b: 1 })} ` + d');
  });

  it('survives an unfinished string, comment or template', () => {
    for (const text of ["'a", '/* a', '`a', '`a${b', "'a\\"]) {
      const { code, prose } = splitSource(text);
      expect([code.length, prose.length]).toEqual([text.length, text.length]);
    }
  });
});

describe('lineAt', () => {
  it('counts a line break to the line it ends', () => {
    expect([0, 1, 2, 3, 4].map((offset) => lineAt('a\n\nb', offset))).toEqual([1, 1, 2, 3, 3]);
  });
});

describe('findImports', () => {
  it('finds every form with its line, and nothing in comments and strings', () => {
    const text = [
      'import { a,',
      "  b } from './one.ts';",
      'import type { C } from "./two.ts";',
      "import './three.ts';",
      "export * from './four.ts';",
      "export type { D } from './five.ts';",
      "const e = await import('./six.ts');",
      "// import f from './no.ts'",
      'const g = "import h from \'./no.ts\'";',
      "export const from = './no.ts';",
      'const i = import.meta.url;',
      'const j = await import(i);',
      "import type from './seven.ts';",
    ].join('\n');
    expect(findImports(text).map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line])).toEqual([
      ['./one.ts', false, 1],
      ['./two.ts', true, 3],
      ['./three.ts', false, 4],
      ['./four.ts', false, 5],
      ['./five.ts', true, 6],
      ['./six.ts', false, 7],
      [undefined, false, 12],
      ['./seven.ts', false, 13],
    ]);
  });
});

describe('check-imports', () => {
  it('accepts downward imports, types of the scene, and Node and three.js at home', () => {
    write({
      'src/problem.ts': 'export const p = 1;',
      'src/particles/set.ts': "import { p } from '../problem.ts';\nexport const s = p;",
      'src/substances/sph/step.ts':
        "import type { Scene } from '../../scene/schema.ts';\nimport { s } from '../../particles/set.ts';\nexport const t: Scene = s;",
      'src/scene/schema.ts': "import * as z from 'zod';\nexport type Scene = typeof z;",
      'src/threads/pool.ts':
        "const w = await import('node:worker_threads');\nconst v = await import(name);\nexport { v, w };",
      'src/three/view.ts':
        "import { Points } from 'three';\nimport { x } from 'three/addons/x.js';\nexport { Points, x };",
      'src/index.ts': "export * from './particles/set.ts';\nexport * from './three/view.ts';",
    });
    expect(checkImports(root)).toEqual([]);
  });

  it.each([
    [
      'an upward import',
      'src/particles/a.ts',
      "import { w } from '../world/w.ts';",
      /'particles' may not import from 'world'/,
    ],
    [
      'a family that knows another',
      'src/substances/sph/a.ts',
      "import type { g } from '../globules/g.ts';",
      /'substances\/sph' may not import from 'substances\/globules'/,
    ],
    [
      'an engine that knows a family',
      'src/engine/a.ts',
      "import { s } from '../substances/sph/s.ts';",
      /'engine' may not import from 'substances\/sph'/,
    ],
    [
      'a sideways import',
      'src/sources/a.ts',
      "import { o } from '../obstacles/o.ts';",
      /'sources' may not import from 'obstacles'/,
    ],
    [
      'an upward type',
      'src/wasm/a.ts',
      "import type { W } from '../world/w.ts';",
      /'wasm' may not import from 'world'/,
    ],
    ['a value of the scene', 'src/sources/a.ts', "import { s } from '../scene/s.ts';", /only types from 'scene'/],
    ['an upward re-export', 'src/kernels/a.ts', "export * from '../neighbors/n.ts';", /'kernels' may not import/],
    ['an upward import()', 'src/kernels/a.ts', "await import('../neighbors/n.ts');", /'kernels' may not import/],
    ["Node's API", 'src/world/a.ts', "import { readFileSync } from 'node:fs';", /'world' may not use Node's 'node:fs'/],
    [
      "Node's API without prefix",
      'src/world/a.ts',
      "import { join } from 'path/posix';",
      /may not use Node's 'path\/posix'/,
    ],
    ['three.js', 'src/render/a.ts', "import 'three/addons/x.js';", /'three' may be imported only in src\/three/],
    ['a path out of src', 'src/world/a.ts', "import { k } from '../../assembly/k.ts';", /leaves src\//],
    ['a computed import()', 'src/world/a.ts', 'await import(name);', /cannot be checked/],
    ['a folder without layer', 'src/helpers/a.ts', 'export {};', /'helpers' has no layer/],
    ['the entry point', 'src/cli/a.ts', "import { W } from '../index.ts';", /'cli' may not import from 'index'/],
  ])('refuses %s', (_, file, text, message) => {
    write({ [file]: `// first line\n${text}\n` });
    const offenses = checkImports(root);
    expect(offenses).toHaveLength(1);
    expect(formatOffense(offenses[0]!)).toMatch(message);
    expect(formatOffense(offenses[0]!)).toMatch(file.includes('helpers') ? `${file}: ` : `${file}:2: `);
  });

  it('refuses cycles, also of types and through several files, once each', () => {
    write({
      'src/world/a.ts': "import './b.ts';",
      'src/world/b.ts': "import type { C } from './c.ts';",
      'src/world/c.ts': "export * from './a.ts';",
      'src/world/d.ts': "import './a.ts';\nimport './d.ts';",
    });
    expect(checkImports(root).map(formatOffense)).toEqual([
      'src/world/c.ts:1: import cycle: src/world/a.ts → src/world/b.ts → src/world/c.ts → src/world/a.ts',
      'src/world/d.ts:2: import cycle: src/world/d.ts → src/world/d.ts',
    ]);
  });

  it('exits 1 with file and line', () => {
    write({ 'src/wasm/a.ts': "\nimport '../cli/main.ts';" });
    const { code, text } = run('check-imports.ts', root);
    expect(code).toBe(1);
    expect(text).toContain('src/wasm/a.ts:2: ');
  });
});

describe('check-determinism', () => {
  it.each([
    'const a = Math.sin(b);',
    'const a = Math\n  .atan2(b, c);',
    'const a = Math.log1p(b);',
    'const a = Math.hypot(b, c);',
    'const a = Math.random();',
    'const a = Math.f16round(b);',
    "const a = Math['sin'](b);",
    'const { sin } = Math;',
    'const a = b ** 2;',
    'a **= 2;',
    'const a = `${b ** 2}`;',
    'const a = Date.now();',
    'const a = new Date();',
    'const a = performance.now();',
    'const a = process.hrtime.bigint();',
    'names.sort((a, b) => a.localeCompare(b));',
  ])('refuses %s', (text) => {
    expect(findInexact('a.ts', text)).toHaveLength(1);
  });

  it('accepts exact functions, and words in comments and strings', () => {
    const text = [
      '// Math.sin, a ** b and Date.now() are forbidden',
      '/** Math.exp **/',
      "const a = 'Math.cos ** Date';",
      'const b = Math.sqrt(2) * Math.PI + Math.max(1, Math.imul(2, 3)) + Math.fround(1);',
      'const c = x * y / z * w;',
      'const d = updateDate(mathematics.Date);',
      'export * as e from "./e.ts";',
    ].join('\n');
    expect(findInexact('a.ts', text)).toEqual([]);
  });

  it('looks where results reach the state, and only there', () => {
    write({ 'src/surface/a.ts': '\nMath.cos(1);', 'src/cli/b.ts': 'Math.cos(1);', 'src/cli/c.ts': 'Date.now();' });
    expect(checkDeterminism(root).map(({ file, line }) => `${file}:${line}`)).toEqual(['src/surface/a.ts:2']);
    const { code, text } = run('check-determinism.ts', root);
    expect(code).toBe(1);
    expect(text).toContain('src/surface/a.ts:2: Math.cos differs between engines');
  });
});

describe('check-citations', () => {
  // Written without brackets here, so that the check does not take these examples for citations of this file.
  const cite = (...bodies: string[]): string => bodies.map((body) => `// [${body}]`).join('\n');
  const bibliography =
    '@article{DC99,\n  title = {Substances},\n  equations = {23}\n}\n@misc{Mon92,\n  title = {Review},\n}\n';
  const anchors = ['s3', 's3e', 's24', 'x1', 'x2', 'x3', 'x51', 'v52'].map((id) => `<a id="${id}"></a>`);
  const equations = `# Equations\n\n${anchors.join('\n')}\n`;

  function check(source: string): string[] {
    write({ 'docs/references.bib': bibliography, 'docs/equations.md': equations, 'src/a.ts': source });
    return checkCitations(root).offenses.map(formatOffense);
  }

  it('reads lists, ranges, several works and remarks', () => {
    const [citation] = parseCitations(cite('DC99 eq. 8, 12-14, §5.2'));
    expect(citation!.locators.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'eq. 8',
      'eq. 12',
      'eq. 13',
      'eq. 14',
      '§ 5.2',
    ]);
    const several = parseCitations(cite('DC99 eq. 23 with the sign of X1; AW09 §3a, App. C'));
    expect(several.map(({ key, locators }) => [key, ...locators.map(({ name }) => name)])).toEqual([
      ['DC99', '23'],
      ['AW09', '3a', 'App. C'],
      ['card', '1'],
    ]);
  });

  it('accepts what exists, the card and the design', () => {
    expect(
      check(cite('DC99 eq. 1, 23', 'DC99 §99', 'Mon92', 'Mon92 eq. 99', 'card §3e, §24, X1-X3, V52', 'design: time')),
    ).toEqual([]);
    expect(check('// as card §3 says (X51), [X3], and V52 shows')).toEqual([]);
  });

  it('takes errata and cases without brackets from comments and documents only', () => {
    expect(check("const a = ['V99', 'X99'];")).toEqual([]);
    write({ 'docs/a.md': '# A\n\nThe block of V98 (card §98).\n', 'README.md': 'Wrong by X97.\n' });
    expect(check('// X99')).toEqual([
      'src/a.ts:1: card has no X99: docs/equations.md has no anchor for it',
      'README.md:1: card has no X97: docs/equations.md has no anchor for it',
      'docs/a.md:3: card has no V98: docs/equations.md has no anchor for it',
      'docs/a.md:3: card has no §98: docs/equations.md has no anchor for it',
    ]);
    write({ 'docs/a.md': '', 'README.md': '' });
  });

  it('knows the decisions', () => {
    write({ 'docs/adr/0007-lists.md': '# 7. Lists\n' });
    expect(check('// ADR 7, docs/adr/0007, docs/adr/0007-lists.md\nconst a = "ADR 9";')).toEqual([]);
    expect(check('// ADR 8, docs/adr/0009,\n// docs/adr/0007-list.md')).toEqual([
      'src/a.ts:1: ADR 8 is not in docs/adr',
      'src/a.ts:1: docs/adr/0009 is not in docs/adr',
      'src/a.ts:2: docs/adr/0007-list is not in docs/adr',
    ]);
  });

  it('fails on a wrong place of the card', () => {
    check(cite('card §25'));
    const { code, text } = run('check-citations.ts', root);
    expect(code).toBe(1);
    expect(text).toContain('src/a.ts:1: card has no §25');
  });

  it('looks into comments and strings, not into code', () => {
    const brackets = ['[', 'XY99', ']'].join('');
    expect(check(`const a = table${brackets};`)).toEqual([]);
    expect(check(`const a = '${brackets}';`)).toHaveLength(1);
  });

  it.each([
    ['an unknown key', 'XY99 eq. 1', /\[XY99\] is not in/],
    ['an equation beyond the last', 'DC99 eq. 8, 24', /DC99 has no eq\. 24: the last is eq\. 23/],
    ['an equation zero', 'DC99 eq. 0', /DC99 has no eq\. 0/],
    ['the end of a range', 'DC99 eq. 22-24', /DC99 has no eq\. 24/],
    ['a section of the card', 'card §25', /card has no §25/],
    ['a part of a section', 'card §3f', /card has no §3f/],
    ['a section beside another work', 'DC99 eq. 1; the tests are those of card §26', /card has no §26/],
    ['an erratum', 'DC99 eq. 1, X52', /card has no X52/],
    ['an erratum within a range', 'DC99 eq. 1, X2-X4', /card has no X4/],
    ['a validation case', 'card V53', /card has no V53/],
    ['a number of nothing', 'DC99 8', /does not say what 8 is/],
  ])('refuses %s', (_, body, message) => {
    const offenses = check(`\n${cite(body)}`);
    expect(offenses).toHaveLength(1);
    expect(offenses[0]).toMatch(message);
    expect(offenses[0]).toMatch(/^src\/a\.ts:2: /);
  });

  it('writes an index in a stable order and notices when it is stale', () => {
    check(`${cite('DC99 eq. 10', 'Mon92')}\n${cite('DC99 eq. 9, 10, X1', 'card §3e')}`);
    write({ 'test/b.ts': cite('DC99 eq. 9') });
    expect(run('check-citations.ts', root).code).toBe(0);
    const index = readFileSync(join(root, 'docs/equation-index.md'), 'utf8');
    expect(index).toContain(
      '| eq. 9 | [src/a.ts](../src/a.ts), [test/b.ts](../test/b.ts) |\n| eq. 10 | [src/a.ts](../src/a.ts) |\n',
    );
    expect(index).toContain('| [§3e](equations.md#s3e) | [src/a.ts](../src/a.ts) |\n| [X1](equations.md#x1) |');
    expect(index).toContain('## Mon92: Review\n\n| place | files |\n|---|---|\n| (whole) | [src/a.ts](../src/a.ts) |');
    write({ 'test/b.ts': `\n\n${cite('DC99 eq. 9')}` });
    expect(run('check-citations.ts', root, '--check').code).toBe(0);
    write({ 'test/b.ts': cite('DC99 eq. 11') });
    const { code, text } = run('check-citations.ts', root, '--check');
    expect(code).toBe(1);
    expect(text).toContain('docs/equation-index.md: does not fit the code');
  });

  it('reads the real bibliography', () => {
    const works = parseWorks(readFileSync(join(repository, 'docs/references.bib'), 'utf8'));
    const limits = Object.fromEntries(works.map(({ key, limits }) => [key, limits]));
    expect(limits).toMatchObject({
      DC99: { 'eq.': 23 },
      PV09: { 'eq.': 13 },
      AW09: { 'eq.': 97 },
      MP89: { 'eq.': 10 },
    });
    expect(limits.SL03).toEqual({ 'eq.': 7, slide: 38 });
    expect(works.every(({ key, title }) => /^[A-Z]\w+\d\d$/.test(key) && title.length > 10)).toBe(true);
  });
});

describe('check-wasm', () => {
  const section = (id: number, ...content: number[]): number[] => [id, content.length, ...content];
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
  const memory = [1, ...name('env'), ...name('memory'), 2, 3, 1, 2]; // one import: shared memory of 1 to 2 pages

  /** A module with one function without parameters and results. */
  function moduleWith(
    body: readonly number[],
    imports: readonly number[] = memory,
    data: readonly number[] = [],
  ): Uint8Array<ArrayBuffer> {
    const func = [0, ...body, 0x0b];
    return new Uint8Array([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, 1, 0x60, 0, 0),
      ...section(2, ...imports),
      ...section(3, 1, 0),
      ...section(10, 1, func.length, ...func),
      ...(data.length > 0 ? section(11, ...data) : []),
    ]);
  }
  const messages = (data: Uint8Array<ArrayBuffer>): string[] =>
    checkWasm('a.wasm', data).offenses.map((o) => o.message);

  const V128_CONST = [0xfd, 12, ...Array.from({ length: 16 }, (_, n) => [0xfd, 0x80, 0x02, 0x0b][n % 4]!)];
  const DROP = 0x1a;

  it('accepts fixed-width SIMD, atomics and constants that look like opcodes', () => {
    const body = [
      ...[...V128_CONST, ...V128_CONST, 0xfd, 0xe4, 0x01, DROP], // f32x4.add
      ...[0x41, 0, 0xfd, 0x5c, 2, 0, 0xfd, 31, 3, DROP], // v128.load32_zero, f32x4.extract_lane 3
      ...[0x41, 0, 0x41, 1, 0xfe, 0x1e, 2, 0, DROP], // i32.atomic.rmw.add
      ...[0x02, 0x40, 0x41, 0, 0x0e, 1, 0, 0, 0x0b], // block, br_table
      ...[0x44, 0xfd, 0x80, 0x02, 0, 0, 0, 0, 0, DROP], // f64.const
      ...[0x42, 0xfd, 0x80, 0x82, 0x80, 0x02, DROP], // i64.const
    ];
    const census = checkWasm('a.wasm', moduleWith(body));
    expect(census.offenses).toEqual([]);
    expect(census).toMatchObject({ functions: 1, instructions: 21, simd: 5 });
  });

  it('refuses relaxed SIMD', () => {
    const body = [...V128_CONST, ...V128_CONST, 0xfd, 0x80, 0x02, DROP]; // i8x16.relaxed_swizzle
    expect(messages(moduleWith(body))[0]).toMatch(/relaxed SIMD opcode 0x100 in function 0 at byte \d+/);
  });

  it('refuses an opcode it does not know instead of guessing', () => {
    expect(messages(moduleWith([0xfb, 0x00]))[0]).toMatch(/unknown opcode 0xfb/);
  });

  it('refuses other imports', () => {
    const clock = [1, ...name('env'), ...name('now'), 0, 0];
    expect(messages(moduleWith([], clock))).toEqual([
      'imports function env.now: the engine gives its module only memory',
    ]);
    const abort = [1, ...name('env'), ...name('abort'), 0, 0];
    expect(messages(moduleWith([], abort))).toEqual([]);
  });

  it('refuses data in the context block or in the arena', () => {
    const at = (...leb: number[]): number[] => [1, 0, 0x41, ...leb, 0x0b, 2, 7, 7]; // two bytes at a constant
    expect(messages(moduleWith([], memory, at(0x80, 0xa0, 0x02)))).toEqual([]);
    expect(messages(moduleWith([], memory, at(0xff, 0x9f, 0x02)))).toEqual([
      'data from 36863 to 36865 is not between the context block and the arena, 36864 to 131072',
    ]);
    expect(messages(moduleWith([], memory, at(0xff, 0xff, 0x07)))[0]).toMatch(
      /^data from 131071 to 131073 is not between/,
    );
  });

  it('refuses a truncated module, other bytes, and a missing file', () => {
    expect(messages(moduleWith([0x41]))).not.toEqual([]);
    expect(messages(new Uint8Array([1, 2, 3]))[0]).toMatch(/not a WebAssembly module/);
    const { code, text } = run('check-wasm.ts', join(root, 'none.wasm'));
    expect(code).toBe(1);
    expect(text).toContain('not found: build it first');
  });

  it('agrees with the compiler on the size of a real module', () => {
    const source =
      'export function f(p: usize): f32 { return f32x4.extract_lane(v128.load(p), 2) + <f32>atomic.load<i32>(p); }';
    write({ 'f.ts': source });
    const asc = join(repository, 'node_modules/assemblyscript/bin/asc.js');
    const flags = '-O3 --noAssert --runtime stub --enable simd --enable threads --importMemory --sharedMemory'.split(
      ' ',
    );
    const memoryFlags = ['--initialMemory', '1', '--maximumMemory', '2'];
    const command = [asc, 'f.ts', '-o', 'f.wasm', '-t', 'f.wat', ...flags, ...memoryFlags];
    execFileSync(process.execPath, command, { cwd: root });
    const census = checkWasm('f.wasm', new Uint8Array(readFileSync(join(root, 'f.wasm'))));
    expect(census.offenses).toEqual([]);
    const wat = readFileSync(join(root, 'f.wat'), 'utf8');
    const wanted = wat.match(/^ {2,}\(?(?:local\.get|v128\.|f32x4\.|i32\.atomic|f32\.)/gm)!.length;
    expect(census).toMatchObject({ functions: 1, instructions: wanted + 1, simd: 2 }); // the text has no `end`
  });
});

describe('check-lines', () => {
  it('refuses lines of more than 140 characters, whatever their bytes, but in listed files', () => {
    const long = `const a = ${'1'.repeat(130)};`;
    write({
      'assembly/a.ts': `${long}\nconst b = 1;\n// ${'π'.repeat(137)}\n// ${'π'.repeat(138)}\n`,
      'assembly/flow/b.ts': `${long}\n`,
    });
    expect(checkLines(root, new Set(['assembly/flow/b.ts'])).map(formatOffense)).toEqual([
      'assembly/a.ts:1: 141 characters: wrap it at 140',
      'assembly/a.ts:4: 141 characters: wrap it at 140',
    ]);
  });

  it('refuses a list that names files that are gone', () => {
    write({ 'assembly/a.ts': 'const b = 1;\n' });
    expect(checkLines(root, new Set(['assembly/old.ts'])).map(formatOffense)).toEqual([
      'assembly/old.ts: is gone: take it off the list in tools/check-lines.ts',
    ]);
  });
});

describe('complete-lockfile', () => {
  const lockfile = {
    packages: {
      '': {},
      'node_modules/a': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: { '@a/linux-x64': '1.0.0', '@a/win32-arm64': '1.0.0' },
      },
      'node_modules/@a/linux-x64': { version: '1.0.0' },
      'node_modules/b': {
        version: '2.0.0',
        optionalDependencies: { 'b-linux-arm-gnueabihf': '2.0.0', 'b-x': '^1.0.0' },
      },
    },
  };

  it('adds what is missing with its platform, and nothing else', () => {
    const completed = completeLockfile(lockfile);
    expect(findMissingPackages(lockfile)).toEqual({
      'node_modules/@a/win32-arm64': { version: '1.0.0', cpu: ['arm64'], os: ['win32'], dev: true, optional: true },
      'node_modules/b-linux-arm-gnueabihf': {
        version: '2.0.0',
        cpu: ['arm'],
        os: ['linux'],
        libc: ['glibc'],
        optional: true,
      },
    });
    expect(completed.packages).toMatchObject(lockfile.packages);
    expect(Object.keys(completed.packages)).toEqual(Object.keys(completed.packages).sort());
    expect(findMissingPackages(completed)).toEqual({});
  });

  it('fails the check until the file is completed', () => {
    write({ 'package-lock.json': JSON.stringify(lockfile) });
    const before = run('complete-lockfile.ts', root, '--check');
    expect(before.code).toBe(1);
    expect(before.text).toContain('node_modules/@a/win32-arm64 is missing');
    expect(run('complete-lockfile.ts', root).code).toBe(0);
    expect(run('complete-lockfile.ts', root, '--check').code).toBe(0);
  });
});

describe('this repository', () => {
  it('has a lock file that `npm ci` accepts', () => {
    const lockfile = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    expect(Object.keys(findMissingPackages(lockfile))).toEqual([]);
  });
  it('imports downward only', () => {
    expect(checkImports(repository).map(formatOffense)).toEqual([]);
  });
  it('uses no inexact function where results reach the state', () => {
    expect(checkDeterminism(repository).map(formatOffense)).toEqual([]);
  });
  it('cites only what exists', () => {
    expect(checkCitations(repository).offenses.map(formatOffense)).toEqual([]);
  });
});

describe('the closing line', () => {
  it('mentions skipped tests only when there are some', () => {
    expect(formatTally({ passed: 3, failed: 0, skipped: [] })).toBe('3 passed, 0 failed');
    expect(formatTally({ passed: 3, failed: 1, skipped: [{ name: 'a', reason: 'b' }] })).toBe(
      '3 passed, 1 failed, 1 skipped',
    );
  });

  it('is loud about what could not be tested for want of a program, and only about that', () => {
    const chromium = { name: '[browser] a', reason: 'no Chromium at /usr/bin/chromium' };
    const warning = formatWarning([chromium, chromium, { name: 'b', reason: 'V12 is not met yet' }]);
    expect(warning).toContain('NOT EVERYTHING WAS TESTED');
    expect(warning).toContain('2 skipped: no Chromium at /usr/bin/chromium');
    expect(warning).toContain('npm run setup');
    expect(warning).not.toContain('V12');
    const harmless = ['V12 is not met yet', 'no reason given'].map((reason) => ({ name: 'b', reason }));
    expect(formatWarning(harmless)).toBe('');
  });

  it('counts the browser tests that the configuration leaves out without Chromium', () => {
    const script =
      "import('./vitest.config.ts').then((config) => console.log(JSON.stringify(config.default.test.reporters[1])))";
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', '-e', script], {
      cwd: repository,
      env: { ...process.env, CHROMIUM: '/nowhere/chromium' },
      encoding: 'utf8',
    });
    const { leftOut } = JSON.parse(stdout) as { leftOut: { name: string; reason: string }[] };
    expect(leftOut.length).toBeGreaterThan(5);
    expect(new Set(leftOut.map(({ reason }) => formatWarning([{ name: '', reason }]))).size).toBe(1);
    expect(leftOut[0]!.reason).toContain('/nowhere/chromium');
  });
});
