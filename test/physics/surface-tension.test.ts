// Surface tension: what the surface feels, what particles get of it, that nothing is lost, and where it is refused. [ADR 54]

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { ColorGrid, smoothWeight } from '../../src/substances/sph/tension/color-grid.ts';
import { SurfaceForces } from '../../src/substances/sph/tension/surface-forces.ts';
import { refusal } from '../helpers/worlds.ts';

const SIGMA = 0.072;

/** A square drop of water without weight, 8 mm wide. */
function squareDrop(more: Partial<SceneInput> = {}, spacing = 0.001): SceneInput {
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    frameRate: 200,
    substances: { water: { preset: 'water', surfaceTension: SIGMA } },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.008, 0.008, 0] } }, spacing }],
    ...more,
  };
}

/** A ball of particles one apart, colored as tension does it. */
function colored(dimension: 2 | 3, radius: number): ColorGrid {
  const grid = new ColorGrid(dimension),
    n = Math.ceil(radius),
    top = smoothWeight(dimension, 1, 2.7);
  grid.clear(1);
  for (let i = -n; i <= n; i++)
    for (let j = -n; j <= n; j++)
      for (let k = dimension === 3 ? -n : 0; k <= (dimension === 3 ? n : 0); k++)
        if (i * i + j * j + k * k <= radius * radius) grid.add(i, j, k, top, 2.7);
  return grid;
}

describe('the surface', () => {
  it.for([
    [2, 2 * Math.PI * 12.3],
    [3, 4 * Math.PI * 12.3 * 12.3],
  ] as const)('of a ball in %dD has its area, and forces that add up to nothing', ([dimension, area]) => {
    const surface = new SurfaceForces();
    surface.find(colored(dimension, 12.3), 1e9);
    expect(Math.abs(surface.area / area - 1)).toBeLessThan(0.03);
    const sum = [0, 0, 0];
    for (let n = 0; n < 3 * surface.count; n++) sum[n % 3]! += surface.forces[n]!;
    expect(sum).toEqual([0, 0, 0]); // whole numbers: exactly
  });

  it('pulls inward by the law of Laplace', () => {
    const surface = new SurfaceForces(),
      scale = 1e9;
    surface.find(colored(3, 12.3), scale);
    let inward = 0; // Σ −f·x = σ (d − 1) A for any closed surface
    for (let n = 0; n < 3 * surface.count; n++) inward -= (surface.forces[n]! / scale) * surface.places[n]!;
    expect(inward / (2 * surface.area)).toBeCloseTo(1, 1);
  });
});

describe('a drop', () => {
  it('becomes round, and keeps its momentum to rounding', async () => {
    const world = await World.create(squareDrop());
    for (let frame = 0; frame < 40; frame++) world.advance();
    const { position, count } = world.fields,
      reach = Array.from({ length: 36 }, (_, k) => {
        let most = 0;
        for (let i = 0; i < count; i++) {
          const [x, y] = [position[3 * i]! - 0.004, position[3 * i + 1]! - 0.004];
          most = Math.max(most, x * Math.cos((k * Math.PI) / 18) + y * Math.sin((k * Math.PI) / 18));
        }
        return most;
      });
    expect(Math.min(...reach) / Math.max(...reach)).toBeGreaterThan(0.9); // 0.71 for the square
    const [px, py] = world.ledger().momentum;
    expect(Math.abs(px) + Math.abs(py)).toBeLessThan(1e-15); // the drop has 0.064 kg/m
    world.dispose();
  });

  it('has the same bits for any number of threads, and after a restore', async () => {
    const hashes: string[] = [];
    for (const threads of [1, 2, 3]) {
      const world = await World.create(squareDrop(), { threads });
      for (let frame = 0; frame < 4; frame++) world.advance();
      hashes.push(world.hash());
      if (threads === 1) {
        const again = await World.restore(world.snapshot());
        again.advance();
        world.advance();
        expect(again.hash()).toBe(world.hash());
        again.dispose();
      }
      world.dispose();
    }
    expect(new Set(hashes).size).toBe(1);
  });

  it.for(['explicit', 'implicit'] as const)('acts with %s pressure, thin and thick', async (pressure) => {
    for (const preset of ['water', 'honey'] as const) {
      const scene = squareDrop({
          time: pressure === 'implicit' ? { pressure } : {},
          substances: { water: { preset, surfaceTension: SIGMA } },
        }),
        world = await World.create(scene);
      let fastest = 0;
      for (let frame = 0; frame < 3; frame++) {
        world.advance();
        for (const v of world.fields.velocity) fastest = Math.max(fastest, Math.abs(v));
      }
      expect(fastest).toBeGreaterThan(preset === 'water' ? 1e-2 : 1e-5); // nothing else is there to move it
      world.dispose();
    }
  });

  it('binds the step where nothing else does', async () => {
    const world = await World.create(squareDrop({ time: { pressure: 'implicit' } })),
      report = world.advance();
    expect(report.criterion).toBe('tension');
    world.dispose();
  });
});

describe('what it cannot do', () => {
  it.for([
    ['particles that split', { adaptivity: { detail: 1 } }],
    ['periodic domains', { domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, false, false] } }],
  ] as const)('%s are refused', async ([, more]) => {
    const problems = await refusal(World.create(squareDrop(more as Partial<SceneInput>)));
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: 'SCENE_TENSION',
        pointer: '/substances/water/surfaceTension',
        severity: 'error',
      }),
    );
  });
});
