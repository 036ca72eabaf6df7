// Cracks that can be seen through near their fronts: the weights of a running world, and what they do to breaking. [AW09 eq. 70]

import { describe, expect, test } from 'vitest';
import { type ElasticInput, type SceneInput, World } from '../../src/index.ts';
import { capture } from '../../src/world/state.ts';
import { flying, pullApart } from '../helpers/flying-block.ts';
import { MODULUS, STRENGTH, segmentsOf, tornPlate } from '../helpers/torn-plate.ts';
import { advance, inside, withWorld } from '../helpers/worlds.ts';

const THROUGH = { discontinuity: 'transparency' } as const satisfies Partial<ElasticInput>;
const NOTCH = [{ shape: { disc: { center: [0.02, -0.05, 0], normal: [1, 0, 0], radius: 0.025 } } }] as const;
const notched = (turned: number, more: Partial<ElasticInput> = {}): SceneInput =>
  tornPlate({
    ...{ across: 12, turned, cuts: NOTCH, strain: 0.04, time: 0.5 },
    solid: { ...THROUGH, poissonsRatio: 0.3, ...more },
  });

const mean = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((sum, x) => sum + x, 0) / numbers.length;

test.each([6])('a bar of %i particles across breaks at its strength within a tenth', (across) =>
  withWorld(tornPlate({ across, strain: 0.04, time: 0.5, solid: THROUGH }), (world) => {
    let [peak, frames] = [0, 0];
    for (; frames < 80; frames++) {
      advance(world, 1);
      const stress = mean(world.fields.get('stress')!);
      peak = Math.max(peak, stress);
      if (stress < 0.5 * peak) break;
    }
    expect(frames).toBeLessThan(80);
    expect(peak / STRENGTH).toBeGreaterThan(0.9);
    expect(peak / STRENGTH).toBeLessThan(1.1);
  }),
);

test.each([17, 31])('a notched plate breaks through at the notch, straight, on a lattice turned by %i°', (turned) =>
  withWorld(notched(turned), (world) => {
    advance(world, 45);
    const dx = 0.1 / 12,
      own = segmentsOf(world).filter(({ crack }) => crack === -1);
    expect(Math.max(...own.map(({ to }) => to[1]))).toBeGreaterThan(0.05 - 0.6 * dx); // its other side
    for (const { to } of own) expect(Math.abs(to[0] - 0.02)).toBeLessThan(dx);
    expect(Math.max(...world.fields.get('stress')!)).toBeLessThan(0.7 * STRENGTH); // nothing pulls any more
  }),
);

test('slits run at loads that go with 1/√(length), within 15 %', async () => {
  const [toughness, width, across] = [2, 0.4, 30];
  const intensity = (spacings: number) => {
    const a = (spacings * width) / across,
      disc = { center: [0, 0, 0], normal: [1, 0, 0], radius: a } as const,
      solid = { ...THROUGH, toughness, strength: 1e6, stressDamping: 300 };
    return withWorld(
      tornPlate({ across, size: [0.4, width], strain: 0.03, time: 1.5, cuts: [{ shape: { disc } }], solid }),
      (world) => {
        for (let frame = 0; frame < 80 && segmentsOf(world).length < 2; frame++) advance(world, 1);
        const { set } = inside(world),
          starts = set.f64('anchored'),
          stress = mean(set.f64('stress').filter((_, i) => Math.abs(Math.abs(starts[3 * i]!) - 0.155) < 0.025));
        return (stress * Math.sqrt((Math.PI * a) / Math.cos((Math.PI * a) / width))) / Math.sqrt(MODULUS * toughness);
      },
    );
  };
  const [short, long] = [await intensity(3), await intensity(6)];
  expect(long / short).toBeGreaterThan(0.85);
  expect(long / short).toBeLessThan(1.15);
});

describe('weights follow from the state alone', () => {
  const spinning = () => flying(THROUGH);
  test('a world that is restored, or put back, goes on to the same bits', () =>
    withWorld(spinning(), async (world) => {
      pullApart(world, 20);
      advance(world, 2);
      const bytes = world.snapshot(),
        before = capture(inside(world));
      expect(inside(world).engine.lists.crackFronts!.length).toBeGreaterThan(0);
      advance(world, 3);
      const after = world.hash();
      for (const threads of [1, 2]) {
        using other = await World.restore(bytes, { threads });
        advance(other, 3);
        expect(other.hash()).toBe(after);
      }
      before.putBack();
      advance(world, 3);
      expect(world.hash()).toBe(after);
    }));

  test('in the plane too, at every frame of a running crack', () =>
    withWorld({ ...notched(17), frameRate: 1000 }, async (world) => {
      advance(world, 108);
      for (let frame = 0; frame < 12; frame += 3) {
        const bytes = world.snapshot();
        advance(world, 3);
        using other = await World.restore(bytes);
        advance(other, 3);
        expect(other.hash()).toBe(world.hash());
      }
      expect(segmentsOf(world).length).toBeGreaterThan(3);
    }));
});

test('it is another result than that of visibility, and none of a body that does not break', async () => {
  const places = (more: Partial<ElasticInput>) =>
    withWorld(flying(more), (world) => {
      pullApart(world, 20);
      advance(world, 4);
      return world.fields.position.slice();
    });
  expect(await places(THROUGH)).not.toEqual(await places({}));
  expect(await places({ ...THROUGH, strength: 1e9 })).toEqual(await places({ strength: 1e9 }));
});

test('momenta are kept while a body breaks, and energy does not rise', () =>
  withWorld(flying({ ...THROUGH, friction: 0, hourglass: 0 }), (world) => {
    pullApart(world, 20);
    const start = world.ledger();
    let energy = start.kineticEnergy + start.internalEnergy;
    for (let frame = 0; frame < 12; frame++) {
      advance(world, 1);
      const { momentum, angularMomentum, kineticEnergy, internalEnergy } = world.ledger();
      for (let a = 0; a < 3; a++) {
        expect(Math.abs(momentum[a]! - start.momentum[a]!)).toBeLessThan(1e-12);
        expect(Math.abs(angularMomentum[a]! - start.angularMomentum[a]!)).toBeLessThan(1e-6);
      }
      expect(kineticEnergy + internalEnergy).toBeLessThan(energy * 1.005); // contacts of pieces give back what the ledger does not count
      energy = kineticEnergy + internalEnergy;
    }
    expect(inside(world).engine.lists.crackFacets!.length).toBeGreaterThan(500);
    expect(energy).toBeLessThan(0.9 * (start.kineticEnergy + start.internalEnergy));
  }));
