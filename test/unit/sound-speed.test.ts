// The speed of sound that materials take from their scene: as slow as the density allows, alike at every scale, and never from the machine.

import { beforeAll, describe, expect, it } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import { numericsOfScene } from '../../src/cli/numerics-of-scene.ts';
import type { SceneInput } from '../../src/index.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { Trigonometry } from '../../src/shapes/rotation.ts';
import { preparedSubstances } from '../../src/substances/substance.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

let trig: Trigonometry;
beforeAll(async () => {
  trig = await loadTrigonometry();
});

/** A block of water of edge s, its bottom `above` the floor of a tank; lengths in s, m. */
function tank(s: number, above = 0, change: Partial<SceneInput> = {}): SceneInput {
  return {
    dimension: 2,
    frameRate: 25 / Math.sqrt(s),
    substances: { water: { preset: 'water' } },
    bodies: [
      { substance: 'water', shape: { box: { min: [0, above * s, 0], max: [s, (above + 1) * s, 0] } }, spacing: s / 12 },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, -s], max: [3 * s, 3 * s, s] } }, inside: true }],
    ...change,
  };
}

const speeds = (scene: SceneInput): number[] =>
  preparedSubstances(parseScene(scene, trig), trig).map(({ stiffness }) => Math.sqrt(stiffness));
const speed = (scene: SceneInput): number => speeds(scene)[0]!;

describe('an automatic speed of sound', () => {
  it('follows heights: twice the size, √2 times the speed', () => {
    expect(speed(tank(2)) / speed(tank(1))).toBeCloseTo(Math.SQRT2, 10);
  });

  it('keeps a column within its compressibility under its own weight', () => {
    expect((9.81 * 1) / speed(tank(1)) ** 2).toBeLessThan(0.01);
  });

  it('keeps a falling block within three times its compressibility when it hits', () => {
    expect(Math.sqrt(2 * 9.81) / speed(tank(1, 1))).toBeLessThan(0.03);
    expect(Math.sqrt(2 * 9.81) / speed(tank(1, 1))).toBeGreaterThan(0.025);
  });

  it('is 10 times that of a jet where it arrives', () => {
    const jet: SceneInput = {
      substances: { water: { preset: 'water' } },
      emitters: [
        {
          substance: 'water',
          shape: { disc: { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.1 } },
          speed: 2,
          spacing: 0.03,
        },
      ],
      obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
    };
    expect(speed(jet) / (10 * Math.sqrt(4 + 2 * 9.81 * 1))).toBeCloseTo(1, 10);
  });

  it('knows moving solids', () => {
    const [wall] = tank(1).obstacles!;
    const paddle = {
      shape: { sphere: { center: [2, 1, 0] as const, radius: 0.2 } },
      motion: { velocity: [20, 0, 0] as const },
    };
    expect(speed(tank(1, 0, { obstacles: [wall!, paddle] }))).toBeCloseTo(200, 6);
  });

  it('gives liquids that touch the same modulus, the weight of both', () => {
    const two = (other: SceneInput['substances']): SceneInput => ({
      ...tank(1),
      substances: { water: { preset: 'water' }, ...other },
      bodies: [
        ...tank(1).bodies!,
        { substance: 'other', shape: { box: { min: [0, 1, 0], max: [1, 2, 0] } }, spacing: 0.1 },
      ],
    });
    const [water, oil] = speeds(two({ other: { preset: 'oil' } }));
    expect(915 * oil! ** 2).toBeCloseTo(1000 * water! ** 2, 6);
    const [, heavy] = speeds(two({ other: { preset: 'desbrun-1999', stiffness: 1e5 } }));
    expect(heavy).toBeCloseTo(Math.sqrt(1e5), 10);
    expect(speed(two({ other: { preset: 'desbrun-1999', stiffness: 1e5 } })), 'no cushion').toBeCloseTo(
      Math.sqrt(1e5),
      10,
    );
  });

  it('depends neither on how long the scene runs nor on how it looks', () => {
    expect(speed(tank(1, 1, { duration: 100, name: 'long' }))).toBe(speed(tank(1, 1)));
  });

  it('gives way to a stiffness of the scene, and is there for other presets', () => {
    expect(speed(tank(1, 0, { substances: { water: { preset: 'water', stiffness: 25 } } }))).toBe(5);
    const own = { water: { preset: 'desbrun-1999' as const, compressibility: 0.01 } };
    expect(speed(tank(1, 0, { substances: own }))).toBe(speed(tank(1)));
  });

  it('is some number in an empty world and without gravity', () => {
    expect(speed({ substances: { water: { preset: 'water' } } })).toBeGreaterThan(0);
    expect(speed(tank(1, 0, { gravity: [0, 0, 0] }))).toBeGreaterThan(1);
  });
});

it('a tank of a centimeter takes the steps of one of a meter', async () => {
  const steps = async (s: number) => (await numericsOfScene(parseScene(tank(s), trig), 100)).stepsPerFrame;
  expect(await steps(0.01)).toBe(await steps(1));
  const run = (s: number) => withWorld(tank(s), (world) => [1, 2, 3].map(() => world.advance().steps));
  expect(await run(0.01)).toEqual(await run(1));
});

it('a block that falls into a tank keeps its density', async () => {
  await withWorld(tank(0.2, 0.5), (world) => {
    let worst = 0;
    for (let frame = 0; frame < 15; frame++) {
      advance(world, 1);
      worst = Math.max(worst, world.ledger().density.max / 1000 - 1);
    }
    expect(worst).toBeLessThan(0.045); // 3 %, and what a sum over 12 particles a side is off by
    expect(worst).toBeGreaterThan(0.005); // it did hit
    expect(inside(world).substances[0]!.stiffness).toBeGreaterThan(0);
  });
});
