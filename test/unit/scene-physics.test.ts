// Which part of a scene decides its frames.

import { describe, expect, it } from 'vitest';
import { NOT_PHYSICS } from '../../src/scene/not-physics.ts';
import { differences, physicsOf } from '../../src/scene/physics.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { sphParameters } from '../../src/substances/sph/presets.ts';
import { parse } from '../helpers/scene-check.ts';
import { SCENES } from '../scenes/index.ts';

const BALL = { sphere: { center: [0, 0, 0], radius: 1 } };
const BASE = {
  substances: { a: { preset: 'adams-2009' }, b: { kernel: 'spiky' } },
  bodies: [{ substance: 'a', shape: BALL, spacing: 0.5 }],
};
const JET = {
  substance: 'a',
  shape: { disc: { center: [0, 0, 0], normal: [0, 1, 0], radius: 0.5 } },
  speed: 1,
  spacing: 0.1,
};

const text = (input: unknown) => JSON.stringify(physicsOf(parse(input)));
const changes = (before: unknown, after: unknown) => differences(parse(before), parse(after));

describe('the physics of a scene', () => {
  it.each<[string, object]>([
    ['its title', { name: 'Other', $schema: 'x' }],
    ['how long it runs', { duration: 7 }],
    [
      'how it looks',
      { surface: { voxel: 0.3 }, camera: { fieldOfView: 30 }, look: { colorBy: 'speed' }, output: { width: 640 } },
    ],
    ['notes', { 'x-note': 1 }],
    ['defaults that are written out', { gravity: [0, -9.81, 0], seed: 1, time: { courant: 0.3 }, domain: undefined }],
    ['the order of its keys', Object.fromEntries(Object.entries(BASE).reverse())],
    ['when a run gives up', { time: { maxStepsPerFrame: 1 << 20 } }],
    ['−0', { gravity: [-0, -9.81, -0] }],
  ])('does not depend on %s', (_, more) => {
    expect(text({ ...BASE, ...more })).toBe(text(BASE));
    expect(changes(BASE, { ...BASE, ...more })).toEqual([]);
  });

  it.each(Object.entries(SCENES).map(([name, { scene }]) => [name, scene] as const))(
    'of %s survives JSON text',
    (_, scene) => {
      const physics = physicsOf(parse(scene));
      expect(JSON.parse(JSON.stringify(physics))).toEqual(physics);
      expect(text(JSON.parse(JSON.stringify(parse(scene))))).toBe(JSON.stringify(physics));
    },
  );

  it('is the same for a preset and for its values', () => {
    const { name: _, ...values } = sphParameters('a', { model: 'sph', preset: 'adams-2009' });
    expect(text({ ...BASE, substances: { ...BASE.substances, a: values } })).toBe(text(BASE));
  });

  it('has every key of the format that is not listed as looks', () => {
    const physical = Object.keys(sceneSchema.shape).filter((key) => !NOT_PHYSICS.includes(key));
    const found = Object.keys(
      physicsOf(
        parse({
          ...{ ...BASE, domain: { min: [0, 0, 0], max: [9, 9, 9] } },
          ...{ adaptivity: {}, surroundings: {}, boundary: 'walls', joints: [], changes: [] },
        }),
      ) as object,
    );
    expect(new Set(found)).toEqual(new Set([...physical, 'substanceOrder']));
  });

  it('counts a key it does not know', () => {
    expect(differences(parse(BASE), { ...parse(BASE), gluons: { levels: 2 } } as never)).toEqual([
      { pointer: '/gluons', before: undefined, after: { levels: 2 } },
    ]);
  });
});

describe('the differences of two scenes', () => {
  it('are single values with their places', () => {
    const other = {
      ...BASE,
      seed: 2,
      gravity: [0, -1.62, 0],
      substances: { a: { preset: 'adams-2009', viscosity: 2 }, b: { kernel: 'spiky' } },
      bodies: [{ substance: 'b', shape: { box: { min: [0, 0, 0], max: [1, 1, 1] } }, spacing: 0.5 }],
    };
    expect(changes(BASE, other)).toEqual([
      { pointer: '/bodies/0/shape/sphere', before: { center: [0, 0, 0], radius: 1 }, after: undefined },
      { pointer: '/bodies/0/shape/box', before: undefined, after: { max: [1, 1, 1], min: [0, 0, 0] } },
      { pointer: '/bodies/0/substance', before: 'a', after: 'b' },
      { pointer: '/gravity/1', before: -9.81, after: -1.62 },
      { pointer: '/seed', before: 1, after: 2 },
      { pointer: '/substances/a/viscosity', before: 0, after: 2 },
    ]);
  });

  it('name what was added or removed', () => {
    const more = {
      ...BASE,
      bodies: [...BASE.bodies, ...BASE.bodies],
      substances: { ...BASE.substances, 'c/d': { kernel: 'spiky' } },
    };
    expect(changes(BASE, more).map(({ pointer }) => pointer)).toEqual(['/bodies/1', '/substances/c~1d']);
    expect(changes(more, BASE).map(({ pointer, after }) => [pointer, after])).toEqual([
      ['/bodies/1', undefined],
      ['/substances/c~1d', undefined],
    ]);
  });

  it('tell the order of substances', () => {
    const { a, b } = BASE.substances;
    expect(changes(BASE, { ...BASE, substances: { b, a } })).toEqual([
      { pointer: '/substances', before: ['a', 'b'], after: ['b', 'a'] },
    ]);
    expect(text({ ...BASE, substances: { b, a } })).not.toBe(text(BASE));
  });

  it('tell when a run gives up if there are emitters', () => {
    const jet = { ...BASE, emitters: [JET] };
    const patient = { ...jet, time: { maxStepsPerFrame: 1 << 20 } };
    expect(changes(jet, patient)).toEqual([{ pointer: '/time/maxStepsPerFrame', before: 1 << 14, after: 1 << 20 }]);
  });

  it('tell a list from an object', () => {
    const scene = parse(BASE);
    expect(differences(scene, { ...scene, gravity: { 0: 0 } } as never).map(({ pointer }) => pointer)).toEqual([
      '/gravity',
    ]);
  });
});
