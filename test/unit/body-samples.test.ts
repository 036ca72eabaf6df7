// Bodies that say how many particles they have.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { sampleShape } from '../../src/meshless/sampling/sample-shape.ts';
import { previewScene } from '../../src/scene/preview-scene.ts';
import { refusal, withWorld } from '../helpers/worlds.ts';

type BodyInput = NonNullable<SceneInput['bodies']>[number];

const BALL = { sphere: { center: [0, 1, 0], radius: 0.5 } } as const;
const scene = (body: Partial<BodyInput>): SceneInput => ({
  gravity: [0, 0, 0],
  substances: { toy: { model: 'elastic', restDensity: 300, youngsModulus: 1000 } },
  bodies: [{ substance: 'toy', shape: BALL, ...body }],
});

describe('a body with a number of particles', () => {
  it('has so many, those of sampleShape, with the mass of the shape', () =>
    withWorld(scene({ particles: 200 }), (world) => {
      const { position, count, mass } = world.fields,
        { positions } = sampleShape(BALL, { count: 200 }),
        volume = (4 / 3) * Math.PI * 0.125;
      expect(count).toBe(200);
      expect(Array.from(position)).toEqual(Array.from(Float32Array.from(positions)));
      expect(new Set(mass).size).toBe(1);
      expect(world.ledger().mass / (300 * volume)).toBeCloseTo(1, 12);
      expect(world.scene.bodies[0]!.spacing).toBeCloseTo(Math.cbrt((Math.SQRT2 * volume) / 200), 12);
    }));

  it('is the same when the scene that was read is read again, and after a restore', async () => {
    using first = await World.create(scene({ particles: 100 }));
    using second = await World.create(first.scene as SceneInput);
    using third = await World.restore(first.snapshot());
    expect([second.hash(), third.hash()]).toEqual([first.hash(), first.hash()]);
  });

  it('fills a figure whose arms are thin, in which the lattice of that spacing leaves holes', () => {
    const lines = readFileSync(new URL('../../scenes/figure-on-stairs/figure.obj', import.meta.url), 'utf8').split(
        '\n',
      ),
      numbers = (key: string) =>
        lines
          .filter((line) => line.startsWith(key))
          .flatMap((line) => line.split(' ').slice(1, 4).map(Number.parseFloat)),
      mesh = { positions: numbers('v '), triangles: numbers('f ').map((v) => v - 1) };
    return withWorld(scene({ shape: { mesh }, particles: 150 }), (world) => {
      expect(world.fields.count).toBe(150);
      const arms = Array.from({ length: 150 }, (_, i) => Math.abs(world.fields.position[3 * i]!)).filter(
        (x) => x > 0.3,
      );
      expect(arms.length).toBeGreaterThan(6);
    });
  });

  it('has fewer in a preview', () => {
    const { bodies } = previewScene(scene({ particles: 400 })) as SceneInput;
    expect(bodies![0]!.particles).toBeLessThan(200);
    expect(bodies![0]!.particles).toBeGreaterThanOrEqual(8);
  });

  it.each<[string, Partial<BodyInput>]>([
    ['SCENE_MISSING_KEY /bodies/0/spacing', {}],
    ['SOURCE_TOO_MANY /bodies/0/particles', { particles: 100, spacing: 0.1 }],
    ['SCENE_OUT_OF_RANGE /bodies/0/particles', { particles: 1e6 }],
    ['SCENE_WRONG_TYPE /bodies/0/particles', { particles: 'many' as never }],
    ['SOURCE_LENGTHS /bodies/0/particles', { particles: 100, shape: { points: { positions: [[0, 0, 0]] } } }],
    [
      'SOURCE_UNBOUNDED /bodies/0/shape',
      { particles: 100, shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } as never },
    ],
  ])('is refused: %s', async (expected, body) => {
    const problems = await refusal(World.create(scene(body)));
    expect(problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(expected);
    for (const { hint } of problems) expect(hint).not.toBe('');
  });
});
