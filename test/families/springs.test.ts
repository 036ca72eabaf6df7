// The frame of the house: a family that lives here does everything that the families of src/ do.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colorsOf } from '../../src/colors/particle-colors.ts';
import { type SceneInput, World } from '../../src/index.ts';
import { addFamily, allFamilies } from '../../src/substances/families.ts';
import { inside, refusal, withWorld } from '../helpers/worlds.ts';
import { springs } from './springs.ts';

const NET = { model: 'springs', springRate: 20, restLength: 0.1 };

/** A stretched chain of five particles; without gravity it swings about its center of mass. */
function chain(more: Partial<SceneInput> = {}, spacing = 0.12): SceneInput {
  const positions = [0, 1, 2, 3, 4].map((k): [number, number, number] => [spacing * k, 1, 0]);
  return {
    gravity: [0, 0, 0],
    substances: { net: NET as never },
    bodies: [{ substance: 'net', shape: { points: { positions } }, spacing: 0.1 }],
    ...more,
  };
}

let remove = () => {};
beforeAll(() => {
  remove = addFamily(springs);
});
afterAll(() => remove());

describe('a family of one’s own', () => {
  it('is known by its name, once', () => {
    expect(allFamilies().map(({ model }) => model)).toEqual(['sph', 'globules', 'elastic', 'springs']);
    expect(() => addFamily(springs)).toThrow('already');
  });

  it('has scenes that are parsed and checked like any other', async () => {
    const [unknown] = await refusal(World.create(chain({ substances: { net: { ...NET, spingRate: 3 } as never } })));
    expect(unknown).toMatchObject({ code: 'SCENE_UNKNOWN_KEY', pointer: '/substances/net/spingRate' });
    expect(unknown!.hint).toContain('springRate');
    const [wrong] = await refusal(World.create(chain({ substances: { net: { ...NET, springRate: -1 } as never } })));
    expect(wrong).toMatchObject({ pointer: '/substances/net/springRate' });
    const [own] = await refusal(World.create(chain({ substances: { net: { ...NET, restLength: 2 } as never } })));
    expect(own).toMatchObject({ code: 'SCENE_INVALID', pointer: '/substances/net/restLength' });
  });

  it('runs: the chain swings with the period of its springs, and its ledger closes', async () => {
    // Two particles on one spring: ω = √(2k/m).
    const two = chain({ frameRate: 200 });
    two.bodies![0]!.shape = {
      points: {
        positions: [
          [0, 1, 0],
          [0.12, 1, 0],
        ],
      },
    };
    await withWorld(two, (world) => {
      const { mass } = world.fields,
        period = 2 * Math.PI * Math.sqrt(mass[0]! / (2 * NET.springRate));
      let frames = 0,
        before = 0.02;
      for (let crossings = 0; crossings < 4; frames++) {
        expect(world.advance()).toMatchObject({ ok: true, criterion: 'spring' });
        const stretch = world.fields.position[3]! - world.fields.position[0]! - NET.restLength;
        if (stretch * before < 0) crossings++;
        before = stretch;
      }
      expect(frames / 200 / (1.75 * period)).toBeCloseTo(1, 1); // the fourth crossing is at 7/4 of a period
    });
    await withWorld(chain({ gravity: [0, -9.81, 0] }), (world) => {
      const start = world.ledger();
      for (let k = 0; k < 10; k++) world.advance();
      const { momentum, account, internalEnergy } = world.ledger();
      expect(start.internalEnergy).toBeCloseTo(4 * 0.5 * NET.springRate * 0.02 ** 2, 8);
      expect(internalEnergy).not.toBe(start.internalEnergy);
      for (let a = 0; a < 3; a++) expect(momentum[a]).toBeCloseTo(account.external[a]!, 4);
      expect(account.evaluations).toBeGreaterThan(50);
    });
  });

  it('is saved, restored and hashed, with the numbers that it keeps', async () => {
    await withWorld(chain(), async (world) => {
      for (let k = 0; k < 3; k++) world.advance();
      const snapshot = world.snapshot(),
        twin = await World.restore(snapshot, { threads: 2 });
      expect(inside(twin).engine.memory.swings).toBe(inside(world).engine.memory.swings);
      expect(twin.hash()).toBe(world.hash());
      world.advance();
      twin.advance();
      expect(twin.hash()).toBe(world.hash());
      const hash = twin.hash();
      inside(twin).engine.memory.swings!++;
      expect(twin.hash()).not.toBe(hash);
      inside(twin).engine.memory.swings!--;
      inside(twin).set.f64('tension')[0]! += 1;
      expect(twin.hash()).not.toBe(hash);
      twin.dispose();
    });
  });

  it('has a field of its own that is published and colored', async () => {
    await withWorld(chain({ look: { colorBy: 'tension' as never } }), (world) => {
      const tension = world.fields.get('tension')!;
      expect(tension.length).toBe(5);
      expect(tension[0]).toBeCloseTo(NET.springRate * 0.02, 5);
      expect(tension[4]).toBe(0);
      const colors = colorsOf(world.scene, world.fields);
      expect(colors.length).toBeGreaterThanOrEqual(15);
      expect([...colors.slice(0, 3)]).not.toEqual([...colors.slice(12, 15)]); // tight and slack
    });
  });

  it.each<[string, NonNullable<SceneInput['substances']>[string]]>([
    ['smoothed particles', { preset: 'water' }],
    ['globules', { model: 'globules', kind: 'fluid' }],
  ])('takes part in the step of %s, with its forces and its limit', async (_, host) => {
    const box = { min: [0, 0, 0], max: [0.3, 0.3, 0.3] } as const,
      beside = (net: object, spacing: number): SceneInput => {
        const scene = chain({ substances: { host, net: { ...NET, ...net } as never } }, spacing);
        return { ...scene, bodies: [...scene.bodies!, { substance: 'host', shape: { box }, spacing: 0.05 }] };
      };
    await withWorld(beside({}, 0.12), (world) => {
      const x = () => {
        const { position, substance } = world.fields;
        return [...substance.keys()].filter((i) => substance[i] === 1).map((i) => position[3 * i]!);
      };
      const before = x();
      for (let k = 0; k < 5; k++) expect(world.advance()).toMatchObject({ ok: true });
      const after = x();
      expect(after[4]! - after[0]!).toBeLessThan(before[4]! - before[0]!); // the stretched chain contracts
    });
    await withWorld(beside({ springRate: 1e8 }, 0.1), (world) => {
      expect(world.advance()).toMatchObject({ ok: true, criterion: 'spring' }); // nothing else is as stiff
    });
  });

  it('is unknown again when it is taken away', async () => {
    remove();
    const [problem] = await refusal(World.create(chain()));
    expect(problem).toMatchObject({ pointer: '/substances/net/model' });
    remove = addFamily(springs);
  });
});
