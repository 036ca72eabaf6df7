// A design from a file: text, overrides, the meshes it names, the checks of its structure. Every problem says at which line it stands.

import * as path from 'node:path';
import { type Problem, ThixoError } from '../problem.ts';
import { type Design, type DesignInput, designSchema } from '../scene/design-schema.ts';
import type { Limits } from '../scene/limits.ts';
import { completeLimits, requireAssignments, requireNames } from '../scene/options.ts';
import { isDesign, parseDesign } from '../scene/parse-design.ts';
import { isObject } from '../scene/schema-tree.ts';
import { trySetValues } from '../scene/set-value.ts';
import { readAssets } from './scene-assets.ts';
import { openText, placed } from './scene-text.ts';

/** A design that was read from a file and whose structure is right. */
export interface DesignFile {
  /** Absolute path of the file. */
  readonly path: string;
  /** Title of the design; without one the name of its folder (for …/name/design.json), else of the file. */
  readonly title: string;
  /** As written, overrides applied and meshes inlined. */
  readonly input: DesignInput;
  /** With all defaults. */
  readonly design: Design;
  /** Problems found later, with their places in the file. */
  places(problems: readonly Problem[]): Problem[];
}

/** How a design is loaded. */
export interface LoadDesignOptions {
  /** Overrides such as `weights.volume=100`. */
  readonly set?: readonly string[] | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Whether there is a design at a path, and not a scene. Never throws: who loads it says what is wrong. */
export function isDesignFile(file: string, limits: Limits): boolean {
  try {
    return isDesign(openText(file, limits, 'design').text.value);
  } catch {
    return false;
  }
}

/**
 * Reads and checks a design file, or design.json of a folder. Throws a ThixoError with everything that is wrong.
 * @example const { design } = await loadDesign('designs/bend', { set: ['weights.volume=100'] });
 */
export async function loadDesign(file: string, options: LoadDesignOptions = {}): Promise<DesignFile> {
  return readDesign(file, options);
}

/** The same, at once. */
export function readDesign(file: string, options: LoadDesignOptions = {}): DesignFile {
  requireNames(options, ['set', 'limits']);
  requireAssignments(options.set);
  const { set = [] } = options,
    limits = completeLimits(options.limits),
    { shown, text } = openText(file, limits, 'design'),
    changed = trySetValues(text.value, set, designSchema),
    folder = path.dirname(shown),
    { input, problems } = readAssets(withSkin(changed.value), folder, limits, false),
    isOwn = isObject(text.value) && Object.hasOwn(text.value, 'skin'), // else it is the mesh of the shape, which tells its problems
    early = [...text.problems, ...changed.problems, ...problems].filter((p) => isOwn || !p.pointer.startsWith('/skin')),
    places = (all: readonly Problem[]): Problem[] => [
      ...placed(all.filter(isAbout), text, shown, set),
      ...all.filter((each) => !isAbout(each)),
    ];
  try {
    const design = parseDesign(input, limits),
      full = path.resolve(shown);
    if (early.length > 0) throw new ThixoError([]);
    return { path: full, title: design.name || nameOf(full), input: input as DesignInput, design, places };
  } catch (error) {
    throw error instanceof ThixoError ? new ThixoError(places([...early, ...error.problems])) : error;
  }
}

/** Whether a problem is about a place of the design, and not about a cache or a disk. */
function isAbout({ pointer, code }: Problem): boolean {
  return pointer !== '' || /^(SCENE|DESIGN)_/.test(code);
}

function nameOf(file: string): string {
  const { name, dir } = path.parse(file);
  return name === 'design' ? path.basename(dir) || name : name;
}

/** A shape from a mesh file shows the vertices of that file: nothing of them is repaired. */
function withSkin(value: unknown): unknown {
  if (!isObject(value) || Object.hasOwn(value, 'skin') || !isObject(value.shape)) return value;
  const { mesh } = value.shape;
  if (!isObject(mesh) || typeof mesh.file !== 'string') return value;
  const { repair: _, open: _open, ...same } = mesh;
  return { ...value, skin: { mesh: same } };
}
