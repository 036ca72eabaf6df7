// What is on a fake disk: files and folders that remember what has reached the disk and what is only in the memory of the system.
// POSIX promises no more: `sync` of a file saves its content but not its name, `sync` of a folder saves its names but not what is in
// the files, and until then each change may reach the disk or not, in any order.

/** A change of a file that a power loss can undo. */
export interface FileChange {
  /** Rises with every change of the disk. */
  readonly order: number;
  readonly kind: 'write' | 'cut';
  /** Where the bytes go, or the new length. */
  readonly at: number;
  readonly bytes: Uint8Array;
  /** A write whose sync failed is never on the disk for sure: the system forgets that it was not saved. */
  state: 'waiting' | 'saved' | 'doomed';
}

const NO_BYTES = new Uint8Array(0);

/** A file, whatever its names are. */
export class DiskFile {
  /** What a program reads. */
  content: Uint8Array;
  /** What is on the disk for sure, before the changes. */
  durable: Uint8Array;
  changes: FileChange[] = [];
  /** How often it was touched. */
  touches = 0;

  /** A file that is safely on the disk, or a new one. */
  constructor(content: Uint8Array = NO_BYTES) {
    this.content = content;
    this.durable = content;
  }

  write(at: number, bytes: Uint8Array, order: number): void {
    const copy = bytes.slice();
    this.content = patched(this.content, at, copy);
    this.changes.push({ order, kind: 'write', at, bytes: copy, state: 'waiting' });
  }

  cut(length: number, order: number): void {
    if (this.content.length === length) return;
    this.content = cutAt(this.content, length);
    this.changes.push({ order, kind: 'cut', at: length, bytes: NO_BYTES, state: 'waiting' });
  }

  sync(): void {
    for (const change of this.changes) if (change.state === 'waiting') change.state = 'saved';
    while (this.changes[0]?.state === 'saved') this.durable = applied(this.durable, this.changes.shift()!);
  }

  /** A sync that failed: what was waiting is lost unless luck has it. */
  failSync(): void {
    for (const change of this.changes) if (change.state === 'waiting') change.state = 'doomed';
  }
}

/** What a name stood for from some moment on; undefined: nothing. */
export interface NameChange {
  readonly order: number;
  readonly node: DiskNode | undefined;
}

export type DiskNode = DiskFile | DiskFolder;

/** A folder. */
export class DiskFolder {
  /** What a program sees. */
  readonly names = new Map<string, DiskNode>();
  /** What is on the disk for sure, before the changes. */
  readonly durable = new Map<string, DiskNode>();
  /** By name, in order. */
  readonly changes = new Map<string, NameChange[]>();

  set(name: string, node: DiskNode | undefined, order: number): void {
    put(this.names, name, node);
    const changes = this.changes.get(name);
    if (changes) changes.push({ order, node });
    else this.changes.set(name, [{ order, node }]);
  }

  sync(): void {
    for (const [name, changes] of this.changes) put(this.durable, name, changes.at(-1)!.node);
    this.changes.clear();
  }
}

function put(names: Map<string, DiskNode>, name: string, node: DiskNode | undefined): void {
  if (node) names.set(name, node);
  else names.delete(name);
}

/** The content after a change. */
export function applied(content: Uint8Array, change: FileChange): Uint8Array {
  return change.kind === 'cut' ? cutAt(content, change.at) : patched(content, change.at, change.bytes);
}

/** Bytes written into a content, which grows if need be; a gap is zeros. */
export function patched(content: Uint8Array, at: number, bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(Math.max(content.length, at + bytes.length));
  result.set(content);
  result.set(bytes, at);
  return result;
}

function cutAt(content: Uint8Array, length: number): Uint8Array {
  return length <= content.length ? content.slice(0, length) : patched(content, length, NO_BYTES);
}
