// Particles that no simulation should come with, and that must cost nobody the surface of the others.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meshVolume } from '../../src/meshes/measure-mesh.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import type { WorldFields } from '../../src/world/published-fields.ts';
import { hashMesh } from '../helpers/golden-surfaces.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { ball, block, fieldsAt, plainOptions } from '../helpers/surface-clouds.ts';
import type { Vec3 } from '../reference/sph.ts';

const S = 0.1;
const settled = plainOptions({ settling: 0.15 });

let surfacer: Surfacer, judge: Judge;
beforeAll(async () => {
  surfacer = await Surfacer.create();
  judge = await createJudge();
});
afterAll(() => surfacer.dispose());

const sound = ball(0.5, S, 0.1),
  fields = fieldsAt(sound, { spacing: S });

/** The ball with one number of one field changed. */
function changed(name: 'position' | 'mass' | 'density' | 'velocity', value: number, at = 30): WorldFields {
  const values = fields[name].slice();
  values[at] = value;
  return { ...fields, [name]: values };
}

describe('nothing to see', () => {
  it.each([2, 3] as const)('gives an empty mesh of no particles in %iD', (dimension) => {
    const mesh = surfacer.build(fieldsAt([], { spacing: S }), { ...settled, dimension });
    expect(mesh).toMatchObject({ dimension, positions: new Float32Array(0), elements: new Uint32Array(0) });
  });

  it('gives an empty mesh if no particle has a place or a size', () => {
    const lost = fieldsAt([[Number.NaN, 0, 0]], { spacing: S }),
      sizeless = fieldsAt([[0, 0, 0]], { spacing: 0 });
    for (const none of [lost, sizeless]) expect(surfacer.build(none, settled).elements).toHaveLength(0);
  });
});

describe('one bad particle', () => {
  const without = fieldsAt(
    sound.filter((_, i) => i !== 10),
    { spacing: S },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1e30, 3e7])('is left out if its place is %d', (value) => {
    const mesh = surfacer.build(changed('position', value), plainOptions());
    expect(mesh.positions).toEqual(surfacer.build(without, plainOptions()).positions);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1e30, 1e-30])('is left out if its mass is %d', (value) => {
    const mesh = surfacer.build(changed('mass', value, 10), settled),
      expected = surfacer.build(without, settled);
    expect(mesh.positions).toEqual(expected.positions);
  });

  it.each([Number.NaN, 0, -5])('counts with its volume at rest if its density is %d', (value) => {
    const options = plainOptions({ field: 'characteristic' });
    expect(hashMesh({ ...surfacer.build(changed('density', value, 10), options), fields: {} })).toBe(
      hashMesh({ ...surfacer.build(fields, options), fields: {} }),
    );
  });

  it.each([Number.POSITIVE_INFINITY, 1e30, 1e-30])('leaves a sound surface if its density is %d', (value) => {
    const options = plainOptions({ field: 'characteristic', settling: 0.15 });
    expect(faultsOf(surfacer.build(changed('density', value, 10), options), judge)).toEqual([]);
  });

  it('leaves a sound surface if its velocity is not a number', () => {
    expect(faultsOf(surfacer.build(changed('velocity', Number.NaN), settled), judge)).toEqual([]);
  });

  it('does not make the grid finer than a quarter of the others asks for', () => {
    const crumb = surfacer.build(changed('mass', fields.mass[0]! / 20 ** 3, 10), plainOptions({ voxel: 1 })),
      quarter = surfacer.build(fields, plainOptions({ voxel: 1 / 4 }));
    expect(crumb.positions.length / quarter.positions.length).toBeCloseTo(1, 1);
  });
});

describe('places that rounding is hard on', () => {
  it('holds a sheet whose particles lie a hair on both sides of a node', () => {
    for (const hair of [1e-9, -1e-9, 1e-14]) {
      const sheet = block([9, 1, 9], S),
        hairy = sheet.map(([x, , z], i): Vec3 => [x, i % 2 === 0 ? hair : -hair, z]);
      const flat = meshVolume(surfacer.build(fieldsAt(sheet, { spacing: S }), plainOptions()));
      expect(meshVolume(surfacer.build(fieldsAt(hairy, { spacing: S }), plainOptions())) / flat).toBeCloseTo(1, 3);
    }
  });

  it('takes particles that stand in the same place', () => {
    const mesh = surfacer.build(fieldsAt([...sound, ...sound, [0, 0, 0], [0, 0, 0]], { spacing: S }), settled);
    expect(faultsOf(mesh, judge)).toEqual([]);
  });

  it('takes strays a million spacings away', () => {
    const strays: Vec3[] = [
      [1e5, 0, 0],
      [0, -1e5, 1e5],
      [9e4, 9e4, 9e4],
    ];
    const mesh = surfacer.build(fieldsAt([...sound, ...strays], { spacing: S }), plainOptions({ voxel: 1 }));
    expect(faultsOf(mesh, judge)).toEqual([]);
    expect(judge(mesh).genus).toBeLessThan(0); // they are there, each a piece of its own
  });

  it.each([1e4, 1e5, 3e5])(
    'has no triangle without area %d m from the origin, where f32 has few digits left',
    (far) => {
      const there = ball(3, 1, 0.2).map(([x, y, z]): Vec3 => [x + far, y - far, z + far]),
        cloud = fieldsAt(there, { spacing: 1 });
      for (const finish of [{}, { smoothing: 5, settling: 0.3 }]) {
        const mesh = surfacer.build(cloud, plainOptions({ voxel: 0.3, ...finish }));
        expect(mesh.elements.length).toBeGreaterThan(300);
        expect(faultsOf(mesh, judge)).toEqual([]);
      }
    },
  );

  it('enlarges the voxels of a substance that is too far away for them', () => {
    const there = block([20, 20, 20], 1).map(([x, y, z]): Vec3 => [x + 1e6, y, z]),
      mesh = surfacer.build(fieldsAt(there, { spacing: 1 }), plainOptions({ voxel: 0.5, settling: 0.3 }));
    expect(faultsOf(mesh, judge)).toEqual([]);
    expect(meshVolume(mesh) / 8000).toBeCloseTo(1, 1);
  });

  it('has no segment without length there in 2D', () => {
    for (const far of [1e5, 1.5e5, 3e5]) {
      const there = block([60, 60, 1], 1, 0.5).map(([x, y]): Vec3 => [x - far, y + far, 0]),
        cloud = fieldsAt(there, { spacing: 1, dimension: 2 });
      const mesh = surfacer.build(cloud, plainOptions({ dimension: 2, voxel: 0.3 }));
      expect(mesh.elements.length).toBeGreaterThan(300);
      expect(faultsOf(mesh, judge)).toEqual([]);
    }
  });
});
