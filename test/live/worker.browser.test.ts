// The worker in a page: started from a text, on one and two threads, with the bits that a world gives here.

import { expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { startWorld } from '../../src/worker/index.ts';
import { SMALL } from './scenes.ts';

it.each([1, 2])('gives the bits of the recorded scene on %i threads, while the page stays quick', async (threads) => {
  const live = await startWorld(SMALL.water!, {
      threads,
      hashes: true,
      pace: Number.POSITIVE_INFINITY,
      playing: false,
    }),
    hashes: string[] = [];
  live.on('frame', ({ frame, hash }) => {
    hashes[frame] = hash!;
  });
  const grip = live.grab([0.1, 0.2, 0.1], { radius: 0.15 });
  for (let k = 0; k < 5; k++) {
    grip.moveTo([0.1, 0.2 + 0.05 * k, 0.1]);
    await live.step();
  }
  grip.end();
  await live.step();
  using world = await World.create(await live.scene());
  for (let k = 1; k <= 6; k++) {
    world.advance();
    expect(world.hash()).toBe(hashes[k]);
  }
  await live.seek(2);
  expect(hashes[2]).toBeDefined();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 4);
  live.play();
  await new Promise<void>((resolve) => {
    const stop = live.on('frame', ({ frame }) => {
      if (frame < 12) return;
      setTimeout(() => stop());
      resolve();
    });
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
  live.dispose();
});
