// What is seen before the first step: forces that are no numbers, and settings that change nothing.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { refusal } from '../helpers/worlds.ts';

/** Two particles of a substance above a plane. */
function pair(substance: object, obstacle: object = {}, body: object = {}): SceneInput {
  const positions = [
    [0, 1, 0],
    [0.05, 1, 0],
  ] as const;
  return {
    substances: { a: substance },
    bodies: [{ substance: 'a', shape: { points: { positions } }, spacing: 0.1, ...body }],
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, ...obstacle }],
  };
}

it('a start without finite forces is refused: no frame is made of it', async () => {
  const stiff = { preset: 'desbrun-1999', stateEquation: 'tait', stiffness: 1e12 };
  expect(await refusal(World.create(pair(stiff, {}, { density: 1e6 })))).toMatchObject([
    {
      code: 'UNSTABLE',
      pointer: '/substances/a',
      symptom: 'non-finite',
      time: 0,
      position: [expect.any(Number), 1, 0],
    },
  ]);
});

describe('settings of obstacles without effect', () => {
  const WATER = { preset: 'water' },
    HONEY = { preset: 'honey' };

  it.each<[string, object, object, string[]]>([
    ['grip on water', WATER, { grip: 0.5 }, ['/obstacles/0/grip']],
    ['grip on some water', WATER, { substances: { a: { grip: 1 } } }, ['/obstacles/0/substances/a/grip']],
    ['grip on globules', { model: 'globules', kind: 'fluid' }, { grip: 1 }, ['/obstacles/0/grip']],
    ['a hot plate under water that does not conduct', WATER, { temperature: 400 }, ['/obstacles/0/temperature']],
    ['grip on honey', HONEY, { grip: 1 }, []],
    ['no grip', WATER, { grip: 0 }, []],
    ['a hot plate under water', { ...WATER, conductivity: 0.6 }, { temperature: 400 }, []],
  ])('%s', async (_, substance, obstacle, pointers) => {
    using world = await World.create(pair(substance, obstacle));
    const found = world.warnings.filter(({ code }) => code === 'NO_EFFECT');
    expect(found.map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
