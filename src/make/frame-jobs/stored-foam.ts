// Foam beside the frames of a cache, for pictures: what `thixo foam` has made, and nothing else.

import { foamFile } from '../../cache/derived.ts';
import { type Disk, digest } from '../../cache/disk.ts';
import { decodeFoam } from '../../cache/foam-file.ts';
import type { FoamParticles } from '../../foam/foam-particles.ts';
import type { FrameLine } from '../../frames/manifest-line.ts';
import type { CacheFolders } from './job.ts';

/** The foam of a frame; undefined if it has none, or one that is damaged or of another frame. */
export function readFoam(disk: Disk, folders: CacheFolders, { frame, sha256 }: FrameLine): FoamParticles | undefined {
  for (const bytes of filesOf(disk, folders, frame)) {
    const foam = decodeFoam(bytes);
    if (foam?.source === sha256) return foam.particles;
  }
  return undefined;
}

/** A name for the foam of these frames; undefined if there is none. */
export function foamKey(disk: Disk, folders: CacheFolders, lines: readonly FrameLine[]): string | undefined {
  const names = lines.flatMap(({ frame }) => filesOf(disk, folders, frame).map((bytes) => `${frame} ${digest(bytes)}`));
  return names.length > 0 ? digest(names.join('\n')) : undefined;
}

function filesOf(disk: Disk, { cache, derived }: CacheFolders, frame: number): Uint8Array[] {
  return [...new Set([cache, derived])].flatMap((folder) => disk.read(foamFile(folder, frame)) ?? []);
}
