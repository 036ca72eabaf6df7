// What the lock of a cache must know of the system: who this process is, which others are alive, and the time.

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { threadId } from 'node:worker_threads';
import { ageOfMark } from './files.ts';

/** Who has a lock. */
export interface LockOwner {
  readonly host: string;
  /** The space in which `pid` means something: this boot of the machine, and the container. */
  readonly space: string;
  readonly pid: number;
  /** When the process began, as the system counts; pids come again. */
  readonly began: string;
  readonly thread: number;
  /** No two locks have the same one. */
  readonly token: string;
}

/** The system as the lock sees it. Tests put their own in its place. */
export interface LockSystem {
  readonly me: Omit<LockOwner, 'token'>;
  /** What is known for sure of the owner of a lock; `mark` is that of its file. */
  knows(owner: LockOwner, mark: string): 'alive' | 'dead' | 'nothing';
  /** A clock of one's own that never goes back, ms. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** Holds on to the locks that this thread has. */
  remember(owner: LockOwner): void;
  forget(owner: LockOwner): void;
}

/** A lock on this machine that was not renewed for so long is judged by its lease, although its process is alive, ms. */
const QUIET = 60_000;
/** State of a process that was stopped from outside (Ctrl-Z): it cannot renew anything, and may go on at any time. */
const STOPPED = 'T';

/** Tokens of the locks that this thread has. */
const held = new Set<string>();

/** The real one. */
export const realLockSystem: LockSystem = {
  me: {
    host: hostname(),
    space: processSpace(),
    pid: process.pid,
    began: statOf(process.pid)?.began ?? '',
    thread: threadId,
  },
  knows: (owner, mark) => {
    const { me } = realLockSystem;
    if (owner.host !== me.host || owner.space !== me.space) return 'nothing';
    if (owner.pid === me.pid && owner.began === me.began) {
      if (held.has(owner.token)) return 'alive';
      return owner.thread === me.thread ? 'dead' : 'nothing';
    }
    try {
      process.kill(owner.pid, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead';
    }
    const { began, state } = statOf(owner.pid) ?? {};
    if (began === undefined) return owner.began === '' ? 'alive' : 'nothing'; // the system does not say, or not to us
    if (owner.began !== began) return 'dead';
    // The thread that wrote may be gone while its process lives on: then nobody says any more that the lock is held.
    return state !== STOPPED && ageOfMark(mark) > QUIET ? 'nothing' : 'alive';
  },
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  remember: ({ token }) => void held.add(token),
  forget: ({ token }) => void held.delete(token),
};

/** A token that no other lock has. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

/** When a process began, and its state; undefined where the system does not say. */
function statOf(pid: number): { readonly began: string | undefined; readonly state: string | undefined } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'),
      words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { began: words[19], state: words[0] };
  } catch {
    return undefined;
  }
}

/** Empty where the system does not say: then the name of the host must do. */
function processSpace(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
