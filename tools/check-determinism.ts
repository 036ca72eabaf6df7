// Code that can reach the state of a simulation uses only arithmetic that every engine rounds alike, no clock and no chance:
// Math.sin and its kin differ between engines in the last bit [design: bitwise determinism]. Comments and strings do not count.
// Run with `tsx tools/check-determinism.ts [root]`; prints every offense and exits 1 if there is one.

import { isMain, report } from './run-check.ts';
import { lineAt, listFiles, type Offense, readSource, splitSource } from './source-text.ts';

/** The folders of src/ whose results reach the state. */
export const DETERMINISTIC_FOLDERS: readonly string[] = [
  'math',
  'wasm',
  'random',
  'kernels',
  'shapes',
  'meshless',
  'design',
  'particles',
  'neighbors',
  'obstacles',
  'sources',
  'substances',
  'adaptivity',
  'scene',
  'world',
  'live',
  'diagnose',
  'colors',
  'meshes',
  'skin',
  'surface',
  'foam',
  'render',
];

/** Members of Math that ECMAScript defines exactly; all others are refused, also ones added to the language later. */
const EXACT_MATH =
  'abs|ceil|clz32|floor|fround|imul|max|min|round|sign|sqrt|trunc|PI|E|LN2|LN10|LOG2E|LOG10E|SQRT2|SQRT1_2';

interface Rule {
  readonly pattern: RegExp;
  /** Says what is wrong, given the matched code. */
  readonly explain: (found: string) => string;
}

const RULES: readonly Rule[] = [
  {
    pattern: new RegExp(`\\bMath\\s*\\.\\s*(?!(?:${EXACT_MATH})\\b)\\w+`, 'g'),
    explain: (found) =>
      /random$/.test(found)
        ? 'Math.random has no seed: use the counter-based random numbers in src/random'
        : `${found.replace(/\s/g, '')} differs between engines: use the function of the WASM module`,
  },
  {
    pattern: /\bMath\b(?!\s*\.)/g,
    explain: () => 'Math as a value hides which function is called: write Math.name',
  },
  { pattern: /\*\*=?/g, explain: (found) => `${found} is Math.pow in disguise: multiply, or use the WASM module` },
  { pattern: /(?<!\.\s*)\bDate\b/g, explain: () => 'Date reads the clock: the engine has none' },
  { pattern: /\bperformance\s*(?:\.|\[)\s*\w*/g, explain: () => 'performance reads the clock: the engine has none' },
  { pattern: /\bhrtime\b/g, explain: () => 'hrtime reads the clock: the engine has none' },
  {
    pattern: /\b(?:getRandomValues|randomUUID|randomBytes)\b/g,
    explain: (found) => `${found} has no seed: use the counter-based random numbers in src/random`,
  },
  { pattern: /\blocaleCompare\b/g, explain: () => 'localeCompare depends on the locale: compare with < and >' },
];

/** Offenses in one source text. */
export function findInexact(file: string, text: string): Offense[] {
  const { code } = splitSource(text);
  return RULES.flatMap(({ pattern, explain }) =>
    [...code.matchAll(pattern)].map((hit) => ({ file, line: lineAt(text, hit.index), message: explain(hit[0]) })),
  ).sort((a, b) => a.line - b.line);
}

/** Offenses in the deterministic folders of a repository. */
export function checkDeterminism(root: string): Offense[] {
  return DETERMINISTIC_FOLDERS.flatMap((folder) => listFiles(root, `src/${folder}`, ['.ts', '.js', '.mjs'])).flatMap(
    (file) => findInexact(file, readSource(root, file)),
  );
}

if (isMain(import.meta.url)) {
  const root = process.argv[2] ?? '.';
  report('check-determinism', checkDeterminism(root), 'no clock, no chance, no inexact function reaches the state');
}
