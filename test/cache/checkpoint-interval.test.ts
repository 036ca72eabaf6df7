// Checkpoints are written beside the simulation: how often never changes a frame, nor does the number of threads.

import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { bakeOn, expectFinished, HOME, OUTPUT, referenceRun, SMALL_SCENE, sceneFile } from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';

const SCENE = { ...SMALL_SCENE, duration: 1.1 };
const FRAMES = 55;

describe('checkpoints every', () => {
  it.each([0, 1, 7, 50])('%i frames: the same final hash and the same frames', async (checkpointEvery) => {
    const source = await sceneFile(SCENE);
    const reference = await referenceRun(source, { checkpointEvery: 1000 });
    const disk = new FakeFiles(HOME);
    const { result, events } = await bakeOn(disk, source, { checkpointEvery });
    expect(result).toEqual({ outcome: 'done', frame: FRAMES, hash: reference.hash });
    expectFinished(disk, reference);
    const due = checkpointEvery === 0 ? [] : Array.from({ length: FRAMES }, (_, k) => k + 1);
    const wanted = due.filter((frame) => frame % checkpointEvery === 0 || frame === FRAMES);
    expect(events.flatMap((e) => (e.event === 'checkpoint' ? [e.frame] : []))).toEqual(wanted);
    expect(openCache(OUTPUT, disk).complete).toBe(true);
  });

  it.each([0, 1, 7, 50])('%i frames, stopped twice on the way and resumed on two threads', async (checkpointEvery) => {
    const source = await sceneFile(SCENE);
    const reference = await referenceRun(source, { checkpointEvery: 1000 });
    const disk = new FakeFiles(HOME);
    for (const [stop, threads] of [
      [9, 1],
      [23, 2],
      [1000, 1],
    ] as const) {
      let frame = 0;
      await bakeOn(disk, source, {
        checkpointEvery,
        threads,
        onEvent: (e) => {
          if (e.event === 'frame') frame = e.frame;
        },
        shouldStop: () => frame >= stop,
      });
      expect(openCache(OUTPUT, disk).frames.length).toBe(Math.min(stop, FRAMES) + 1);
    }
    expectFinished(disk, reference);
    expect(openCache(OUTPUT, disk).frames.at(-1)!.hash).toBe(reference.hash);
  });
});
