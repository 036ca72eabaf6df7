// A cache folder: manifest, frames, checkpoints. Reading needs no lock and sees what is committed, also while another process writes.
//   manifest.ndjson   frames/000123.frame   checkpoints/000120.checkpoint   run.lock (while it is written)
// What is large is in parts: frames/000123-00000.frame and so on.

import { join } from 'node:path';
import { damaged } from '../frames/damaged.ts';
import type { FrameFields } from '../frames/frame-file.ts';
import type { FrameRecord } from '../frames/frame-record.ts';
import { linesOf, MANIFEST, type Manifest, newestScene } from '../frames/manifest.ts';
import type { CheckpointLine, DivergedLine, FrameLine } from '../frames/manifest-line.ts';
import { filesOf, joinFrames, type PlacedFile } from '../frames/parts.ts';
import { problem, ThixoError } from '../problem.ts';
import { requirePath } from '../scene/options.ts';
import type { Scene } from '../scene/schema.ts';
import type { Snapshot } from '../world/snapshot.ts';
import { decodeCheckpoint } from './checkpoint-file.ts';
import { Disk, digest, formatBytes, numberedFile } from './disk.ts';
import { type Files, realFiles } from './files.ts';
import { decodeFrame } from './frame-file.ts';
import { decodeManifest } from './manifest.ts';

export const FRAME = '.frame';
export const CHECKPOINT = '.checkpoint';

/** Paths of a cache. */
export const framesOf = (folder: string): string => join(folder, 'frames');
export const checkpointsOf = (folder: string): string => join(folder, 'checkpoints');
export const frameFile = (folder: string, frame: number): string => numberedFile(framesOf(folder), frame, FRAME);
export const checkpointFile = (folder: string, frame: number): string =>
  numberedFile(checkpointsOf(folder), frame, CHECKPOINT);

/**
 * Opens a cache for reading. Throws a ThixoError (CACHE_NOT_FOUND, CACHE_DAMAGED, CACHE_FORMAT, FILE_IO).
 * @example const cache = openCache('out/dam-break'); cache.readFrame(10).position;
 */
export function openCache(folder: string, files: Files = realFiles): Cache {
  requirePath('cache', folder);
  const disk = new Disk(files),
    path = join(folder, MANIFEST),
    isFolder = disk.kind(folder) === 'folder',
    bytes = isFolder ? disk.read(path) : undefined;
  if (bytes) return new Cache(disk, folder, decodeManifest(bytes, path));
  const reason = isFolder ? `it has no ${MANIFEST}` : 'it is not a folder';
  const message = `There is no cache at ${folder}: ${reason}.`;
  throw new ThixoError([problem('CACHE_NOT_FOUND', '', message, 'Make one with `thixo run <scene> -o <folder>`.')]);
}

export class Cache {
  readonly folder: string;
  readonly manifest: Manifest;
  /** What the manifest says of every frame and its file; the place is the frame. */
  readonly frameLines: readonly FrameLine[];
  private readonly disk: Disk;

  constructor(disk: Disk, folder: string, manifest: Manifest) {
    this.disk = disk;
    this.folder = folder;
    this.manifest = manifest;
    this.frameLines = linesOf(manifest, 'frame');
  }

  /** Version of Thixo that simulated it. */
  get version(): string {
    return this.manifest.cache.version;
  }

  /** The scene as it was last run. */
  get scene(): Scene {
    return newestScene(this.manifest).scene;
  }

  /** Title of the scene. */
  get title(): string {
    return newestScene(this.manifest).title;
  }

  /** Where it branched off another cache; undefined if it did not. */
  get branch(): { readonly of: string; readonly frame: number } | undefined {
    return this.manifest.cache.branch;
  }

  /** The design whose motion the frames are; undefined where they are simulated. */
  get design(): unknown {
    return this.manifest.cache.design;
  }

  /** Frames of the whole scene, beside frame 0. */
  get frameCount(): number {
    return Math.round(this.scene.duration * this.scene.frameRate);
  }

  /** Whether every frame of the scene is there. */
  get complete(): boolean {
    return this.frameLines.length > this.frameCount;
  }

  /** One record per committed frame, from frame 0 on. */
  get frames(): readonly FrameRecord[] {
    return this.frameLines.map(recordOf);
  }

  /** Frames that have a checkpoint, ascending. Older checkpoints are thinned out. */
  get checkpoints(): readonly number[] {
    return this.checkpointLines.map(({ frame }) => frame);
  }

  /** The newest line of every checkpoint whose file is there. */
  get checkpointLines(): readonly CheckpointLine[] {
    const newest = new Map(linesOf(this.manifest, 'checkpoint').map((line) => [line.frame, line]));
    return [...newest.values()]
      .sort((a, b) => a.frame - b.frame)
      .filter((line) =>
        filesOf(checkpointFile(this.folder, line.frame), line).every(({ path }) => this.disk.kind(path) === 'file'),
      );
  }

  /** Why the run stopped at the last frame, if the numbers went wrong there. */
  get divergence(): DivergedLine | undefined {
    const last = linesOf(this.manifest, 'diverged').at(-1);
    return last && last.frame === this.frameLines.length - 1 ? last : undefined;
  }

  /** Bytes of frames and checkpoints on the disk. */
  get bytes(): number {
    return [...this.frameLines, ...this.checkpointLines].reduce((sum, line) => sum + line.bytes, 0);
  }

  /** The particles of a committed frame, checked against its checksum. */
  readFrame(frame: number): FrameFields {
    return readFrame(this.disk, this.folder, this.requireFrame(frame));
  }

  /** Throws CACHE_DAMAGED if the file of a frame is not what was committed. */
  requireWhole(frame: number): void {
    const line = this.requireFrame(frame);
    for (const file of filesOf(frameFile(this.folder, frame), line)) readCommitted(this.disk, file);
  }

  /** What the manifest says of a frame; throws CACHE_NO_FRAME. */
  requireFrame(frame: number): FrameLine {
    const line = this.frameLines[frame];
    if (!line) {
      const message = `${this.folder} has no frame ${frame}; its last one is ${this.frameLines.length - 1}.`;
      throw new ThixoError([problem('CACHE_NO_FRAME', '', message, 'Choose an existing frame, or continue the run.')]);
    }
    return line;
  }

  /** The snapshot of a checkpoint, checked against its checksum; of parts each when it is read. */
  readCheckpoint(line: CheckpointLine): Snapshot {
    const files = filesOf(checkpointFile(this.folder, line.frame), line),
      read = (k: number) => decodeCheckpoint(readCommitted(this.disk, files[k]!), files[k]!.path);
    if (!line.parts) return read(0);
    const particles = line.parts.reduce((sum, part) => sum + part.particles, 0);
    return { parts: files.length, particles, read };
  }

  /** Throws CACHE_DAMAGED if a checkpoint is not what was committed. */
  requireCheckpoint(line: CheckpointLine): void {
    const saved = this.readCheckpoint(line);
    if ('parts' in saved) for (let k = 0; k < saved.parts; k++) saved.read(k);
  }
}

/** The public part of a frame's line. */
function recordOf(line: FrameLine): FrameRecord {
  const {
    kind: _,
    bytes: _bytes,
    sha256: _sum,
    parts: _parts,
    steps: _steps,
    dt: _dt,
    criterion: _criterion,
    ...record
  } = line;
  return record;
}

/** The bytes of a committed file; throws CACHE_DAMAGED if they are not what was committed. */
function readCommitted(disk: Disk, { path, ...line }: PlacedFile): Uint8Array {
  const bytes = disk.read(path);
  if (!bytes) throw damaged(path, 0, 'the file is missing');
  if (bytes.length !== line.bytes) {
    const why = `it has ${formatBytes(bytes.length)} of ${formatBytes(line.bytes)}`;
    throw damaged(path, Math.min(bytes.length, line.bytes), why);
  }
  if (digest(bytes) !== line.sha256) throw damaged(path, 0, 'its checksum is wrong');
  return bytes;
}

/** The particles of a frame, checked against what the manifest says of it. */
export function readFrame(disk: Disk, folder: string, line: FrameLine): FrameFields {
  const files = filesOf(frameFile(folder, line.frame), line);
  return joinFrames(files.map((file) => decodeFrame(readCommitted(disk, file), file.path)));
}
