// Obstacles whose pose is simulated: they fall as bodies do, meet particles as scripted ones do, and get back what they give.

import { describe, expect, it } from 'vitest';
import type { Mover } from '../../src/obstacles/body.ts';
import { POSITION, SPIN, VELOCITY } from '../../src/obstacles/body.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import type { World } from '../../src/world/world.ts';
import { BLOCK, BODY_SCENES, inBox } from '../helpers/body-scenes.ts';
import { ballBody, freeMover, steadyMover, worldWith } from '../helpers/movers.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

const SCENES = Object.entries(BODY_SCENES);
const stateIn = (world: World, k = 0): Float64Array => inside(world).bodies!.states[k]!;

describe('a body that nothing touches', () => {
  const scene = BODY_SCENES.predictor!;

  it('falls along a parabola and turns steadily', async () => {
    const far = { ...scene, obstacles: [{ shape: { box: { center: [9, 9, 9] as const, size: [1, 1, 1] as const } } }] };
    const body = ballBody(0, 3, 1, { velocity: [1, 2, 0], spin: [0, 0, 2] });
    using world = await worldWith(freeMover([body], [0, -9.81, 0]), far);
    advance(world, 16);
    const state = stateIn(world),
      t = world.time;
    expect(inside(world).engine.steps).toBeGreaterThan(16); // exact however the frame is divided
    expect(state[POSITION]).toBeCloseTo(9 + t, 12);
    expect(state[POSITION + 1]).toBeCloseTo(9 + 2 * t - 4.905 * t * t, 12);
    expect(state[VELOCITY + 1]).toBeCloseTo(2 - 9.81 * t, 12);
    const pose = world.fields.poses!.get(0)!;
    expect(pose[0]).toBeCloseTo(Math.cos(2 * t), 12);
    expect(pose[3]).toBeCloseTo(Math.sin(2 * t), 12);
    const { bodies, account } = world.ledger();
    expect(bodies!.momentum[1]).toBeCloseTo(3 * (2 - 9.81 * t), 11);
    expect(account.bodies).toEqual([{ impulse: [0, 0, 0], angularImpulse: [0, 0, 0] }]);
  });

  it('turns about its center of mass', async () => {
    const mover = freeMover([ballBody(0, 3, 1, { center: [8, 9, 9], spin: [0, 0, Math.PI] })]);
    const far = { ...scene, obstacles: [{ shape: { sphere: { center: [9, 9, 9] as const, radius: 0.5 } } }] };
    using world = await worldWith(mover, far);
    advance(world, 32); // half a second, a quarter of a turn
    const pose = world.fields.poses!.get(0)!,
      at = (row: number) => pose[3 * row]! * 9 + pose[3 * row + 1]! * 9 + pose[3 * row + 2]! * 9 + pose[9 + row]!;
    expect(at(0)).toBeCloseTo(8, 12);
    expect(at(1)).toBeCloseTo(10, 12);
  });
});

describe.each(SCENES)('%s', (name, scene) => {
  it('particles meet a body as they meet a scripted obstacle, bit for bit', async () => {
    const velocity = [-0.5, 0.25, 0] as const;
    // Halves of halves, so that adding up steps and multiplying by the time give the same place.
    const halved = { ...scene, time: { ...scene.time, stepsPerFrame: 64 } };
    const scripted = structuredClone(halved) as typeof scene & { obstacles: Record<string, unknown>[] };
    scripted.obstacles[BLOCK]!.motion = { velocity };
    using world = await worldWith(steadyMover([ballBody(BLOCK, 1, 1, { velocity })]), halved);
    await withWorld(scripted, (twin) => {
      for (let frame = 0; frame < 12; frame++) {
        advance(world, 1);
        advance(twin, 1);
        expect(world.fields.position).toEqual(twin.fields.position);
        expect(world.fields.velocity).toEqual(twin.fields.velocity);
      }
      const impulse = (w: World) => w.ledger().account.obstacles;
      expect(impulse(world)).toEqual(impulse(twin));
      expect(inside(world).adaptive?.individual).toBe(inside(twin).adaptive?.individual);
    });
  });

  it('a body gets back what it gives: momentum is kept', async () => {
    using world = await worldWith(freeMover([ballBody(0, 40, 0.5)]), inBox(scene));
    const before = world.ledger();
    advance(world, 16);
    const { momentum, angularMomentum, bodies, account } = world.ledger();
    expect(Math.hypot(...bodies!.momentum)).toBeGreaterThan(10);
    // Walls of a flow act in single precision; a solve for the viscosity leaves some of it open; individual steps have an account for theirs.
    const tolerance = name === 'flow, implicit' ? 6e-3 : name.startsWith('flow') ? 1e-7 : 1e-12;
    for (let a = 0; a < 3; a++) {
      const kept = momentum[a]! + bodies!.momentum[a]! - account.asymmetry[a]! - before.momentum[a]!;
      expect(Math.abs(kept)).toBeLessThan(tolerance);
      expect(bodies!.momentum[a]).toBeCloseTo(account.bodies![0]!.impulse[a]!, 10);
      expect(bodies!.angularMomentum[a]).toBeCloseTo(account.bodies![0]!.angularImpulse[a]!, 10);
    }
    // Particles are not followed between the two kicks of a step, so that this is kept as well as steps are short. The Morris form
    // of viscous forces resists rotation, and so does the solve for it: a tenth is left open where the body pushes and grips. Friction of grains
    // acts at their surface but is booked at their centers.
    const spin = Math.hypot(...bodies!.angularMomentum),
      open = angularMomentum.map((x, a) => x + bodies!.angularMomentum[a]! - before.angularMomentum[a]!);
    expect(spin).toBeGreaterThan(1);
    expect(Math.hypot(...open)).toBeLessThan(
      (name === 'flow, implicit' ? 0.12 : name === 'globules' ? 0.02 : 0.01) * spin,
    );
  });
});

it('several bodies get what is theirs, and fixed obstacles the rest', async () => {
  const scene = BODY_SCENES.predictor!,
    [floor, block, room] = scene.obstacles!,
    behind = { shape: { box: { center: [-0.125, 0.25, 0] as const, size: [0.125, 0.5, 0.5] as const } } },
    mover = freeMover([ballBody(3, 2, 0.5), ballBody(1, 5, 0.5)]); // not in the order of the scene
  const bodies = [{ ...scene.bodies![0]!, velocity: [0, 0, 0] as const }];
  using world = await worldWith(mover, { ...scene, bodies, obstacles: [floor!, block!, room!, behind] });
  const before = world.ledger();
  advance(world, 16);
  const { momentum, bodies: moved, account } = world.ledger(),
    [back, front] = account.bodies!;
  expect(front!.impulse[0]).toBeGreaterThan(0.1); // the column falls apart
  expect(back!.impulse[0]).toBeLessThan(-0.1);
  expect(stateIn(world, 0)[VELOCITY]).toBeCloseTo(back!.impulse[0]! / 2, 12);
  expect(stateIn(world, 1)[VELOCITY]).toBeCloseTo(front!.impulse[0]! / 5, 12);
  expect(stateIn(world, 1)[SPIN + 2]).not.toBe(0);
  // Floor and room have no face along x that the substance comes to.
  expect(momentum[0] + moved!.momentum[0]).toBeCloseTo(before.momentum[0], 11);
});

describe('meshes', () => {
  const scene = inBox(BODY_SCENES.predictor!);

  it('a mesh is a body as any other', async () => {
    const box = { ...scene.obstacles![0]!, shape: boxMesh([0, 0, -0.125], [0.5, 0.5, 0.125]) };
    using world = await worldWith(freeMover([ballBody(0, 40, 0.5)]), { ...scene, obstacles: [box] });
    await expectKept(world, 8, 5);
  });

  it('particles that are pressed between two bodies count for each', async () => {
    const box = { ...scene.obstacles![0]!, shape: boxMesh([0, 0, -0.125], [0.5, 0.5, 0.125]) },
      press = { shape: boxMesh([-0.25, -0.25, -0.25], [0, 0.75, 0.25]) },
      mover = freeMover([ballBody(0, 40, 0.5), ballBody(1, 500, 50, { velocity: [12, 0, 0] })]);
    using world = await worldWith(mover, { ...scene, obstacles: [box, press] });
    await expectKept(world, 3, 100);
  });
});

/** Momentum of particles and bodies stays, while at least some (N·s) goes from one to the other. */
async function expectKept(world: World, frames: number, exchanged: number): Promise<void> {
  const before = world.ledger();
  advance(world, frames);
  const { momentum, bodies, account } = world.ledger();
  expect(Math.max(...account.bodies!.map(({ impulse }) => Math.hypot(...impulse)))).toBeGreaterThan(exchanged);
  for (let a = 0; a < 3; a++) {
    const was = before.momentum[a]! + before.bodies!.momentum[a]!;
    expect(Math.abs(momentum[a]! + bodies!.momentum[a]! - was)).toBeLessThan(1e-10);
  }
}

/** A box of twelve triangles. */
function boxMesh(min: Vec3, max: Vec3) {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
      (k) => [k & 1 ? max : min, k & 2 ? max : min, k & 4 ? max : min] as const,
    ),
    quads = [
      [0, 4, 6, 2],
      [1, 3, 7, 5],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 2, 3, 1],
      [4, 5, 7, 6],
    ] as const;
  const positions = corners.flatMap(([x, y, z]) => [x[0], y[1], z[2]]);
  return { mesh: { positions, triangles: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) } };
}

it('a wrong mover is a wrong program', async () => {
  const scene = BODY_SCENES.predictor!,
    build = (mover: Mover) => worldWith(mover, scene);
  await expect(build(steadyMover([ballBody(7, 1, 1)]))).rejects.toThrow('There is no obstacle 7');
  await expect(build(steadyMover([ballBody(1, 1, 1), ballBody(1, 1, 1)]))).rejects.toThrow('moved twice');
});
