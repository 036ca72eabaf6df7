// The hierarchy over a mesh and what is asked of it, against brute force over all triangles.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomSigned } from '../../src/random/random.ts';
import { type Bvh, buildBvh, CORNERS, MAX_DEPTH, NODE_COUNT, NODE_NEXT, NODE_WORDS } from '../../src/shapes/bvh.ts';
import { closestPoint } from '../../src/shapes/closest-point.ts';
import { isInsideMesh } from '../../src/shapes/inside-mesh.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { distanceToTriangle, windingNumber } from '../reference/triangles.ts';
import { ballMesh, boxMesh, heap, meshOf } from './mesh-samples.ts';

const trianglesOf = ({ positions, triangles }: TriangleSet): Vec3[][] =>
  Array.from({ length: triangles.length / 3 }, (_, t) =>
    [0, 1, 2].map((c) => {
      const v = 3 * triangles[3 * t + c]!;
      return [positions[v]!, positions[v + 1]!, positions[v + 2]!] as Vec3;
    }),
  );

/** Places below a node, and its depth; every triangle below must lie in its box. */
function walk({ boxes, links, corners }: Bvh, node: number, seen: number[]): number {
  const at = node * NODE_WORDS,
    next = links[at + NODE_NEXT]!,
    count = links[at + NODE_COUNT]!,
    first = seen.length;
  let depth = 0;
  if (count > 0) for (let k = next; k < next + count; k++) seen.push(k);
  else
    depth = Math.max(
      walk({ boxes, links, corners } as Bvh, node + 1, seen),
      walk({ boxes, links, corners } as Bvh, next, seen),
    );
  for (const k of seen.slice(first)) {
    for (let n = 0; n < CORNERS; n++) {
      const x = corners[CORNERS * k + n]!;
      if (x < boxes[at + (n % 3)]! || x > boxes[at + 4 + (n % 3)]!)
        throw new Error(`triangle ${k} sticks out of node ${node}`);
    }
  }
  return depth + 1;
}

describe('hierarchy', () => {
  it.each([
    ['a ball', ballMesh(1, 20)],
    ['a heap', heap(500, 0.3, 1)],
    ['equal triangles', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], Array(300).fill([0, 1, 2]).flat())],
    ['triangles in rows that double', spiral(200)],
    ['one triangle', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])],
  ])('of %s has every triangle once, in boxes that hold it', (_, set) => {
    const bvh = buildBvh(set),
      seen: number[] = [];
    expect(walk(bvh, 0, seen)).toBeLessThanOrEqual(MAX_DEPTH);
    expect(seen).toEqual([...Array(set.triangles.length / 3).keys()]);
    expect([...bvh.order].sort((a, b) => a - b)).toEqual(seen);
    const corner = (k: number) => [...bvh.corners.subarray(CORNERS * k, CORNERS * k + CORNERS)];
    for (const k of seen) expect(corner(k)).toEqual(trianglesOf(set)[bvh.order[k]!]!.flat());
    expect(buildBvh(set)).toEqual(bvh);
  });

  it('of nothing answers nothing', () => {
    const bvh = buildBvh(meshOf([], []));
    expect(closestPoint(bvh, 0, 0, 0)).toBeUndefined();
    expect(isInsideMesh(bvh, 0, 0, 0)).toBe(false);
  });
});

/** Each triangle twice as far from the origin as the last: a cut by space leaves one of them alone each time. */
function spiral(count: number): TriangleSet {
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const s = 2 ** (t / 4);
    positions.push(s, 0, 0, s, s, 0, s, 0, s);
  }
  return meshOf(positions, [...Array(3 * count).keys()]);
}

describe('closest point', () => {
  const random = (seed: number): Vec3 => [0, 1, 2].map((a) => 1.5 * randomSigned(seed, 8, a)) as unknown as Vec3;

  it('is the nearest of all triangles', fuzzed, () => {
    holds(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), fc.constantFrom(0.02, 0.3, 2), (seed, size) => {
        const set = heap(60, size, seed),
          p = random(seed),
          found = closestPoint(buildBvh(set), ...p)!,
          least = Math.min(...trianglesOf(set).map((t) => distanceToTriangle(t, p)));
        expect(found.distance).toBeCloseTo(least, 10);
        expect(Math.hypot(found.x - p[0], found.y - p[1], found.z - p[2])).toBeCloseTo(least, 12);
        const own = trianglesOf(set)[buildBvh(set).order[found.place]!]!;
        expect(distanceToTriangle(own, [found.x, found.y, found.z])).toBeLessThan(1e-7);
      }),
      { numRuns: 200 },
    );
  });

  it('is nothing beyond the reach', () => {
    const bvh = buildBvh(boxMesh(1, 1, 1));
    expect(closestPoint(bvh, 3, 0, 0, 1.999)).toBeUndefined();
    expect(closestPoint(bvh, 3, 0, 0, 2.001)).toMatchObject({ distance: 2, x: 1, y: 0, z: 0 });
  });

  it('of triangles without an area is that of their edges', () => {
    const line = buildBvh(meshOf([0, 0, 0, 1, 0, 0, 3, 0, 0], [0, 1, 2]));
    expect(closestPoint(line, 2, 1, 0)).toMatchObject({ distance: 1, x: 2 });
    expect(closestPoint(line, 4, 0, 0)).toMatchObject({ distance: 1, x: 3 });
    const dot = buildBvh(meshOf([1, 1, 1], [0, 0, 0]));
    expect(closestPoint(dot, 1, 1, 3)).toMatchObject({ distance: 2, x: 1, y: 1, z: 1 });
  });
});

describe('inside', () => {
  const solids: [string, TriangleSet][] = [
    ['a box', boxMesh(0.9, 0.6, 0.3, 3)],
    ['a lumpy ball', ballMesh(0.9, 12, 0.3)],
    ['a box turned inside out', flipped(boxMesh(0.9, 0.6, 0.3, 2))],
    ['two boxes that overlap', joined(boxMesh(0.9, 0.3, 0.3), boxMesh(0.3, 0.9, 0.3))],
  ];

  it.each(solids)('of %s is where the mesh winds around the point', (_, set) => {
    const bvh = buildBvh(set),
      all = trianglesOf(set);
    for (let n = 0; n < 400; n++) {
      const p = [0, 1, 2].map((a) => 1.1 * randomSigned(7, 5, 3 * n + a)) as unknown as Vec3;
      expect(isInsideMesh(bvh, ...p), `${p}`).toBe(Math.abs(windingNumber(all, p)) > 0.5);
    }
  });

  it('does not depend on rays that meet edges and corners', () => {
    const bvh = buildBvh(boxMesh(1, 1, 1, 4)),
      ball = buildBvh(ballMesh(1, 8));
    for (const x of [-1.25, -0.75, -0.5, 0, 0.5, 0.75, 1.25])
      for (const y of [-1.25, -0.5, 0, 0.5, 1.25])
        for (const z of [-1.25, -0.5, 0, 0.5]) {
          expect(isInsideMesh(bvh, x, y, z), `${[x, y, z]}`).toBe(Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) < 1);
          if (Math.hypot(x, y, z) < 0.9 || Math.hypot(x, y, z) > 1)
            expect(isInsideMesh(ball, x, y, z)).toBe(Math.hypot(x, y, z) < 1);
        }
  });
});

function flipped({ positions, triangles }: TriangleSet): TriangleSet {
  return { positions, triangles: triangles.slice().reverse() };
}

function joined(a: TriangleSet, b: TriangleSet): TriangleSet {
  const shift = a.positions.length / 3;
  return meshOf([...a.positions, ...b.positions], [...a.triangles, ...b.triangles.map((v) => v + shift)]);
}
