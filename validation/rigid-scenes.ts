// Rigid bodies in a tank of water, and what theory says of them. The level follows from the volume of water, which its own weight presses
// together, and what the body displaces.

import { loadTrigonometry } from '../src/cache/scene-file.ts';
import type { SceneInput, World } from '../src/index.ts';
import { preparedSubstances } from '../src/substances/substance.ts';
import { mean, simulate } from './simulate.ts';

/** Size of the body, m. */
const SIZE = 0.2;
const GRAVITY = 9.81;
const WATER = 1000;

export interface RigidInWater {
  readonly dimension: 2 | 3;
  readonly shape: 'box' | 'ball';
  /** Particles along its size. */
  readonly across: number;
  /** Its density over that of water. */
  readonly ratio: number;
  /** Width of the tank in sizes. */
  readonly width: number;
  /** Depth of the water in sizes. */
  readonly depth: number;
  /** How pressure is found. */
  readonly pressure: 'explicit' | 'implicit';
}

/** The body with its center at a height (m), in a tank whose corner is the origin. */
function scene(
  { dimension, shape, across, ratio, width, depth, pressure }: RigidInWater,
  y: number,
  duration: number,
  frameRate: number,
): SceneInput {
  const wall = width * SIZE,
    center = [wall / 2, y, dimension === 3 ? wall / 2 : 0] as const,
    aside = dimension === 3 ? ([0, wall] as const) : ([-1, 1] as const);
  return {
    ...{ dimension, duration, frameRate, time: { pressure } },
    substances: { water: { preset: 'water' } },
    bodies: [
      {
        substance: 'water',
        spacing: SIZE / across,
        shape: { box: { min: [0, 0, aside[0]], max: [wall, depth * SIZE, aside[1]] } },
      },
    ],
    obstacles: [
      { shape: { box: { min: [0, 0, aside[0]], max: [wall, 3 * depth * SIZE, aside[1]] } }, inside: true },
      {
        shape:
          shape === 'box' ? { box: { center, size: [SIZE, SIZE, SIZE] } } : { sphere: { center, radius: SIZE / 2 } },
        rigid: { density: WATER * ratio },
      },
    ],
  };
}

/** Height of the center of the body, m. */
function height(world: World): number {
  const { potentialEnergy, mass } = world.ledger().bodies!;
  return potentialEnergy / (mass * GRAVITY);
}

/** Part of the body that is below a level h (m) above its center, turned by an angle (rad): by points. */
function partBelow({ dimension, shape }: RigidInWater, h: number, angle: number): number {
  const n = 400,
    [c, s] = [Math.cos(angle), Math.sin(angle)];
  let inside = 0,
    below = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const [x, y] = [(i + 0.5) / n - 0.5, (j + 0.5) / n - 0.5],
        square = x * x + y * y,
        weight = shape === 'box' ? 1 : square > 0.25 ? 0 : dimension === 3 ? Math.sqrt(0.25 - square) : 1;
      inside += weight;
      if (SIZE * (s * x + c * y) < h) below += weight;
    }
  return below / inside;
}

/** Height of a column (m) that would be `free` m high without its weight: ρ = ρ₀ (1 + gd/c²) at the depth d. */
function pressedLevel(free: number, c2: number): number {
  return (c2 / GRAVITY) * (Math.sqrt(1 + (2 * GRAVITY * free) / c2) - 1);
}

/** c² of the water, m²/s²: it is chosen for the scene. [ADR 32] */
function soundSquared({ scene }: World, trig: Awaited<ReturnType<typeof loadTrigonometry>>): number {
  return preparedSubstances(scene, trig)[0]!.stiffness;
}

/** Lets a body go where it should float; displaced mass over its own, mean of the last half of the time, and what the books leave open. */
export async function float(
  body: RigidInWater,
  duration: number,
): Promise<{ readonly displaced: number; readonly open: number }> {
  const { dimension, shape, ratio, width, depth } = body,
    volume = (shape === 'box' ? 1 : dimension === 3 ? Math.PI / 6 : Math.PI / 4) * SIZE ** dimension,
    base = (width * SIZE) ** (dimension - 1),
    frames = 25 * duration,
    found: number[] = [],
    trig = await loadTrigonometry();
  let open = 0;
  await simulate(scene(body, (depth + 0.5 - ratio) * SIZE, duration, 25), frames, (world) => {
    const { mass, bodies, account } = world.ledger(),
      level = pressedLevel((mass / WATER + ratio * volume) / base, soundSquared(world, trig)),
      pose = world.fields.poses!.get(1)!,
      [of] = account.bodies!;
    open = Math.abs(bodies!.momentum[1]! - of!.impulse[1]! - of!.external.impulse[1]! - of!.contacts.impulse[1]!);
    if (world.frame > frames / 2)
      found.push(partBelow(body, level - height(world), Math.atan2(pose[3]!, pose[0]!)) / ratio);
  });
  return { displaced: mean(found), open: open / (WATER * ratio * volume * GRAVITY * duration) };
}

/** Acceleration of a ball that is let go under water over that of theory, while it sinks by a tenth of its size. */
export async function sink(body: RigidInWater): Promise<number> {
  const { dimension, ratio, depth } = body,
    theory = ((ratio - 1) * GRAVITY) / (ratio + (dimension === 3 ? 0.5 : 1)),
    time = Math.sqrt((0.2 * SIZE) / theory),
    start = 0.6 * depth * SIZE;
  let way = 0;
  await simulate(scene(body, start, time, 10 / time), 10, (world) => {
    way = start - height(world);
  });
  return (2 * way) / (time * time) / theory;
}
