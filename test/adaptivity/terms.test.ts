// Adaptivity with every term of the substances and every part of a scene: frames succeed, all is finite, mass and momentum add up.

import { describe, expect, it } from 'vitest';
import type { SceneInput, SmoothedInput, World } from '../../src/index.ts';
import { KERNEL_NAMES } from '../../src/kernels/kernels.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

type SubstanceInput = SmoothedInput;

const PASTE: SubstanceInput = { preset: 'desbrun-1999', stiffness: 100, negativePressure: 0 };
const TANK = { shape: { box: { min: [0, 0, 0], max: [0.64, 1, 0.32] } }, inside: true } as const;
const STONE = { shape: { sphere: { center: [0.16, 0, 0.16], radius: 0.09 } } } as const;

const block = (substance: string, from: number, to: number) =>
  ({
    substance,
    shape: { box: { min: [0, from, 0], max: [0.32, to, 0.32] } },
    spacing: 0.04,
    velocity: [0.5, -2, 0],
  }) as const;

/** A block of paste falls on a stone. */
function fall(paste: SubstanceInput, more: Partial<SceneInput> = {}): SceneInput {
  return {
    frameRate: 40,
    substances: { paste: { ...PASTE, ...paste } },
    bodies: [block('paste', 0.1, 0.4)],
    obstacles: [TANK, STONE],
    adaptivity: {},
    ...more,
  };
}

const paddle = {
  shape: { box: { center: [0.5, 0.2, 0.16], size: [0.05, 0.3, 0.3] } },
  motion: { rotation: { center: [0.5, 0.2, 0.16], axis: [0, 0, 1], degreesPerSecond: 90 } },
} as const;
const jet = {
  substance: 'paste',
  shape: { disc: { center: [0.5, 0.6, 0.16], normal: [-1, -1, 0], radius: 0.07 } },
  speed: 2,
  spacing: 0.04,
} as const;

const FALLS: Readonly<Record<string, SceneInput>> = {
  'summed density': fall({ density: 'summation' }),
  'laminar viscosity': fall({ viscosity: 5 }),
  XSPH: fall({ xsph: 0.3 }),
  'stored XSPH': fall({ xsph: 0.3, xsphStored: true }),
  'quadratic viscosity': fall({ quadraticViscosity: 2 }),
  'Tait equation': fall({ stateEquation: 'tait' }),
  'two substances': fall(
    {},
    {
      substances: { paste: PASTE, oil: { ...PASTE, restDensity: 800, viscosity: 1 } },
      bodies: [block('paste', 0.1, 0.3), { ...block('oil', 0.3, 0.5), spacing: 0.03 }],
    },
  ),
  'a periodic domain': fall(
    {},
    {
      domain: { min: [0, -1, 0], max: [0.64, 2, 0.32], periodic: [true, false, true] },
      obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } }, STONE],
    },
  ),
  'a moving obstacle': fall({}, { obstacles: [TANK, paddle] }),
  'a jet and a drain': fall(
    {},
    { emitters: [jet], sinks: [{ shape: { sphere: { center: [0.64, 0, 0.16], radius: 0.3 } } }] },
  ),
  'force fields': fall(
    {},
    { forces: [{ drag: { rate: 2, wind: [2, 0, 0] } }, { vortex: { axis: [0, 1, 0], rate: 60 } }] },
  ),
  'one step for all': fall({}, { adaptivity: { individualSteps: false } }),
  'the criterion of density': fall({}, { adaptivity: { criterion: 'density' } }),
  'the plane': {
    dimension: 2,
    frameRate: 40,
    substances: { paste: PASTE },
    bodies: [
      {
        substance: 'paste',
        shape: { box: { min: [0, 0.1, -1], max: [0.5, 0.5, 1] } },
        spacing: 0.02,
        velocity: [0, -3, 0],
      },
    ],
    obstacles: [{ shape: { box: { min: [0, 0, -1], max: [1, 2, 1] } }, inside: true }],
    adaptivity: {},
  },
  ...Object.fromEntries(KERNEL_NAMES.map((kernel) => [`the kernel ${kernel}`, fall({ kernel })])),
};

/** Everything of the particles is a number, and their masses and momenta are what the books say. */
function expectSound(world: World): void {
  const { set } = inside(world),
    { mass, momentum, account } = world.ledger(),
    { added, removed, external, obstacles, asymmetry } = account;
  for (const name of ['position', 'velocity', 'density', 'acceleration', 'densityRate'] as const)
    expect(set.f64(name).every(Number.isFinite)).toBe(true);
  expect(set.f64('density').every((rho) => rho > 0)).toBe(true);
  expect(Math.abs(mass / (added.mass - removed.mass) - 1)).toBeLessThan(1e-12);
  const scale = Math.hypot(...external) + Math.hypot(...added.momentum);
  momentum.forEach((p, a) => {
    const booked = added.momentum[a]! - removed.momentum[a]! + external[a]! + obstacles[a]! + asymmetry[a]!;
    expect(Math.abs(p - booked) / scale).toBeLessThan(1e-11);
  });
}

describe('a block falls', () => {
  it.each(Object.entries(FALLS))('with %s', async (_, scene) => {
    await withWorld(scene, (world) => {
      advance(world, 5);
      expectSound(world);
      expect(world.ledger().account.adaptations.merges).toBeGreaterThan(20);
    });
  });
});

it('what merges lies together, also at the ends of a periodic domain', async () => {
  const size = [0.32, 0.4, 0.32] as const;
  const scene: SceneInput = {
    gravity: [0, 0, 0],
    frameRate: 50,
    substances: { paste: PASTE },
    bodies: [{ substance: 'paste', shape: { box: { min: [0, 0, 0], max: size } }, spacing: 0.03, jitter: 0.1 }],
    domain: { min: [0, 0, 0], max: size, periodic: [true, true, true] },
    adaptivity: { levels: 2, simplifyStart: false },
  };
  await withWorld(scene, (world) => {
    const simulation = inside(world),
      { set } = simulation,
      before = new Map(Array.from(set.u32('id'), (id, i) => [id, set.f64('position').slice(3 * i, 3 * i + 3)]));
    simulation.frame = 4; // merging is looked for every fourth frame
    simulation.adaptAt(0);
    expect(world.ledger().account.adaptations.merges).toBeGreaterThan(100);
    const position = set.f64('position'),
      h = set.f64('smoothingLength');
    let farthest = 0;
    set.u32('parent').forEach((parent, i) => {
      const old = before.get(parent);
      if (!old) return;
      const d = size.map(
        (L, a) => position[3 * i + a]! - old[a]! - L * Math.round((position[3 * i + a]! - old[a]!) / L),
      );
      farthest = Math.max(farthest, Math.hypot(...d) / h[i]!);
    });
    expect(farthest).toBeGreaterThan(0);
    expect(farthest).toBeLessThan(1);
  });
});
