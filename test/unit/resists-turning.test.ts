// Bodies that turn, fall or hang of a substance whose viscous force resists it get a warning before the first step. [card X52; ADR 29]

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { withValue } from '../../src/pointer.ts';

const CLAY = { preset: 'paiva-2009-fast', yieldStress: 1500, consistency: 900, jumpNumber: 150 },
  FLOOR = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } },
  box = (min: readonly number[], max: readonly number[], more: object = {}) => ({
    ...{ substance: 'a', shape: { box: { min, max } }, spacing: 0.02, ...more },
  }),
  BLOCK = box([0, 0, 0], [0.2, 0.1, 0]),
  LINTEL = box([0, 0.1, 0], [0.4, 0.14, 0]);
const post = (from: number, to: number) => ({ shape: { box: { min: [from, 0, -1], max: [to, 0.1, 1] } } });

function scene(parts: object = {}): SceneInput {
  const substances = { a: CLAY };
  return { dimension: 2, substances, bodies: [BLOCK], obstacles: [FLOOR], ...parts } as never;
}

const spinning = (form: string) =>
  scene({
    substances: { a: { ...CLAY, stressForm: form } },
    bodies: [{ ...BLOCK, angularVelocity: [0, 0, 3] }],
  });
const liquid = (viscosity: number) =>
  scene({
    substances: { a: { kernel: 'quartic', stiffness: 100, viscosity, stressForm: 'morris' } },
    bodies: [{ ...BLOCK, angularVelocity: [0, 0, 3] }],
  });

async function warningsOf(input: SceneInput) {
  using world = await World.create(input);
  return world.warnings.filter(({ code }) => code === 'RESISTS_TURNING');
}

describe('warns of', () => {
  it.each<[string, SceneInput, string]>([
    ['a block that spins', spinning('morris'), 'turns'],
    ['a block in the air', scene({ bodies: [box([0, 0.3, 0], [0.2, 0.4, 0])] }), 'is in the air'],
    ['a block in the air above another', scene({ bodies: [box([0, 0.3, 0], [0.2, 0.4, 0]), BLOCK] }), 'is in the air'],
    ['a strand over the edge of a table', scene({ bodies: [LINTEL], obstacles: [post(-0.1, 0.1)] }), 'hangs over'],
    [
      'a long strand between two tables',
      scene({ bodies: [LINTEL], obstacles: [post(0, 0.05), post(0.35, 0.4)] }),
      'hangs over',
    ],
    [
      'a strand out of a wall',
      scene({
        bodies: [box([0.1, 0.3, 0], [0.5, 0.34, 0])],
        obstacles: [{ shape: { box: { min: [-1, 0, -1], max: [0.1, 1, 1] } } }],
      }),
      'hangs over',
    ],
    [
      'a strand with gravity along x',
      scene({
        gravity: [9.81, 0, 0],
        bodies: [box([0, 0.1, 0], [0.04, 0.5, 0])],
        obstacles: [{ shape: { box: { min: [-1, 0, -1], max: [1, 0.1, 1] } } }],
      }),
      'hangs over',
    ],
    ['a block in a vortex', scene({ forces: [{ vortex: { center: [0, 0, 0], axis: [0, 0, 1], rate: 1 } }] }), 'vortex'],
    ['a thick liquid that spins', liquid(50), 'turns'],
    ['a block of the central form that spins', spinning('central'), 'turns ever faster'],
  ])('%s', async (_, input, does) => {
    const found = await warningsOf(input);
    expect(found).toMatchObject([
      { severity: 'warning', pointer: '/bodies/0', message: expect.stringContaining(does) },
    ]);
  });

  it('a jet that leaves its opening in the air, but not one on the ground', async () => {
    const jet = (y: number) =>
      scene({
        bodies: [],
        emitters: [
          {
            substance: 'a',
            shape: { disc: { center: [0, y, 0], normal: [0, -1, 0], radius: 0.05 } },
            speed: 1,
            spacing: 0.02,
          },
        ],
      });
    expect(await warningsOf(jet(1))).toMatchObject([{ pointer: '/emitters/0' }]);
    expect(await warningsOf(jet(0.1))).toEqual([]);
  });

  it.each(['paiva-2009', 'paiva-2009-fast'])('the preset %s as it is, once for all its bodies', async (preset) => {
    const bodies = [0, 1].map((k) => box([k, 0.5, 0], [k + 0.2, 0.6, 0]));
    expect(await warningsOf(scene({ substances: { a: { preset } }, bodies }))).toHaveLength(1);
  });
});

describe('is silent about', () => {
  it.each<[string, SceneInput]>([
    ['a block on the floor', scene()],
    [
      'a ball on the floor',
      scene({ bodies: [{ substance: 'a', shape: { sphere: { center: [0, 0.1, 0], radius: 0.1 } }, spacing: 0.01 }] }),
    ],
    ['a tower', scene({ bodies: [box([0, 0, 0], [0.06, 0.5, 0])] })],
    ['a block on another', scene({ bodies: [BLOCK, box([0, 0.11, 0], [0.2, 0.2, 0])] })],
    ['a short edge', scene({ bodies: [LINTEL], obstacles: [post(-0.1, 0.36)] })],
    ['the symmetric form', spinning('symmetric')],
    [
      'a falling block of the central form',
      scene({ substances: { a: { ...CLAY, stressForm: 'central' } }, bodies: [box([0, 0.3, 0], [0.2, 0.4, 0])] }),
    ],
    [
      'spinning honey, whose form is central and whose spin is kept',
      scene({ substances: { a: { preset: 'honey' } }, bodies: [{ ...BLOCK, angularVelocity: [0, 0, 3] }] }),
    ],
    ['a thin liquid that spins', liquid(0.001)],
    ['a block at rest without gravity', scene({ gravity: [0, 0, 0], obstacles: [] })],
    [
      'globules',
      scene({
        substances: { a: { model: 'globules', kind: 'solid' } },
        bodies: [{ ...BLOCK, angularVelocity: [0, 0, 3] }],
      }),
    ],
    [
      'a channel',
      scene({
        gravity: [1, 0, 0],
        domain: { min: [0, -1, -1], max: [0.2, 1, 1], periodic: [true, false, false] },
        bodies: [box([0, 0, 0], [0.2, 0.8, 0])],
        obstacles: [FLOOR, { shape: { plane: { point: [0, 0.8, 0], normal: [0, -1, 0] } }, grip: 1 }],
      }),
    ],
  ])('%s', async (_, input) => {
    expect(await warningsOf(input)).toEqual([]);
  });
});

it('its way out is one', async () => {
  const [found] = await warningsOf(spinning('morris')),
    { pointer, value } = found!.fix!;
  expect(found!.hint).toContain('substances.a.stressForm="symmetric"');
  expect(await warningsOf(withValue(spinning('morris') as never, pointer, value))).toEqual([]);
});
