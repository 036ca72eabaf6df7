// The passes of heat against the reference, and what must hold to the last bit.

import { describe, expect, it } from 'vitest';
import { conductHeat } from '../../src/engine/conduct-heat.ts';
import { enthalpy, temperatureOf } from '../../src/engine/heat.ts';
import type { SceneInput, World } from '../../src/index.ts';
import * as at from '../../src/wasm/layout.ts';
import { byId, relativeError } from '../helpers/engine.ts';
import { inside, stateOfWorld, withWorld } from '../helpers/worlds.ts';
import { heatContent, heatReceived, surfaceVectors } from '../reference/heat.ts';

const WAX = { conductivity: 0.3, heatCapacity: 2500, latentHeat: 2e5, melting: { from: 320, to: 340 } } as const;
const IRON = { conductivity: 50, heatCapacity: 450, latentHeat: 0 } as const;

/** Two substances in contact, disordered, of two sizes, each in three temperatures. */
function pile(dimension: 2 | 3, kernel: 'dc' | 'quartic', periodic = false): SceneInput {
  const depth = dimension === 3 ? 0.3 : 0,
    block = (low: number, high: number, substance: string, spacing: number, temperature: number) =>
      ({
        substance,
        shape: { box: { min: [low, 0, 0], max: [high, 0.6, depth] } },
        ...{ spacing, temperature, jitter: 0.2 },
      }) as const;
  return {
    dimension,
    gravity: [0, 0, 0],
    ...(periodic ? { domain: { min: [-1, 0, 0], max: [1, 0.6, 1], periodic: [false, true, false] } } : {}),
    substances: { wax: { kernel, restDensity: 900, ...WAX }, iron: { kernel, restDensity: 7800, ...IRON } },
    bodies: [
      block(0, 0.2, 'wax', 0.05, 300),
      block(0.2, 0.4, 'wax', 0.04, 330),
      block(0.4, 0.6, 'iron', 0.05, 700),
      block(0.6, 0.8, 'iron', 0.05, 700.001),
    ],
  };
}

/** The sums of the last conduction in order of id: n, and the heat received in W over the unit of pair passes. */
function sumsOf(world: World): { n: Float64Array; Q: Float64Array } {
  const { set } = inside(world),
    sums = set.shared.u32[at.AT_SUM_HEAT >> 2]! >> 2,
    ids = set.u32('id'),
    n = new Float64Array(3 * set.count),
    Q = new Float64Array(set.count);
  for (let i = 0; i < set.count; i++) {
    for (let a = 0; a < 3; a++) n[3 * ids[i]! + a] = set.shared.f32[sums + 4 * i + a]!;
    Q[ids[i]!] = set.shared.f32[sums + 4 * i + 3]!;
  }
  return { n, Q };
}

describe('conduction', () => {
  it.each([
    [3, 'dc', false],
    [3, 'quartic', false],
    [2, 'quartic', false],
    [2, 'dc', true],
  ] as const)('is that of the reference in %iD with the kernel %s', async (dimension, kernel, periodic) => {
    await withWorld(pile(dimension, kernel, periodic), (world) => {
      const { engine, set } = inside(world),
        state = stateOfWorld(world, kernel, periodic ? [0, 0.6, 0] : [0, 0, 0]),
        before = byId(set, 'temperature'),
        dt = 1e-4;
      set.shared.setReal(at.STEP, dt);
      conductHeat(engine, engine.booking);
      const unit = set.shared.real(at.PAIR_UNIT),
        expected = heatReceived(state, [WAX, IRON], before),
        { n, Q } = sumsOf(world);
      expect(
        relativeError(
          Q.map((q) => q * unit),
          expected,
        ),
      ).toBeLessThan(1e-4);
      expect(relativeError(n, surfaceVectors(state))).toBeLessThan(1e-4);
      const after = byId(set, 'temperature'),
        warmed = after.map((T, i) => {
          const material = [WAX, IRON][state.material[i]!]!;
          return (state.mass[i]! * (heatContent(material, T) - heatContent(material, before[i]!))) / dt;
        });
      expect(relativeError(warmed, expected)).toBeLessThan(1e-4);
    });
  });

  it('takes from one particle what it gives to the other, to the last bit', async () => {
    await withWorld(pile(3, 'dc'), (world) => {
      const { engine } = inside(world);
      conductHeat(engine, engine.booking);
      const { Q } = sumsOf(world);
      expect(Q.reduce((sum, q) => sum + q, 0)).toBe(0);
      expect(Q.some((q) => q !== 0)).toBe(true);
    });
  });

  it('sees a difference of a thousandth of a kelvin between hot particles', async () => {
    await withWorld({ ...pile(3, 'dc'), bodies: pile(3, 'dc').bodies!.slice(2) }, (world) => {
      const { engine, set } = inside(world),
        state = stateOfWorld(world, 'dc'),
        before = byId(set, 'temperature');
      conductHeat(engine, engine.booking);
      const unit = set.shared.real(at.PAIR_UNIT),
        Q = sumsOf(world).Q.map((q) => q * unit);
      expect(relativeError(Q, heatReceived(state, [WAX, IRON], before))).toBeLessThan(1e-3);
    });
  });
});

describe('heat content', () => {
  it.each([250, 320, 321, 330, 339.5, 340, 400])('at %d K is that of the reference, and leads back', (T) => {
    expect(enthalpy(WAX, T)).toBeCloseTo(heatContent(WAX, T), 6);
    expect(temperatureOf(WAX, enthalpy(WAX, T))).toBeCloseTo(T, 9);
    expect(temperatureOf(IRON, enthalpy(IRON, T))).toBeCloseTo(T, 9);
  });
});

describe('a closed world', () => {
  const scene: SceneInput = {
    ...pile(3, 'quartic'),
    gravity: [0, -9.81, 0],
    frameRate: 100,
    obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }],
  };

  it('keeps its heat to rounding over hundreds of steps, and nothing gets hotter or colder than it was', async () => {
    const hot: SceneInput = {
      ...scene,
      substances: {
        wax: { kernel: 'quartic', restDensity: 900, stiffness: 450, ...WAX, conductivity: 3000, latentHeat: 2e4 },
        iron: { kernel: 'quartic', restDensity: 7800, stiffness: 450, ...IRON, conductivity: 5000 },
      },
    };
    await withWorld(hot, (world) => {
      const { heat, temperature } = world.ledger(),
        before = world.fields.temperature!.slice();
      let steps = 0;
      while (steps < 300) {
        const { ok, steps: taken } = world.advance();
        expect(ok).toBe(true);
        steps += taken;
        const now = world.ledger();
        expect(Math.abs(now.heat / heat - 1)).toBeLessThan(1e-12);
        expect(now.temperature!.min).toBeGreaterThanOrEqual(temperature!.min);
        expect(now.temperature!.max).toBeLessThanOrEqual(temperature!.max);
      }
      const changes = world.fields.temperature!.map((T, i) => Math.abs(T - before[i]!));
      expect(Math.max(...changes)).toBeGreaterThan(5);
    });
  });
});
