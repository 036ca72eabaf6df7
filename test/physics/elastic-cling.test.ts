// Liquids that stick to solids, by `grip` and `adhesion`. [ADR 52]

import { describe, expect, test } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { advance, withWorld } from '../helpers/worlds.ts';

type Vec3 = [number, number, number];

const DEPTH = 0.04;
const LENGTH = 0.2;
const NU = 0.01;
const SPEED = 0.02;

/** A film of so many layers on a plate that is held, or under it. */
function film(layers: number, more: { grip?: number; adhesion?: number; below?: boolean }): SceneInput {
  const s = DEPTH / layers,
    along = Math.round(LENGTH / s),
    { below, ...sticky } = more,
    liquid: Vec3[] = [],
    solid: Vec3[] = [],
    side = below ? -1 : 1;
  for (let i = 0; i < along; i++)
    for (let j = 0; j < (below ? layers / 2 : layers); j++) liquid.push([(i + 0.5) * s, side * (j + 0.5) * s, 0]);
  for (let i = -4; i < along + 4; i++)
    for (let j = 0; j < 4; j++) solid.push([(i + 0.5) * s, -side * (j + 0.5) * s, 0]);
  return {
    ...{ dimension: 2, frameRate: 50, gravity: below ? [0, -9.81, 0] : [0, 0, 0] },
    substances: {
      film: { preset: 'honey', restDensity: 1000, viscosity: 1000 * NU },
      plate: { model: 'elastic', restDensity: 1000, youngsModulus: 1e5, ...sticky },
    },
    bodies: [
      {
        ...{ substance: 'film', spacing: s, lattice: 'cubic', shape: { points: { positions: liquid } } },
        ...(!below && { velocity: [SPEED, 0, 0] }),
      },
      { substance: 'plate', spacing: s, lattice: 'cubic', shape: { points: { positions: solid } } },
    ],
    anchors: [{ min: [-1, below ? 0 : -1, -1], max: [2, below ? 1 : 0, 1] }],
  };
}

/** Mean velocity of the middle of the film along the plate, m/s, and mean height, m. */
function look({ fields: { count, position, velocity, substance } }: World): { speed: number; height: number } {
  let [speed, height, found] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (substance[i] !== 0 || Math.abs(position[3 * i]! - LENGTH / 2) > 0.2 * LENGTH) continue;
    speed += velocity[3 * i]!;
    height += position[3 * i + 1]!;
    found++;
  }
  return { speed: speed / found, height: height / found };
}

/** Momentum that the books do not explain. */
function openIn(world: World): number {
  const { momentum, account } = world.ledger();
  return Math.hypot(
    ...momentum.map((p, a) => p - account.added.momentum[a]! - account.external[a]! - account.obstacles[a]!),
  );
}

/** Rate at which a film that slides slows down, over that of its first mode, ν π²/4d². */
function slowing(layers: number, grip: number): Promise<number> {
  return withWorld(film(layers, { grip }), (world) => {
    advance(world, 3);
    const { speed } = look(world);
    advance(world, 3);
    expect(openIn(world)).toBeLessThan(1e-12);
    return Math.log(speed / look(world).speed) / 0.06 / ((NU * Math.PI * Math.PI) / (4 * DEPTH * DEPTH));
  });
}

describe('a liquid on a solid', () => {
  // 6, 8 and 12 layers: .957, .947 and .939 of theory; the bound was set after seeing this.
  test.each(process.env.LONG_TESTS ? [6, 8, 12] : [6])(
    'slows down as a film that sticks does, %i layers',
    async (layers) => {
      expect(Math.abs((await slowing(layers, 1)) - 1)).toBeLessThan(0.1);
    },
  );

  test('slips if the solid has no grip', async () => {
    expect(Math.abs(await slowing(6, 0))).toBeLessThan(0.02);
  });

  test('hangs from it if its adhesion bears more than the weight of the film, and else falls', async () => {
    const weight = 1000 * 9.81 * 0.5 * DEPTH;
    const drop = (part: number) =>
      withWorld(film(6, { adhesion: part * weight, below: true }), (world) => {
        const { height } = look(world);
        advance(world, 10);
        expect(openIn(world)).toBeLessThan(1e-12 * world.ledger().mass * 9.81);
        return height - look(world).height;
      });
    // A liquid bears no tension itself: the outer layers go on dripping.
    expect(await drop(3)).toBeLessThan(0.03);
    expect(await drop(0)).toBeGreaterThan(0.1);
  });
});
