// The table of marching cubes: every case of a cube by itself, and cubes beside each other with whatever signs and choices.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { buildCubeCases, cubeTriangles } from '../../src/surface/cube-cases.ts';
import { fuzzed, holds, onSeeds } from '../helpers/holds.ts';
import { createJudge, faultsOf, type Judge } from '../helpers/mesh-judge.ts';
import { randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';

const CORNERS: readonly Vec3[] = Array.from({ length: 8 }, (_, c) => [c & 1, (c >> 1) & 1, c >> 2]);

/** Corners at the two ends of edge 4·axis + position across, the lower one first. */
const EDGES: readonly (readonly [number, number])[] = [0, 1, 2].flatMap((axis) => {
  const others = [0, 1, 2].filter((a) => a !== axis);
  return [0, 1, 2, 3].map((n): [number, number] => {
    const low = ((n & 1) << others[0]!) | ((n >> 1) << others[1]!);
    return [low, low | (1 << axis)];
  });
});

const insideOf = (signs: number, corner: number) => ((signs >> corner) & 1) === 1;
const middle = (edge: number): Vec3 =>
  CORNERS[0]!.map((_, a) => (CORNERS[EDGES[edge]![0]]![a]! + CORNERS[EDGES[edge]![1]]![a]!) / 2) as unknown as Vec3;

/** The faces 2·axis + side that two edges share. */
function sharedFaces(a: number, b: number): number[] {
  return [0, 1, 2, 3, 4, 5].filter((face) =>
    [a, b].every((edge) => EDGES[edge]!.every((corner) => CORNERS[corner]![face >> 1] === (face & 1))),
  );
}

const { index, data } = buildCubeCases();
const starts = new DataView(index.buffer, 256);

/** Every sign pattern with every choice it can have. */
const CASES = Array.from({ length: 256 * 64 }, (_, n) => ({ signs: n >> 6, choice: n & 63 })).filter(
  ({ signs, choice }) => (choice & ~index[signs]!) === 0,
);

/** The sides of the triangles of a case, as they are run through. */
function sidesOf(signs: number, choice: number): [number, number][] {
  return cubeTriangles(signs, choice).triangles.flatMap(([a, b, c]): [number, number][] => [
    [a, b],
    [b, c],
    [c, a],
  ]);
}

describe('one cube', () => {
  it('knows which faces are ambiguous', () => {
    for (let signs = 0; signs < 256; signs++) {
      const expected = [0, 1, 2, 3, 4, 5].filter((face) => {
        const corners = CORNERS.map((_, c) => c).filter((c) => CORNERS[c]![face >> 1] === (face & 1)),
          [p, q, r, s] = corners.map((c) => insideOf(signs, c)); // q and r are across from each other, and p and s
        return p === s && q === r && p !== q;
      });
      expect(index[signs]).toBe(expected.reduce((bits, face) => bits | (1 << face), 0));
    }
    expect(CASES.length).toBeGreaterThan(600);
  });

  it('has a corner of a triangle on every crossed edge and on no other', () => {
    for (const { signs, choice } of CASES) {
      const used = new Set(
          cubeTriangles(signs, choice)
            .triangles.flat()
            .filter((corner) => corner < 12),
        ),
        crossed = EDGES.flatMap(([a, b], edge) => (insideOf(signs, a) !== insideOf(signs, b) ? [edge] : []));
      expect([...used].sort((a, b) => a - b)).toEqual(crossed);
    }
  });

  it('has sides that are matched inside the cube and never run across a face there', () => {
    for (const { signs, choice } of CASES) {
      const sides = sidesOf(signs, choice),
        keys = new Set(sides.map(([a, b]) => 16 * a + b));
      expect(keys.size).toBe(sides.length);
      for (const [a, b] of sides) {
        const isInner = keys.has(16 * b + a);
        if (a < 12 && b < 12) expect(sharedFaces(a, b).length > 0).toBe(!isInner);
        else expect(isInner).toBe(true);
      }
    }
  });

  it('has the substance on the right of the sides on a face, seen from outside the cube', () => {
    for (const { signs, choice } of CASES) {
      const sides = sidesOf(signs, choice),
        keys = new Set(sides.map(([a, b]) => 16 * a + b));
      for (const [a, b] of sides.filter(([a, b]) => !keys.has(16 * b + a))) {
        const face = sharedFaces(a, b)[0]!,
          out = [0, 1, 2].map((axis) => (axis === face >> 1 ? 2 * (face & 1) - 1 : 0)) as unknown as Vec3;
        const along = minus(middle(b), middle(a)),
          right = cross(along, out);
        for (const edge of [a, b]) {
          const [low, high] = EDGES[edge]!,
            inner = CORNERS[insideOf(signs, low) ? low : high]!;
          expect(dot(minus(inner, middle(edge)), right)).toBeGreaterThan(0);
        }
      }
    }
  });

  it('joins the corners of an ambiguous face only if told so', () => {
    // Corners 0 and 3 of the lower face are inside: apart they have a triangle each, joined they share one loop of six edges.
    const apart = cubeTriangles(0b1001, 0),
      joined = cubeTriangles(0b1001, 1 << 4);
    expect(apart.triangles).toHaveLength(2);
    expect(joined.triangles.length + joined.centers.length).toBeGreaterThanOrEqual(4);
    const groups = (triangles: readonly (readonly number[])[]) =>
      triangles.some((t) => t.some((c) => sharesCorner(c, 0)) && t.some((c) => sharesCorner(c, 3)));
    expect(groups(apart.triangles)).toBe(false);
    expect(groups(joined.triangles)).toBe(true);
  });

  it('is packed as it was found', () => {
    for (const { signs, choice } of CASES) {
      const { triangles, centers } = cubeTriangles(signs, choice),
        at = starts.getUint16(2 * (64 * signs + choice), true);
      const packed = [
        triangles.length,
        centers.length,
        ...triangles.flat(),
        ...centers.flatMap((l) => [l.length, ...l]),
      ];
      expect([...data.subarray(at, at + packed.length)]).toEqual(packed);
    }
  });
});

const sharesCorner = (edge: number, corner: number) => edge < 12 && EDGES[edge]!.includes(corner);
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe('cubes beside each other', () => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await createJudge();
  });

  it('make a closed, oriented manifold whatever the signs, the choices and the crossings are', fuzzed, () => {
    const settings = fc.record({
      size: fc.integer({ min: 1, max: 5 }),
      filled: fc.double({ min: 0.05, max: 0.95 }),
      seed: fc.nat(),
    });
    holds(
      fc.property(settings, ({ size, filled, seed }) => {
        const mesh = assemble(size, filled, randomStream(seed));
        expect(faultsOf(mesh, judge)).toEqual([]);
        if (mesh.elements.length > 0) expect(judge(mesh).volume).toBeGreaterThan(0);
      }),
      { numRuns: 150 },
    );
  });

  it(
    'make a checkerboard, where every face is ambiguous',
    fuzzed,
    onSeeds((seed) => {
      const mesh = assemble(5, 0.5, randomStream(seed), ([x, y, z]) => (x + y + z) % 2 === 0);
      expect(faultsOf(mesh, judge)).toEqual([]);
      expect(mesh.elements.length).toBeGreaterThan(1000);
    }),
  );
});

/** A grid of nodes inside or outside at random, everything around them outside; every face has its choice, every edge its crossing. */
function assemble(
  size: number,
  filled: number,
  random: () => number,
  inside: (node: Vec3) => boolean = () => random() < filled,
): SurfaceMesh {
  const n = size + 2,
    at = (x: number, y: number, z: number) => (z * n + y) * n + x;
  const isInside = new Uint8Array(n ** 3),
    joined = Uint8Array.from({ length: 3 * n ** 3 }, () => (random() < 0.5 ? 1 : 0));
  for (const [x, y, z] of nodes(1, size)) isInside[at(x, y, z)] = inside([x, y, z]) ? 1 : 0;
  const vertexOf = new Map<number, number>(),
    positions: number[] = [],
    elements: number[] = [];
  const crossing = ([x, y, z]: Vec3, axis: number): number => {
    const key = 3 * at(x, y, z) + axis;
    if (!vertexOf.has(key)) {
      vertexOf.set(key, positions.length / 3);
      const place = [x, y, z];
      place[axis]! += 1 / 64 + random() * (62 / 64);
      positions.push(...place);
    }
    return vertexOf.get(key)!;
  };
  for (const cube of nodes(0, size)) {
    const corner = (c: number): Vec3 => CORNERS[c]!.map((o, a) => cube[a]! + o) as unknown as Vec3;
    const signs = CORNERS.reduce((bits, _, c) => bits | (isInside[at(...corner(c))]! << c), 0),
      choice = [0, 1, 2, 3, 4, 5].reduce((bits, face) => {
        const lower = cube.map((i, a) => i + (a === face >> 1 ? face & 1 : 0)) as unknown as Vec3;
        return bits | (joined[3 * at(...lower) + (face >> 1)]! << face);
      }, 0);
    const { triangles, centers } = cubeTriangles(signs, choice & index[signs]!);
    const vertices = EDGES.map(([low], edge) =>
      triangles.some((t) => t.includes(edge)) ? crossing(corner(low), edge >> 2) : -1,
    );
    for (const loop of centers) {
      vertices.push(positions.length / 3);
      const sum = [0, 1, 2].map((a) => loop.reduce((s, edge) => s + positions[3 * vertices[edge]! + a]!, 0));
      positions.push(...sum.map((s) => s / loop.length));
    }
    elements.push(...triangles.flat().map((c) => vertices[c]!));
  }
  return {
    dimension: 3,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(positions, () => 1),
    elements: Uint32Array.from(elements),
    fields: {},
  };
}

/** Whole places from `low` to `high` along each axis. */
function nodes(low: number, high: number): Vec3[] {
  const range = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  return range.flatMap((z) => range.flatMap((y) => range.map((x): Vec3 => [x, y, z])));
}
