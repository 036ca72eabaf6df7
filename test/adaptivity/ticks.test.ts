// Individual steps as one sees them from outside: who is evaluated when, how steps grow, and that nobody sleeps through a hit.
// [DC99 §5, card §6]

import { describe, expect, it } from 'vitest';
import type { IndividualScheme } from '../../src/engine/scheme.ts';
import type { SceneInput, World } from '../../src/index.ts';
import * as at from '../../src/wasm/layout.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

/** A drop of fine and stiff particles is shot at a coarse and soft block at rest, which alone would take steps 16 times as long. */
function shot(individualSteps: boolean): SceneInput {
  return {
    gravity: [0, 0, 0],
    frameRate: 25,
    substances: {
      soft: { preset: 'desbrun-1999', stiffness: 4 },
      hard: { preset: 'desbrun-1999', stiffness: 400, restDensity: 3000 },
    },
    bodies: [
      { substance: 'soft', shape: { box: { min: [0, 0, 0], max: [0.6, 0.6, 0.6] } }, spacing: 0.1 },
      {
        substance: 'hard',
        shape: { sphere: { center: [-0.5, 0.3, 0.3], radius: 0.06 } },
        spacing: 0.03,
        velocity: [10, 0, 0],
      },
    ],
    adaptivity: { levels: 0, individualSteps },
  };
}

const levelsOf = ({ set }: Simulation) =>
  new Map(Array.from(set.u32('id'), (id, i) => [id, set.u32('step')[i]! & at.STEP_BITS]));

/** Advances to the end of a frame, and looks at every tick. */
function watchFrame(s: Simulation, look: (tick: number, before: Map<number, number>) => void): void {
  const { ticks } = s.adaptive!,
    scheme = s.scheme as IndividualScheme;
  s.engine.neighbors.invalidate();
  scheme.measureLevel();
  for (let tick = 0; tick < ticks; ) {
    const next = tick + (ticks >> scheme.level),
      before = levelsOf(s);
    scheme.tick(tick, next);
    look(next, before);
    tick = next;
  }
  s.frame++;
}

const isActive = ({ set: { shared } }: Simulation, i: number) => shared.u8[shared.u32[at.AT_ACTIVE >> 2]! + i] === 1;
const isWoken = ({ set: { shared } }: Simulation, i: number) => shared.u8[shared.u32[at.AT_WAKE >> 2]! + i] === 1;

/** Pairs of an active and any particle within almost 2 max(h), as indices; who is not active has moved little since. */
function nearPairs(s: Simulation): [number, number][] {
  const x = s.set.f64('position'),
    h = s.set.f64('smoothingLength'),
    pairs: [number, number][] = [];
  for (let i = 0; i < s.set.count; i++) {
    if (!isActive(s, i)) continue;
    for (let j = 0; j < s.set.count; j++) {
      const [dx, dy, dz] = [x[3 * i]! - x[3 * j]!, x[3 * i + 1]! - x[3 * j + 1]!, x[3 * i + 2]! - x[3 * j + 2]!];
      const R = 1.9 * Math.max(h[i]!, h[j]!);
      if (i !== j && dx * dx + dy * dy + dz * dz < R * R) pairs.push([i, j]);
    }
  }
  return pairs;
}

describe('the levels of steps', () => {
  it('grow by one, begin at multiples of themselves, change only when a particle is evaluated, and all meet at checks', async () => {
    await withWorld(shot(true), (world) => {
      const s = inside(world),
        { ticks, checkEvery } = s.adaptive!;
      let [grown, mixed, meetings] = [0, 0, 0];
      for (let frame = 0; frame < 3; frame++) {
        watchFrame(s, (tick, before) => {
          const ids = s.set.u32('id'),
            steps = s.set.u32('step');
          let active = 0,
            wrong = 0;
          for (let i = 0; i < s.set.count; i++) {
            const was = before.get(ids[i]!)!,
              level = steps[i]! & at.STEP_BITS,
              due = tick % (ticks >> was) === 0;
            if (isActive(s, i)) active++;
            if (level < was) grown++;
            if (level < was - 1 || level < 3) wrong++;
            if (!isActive(s, i) && (level !== was || due)) wrong++;
            if (isActive(s, i) && tick % (ticks >> level) !== 0) wrong++;
          }
          expect(wrong).toBe(0);
          if (tick % checkEvery === 0) {
            meetings++;
            expect(active).toBe(s.set.count);
          } else if (active < s.set.count) mixed++;
        });
      }
      expect(meetings).toBe(24);
      expect(grown).toBeGreaterThan(0);
      expect(mixed).toBeGreaterThan(24);
    });
  });

  it('of neighbors are within two, or the slower one is woken', async () => {
    await withWorld(shot(true), (world) => {
      const s = inside(world);
      let [woken, most, late] = [0, 0, 0];
      for (let frame = 0; frame < 2; frame++) {
        watchFrame(s, () => {
          const steps = s.set.u32('step');
          for (const [i, j] of nearPairs(s)) {
            const apart = (steps[i]! & at.STEP_BITS) - (steps[j]! & at.STEP_BITS);
            if (isActive(s, j)) most = Math.max(most, Math.abs(apart));
            else if (!isWoken(s, j)) late = Math.max(late, apart);
            if (isWoken(s, j)) woken++;
          }
        });
      }
      expect([most, late]).toEqual([2, 2]);
      expect(woken).toBeGreaterThan(0);
    });
  });
});

/** Momentum along x and kinetic energy of a substance. */
function motionOf(world: World, substance: number): { momentum: number; energy: number } {
  const { set } = inside(world),
    v = set.f64('velocity'),
    kinds = set.u32('substance');
  let [momentum, energy] = [0, 0];
  set.f64('mass').forEach((m, i) => {
    if (kinds[i] !== substance) return;
    momentum += m * v[3 * i]!;
    energy += (m / 2) * (v[3 * i]! ** 2 + v[3 * i + 1]! ** 2 + v[3 * i + 2]! ** 2);
  });
  return { momentum, energy };
}

it('a slow block that a fast drop hits is evaluated in time', async () => {
  const hit = (individual: boolean) =>
    withWorld(shot(individual), (world) => {
      advance(world, 2);
      return { block: motionOf(world, 0), drop: motionOf(world, 1), work: world.ledger().account.evaluations };
    });
  const own = await hit(true),
    shared = await hit(false);
  expect(own.work).toBeLessThan(0.8 * shared.work);
  expect(shared.block.momentum / shared.drop.momentum).toBeGreaterThan(0.05); // it was hit
  for (const name of ['block', 'drop'] as const) {
    expect(Math.abs(own[name].momentum / shared[name].momentum - 1)).toBeLessThan(0.02);
    expect(Math.abs(own[name].energy / shared[name].energy - 1)).toBeLessThan(0.02);
  }
});
