import { describe, expect, it } from 'vitest';
import type { BakeEvent } from '../../src/cache/records.ts';
import type { BakeJob, BakeMessage } from '../../src/make/bake-job.ts';
import { startBake } from '../../src/make/bake-thread.ts';
import { failureOf } from '../../src/make/failure.ts';
import { problem, ThixoError } from '../../src/problem.ts';

const job: BakeJob = { scene: '', output: '', set: [], options: {} };
const script = (name: string): URL => new URL(`./workers/${name}.js`, import.meta.url);

/** A bake that says these messages and then waits, at most `patience` ms, to be stopped. */
function telling(say: readonly BakeMessage[], patience: number, onEvent: (event: BakeEvent) => void = () => {}) {
  return startBake({ ...job, say, patience } as BakeJob, onEvent, script('tells'));
}

describe('the thread of a bake', () => {
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
    const error = await startBake(job, () => {}, script(name)).done.catch((thrown: unknown) => thrown);
    const { problems, stack } = failureOf(error);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ code: 'BUG', message: expect.stringMatching(message) });
    expect(stack).toBeTruthy();
  });
});
