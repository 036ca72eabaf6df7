// What is made of a mesh before the first step: the grid of least distances, and whether it is closed.

import { describe, expect, it } from 'vitest';
import { makeClearanceGrid } from '../../src/obstacles/clearance-grid.ts';
import { packMesh } from '../../src/obstacles/pack-mesh.ts';
import { closedMesh } from '../../src/shapes/closed-mesh.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { trianglesOf } from '../helpers/mesh-sweep.ts';
import { distanceToTriangle } from '../reference/triangles.ts';
import { ballMesh, boxMesh, heap, meshOf } from '../shapes/mesh-samples.ts';

describe('grid of least distances', () => {
  it.each([
    ['a ball', ballMesh(1, 6)],
    ['a heap', heap(10, 0.2, 3)],
    ['a flat square', meshOf([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1], [0, 1, 2, 0, 2, 3])],
  ])('around %s is never more than the distance and seldom far less', (_, set) => {
    const { bvh } = packMesh(set),
      { low, cell, size, cells } = makeClearanceGrid(bvh.corners),
      all = trianglesOf(set);
    expect(cells.length).toBe(size[0] * size[1] * size[2]);
    let near = 0;
    for (let n = 0; n < cells.length; n += 37) {
      const place = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / size[0] / size[1])],
        center = place.map((k, a) => low[a]! + (k + 0.5) * cell) as unknown as Vec3,
        distance = Math.min(...all.map((t) => distanceToTriangle(t, center)));
      // Anywhere in the cell; its corners are half a diagonal away.
      expect((cells[n]! - 1) * cell).toBeLessThanOrEqual(distance + 1e-12);
      if (cells[n]! <= 1 && distance > 4 * cell) near++;
    }
    expect(near).toBeLessThan(cells.length / 37 / 4);
  });
});

describe('closed', () => {
  it('is what has no border and faces one way', () => {
    const { positions, triangles } = boxMesh(1, 1, 1, 2);
    expect(closedMesh({ positions, triangles })).toBe(true);
    expect(closedMesh({ positions, triangles: triangles.subarray(3) })).toBe(false);
    const turned = triangles.slice();
    [turned[0], turned[1]] = [turned[1]!, turned[0]!];
    expect(closedMesh({ positions, triangles: turned })).toBe(false);
    expect(closedMesh(meshOf([], []))).toBe(false);
    expect(closedMesh(ballMesh(1, 5))).toBe(true);
    expect(closedMesh(heap(4, 1, 1))).toBe(false);
  });

  it('does not mind triangles without an area, nor −0', () => {
    const { positions, triangles } = boxMesh(1, 1, 1, 2);
    const flat = meshOf(
      [...positions].map((x) => (x === 0 ? -0 : x)),
      [...triangles, 0, 0, 1],
    );
    const mixed = meshOf(
      [...positions].map((x, k) => (x === 0 && k % 2 ? -0 : x)),
      [...triangles],
    );
    expect(closedMesh(flat)).toBe(true);
    expect(closedMesh(mixed)).toBe(true);
  });
});
