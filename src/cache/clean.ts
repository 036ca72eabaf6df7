// Removing a cache: what it wrote and nothing else.

import { join } from 'node:path';
import { MANIFEST } from '../frames/manifest.ts';
import { checkpointsOf, openCache } from './cache.ts';
import { dropEmptyFolders, ownFiles } from './cache-writer.ts';
import { type DerivedKind, derivedFiles, derivedFolders, requireOwnFolders } from './derived.ts';
import { Disk } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import { takeLock } from './run-lock.ts';

/** What cleaning would remove. */
export interface Cleaning {
  readonly files: readonly string[];
  /** Removes them; folders go if nothing else is in them. */
  remove(): Promise<void>;
}

/** A part of a cache that can be removed alone. */
export type CachePart = 'checkpoints' | DerivedKind;

/**
 * What can be removed of a cache: all of it, or only some parts. Throws CACHE_NOT_FOUND where there is none.
 * @example await cleanCache('out/dam-break', { only: ['checkpoints'] }).remove();
 */
export function cleanCache(folder: string, options: { files?: Files; only?: readonly CachePart[] } = {}): Cleaning {
  const { files = realFiles, only } = options,
    disk = new Disk(files);
  if (disk.kind(join(folder, MANIFEST)) !== 'file') openCache(folder, files);
  requireOwnFolders(disk, folder);
  const chosen = only ? partsOf(disk, folder, only) : [...ownFiles(disk, folder), ...derivedFiles(disk, folder)];
  return {
    files: chosen,
    remove: async () => {
      const lock = await takeLock(disk, folder);
      try {
        requireOwnFolders(disk, folder);
        for (const path of chosen) disk.remove(path);
      } finally {
        lock.release();
      }
      if (only) for (const path of derivedFolders(disk, folder)) disk.removeFolder(path);
      else dropEmptyFolders(disk, folder);
    },
  };
}

function partsOf(disk: Disk, folder: string, only: readonly CachePart[]): string[] {
  const states = ownFiles(disk, folder).filter((path) => path.startsWith(checkpointsOf(folder)));
  const derived = only.filter((part) => part !== 'checkpoints');
  return [...(only.includes('checkpoints') ? states : []), ...derivedFiles(disk, folder, derived)];
}
