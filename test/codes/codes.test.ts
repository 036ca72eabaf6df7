// Every code has a failing example that gives this code, its place and a way out, and a passing one that gives nothing.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CODE_GROUPS, CODES, EXIT, type ProblemCode } from '../../src/codes.ts';
import { type ActRecipe, problemsOf, type SceneRecipe } from './recipe.ts';
import { RECIPES } from './recipes.ts';

const ALL = Object.keys(CODES) as ProblemCode[];
const REPOSITORY = new URL('../../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, REPOSITORY), 'utf8');

describe('every code', () => {
  it.each(ALL)('%s is given by its failing example and not by the passing one', async (code) => {
    const recipe: Partial<SceneRecipe & ActRecipe> = RECIPES[code];
    const found = await problemsOf(code, RECIPES[code], 'fail');
    expect(new Set(found.map((p) => p.code))).toEqual(new Set([code]));
    for (const problem of found) {
      expect(problem.pointer).toBe(recipe.pointer ?? '');
      expect(problem.message).toMatch(/^\S.*\.$/s);
      expect(problem.hint).toMatch(/^\S.*[.?]$/s);
      expect(problem.message + problem.hint).not.toMatch(/undefined|NaN|\[object|thixo-code-/);
      if (recipe.offset !== undefined) expect(problem.offset).toBe(recipe.offset);
    }
    const isWarning = found.every(({ severity }) => severity === 'warning');
    expect(CODES[code].exit === EXIT.ok).toBe(isWarning);
    expect(await problemsOf(code, RECIPES[code], 'pass')).toEqual([]);
  });

  it('says at which line a scene file is wrong', async () => {
    const inFiles = ALL.filter((code) => !('fail' in RECIPES[code]) && !('frames' in RECIPES[code]));
    const placed = await Promise.all(inFiles.map((code) => problemsOf(code, RECIPES[code], 'fail')));
    const places = placed.flat().filter(({ severity }) => severity === 'error');
    const unplaced = places.filter(({ place }) => !/^\w+\.(json|xyz):\d+:\d+$/.test(place ?? ''));
    // The size of the file and the memory of the whole run are at no particular line.
    expect(unplaced.map(({ code }) => code)).toEqual(['SCENE_TOO_LARGE', 'LIMIT_MEMORY']);
    expect(places.length).toBeGreaterThan(40);
  });

  it('has a meaning and a way out, in sentences', () => {
    for (const code of ALL) {
      const { meaning, fix } = CODES[code];
      expect([code, meaning.slice(-1), fix.slice(-1)]).toEqual([code, '.', '.']);
    }
    expect(Object.values(CODE_GROUPS).flatMap((group) => Object.keys(group))).toEqual(ALL);
  });

  it('has an anchor in docs/errors.md', () => {
    const anchors = read('docs/errors.md').match(/(?<=^### )\S+$/gm);
    expect(anchors).toEqual(ALL);
  });

  it('is used in src, and src uses no other', () => {
    const files = readdirSync(new URL('src', REPOSITORY), { recursive: true, encoding: 'utf8' });
    const sources = files
      .filter((file) => file.endsWith('.ts') && file !== 'codes.ts')
      .map((file) => read(`src/${file}`));
    const made = sources.flatMap(
      (text) => text.match(/(?<=\b(?:problem|warning|refusal|fail)\(\s*')[A-Z_]+(?=')/g) ?? [],
    );
    const quoted = new Set(sources.flatMap((text) => text.match(/(?<=')[A-Z]+(?:_[A-Z]+)*(?=')/g) ?? []));
    expect(ALL.filter((code) => !quoted.has(code))).toEqual([]);
    expect(made.filter((code) => !Object.hasOwn(CODES, code))).toEqual([]);
    expect(made.length).toBeGreaterThan(60);
  });

  it('has no folder of examples left over', () => {
    const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((f) => f.isDirectory());
    const wanted = ALL.filter((code) => !('fail' in RECIPES[code]));
    expect(folders.map(({ name }) => name).sort()).toEqual([...wanted].sort());
    for (const code of wanted) expect(existsSync(new URL(`${code}/pass.json`, import.meta.url))).toBe(true);
  });
});
