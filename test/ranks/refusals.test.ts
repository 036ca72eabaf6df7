// What cannot be spread over ranks is refused when the world is built, with its place in the scene; no MPI is needed for that.

import { describe, expect, it } from 'vitest';
import { type SceneInput, ThixoError, World } from '../../src/index.ts';
import { giveOrder } from '../../src/world/rank-orders.ts';
import { aloneInRanks } from '../helpers/lone-ranks.ts';

const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
const drop = { substance: 'water', shape: { sphere: { center: [0, 0.5, 0], radius: 0.1 } }, spacing: 0.05 } as const;
const globules = { model: 'globules', kind: 'powder', restDensity: 1000, stiffness: 300, damping: 0.4 } as const;
const scene = (more: Partial<SceneInput>, water: object = { preset: 'water' }): SceneInput => ({
  ...{ dimension: 2, substances: { water }, bodies: [drop], obstacles: [floor] },
  ...more,
});

/** What is refused, by what it is; each with its place. */
const REFUSED: Readonly<Record<string, readonly [SceneInput, string, RegExp]>> = {
  'an adaptive world': [scene({ adaptivity: {} }), '/adaptivity', /adaptive/],
  'rigid bodies': [
    scene({ obstacles: [floor, { shape: { sphere: { center: [1, 0.2, 0], radius: 0.1 } }, rigid: { density: 500 } }] }),
    ...(['/obstacles', /Rigid bodies/] as const),
  ],
  'an elastic solid': [scene({}, { model: 'elastic', preset: 'jelly' }), '/substances', /elastic solid/],
  'implicit pressure': [scene({ time: { pressure: 'implicit' } }), '/time/pressure', /Implicit pressure/],
  'surface tension': [
    scene({}, { preset: 'water', surfaceTension: 0.07 }),
    ...(['/substances/water/surfaceTension', /Surface tension/] as const),
  ],
  vorticity: [scene({}, { preset: 'water', vorticity: {} }), '/substances', /Vorticity/],
  'ghost particles of obstacles': [
    scene({ boundary: 'ghosts', obstacles: [{ shape: { box: { min: [-1, -0.3, 0], max: [1, 0, 0] } } }] }),
    ...(['/obstacles', /ghost particles/] as const),
  ],
  'globules with friction': [scene({}, { ...globules, friction: 0.5 }), '/substances', /friction/],
  'globules with restitution': [scene({}, { ...globules, restitution: 0.5 }), '/substances', /restitution/],
  'a body that comes later': [scene({ bodies: [drop, { ...drop, from: 0.1 }] }), '/bodies/1/from', /later/],
};

const create = (input: SceneInput) => World.create(input, { ranks: aloneInRanks() });

/** What was refused, place and message of each. */
async function refusedBy(work: () => unknown): Promise<readonly { code: string; pointer: string; message: string }[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ThixoError) return error.problems;
    throw error;
  }
  return [];
}

describe('a world over ranks', () => {
  it.each(Object.entries(REFUSED))('refuses %s', async (_, [input, pointer, message]) => {
    (await World.create(input)).dispose(); // nothing else is wrong with it
    expect(await refusedBy(() => create(input))).toEqual([
      expect.objectContaining({ code: 'SCENE_RANKS', pointer, message: expect.stringMatching(message) }),
    ]);
  });

  it('lists everything that stands against it', async () => {
    const input = scene({ bodies: [drop, { ...drop, from: 0.1 }] }, { preset: 'water', surfaceTension: 0.07 }),
      places = (await refusedBy(() => create(input))).map(({ pointer }) => pointer);
    expect(places).toEqual(['/substances/water/surfaceTension', '/bodies/1/from']);
  });

  it('is neither amended nor rewound in place, and stays as it is', async () => {
    using world = await create(scene({}));
    const hash = world.hash(),
      snapshot = world.snapshot();
    for (const change of [() => world.amend(scene({ gravity: [0, -1, 0] })), () => world.rewind(snapshot)])
      expect(await refusedBy(change)).toEqual([expect.objectContaining({ code: 'SCENE_RANKS' })]);
    expect(world.hash()).toBe(hash);
  });

  it('says nothing more to the others once a frame has failed amid what all do together', async () => {
    const orders: string[] = [],
      broadcast = (bytes: Uint8Array) => {
        const text = new TextDecoder().decode(bytes.slice());
        if (text.startsWith('{')) orders.push((JSON.parse(text) as { order: string }).order);
      };
    const ranks = { ...aloneInRanks(), leads: true, broadcast },
      world = await World.create(scene({}), { ranks });
    ranks.settle = () => {
      throw new Error('a rank is gone');
    };
    expect(() => world.advance()).toThrow('a rank is gone');
    world.dispose();
    giveOrder(ranks, { order: 'end', outcome: 'failed' });
    expect(orders).toEqual(['create', 'advance']);
  });
});
