// CachePlayer against caches that Node has baked and a server serves: what is shown is bit for bit what is in the files.

import { MeshBasicMaterial } from 'three';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { ThixoError } from '../../src/index.ts';
import { CachePlayer, type CachePlayerOptions, type ParticlesView, type SurfaceView } from '../../src/three/index.ts';

const { plain, meshed, damaged } = inject('caches');
const LAST = plain.frames.length - 1;
const FRAME = 1 / 50;

const players: CachePlayer[] = [];

async function open(url: string, options: CachePlayerOptions = {}): Promise<CachePlayer> {
  const player = await CachePlayer.open(url, options);
  players.push(player);
  return player;
}

afterEach(() => {
  for (const player of players.splice(0)) player.dispose();
});

async function sumOf(values: Float32Array): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', new Uint8Array(values.slice().buffer));
  return Array.from(new Uint8Array(sum), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 of the centers that a player shows. */
function centers(player: CachePlayer): Promise<string> {
  const { spheres } = player.view as ParticlesView;
  return sumOf(spheres.filter((_, k) => k % 4 < 3));
}

/** SHA-256 of the vertices that a player shows. */
function vertices(player: CachePlayer): Promise<string> {
  const { geometry } = player.view as SurfaceView,
    corners = geometry.index!.array.slice(0, geometry.drawRange.count) as Uint32Array,
    used = corners.reduce((most, k) => Math.max(most, k + 1), 0);
  return sumOf(geometry.getAttribute('position').array.slice(0, 3 * used) as Float32Array);
}

/** The problem that a promise is rejected with. */
async function problemOf(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ThixoError);
  return (error as ThixoError).problems[0]!;
}

/** Plays on by one frame, as often as it takes until that frame has come. */
async function step(player: CachePlayer): Promise<void> {
  const before = player.frame;
  for (;;) {
    player.update(FRAME);
    if (player.frame !== before) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Reads URLs, but holds one file back until it is released. */
function held(name: string) {
  let release = (): void => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release,
    fetch: async (url: string): Promise<Response> => {
      if (url.endsWith(name)) await promise;
      return fetch(url);
    },
  };
}

describe('seeking', () => {
  it('shows the frame of a time, bit for bit what Node reads', async () => {
    const player = await open(plain.url);
    expect([player.frame, player.time, player.duration]).toEqual([0, 0, plain.frames.at(-1)!.time]);
    expect(player.scene.name).toBe('Drop and jet');
    expect(await centers(player)).toBe(plain.frames[0]!.positions);
    for (const frame of [7, 3, LAST, 0, 8]) {
      await player.seek(plain.frames[frame]!.time);
      expect(player.frame).toBe(frame);
      expect((player.view as ParticlesView).particles).toBe(plain.frames[frame]!.count);
      expect(await centers(player)).toBe(plain.frames[frame]!.positions);
    }
    expect(new Set(plain.frames.map(({ count }) => count)).size).toBeGreaterThan(1);
  });

  it('takes the last frame that is not after the time, and stays within the cache', async () => {
    const player = await open(`${plain.url}/`);
    const at = async (time: number): Promise<number> => {
      await player.seek(time);
      return player.frame;
    };
    expect(await at(2.99 * FRAME)).toBe(2);
    expect(await at(3 * FRAME)).toBe(3);
    const rounded = Array.from({ length: 12 }, () => 0.02).reduce((sum, step) => sum + step, 0);
    expect(rounded).toBeLessThan(0.24);
    expect(await at(rounded)).toBe(12);
    expect(await at(99)).toBe(LAST);
    expect(player.time).toBe(player.duration);
    expect(await at(-1)).toBe(0);
  });

  it('ends at the last of several places asked for at once', async () => {
    const { fetch, release } = held('000005.frame'),
      player = await open(plain.url, { fetch });
    const first = player.seek(5 * FRAME);
    await player.seek(2 * FRAME);
    release();
    await first;
    expect(player.frame).toBe(2);
    expect(await centers(player)).toBe(plain.frames[2]!.positions);
  });
});

describe('playing', () => {
  it('shows every frame in turn, stops at the end, and begins again when asked to', async () => {
    const player = await open(plain.url);
    player.play();
    for (let frame = 1; frame <= LAST; frame++) {
      expect(player.playing).toBe(true);
      await step(player);
      expect(player.frame).toBe(frame);
    }
    player.update(FRAME);
    expect([player.time, player.playing]).toEqual([player.duration, false]);
    player.play();
    expect([player.time, player.playing]).toEqual([0, true]);
  });

  it('waits for a frame that is still on its way', async () => {
    const { fetch, release } = held('000001.frame'),
      player = await open(plain.url, { fetch });
    player.play();
    for (let k = 0; k < 5; k++) player.update(FRAME);
    expect([player.frame, player.time]).toEqual([0, 0]);
    release();
    await step(player);
    expect(player.frame).toBe(1);
  });

  it('goes around, forward and backward', async () => {
    const player = await open(plain.url, { loop: true });
    await player.seek(LAST * FRAME);
    player.play();
    await step(player);
    expect(player.frame).toBe(0);
    player.speed = -1;
    await step(player);
    expect([player.frame, player.playing]).toEqual([LAST, true]);
  });

  it('fetches a few frames ahead and keeps few', async () => {
    const asked: number[] = [];
    const player = await open(plain.url, {
      ahead: 2,
      keep: 4,
      fetch: (url) => {
        asked.push(Number(/(\d+)\.frame/.exec(url)?.[1] ?? -1));
        return fetch(url);
      },
    });
    player.play();
    player.update(0);
    expect(asked).toEqual([-1, 0, 1, 2]);
    player.pause();
    for (let frame = 0; frame <= LAST; frame++) await player.seek(frame * FRAME);
    const before = asked.length;
    await player.seek((LAST - 3) * FRAME);
    expect(asked.length).toBe(before);
    await player.seek(0); // in the place of the one that was not asked for longest
    expect(asked.length).toBe(before + 1);
    await player.seek((LAST - 3) * FRAME);
    expect(asked.length).toBe(before + 1);
    await player.seek((LAST - 2) * FRAME);
    expect(asked.length).toBe(before + 2);
  });

  it('keeps the scale of its colors from the first frame to the last', async () => {
    const player = await open(plain.url, { colorBy: 'speed' });
    const { range } = player.coloring;
    expect(range[1]).toBeGreaterThan(1.5);
    for (let frame = 0; frame <= LAST; frame++) await player.seek(frame * FRAME);
    expect(player.coloring.range).toEqual(range);
  });
});

describe('surfaces', () => {
  it('are those of the files, where there are some', async () => {
    const asked: string[] = [];
    const player = await open(meshed.url, {
      show: 'surface',
      material: new MeshBasicMaterial(),
      fetch: (url) => {
        asked.push(url);
        return fetch(url);
      },
    });
    for (const frame of [0, 5, LAST]) {
      await player.seek(frame * FRAME);
      expect(await vertices(player)).toBe(meshed.frames[frame]!.surface);
    }
    expect(asked.filter((url) => url.endsWith('.frame'))).toEqual([]);
  });

  it.each([
    ['of the files', meshed.url],
    ['made in the page', plain.url],
  ])('%s are colored by piece', async (_, url) => {
    const player = await open(url, { show: 'surface', colorBy: 'piece', colors: ['#0000ff', '#ff0000'] });
    await player.seek(LAST * FRAME);
    const { geometry } = player.view as SurfaceView,
      corners = geometry.index!.array.slice(0, geometry.drawRange.count),
      colors = geometry.getAttribute('color').array;
    const seen = new Set(Array.from(corners, (v) => colors.slice(3 * v, 3 * v + 3).join()));
    expect(seen).toEqual(new Set(['0,0,1', '1,0,0'])); // the drop and the jet
  });

  it('are made in the page, where there are none', async () => {
    const player = await open(plain.url, { show: 'surface' });
    for (const frame of [0, 5, LAST]) {
      await player.seek(frame * FRAME);
      expect(await vertices(player)).toBe(plain.frames[frame]!.surface);
    }
  });
});

describe('what is wrong is said', () => {
  it('when there is no cache', async () => {
    const { code, message } = await problemOf(CachePlayer.open('/out/tests/player/none'));
    expect(code).toBe('CACHE_NOT_FOUND');
    expect(message).toContain('/out/tests/player/none/');
    const absent = await problemOf(
      CachePlayer.open('/nowhere', { fetch: async () => new Response('', { status: 404 }) }),
    );
    expect([absent.code, absent.message]).toEqual([
      'CACHE_NOT_FOUND',
      `There is no cache at ${location.origin}/nowhere/: it has no manifest.ndjson.`,
    ]);
  });

  it('when the server or the network refuses', async () => {
    const refused = await problemOf(
      CachePlayer.open('/x', { fetch: async () => new Response('', { status: 503, statusText: 'Busy' }) }),
    );
    expect([refused.code, refused.message]).toEqual([
      'FILE_IO',
      `Cannot read ${location.origin}/x/manifest.ndjson: the server answers 503 Busy.`,
    ]);
    const offline = await problemOf(
      CachePlayer.open('/x', { fetch: () => Promise.reject(new TypeError('Failed to fetch')) }),
    );
    expect([offline.code, offline.message]).toEqual([
      'FILE_IO',
      `Cannot read ${location.origin}/x/manifest.ndjson: Failed to fetch.`,
    ]);
  });

  it('when the manifest was changed', async () => {
    const fetchChanged = async (url: string): Promise<Response> => {
      const text = await (await fetch(url)).text();
      return new Response(text.replace('"time":0.02', '"time":0.03'));
    };
    const { code, message } = await problemOf(CachePlayer.open(plain.url, { fetch: fetchChanged }));
    expect([code, message.includes('a line has a wrong checksum')]).toEqual(['CACHE_DAMAGED', true]);
  });

  it.each([
    [4, /000004\.frame is damaged at byte 100: it has 100 of \d+ bytes\./],
    [6, /000006\.frame is damaged: its checksum is wrong\./],
    [8, /000008\.frame is damaged: /],
  ])('when frame %i is damaged: the others play, seeking to it fails', async (frame, words) => {
    const player = await open(damaged.url);
    await player.seek((frame - 1) * FRAME);
    const { code, message } = await problemOf(player.seek(frame * FRAME));
    expect(code).toBe('CACHE_DAMAGED');
    expect(message).toMatch(words);
    expect(player.frame).toBe(frame - 1);
    await player.seek((frame + 1) * FRAME);
    expect(await centers(player)).toBe(damaged.frames[frame + 1]!.positions);
  });

  it('when playing meets a damaged frame: once, and it pauses there', async () => {
    const errors: unknown[] = [];
    const player = await open(damaged.url, { onError: (error) => errors.push(error) });
    await player.seek(3 * FRAME);
    player.play();
    while (player.playing) {
      player.update(FRAME);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(player.frame).toBe(3);
    expect(errors.map((error) => (error as ThixoError).problems[0]!.code)).toEqual(['CACHE_DAMAGED']);
  });
});
