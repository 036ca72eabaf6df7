// Places in the order of ids: right for ids of any size, at a cost that only the living have.

import { describe, expect, it } from 'vitest';
import { World } from '../../src/index.ts';
import { IdRanking } from '../../src/world/rank-ids.ts';
import { SOAK_SCENE, soak } from '../../tools/soak-world.ts';
import { Dice } from '../helpers/dice.ts';
import { inside } from '../helpers/worlds.ts';

describe('ranking by id', () => {
  it('is what sorting gives, for ids up to the last', () => {
    const ranking = new IdRanking();
    for (const bound of [500, 70_000, 20_000_000, 2 ** 32]) {
      const dice = new Dice(bound % 1000);
      const ids = Uint32Array.from(new Set(Array.from({ length: 300 }, () => dice.below(bound))));
      const sorted = ids.slice().sort();
      ranking.update(ids, ids.length, bound);
      ids.forEach((id, i) => {
        expect(ranking.rank[i], `${id} of ${bound}`).toBe(sorted.indexOf(id));
      });
    }
  });

  it('takes ids for places where nobody has left', () => {
    const ranking = new IdRanking();
    ranking.update(Uint32Array.of(2, 0, 1), 3, 3);
    expect([...ranking.rank.subarray(0, 3)]).toEqual([2, 0, 1]);
  });
});

describe('a world that has given billions of ids', () => {
  it('publishes its fields without room for those that are gone', async () => {
    using world = await World.create(SOAK_SCENE);
    world.advance();
    inside(world).set.nextId = 4_000_000_000;
    for (let frame = 0; frame < 4; frame++) world.advance();
    const { id, count, position } = world.fields;
    expect(id.at(-1)).toBeGreaterThanOrEqual(4_000_000_000);
    expect(id).toEqual(id.slice().sort());
    expect(position.length).toBe(3 * count);
  });

  it('leaves nothing of the particles that are gone', async () => {
    const [, before, ...later] = await soak({ steps: 60_000, every: 10_000, now: () => 0 }),
      after = later.at(-1)!,
      ids = after.ids - before!.ids;
    expect(ids).toBeGreaterThan(80_000);
    expect(after.bytes - before!.bytes).toBeLessThan(2 * ids); // to remember one takes at least four bytes
  });
});
