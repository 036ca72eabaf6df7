// A worker that fails must not leave the others waiting for it.

import { afterEach, describe, expect, it } from 'vitest';
import { Team } from '../../src/threads/team.ts';
import {
  ARENA,
  CONTROL_FAILED,
  CONTROL_FINISHED,
  CONTROL_GENERATION,
  CONTROL_NEXT_TASK,
  CONTROL_PASS,
  CONTROL_TASKS,
} from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';

/** A pass that does not exist: whoever takes a task of it traps. */
const NO_PASS = 60_000;

let team: Team | undefined;
afterEach(() => team?.stop());

/** Lets the workers, and not this thread, begin a pass that traps; ends when one has said so. */
async function trapWorkers(shared: SharedMemory): Promise<void> {
  const words = new Int32Array(shared.memory.buffer),
    set = (address: number, value: number) => Atomics.store(words, address >> 2, value);
  set(CONTROL_PASS, NO_PASS);
  set(CONTROL_TASKS, 16);
  set(CONTROL_NEXT_TASK, 0);
  set(CONTROL_FINISHED, 0);
  Atomics.add(words, CONTROL_GENERATION >> 2, 1);
  Atomics.notify(words, CONTROL_GENERATION >> 2);
  while (Atomics.load(words, CONTROL_FAILED >> 2) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a team of threads', () => {
  it('is told of a worker that traps, which counts as done, and does no other pass', async () => {
    const shared = new SharedMemory(2 * ARENA);
    team = await Team.start(shared, 2);
    await trapWorkers(shared);
    expect(shared.int(CONTROL_FINISHED)).toBe(1);
    expect(() => team!.run(0, 2)).toThrow('a worker thread failed');
  });

  it('is told of a worker that ends between two passes', async () => {
    const shared = new SharedMemory(2 * ARENA);
    team = await Team.start(shared, 3);
    const [worker] = (team as unknown as { workers: readonly { terminate(): Promise<number> }[] }).workers;
    await worker!.terminate();
    expect(() => team!.run(0, 2)).toThrow('a worker thread failed');
  });
});
