// Simulated poses are state: in the hash, in snapshots, in what is put back, in what a branch must leave alone.

import { beforeAll, describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import type { Mover } from '../../src/obstacles/body.ts';
import { decodeSnapshot, encodeSnapshot } from '../../src/world/snapshot.ts';
import { BLOCK, BODY_SCENES } from '../helpers/body-scenes.ts';
import { ballBody, freeMover, restoreWith, steadyMover, worldWith } from '../helpers/movers.ts';
import { advance, inside, refusal } from '../helpers/worlds.ts';

const FRAMES = 8;
const GRAVITY = [0, -9.81, 0] as const;
const moverOf = (): Mover => freeMover([ballBody(BLOCK, 5, 0.5, { velocity: [-0.5, 0, 0] })], GRAVITY);

describe.each(Object.entries(BODY_SCENES))('%s', (_, scene) => {
  const hashes: string[] = [];
  const snapshots: Uint8Array[] = [];

  beforeAll(async () => {
    using world = await worldWith(moverOf(), scene);
    for (let frame = 0; frame <= FRAMES; frame++) {
      hashes.push(world.hash());
      snapshots.push(world.snapshot());
      advance(world, 1);
    }
  });

  it.each([2, 3])('does not depend on threads: %i', async (threads) => {
    using world = await worldWith(moverOf(), scene, threads);
    for (const hash of hashes) {
      expect(world.hash()).toBe(hash);
      advance(world, 1);
    }
  });

  it('goes on from a snapshot of any frame exactly, with its books', async () => {
    using last = await restoreWith(moverOf(), snapshots[FRAMES]!);
    for (const from of [0, 3, 5]) {
      using world = await restoreWith(moverOf(), snapshots[from]!, undefined, 1 + (from % 2));
      expect(world.snapshot()).toEqual(snapshots[from]);
      advance(world, FRAMES - from);
      expect(world.hash()).toBe(hashes[FRAMES]);
      expect(world.ledger()).toEqual(last.ledger());
      expect(world.fields.poses).toEqual(last.fields.poses);
    }
    expect(last.ledger().account.bodies![0]!.impulse[0]).not.toBe(0);
  });
});

describe('the state of bodies', () => {
  const scene = BODY_SCENES['predictor in the plane']!;
  const steady = (velocity: readonly [number, number, number]): Mover =>
    steadyMover([ballBody(BLOCK, 5, 0.5, { velocity })]);

  it('is hashed number by number, and only where there is one', async () => {
    using plain = await World.create(scene);
    using world = await worldWith(steady([0, 0, 0]), scene);
    const seen = new Set([plain.hash(), world.hash()]),
      [state] = inside(world).bodies!.states;
    for (let n = 0; n < state!.length; n++) {
      state![n]! += 1;
      seen.add(world.hash());
      state![n]! -= 1;
    }
    expect(seen.size).toBe(2 + 13);
  });

  it('leaves snapshots of other worlds as they are', async () => {
    using plain = await World.create(scene);
    using world = await worldWith(steady([0, 0, 0]), scene);
    const [without, with_] = [decodeSnapshot(plain.snapshot()).header, decodeSnapshot(world.snapshot()).header];
    expect(Object.keys(with_).filter((key) => !(key in without))).toEqual(['bodyForces', 'bodies']);
    expect(Object.keys(with_.account).filter((key) => !(key in without.account))).toEqual(['bodies']);
    expect(plain.ledger()).not.toHaveProperty('bodies');
    expect(plain.fields).not.toHaveProperty('poses');
  });

  it('survives as text: −0 is 0', async () => {
    const negative: Mover = {
      ...steady([-0, 0, -0]),
      after(states) {
        states[0]![9] = -0;
      },
    };
    using world = await worldWith(negative, scene);
    for (let frame = 0; frame < 2; frame++) {
      using twin = await restoreWith(negative, world.snapshot());
      expect(twin.hash()).toBe(world.hash());
      advance(world, 1);
    }
  });

  it('is put back with a frame that fails', async () => {
    let steps = 0;
    const careless: Mover = {
      ...moverOf(),
      after(states) {
        states[0]![7] = ++steps < 3 ? 1 : Number.NaN;
      },
    };
    using world = await worldWith(careless, { ...scene, time: { stepsPerFrame: 8 } });
    const { poses } = world.fields,
      hash = world.hash();
    expect(() => world.advance()).toThrow('without a place or a velocity');
    expect(steps).toBe(3);
    expect(world.hash()).toBe(hash);
    expect(world.fields.poses).toEqual(poses);
  });

  it('is refused by a world that moves other obstacles, or none', async () => {
    using world = await worldWith(moverOf(), scene);
    using plain = await World.create(scene);
    const bytes = world.snapshot();
    const [none] = await refusal(World.restore(bytes));
    expect(none).toMatchObject({ code: 'SNAPSHOT_INVALID' });
    expect(none!.message).toBe('The snapshot has the poses of obstacle 1; the mover of this world moves no obstacle.');
    const other = steadyMover([ballBody(0, 1, 1)]);
    expect((await refusal(restoreWith(other, bytes)))[0]!.message).toContain('moves obstacle 0');
    expect((await refusal(restoreWith(moverOf(), plain.snapshot())))[0]!.message).toContain('the poses of no obstacle');
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['no numbers', [{ obstacle: 1, state: new Array(13).fill('0') }]],
    ['too few numbers', [{ obstacle: 1, state: new Array(12).fill(0) }]],
    ['no obstacle', [{ obstacle: -1, state: new Array(13).fill(0) }]],
    ['other numbers', [{ obstacle: 1, state: new Array(13).fill(0) }]],
    ['nothing', undefined],
  ])('is refused when it was changed: %s', async (_, bodies) => {
    using world = await worldWith(moverOf(), scene);
    const { header, state } = decodeSnapshot(world.snapshot()),
      changed = encodeSnapshot({ ...header, bodies } as typeof header, state);
    expect((await refusal(restoreWith(moverOf(), changed)))[0]).toMatchObject({ code: 'SNAPSHOT_INVALID' });
  });

  it('goes on in a branch, whose bodies keep their shape', async () => {
    using world = await worldWith(moverOf(), scene);
    advance(world, 3);
    const bytes = world.snapshot(),
      [floor, block, room] = scene.obstacles!;
    const rougher = { ...scene, obstacles: [floor!, { ...block!, normalRestitution: 1 }, room!] };
    using branch = await restoreWith(moverOf(), bytes, rougher);
    expect(branch.fields.poses).toEqual(world.fields.poses);
    advance(branch, 1);
    const other = { ...block!, shape: { sphere: { center: [0.5, 0.25, 0] as const, radius: 0.1 } } };
    const problems = await refusal(restoreWith(moverOf(), bytes, { ...scene, obstacles: [floor!, other, room!] }));
    expect(problems).toMatchObject([{ code: 'BRANCH_FIXED', pointer: '/obstacles/1' }]);
    expect(problems[0]!.message).toContain('its pose is simulated');
  });
});
