// A substance that yields slumps on a floor that holds it: with adaptivity as without.

import { beforeAll, describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';

const BLOCK: SceneInput = {
  dimension: 2,
  substances: {
    lava: {
      preset: 'paiva-2009-fast',
      restDensity: 2600,
      stiffness: 120,
      yieldStress: 420,
      consistency: 150,
      jumpNumber: 40,
    },
  },
  bodies: [
    { substance: 'lava', shape: { box: { min: [-0.3, 0, 0], max: [0.3, 0.6, 0] } }, spacing: 0.02, jitter: 0.1 },
  ],
  obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, tangentRestitution: 0 }],
};

const FRAMES = 12;

interface Slump {
  readonly start: number;
  readonly particles: number;
  readonly steps: number;
  readonly height: number;
  readonly spread: number;
  /** Of the fastest after the first frame, m/s. */
  readonly speed: number;
}

/** The block after some frames. */
async function slump(scene: SceneInput): Promise<Slump> {
  const world = await World.create(scene, { threads: 1 }),
    start = world.fields.count;
  let steps = 0,
    speed = 0;
  for (let frame = 0; frame < FRAMES; frame++) {
    steps += world.advance().steps;
    if (frame === 0) speed = world.ledger().speedMax;
  }
  const { count, position, mass } = world.fields;
  let [total, height, square] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    total += mass[i]!;
    height += mass[i]! * position[3 * i + 1]!;
    square += mass[i]! * position[3 * i]! * position[3 * i]!;
  }
  world.dispose();
  return { start, particles: count, steps, height: height / total, spread: Math.sqrt(square / total), speed };
}

describe('a block that slumps', () => {
  let standard: Slump, adaptive: Slump;
  beforeAll(async () => {
    standard = await slump(BLOCK);
    adaptive = await slump({ ...BLOCK, adaptivity: { detail: 1.2 } });
  }, 60_000);

  it('comes down as far and spreads as wide', () => {
    expect(Math.abs(adaptive.height / standard.height - 1)).toBeLessThan(0.03);
    expect(Math.abs(adaptive.spread / standard.spread - 1)).toBeLessThan(0.03);
  });

  it('is not set in motion by being simplified', () => {
    expect(adaptive.speed).toBeLessThan(1.3 * standard.speed);
  });

  it('takes steps of about the same size, with fewer particles', () => {
    expect(adaptive.steps).toBeLessThan(1.3 * standard.steps);
    expect(adaptive.start).toBeLessThan(0.6 * standard.start);
    expect(adaptive.particles).toBeLessThan(0.85 * standard.particles);
  });
});
