// A scene from a file: text, overrides, the files it names, all checks. Every problem says at which line it stands.

import * as path from 'node:path';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { completeLimits, requireAssignments, requireNames } from '../scene/options.ts';
import { isDesign } from '../scene/parse-design.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { previewScene } from '../scene/preview-scene.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { trySetValues } from '../scene/set-value.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import { readAssets } from './scene-assets.ts';
import { readDesigns } from './scene-designs.ts';
import { openText, placed } from './scene-text.ts';

export { loadTrigonometry };

/** A scene that was read from a file and found right. */
export interface SceneFile {
  /** Absolute path of the file. */
  readonly path: string;
  /** Absolute path of its folder, which the files it names are in. */
  readonly folder: string;
  /** Title of the scene; without one the name of its folder (for …/name/scene.json), else of the file. */
  readonly title: string;
  /** As written, overrides applied and files inlined. */
  readonly input: SceneInput;
  /** With all defaults. */
  readonly scene: Scene;
}

/** How a scene is loaded. */
export interface LoadOptions {
  /** Overrides such as `substances.lava.viscosity=80`. */
  readonly set?: readonly string[];
  readonly limits?: Partial<Limits> | undefined;
  /** The scene of a preview, with the finest level left out. */
  readonly preview?: boolean;
}

/**
 * Reads and checks a scene file, or scene.json of a folder. Throws a ThixoError with everything that is wrong.
 * @example const { scene } = await loadScene('scenes/dam-break', { set: ['duration=2'] });
 */
export async function loadScene(file: string, options: LoadOptions = {}): Promise<SceneFile> {
  requireNames(options, ['set', 'limits', 'preview']);
  requireAssignments(options.set);
  const { set = [], preview = false } = options,
    limits = completeLimits(options.limits);
  const { shown, text } = openText(file, limits, 'scene');
  if (isDesign(text.value)) throw new ThixoError(placed([isNoScene(shown)], text, shown, set));
  const changed = trySetValues(text.value, set);
  const folder = path.dirname(shown),
    designed = readDesigns(changed.value, folder, limits),
    assets = readAssets(designed.input, folder, limits),
    written = assets.input,
    problems = [...designed.problems, ...assets.problems];
  const input = preview ? previewScene(written) : written;
  const { scene, refused } = tryParse(input, await loadTrigonometry(), limits);
  const all = [...text.problems, ...changed.problems, ...problems, ...refused];
  if (!scene || all.length > 0) throw new ThixoError(placed(all, text, shown, set));
  const full = path.resolve(shown);
  return {
    path: full,
    folder: path.dirname(full),
    title: `${scene.name || nameOf(full)}${preview ? ' (preview)' : ''}`,
    input: input as SceneInput,
    scene,
  };
}

function isNoScene(file: string): Problem {
  const hint = `To pull its shape: \`thixo deform ${file}\`; for its motion: \`thixo animate ${file}\`.`;
  return problem('SCENE_FORMAT', '/design', 'This is a design, not a scene.', hint);
}

function tryParse(
  input: unknown,
  trig: Trigonometry,
  limits: Limits,
): { readonly scene?: Scene; readonly refused: readonly Problem[] } {
  try {
    return { scene: parseScene(input, trig, limits), refused: [] };
  } catch (error) {
    if (error instanceof ThixoError) return { refused: error.problems };
    throw error;
  }
}

/** What a scene is called that has no title: the folder of a scene.json, or the file without its ending. */
export function nameOf(file: string): string {
  const { name, dir } = path.parse(path.resolve(file));
  return name === 'scene' ? path.basename(dir) || name : name;
}
