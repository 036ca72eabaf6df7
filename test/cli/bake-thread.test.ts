import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Disk } from '../../src/cache/disk.ts';
import { realFiles } from '../../src/cache/files.ts';
import type { BakeEvent } from '../../src/cache/records.ts';
import { LOCK_FILE, takeLock } from '../../src/cache/run-lock.ts';
import type { BakeJob, BakeMessage } from '../../src/make/bake-job.ts';
import { startBake } from '../../src/make/bake-thread.ts';
import { failureOf } from '../../src/make/failure.ts';
import { problem, ThixoError } from '../../src/problem.ts';

const job: BakeJob = { scene: '', output: '', set: [], options: {} };
const script = (name: string): URL => new URL(`./workers/${name}.js`, import.meta.url);

/** A bake that says these messages and then waits, at most `patience` ms, to be stopped. */
function telling(say: readonly BakeMessage[], patience: number, onEvent: (event: BakeEvent) => void = () => {}) {
  return startBake({ ...job, say, patience } as BakeJob, onEvent, { script: script('tells') });
}

describe('the thread of a bake', () => {
  it('leaves no lock behind when it ends without a word', async () => {
    const output = mkdtempSync(join(tmpdir(), 'thixo-lock-'));
    const error = await startBake({ ...job, output }, () => {}, { script: script('locks') }).done.catch(String);
    expect(error).toContain('no result');
    expect(readdirSync(output)).toEqual([]);
    rmSync(output, { recursive: true });
  });

  it('leaves the lock of another thread alone', async () => {
    const output = mkdtempSync(join(tmpdir(), 'thixo-lock-'));
    const lock = await takeLock(new Disk(realFiles), output);
    await startBake({ ...job, output }, () => {}, { script: script('leaves') }).done.catch(String);
    expect(readdirSync(output)).toEqual([LOCK_FILE]);
    lock.release();
    rmSync(output, { recursive: true });
  });

  it('is seen to be stuck, and what it is at', async () => {
    const messages: string[] = [];
    const hear = (event: BakeEvent): void => {
      expect(event).toMatchObject({ event: 'warning', code: 'STALLED', severity: 'warning' });
      if ('message' in event) messages.push(event.message);
    };
    const { done, stop } = startBake(job, hear, { script: script('sits'), patience: 300 });
    await expect.poll(() => messages.at(-1), { timeout: 20_000 }).toMatch(/while writing frame 7; the process uses/);
    stop();
    expect(await done).toMatchObject({ outcome: 'interrupted' });
  }, 30_000);

  it('is ended when it is stuck, if one wants that', async () => {
    const how = { script: script('sits'), patience: 300, stopIfStuck: true };
    const error = (await startBake(job, () => {}, how).done.catch((thrown: unknown) => thrown)) as ThixoError;
    expect(error.problems).toMatchObject([{ code: 'STALLED', severity: 'error' }]);
  });

  it('hands on events in order, then the result', async () => {
    const events: BakeEvent[] = [];
    const say = [1, 2, 3].map(
      (frame): BakeMessage => ({ kind: 'event', event: { event: 'checkpoint', frame, bytes: 8 } }),
    );
    const { done } = telling(say, 0, (event) => events.push(event));
    expect(await done).toMatchObject({ outcome: 'done' });
    expect(events.map((event) => event.event === 'checkpoint' && event.frame)).toEqual([1, 2, 3]);
  });

  it('sees that it should stop', async () => {
    const { done, stop } = telling([], 60_000);
    stop();
    expect(await done).toMatchObject({ outcome: 'interrupted' });
  });

  it('gives problems back as a ThixoError with every field', async () => {
    const sent = { ...problem('DISK_FULL', '', 'Full.', 'Free some.'), place: 'out/x' };
    const error = await telling([{ kind: 'problems', problems: [sent] }], 0).done.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ThixoError);
    expect((error as ThixoError).problems).toEqual([sent]);
  });

  it('gives other errors back with the stack and the code they had in the thread', async () => {
    const sent: BakeMessage = {
      kind: 'error',
      error: { message: 'odd', stack: 'where it was', code: 'EODD', path: '/p' },
    };
    const error = await telling([sent], 0).done.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'odd', stack: 'where it was', code: 'EODD', path: '/p' });
  });

  it.each([
    ['throws', /thrown in the thread/],
    ['traps', /unreachable/],
    ['leaves', /code 0 and no result/],
  ])('calls it a bug when the thread %s', async (name, message) => {
    const error = await startBake(job, () => {}, { script: script(name) }).done.catch((thrown: unknown) => thrown);
    const { problems, stack } = failureOf(error);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'BUG', message: expect.stringMatching(message) });
    expect(stack).toBeTruthy();
  });
});
