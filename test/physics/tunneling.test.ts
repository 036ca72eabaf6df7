// Nothing passes through a wall: a thousand fast particles against every kind of solid, at rest and in every kind of motion, in 2D
// and 3D. The verdict comes from src/shapes at the obstacle's pose, not from the sweep that put the particles where they are.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { prepareMotion } from '../../src/obstacles/motion.ts';
import { identityPose } from '../../src/obstacles/pose.ts';
import { randomSigned } from '../../src/random/random.ts';
import type { Motion } from '../../src/scene/schema.ts';
import { signedDistance } from '../../src/shapes/distance.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import { type Solid, solidOf } from '../../src/shapes/solid.ts';

const COUNT = 1000;
/** So small that the particles hardly meet: this is about walls, m. */
const SPACING = 0.001;
const FRAME_RATE = 2000;
const FRAMES = 3;
/** How far the center of a particle stays from walls, 0.3 (m/ρ₀)^(1/d) in a close packing [ADR 31], less 3 % of roughness and the rounding of published positions, m. */
const CONTACT = {
  2: 0.97 * 0.3 * SPACING * Math.sqrt(Math.sqrt(0.75)) - 1e-6,
  3: 0.97 * 0.3 * SPACING * Math.cbrt(Math.SQRT1_2) - 1e-6,
};

/** Solids around the origin that hold a ball of 0.1 m. */
const SOLIDS: Readonly<Record<string, Shape>> = {
  plane: { plane: { point: [0, 0.15, 0], normal: [0.6, 0.8, 0] } },
  box: { box: { min: [-0.15, -0.12, -0.13], max: [0.12, 0.14, 0.15] } },
  'turned box': {
    box: { center: [0, 0, 0], size: [0.3, 0.22, 0.25], rotation: { axis: [0, 0, 1], degrees: 30 } },
  },
  sphere: { sphere: { center: [0.01, 0, 0], radius: 0.13 } },
  capsule: { capsule: { from: [-0.1, -0.02, 0], to: [0.1, 0.02, 0], radius: 0.11 } },
  cylinder: { cylinder: { from: [-0.15, -0.05, 0], to: [0.15, 0.05, 0], radius: 0.12 } },
};
/** Thinner than a particle, and wider than anything can fly. */
const PLATE: Shape = { box: { min: [-5, -0.0002, -5], max: [5, 0, 5] } };

const end = FRAMES / FRAME_RATE;
/** Motions that carry walls past many particles in one step. */
const MOTIONS: Readonly<Record<string, Motion | undefined>> = {
  'at rest': undefined,
  translating: { velocity: [150, 200, 0] },
  rotating: { rotation: { center: [0.02, 0, 0], axis: [0, 0, 1], degreesPerSecond: 20_000 } },
  keyframed: {
    pivot: [0, 0, 0],
    keyframes: [
      { time: 0, translate: [0, 0, 0] },
      { time: 0.4 * end, translate: [0.1, 0.05, 0], rotate: { axis: [0, 0, 1], degrees: 15 } },
      { time: 0.9 * end, translate: [-0.1, 0, 0], rotate: { axis: [0, 0, 1], degrees: -10 } },
    ],
  },
};

interface Cloud {
  readonly positions: readonly Vec3[];
  readonly velocities: readonly Vec3[];
}

/** Particles that `accept` agrees to, out of a ball of the given radius (m), with random velocities up to `speed` (m/s). */
function cloud(dimension: 2 | 3, radius: number, speed: number, accept: (p: Vec3) => boolean): Cloud {
  const positions: Vec3[] = [],
    velocities: Vec3[] = [];
  const ball = (stream: number, n: number, size: number): Vec3 | undefined => {
    const [x, y, z] = [0, 1, 2].map((a) => randomSigned(1, stream, 3 * n + a)) as [number, number, number];
    const flat = dimension === 2 ? 0 : z;
    return x * x + y * y + flat * flat <= 1 ? [size * x, size * y, size * flat] : undefined;
  };
  for (let n = 0; positions.length < COUNT; n++) {
    const position = ball(0, n, radius),
      velocity = ball(1, n, speed);
    if (!position || !velocity || !accept(position)) continue;
    positions.push(position);
    velocities.push(velocity);
  }
  return { positions, velocities };
}

/** The point where a particle would be if the obstacle had never moved. */
function atRest(motion: Motion | undefined, time: number, [x, y, z]: Vec3): Vec3 {
  const pose = identityPose();
  prepareMotion(motion, Math)(time, pose);
  const [dx, dy, dz] = [x - pose[9]!, y - pose[10]!, z - pose[11]!];
  const back = (k: number) => pose[k]! * dx + pose[3 + k]! * dy + pose[6 + k]! * dz;
  return [back(0), back(1), back(2)];
}

interface Trial {
  readonly dimension: 2 | 3;
  readonly shape: Shape;
  readonly inside: boolean;
  readonly motion: Motion | undefined;
  readonly cloud: Cloud;
  /** Room between a particle's center and the wall, in the frame of the resting solid, m. */
  readonly room: (p: Vec3) => number;
}

/** Runs a trial; returns how hard the obstacle was hit in total, N·s. */
async function run({ dimension, shape, inside, motion, cloud, room }: Trial): Promise<number> {
  using world = await World.create({
    dimension,
    gravity: [0, 0, 0],
    frameRate: FRAME_RATE,
    substances: { dust: { stiffness: 100, negativePressure: 0, artificialViscosity: 0 } },
    bodies: [{ substance: 'dust', shape: { points: cloud }, spacing: SPACING }],
    obstacles: [{ shape, inside, normalRestitution: 0.7, ...(motion ? { motion } : {}) }],
    time: { courant: 1, acceleration: 1, divergence: 0.5 },
  });
  for (let frame = 0; frame < FRAMES; frame++) {
    expect(world.advance().problem).toBeUndefined();
    const { position, count } = world.fields;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const p: Vec3 = [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!];
      least = Math.min(least, room(atRest(motion, world.time, p)));
    }
    expect(count).toBe(COUNT);
    expect(least).toBeGreaterThan(CONTACT[dimension]);
  }
  return Math.hypot(...world.ledger().account.obstacles);
}

const distance = (solid: Solid, p: Vec3) => signedDistance(solid, ...p);

describe.each([2, 3] as const)('in %iD', (dimension) => {
  describe.each(Object.entries(MOTIONS))('%s', (_, motion) => {
    // Slow particles take long steps, in which a wall moves far; fast ones take short steps.
    it.each([1, 300])('a plate thinner than a particle stops particles of up to %i m/s', async (speed) => {
      const room = ([, y]: Vec3) => y;
      const accept = ([, y]: Vec3) => y > SPACING;
      const hits = await run({
        dimension,
        shape: PLATE,
        inside: false,
        motion,
        cloud: cloud(dimension, 0.1, speed, accept),
        room,
      });
      expect(hits).toBeGreaterThan(0);
    });

    it.each(Object.entries(SOLIDS))('a %s keeps particles in', async (_, shape) => {
      const solid = solidOf(shape, Math, dimension),
        room = (p: Vec3) => -distance(solid, p);
      for (const speed of [1, 300]) {
        const accept = (p: Vec3) => room(p) > SPACING;
        const hits = await run({
          dimension,
          shape,
          inside: true,
          motion,
          cloud: cloud(dimension, 0.1, speed, accept),
          room,
        });
        if (speed > 1) expect(hits).toBeGreaterThan(0);
      }
    });

    it.each(Object.entries(SOLIDS))('a %s keeps particles out', async (_, shape) => {
      const solid = solidOf(shape, Math, dimension),
        room = (p: Vec3) => distance(solid, p);
      for (const speed of [1, 300]) {
        const accept = (p: Vec3) => room(p) > SPACING;
        const hits = await run({
          dimension,
          shape,
          inside: false,
          motion,
          cloud: cloud(dimension, 0.4, speed, accept),
          room,
        });
        if (speed > 1) expect(hits).toBeGreaterThan(0);
      }
    });
  });
});
