// The lock of a cache: one process writes. It holds who does, so that the lock of a process that was killed is seen to be stale.

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { problem, ThixoError } from '../problem.ts';
import type { Disk } from './disk.ts';

export const LOCK_FILE = 'run.lock';

interface Owner {
  readonly host: string;
  readonly pid: number;
  /** When the process began, as the system counts; pids come again. */
  readonly began: string;
  readonly thread: number;
  /** Which lock of this thread. */
  readonly serial: number;
}

let serial = 0;
const held = new Set<number>();

/** Takes the lock of a cache folder; returns what gives it back. Throws CACHE_BUSY if another process has it. */
export function takeLock(disk: Disk, folder: string): () => void {
  const path = join(folder, LOCK_FILE),
    me: Owner = {
      host: hostname(),
      pid: process.pid,
      began: beginning(process.pid),
      thread: threadId,
      serial: ++serial,
    };
  const text = new TextEncoder().encode(JSON.stringify(me));
  while (!disk.claim(path, text)) {
    const owner = readOwner(disk, path);
    if (owner && isAlive(owner)) throw busy(folder, path, owner);
    disk.remove(path);
  }
  held.add(me.serial);
  return () => {
    held.delete(me.serial);
    try {
      disk.remove(path);
    } catch {
      // a lock that stays behind is seen to be stale
    }
  };
}

/** Whether a process that is alive writes the cache. */
export function isLocked(disk: Disk, folder: string): boolean {
  const owner = readOwner(disk, join(folder, LOCK_FILE));
  return owner !== undefined && isAlive(owner);
}

/** Who has the lock; undefined if it was torn or is gone. */
function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    const owner = JSON.parse(new TextDecoder().decode(disk.read(path))) as Owner;
    return typeof owner?.pid === 'number' && typeof owner.host === 'string' ? owner : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  if (owner.pid === process.pid && owner.began === beginning(process.pid))
    return owner.thread !== threadId || held.has(owner.serial);
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return owner.began === beginning(owner.pid);
}

/** When a process began; empty where the system does not say. */
function beginning(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function busy(folder: string, path: string, { pid, host }: Owner): ThixoError {
  const message = `${folder} is being written by process ${pid} on ${host.slice(0, 60)}.`;
  const hint = `Wait for it, or choose another folder with -o. If that process is gone for good, delete ${path}.`;
  return new ThixoError([problem('CACHE_BUSY', '', message, hint)]);
}
