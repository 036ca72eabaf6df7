// The text of a scene or a design: found, read, and the places in it that problems are about.

import * as path from 'node:path';
import { type Problem, problem, ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { type ScannedJson, scanJson } from '../scene/read-json.ts';
import { assignmentAt } from '../scene/set-value.ts';
import { didYouMean } from '../scene/suggest.ts';
import { kindOf, namesIn, readRegularFile, type Unread } from './regular-file.ts';

/** What a file is meant to be. */
export type TextKind = 'scene' | 'design';

/** The text of a file. */
export interface OpenText {
  /** Its path as the user would write it. */
  readonly shown: string;
  readonly text: ScannedJson;
}

/** Finds and reads a scene or a design; a folder stands for its scene.json or design.json. Throws what cannot be read. */
export function openText(file: string, limits: Limits, kind: TextKind): OpenText {
  const shown = findText(file, kind);
  return { shown, text: scanJson(readText(shown, limits, kind), limits, shown) };
}

/** The path of the file as the user would write it. */
function findText(file: string, kind: TextKind): string {
  const what = kindOf(file);
  if (what === 'nothing') throw notFound(file, kind);
  if (what !== 'folder') return file;
  const inside = path.join(file, `${kind}.json`);
  if (kindOf(inside) !== 'nothing') return inside;
  const names = namesIn(file);
  const texts = names.filter((name) => /\.jsonc?$/.test(name)).slice(0, 10);
  let hint = `Name a ${kind} file, or a folder that has a ${kind}.json.`;
  if (names.includes('manifest.ndjson'))
    hint = `It is a cache of frames: name the ${kind} it was made from, or draw it with \`thixo render ${file}\`.`;
  else if (texts.length > 0) hint = `It has ${texts.join(', ')}: name one of them.`;
  throw refusal('SCENE_NOT_FOUND', `The folder ${file} has no ${kind}.json.`, hint, file);
}

function notFound(file: string, kind: TextKind): ThixoError {
  const folder = path.dirname(file);
  if (kindOf(folder) !== 'folder') {
    return refusal('SCENE_NOT_FOUND', `There is no ${kind} at ${file}.`, `The folder ${folder} does not exist.`, file);
  }
  const names = namesIn(folder);
  const near = names.includes(`${path.basename(file)}.json`)
    ? `Did you mean "${path.basename(file)}.json"? `
    : didYouMean(path.basename(file), names);
  return refusal('SCENE_NOT_FOUND', `There is no ${kind} at ${file}.`, `${near}Check the path.`, file);
}

function refusal(code: Problem['code'], message: string, hint: string, place: string): ThixoError {
  return new ThixoError([{ ...problem(code, '', message, hint), place }]);
}

function readText(shown: string, { sceneBytes }: Limits, kind: TextKind): string {
  const bytes = readRegularFile(shown, sceneBytes);
  if (typeof bytes === 'string') throw unreadable(shown, bytes, sceneBytes, kind);
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

function unreadable(shown: string, why: Unread, most: number, kind: TextKind): ThixoError {
  if (why === 'too large') {
    const hint = 'Put long lists of points into a separate file, or raise --limits sceneBytes.';
    return refusal('SCENE_TOO_LARGE', `${shown} has more than ${most} bytes.`, hint, shown);
  }
  const what = why === 'folder' ? 'a folder' : why === 'special' ? 'a device or a pipe' : 'gone';
  return refusal('SCENE_NOT_FOUND', `${shown} is ${what}, not a ${kind} file.`, 'Name a regular file.', shown);
}

/** The problems with their places, in the order in which they stand in the file; that there are more of them comes last. */
export function placed(
  problems: readonly Problem[],
  text: ScannedJson,
  shown: string,
  set: readonly string[],
): Problem[] {
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
