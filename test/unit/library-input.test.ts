// What a program may hand to the library by mistake: every refusal is a ThixoError that says what to do, and nothing is taken for something else.

import { describe, expect, it } from 'vitest';
import { loadScene } from '../../src/cache/index.ts';
import { type Limits, type SceneInput, ThixoError, World, type WorldOptions } from '../../src/index.ts';
import { runScene } from '../../src/make/index.ts';
import { refusal } from '../helpers/worlds.ts';

const DROP: SceneInput = {
  substances: { water: { preset: 'water' } },
  bodies: [{ substance: 'water', shape: { sphere: { center: [0, 0, 0], radius: 0.1 } }, spacing: 0.05 }],
};

/** Codes and texts of a refusal. */
async function said(attempt: Promise<unknown>): Promise<string> {
  return (await refusal(attempt)).map(({ code, message, hint }) => `${code} ${message} ${hint}`).join('\n');
}

const withOptions = (options: unknown) => World.create(DROP, options as WorldOptions);
const withLimits = (limits: unknown) => withOptions({ limits });

describe('options of a world', () => {
  it('may have some of the limits; the others stay', async () => {
    using world = await withLimits({ particles: 1000, frames: undefined });
    expect(world.fields.count).toBeGreaterThan(10);
    expect(await said(withLimits({ particles: 5 }))).toMatch(/^LIMIT_PARTICLES|^SOURCE_TOO_MANY/);
  });

  it.each([
    [null, 'USAGE limits must be an object such as { particles: 5e6 }, not null.'],
    ['particles=5', 'not "particles=5"'],
    [{ particle: 5 }, 'There is no limit "particle". Did you mean "particles"?'],
    [{ particles: Number.NaN }, 'The limit particles must be a number that is not negative, not NaN.'],
    [{ particles: '5' }, 'not "5"'],
    [{ particles: -1 }, 'not -1'],
  ])('refuse the limits %j', async (limits, text) => {
    expect(await said(withLimits(limits))).toContain(text);
  });

  it.each([null, 3, 'fast', []])('refuse the options %j', async (options) => {
    expect(await said(withOptions(options))).toMatch(/^USAGE The options must be an object such as/);
  });

  it('are named in full where one is unknown', async () => {
    expect(await said(withOptions({ thread: 2 }))).toContain(
      'Did you mean "threads"? The options are: threads, limits, rapier, wasmUrl, workerUrl, memoryBytes, ranks.',
    );
  });

  it('are checked alike wherever a scene is read', async () => {
    const limits = { particle: 5 } as unknown as Limits;
    for (const attempt of [
      loadScene('scenes/dam-break', { limits }),
      runScene('scenes/dam-break', { limits }),
      loadScene('scenes/dam-break', null as never),
      runScene('scenes/dam-break', null as never),
      loadScene('scenes/dam-break', { set: 'duration=1' } as never),
      runScene('scenes/dam-break', { set: 'duration=1' } as never),
    ])
      expect(await said(attempt)).toMatch(/^USAGE /);
  });
});

describe('a scene that is no plain data', () => {
  it.each([
    ['a Date', new Date(0), 'not a Date'],
    ['a Map', new Map(Object.entries(DROP)), 'not a Map. Use Object.fromEntries(map).'],
    ['a Set', new Set(), 'not a Set'],
    ['a Promise', Promise.resolve(DROP), 'not a Promise. Wait for it with await.'],
    ['null', null, 'must be an object { … }, not null'],
  ])('is refused: %s', async (_name, scene, text) => {
    expect(await said(World.create(scene as SceneInput))).toContain(text);
  });

  it('is refused at its place inside', async () => {
    const scene = { ...DROP, substances: new Map([['water', {}]]), duration: new Date(0) } as unknown as SceneInput;
    const problems = await refusal(World.create(scene));
    expect(problems.map(({ pointer }) => pointer)).toEqual(['/substances', '/duration']);
  });

  it('may be an object of a class that has its keys', async () => {
    class Drop {
      substances = DROP.substances;
      bodies = DROP.bodies;
    }
    using world = await World.create(new Drop() as SceneInput);
    expect(world.fields.count).toBeGreaterThan(10);
  });
});

describe('a snapshot that is none', () => {
  it.each([undefined, null, 'snapshot', 7, [1, 2], {}, new ArrayBuffer(64)])('is refused: %s', async (bytes) => {
    expect(await said(World.restore(bytes as Uint8Array))).toMatch(
      /^SNAPSHOT_INVALID A snapshot is a Uint8Array, not /,
    );
    expect(await said(World.branch(bytes as Uint8Array, DROP))).toContain('SNAPSHOT_INVALID');
  });
});

it('a branch needs a scene', async () => {
  using world = await World.create(DROP);
  const attempt = World.branch(world.snapshot(), undefined as unknown as SceneInput);
  expect(await said(attempt)).toContain('The scene must be an object { … }');
});

describe('handlers', () => {
  it('are all told though one throws, and its error reaches the caller', async () => {
    using world = await World.create(DROP);
    const told: string[] = [];
    world.on('frame', () => {
      throw new Error('mine');
    });
    world.on('frame', ({ frame }) => void told.push(`frame ${frame}`));
    expect(() => world.advance()).toThrow('mine');
    expect(told).toEqual(['frame 1']);
    expect(world.frame).toBe(1);
  });

  it('are told of later events though an earlier one threw', async () => {
    using world = await World.create({
      ...DROP,
      emitters: [
        {
          substance: 'water',
          shape: { disc: { center: [0, 1, 0], normal: [0, 1, 0], radius: 0.1 } },
          ...{ speed: 5, spacing: 0.05 },
        },
      ],
    });
    const told: string[] = [];
    world.on('added', () => {
      throw new Error('mine');
    });
    world.on('frame', () => void told.push('frame'));
    expect(() => world.advance()).toThrow('mine');
    expect(told).toEqual(['frame']);
  });

  it('must be functions', async () => {
    using world = await World.create(DROP);
    expect(() => world.on('frame', null as never)).toThrow('not a function');
  });
});

it('a report that is not ok has a problem, for the compiler too', async () => {
  using world = await World.create(DROP);
  const report = world.advance();
  if (report.ok) expect(report.problem).toBeUndefined();
  else throw new ThixoError([report.problem]);
});
