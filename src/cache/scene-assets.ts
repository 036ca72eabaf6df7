// The files that a scene names: found in its folder and nowhere else, checked, and written into the scene in place of their names.

import * as path from 'node:path';
import { readMesh } from '../meshes/read/read-mesh.ts';
import { describeRepair, repairMesh } from '../meshes/repair-mesh.ts';
import { below } from '../pointer.ts';
import { type Problem, problem, ThixoError } from '../problem.ts';
import { pathFault } from '../scene/asset-path.ts';
import { NOTE } from '../scene/clean-input.ts';
import { readHeights } from '../scene/heights-text.ts';
import type { Limits } from '../scene/limits.ts';
import { readPoints } from '../scene/points-text.ts';
import { didYouMean } from '../scene/suggest.ts';
import { toBase64 } from '../shapes/base64.ts';
import { checkReach } from '../shapes/check-mesh.ts';
import { packTriangles } from '../shapes/triangle-set.ts';
import { requireHeap } from './cost.ts';
import { kindOf, namesIn, readRegularFile, realPathOf, type Unread } from './regular-file.ts';
import { pictureOf, readSkin, type SkinAsset, type SkinFile } from './skin-asset.ts';

/** A scene whose files are read. */
export interface SceneWithFiles {
  /** The scene with the content of its files; where one could not be read, without its points. */
  readonly input: unknown;
  readonly problems: readonly Problem[];
}

/** Reads the files of a scene. `folder` is that of the scene as the user wrote it; `isPainted` says whether skins come with their textures. */
export function readAssets(input: unknown, folder: string, limits: Limits, isPainted = true): SceneWithFiles {
  const problems: Problem[] = [];
  const note = <T>(pointer: string, act: () => T, instead: T): T => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof ThixoError)) throw error;
      problems.push(...error.problems.map((found) => ({ ...found, pointer: found.pointer || pointer })));
      return instead;
    }
  };
  const visit = (value: unknown, pointer: string): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      if (value.every((item) => typeof item === 'number')) return value;
      return value.map((item, k) => visit(item, below(pointer, k)));
    }
    const entries = Object.entries(value).map(([key, part]) => {
      const at = below(pointer, key);
      if (key.startsWith(NOTE)) return [key, part];
      if (key === 'points' && isFileOnly(part)) {
        return [key, note(`${at}/file`, () => pointsOf(part.file, folder, limits), { positions: [] })];
      }
      if ((key === 'mesh' || key === 'heightfield') && namesFile(part)) {
        // A skin is drawn as it is in its file; nothing of it is mended, and `repair` is no key of it.
        if (at.endsWith(SKIN)) {
          const { file, texture, ...rest } = part,
            isNamed = typeof texture === 'string',
            odd = isNamed || texture === undefined ? {} : { texture },
            read = (): SkinAsset => skinOf({ file, ...(isNamed && { texture }) }, folder, limits, isPainted);
          return [key, { ...rest, ...odd, ...note(`${at}/file`, read, NOTHING.mesh) }];
        }
        const { file, repair = true, ...rest } = part;
        const read = (): object =>
          key === 'mesh' ? meshOf(file, repair !== false, folder, limits) : heightsOf(file, folder, limits);
        const odd = typeof repair === 'boolean' && key === 'mesh' ? {} : 'repair' in part ? { repair } : {};
        return [key, { ...rest, ...odd, ...note(`${at}/file`, read, NOTHING[key]) }];
      }
      if (at === ENVIRONMENT && namesFile(part)) {
        const { file, ...rest } = part;
        return [key, { ...rest, image: note(`${at}/file`, () => environmentOf(file, folder, limits), '') }];
      }
      if (key === 'file' && typeof part === 'string') note(at, () => findAsset(part, folder), undefined);
      return [key, visit(part, at)];
    });
    return Object.fromEntries(entries);
  };
  return { input: visit(input, ''), problems };
}

/** Where the scene names a picture of its surroundings. */
const ENVIRONMENT = '/look/environment';

/** The picture of the surroundings, checked, as base64. */
function environmentOf(name: string, folder: string, limits: Limits): string {
  const bytes = pictureOf({ name, file: name }, (file) => bytesOf(file, folder, limits));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    [width, height] = [view.getUint32(16), view.getUint32(20)];
  if (width === 2 * height) return toBase64(bytes);
  const message = `The environment "${name.slice(-80)}" has ${width} × ${height} pixels: one that shows all directions is twice as wide as high.`;
  throw new ThixoError([
    problem('ASSET_INVALID', '', message, 'Use an equirectangular picture, as 2048 × 1024 pixels.'),
  ]);
}

/** How the pointer to the mesh of a skin ends. */
const SKIN = '/skin/mesh';

/** What stands for a mesh or heights that could not be read, so that the rest of the scene can be checked. */
const NOTHING = {
  mesh: {
    packed: packTriangles({
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    }),
  },
  heightfield: {
    heights: [
      [0, 0],
      [0, 0],
    ],
  },
};

/** Whether a mesh or heightfield is to be read from a file: it has one, and no numbers beside it, which the checks refuse. */
function namesFile(value: unknown): value is Readonly<Record<string, unknown>> & { readonly file: string } {
  if (typeof value !== 'object' || value === null || !('file' in value) || typeof value.file !== 'string') return false;
  return !['positions', 'triangles', 'packed', 'heights'].some((key) => Object.hasOwn(value, key));
}

function isFileOnly(value: unknown): value is { readonly file: string } {
  const keys =
    typeof value === 'object' && value !== null ? Object.keys(value).filter((key) => !key.startsWith(NOTE)) : [];
  return keys.length === 1 && keys[0] === 'file' && typeof (value as { file: unknown }).file === 'string';
}

function bytesOf(name: string, folder: string, limits: Limits): Uint8Array {
  const bytes = readRegularFile(findAsset(name, folder), limits.assetBytes);
  if (typeof bytes === 'string') throw unreadable(name, bytes, limits.assetBytes);
  return bytes;
}

function meshOf(name: string, repair: boolean, folder: string, limits: Limits): { packed: string; repaired?: string } {
  const { triangleSet } = readMesh(bytesOf(name, folder, limits), path.join(folder, name), limits.triangles);
  if (!repair) return { packed: packTriangles(triangleSet) };
  const far = checkReach(triangleSet, ''); // far out, single precision would leave nothing of it
  if (far.length > 0) throw new ThixoError(far);
  const mended = repairMesh(triangleSet),
    repaired = describeRepair(mended.report);
  if (mended.triangleSet.triangles.length === 0 && triangleSet.triangles.length > 0)
    throw vanished(name, triangleSet.triangles.length / 3);
  const packed = packTriangles(mended.triangleSet);
  return repaired === '' ? { packed } : { packed, repaired };
}

function skinOf(skin: SkinFile, folder: string, limits: Limits, isPainted: boolean): SkinAsset {
  const read = (name: string): Uint8Array => bytesOf(name, folder, limits);
  return readSkin(skin, { read, name: path.join(folder, skin.file), most: limits.triangles, isPainted });
}

function vanished(name: string, triangles: number): ThixoError {
  const message = `No triangle of "${name}" has an area; it has ${triangles}, whose corners are too close together for where they are.`;
  const hint = 'Center the mesh on the origin in its file and place it with `translate`.';
  return new ThixoError([problem('MESH_INVALID', '', message, hint)]);
}

function heightsOf(name: string, folder: string, limits: Limits): { heights: number[][] } {
  const heights = readHeights(new TextDecoder().decode(bytesOf(name, folder, limits)));
  if (!('line' in heights)) return { heights: heights.map((row) => [...row]) };
  const { line, message } = heights;
  const hint = 'Write a line of heights along x for each row along z; start other lines with #.';
  const place = `${path.join(folder, name)}:${line}:1`;
  throw new ThixoError([{ ...problem('ASSET_INVALID', '', `${name}, line ${line}: ${message}`, hint), place }]);
}

function pointsOf(name: string, folder: string, limits: Limits): { positions: readonly unknown[] } {
  const bytes = bytesOf(name, folder, limits);
  requireHeap(countLines(bytes), limits);
  const points = readPoints(new TextDecoder().decode(bytes), limits.particles);
  if ('positions' in points) return points;
  const { code, line, message, hint } = points;
  const place = `${path.join(folder, name)}:${line}:1`;
  throw new ThixoError([{ ...problem(code, '', `${name}, line ${line}: ${message}`, hint), place }]);
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

const LINE_FEED = 10;

/** The real path of a file that a scene names. Throws why it may not be read. */
export function findAsset(name: string, folder: string): string {
  const fault = pathFault(name);
  if (fault) throw outside(name, fault);
  const wanted = path.join(folder, ...name.split('/'));
  const kind = kindOf(wanted);
  if (kind === 'nothing') throw missing(name, wanted);
  const real = realPathOf(wanted);
  const way = path.relative(realPathOf(folder), real);
  if (way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way)) {
    throw outside(name, 'leads out of the folder of the scene through a link');
  }
  if (kind !== 'file') throw unreadable(name, kind, 0);
  return real;
}

function outside(name: string, fault: string): ThixoError {
  const message = `The path ${JSON.stringify(name.slice(0, 80))} ${fault}.`;
  const hint = 'Put the file next to the scene and use its relative path, such as "points/cloud.xyz".';
  return new ThixoError([problem('ASSET_OUTSIDE', '', message, hint)]);
}

function missing(name: string, wanted: string): ThixoError {
  const folder = path.dirname(wanted);
  const hint = `${didYouMean(path.basename(wanted), namesIn(folder))}Paths are relative to the scene file${folder === '.' ? '' : `: ${folder}`}.`;
  return new ThixoError([problem('ASSET_MISSING', '', `There is no file "${name}".`, hint)]);
}

function unreadable(name: string, why: Unread, most: number): ThixoError {
  if (why === 'too large') {
    const message = `"${name}" has more than ${most} bytes.`;
    return new ThixoError([
      problem('ASSET_TOO_LARGE', '', message, 'Use a smaller file, or raise --limits assetBytes.'),
    ]);
  }
  const what = why === 'folder' ? 'a folder' : why === 'special' ? 'a device or a pipe' : 'gone';
  return new ThixoError([problem('ASSET_INVALID', '', `"${name}" is ${what}, not a file.`, 'Name a regular file.')]);
}
