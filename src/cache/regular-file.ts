// Reads files that people and scenes name: only regular files, never more than allowed, and without waiting for what never comes.

import * as fs from 'node:fs';
import { problem, ThixoError } from '../problem.ts';
import { systemCode } from './files.ts';

/** Why there are no bytes: nothing there, a folder, a device or pipe, or more bytes than allowed. */
export type Unread = 'nothing' | 'folder' | 'special' | 'too large';

/** More bytes than this do not fit into one text, bytes. */
const LONGEST_TEXT = 500_000_000;

/** What is at a path, or all bytes of it if it is a file of at most `most` bytes. Throws FILE_IO if the system refuses. */
export function readRegularFile(path: string, most: number): Uint8Array | Unread {
  const kind = kindOf(path);
  if (kind !== 'file') return kind;
  const bound = Math.min(most, LONGEST_TEXT);
  return attempt(path, () => {
    // Between the look and the opening the file may have become a pipe: opening does not wait for its other end.
    const file = fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fs.fstatSync(file);
      if (!fs.fstatSync(file).isFile()) return 'special';
      return size > bound ? 'too large' : readUpTo(file, size, bound);
    } finally {
      fs.closeSync(file);
    }
  });
}

/** What is at a path; links count as what they point to. Throws FILE_IO if the system refuses. */
export function kindOf(path: string): 'file' | 'nothing' | 'folder' | 'special' {
  if (path === '' || path.includes('\0')) return 'nothing';
  const found = attempt(path, () => fs.statSync(path, { throwIfNoEntry: false }));
  if (!found || found === 'nothing') return 'nothing';
  if (found.isFile()) return 'file';
  return found.isDirectory() ? 'folder' : 'special';
}

/** The path without links; of nothing if it leads nowhere. Throws FILE_IO if the system refuses. */
export function realPathOf(path: string): string {
  return attempt(path, () => fs.realpathSync(path));
}

/** Names of what is in a folder, for suggestions; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort().slice(0, 1000);
  } catch {
    return [];
  }
}

/** All bytes, also of a file that grows or whose size the system does not tell. */
function readUpTo(file: number, size: number, most: number): Uint8Array | 'too large' {
  let bytes = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(file, bytes, length, bytes.length - length, null);
    length += count;
    if (length > most) return 'too large';
    if (count === 0) return bytes.subarray(0, length);
    if (length < bytes.length) continue;
    const larger = new Uint8Array(2 * bytes.length);
    larger.set(bytes);
    bytes = larger;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

/** Does something with a path; a path that leads nowhere is nothing, any other refusal of the system is thrown. */
function attempt<T>(path: string, act: () => T): T | 'nothing' {
  try {
    return act();
  } catch (error) {
    const code = systemCode(error);
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(code)) return 'nothing';
    if (code === '') throw error;
    const message = `Cannot read ${path}: ${REASONS[code] ?? (error as Error).message}.`;
    throw new ThixoError([{ ...problem('FILE_IO', '', message, 'Check its permissions and the disk.'), place: path }]);
  }
}
