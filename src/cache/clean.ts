// Removing a cache: what it wrote and nothing else.

import { join } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import { checkpointsOf, openCache } from './cache.ts';
import { dropEmptyFolders, ownFiles } from './cache-writer.ts';
import { Disk } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import { takeLock } from './run-lock.ts';

/** What cleaning would remove. */
export interface Cleaning {
  readonly files: readonly string[];
  /** Removes them; folders go if nothing else is in them. */
  remove(): void;
}

/**
 * What can be removed of a cache: all of it, or only its checkpoints. Throws CACHE_NOT_FOUND where there is none.
 * @example cleanCache('out/dam-break', { only: 'checkpoints' }).remove();
 */
export function cleanCache(folder: string, options: { files?: Files; only?: 'checkpoints' } = {}): Cleaning {
  const { files = realFiles, only } = options,
    disk = new Disk(files);
  if (disk.kind(join(folder, MANIFEST)) !== 'file') openCache(folder, files);
  const own = ownFiles(disk, folder),
    chosen = only ? own.filter((path) => path.startsWith(checkpointsOf(folder))) : own;
  return {
    files: chosen,
    remove: () => {
      const release = takeLock(disk, folder);
      try {
        for (const path of chosen) disk.remove(path);
      } finally {
        release();
      }
      if (!only) dropEmptyFolders(disk, folder);
    },
  };
}
