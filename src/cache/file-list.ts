// A folder of files that were made of frames, and a list beside them of what each was made of: so that only what is missing, damaged or of
// other settings is made again. A file counts if the list has it with the right key and its bytes are still those.

import { join } from 'node:path';
import { type Disk, digest } from './disk.ts';

/** Name of the list. */
export const FILES_LIST = 'thixo-files.ndjson';

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
  private readonly files = new Map<string, ListedFile>();
  /** Bytes of the list. */
  private length: number;
  /** Whether a crash has torn the last line. */
  private torn: boolean;

  /** The list of a folder; empty if it has none. */
  constructor(disk: Disk, folder: string) {
    this.disk = disk;
    this.folder = folder;
    const bytes = disk.read(this.path),
      text = Buffer.from(bytes ?? []).toString('utf8');
    this.exists = bytes !== undefined;
    this.length = Buffer.byteLength(text);
    this.torn = text !== '' && !text.endsWith('\n');
    for (const entry of text.split('\n').flatMap(readEntry)) this.files.set(entry.file, entry);
  }

  /** Makes the list, before the first file is written. */
  begin(): void {
    if (this.exists) return;
    this.disk.write(this.path, new Uint8Array(0));
    this.exists = true;
  }

  /** Whether a file is listed with this key, and seems to be there. */
  find(file: string, key: string): ListedFile | undefined {
    const entry = this.files.get(file);
    return entry?.key === key && this.has(file) ? entry : undefined;
  }

  /** Whether a file of the list is still there. */
  has(file: string): boolean {
    return this.files.has(file) && this.disk.kind(join(this.folder, file)) === 'file';
  }

  /** What a listed file was made of and how; undefined if it is not listed. */
  keyOf(file: string): string | undefined {
    return this.files.get(file)?.key;
  }

  /** Files of the list. */
  get names(): readonly string[] {
    return [...this.files.keys()];
  }

  /** Lists a file that stands in the folder. */
  add(entry: ListedFile): void {
    const line = Buffer.from(`${this.torn ? '\n' : ''}${JSON.stringify(entry)}\n`);
    this.disk.append(this.path, this.length, line);
    this.length += line.length;
    this.torn = false;
    this.files.set(entry.file, entry);
  }

  private get path(): string {
    return join(this.folder, FILES_LIST);
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
