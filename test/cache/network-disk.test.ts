// Two machines on one network disk, with what the manuals of NFS warn of: a call whose answer is lost has happened and is said to have failed, what
// is appended goes where this machine last saw the end, and nobody can ask whether a process of the other machine is alive.

import { expect, it } from 'vitest';
import { Disk, unfinishedName } from '../../src/cache/disk.ts';
import { FileList } from '../../src/cache/file-list.ts';
import type { Files } from '../../src/cache/files.ts';
import type { LockSystem } from '../../src/cache/lock-system.ts';
import { LEASE, takeLock } from '../../src/cache/run-lock.ts';
import { FakeFiles } from '../helpers/fake-files.ts';

/** One machine's view of the disk. Every n-th link or rename happens, and its answer is lost. */
function viewOf(disk: FakeFiles, every = 0): Files {
  let calls = 0;
  const ends = new Map<string, number>(),
    opened = new Map<number, { path: string; at: number }>();
  const isLost = (): boolean => every > 0 && ++calls % every === 0;
  const fail = (code: string): never => {
    throw Object.assign(new Error(code), { code });
  };
  return new Proxy(disk as unknown as Files, {
    get: (target, name: keyof Files) => {
      if (name === 'link')
        return (from: string, to: string) => {
          target.link(from, to);
          if (isLost()) fail('EEXIST');
        };
      if (name === 'rename')
        return (from: string, to: string) => {
          target.rename(from, to);
          if (isLost()) fail('ENOENT');
        };
      if (name === 'open')
        return (path: string, how: Parameters<Files['open']>[1]) => {
          const file = target.open(path, how);
          if (how === 'append') opened.set(file, { path, at: ends.get(path) ?? 0 });
          return file;
        };
      if (name === 'write')
        return (file: number, bytes: Uint8Array) => {
          const stale = opened.get(file);
          if (!stale) return target.write(file, bytes);
          target.truncate(file, stale.at); // what another machine has appended meanwhile is written over
          const written = target.write(file, bytes);
          ends.set(stale.path, stale.at + written);
          return written;
        };
      return (target[name] as (...words: unknown[]) => unknown).bind(target);
    },
  });
}

/** A machine with a clock of its own, that knows nothing of processes elsewhere. */
function machine(host: string, start: number): LockSystem & { pass(milliseconds: number): void } {
  let now = start;
  return {
    me: { host, space: host, pid: 7, began: '1', thread: 0 }, // the same pid on both
    knows: () => 'nothing',
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
    remember: () => {},
    forget: () => {},
    pass: (milliseconds) => {
      now += milliseconds;
    },
  };
}

it('a lock of another machine goes stale after a minute by the clock of the one who waits, and its owner finds out', async () => {
  const shared = new FakeFiles();
  shared.makeFolder('/c');
  const [a, b] = [machine('a', 5e9), machine('b', 3)],
    disks = [new Disk(viewOf(shared, 3)), new Disk(viewOf(shared, 2))] as const,
    first = await takeLock(disks[0], '/c', a);
  first.check();
  const second = await takeLock(disks[1], '/c', b); // the first machine says nothing any more
  expect(b.now() - 3).toBeGreaterThanOrEqual(LEASE);
  expect(b.now() - 3).toBeLessThan(2 * LEASE);
  expect(() => first.check()).toThrow(/CACHE_BUSY/);
  first.release(); // takes nothing away that is not its own
  second.check();
  second.release();
  expect(shared.list('/c').filter((name) => name === 'run.lock')).toEqual([]);
});

it('a lock that is renewed stays, however long the other one waits', async () => {
  const shared = new FakeFiles();
  shared.makeFolder('/c');
  const [a, b] = [machine('a', 0), machine('b', 0)],
    first = await takeLock(new Disk(viewOf(shared)), '/c', a);
  const waiting: LockSystem = {
    ...b,
    now: b.now,
    wait: async (milliseconds) => {
      b.pass(milliseconds);
      a.pass(milliseconds);
      first.check(); // touches the lock every few seconds
    },
  };
  await expect(takeLock(new Disk(viewOf(shared)), '/c', waiting)).rejects.toThrow(/CACHE_BUSY/);
});

it('lists of two machines lose no line, although neither sees where the other one has appended', () => {
  const shared = new FakeFiles();
  shared.makeFolder('/c');
  const machines = [1, 2].map(() => new FileList(new Disk(viewOf(shared)), '/c'));
  for (const list of machines) list.begin();
  for (let k = 0; k < 6; k++) machines[k % 2]!.add({ file: `${k}.png`, key: 'k', bytes: 1, sha256: 'x' });
  expect(new FileList(new Disk(shared), '/c').names).toEqual(['0.png', '1.png', '2.png', '3.png', '4.png', '5.png']);
});

it('no two names of unfinished files are the same, whatever the host, pid and thread', () => {
  const names = new Set(Array.from({ length: 1000 }, () => unfinishedName('/c/f')));
  expect(names.size).toBe(1000);
  for (const name of names) expect(name).toMatch(/^\/c\/f~[0-9a-f]{16}-[0-9a-f]+\.tmp$/); // 64 random bits of this thread, and a number
});
