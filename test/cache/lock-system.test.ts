// What is known of the owner of a lock on this machine. A process that lives on after the thread that wrote is gone must not lock for ever.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type LockOwner, realLockSystem } from '../../src/cache/lock-system.ts';

const MINUTE = 60_000;
const mark = (age: number): string => `${BigInt(Math.round(Date.now() - age)) * 1_000_000n} 200`;
const stateOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

it('the owner is alive while he renews the lock or is stopped, unknown when he does not, dead when he is', async (context) => {
  if (!existsSync('/proc/self/stat')) context.skip('the system does not say when a process began');
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']);
  await once(child.stdout, 'data');
  const pid = child.pid!,
    owner: LockOwner = { ...realLockSystem.me, pid, began: stateOf(pid)[19]!, token: '0'.repeat(32) };
  const knows = (age: number): string => realLockSystem.knows(owner, mark(age));
  expect([knows(0), knows(0.9 * MINUTE), knows(2 * MINUTE)]).toEqual(['alive', 'alive', 'nothing']);
  child.kill('SIGSTOP');
  await expect.poll(() => stateOf(pid)[0]).toBe('T');
  expect(knows(2 * MINUTE)).toBe('alive');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(knows(0)).toBe('dead');
});
