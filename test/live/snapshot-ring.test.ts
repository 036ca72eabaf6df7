// Snapshots within a budget, and the way back to any frame.

import { expect, it } from 'vitest';
import { LiveWorld, SnapshotRing, World } from '../../src/index.ts';
import { SMALL } from './scenes.ts';

it('doubles its spacing instead of growing', () => {
  const ring = new SnapshotRing({ bytes: 1000 });
  let taken = 0;
  for (let frame = 0; frame <= 100; frame++) {
    ring.offer(frame, () => {
      taken++;
      return new Uint8Array(100);
    });
    expect(ring.bytes).toBeLessThanOrEqual(1000);
    expect(ring.before(frame)!.frame).toBeGreaterThan(frame - ring.every);
  }
  expect(ring.every).toBe(16);
  expect(ring.frames).toEqual([0, 16, 32, 48, 64, 80, 96]);
  expect(taken).toBeLessThan(45);
  ring.dropAfter(50);
  expect(ring.frames).toEqual([0, 16, 32, 48]);
  expect(ring.before(15)!.frame).toBe(0);
  const tiny = new SnapshotRing({ bytes: 10 });
  for (let frame = 0; frame < 5; frame++) tiny.offer(frame, () => new Uint8Array(100));
  expect(tiny.frames).toEqual([0]);
});

it('seeks to any frame with the hash that it had', async () => {
  const one = (await World.create(SMALL.sand!)).snapshot().byteLength,
    live = await LiveWorld.create(SMALL.sand!, { snapshotBytes: 4 * one }),
    hashes = [live.world.hash()];
  const push = live.push({ center: [0.1, 0.1, 0.1], radius: 0.2, acceleration: [20, 0, 0] });
  for (let k = 1; k <= 12; k++) {
    if (k === 6) push.end();
    live.advance();
    hashes.push(live.world.hash());
  }
  expect(live.snapshots.every).toBeGreaterThan(1);
  for (const frame of [3, 11, 0, 12, 7, 1, 5]) {
    live.seek(frame);
    expect([live.frame, live.world.hash()]).toEqual([frame, hashes[frame]]);
  }
  live.seek(8);
  live.push({ center: [0.1, 0.1, 0.1], radius: 0.2, acceleration: [0, 30, 0] });
  live.advance();
  expect(live.snapshots.frames.every((frame) => frame <= 9)).toBe(true);
  expect(live.world.hash()).not.toBe(hashes[9]);
  live.dispose();
});
