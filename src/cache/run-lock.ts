// The lock of a cache: one process writes. A lock appears with its content or not at all; nobody removes one that he has not looked at
// after taking it away; and its owner looks whether it is still his before he commits anything. [ADR 35]

import { join } from 'node:path';
import { problem, ThixoError } from '../problem.ts';
import { type Disk, unfinishedName } from './disk.ts';
import { type LockOwner, type LockSystem, newToken, realLockSystem } from './lock-system.ts';

export const LOCK_FILE = 'run.lock';

/** The owner of a lock says that he is alive this often, ms. */
export const BEAT = 5_000;
/** A lock that nobody can tell the owner of is stale when it has not changed for so long by the clock of the one who looks, ms. */
export const LEASE = 60_000;
/** Between two looks, ms. */
const PAUSE = 500;

/** A lock that was found: who has it, if it says so, and what changes when he says that he is alive. */
interface Found {
  readonly owner: LockOwner | undefined;
  readonly mark: string;
}

const TOKEN = /^[0-9a-f]{32}$/;

/** What is known of the lock of a cache. */
type Verdict = 'free' | 'held' | 'stale' | 'unclear';

/** Looks at the lock of a cache again and again: whether it is held cannot always be told at once. */
export class LockWatch {
  /** The lock as it was seen last. */
  seen: Found | undefined;
  private since = 0;
  private readonly disk: Disk;
  private readonly path: string;
  private readonly system: LockSystem;

  constructor(disk: Disk, path: string, system: LockSystem = realLockSystem) {
    this.disk = disk;
    this.path = path;
    this.system = system;
  }

  /** Whether somebody writes the cache, as far as one can tell by now. */
  isHeld(): boolean {
    const verdict = this.look();
    return verdict === 'held' || verdict === 'unclear';
  }

  look(): Verdict {
    const found = find(this.disk, this.path),
      before = this.seen,
      now = this.system.now();
    this.seen = found;
    if (!found) return 'free';
    const knows = found.owner ? this.system.knows(found.owner, found.mark) : 'nothing';
    if (knows !== 'nothing') return knows === 'alive' ? 'held' : 'stale';
    const isSameOwner = before && before.owner?.token === found.owner?.token;
    if (isSameOwner && before.mark !== found.mark) return 'held';
    if (!isSameOwner) this.since = now;
    return now - this.since >= LEASE ? 'stale' : 'unclear';
  }
}

/** A lock that is held. */
export class Lock {
  private readonly disk: Disk;
  private readonly folder: string;
  private readonly owner: LockOwner;
  private readonly system: LockSystem;
  private readonly stopBeating: () => void;
  private lastBeat: number;

  constructor(disk: Disk, folder: string, owner: LockOwner, system: LockSystem) {
    this.disk = disk;
    this.folder = folder;
    this.owner = owner;
    this.system = system;
    this.lastBeat = system.now();
    this.stopBeating = disk.keepFresh(this.path, owner.token, BEAT);
  }

  /** Throws CACHE_BUSY if somebody else has taken the lock, after this process seemed to be gone. */
  check(): void {
    const found = find(this.disk, this.path);
    if (found?.owner?.token !== this.owner.token) throw takenOver(this.folder, found?.owner);
    const now = this.system.now();
    if (now - this.lastBeat < BEAT) return;
    this.disk.touch(this.path);
    this.lastBeat = now;
  }

  /** Gives the lock back; only if it is still this one. */
  release(): void {
    this.stopBeating();
    this.system.forget(this.owner);
    try {
      takeAway(this.disk, this.path, ({ owner }) => owner?.token === this.owner.token);
    } catch {
      // a lock that stays behind is seen to be stale
    }
  }

  private get path(): string {
    return join(this.folder, LOCK_FILE);
  }
}

/** Takes the lock of a cache folder. Throws CACHE_BUSY if another process has it; waits where that cannot be told at once. */
export async function takeLock(disk: Disk, folder: string, system: LockSystem = realLockSystem): Promise<Lock> {
  const path = join(folder, LOCK_FILE),
    owner: LockOwner = { ...system.me, token: newToken() },
    watch = new LockWatch(disk, path, system),
    rights = new Map<string, LockWatch>();
  const rightTo = (right: string): LockWatch => {
    if (!rights.has(right)) rights.set(right, new LockWatch(disk, right, system));
    return rights.get(right)!;
  };
  for (;;) {
    // A network disk may say that the name is taken although it was just given to us: then the lock has our token.
    if (disk.claim(path, encode(owner)) || find(disk, path)?.owner?.token === owner.token) {
      system.remember(owner);
      return new Lock(disk, folder, owner, system);
    }
    const verdict = watch.look(),
      { seen } = watch;
    if (verdict === 'free' && disk.isLink(path)) throw linked(path); // a link to nothing: taken, and nobody has it
    if (verdict === 'held') throw busy(folder, path, seen?.owner);
    if (verdict === 'unclear' || (verdict === 'stale' && !takeStale(disk, path, seen!, owner, rightTo)))
      await system.wait(PAUSE);
  }
}

/** Gives back the lock that a thread of this process has left behind: it ended without a word, and its process lives on. */
export function releaseLockOf(disk: Disk, folder: string, thread: number, system: LockSystem = realLockSystem): void {
  const { pid, began, host, space } = system.me;
  const isLeft = ({ owner }: Found): boolean =>
    owner?.pid === pid &&
    owner.began === began &&
    owner.host === host &&
    owner.space === space &&
    owner.thread === thread;
  try {
    takeAway(disk, join(folder, LOCK_FILE), isLeft);
  } catch {
    // a lock that stays behind is seen to be stale
  }
}

/**
 * Takes a stale lock away; false if somebody else is about to. He who does first claims the right to, under a name that belongs to this one
 * lock: so that one who is slower does not take away the lock of one who was quicker.
 */
function takeStale(
  disk: Disk,
  path: string,
  stale: Found,
  owner: LockOwner,
  watchOf: (right: string) => LockWatch,
): boolean {
  const right = unfinishedName(path, stale.owner?.token ?? '0');
  if (!disk.claim(right, encode(owner))) {
    const watch = watchOf(right);
    if (watch.isHeld()) return false;
    const { seen } = watch;
    takeAway(disk, right, (found) => isSame(found, seen));
    return true;
  }
  takeAway(disk, path, (found) => isSame(found, stale));
  takeAway(disk, right, (found) => found.owner?.token === owner.token);
  return true;
}

/**
 * Removes a lock if it is the right one. Only one of many can rename it, so that only one looks at it; if it turns out to be another one,
 * taken since, it is put back.
 */
function takeAway(disk: Disk, path: string, isRight: (found: Found) => boolean): void {
  const before = find(disk, path);
  if (!before || !isRight(before)) return;
  const aside = unfinishedName(path, newToken());
  if (!disk.move(path, aside)) return;
  const found = find(disk, aside);
  if (found && !isRight(found)) disk.putBack(aside, path);
  disk.remove(aside);
}

function isSame(a: Found, b: Found | undefined): boolean {
  return a.owner?.token === b?.owner?.token && a.mark === b?.mark;
}

function encode(owner: LockOwner): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(owner)}\n`);
}

/** The lock at a path; undefined if there is none. */
function find(disk: Disk, path: string): Found | undefined {
  const bytes = disk.read(path), // opening a file also makes a network disk look again
    mark = bytes && disk.mark(path);
  return mark === undefined ? undefined : { owner: readOwner(bytes!), mark };
}

/** Who has a lock; undefined if it does not say so. */
function readOwner(bytes: Uint8Array): LockOwner | undefined {
  try {
    const owner = JSON.parse(new TextDecoder().decode(bytes)) as LockOwner;
    const isWhole = Number.isSafeInteger(owner?.pid) && typeof owner.host === 'string' && TOKEN.test(owner.token);
    return isWhole ? owner : undefined;
  } catch {
    return undefined;
  }
}

function whoIs(owner: LockOwner | undefined): string {
  return owner ? `process ${owner.pid} on ${owner.host.slice(0, 60)}` : 'another process';
}

function busy(folder: string, path: string, owner: LockOwner | undefined): ThixoError {
  const message = `${folder} is being written by ${whoIs(owner)}.`;
  const hint = `Wait for it, or choose another folder with -o. ${path} goes stale by itself a minute after that process is gone.`;
  return new ThixoError([problem('CACHE_BUSY', '', message, hint)]);
}

function linked(path: string): ThixoError {
  const message = `${path} is a link to a file that is not there; a cache writes and removes only what is in its own folder.`;
  return new ThixoError([problem('CACHE_FOREIGN', '', message, 'Remove the link and run the same command again.')]);
}

function takenOver(folder: string, owner: LockOwner | undefined): ThixoError {
  const message = `${folder} was taken over by ${whoIs(owner)}, because this one had not been heard of for a minute.`;
  const hint = 'This run has stopped and nothing is lost. Let the other one finish; then run the same command again.';
  return new ThixoError([problem('CACHE_BUSY', '', message, hint)]);
}
