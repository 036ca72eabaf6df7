// A disk in memory for the cache: it can lose power, fail at any call, take only part of a write, and get full.

import { basename, dirname } from 'node:path/posix';
import type { Files } from '../../src/cache/files.ts';
import { DiskFile, DiskFolder, type DiskNode } from './fake-disk.ts';
import { DOES_NOT_FAIL, type Fault, systemError } from './fake-faults.ts';

/** A call of the disk. */
export interface Call {
  readonly name: keyof Files;
  /** The path given, or that of the open file. */
  readonly path: string;
}

interface Handle {
  readonly file: DiskFile;
  readonly path: string;
  /** Where the next write goes; undefined: at the end. */
  position: number | undefined;
}

/** Calls that change nothing on the disk. */
const READING: readonly string[] = ['list', 'kind', 'read', 'freeBytes', 'close', 'readOpen', 'isAt', 'mark', 'touch'];

/** Whether a call can change what is on the disk. */
export function changesDisk({ name }: Call): boolean {
  return !READING.includes(name);
}

/** The disk. Paths are POSIX and absolute. Starts with the folders given, which are safely there. */
export class FakeFiles implements Files {
  readonly root = new DiskFolder();
  readonly calls: Call[] = [];
  /** Told of every call before it happens. */
  onCall: ((call: Call, index: number) => void) | undefined;
  /** Bytes of all files together. */
  capacity = Number.POSITIVE_INFINITY;
  /** What freeBytes says; by default what the capacity leaves. */
  saysFree: number | undefined;
  /** Which calls fail. */
  fault: Fault = DOES_NOT_FAIL;
  private readonly handles = new Map<number, Handle>();
  private nextHandle = 3;
  private order = 0;

  constructor(...folders: string[]) {
    for (const folder of folders) this.makePath(folder);
    this.settle();
  }

  /** A disk that safely holds these files. */
  static holding(files: ReadonlyMap<string, Uint8Array>, ...folders: string[]): FakeFiles {
    const disk = new FakeFiles(...folders, ...[...files.keys()].map(dirname));
    for (const [path, content] of files) {
      const { folder, name } = disk.parent(path, 'open');
      folder.set(name, new DiskFile(content), 0);
    }
    disk.settle();
    return disk;
  }

  /** Every file by its path, as a program sees it, in order of path. */
  files(): Map<string, Uint8Array> {
    const found: [string, Uint8Array][] = [];
    const visit = (folder: DiskFolder, path: string): void => {
      for (const [name, node] of folder.names) {
        if (node instanceof DiskFolder) visit(node, `${path}/${name}`);
        else found.push([`${path}/${name}`, node.content]);
      }
    };
    visit(this.root, '');
    return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Files that are open: a program that has ended well leaves none. */
  get openFiles(): string[] {
    return [...this.handles.values()].map(({ path }) => path);
  }

  /** Bytes of all files that have a name or are open. */
  get usedBytes(): number {
    const seen = new Set<DiskFile>([...this.handles.values()].map(({ file }) => file));
    const visit = (node: DiskNode): void => {
      if (node instanceof DiskFile) seen.add(node);
      else node.names.forEach(visit);
    };
    visit(this.root);
    return [...seen].reduce((sum, { content }) => sum + content.length, 0);
  }

  /** Makes everything durable, as a system does that goes down in order. */
  settle(): void {
    const visit = (node: DiskNode): void => {
      node.sync();
      if (node instanceof DiskFolder) node.names.forEach(visit);
    };
    visit(this.root);
  }

  makeFolder(path: string): void {
    this.begin('makeFolder', path);
    this.makePath(path);
  }

  list(path: string): string[] {
    this.begin('list', path);
    const node = this.find(path);
    if (node instanceof DiskFile) throw systemError('ENOTDIR', 'scandir', path);
    return node ? [...node.names.keys()].sort() : [];
  }

  kind(path: string): 'file' | 'folder' | 'nothing' {
    this.begin('kind', path);
    const node = this.find(path);
    if (!node) return 'nothing';
    return node instanceof DiskFile ? 'file' : 'folder';
  }

  isLink(): boolean {
    return false;
  }

  read(path: string): Uint8Array {
    this.begin('read', path);
    return this.file(path, 'open').content.slice();
  }

  open(path: string, how: 'empty' | 'append' | 'exclusive' | 'there'): number {
    this.begin('open', path);
    const { folder, name } = this.parent(path, 'open');
    let file = folder.names.get(name);
    if (file instanceof DiskFolder) throw systemError('EISDIR', 'open', path);
    if (file && how === 'exclusive') throw systemError('EEXIST', 'open', path);
    if (!file && how === 'there') throw systemError('ENOENT', 'open', path);
    if (!file) {
      file = new DiskFile();
      folder.set(name, file, ++this.order);
    }
    if (how === 'empty') file.cut(0, ++this.order);
    this.handles.set(this.nextHandle, { file, path, position: how === 'append' ? undefined : 0 });
    return this.nextHandle++;
  }

  write(file: number, bytes: Uint8Array): number {
    const handle = this.handle(file, 'write');
    const share = this.begin('write', handle.path) ?? 1;
    const at = handle.position ?? handle.file.content.length;
    const room = this.capacity - this.usedBytes + Math.max(handle.file.content.length - at, 0);
    const taken = Math.min(Math.max(1, Math.floor(share * bytes.length)), bytes.length, Math.max(room, 0));
    if (taken === 0 && bytes.length > 0) throw systemError('ENOSPC', 'write');
    handle.file.write(at, bytes.subarray(0, taken), ++this.order);
    if (handle.position !== undefined) handle.position += taken;
    return taken;
  }

  sync(file: number): void {
    const handle = this.handle(file, 'fsync');
    try {
      this.begin('sync', handle.path);
    } catch (error) {
      handle.file.failSync();
      throw error;
    }
    handle.file.sync();
  }

  close(file: number): void {
    const handle = this.handle(file, 'close');
    this.handles.delete(file); // a close that fails has closed all the same
    this.begin('close', handle.path);
  }

  truncate(file: number, length: number): void {
    const { file: node, path } = this.handle(file, 'ftruncate');
    this.begin('truncate', path);
    node.cut(length, ++this.order);
    node.sync();
  }

  readOpen(file: number): Uint8Array {
    const { file: node, path } = this.handle(file, 'read');
    this.begin('readOpen', path);
    return node.content.slice();
  }

  isAt(file: number, path: string): boolean {
    const { file: node } = this.handle(file, 'fstat');
    this.begin('isAt', path);
    return this.find(path) === node;
  }

  touch(path: string): void {
    this.begin('touch', path);
    const node = this.find(path);
    if (node instanceof DiskFile) node.touches++;
  }

  mark(path: string): string {
    this.begin('mark', path);
    const { content, touches } = this.file(path, 'stat');
    return `${touches} ${content.length}`;
  }

  /** Nobody else runs while a program waits for this disk. */
  keepFresh(): () => void {
    return () => {};
  }

  rename(from: string, to: string): void {
    this.begin('rename', from);
    const source = this.parent(from, 'rename');
    const target = this.parent(to, 'rename');
    const node = source.folder.names.get(source.name);
    if (!node) throw systemError('ENOENT', 'rename', from);
    if (node instanceof DiskFile && target.folder.names.get(target.name) instanceof DiskFolder) {
      throw systemError('EISDIR', 'rename', from);
    }
    this.order++;
    target.folder.set(target.name, node, this.order);
    source.folder.set(source.name, undefined, this.order);
  }

  syncFolder(path: string): void {
    this.begin('syncFolder', path);
    const folder = this.find(path);
    if (!(folder instanceof DiskFolder)) throw systemError(folder ? 'ENOTDIR' : 'ENOENT', 'open', path);
    folder.sync();
  }

  link(from: string, to: string): void {
    this.begin('link', from);
    const file = this.file(from, 'link');
    const { folder, name } = this.parent(to, 'link');
    if (folder.names.has(name)) throw systemError('EEXIST', 'link', from);
    folder.set(name, file, ++this.order);
  }

  remove(path: string): void {
    this.begin('remove', path);
    const node = this.find(path);
    if (!node) return;
    if (node instanceof DiskFolder) throw systemError('EISDIR', 'unlink', path);
    const { folder, name } = this.parent(path, 'unlink');
    folder.set(name, undefined, ++this.order);
  }

  removeFolder(path: string): void {
    this.begin('removeFolder', path);
    const node = this.find(path);
    if (!node) return;
    if (node instanceof DiskFile) throw systemError('ENOTDIR', 'rmdir', path);
    if (node.names.size > 0) return;
    const { folder, name } = this.parent(path, 'rmdir');
    folder.set(name, undefined, ++this.order);
  }

  freeBytes(path: string): number {
    this.begin('freeBytes', path);
    if (!this.find(path)) throw systemError('ENOENT', 'statfs', path);
    return this.saysFree ?? Math.max(this.capacity - this.usedBytes, 0);
  }

  /** Writes a call down and lets it fail if it must; returns the share of the bytes that a short write takes. */
  private begin(name: keyof Files, path: string): number | undefined {
    const index = this.calls.length;
    const call = { name, path };
    this.onCall?.(call, index);
    this.calls.push(call);
    return this.fault(call, index);
  }

  private handle(file: number, syscall: string): Handle {
    const handle = this.handles.get(file);
    if (!handle) throw systemError('EBADF', syscall);
    return handle;
  }

  private find(path: string): DiskNode | undefined {
    let node: DiskNode | undefined = this.root;
    for (const name of path.split('/').filter(Boolean)) {
      node = node instanceof DiskFolder ? node.names.get(name) : undefined;
    }
    return node;
  }

  private file(path: string, syscall: string): DiskFile {
    const node = this.find(path);
    if (!node) throw systemError('ENOENT', syscall, path);
    if (node instanceof DiskFolder) throw systemError('EISDIR', syscall, path);
    return node;
  }

  private parent(path: string, syscall: string): { folder: DiskFolder; name: string } {
    const folder = this.find(dirname(path));
    if (!folder) throw systemError('ENOENT', syscall, path);
    if (folder instanceof DiskFile) throw systemError('ENOTDIR', syscall, path);
    return { folder, name: basename(path) };
  }

  private makePath(path: string): void {
    let folder = this.root;
    for (const name of path.split('/').filter(Boolean)) {
      const next = folder.names.get(name) ?? new DiskFolder();
      if (next instanceof DiskFile) throw systemError('EEXIST', 'mkdir', path);
      if (!folder.names.has(name)) folder.set(name, next, ++this.order);
      folder = next;
    }
  }
}
