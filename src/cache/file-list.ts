// A folder of files that were made of frames, and lists beside them of what each was made of: so that only what is missing, damaged or of
// other settings is made again. A file counts if a list has it with the right key and its bytes are still those. Every writer has a list of
// his own, so that two at once do not lose each other's lines.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Disk, digest } from './disk.ts';

/** Name of the list of the first writer. */
export const FILES_LIST = 'thixo-files.ndjson';

/** Whether a file is a list, by its name. */
export function isFilesList(name: string): boolean {
  return /^thixo-files(-[0-9a-f]{16})?\.ndjson$/.test(name);
}

/** A file that was made. */
export interface ListedFile {
  /** Name in the folder. */
  readonly file: string;
  /** What it was made of and how. */
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

export class FileList {
  readonly folder: string;
  /** Whether the folder has a list: then its files are ours. */
  exists: boolean;
  private readonly disk: Disk;
  /** By name and key. A name may have several: only its bytes say which one it has now. */
  private readonly files = new Map<string, Map<string, ListedFile>>();
  /** Our own list, once it is there. */
  private own: { readonly path: string; length: number } | undefined;

  /** What the lists of a folder say; nothing if it has none. */
  constructor(disk: Disk, folder: string) {
    this.disk = disk;
    this.folder = folder;
    const lists = disk.list(folder).filter(isFilesList);
    this.exists = lists.length > 0;
    for (const list of lists) {
      const text = Buffer.from(disk.read(join(folder, list)) ?? []).toString('utf8');
      for (const entry of text.split('\n').flatMap(readEntry)) this.remember(entry);
    }
  }

  /** Makes a list, before the first file is written. */
  begin(): void {
    if (!this.exists) this.makeOwn();
  }

  /** What a file is listed as with this key, if it seems to be there. */
  find(file: string, key: string): ListedFile | undefined {
    return this.has(file) ? this.files.get(file)?.get(key) : undefined;
  }

  /** Whether a file of the list is still there. */
  has(file: string): boolean {
    return this.files.has(file) && this.disk.kind(join(this.folder, file)) === 'file';
  }

  /** Whether a file is listed with one of these keys. */
  isOf(file: string, keys: ReadonlySet<string>): boolean {
    return [...(this.files.get(file)?.keys() ?? [])].some((key) => keys.has(key));
  }

  /** Files of the list. */
  get names(): readonly string[] {
    return [...this.files.keys()].sort();
  }

  /** Lists a file that stands in the folder. */
  add(entry: ListedFile): void {
    const line = Buffer.from(`${JSON.stringify(entry)}\n`),
      own = this.own ?? this.makeOwn();
    this.disk.append(own.path, own.length, line);
    own.length += line.length;
    this.remember(entry);
  }

  private makeOwn(): NonNullable<FileList['own']> {
    const nothing = new Uint8Array(0),
      first = join(this.folder, FILES_LIST),
      another = join(this.folder, `thixo-files-${randomBytes(8).toString('hex')}.ndjson`),
      path = this.disk.claim(first, nothing) ? first : another;
    if (path === another) this.disk.write(path, nothing);
    this.exists = true;
    this.own = { path, length: 0 };
    return this.own;
  }

  private remember(entry: ListedFile): void {
    const known = this.files.get(entry.file);
    if (known) known.set(entry.key, entry);
    else this.files.set(entry.file, new Map([[entry.key, entry]]));
  }
}

/** Whether a listed file still has its bytes. */
export function isAsListed(disk: Disk, folder: string, { file, bytes, sha256 }: ListedFile): boolean {
  const found = disk.read(join(folder, file));
  return found?.length === bytes && digest(found) === sha256;
}

/** The entry of a line; none if it is not one. */
function readEntry(line: string): ListedFile[] {
  try {
    const entry = JSON.parse(line) as ListedFile;
    const sound =
      [entry.file, entry.key, entry.sha256].every((text) => typeof text === 'string') &&
      Number.isSafeInteger(entry.bytes) &&
      !/[/\\]/.test(entry.file);
    return sound ? [entry] : [];
  } catch {
    return [];
  }
}
