// Surfaces in a cache: written once, read by whoever needs them.

import { dirname } from 'node:path';
import { surfaceFile } from '../../cache/derived.ts';
import { type Disk, digest } from '../../cache/disk.ts';
import { decodeSurface, encodeSurface, isSurface } from '../../cache/surface-file.ts';
import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import { problem, ThixoError } from '../../problem.ts';
import type { CacheFolders, FrameTask, Made } from './job.ts';

/** The surface of a frame that is there and whole, as if it had just been made; undefined if it must be made. */
export function findSurface(disk: Disk, folders: CacheFolders, task: FrameTask): Made | undefined {
  const { frame, time } = task.line;
  for (const file of placesOf(folders, task)) {
    const bytes = disk.read(file);
    if (!bytes || !isSurface(bytes, task.surface!)) continue;
    return { ...{ frame, time, made: false, file }, bytes: bytes.length, sha256: digest(bytes), wallSeconds: 0 };
  }
  return undefined;
}

/** Where the surface of a frame may be: where the surfaces of the cache are, which `mesh` may have made with these settings, and in its set. */
function placesOf({ cache, derived }: CacheFolders, { line, surfaceSet }: FrameTask): string[] {
  return [...new Set([cache, derived])].flatMap((folder) => [
    surfaceFile(folder, line.frame),
    ...(surfaceSet ? [surfaceFile(folder, line.frame, surfaceSet)] : []),
  ]);
}

/** Writes the surface of a frame; `began` is when work on it began, ms. */
export function storeSurface(
  disk: Disk,
  { derived }: CacheFolders,
  { line, surface, surfaceSet }: FrameTask,
  mesh: SurfaceMesh,
  began: number,
): Made {
  const { frame, time } = line,
    file = surfaceFile(derived, frame, surfaceSet),
    bytes = encodeSurface(mesh, surface!);
  disk.makeFolder(dirname(file));
  disk.write(file, bytes);
  return {
    ...{ frame, time, made: true, file, bytes: bytes.length, sha256: digest(bytes) },
    elements: mesh.elements.length / mesh.dimension,
    wallSeconds: (performance.now() - began) / 1000,
  };
}

/** The surface of a frame; undefined where none is needed. Throws if it is gone or damaged since it was made. */
export function readSurface(disk: Disk, folders: CacheFolders, task: FrameTask): SurfaceMesh | undefined {
  const { line, surface } = task;
  if (surface === undefined) return undefined;
  const files = placesOf(folders, task);
  for (const file of files) {
    const bytes = disk.read(file),
      mesh = bytes && decodeSurface(bytes, surface);
    if (mesh) return mesh;
  }
  const file = files.at(-1)!;
  const message = `The surface of frame ${line.frame} in ${file} was changed or removed while it was needed.`;
  const found = problem('CACHE_DAMAGED', '', message, 'Run the same command again: it will be made again.');
  throw new ThixoError([{ ...found, place: file }]);
}
