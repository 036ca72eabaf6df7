// Writing a cache: files first, each whole and on the disk, then the manifest line that makes it count.

import { join } from 'node:path';
import type { FrameRecord, FrameWork } from '../frames/frame-record.ts';
import { MANIFEST, type Manifest } from '../frames/manifest.ts';
import type { CacheLine, Committed, ManifestLine } from '../frames/manifest-line.ts';
import { problem, ThixoError } from '../problem.ts';
import type { PartBytes } from '../world/parts.ts';
import { CHECKPOINT, checkpointFile, checkpointsOf, FRAME, frameFile, framesOf } from './cache.ts';
import { derivedFiles, derivedFolders, requireOwnFolders } from './derived.ts';
import { type Disk, finishedName, numberOfFile } from './disk.ts';
import { encodeLine } from './manifest.ts';
import { storeParts } from './parts.ts';
import { LOCK_FILE, type Lock } from './run-lock.ts';

/** Checkpoints at multiples of this many frames are kept for good, so that a run can branch off anywhere. */
const KEPT_INTERVAL = 50;
/** Of the others, the newest ones that are kept. */
const NEWEST_KEPT = 2;

/** Where a cache is written, and the right to. */
export interface Place {
  readonly disk: Disk;
  readonly folder: string;
  readonly lock: Lock;
}

export class CacheWriter {
  readonly folder: string;
  private readonly disk: Disk;
  private readonly lock: Lock;
  /** The manifest, open: one who has lost his lock and does not know it yet writes into a file that has no name any more. */
  private file: number;
  /** Bytes of the manifest. */
  private length: number;
  /** Where the cache branched off: its state there is nowhere else. */
  private readonly branchFrame: number | undefined;

  private constructor({ disk, folder, lock }: Place, file: number, length: number, { branch }: CacheLine) {
    this.disk = disk;
    this.folder = folder;
    this.lock = lock;
    this.file = file;
    this.length = length;
    this.branchFrame = branch?.frame;
  }

  /** A new cache in a folder that holds none: first its files, if it begins with some, then the manifest, at once. */
  static create(place: Place, first: CacheLine, more: readonly ManifestLine[] = []): CacheWriter {
    return CacheWriter.begin(place, null, first, more);
  }

  /** `instead` is the manifest that the new one takes the place of, open; null if there was none. */
  private static begin(
    { disk, folder, lock }: Place,
    instead: number | null,
    first: CacheLine,
    more: readonly ManifestLine[],
  ): CacheWriter {
    const lines = Buffer.concat([first, ...more].map(encodeLine)),
      path = join(folder, MANIFEST);
    lock.check();
    const file = disk.begin(path, lines, instead);
    if (file !== undefined) return new CacheWriter({ disk, folder, lock }, file, lines.length, first);
    lock.check();
    throw manifestGone(path);
  }

  /** Goes on with a cache. Its manifest is written anew: without what a crash left of a line, and without trusting a sync that may have failed. */
  static continue(place: Place, { lines }: Manifest, old: number): CacheWriter {
    const [first, ...more] = lines as readonly [CacheLine, ...ManifestLine[]];
    return CacheWriter.begin(place, old, first, more);
  }

  /** Ends the writing. */
  close(): void {
    this.disk.close(this.file);
  }

  /** Commits a frame, of which the files are given; returns their bytes. */
  commitFrame(files: Iterable<PartBytes>, record: FrameRecord, work: FrameWork): number {
    const stored = this.store(frameFile(this.folder, record.frame), files);
    this.add({ kind: 'frame', ...record, ...work, ...stored });
    return stored.bytes;
  }

  /** Commits a checkpoint of a frame, of which the files are given, and drops those no longer needed; returns its bytes. */
  commitCheckpoint(frame: number, files: Iterable<PartBytes>): number {
    const stored = this.store(checkpointFile(this.folder, frame), files);
    this.add({ kind: 'checkpoint', frame, ...stored });
    this.thinOut();
    return stored.bytes;
  }

  /** Adds a line. If the lock is still ours afterwards, whoever takes it later will read the line. */
  add(line: ManifestLine): void {
    const bytes = encodeLine(line);
    this.lock.check();
    if (!this.disk.isAt(this.manifest, this.file)) this.putManifestBack();
    this.disk.extend(this.manifest, this.file, this.length, bytes);
    this.lock.check();
    this.length += bytes.length;
  }

  /** One who had the lock before and lost it has put his own manifest in the place of this one; or somebody has removed it. */
  private putManifestBack(): void {
    const { disk, manifest, file } = this;
    if (disk.kind(manifest) === 'nothing') throw manifestGone(manifest);
    const theirs = disk.openThere(manifest);
    try {
      this.lock.check();
      this.file = disk.begin(manifest, disk.readOpen(manifest, file), theirs) ?? file;
    } finally {
      disk.close(theirs);
    }
    if (this.file === file) throw manifestGone(manifest);
    disk.close(file);
  }

  private get manifest(): string {
    return join(this.folder, MANIFEST);
  }

  private store(path: string, files: Iterable<PartBytes>): Committed {
    this.lock.check();
    return storeParts(this.disk, path, files);
  }

  private thinOut(): void {
    const folder = checkpointsOf(this.folder),
      names = this.disk.list(folder).map((name) => ({ name, frame: numberOfFile(name, CHECKPOINT) })),
      numbers = [...new Set(names.flatMap(({ frame }) => frame ?? []))],
      kept = numbers.slice(-NEWEST_KEPT);
    for (const { name, frame } of names) {
      if (frame === undefined || kept.includes(frame) || frame % KEPT_INTERVAL === 0 || frame === this.branchFrame)
        continue;
      this.disk.remove(join(folder, name));
    }
  }
}

/** Makes the folders of a cache; refuses a folder that is none and has anything else in it. */
export function prepareFolder(disk: Disk, folder: string): void {
  const kind = disk.kind(folder),
    isCache = kind === 'folder' && disk.kind(join(folder, MANIFEST)) === 'file';
  if (kind === 'file' || kind === 'other') {
    const hint = 'Choose a folder with -o; nothing was changed.';
    throw new ThixoError([problem('CACHE_FOREIGN', '', `${folder} is a file, not a folder.`, hint)]);
  }
  requireOwnFolders(disk, folder);
  const foreign = isCache ? [] : foreignFiles(disk, folder);
  if (foreign.length > 0) {
    const message = `${folder} has files that do not belong to a cache: ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ', …' : ''}.`;
    throw new ThixoError([
      problem('CACHE_FOREIGN', '', message, 'Choose another folder with -o; nothing was changed.'),
    ]);
  }
  for (const path of [folder, framesOf(folder), checkpointsOf(folder)]) disk.makeFolder(path);
}

/** Takes back what prepareFolder made, where nothing came of it. */
export function dropEmptyFolders(disk: Disk, folder: string): void {
  try {
    const inner = [framesOf(folder), checkpointsOf(folder), ...derivedFolders(disk, folder)];
    for (const path of [...inner, folder]) disk.removeFolder(path);
  } catch {
    // empty folders do no harm
  }
}

/** Files of a cache folder that a cache has written, manifest first. */
export function ownFiles(disk: Disk, folder: string): string[] {
  const own = (parent: string, isOwn: (name: string) => boolean) =>
    disk
      .list(parent)
      .filter(isOwn)
      .map((name) => join(parent, name));
  return [
    ...own(folder, (name) => finishedName(name) === MANIFEST),
    ...own(folder, (name) => name !== LOCK_FILE && finishedName(name) === LOCK_FILE),
    ...own(framesOf(folder), (name) => numberOfFile(finishedName(name), FRAME) !== undefined),
    ...own(checkpointsOf(folder), (name) => numberOfFile(finishedName(name), CHECKPOINT) !== undefined),
  ];
}

function foreignFiles(disk: Disk, folder: string): string[] {
  const known = new Set([
    ...ownFiles(disk, folder),
    ...derivedFiles(disk, folder),
    ...derivedFolders(disk, folder),
    ...['frames', 'checkpoints', LOCK_FILE].map((n) => join(folder, n)),
  ]);
  return [folder, framesOf(folder), checkpointsOf(folder), ...derivedFolders(disk, folder)].flatMap((parent) =>
    disk
      .list(parent)
      .map((name) => join(parent, name))
      .filter((path) => !known.has(path)),
  );
}

function manifestGone(path: string): ThixoError {
  const message = `${path} was removed or replaced while this run was writing it.`;
  const hint = 'The run has stopped, so that nothing is mixed up. Put the file back, or start again with --fresh.';
  return new ThixoError([problem('CACHE_DAMAGED', '', message, hint)]);
}
