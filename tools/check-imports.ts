// Imports in src/ point downward only, files do not form cycles, Node's API and three.js stay in their folders. [design: imports]
// Run with `tsx tools/check-imports.ts [root]`; prints every offense and exits 1 if there is one.

import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { isMain, report } from './run-check.ts';
import { lineAt, listFiles, type Offense, readSource, splitSource } from './source-text.ts';

/**
 * The parts of src/ from the bottom up. A part may import from the layers below its own, and from itself. Every folder of `substances` is a
 * family and a part of its own, so that families know nothing of each other.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['codes'],
  ['problem', 'math', 'pointer', 'schema'],
  ['wasm', 'random', 'kernels', 'shapes'],
  ['threads', 'meshless', 'ranks'],
  ['particles'],
  ['neighbors'],
  ['obstacles', 'sources'],
  ['meshes'],
  ['rigid'],
  ['skin'],
  ['design'],
  ['engine'],
  ['substances/*'],
  ['substances'],
  ['adaptivity'],
  ['scene', 'diagnose', 'colors'],
  ['world'],
  ['surface', 'frames', 'live', 'mpi', 'foam'],
  ['modeling'],
  ['export', 'render', 'cache', 'three', 'worker'],
  ['make'],
  ['studio-server'],
  ['cli'],
  ['index'],
];

/** Parts whose types, and only types, any other part may import. */
const TYPES_FOR_ALL: readonly string[] = ['scene'];

/** Parts that may use Node's API, also through a computed `import()` that keeps it out of browser bundles. */
const NODE_PARTS: readonly string[] = [
  ...['worker', 'cli', 'studio-server', 'make', 'cache', 'export', 'render', 'threads', 'mpi'],
];

/** Packages that only some parts may import; `index` re-exports and imports none. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  three: ['three'],
  zod: ['schema', 'engine', 'substances/*', 'scene', 'frames', 'cache', 'cli'],
  'jsonc-parser': ['scene'],
  commander: ['cli'],
  picocolors: ['cli'],
  '@gltf-transform/core': ['export'],
  bullmq: ['make'],
  koffi: ['mpi'],
  '@dimforge/rapier3d-deterministic-compat': ['rigid'],
};

/** One import or re-export. */
export interface Import {
  /** What is written between the quotes; undefined for `import(expression)`. */
  readonly specifier: string | undefined;
  /** `import type` or `export type`: gone at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
}

const FROM =
  /(?<![.\w$])(?:import|export)\b(?<type>\s+type\b(?!\s*(?:,|from\b)))?[^'"`;=()]*?\bfrom\s*(?<quote>["'])(?<gap> *)\k<quote>/g;
const SIDE_EFFECT = /(?<![.\w$])import\s*(?<quote>["'])(?<gap> *)\k<quote>/g;
const DYNAMIC = /(?<![.\w$])import\s*\(\s*(?:(?<quote>["'`])(?<gap> *)\k<quote>\s*[,)])?/g;

/** Every import of a source text, in the order of the text; comments and strings do not count. */
export function findImports(text: string): Import[] {
  const { code } = splitSource(text);
  const found: (Import & { at: number })[] = [];
  for (const pattern of [FROM, SIDE_EFFECT, DYNAMIC]) {
    for (const hit of code.matchAll(pattern)) {
      const { quote, gap, type } = hit.groups!;
      const start = quote === undefined ? -1 : hit.index + hit[0].indexOf(quote) + 1;
      const specifier = start < 0 ? undefined : text.slice(start, start + gap!.length);
      found.push({ specifier, typeOnly: type !== undefined, line: lineAt(text, hit.index), at: hit.index });
    }
  }
  return found.sort((a, b) => a.at - b.at).map(({ specifier, typeOnly, line }) => ({ specifier, typeOnly, line }));
}

/** The part a file belongs to: its folder below src/, its family, or its own name for a file directly in src/. */
function partOf(file: string): string {
  const [, first = '', ...deeper] = file.split('/');
  if (first === FAMILIES && deeper.length > 1) return `${first}/${deeper[0]}`;
  return deeper.length > 0 ? first : first.replace(/\.\w+$/, '');
}

/** The folder whose folders are families. */
const FAMILIES = 'substances';

/** How a part is named in the lists above. */
const layerName = (part: string): string => (part.startsWith(`${FAMILIES}/`) ? `${FAMILIES}/*` : part);

const layerOf = (part: string): number => LAYERS.findIndex((layer) => layer.includes(layerName(part)));

/** What is wrong with one import, or undefined. `target` is the imported file when the import is relative. */
function judge(file: string, found: Import, target: string | undefined): string | undefined {
  const part = partOf(file);
  const { specifier } = found;
  if (specifier === undefined) {
    return NODE_PARTS.includes(part)
      ? undefined
      : 'import() of a computed name cannot be checked: write it as a string';
  }
  if (target === undefined) return judgePackage(part, specifier);
  if (!target.startsWith('src/')) return `'${specifier}' leaves src/`;
  const other = partOf(target);
  if (other === part) return undefined;
  if (layerOf(other) < 0) return `'${specifier}' is in '${other}', which has no layer in tools/check-imports.ts`;
  if (layerOf(other) < layerOf(part)) return undefined;
  if (!TYPES_FOR_ALL.includes(other)) return `'${part}' may not import from '${other}': imports point downward`;
  return found.typeOnly ? undefined : `'${part}' may import only types from '${other}': write \`import type\``;
}

function judgePackage(part: string, specifier: string): string | undefined {
  const name = specifier.replace(/^node:/, '');
  const root = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/')[0]!;
  if (name !== specifier || builtinModules.includes(root)) {
    return NODE_PARTS.includes(part) ? undefined : `'${part}' may not use Node's '${specifier}'`;
  }
  const homes = PACKAGE_HOMES[root];
  if (homes === undefined || homes.includes(layerName(part))) return undefined;
  return `'${root}' may be imported only in ${homes.map((home) => `src/${home}`).join(' and ')}`;
}

/** Every offense in the src/ folder of a repository, sorted by file and line. */
export function checkImports(root: string): Offense[] {
  const files = listFiles(root, 'src', ['.ts', '.js', '.mjs']);
  const offenses: Offense[] = [];
  const edges = new Map<string, Map<string, number>>();
  for (const file of files) {
    const part = partOf(file);
    if (layerOf(part) < 0) {
      offenses.push({ file, line: 0, message: `'${part}' has no layer: add it to LAYERS in tools/check-imports.ts` });
      continue;
    }
    const targets = new Map<string, number>();
    edges.set(file, targets);
    for (const found of findImports(readSource(root, file))) {
      const target = found.specifier?.startsWith('.') ? posix.join(posix.dirname(file), found.specifier) : undefined;
      const vanishes = found.typeOnly && target !== undefined && TYPES_FOR_ALL.includes(partOf(target));
      if (target !== undefined && !vanishes && !targets.has(target)) targets.set(target, found.line);
      const message = judge(file, found, target);
      if (message !== undefined) offenses.push({ file, line: found.line, message });
    }
  }
  return [...offenses, ...findCycles(edges)].sort(byPlace);
}

function byPlace(a: Offense, b: Offense): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

/** One offense per import that closes a cycle, found by depth-first search. `edges`: file → imported file → line. */
function findCycles(edges: ReadonlyMap<string, ReadonlyMap<string, number>>): Offense[] {
  const offenses: Offense[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    path.push(file);
    for (const [target, line] of edges.get(file) ?? []) {
      const start = path.indexOf(target);
      if (start >= 0) {
        const message = `import cycle: ${[...path.slice(start), target].join(' → ')}`;
        offenses.push({ file, line, message });
      } else if (edges.has(target) && !done.has(target)) visit(target);
    }
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) if (!done.has(file)) visit(file);
  return offenses;
}

if (isMain(import.meta.url)) {
  const root = process.argv[2] ?? '.';
  const count = listFiles(root, 'src').length;
  report('check-imports', checkImports(root), `${count} files, every import points downward`);
}
