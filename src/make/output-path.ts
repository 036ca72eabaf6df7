// Paths of what is written: beside the cache, or where the caller wants it; looked at before any work.

import { accessSync, constants, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { MANIFEST } from '../frames/manifest.ts';
import { ThixoError } from '../problem.ts';
import { pathFrom } from './path-from.ts';
import { usage } from './usage.ts';

/** The path of a cache, to which endings can be added. */
export function besideCache(cache: string, cwd: string): string {
  const bare = cache.replace(/(?<=.)[/\\]+$/, '');
  return /(^|[/\\])\.{1,2}$/.test(bare) ? resolve(cwd, bare) : bare;
}

/** Whether a path that the caller gave means a folder: one that is there, or a name without an ending. */
export function meansFolder(path: string, cwd: string): boolean {
  if (/[/\\]$/.test(path)) return true;
  const found = statSync(pathFrom(cwd, path), { throwIfNoEntry: false });
  return found ? found.isDirectory() : extname(path) === '';
}

/** Makes a folder for files of frames, and throws if it is a cache or nothing can be written there: better now than after the work. */
export function requireFolder(folder: string): void {
  const disk = new Disk(realFiles);
  if (disk.kind(join(folder, MANIFEST)) === 'file') {
    const message = `${folder} is a cache; its frames must not mix with other files.`;
    throw new ThixoError([usage(message, 'Name another folder with -o.')]);
  }
  requireWritableFolder(folder);
}

/** Makes a folder, and throws if nothing can be written there. */
export function requireWritableFolder(folder: string): void {
  new Disk(realFiles).makeFolder(folder);
  accessSync(folder, constants.W_OK);
}

/** Whether files can be written into a folder. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
