// The same particles give the same surface, bit for bit: with any number of threads, whatever the surfacer made before, in Node and in a
// page (same.browser.test.ts).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Surfacer } from '../../src/surface/surfacer.ts';
import golden from '../golden/surfaces.json' with { type: 'json' };
import { GOLDEN_SURFACES, hashMesh, hashSurfaces } from '../helpers/golden-surfaces.ts';
import { ball, block, fieldsAt, plainOptions } from '../helpers/surface-clouds.ts';

const CHANGED = 'surfaces are other than before: if they should be, rerun tools/update-goldens.ts --surfaces';

it.each([1, 2, 3])('gives the pinned hashes with %i threads', async (threads) => {
  expect(await hashSurfaces(threads), CHANGED).toEqual(golden);
});

describe('a surfacer that is used again', () => {
  let surfacer: Surfacer;
  beforeAll(async () => {
    surfacer = await Surfacer.create({ threads: 2 });
  });
  afterAll(() => surfacer.dispose());

  const build = (name: string) =>
    hashMesh(surfacer.build(GOLDEN_SURFACES[name]!.fields, GOLDEN_SURFACES[name]!.options));

  it('forgets larger, smaller and empty frames, other dimensions and other voxels', () => {
    const large = fieldsAt(block([30, 30, 20], 1, 0.2), { spacing: 1 }),
      lone = fieldsAt([[1e5, 0, -1e5]], { spacing: 30 }),
      none = fieldsAt([], { spacing: 1 });
    const between = [
      () => surfacer.build(large, plainOptions()),
      () => surfacer.build(lone, plainOptions({ voxel: 0.1 })),
      () => surfacer.build(none, plainOptions()),
      () => surfacer.build(large, plainOptions({ voxel: 3, level: 0.9 })),
      () => build('block in 2D'),
    ];
    for (const disturb of between) {
      disturb();
      expect(build('ball')).toBe(golden.ball);
      expect(build('mixed sizes')).toBe(golden['mixed sizes']);
    }
  });

  it('leaves the meshes it gave away alone', () => {
    const mesh = surfacer.build(GOLDEN_SURFACES.ball!.fields, GOLDEN_SURFACES.ball!.options);
    build('gas');
    expect(hashMesh(mesh)).toBe(golden.ball);
  });
});

it('moves with the particles when all of them move by whole blocks', async () => {
  // Whole blocks away the grid is the same: so is the surface, but for the rounding of the coordinates.
  const surfacer = await Surfacer.create(),
    places = ball(4, 1, 0.2),
    spacing = 1,
    shift = 64; // spacings: 256 voxels
  try {
    const here = surfacer.build(fieldsAt(places, { spacing }), plainOptions()),
      moved = places.map(([x, y, z]) => [x + shift, y - shift, z] as const),
      there = surfacer.build(fieldsAt(moved, { spacing }), plainOptions());
    expect(there.positions.length).toBe(here.positions.length);
    const sorted = (p: Float32Array, dx: number) =>
      Array.from({ length: p.length / 3 }, (_, v) => [p[3 * v]! - dx, p[3 * v + 1]! + dx, p[3 * v + 2]!]);
    const off = sorted(there.positions, shift).map((x, v) =>
      Math.hypot(...x.map((c, a) => c - here.positions[3 * v + a]!)),
    );
    expect(Math.max(...off)).toBeLessThan(1e-4);
  } finally {
    surfacer.dispose();
  }
});
