// The ready-made worker: what is played in it is what the recorded scene gives, and it can go back to any frame.

import { describe, expect, it } from 'vitest';
import { ThixoError, World } from '../../src/index.ts';
import { type LiveFrame, startWorld } from '../../src/worker/index.ts';
import { SMALL } from './scenes.ts';

/** The first frame that a test is about. */
function frameWhere(
  live: Awaited<ReturnType<typeof startWorld>>,
  test: (frame: LiveFrame) => boolean,
): Promise<LiveFrame> {
  return new Promise((resolve) => {
    const stop = live.on('frame', (frame) => {
      if (!test(frame)) return;
      setTimeout(() => stop());
      resolve(frame);
    });
  });
}

describe('a world in a worker', () => {
  it('plays, is touched, goes back, and is recorded', async () => {
    const live = await startWorld(SMALL.water!, {
        playing: false,
        hashes: true,
        fields: ['position', 'velocity', 'id'],
      }),
      hashes = new Map<number, string>();
    live.on('frame', ({ frame, hash }) => hashes.set(frame, hash!));
    await live.step();
    const grip = live.grab([0.1, 0.2, 0.1], { radius: 0.15 });
    grip.moveTo([0.1, 0.4, 0.1]);
    live.set('/gravity', [0, -2, 0]);
    for (let k = 0; k < 4; k++) await live.step();
    grip.end();
    await live.step();
    const played = new Map(hashes);
    expect(await live.seek(2)).toBe(2);
    expect(hashes.get(2)).toBe(played.get(2));
    expect(await live.seek(6)).toBe(6);
    expect([...hashes]).toEqual([...played]);
    const scene = await live.scene();
    using world = await World.create(scene);
    for (let k = 1; k <= 6; k++) {
      world.advance();
      expect(world.hash()).toBe(played.get(k));
    }
    const last = await frameWhere(live, ({ frame }) => frame === 6);
    expect(last.fields.position).toEqual(world.fields.position);
    expect(last.fields.id).toEqual(world.fields.id);
    live.dispose();
  });

  it('runs by itself, stops, and says what is wrong with an input', async () => {
    const live = await startWorld(SMALL.material!, { pace: Number.POSITIVE_INFINITY });
    await frameWhere(live, ({ frame }) => frame >= 3);
    const problem = new Promise<string>((resolve) => live.on('problem', ({ problems }) => resolve(problems[0]!.code)));
    live.push({ center: [0, 0, 0], radius: -1, acceleration: [1, 0, 0] });
    expect(await problem).toBe('SCENE_OUT_OF_RANGE');
    const next = await frameWhere(live, ({ frame }) => frame >= 5);
    expect(next.speed).toBeGreaterThan(0);
    live.pause();
    expect((await live.scene()).forces ?? []).toEqual([]);
    live.dispose();
  });

  it('refuses a wrong scene', async () => {
    await expect(startWorld({ gravity: 3 } as never)).rejects.toThrow(ThixoError);
  });
});
