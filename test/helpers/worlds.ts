// Worlds for tests, and the way into them.

import { expect } from 'vitest';
import { type SceneInput, type SmoothedInput, ThixoError, World, type WorldOptions } from '../../src/index.ts';
import type { KernelName } from '../../src/kernels/kernels.ts';
import { type Smoothed, smoothedOf } from '../../src/substances/sph/smoothed.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import type { State, Vec3 } from '../reference/sph.ts';
import { byId } from './engine.ts';

type SubstanceInput = SmoothedInput;

/** Runs `use` with a world and disposes of it whatever happens. */
export async function withWorld<T>(
  scene: SceneInput,
  use: (world: World) => T | Promise<T>,
  options: WorldOptions = {},
): Promise<T> {
  const world = await World.create(scene, options);
  try {
    return await use(world);
  } finally {
    world.dispose();
  }
}

/** What a world is made of. */
export function inside(world: World): Simulation {
  return (world as unknown as { simulation: Simulation }).simulation;
}

/** The smoothed particles of a world. */
export function smoothedIn(world: World): Smoothed {
  return smoothedOf(inside(world).engine);
}

/** The particles of a world as a state of the reference, in order of id. */
export function stateOfWorld(world: World, kernel: KernelName = 'dc', period: Vec3 = [0, 0, 0]): State {
  const { set, scene } = inside(world);
  const ids = set.u32('id');
  const substance = set.u32('substance');
  const order = Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!);
  return {
    dimension: scene.dimension,
    kernel,
    period,
    position: byId(set, 'position'),
    velocity: byId(set, 'velocity'),
    density: byId(set, 'density'),
    mass: byId(set, 'mass'),
    smoothingLength: byId(set, 'smoothingLength'),
    material: Uint8Array.from(order, (i) => substance[i]!),
  };
}

/** Advances by some frames, each of which must be committed. */
export function advance(world: World, frames: number): void {
  for (let k = 0; k < frames; k++) expect(world.advance()).toMatchObject({ ok: true });
}

/** The problems of a refusal; anything but a ThixoError is a failure. */
export async function refusal(attempt: Promise<unknown>): Promise<ThixoError['problems']> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ThixoError);
  return (error as ThixoError).problems;
}

/** Explicit particles of water at rest. */
export function pointsScene(positions: readonly Vec3[], more: Partial<SceneInput> = {}): SceneInput {
  return {
    gravity: [0, 0, 0],
    substances: { water: {} },
    bodies: [{ substance: 'water', shape: { points: { positions: [...positions] } }, spacing: 0.1 }],
    ...more,
  };
}

/** Two drops that collide, of substances a and b, without gravity. */
export function collisionScene(a: SubstanceInput, b: SubstanceInput): SceneInput {
  const drop = (x: number, y: number) => ({ sphere: { center: [x, y, 0] as const, radius: 0.2 } });
  return {
    gravity: [0, 0, 0],
    frameRate: 100,
    substances: { a, b },
    bodies: [
      { substance: 'a', shape: drop(-0.2, 0), spacing: 0.05, velocity: [2, 0, 0] },
      { substance: 'b', shape: drop(0.2, 0.1), spacing: 0.05, velocity: [-1, 0, 1] },
    ],
  };
}

/** A scene in which everything happens: two substances, a jet, a sink, a container, a moving paddle. */
export function livelyScene(): SceneInput {
  return {
    gravity: [0, -9.81, 0],
    frameRate: 50,
    duration: 1,
    substances: {
      water: { stiffness: 200, artificialViscosity: 0.5, xsph: 0.3, shepardInterval: 7 },
      oil: { restDensity: 800, stiffness: 200, viscosity: 2, xsph: 0.1 },
    },
    bodies: [
      { substance: 'water', shape: { box: { min: [0.05, 0.05, 0.05], max: [0.5, 0.45, 0.45] } }, spacing: 0.06 },
      { substance: 'oil', shape: { sphere: { center: [0.7, 0.75, 0.3], radius: 0.15 } }, spacing: 0.05, jitter: 0.1 },
    ],
    emitters: [
      {
        substance: 'water',
        shape: { disc: { center: [0.2, 0.9, 0.25], normal: [1, -1, 0], radius: 0.1 } },
        speed: 1.5,
        spacing: 0.06,
      },
    ],
    sinks: [{ shape: { sphere: { center: [1, 0, 0.25], radius: 0.25 } } }],
    obstacles: [
      { shape: { box: { min: [0, 0, 0], max: [1, 1.2, 0.5] } }, inside: true },
      {
        shape: { box: { center: [0.6, 0.2, 0.25], size: [0.05, 0.3, 0.3] } },
        tangentRestitution: 0.5,
        motion: { rotation: { center: [0.6, 0.2, 0.25], axis: [0, 0, 1], degreesPerSecond: 90 } },
      },
    ],
  };
}
