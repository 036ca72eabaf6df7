// Meshes of obstacles against closed forms: closed, oriented, on the surface of their solid, right volume, posed in time.

import { describe, expect, it } from 'vitest';
import { obstacleMeshes } from '../../src/meshes/obstacle-meshes.ts';
import type { TriangleMesh } from '../../src/meshes/surface-mesh.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import { measureOf } from '../../src/shapes/bounds.ts';
import { signedDistance } from '../../src/shapes/distance.ts';
import type { Shape } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';

const EXTENT = { min: [-1, -1, -1], max: [1, 1, 1] } as const;
const trig = Math;

const SOLIDS: Record<string, Shape> = {
  box: { box: { min: [-0.3, 0.1, 0.2], max: [0.5, 0.4, 0.9] } },
  'turned box': {
    box: { center: [1, 2, 3], size: [0.4, 0.6, 0.2], rotation: { axis: [1, 2, 0.5], degrees: 50 } },
  },
  sphere: { sphere: { center: [0.1, 0.2, 0.3], radius: 0.7 } },
  capsule: { capsule: { from: [0, 0, 0], to: [0.4, 0.9, -0.2], radius: 0.25 } },
  cylinder: { cylinder: { from: [0, 1, 0], to: [0, 0, 0.5], radius: 0.3 } },
  'cylinder along x': { cylinder: { from: [0, 0, 0], to: [2, 0, 0], radius: 0.3 } },
};

const meshOf = (obstacle: object, time = 0) =>
  obstacleMeshes(parseScene({ obstacles: [obstacle] }, trig), time, trig, EXTENT)[0]!;

/** Volume by the divergence theorem; negative if triangles are the wrong way round. */
function volumeOf({ positions: p, elements }: TriangleMesh): number {
  let six = 0;
  for (let k = 0; k < elements.length; k += 3) {
    const [a, b, c] = [3 * elements[k]!, 3 * elements[k + 1]!, 3 * elements[k + 2]!];
    six += p[a]! * (p[b + 1]! * p[c + 2]! - p[b + 2]! * p[c + 1]!);
    six += p[a + 1]! * (p[b + 2]! * p[c]! - p[b]! * p[c + 2]!);
    six += p[a + 2]! * (p[b]! * p[c + 1]! - p[b + 1]! * p[c]!);
  }
  return six / 6;
}

/** Edges (by the position of their ends) that are not walked exactly once in each direction. */
function openEdges({ positions, elements }: TriangleMesh): number {
  const names = new Map<string, number>();
  const nameOf = (v: number): number => {
    const key = [0, 1, 2].map((a) => Math.round(positions[3 * v + a]! * 1e5)).join();
    if (!names.has(key)) names.set(key, names.size);
    return names.get(key)!;
  };
  const walks = new Map<string, number>();
  for (let k = 0; k < elements.length; k += 3) {
    const corners = [0, 1, 2].map((n) => nameOf(elements[k + n]!));
    for (let n = 0; n < 3; n++) {
      const [a, b] = [corners[n]!, corners[(n + 1) % 3]!];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      walks.set(key, (walks.get(key) ?? 0) + (a < b ? 1 : 100));
    }
  }
  return [...walks.values()].filter((n) => n !== 101).length;
}

describe.each(Object.entries(SOLIDS))('mesh of a %s', (_name, shape) => {
  const { mesh, inside, plane } = meshOf({ shape });
  const solid = solidOf(shape, trig);

  it('is closed, every edge walked once in each direction', () => {
    expect(openEdges(mesh)).toBe(0);
    expect([inside, plane]).toEqual([false, false]);
  });

  it('has the volume of the solid, positive', () => {
    const truth = measureOf(solid);
    expect(volumeOf(mesh)).toBeGreaterThan(0.99 * truth);
    expect(volumeOf(mesh)).toBeLessThan(1.000001 * truth);
  });

  it('has vertices on the surface and unit normals out of it', () => {
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const [x, y, z] = mesh.positions.slice(v, v + 3) as unknown as [number, number, number];
      const [nx, ny, nz] = mesh.normals.slice(v, v + 3) as unknown as [number, number, number];
      expect(Math.abs(signedDistance(solid, x, y, z))).toBeLessThan(1e-5);
      expect(Math.hypot(nx, ny, nz)).toBeCloseTo(1, 5);
      expect(signedDistance(solid, x - 0.01 * nx, y - 0.01 * ny, z - 0.01 * nz)).toBeLessThan(1e-5);
      expect(signedDistance(solid, x + 0.01 * nx, y + 0.01 * ny, z + 0.01 * nz)).toBeCloseTo(0.01, 4);
    }
  });

  it('has triangles that face the way of their normals', () => {
    const { positions: p, normals, elements } = mesh;
    for (let k = 0; k < elements.length; k += 3) {
      const [a, b, c] = [3 * elements[k]!, 3 * elements[k + 1]!, 3 * elements[k + 2]!];
      const u = [0, 1, 2].map((n) => p[b + n]! - p[a + n]!);
      const v = [0, 1, 2].map((n) => p[c + n]! - p[a + n]!);
      const face = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const along = [0, 1, 2].reduce(
        (sum, n) => sum + face[n]! * (normals[a + n]! + normals[b + n]! + normals[c + n]!),
        0,
      );
      expect(along).toBeGreaterThan(0);
    }
  });
});

describe('planes', () => {
  const shape = { plane: { point: [0, -0.5, 0], normal: [0, 2, 0] } };

  it('become a square as wide as the extent, in the plane and facing along its normal', () => {
    const { mesh, plane } = meshOf({ shape });
    expect(plane).toBe(true);
    const half = Math.sqrt(3);
    expect([...mesh.positions].map((c) => Math.round(c * 1e6) / 1e6)).toHaveLength(12);
    for (let v = 0; v < 12; v += 3) {
      expect(Math.abs(mesh.positions[v]!)).toBeCloseTo(half, 5);
      expect(mesh.positions[v + 1]).toBeCloseTo(-0.5, 6);
      expect([...mesh.normals.slice(v, v + 3)]).toEqual([0, 1, 0]);
    }
    const [a, b, c] = [0, 1, 2].map((n) => mesh.positions.slice(3 * mesh.elements[n]!, 3 * mesh.elements[n]! + 3));
    const upward = (b![2]! - a![2]!) * (c![0]! - a![0]!) - (b![0]! - a![0]!) * (c![2]! - a![2]!);
    expect(upward).toBeGreaterThan(0);
  });

  it('move and turn with their motion', () => {
    const motion = { keyframes: [{ time: 0 }, { time: 2, rotate: { axis: [0, 0, 1], degrees: 90 } }] };
    const { mesh } = meshOf({ shape, motion }, 2);
    expect(mesh.normals[0]).toBeCloseTo(-1, 6);
    expect(mesh.positions[0]).toBeCloseTo(0.5, 6);
  });
});

it('puts a moving container where it is at the time', () => {
  const { mesh, inside } = meshOf(
    { shape: { sphere: { center: [1, 0, 0], radius: 0.5 } }, inside: true, motion: { velocity: [0, 2, 0] } },
    1.5,
  );
  expect(inside).toBe(true);
  const ys = mesh.positions.filter((_, k) => k % 3 === 1);
  expect((Math.max(...ys) + Math.min(...ys)) / 2).toBeCloseTo(3, 5);
});
