// Vertices go where they are told unless that turns an element over.

import { describe, expect, it } from 'vitest';
import { findDefects, meshVolume } from '../../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { moveVertices } from '../../src/surface/move-vertices.ts';
import { SOUND } from '../helpers/mesh-judge.ts';

const surface = (dimension: 2 | 3, positions: number[], elements: number[]): SurfaceMesh => ({
  dimension,
  positions: Float32Array.from(positions),
  normals: new Float32Array(positions.length),
  elements: Uint32Array.from(elements),
  fields: {},
});
/** Corners on the axes, 1 m from the middle. */
const octahedron = surface(
  3,
  [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1],
  [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
);
const square = surface(2, [1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1, 0], [0, 1, 1, 2, 2, 3, 3, 0]);
const scaled = ({ positions }: SurfaceMesh, factor: number) => positions.map((x) => factor * x);
const moved = (mesh: SurfaceMesh, goals: Float32Array): SurfaceMesh => ({
  ...mesh,
  positions: moveVertices(mesh, goals),
});

describe.each([
  ['octahedron', octahedron, 4 / 3],
  ['square', square, 2],
] as const)('the vertices of a %s', (_, mesh, volume) => {
  it.each([3, 1, 0.5, 1e-6])('go all the way when it grows to %d times its size', (factor) => {
    expect(moveVertices(mesh, scaled(mesh, factor))).toEqual(scaled(mesh, factor));
    expect(meshVolume(mesh)).toBeCloseTo(volume, 6);
  });

  it.each([0, -0.25, -0.9, -5])('stop before it is turned inside out at %d times its size', (factor) => {
    const result = moved(mesh, scaled(mesh, factor));
    expect(findDefects(result)).toEqual(SOUND);
    expect(meshVolume(result)).toBeGreaterThan(0);
    expect(meshVolume(result)).toBeLessThanOrEqual(volume * (1 + 1e-6));
  });
});

it('stops only the vertices of elements that would be turned over', () => {
  const goals = octahedron.positions.slice();
  goals[0] = -2; // through the vertex on the other side
  goals[4 * 3 + 2] = 1.5;
  const { positions } = moved(octahedron, goals);
  expect(positions[0]).toBeGreaterThan(-1);
  expect(positions[4 * 3 + 2]).toBeGreaterThan(1);
  expect(Array.from(positions.subarray(3, 12))).toEqual(Array.from(octahedron.positions.subarray(3, 12)));
});

it('gives up on elements that had no area before', () => {
  const flat = surface(3, [0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2, 0, 2, 1]);
  expect(moveVertices(flat, scaled(flat, 2))).toEqual(flat.positions);
});
