// How calls of a fake disk fail: with the errors that Node throws, once or from some call on, or by taking only part of a write.

import type { Call } from './fake-files.ts';

const MESSAGES = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  EBADF: 'bad file descriptor',
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
  EIO: 'i/o error',
  EACCES: 'permission denied',
  EMFILE: 'too many open files',
  EROFS: 'read-only file system',
} as const;

/** The system's name for an error. */
export type SystemCode = keyof typeof MESSAGES;

/** An error as Node's fs throws it: calls on an open file do not know its path. */
export function systemError(code: SystemCode, syscall: string, path?: string): Error {
  const message = `${code}: ${MESSAGES[code]}, ${syscall}${path === undefined ? '' : ` '${path}'`}`;
  return Object.assign(new Error(message), { code, syscall, errno: -1, ...(path === undefined ? {} : { path }) });
}

/** Asked before every call: throws if it fails; returns the share of the bytes if it is a write that takes only some. */
export type Fault = (call: Call, index: number) => number | undefined;

export const DOES_NOT_FAIL: Fault = () => undefined;

/** What can go wrong: an error, writes that take half of the bytes, or one that takes half after which the disk is full. */
export type FaultKind = SystemCode | 'short' | 'short-then-full';

/** Lets the call with this index fail, and with `forever` every later one of a kind that can fail so. */
export function failAt(index: number, kind: FaultKind, lasting: 'once' | 'forever'): Fault {
  return (call, now) => {
    if (kind === 'short-then-full' && now > index && call.name === 'write') return failure('ENOSPC', call);
    if (now !== index && (lasting === 'once' || now < index)) return undefined;
    if (kind === 'short' || kind === 'short-then-full') return call.name === 'write' ? 0.5 : undefined;
    // A full disk still lets go of files; a failing one that has failed from some call on takes nothing any more.
    if (kind === 'ENOSPC' && now > index && !TAKES_SPACE.includes(call.name)) return undefined;
    if (kind === 'EROFS' && now > index && READS.includes(call.name)) return undefined;
    return failure(kind, call);
  };
}

const TAKES_SPACE: readonly string[] = ['makeFolder', 'open', 'write', 'sync', 'link'];
const READS: readonly string[] = ['list', 'kind', 'read', 'freeBytes', 'close'];
const ON_HANDLES: readonly string[] = ['write', 'sync', 'close'];

function failure(code: SystemCode, { name, path }: Call): never {
  throw systemError(code, name, ON_HANDLES.includes(name) ? undefined : path);
}
