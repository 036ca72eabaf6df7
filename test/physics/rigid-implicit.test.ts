// Rigid bodies as unknowns of the solve for the pressure: Archimedes, bodies lighter than foam, closed systems, joints. [ADR 55]

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import type { Mover } from '../../src/obstacles/body.ts';
import { worldWith } from '../helpers/movers.ts';
import { advance, refusal, withWorld } from '../helpers/worlds.ts';

const SIZE = 0.2,
  WIDTH = 0.8,
  DEPTH = 0.4,
  SPACING = 0.025;

/** A box of a density over that of water, its center at a height (m), in a tank of water that is two sizes deep. */
function afloat(ratio: number, y: number, more: Partial<SceneInput> = {}): SceneInput {
  return {
    ...{ dimension: 2, frameRate: 25, time: { pressure: 'implicit' } },
    substances: { water: { preset: 'water' } },
    bodies: [{ substance: 'water', spacing: SPACING, shape: { box: { min: [0, 0, 0], max: [WIDTH, DEPTH, 0] } } }],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [WIDTH, 1.5, 0] } }, inside: true },
      { shape: { box: { center: [WIDTH / 2, y, 0], size: [SIZE, SIZE, SIZE] } }, rigid: { density: 1000 * ratio } },
    ],
    ...more,
  };
}

/** Height of the center (m) and speed (m/s) of the only body. */
function motionOf(world: World): { readonly height: number; readonly speed: number } {
  const { potentialEnergy, mass, momentum } = world.ledger().bodies!;
  return { height: potentialEnergy / (mass * 9.81), speed: Math.hypot(...momentum) / mass };
}

describe('a body in water', () => {
  it('displaces its own mass within a tenth of a spacing', async () => {
    const ratio = 0.8; // it does not turn over
    await withWorld(afloat(ratio, DEPTH + SIZE / 2 - ratio * SIZE), (world) => {
      const level = (world.ledger().mass / 1000 + ratio * SIZE * SIZE) / WIDTH,
        expected = level + (0.5 - ratio) * SIZE,
        heights: number[] = [];
      advance(world, 25);
      for (let frame = 0; frame < 30; frame++) {
        advance(world, 1);
        heights.push(motionOf(world).height);
      }
      const mean = heights.reduce((sum, y) => sum + y, 0) / heights.length;
      expect(Math.abs(mean - expected)).toBeLessThan(0.1 * SPACING);
    });
  });

  it('of a density ratio of .002 rises from below and is not shot out', async () => {
    await withWorld(afloat(0.002, 0.2), (world) => {
      let [fastest, highest] = [0, 0];
      for (let frame = 0; frame < 25; frame++) {
        advance(world, 1);
        const { height, speed } = motionOf(world);
        fastest = Math.max(fastest, speed);
        highest = Math.max(highest, height);
      }
      // from a depth of a size nothing can come faster than √(2 g .2 m) = 2 m/s; impulses after a solve made it 8 and 44 m/s
      expect(fastest).toBeLessThan(2);
      expect(highest).toBeLessThan(DEPTH + 1.5 * SIZE);
      expect(motionOf(world).height).toBeGreaterThan(DEPTH);
    });
  });

  it('of a density ratio of .002 rests calmly on it', async () => {
    await withWorld(afloat(0.002, DEPTH + SIZE / 2), (world) => {
      advance(world, 25);
      for (let frame = 0; frame < 25; frame++) {
        advance(world, 1);
        expect(motionOf(world).speed).toBeLessThan(0.2);
      }
    });
  });
});

it('the momentum of a free system of water and a body stays to rounding', async () => {
  const scene: SceneInput = {
    ...{ dimension: 2, gravity: [0, 0, 0], frameRate: 100, time: { pressure: 'implicit' } },
    substances: { water: { preset: 'water', stiffness: 900 } },
    bodies: [
      {
        ...{ substance: 'water', spacing: 0.03, velocity: [1, 0.5, 0], angularVelocity: [0, 0, 2] },
        shape: { sphere: { center: [0, 0, 0], radius: 0.3 } },
      },
    ],
    obstacles: [
      {
        shape: { box: { center: [0.1, 0.05, 0], size: [0.2, 0.12, 1] } },
        rigid: { density: 300, velocity: [-1.5, 0, 0], spin: [0, 0, 100] },
      },
    ],
  };
  await withWorld(scene, (world) => {
    const all = () => world.ledger().momentum.map((p, a) => p + world.ledger().bodies!.momentum[a]!),
      start = all(),
      before = world.ledger().bodies!.momentum.slice();
    advance(world, 20);
    const scale = Math.hypot(...start);
    all().forEach((p, a) => {
      expect(Math.abs(p - start[a]!)).toBeLessThan(1e-12 * scale);
    });
    expect(Math.abs(world.ledger().bodies!.momentum[0]! - before[0]!)).toBeGreaterThan(0.01 * scale); // they did meet
  });
});

it('water behind a gate on a hinge turns it about the hinge, which stays', async () => {
  const scene = afloat(0.5, 0.5, {
    bodies: [{ substance: 'water', spacing: SPACING, shape: { box: { min: [0, 0, 0], max: [0.37, 0.36, 0] } } }],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [WIDTH, 1.5, 0] } }, inside: true },
      { shape: { box: { center: [0.4, 0.25, 0], size: [0.06, 0.46, 1] } }, rigid: { density: 900, name: 'gate' } },
    ],
    joints: [{ hinge: { bodies: ['gate'], point: [0.4, 0.5, 0] } }],
  });
  await withWorld(scene, (world) => {
    advance(world, 8);
    const pose = world.fields.poses!.get(1)!,
      hinge = [0, 1].map((a) => pose[3 * a]! * 0.4 + pose[3 * a + 1]! * 0.5 + pose[9 + a]!);
    expect(Math.abs(hinge[0]! - 0.4)).toBeLessThan(2e-3);
    expect(Math.abs(hinge[1]! - 0.5)).toBeLessThan(2e-3);
    expect(Math.atan2(pose[3]!, pose[0]!)).toBeGreaterThan(0.15); // its foot swings away from the water
  });
});

it('a mover that does not say how its bodies answer is refused', async () => {
  const mover: Mover = {
      bodies: [{ obstacle: 1, mass: 1, inertia: [1, 0, 0, 0, 1, 0, 0, 0, 1] }],
      before: () => {},
      after: () => {},
    },
    scene = afloat(0.5, 0.4);
  scene.obstacles = scene.obstacles!.map(({ rigid: _, ...rest }) => rest);
  const [problem] = await refusal(worldWith(mover, scene));
  expect(problem).toMatchObject({ code: 'SCENE_IMPLICIT', pointer: '/time/pressure' });
});
