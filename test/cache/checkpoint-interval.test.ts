// Checkpoints are written beside the simulation: how often never changes a frame, nor does the number of threads.

import { describe, expect, it } from 'vitest';
import { openCache } from '../../src/cache/cache.ts';
import { World } from '../../src/index.ts';
import {
  bakeOn,
  expectFinished,
  HOME,
  OUTPUT,
  referenceRun,
  SMALL_SCENE,
  sceneFile,
  startOf,
} from '../helpers/crash-bakes.ts';
import { FakeFiles } from '../helpers/fake-files.ts';
import { hashNextFrame } from '../scenes/run-scene.ts';

const SCENE = { ...SMALL_SCENE, duration: 1.1 };
const FRAMES = 55;

describe('checkpoints every', () => {
  it('so many frames or none: the frames are those of the engine alone', async () => {
    const { hashes } = await referenceRun(await sceneFile(SCENE), { checkpointEvery: 1000 });
    const world = await World.create(SCENE);
    const alone = [world.hash(), ...Array.from({ length: FRAMES }, () => hashNextFrame(world))];
    world.dispose();
    expect(hashes).toEqual(alone);
  });

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
    let done = 0;
    for (const [stop, threads] of [
      [9, 1],
      [23, 2],
      [1000, 1],
    ] as const) {
      let frame = 0;
      const { events } = await bakeOn(disk, source, {
        checkpointEvery,
        threads,
        onEvent: (e) => {
          if (e.event === 'frame') frame = e.frame;
        },
        shouldStop: () => frame >= stop,
      });
      expect(openCache(OUTPUT, disk).frames.length).toBe(Math.min(stop, FRAMES) + 1);
      expect(startOf(events)).toBe(done); // a run that is asked to stop saves its state
      done = stop;
    }
    expectFinished(disk, reference);
    expect(openCache(OUTPUT, disk).frames.at(-1)!.hash).toBe(reference.hash);
  });
});
