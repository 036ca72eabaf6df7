// Trying cures: bounded, repeatable, without a trace in the world; and what is odd about the start.

import { describe, expect, it } from 'vitest';
import { type SceneInput, World } from '../../src/index.ts';
import { withValue } from '../../src/pointer.ts';
import { budgetAfter } from '../../src/world/diagnose.ts';

const floor = { shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;

function square(
  settings: Partial<SceneInput> = {},
  velocity: readonly [number, number, number] = [0, 0, 0],
): SceneInput {
  return {
    dimension: 2,
    substances: { water: { stiffness: 1000 } },
    bodies: [{ substance: 'water', shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0] } }, spacing: 0.05, velocity }],
    obstacles: [floor],
    ...settings,
  };
}

const FAST = square({}, [0, -500, 0]);
const LEAVING = square({ obstacles: [], domain: { min: [-1, -0.5, -1], max: [1, 1, 1], onLeave: 'stop' } });

/** A world whose next frame has failed. */
async function failed(scene: SceneInput, threads = 1): Promise<World> {
  const world = await World.create(scene, { threads });
  for (let frame = 0; frame < 20; frame++) if (!world.advance().ok) return world;
  throw new Error('20 frames went well');
}

describe('diagnose', () => {
  it('says nothing of a frame that went well', async () => {
    using world = await World.create(square());
    expect(await world.diagnose()).toBeUndefined();
    world.advance();
    expect(await world.diagnose()).toBeUndefined();
  });

  it('gives the same for any number of threads, and leaves the world as it is', async () => {
    using one = await failed(FAST);
    using two = await failed(FAST, 2);
    const before = one.hash(),
      found = await one.diagnose();
    expect(found).toMatchObject({
      code: 'TOO_FAST',
      pointer: '/bodies/0/velocity',
      fix: { pointer: '/bodies/0/velocity', value: [0, -9.49, 0] },
      tried: [{ pointer: '/bodies/0/velocity', value: [0, -9.49, 0], helped: true }],
    });
    expect(found!.hint).toMatch(/^With bodies\.0\.velocity=\[0,-9\.49,0\] the run goes on; this was tried\./);
    expect(await two.diagnose()).toEqual(found);
    expect(await one.diagnose()).toEqual(found);
    expect([one.hash(), one.frame]).toEqual([before, 0]);
  });

  it('tries nothing where nothing may be spent, and stops when asked', async () => {
    using world = await failed(FAST);
    for (const options of [{ particleSteps: 0 }, { shouldStop: () => true }]) {
      const found = (await world.diagnose(options))!;
      expect(found).toMatchObject({ code: 'TOO_FAST', tried: [] });
      expect(found.fix).toBeUndefined();
    }
  });

  it('goes on from the last good frame where the start is too far away', async () => {
    using world = await failed(LEAVING);
    const all = await world.diagnose(),
      { evaluations } = world.ledger().account,
      little = await world.diagnose({ particleSteps: 3 * evaluations });
    expect(world.frame).toBe(8);
    for (const found of [all, little])
      expect(found).toMatchObject({ code: 'LEFT_DOMAIN', fix: { pointer: '/domain/onLeave', value: 'remove' } });
  });

  it('may take a twentieth of what a long run has taken', () => {
    expect([0, 4e8, 1e10].map(budgetAfter)).toEqual([2e7, 2e7, 5e8]);
  });

  it('weakens a vortex for as long as the scene lasts', async () => {
    const forces = [{ vortex: { center: [0.2, 0.2, 0], axis: [0, 0, 1], rate: 1e6 } }] as const;
    using world = await failed(square({ forces, duration: 2 }));
    const { fix } = (await world.diagnose())!;
    using longer = await failed(square({ forces, duration: 4 }));
    expect((await longer.diagnose())!.fix).toEqual({ ...fix, value: expect.closeTo((fix!.value as number) / 2, 1) });
    using cured = await World.create(withValue(square({ forces, duration: 2 }), fix!.pointer, fix!.value));
    while (cured.frame < cured.frameCount) expect(cured.advance().ok).toBe(true);
  });

  it('does not name an odd value whose change does not help', async () => {
    const far = {
      shape: { sphere: { center: [50, 0, 0], radius: 1 } },
      motion: { velocity: [3000, 0, 0] },
    } as const;
    using world = await failed({
      substances: { water: { stiffness: 1000, artificialViscosity: 0.02 } },
      bodies: [
        {
          substance: 'water',
          shape: { box: { min: [0, 0, 0], max: [0.4, 0.4, 0.4] } },
          ...{ spacing: 0.05, velocity: [0, -8, 0] },
        },
      ],
      obstacles: [floor, far],
      time: { courant: 1, acceleration: 1, divergence: 0.5 },
    });
    expect(world.advance().problem).toMatchObject({ code: 'OBSTACLE_TOO_FAST', pointer: '/obstacles/1/motion' });
    const { code, fix, tried } = (await world.diagnose())!;
    expect(code).toBe('STEP_TOO_LARGE');
    expect(fix).toMatchObject({ pointer: '/time', value: { courant: 0.3, acceleration: 0.5, divergence: 0.02 } });
    expect(tried!.map(({ helped }) => helped)).toEqual([...tried!.slice(1).map(() => false), true]);
    expect(tried![0]).toMatchObject({ pointer: '/obstacles/1/motion/velocity', helped: false });
  });
});

describe('the start', () => {
  const codes = async (scene: SceneInput): Promise<string[]> => {
    using world = await World.create(scene);
    return world.warnings.map(({ code }) => code);
  };
  const jet = { substance: 'water', speed: 1, spacing: 0.05 } as const,
    disc = (x: number, y: number) => ({ disc: { center: [x, y, 0], normal: [0, -1, 0], radius: 0.1 } }) as const;

  it('is fine with emitters side by side, one after the other, and above the water', async () => {
    const sources = [
      { ...jet, shape: disc(0, 1) },
      { ...jet, shape: disc(0.21, 1) },
    ];
    expect(await codes(square({ emitters: sources }))).toEqual([]);
    const later = [
      { ...jet, shape: disc(0, 1), to: 1 },
      { ...jet, shape: disc(0, 1), from: 1 },
    ];
    expect(await codes(square({ emitters: later }))).toEqual([]);
    expect(await codes(square({ emitters: [{ ...jet, shape: disc(0.2, 0.45) }] }))).toEqual([]);
  });

  it('has room in a container that is just full, and with a piston that stops in time', async () => {
    const pot = { shape: { box: { min: [0, 0, -1], max: [0.4, 0.4, 1] } }, inside: true } as const,
      wide = { shape: { box: { min: [0, 0, -1], max: [0.8, 0.4, 1] } }, inside: true } as const,
      piston = (far: number) => ({
        shape: { box: { min: [0.9, -1, -1], max: [2, 2, 1] } } as const,
        motion: { keyframes: [{ time: 0 }, { time: 0.5, translate: [-far, 0, 0] as const }] },
      });
    expect(await codes(square({ obstacles: [pot] }))).toEqual([]);
    expect(await codes(square({ obstacles: [wide, piston(0.4)] }))).toEqual([]);
    using world = await World.create(square({ obstacles: [wide, piston(0.8)] }));
    expect(world.warnings).toMatchObject([{ code: 'CONTAINER_TOO_SMALL', pointer: '/obstacles/1/motion' }]);
    const { pointer, value } = world.warnings[0]!.fix!;
    expect(await codes(withValue(square({ obstacles: [wide, piston(0.8)] }), pointer, value))).toEqual([]);
  });
});

describe('a value at a pointer', () => {
  it('is put into a copy, and makes what is missing on the way', () => {
    const scene = { bodies: [{ a: 1 }, { a: 2 }], 'x/y': {} };
    expect(withValue(scene, '/bodies/1/a', 3)).toEqual({ bodies: [{ a: 1 }, { a: 3 }], 'x/y': {} });
    expect(withValue(scene, '/time/courant', 0.2)).toEqual({ ...scene, time: { courant: 0.2 } });
    expect(withValue(scene, '/x~1y/z', 0)).toEqual({ ...scene, 'x/y': { z: 0 } });
    expect(scene).toEqual({ bodies: [{ a: 1 }, { a: 2 }], 'x/y': {} });
  });
});
