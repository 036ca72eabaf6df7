// What the cache does with a disk: whole files that appear at once or not at all, and lines that are appended for good. A call that
// returns has reached the disk; one that fails says which file and why, and leaves what was committed as it was.

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { problem, ThixoError } from '../problem.ts';
import { type Files, systemCode } from './files.ts';

/** Ending of files that are being written. */
export const UNFINISHED = '.tmp';

export class Disk {
  private readonly files: Files;

  constructor(files: Files) {
    this.files = files;
  }

  /** Makes a folder and those above it, each durable in the one that holds it, also if an earlier attempt got only half of that done. */
  makeFolder(path: string): void {
    const missing: string[] = [];
    for (let at = path; this.kind(at) === 'nothing' && dirname(at) !== at; at = dirname(at)) missing.push(at);
    for (const at of missing.reverse()) this.attempt('make the folder', at, () => this.files.makeFolder(at));
    for (let child = path; dirname(child) !== child; child = dirname(child)) {
      this.attempt('make the folder', child, () => {
        try {
          this.files.syncFolder(dirname(child));
        } catch (error) {
          if (child === path || !['EACCES', 'EPERM'].includes(systemCode(error))) throw error; // above is not ours
        }
      });
    }
  }

  list(path: string): string[] {
    return this.attempt('list', path, () => this.files.list(path));
  }

  kind(path: string): ReturnType<Files['kind']> {
    return this.attempt('look at', path, () => this.files.kind(path));
  }

  /** All bytes of a file; undefined if there is none. */
  read(path: string): Uint8Array | undefined {
    return this.attempt('read', path, () => {
      try {
        return this.files.read(path);
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    });
  }

  /** Writes a whole file: beside its place, to the disk, then into its place. Where others may write the same file, `unfinished` is a name of one's own. */
  write(path: string, bytes: Uint8Array, unfinished: string = path + UNFINISHED): void {
    const { files } = this;
    this.attempt(
      'write',
      path,
      () => {
        try {
          this.fill(files.open(unfinished, 'empty'), bytes);
          files.rename(unfinished, path);
        } catch (error) {
          quietly(() => files.remove(unfinished));
          throw error;
        }
        files.syncFolder(dirname(path));
      },
      bytes.length,
    );
  }

  /** Writes a file that comes in pieces, as `write` does; it appears when the last one is on the disk. Returns its bytes. */
  async writePieces(path: string, pieces: AsyncIterable<Uint8Array>, unfinished: string): Promise<number> {
    const file = this.attempt('write', path, () => this.files.open(unfinished, 'empty'));
    let length = 0;
    try {
      for await (const piece of pieces) {
        this.attempt('write', path, () => this.put(file, piece), piece.length);
        length += piece.length;
      }
      this.attempt('write', path, () => this.files.sync(file));
    } catch (error) {
      quietly(() => this.files.close(file));
      quietly(() => this.files.remove(unfinished));
      throw error;
    }
    this.attempt('write', path, () => {
      this.files.close(file);
      this.files.rename(unfinished, path);
      this.files.syncFolder(dirname(path));
    });
    return length;
  }

  /** Appends to a file that is `length` bytes long; what a failure leaves behind is cut off again if the disk lets us. */
  append(path: string, length: number, bytes: Uint8Array): void {
    const { files } = this;
    this.attempt(
      'write',
      path,
      () => {
        try {
          this.fill(files.open(path, 'append'), bytes);
        } catch (error) {
          quietly(() => files.truncate(path, length));
          throw error;
        }
      },
      bytes.length,
    );
  }

  /** Writes a file that must not be there yet; false if it is. */
  claim(path: string, bytes: Uint8Array): boolean {
    return this.attempt('write', path, () => {
      let file: number;
      try {
        file = this.files.open(path, 'exclusive');
      } catch (error) {
        if (systemCode(error) === 'EEXIST') return false;
        throw error;
      }
      try {
        this.fill(file, bytes);
      } catch (error) {
        quietly(() => this.files.remove(path));
        throw error;
      }
      return true;
    });
  }

  /** Gives a file a second name, durable; copies it where the disk has no such names. */
  link(from: string, to: string): void {
    const refused = this.attempt('link', to, () => {
      try {
        this.files.remove(to);
        this.files.link(from, to);
        this.files.syncFolder(dirname(to));
        return false;
      } catch (error) {
        if (['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'ENOSYS'].includes(systemCode(error))) return true;
        throw error;
      }
    });
    if (refused)
      this.write(
        to,
        this.attempt('read', from, () => this.files.read(from)),
      );
  }

  /** Removes a file, durably. */
  remove(path: string): void {
    this.attempt('remove', path, () => {
      this.files.remove(path);
      this.files.syncFolder(dirname(path));
    });
  }

  removeFolder(path: string): void {
    this.attempt('remove', path, () => this.files.removeFolder(path));
  }

  /** Bytes free near a path of which the upper part exists. */
  freeBytes(path: string): number {
    let existing = path;
    while (this.kind(existing) === 'nothing' && dirname(existing) !== existing) existing = dirname(existing);
    return this.attempt('measure the free space of', existing, () => this.files.freeBytes(existing));
  }

  /** Writes all bytes, waits for the disk, closes. */
  private fill(file: number, bytes: Uint8Array): void {
    try {
      this.put(file, bytes);
      this.files.sync(file);
    } finally {
      this.files.close(file);
    }
  }

  /** Writes all bytes. */
  private put(file: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const written = this.files.write(file, bytes.subarray(done));
      if (written === 0) throw Object.assign(new Error('no byte was written'), { code: 'ENOSPC' });
      done += written;
    }
  }

  private attempt<T>(verb: string, path: string, act: () => T, needed = 0): T {
    try {
      return act();
    } catch (error) {
      if (systemCode(error) === '') throw error;
      throw new ThixoError([this.refusal(verb, path, needed, error as Error)]);
    }
  }

  private refusal(verb: string, path: string, needed: number, error: Error) {
    const code = systemCode(error);
    if (code !== 'ENOSPC' && code !== 'EDQUOT') {
      const message = `Cannot ${verb} ${path}: ${REASONS[code] ?? error.message}.`;
      const hint = FORBIDDEN.includes(code)
        ? 'Change its permissions, or choose another folder with -o. Every committed frame is safe.'
        : 'Every committed frame is safe. Fix it and run the same command again.';
      return problem('FILE_IO', '', message, hint);
    }
    const free = attemptNumber(() => this.files.freeBytes(dirname(path)));
    const message = `The disk is full: ${path} needs ${formatBytes(needed)}, ${formatBytes(free)} are free.`;
    return problem(
      'DISK_FULL',
      '',
      message,
      'Every committed frame is safe. Free some space and run the same command again.',
    );
  }
}

const FORBIDDEN: readonly string[] = ['EACCES', 'EPERM', 'EROFS'];

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the disk is read-only',
  EIO: 'the disk reported an error',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ENAMETOOLONG: 'the name is too long',
};

/** SHA-256, hexadecimal. */
export function digest(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** `3.4 MB`, decimal. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return 'an unknown number of bytes';
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let unit = 0,
    value = bytes;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
}

/** A name for a file that is being written which no other process or thread uses. */
export function ownUnfinished(path: string): string {
  return `${path}~${process.pid}-${threadId}${UNFINISHED}`;
}

/** The name that an unfinished file is going to have; that of any other file as it is. */
export function finishedName(name: string): string {
  return name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length).replace(/~\d+-\d+$/, '') : name;
}

/** Path of a file with a number for a name, e.g. frames/000123.frame. */
export function numberedFile(folder: string, frame: number, ending: string): string {
  return join(folder, `${String(frame).padStart(6, '0')}${ending}`);
}

/** The number of such a file, or undefined for any other name. */
export function numberOfFile(path: string, ending: string): number | undefined {
  const name = basename(path);
  const digits = name.endsWith(ending) ? name.slice(0, -ending.length) : '';
  return /^\d{6,}$/.test(digits) ? Number(digits) : undefined;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // the error that led here is the one to report
  }
}

function attemptNumber(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}
