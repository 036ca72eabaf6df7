// What the lock of a cache must know of the system: who this process is, which others are alive, and the time.

import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { threadId } from 'node:worker_threads';

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
  /** What is known for sure of the owner of a lock. */
  knows(owner: LockOwner): 'alive' | 'dead' | 'nothing';
  /** A clock of one's own that never goes back, ms. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** Holds on to the locks that this thread has. */
  remember(owner: LockOwner): void;
  forget(owner: LockOwner): void;
}

/** Tokens of the locks that this thread has. */
const held = new Set<string>();

/** The real one. */
export const realLockSystem: LockSystem = {
  me: {
    host: hostname(),
    space: processSpace(),
    pid: process.pid,
    began: beginning(process.pid) ?? '',
    thread: threadId,
  },
  knows: (owner) => {
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
    const began = beginning(owner.pid);
    if (began === undefined) return owner.began === '' ? 'alive' : 'nothing'; // the system does not say, or not to us
    return owner.began === began ? 'alive' : 'dead';
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

/** When a process began; undefined where the system does not say. */
function beginning(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
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
