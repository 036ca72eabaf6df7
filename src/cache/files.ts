// The file operations of the cache, and nothing else of the disk. Tests put another disk under it, one that loses, tears and refuses.

import * as fs from 'node:fs';
import { Worker } from 'node:worker_threads';

/** A disk. Every call blocks, and fails as Node's own does: with an Error that has a `code` such as ENOENT or ENOSPC. */
export interface Files {
  /** Makes a folder in one that is there; no error if it is there itself. */
  makeFolder(path: string): void;
  /** Names of what is in a folder, sorted; empty if there is no folder. */
  list(path: string): string[];
  /** What is at a path; links count as what they point to. */
  kind(path: string): 'file' | 'folder' | 'other' | 'nothing';
  /** Whether there is a link at a path. */
  isLink(path: string): boolean;
  /** All bytes of a file; ENOTREG if it is a pipe or a device, for which one could wait without end. */
  read(path: string): Uint8Array;
  /** Opens a file for writing: emptied, at its end, or only if it does not exist yet (else EEXIST); or as it is there, only to look at. */
  open(path: string, how: 'empty' | 'append' | 'exclusive' | 'there'): number;
  /** Writes some of the bytes, as many as the system takes; returns how many. */
  write(file: number, bytes: Uint8Array): number;
  /** Returns when everything written is on the disk. */
  sync(file: number): void;
  close(file: number): void;
  /** Cuts an open file off at a length, bytes; returns when that is on the disk. */
  truncate(file: number, length: number): void;
  /** All bytes of a file that is open for writing. */
  readOpen(file: number): Uint8Array;
  /** Whether an open file is what has this name now. */
  isAt(file: number, path: string): boolean;
  /** Gives a file a new time of change. */
  touch(path: string): void;
  /** A text that changes when the file is touched, and not when it is renamed. */
  mark(path: string): string;
  /** Touches a file again and again while it contains a text, also while this thread is busy; returns what ends that. */
  keepFresh(path: string, text: string, milliseconds: number): () => void;
  /** Puts a file in the place of another, at once. */
  rename(from: string, to: string): void;
  /** Returns when the names in a folder are on the disk. */
  syncFolder(path: string): void;
  /** A second name for the same file. */
  link(from: string, to: string): void;
  /** Removes a file; no error if it does not exist. */
  remove(path: string): void;
  /** Removes a folder if it is empty. */
  removeFolder(path: string): void;
  /** Bytes free to write near a path that exists. */
  freeBytes(path: string): number;
}

/** The real disk. */
export const realFiles: Files = {
  makeFolder: (path) => {
    try {
      fs.mkdirSync(path);
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  },
  list: (path) => unlessMissing(() => fs.readdirSync(path).sort(), []),
  kind: (path) => {
    const found = unlessMissing(() => fs.statSync(path), undefined);
    if (!found) return 'nothing';
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  },
  isLink: (path) => unlessMissing(() => fs.lstatSync(path), undefined)?.isSymbolicLink() === true,
  read: (path) => {
    const file = openRegular(path);
    try {
      return fs.readFileSync(file);
    } finally {
      fs.closeSync(file);
    }
  },
  open: (path, how) =>
    how === 'there' ? openRegular(path) : fs.openSync(path, { empty: 'w+', append: 'a', exclusive: 'wx' }[how]),
  write: (file, bytes) => fs.writeSync(file, bytes),
  sync: (file) => fs.fsyncSync(file),
  close: (file) => fs.closeSync(file),
  truncate: (file, length) => {
    fs.ftruncateSync(file, length);
    fs.fsyncSync(file);
  },
  readOpen: (file) => {
    const bytes = new Uint8Array(fs.fstatSync(file).size);
    for (let at = 0, count = 1; at < bytes.length && count > 0; at += count)
      count = fs.readSync(file, bytes, at, bytes.length - at, at);
    return bytes;
  },
  isAt: (file, path) => {
    const open = fs.fstatSync(file, { bigint: true }),
      named = unlessMissing(() => fs.statSync(path, { bigint: true }), undefined);
    return named !== undefined && named.ino === open.ino && named.dev === open.dev;
  },
  touch: (path) => {
    const now = new Date();
    unlessMissing(() => fs.utimesSync(path, now, now), undefined);
  },
  mark: (path) => {
    const { mtimeNs, size } = fs.statSync(path, { bigint: true });
    return `${mtimeNs} ${size}`;
  },
  keepFresh: (path, text, milliseconds) => {
    const script = new URL('./lock-keeper.js', import.meta.url),
      worker = new Worker(script, { workerData: { path, text, milliseconds }, execArgv: [] });
    worker.on('error', () => {}); // its owner touches the file too, though not as often
    worker.unref();
    return () => void worker.terminate();
  },
  rename: (from, to) => fs.renameSync(from, to),
  syncFolder: (path) => {
    if (process.platform === 'win32') return; // folders cannot be opened there; NTFS logs its names
    const folder = fs.openSync(path, 'r');
    try {
      fs.fsyncSync(folder);
    } catch (error) {
      if (!['EINVAL', 'ENOTSUP'].includes(systemCode(error))) throw error; // some network disks have no such call
    } finally {
      fs.closeSync(folder);
    }
  },
  link: (from, to) => fs.linkSync(from, to),
  remove: (path) => unlessMissing(() => fs.unlinkSync(path), undefined),
  removeFolder: (path) => {
    try {
      fs.rmdirSync(path);
    } catch (error) {
      if (!['ENOTEMPTY', 'ENOENT', 'EEXIST'].includes(systemCode(error))) throw error;
    }
  },
  freeBytes: (path) => {
    const { bavail, bsize } = fs.statfsSync(path);
    return bavail * bsize;
  },
};

/** Opens a file to read it, and nothing that is none: a pipe would make us wait for its other end. */
function openRegular(path: string): number {
  const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0)),
    found = fs.fstatSync(file);
  if (found.isFile()) return file;
  fs.closeSync(file);
  throw Object.assign(new Error('not a regular file'), { code: found.isDirectory() ? 'EISDIR' : 'ENOTREG' });
}

/** How long ago a file with this mark of the real disk was touched, by the clock of this machine, ms; 0 if the mark does not say. */
export function ageOfMark(mark: string): number {
  const touched = Number(mark.split(' ', 1)[0]) / 1e6;
  return touched > 0 ? Date.now() - touched : 0;
}

/** The system's name for an error, such as ENOSPC; empty if it has none. */
export function systemCode(error: unknown): string {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : '';
}

function unlessMissing<T>(read: () => T, missing: T): T {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return missing;
    throw error;
  }
}
