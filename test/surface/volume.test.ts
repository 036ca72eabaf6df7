// Where the surface lies and how much it holds, at four voxels per spacing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { meshArea, meshVolume } from '../../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { Surfacer } from '../../src/surface/surfacer.ts';
import { ball, block, fieldsAt, plainOptions } from '../helpers/surface-clouds.ts';
import type { Vec3 } from '../reference/sph.ts';

const S = 0.1;
/** As scenes have it by default, but at four voxels per spacing. */
const FINISHED = { voxel: 0.25, smoothing: 5, settling: 0.3 };

let surfacer: Surfacer;
beforeAll(async () => {
  surfacer = await Surfacer.create();
});
afterAll(() => surfacer.dispose());

/** Volume of the surface over that of the particles. */
function share(places: readonly Vec3[], settings: Parameters<typeof plainOptions>[0] = FINISHED): number {
  const dimension = settings?.dimension ?? 3,
    mesh = surfacer.build(fieldsAt(places, { spacing: S, dimension }), plainOptions(settings));
  return meshVolume(mesh) / (places.length * S ** dimension);
}

describe('volume', () => {
  it.each([
    [5, 0],
    [5, 0.2],
    [8, 0],
    [8, 0.2],
    [11, 0.1],
  ])('of a ball of %i spacings, jitter %d, is right within 2 %', (radius, jitter) => {
    expect(Math.abs(share(ball(radius * S, S, jitter)) - 1)).toBeLessThan(0.02);
  });

  it('of a ball is right within 0.1 % where the surface may move far enough', () => {
    expect(share(ball(0.5, S, 0.2))).toBeCloseTo(1, 3);
    expect(share(ball(0.2, S, 0.2), { ...FINISHED, settling: 0.5 })).toBeCloseTo(1, 2);
  });

  it.each([1, 2, 3])('of a sheet of %i layers is right within 2 %', (layers) => {
    expect(Math.abs(share(block([20, layers, 20], S)) - 1)).toBeLessThan(0.02);
  });

  it.each([
    ['a thread', block([20, 1, 1], S)],
    ['two particles', block([2, 1, 1], S)],
    ['a lone particle', [[0.013, 0.02, -0.04] as Vec3]],
  ])('of %s is right within 2 %', (_, places) => {
    expect(Math.abs(share(places) - 1)).toBeLessThan(0.02);
  });

  it.each([
    ['a block', block([20, 20, 1], S)],
    ['a line', block([20, 1, 1], S)],
    ['a lone particle', [[0.013, 0.02, 0] as Vec3]],
  ])('of %s in 2D is right within 2 %', (_, places) => {
    expect(Math.abs(share(places, { ...FINISHED, dimension: 2 }) - 1)).toBeLessThan(0.02);
  });

  it.each([
    ['a ball', ball(0.5, S, 0.2), 3],
    ['a small ball', ball(0.15, S), 3],
    ['a sheet', block([20, 1, 20], S), 3],
    ['two layers', block([20, 2, 20], S), 3],
    ['a thread', block([20, 1, 1], S), 3],
    ['a lone particle', [[0.013, 0.02, -0.04] as Vec3], 3],
    ['a block in 2D', block([20, 20, 1], S), 2],
    ['a line in 2D', block([20, 1, 1], S), 2],
  ] as const)('of %s is right within 2 %% with fitted kernels', (_, places, dimension) => {
    expect(Math.abs(share(places, { ...FINISHED, dimension, kernels: 'fitted' }) - 1)).toBeLessThan(0.02);
  });

  it('is no less than this before anything is settled', () => {
    const bare = { voxel: 0.25 };
    expect(share(ball(1.1, S, 0.2), bare)).toBeGreaterThan(0.98);
    expect(share(ball(0.5, S, 0.2), bare)).toBeGreaterThan(0.9);
    expect(share(block([20, 1, 20], S), bare)).toBeGreaterThan(0.95);
    expect(share(block([20, 1, 1], S), bare)).toBeGreaterThan(0.93);
    expect(share([[0, 0, 0]], bare)).toBeGreaterThan(0.85);
  });

  it('of small drops is right within 2 %', () => {
    for (const radius of [0.15, 0.2, 0.3, 0.4]) expect(Math.abs(share(ball(radius, S)) - 1)).toBeLessThan(0.02);
  });

  it('of a compressed block is its present volume, or its volume at rest', () => {
    const places = block([12, 12, 12], 0.9 * S),
      fields = fieldsAt(places, { spacing: S, compression: () => 1 / 0.729 });
    const volume = (field: 'density' | 'characteristic') =>
      meshVolume(surfacer.build(fields, plainOptions({ settling: 0.5, field }))) / (places.length * S ** 3);
    expect(volume('characteristic')).toBeCloseTo(0.729, 2);
    expect(volume('density')).toBeCloseTo(1, 2);
  });

  it('is that of the particles only as far as the surface may move', () => {
    const places = ball(0.5, S),
      fields = fieldsAt(places, { spacing: S }),
      bare = surfacer.build(fields, plainOptions()),
      moved = surfacer.build(fields, plainOptions({ settling: 0.02 }));
    const grown = (meshVolume(moved) - meshVolume(bare)) / (0.02 * S * meshArea(bare));
    expect(grown).toBeGreaterThan(0.97);
    expect(grown).toBeLessThan(1.03);
  });
});

describe('place', () => {
  /** Mean height of the surface over the top layer in the middle of a large block, spacings. [card V51] */
  function offset(voxel: number, level: number, jitter: number): number {
    const layers = 8,
      mesh = surfacer.build(
        fieldsAt(block([16, layers, 16], S, jitter), { spacing: S }),
        plainOptions({ voxel, level }),
      );
    const heights = topOf(mesh, [0.4, 1.1], 0.4);
    return heights.reduce((sum, y) => sum + y, 0) / heights.length / S - (layers - 1);
  }

  it.each([
    [0.1, 0],
    [0.25, 0],
    [0.25, 0.2],
    [0.35, 0.1],
  ])('is half a spacing outside the last layer, voxel %d, jitter %d', (voxel, jitter) => {
    expect(Math.abs(offset(voxel, 0.5, jitter) - 0.5)).toBeLessThan(0.05);
  });

  it('is farther out for a lower level', () => {
    // poly6 of 2.7 spacings in the table of card §7: .66-.77 at 0.4, 1.06-1.40 at 0.2.
    expect(offset(0.25, 0.4, 0)).toBeGreaterThan(0.62);
    expect(offset(0.25, 0.4, 0)).toBeLessThan(0.8);
    expect(offset(0.25, 0.2, 0)).toBeGreaterThan(1);
    expect(offset(0.25, 0.2, 0)).toBeLessThan(1.4);
  });
});

/** Heights of the vertices above `low` (m) whose x and z are in a range. */
function topOf({ positions }: SurfaceMesh, [from, to]: readonly [number, number], low: number): number[] {
  const heights: number[] = [];
  for (let v = 0; v < positions.length; v += 3) {
    const x = positions[v]!,
      z = positions[v + 2]!;
    if (positions[v + 1]! > low && x > from && x < to && z > from && z < to) heights.push(positions[v + 1]!);
  }
  return heights;
}

describe('smoothing', () => {
  it('makes a jittered ball rounder and keeps its volume within 1 %', () => {
    const fields = fieldsAt(ball(0.8, S, 0.3), { spacing: S }),
      rough = surfacer.build(fields, plainOptions()),
      smooth = surfacer.build(fields, plainOptions({ smoothing: 20 }));
    expect(Math.abs(meshVolume(smooth) / meshVolume(rough) - 1)).toBeLessThan(0.01);
    expect(roughness(smooth)).toBeLessThan(0.85 * roughness(rough));
  });

  it.each([
    [0.25, 3],
    [0.35, 3],
    [0.5, 3],
    [1, 3],
    [0.25, 2],
    [0.5, 2],
    [1, 2],
  ] as const)('keeps drops, voxel %d, %iD', (voxel, dimension) => {
    const drops: Vec3[] = [[0.01, 0.02, 0], [3, 0, 0], [3.1, 0, 0], ...block([3, 3, 1], S)],
      fields = fieldsAt(drops, { spacing: S, dimension });
    const volume = (smoothing: number) =>
      meshVolume(surfacer.build(fields, plainOptions({ voxel, dimension, smoothing })));
    expect(volume(100) / volume(0)).toBeCloseTo(1, 3);
  });
});

/** Mean angle between the triangles at an edge, rad. */
function roughness({ positions: p, elements }: SurfaceMesh): number {
  const normals = new Map<number, Vec3>(),
    vertices = p.length / 3;
  let sum = 0,
    edges = 0;
  for (let e = 0; e < elements.length; e += 3) {
    const [a, b, c] = elements.subarray(e, e + 3) as unknown as [number, number, number],
      normal = normalOf(p, a, b, c);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const other = normals.get(to * vertices + from);
      if (other) {
        const cos = normal[0] * other[0] + normal[1] * other[1] + normal[2] * other[2];
        sum += Math.acos(Math.min(1, cos));
        edges++;
      } else normals.set(from * vertices + to, normal);
    }
  }
  return sum / edges;
}

function normalOf(p: Float32Array, a: number, b: number, c: number): Vec3 {
  const side = (to: number) => [0, 1, 2].map((k) => p[3 * to + k]! - p[3 * a + k]!),
    [u, v] = [side(b), side(c)];
  const n = [0, 1, 2].map((k) => u[(k + 1) % 3]! * v[(k + 2) % 3]! - u[(k + 2) % 3]! * v[(k + 1) % 3]!),
    length = Math.hypot(...n) || 1;
  return [n[0]! / length, n[1]! / length, n[2]! / length];
}

describe('fitted kernels', () => {
  /** How uneven the upper side of a stretched, jittered sheet is in its middle, spacings. */
  function unevenness(stretch: number, kernels: 'round' | 'fitted'): number {
    const sheet = block([24, 1, 24], stretch * S, 0.15).map(([x, y, z]): Vec3 => [x, 0.5 * y, z]),
      { positions } = surfacer.build(
        fieldsAt(sheet, { spacing: S }),
        plainOptions({ voxel: 0.35, smoothing: 5, kernels }),
      ),
      heights: number[] = [];
    const isInner = (x: number) => Math.abs(x - 11.5 * stretch * S) < 8 * stretch * S;
    for (let v = 0; v < positions.length; v += 3)
      if (positions[v + 1]! > 0 && isInner(positions[v]!) && isInner(positions[v + 2]!))
        heights.push(positions[v + 1]!);
    const mean = heights.reduce((sum, y) => sum + y, 0) / heights.length;
    return Math.sqrt(heights.reduce((sum, y) => sum + (y - mean) ** 2, 0) / heights.length) / S;
  }

  it.each([1, 1.3, 1.6])('make a sheet that is stretched %d times at least a third smoother', (stretch) => {
    expect(unevenness(stretch, 'fitted')).toBeLessThan(0.67 * unevenness(stretch, 'round'));
  });

  it('are round where a particle is alone', () => {
    const fields = fieldsAt([[0.013, 0.02, -0.04]], { spacing: S }),
      [round, fitted] = (['round', 'fitted'] as const).map((kernels) =>
        surfacer.build(fields, plainOptions({ kernels })),
      );
    expect(fitted!.positions.length).toBe(round!.positions.length);
    const apart = fitted!.positions.map((x, k) => Math.abs(x - round!.positions[k]!));
    expect(Math.max(...apart)).toBeLessThan(1e-4 * S);
  });

  it('follow a body that is turned', () => {
    const places = block([16, 1, 16], 1.4 * S, 0.1),
      [c, s] = [Math.cos(0.6), Math.sin(0.6)],
      turned = places.map(([x, y, z]): Vec3 => [c * x - s * y, s * x + c * y, z]),
      options = plainOptions({ voxel: 0.15, kernels: 'fitted' });
    const [straight, oblique] = [places, turned].map((p) =>
      meshVolume(surfacer.build(fieldsAt(p, { spacing: S }), options)),
    );
    expect(oblique! / straight!).toBeCloseTo(1, 2);
  });
});
