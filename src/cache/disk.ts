// What the cache does with a disk: whole files that appear at once or not at all, and lines that are appended for good. A call that
// returns has reached the disk; one that fails says which file and why, and leaves what was committed as it was.

import { createHash, randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { problem, ThixoError } from '../problem.ts';
import { type Files, systemCode } from './files.ts';

/** Ending of files that are being written. */
export const UNFINISHED = '.tmp';

export class Disk {
  private readonly files: Files;

  constructor(files: Files) {
    this.files = files;
  }

  /** The calls below. */
  get underlying(): Files {
    return this.files;
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

  isLink(path: string): boolean {
    return this.attempt('look at', path, () => this.files.isLink(path));
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

  /** Writes a whole file: beside its place under a name of one's own, to the disk, then into its place. */
  write(path: string, bytes: Uint8Array): void {
    const file = this.writeBeside(path, bytes, (unfinished) => {
      this.files.rename(unfinished, path);
      return true;
    });
    this.close(file!);
  }

  /**
   * Writes a whole file as `write` does and leaves it open, to `extend` it. `instead` is the open file that it takes the place of; null if
   * there must be none. Undefined if there is another one by now.
   */
  begin(path: string, bytes: Uint8Array, instead: number | null): number | undefined {
    const { files } = this;
    return this.writeBeside(path, bytes, (unfinished) => {
      const linked = instead === null ? this.linkNew(unfinished, path) : undefined;
      if (linked) files.remove(unfinished);
      if (linked !== undefined) return linked;
      const isFree = instead === null ? files.kind(path) === 'nothing' : files.isAt(instead, path);
      if (isFree) files.rename(unfinished, path);
      return isFree;
    });
  }

  /** Writes a file beside its place and lets it be put there; undefined if that was not done. */
  private writeBeside(path: string, bytes: Uint8Array, put: (unfinished: string) => boolean): number | undefined {
    const write = (): number | undefined => this.tryBeside(path, bytes, put);
    return this.attempt(
      'write',
      path,
      () => {
        try {
          return write();
        } catch (error) {
          // Somebody who was stopped while he cleaned up has removed the unfinished file: it is not there for him again.
          if (systemCode(error) === 'ENOENT') return write();
          throw error;
        }
      },
      bytes.length,
    );
  }

  private tryBeside(path: string, bytes: Uint8Array, put: (unfinished: string) => boolean): number | undefined {
    const { files } = this,
      unfinished = unfinishedName(path),
      file = files.open(unfinished, 'empty');
    try {
      this.put(file, bytes);
      files.sync(file);
      const isPut = put(unfinished);
      if (isPut) files.syncFolder(dirname(path));
      if (isPut) return file;
    } catch (error) {
      quietly(() => files.close(file));
      quietly(() => files.remove(unfinished));
      throw error;
    }
    files.close(file);
    files.remove(unfinished);
    return undefined;
  }

  /** Appends to an open file that is `length` bytes long; what a failure leaves behind is cut off again if the disk lets us. */
  extend(path: string, file: number, length: number, bytes: Uint8Array): void {
    this.attempt('write', path, () => this.appendTo(file, length, bytes), bytes.length);
  }

  private appendTo(file: number, length: number, bytes: Uint8Array): void {
    try {
      this.put(file, bytes);
      this.files.sync(file);
    } catch (error) {
      quietly(() => this.files.truncate(file, length));
      throw error;
    }
  }

  /** Opens a file that is there, to see later whether it still is. */
  openThere(path: string): number {
    return this.attempt('read', path, () => this.files.open(path, 'there'));
  }

  /** All bytes of an open file. */
  readOpen(path: string, file: number): Uint8Array {
    return this.attempt('read', path, () => this.files.readOpen(file));
  }

  /** Whether an open file still has this name. */
  isAt(path: string, file: number): boolean {
    return this.attempt('look at', path, () => this.files.isAt(file, path));
  }

  /** Closes a file whose bytes are on the disk already: whatever goes wrong now does no harm. */
  close(file: number): void {
    quietly(() => this.files.close(file));
  }

  /** Writes a file that comes in pieces, as `write` does; it appears when the last one is on the disk. Returns its bytes. */
  async writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
    const unfinished = unfinishedName(path),
      file = this.attempt('write', path, () => this.files.open(unfinished, 'empty'));
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
        const file = files.open(path, 'append');
        try {
          this.appendTo(file, length, bytes);
        } finally {
          files.close(file);
        }
      },
      bytes.length,
    );
  }

  /** Writes a file that must not be there yet; false if it is. It appears with all its bytes, but where the disk has no second names. */
  claim(path: string, bytes: Uint8Array): boolean {
    const { files } = this,
      unfinished = unfinishedName(path);
    return this.attempt('write', path, () => {
      try {
        this.fill(files.open(unfinished, 'empty'), bytes);
        return this.linkNew(unfinished, path) ?? this.claimInPlace(path, bytes);
      } catch (error) {
        if (systemCode(error) === 'ENOENT' && files.kind(dirname(path)) === 'folder') return false; // somebody cleans up
        throw error;
      } finally {
        quietly(() => files.remove(unfinished));
      }
    });
  }

  /** Gives a file a second name that must be new; false if it is not, undefined if the disk has no such names. */
  private linkNew(from: string, to: string): boolean | undefined {
    try {
      this.files.link(from, to);
      return true;
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST') return false;
      if (NO_LINKS.includes(code)) return undefined;
      throw error;
    }
  }

  private claimInPlace(path: string, bytes: Uint8Array): boolean {
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
  }

  /** Gives a file another name; false if it is not there. */
  move(from: string, to: string): boolean {
    return this.attempt('rename', from, () => {
      try {
        this.files.rename(from, to);
        return true;
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return false;
        throw error;
      }
    });
  }

  /** Gives a file its old name again, unless another one has it. */
  putBack(from: string, to: string): void {
    this.attempt('link', to, () => {
      try {
        if (this.linkNew(from, to) === undefined && this.files.kind(to) === 'nothing') this.files.rename(from, to);
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error;
      }
    });
  }

  /** What changes when a file is touched; undefined if there is none. */
  mark(path: string): string | undefined {
    return this.attempt('look at', path, () => {
      try {
        return this.files.mark(path);
      } catch (error) {
        if (systemCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    });
  }

  touch(path: string): void {
    this.attempt('write', path, () => this.files.touch(path));
  }

  /** Touches a file again and again while it contains a text; returns what ends that. */
  keepFresh(path: string, text: string, milliseconds: number): () => void {
    return this.files.keepFresh(path, text, milliseconds);
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
        if (NO_LINKS.includes(systemCode(error))) return true;
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

/** How systems say that a disk, or this pair of them, has no second names for files. */
const NO_LINKS: readonly string[] = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'];

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
  ENOTREG: 'it is a pipe or a device, not a file',
  ENXIO: 'it is a pipe or a device, not a file',
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

/** Of this thread: no other one, on this or any other machine, has the same. */
const TAG = randomBytes(8).toString('hex');
let serial = 0;

/** A name for a file that is being written which no other thread of any process of any machine uses, and this one only once. */
export function unfinishedName(path: string, tag = `${TAG}-${(serial++).toString(16)}`): string {
  return `${path}~${tag}${UNFINISHED}`;
}

/** The name that an unfinished file is going to have; that of any other file as it is. */
export function finishedName(name: string): string {
  let at = name;
  while (at.endsWith(UNFINISHED)) at = at.slice(0, -UNFINISHED.length).replace(/~[0-9a-f-]+$/, '');
  return at;
}

/** Path of a file with a number for a name, e.g. frames/000123.frame. */
export function numberedFile(folder: string, frame: number, ending: string): string {
  return join(folder, `${String(frame).padStart(6, '0')}${ending}`);
}

/** The number of such a file, or of a part of it (`000123-00004.frame`); undefined for any other name. */
export function numberOfFile(path: string, ending: string): number | undefined {
  const name = basename(path);
  const digits = name.endsWith(ending) ? name.slice(0, -ending.length) : '';
  const number = /^(\d{6,})(?:-\d{5,})?$/.exec(digits)?.[1];
  return number === undefined ? undefined : Number(number);
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
