// Contacts of globules against the double-precision reference: two grains that stick, slip, part, roll and turn about each other.

import { describe, expect, it } from 'vitest';
import type { GlobulesInput, SceneInput, World } from '../../src/index.ts';
import { type GlobuleParameters, radiusFactor } from '../../src/substances/globules/parameters.ts';
import { bounceDamping } from '../../src/substances/globules/tables.ts';
import { CONTACT_BYTES, CONTACT_SLOTS } from '../../src/wasm/layout.ts';
import { byId } from '../helpers/engine.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';
import { collide, type Grain } from '../reference/contacts.ts';

type Vec3 = [number, number, number];

interface Hit {
  readonly dimension: 2 | 3;
  readonly substance: Partial<GlobulesInput>;
  /** Of the first grain, from the second one on; distances over the spacing. */
  readonly from: Vec3;
  readonly velocity: Vec3;
  /** Spacing of the second grain over that of the first. */
  readonly ratio?: number;
}

const SPACING = 0.02;
const FRAME_RATE = 400;
const STEPS = 64;

const scene = ({ dimension, substance, from, velocity, ratio = 1 }: Hit): SceneInput => ({
  dimension,
  gravity: [0, 0, 0],
  frameRate: FRAME_RATE,
  time: { stepsPerFrame: STEPS },
  substances: { a: { model: 'globules', kind: 'powder', ...substance } },
  bodies: [
    {
      substance: 'a',
      spacing: SPACING,
      shape: { points: { positions: [from.map((x) => x * SPACING) as Vec3], velocities: [velocity] } },
    },
    { substance: 'a', spacing: ratio * SPACING, shape: { points: { positions: [[0, 0, 0]] } } },
  ],
});

/** What a pass over the world and the reference make of a hit. */
async function compare(hit: Hit, frames: number) {
  return withWorld(scene(hit), (world) => {
    const { set, substances } = inside(world),
      p = substances[0] as GlobuleParameters,
      d = hit.dimension,
      [x, v, m] = [byId(set, 'position'), byId(set, 'velocity'), byId(set, 'mass')],
      grain = (k: number): Grain => ({
        x: [x[3 * k]!, x[3 * k + 1]!, x[3 * k + 2]!],
        v: [v[3 * k]!, v[3 * k + 1]!, v[3 * k + 2]!],
        w: [0, 0, 0],
        m: m[k]!,
        r: radiusFactor(p, d) * (m[k]! / p.restDensity) ** (1 / d),
      }),
      [a, b] = [grain(0), grain(1)],
      size = (a.r + b.r) ** (d - 1);
    const springs = collide(
      a,
      b,
      {
        dimension: d,
        S: p.restDensity * p.stiffness * size,
        kd: p.damping * p.restDensity * Math.sqrt(p.stiffness) * size,
        mu: p.friction,
        b: p.restitution === undefined ? 0 : bounceDamping(p.restitution, Math.log),
      },
      1 / (FRAME_RATE * STEPS),
      STEPS * frames,
    );
    for (let k = 0; k < frames; k++) expect(world.advance()).toMatchObject({ ok: true, steps: STEPS });
    return {
      velocity: [...byId(set, 'velocity')],
      spin: [...byId(set, 'spin')],
      position: [...byId(set, 'position')],
      expected: { velocity: [...a.v, ...b.v], spin: [...a.w, ...b.w], position: [...a.x, ...b.x], springs },
      remembered: remembered(world),
    };
  });
}

/** Contacts that the grains of a world remember. */
function remembered(world: World): number {
  const words = inside(world).set.u32('contacts');
  return words.filter((word, k) => k % (CONTACT_BYTES / 4) === 0 && word > 0).length;
}

function expectNear(found: readonly number[], wanted: readonly number[], tolerance: number): void {
  const scale = Math.max(...wanted.map(Math.abs), 1e-9);
  found.forEach((x, k) => {
    expect(Math.abs(x - wanted[k]!) / scale).toBeLessThan(tolerance);
  });
}

const hits: Readonly<Record<string, Hit>> = {
  sticking: { dimension: 2, substance: { friction: 1 }, from: [0, 0.99, 0], velocity: [0.05, -0.4, 0] },
  slipping: { dimension: 2, substance: { friction: 0.1 }, from: [0, 0.99, 0], velocity: [1, -0.5, 0] },
  'in space, of unequal grains': {
    dimension: 3,
    substance: { friction: 0.5, damping: 0.2 },
    from: [0.3, 0.3, 0.78],
    velocity: [0.4, -0.2, -0.7],
    ratio: 0.8,
  },
  bouncing: {
    dimension: 3,
    substance: { friction: 0.3, restitution: 0.4 },
    from: [0.2, 0, 0.97],
    velocity: [0.2, 0.3, -0.6],
  },
};

describe.each(Object.entries(hits))('a hit, %s', (_, hit) => {
  it('goes as in the reference while they touch', async () => {
    const { velocity, spin, position, expected, remembered } = await compare(hit, 1);
    expect(remembered).toBe(1);
    expect(Math.hypot(...expected.springs.xi)).toBeGreaterThan(1e-7);
    expectNear(velocity, expected.velocity, 1e-4);
    expectNear(spin, expected.spin, 1e-3);
    expectNear(position, expected.position, 1e-5);
  });

  it('and is forgotten when they have parted', async () => {
    const { velocity, spin, expected, remembered } = await compare(hit, 14);
    expect(remembered).toBe(0);
    expectNear(velocity, expected.velocity, 2e-3);
    expectNear(spin, expected.spin, 5e-3);
  });
});

it('grains that slip all the way lose μ times what they gain across, and the rim of both turns as that says', async () => {
  // So slowly that the line between them hardly turns while they touch.
  const hit: Hit = { dimension: 2, substance: { friction: 0.1 }, from: [0, 1.0002, 0], velocity: [1e-3, -6e-4, 0] },
    { velocity, spin } = await compare(hit, 100),
    across = velocity[1]! + 6e-4,
    along = 1e-3 - velocity[0]!;
  expect(across).toBeGreaterThan(5e-4);
  expect(Math.abs(along / across / 0.1 - 1)).toBeLessThan(0.03);
  expect(Math.abs((0.25 * SPACING * spin[2]!) / along + 1)).toBeLessThan(0.03); // I ω = r m Δv, I = ½ m r²
  expect(Math.abs(spin[5]! / spin[2]! - 1)).toBeLessThan(1e-6);
});

it.each([0.3, 0.6, 0.9])('from a hit at any speed a part %d of it comes back', async (restitution) => {
  for (const speed of [0.02, 0.2, 1]) {
    const hit: Hit = { dimension: 2, substance: { restitution }, from: [0, 1.01, 0], velocity: [0, -speed, 0] },
      { velocity } = await compare(hit, Math.ceil(10 / Math.sqrt(speed)));
    expect(Math.abs((velocity[1]! - velocity[4]!) / speed - restitution)).toBeLessThan(0.02);
  }
});

it('a globule has room for all that can touch it', () => {
  expect(CONTACT_SLOTS).toBeGreaterThanOrEqual(12); // the kissing number: a contact is remembered by the smaller one
});

describe('a body of globules with friction that turns', () => {
  const wheel = (friction: number): SceneInput => {
    const positions: Vec3[] = [],
      velocities: Vec3[] = [];
    for (let i = -4; i <= 4; i++)
      for (let j = -4; j <= 4; j++) {
        const [x, y] = [SPACING * (i + 0.5 * j), SPACING * Math.sqrt(0.75) * j];
        if (Math.hypot(x, y) > 3.2 * SPACING) continue;
        positions.push([x, y, 0]);
        velocities.push([-3 * y, 3 * x, 0]);
      }
    return {
      dimension: 2,
      gravity: [0, 0, 0],
      frameRate: 50,
      substances: { a: { model: 'globules', kind: 'solid', friction } },
      bodies: [{ substance: 'a', spacing: SPACING, shape: { points: { positions, velocities } } }],
    };
  };

  it('keeps its angular momentum, and its globules turn with it', async () => {
    await withWorld(wheel(0.5), (world) => {
      const before = world.ledger().angularMomentum[2];
      advance(world, 50);
      const { angularMomentum, momentum, mass } = world.ledger(),
        spin = inside(world)
          .set.f64('spin')
          .filter((_, k) => k % 3 === 2),
        mean = spin.reduce((s, w) => s + w, 0) / spin.length;
      expect(Math.abs(angularMomentum[2] / before - 1)).toBeLessThan(2e-4); // without friction 5e-5: bonds of a solid are strong, and rounded
      expect(Math.hypot(...momentum) / mass).toBeLessThan(1e-13);
      expect(mean).toBeGreaterThan(2.4); // a part of 3 rad/s went into their own spin
      expect(mean).toBeLessThan(3);
    });
  });
});
