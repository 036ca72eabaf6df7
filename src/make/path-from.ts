// Paths that are relative to another folder than that of the process.

import { isAbsolute, relative, resolve } from 'node:path';

/** A path that starts in the folder `cwd`, for the file system and still as the caller knows it: relative paths stay relative. */
export function pathFrom(cwd: string, path: string): string {
  return isAbsolute(path) ? path : relative(process.cwd(), resolve(cwd, path)) || '.';
}
