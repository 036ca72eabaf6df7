// A scene from a file: text, overrides, the files it names, all checks. Every problem says at which line it stands.

import * as path from 'node:path';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { completeLimits, requireAssignments, requireNames } from '../scene/options.ts';
import { parseScene } from '../scene/parse-scene.ts';
import { previewScene } from '../scene/preview-scene.ts';
import { type ScannedJson, scanJson } from '../scene/read-json.ts';
import type { Scene, SceneInput } from '../scene/schema.ts';
import { assignmentAt, trySetValues } from '../scene/set-value.ts';
import { didYouMean } from '../scene/suggest.ts';
import type { Trigonometry } from '../shapes/rotation.ts';
import { loadTrigonometry } from '../threads/trigonometry.ts';
import { kindOf, namesIn, readRegularFile, type Unread } from './regular-file.ts';
import { readAssets } from './scene-assets.ts';

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
  const shown = findScene(file);
  const text = scanJson(readText(shown, limits), limits, shown);
  const changed = trySetValues(text.value, set);
  const { input: written, problems } = readAssets(changed.value, path.dirname(shown), limits);
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

/** The path of the scene file as the user would write it. */
function findScene(file: string): string {
  const kind = kindOf(file);
  if (kind === 'nothing') throw notFound(file);
  if (kind !== 'folder') return file;
  const inside = path.join(file, 'scene.json');
  if (kindOf(inside) !== 'nothing') return inside;
  const names = namesIn(file);
  const scenes = names.filter((name) => /\.jsonc?$/.test(name)).slice(0, 10);
  let hint = 'Name a scene file, or a folder that has a scene.json.';
  if (names.includes('manifest.ndjson'))
    hint = `It is a cache of simulated frames: name the scene it was made from, or draw it with \`thixo render ${file}\`.`;
  else if (scenes.length > 0) hint = `It has ${scenes.join(', ')}: name one of them.`;
  throw refusal('SCENE_NOT_FOUND', `The folder ${file} has no scene.json.`, hint, file);
}

function notFound(file: string): ThixoError {
  const folder = path.dirname(file);
  if (kindOf(folder) !== 'folder') {
    return refusal('SCENE_NOT_FOUND', `There is no scene at ${file}.`, `The folder ${folder} does not exist.`, file);
  }
  const names = namesIn(folder);
  const near = names.includes(`${path.basename(file)}.json`)
    ? `Did you mean "${path.basename(file)}.json"? `
    : didYouMean(path.basename(file), names);
  return refusal('SCENE_NOT_FOUND', `There is no scene at ${file}.`, `${near}Check the path.`, file);
}

function refusal(code: Problem['code'], message: string, hint: string, place: string): ThixoError {
  return new ThixoError([{ ...problem(code, '', message, hint), place }]);
}

function readText(shown: string, { sceneBytes }: Limits): string {
  const bytes = readRegularFile(shown, sceneBytes);
  if (typeof bytes === 'string') throw unreadable(shown, bytes, sceneBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const loose = new TextDecoder().decode(bytes);
    const offset = isWide ? 0 : new TextEncoder().encode(loose.slice(0, loose.indexOf('\ufffd'))).length;
    const message = `${shown} is not text in UTF-8${isWide ? ' but in UTF-16' : ''} (byte ${offset}).`;
    const found = problem('SCENE_NOT_JSON', '', message, isWide ? 'Save it as UTF-8.' : 'Is it the right file?');
    throw new ThixoError([{ ...found, place: shown, offset }]);
  }
}

function unreadable(shown: string, why: Unread, most: number): ThixoError {
  if (why === 'too large') {
    const hint = 'Put long lists of points into a separate file, or raise --limits sceneBytes.';
    return refusal('SCENE_TOO_LARGE', `${shown} has more than ${most} bytes.`, hint, shown);
  }
  const what = why === 'folder' ? 'a folder' : why === 'special' ? 'a device or a pipe' : 'gone';
  return refusal('SCENE_NOT_FOUND', `${shown} is ${what}, not a scene file.`, 'Name a regular file.', shown);
}

/** The problems with their places, in the order in which they stand in the file; that there are more of them comes last. */
function placed(problems: readonly Problem[], text: ScannedJson, shown: string, set: readonly string[]): Problem[] {
  const found = problems.map((each) => {
    const assignment = assignmentAt(set, each.pointer);
    const { line, column } = text.locate(each.pointer);
    const place = each.place ?? (assignment === undefined ? `${shown}:${line}:${column}` : `--set ${assignment}`);
    const isSummary = each.pointer === '' && each.code === 'SCENE_INVALID';
    return { problem: { ...each, place }, line: isSummary ? Number.POSITIVE_INFINITY : line, column };
  });
  found.sort((a, b) => (a.line === b.line ? a.column - b.column : a.line < b.line ? -1 : 1));
  return found.map((each) => each.problem);
}
