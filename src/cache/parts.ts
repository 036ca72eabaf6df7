// Storing frames and states: as one file, or in parts where there are many particles. [ADR 65]

import type { Committed } from '../frames/manifest-line.ts';
import { filesOf, partPath } from '../frames/parts.ts';
import type { Scene } from '../scene/schema.ts';
import type { PartBytes } from '../world/parts.ts';
import type { World } from '../world/world.ts';
import { encodeCheckpoint } from './checkpoint-file.ts';
import { type Disk, digest } from './disk.ts';
import { encodeFrame } from './frame-file.ts';

/** Most particles of a file, where the scene does not say: their state takes 140 MB in the memory of the rank that packs it. */
const MOST_PARTICLES = 1 << 20;

/** Most particles in a file of a scene. */
export function particlesPerFile({ output }: Pick<Scene, 'output'>): number {
  return output?.particlesPerFile ?? MOST_PARTICLES;
}

/** The files of the frame that a world stands at. */
export function frameFilesOf(world: World, most: number): Iterable<PartBytes> {
  return world.frameParts(most, (part) => encodeFrame(part, world.frame, world.time));
}

/** The files of the state of a world. */
export function stateFilesOf(world: World, most: number): Iterable<PartBytes> {
  return world.stateParts(most, encodeCheckpoint);
}

/** Writes what comes as one file, or as parts if there are several; returns what a line of the manifest says of it. */
export function storeParts(disk: Disk, path: string, parts: Iterable<PartBytes>): Committed {
  const stored: { particles: number; bytes: number; sha256: string }[] = [];
  let only: Uint8Array | undefined;
  const write = (to: string, bytes: Uint8Array): void => disk.write(to, bytes);
  for (const { particles, bytes } of parts) {
    if (only) write(partPath(path, 0), only);
    only = stored.length === 0 ? bytes : undefined; // it may be the only one
    if (stored.length > 0) write(partPath(path, stored.length), bytes);
    stored.push({ particles, bytes: bytes.length, sha256: digest(bytes) });
  }
  const [first] = stored as [(typeof stored)[number]];
  if (only) {
    write(path, only);
    return { bytes: first.bytes, sha256: first.sha256 };
  }
  return {
    bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: digest(stored.map(({ sha256 }) => sha256).join('')),
    parts: stored,
  };
}

/** Gives the files of what was committed second names. */
export function linkFiles(disk: Disk, from: string, to: string, committed: Committed): void {
  const names = filesOf(to, committed);
  filesOf(from, committed).forEach(({ path }, k) => {
    disk.link(path, names[k]!.path);
  });
}
