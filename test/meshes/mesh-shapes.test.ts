import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../src/shapes/base64.ts';
import { boundsOf, measureOf, volumeInside } from '../../src/shapes/bounds.ts';
import { checkShape } from '../../src/shapes/check-shape.ts';
import { outwardNormal, signedDistance } from '../../src/shapes/distance.ts';
import { heightfieldCount } from '../../src/shapes/heightfield.ts';
import { MESH } from '../../src/shapes/kinds.ts';
import { triangleCount } from '../../src/shapes/mesh-triangles.ts';
import type { Mesh, Shape, Vec3 } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { packedCount, packTriangles, type TriangleSet, unpackTriangles } from '../../src/shapes/triangle-set.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const trig = { sin: Math.sin, cos: Math.cos };

/** A box as a mesh of twelve triangles, from its lowest corner to its highest. */
function boxTriangles(min: Vec3, max: Vec3): TriangleSet {
  const positions = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [
      k & 1 ? max[0] : min[0],
      k & 2 ? max[1] : min[1],
      k & 4 ? max[2] : min[2],
    ]),
  );
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { positions, triangles: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!])) };
}

const listed = ({ positions, triangles }: TriangleSet, more: object = {}): Mesh => ({
  mesh: { positions: [...positions], triangles: [...triangles], ...more },
});

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });

describe('base64', () => {
  it('is that of everybody else, both ways', fuzzed, () => {
    holds(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(fromBase64(text)).toEqual(bytes);
      }),
    );
  });

  it('takes nothing else', () => {
    for (const text of ['A', 'AAA', 'AA=A', 'A===', 'AB==', 'AAB=', 'AA\u00e9A', 'AA A', 'AAAA\n']) {
      expect(fromBase64(text)).toBeUndefined();
    }
  });
});

describe('a packed mesh', () => {
  it('comes back with single precision', fuzzed, () => {
    const triangle = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9));
    holds(
      fc.property(fc.array(coordinate, { minLength: 30, maxLength: 30 }), fc.array(triangle), (positions, corners) => {
        const set = { positions: Float64Array.from(positions), triangles: Uint32Array.from(corners.flat()) };
        const packed = packTriangles(set);
        expect(packedCount(packed)).toBe(corners.length);
        expect(unpackTriangles(packed)).toEqual({ ...set, positions: set.positions.map(Math.fround) });
      }),
    );
  });

  it('that is cut off or no base64 is refused, never half read', fuzzed, () => {
    const packed = packTriangles(boxTriangles([0, 0, 0], [1, 1, 1]));
    holds(
      fc.property(fc.nat(packed.length - 1), (end) => {
        expect(unpackTriangles(packed.slice(0, end))).toBeTypeOf('string');
      }),
    );
    expect(unpackTriangles(toBase64(Uint8Array.of(255, 255, 255, 255, 255, 255, 255, 255)))).toMatch(/need/);
    expect(packedCount('')).toBe(0);
  });
});

describe('a box as a mesh', () => {
  const min: Vec3 = [-0.5, -0.2, 0.1],
    max: Vec3 = [0.7, 0.4, 0.9];
  const box = solidOf({ box: { min, max } }, trig);
  const mesh = solidOf(listed(boxTriangles(min, max)), trig);

  it('has the bounds, the volume, the distance and the normal of the box', fuzzed, () => {
    expect(mesh).toMatchObject({ kind: MESH, center: box.center, vector: box.vector });
    expect(boundsOf(mesh)).toEqual(boundsOf(box));
    expect(measureOf(mesh)).toBeCloseTo(measureOf(box), 14);
    holds(
      fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
        const distance = signedDistance(box, x, y, z);
        expect(signedDistance(mesh, x, y, z)).toBeCloseTo(distance, 12);
        // Inside, where two faces are equally near, either is right; on the surface, none is better.
        fc.pre(distance > 1e-6);
        outwardNormal(mesh, x, y, z).forEach((c, k) => {
          expect(c).toBeCloseTo(outwardNormal(box, x, y, z)[k]!, 6);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('knows its inside also where rays meet edges and corners', () => {
    const cube = solidOf(listed(boxTriangles([0, 0, 0], [2, 2, 2])), trig);
    for (let n = 0; n < 125; n++) {
      const p = [n % 5, Math.floor(n / 5) % 5, Math.floor(n / 25)].map((c) => c - 1) as [number, number, number];
      const onSurface = p.every((c) => c >= 0 && c <= 2) && p.some((c) => c === 0 || c === 2);
      if (!onSurface) expect(signedDistance(cube, ...p) < 0, String(p)).toBe(p.every((c) => c === 1));
    }
  });

  it('is scaled, then turned, then shifted; a mirrored one keeps its outside', () => {
    const placed = {
      scale: [2, -1, 1] as Vec3,
      rotation: { axis: [0, 0, 1] as Vec3, degrees: 90 },
      translate: [5, 0, 0] as Vec3,
    };
    const solid = solidOf(listed(boxTriangles([0, 0, 0], [1, 1, 1]), placed), trig);
    expect(boundsOf(solid)).toEqual({ min: [5, 0, 0], max: [6, 2, 1] });
    expect(volumeInside(solid.triangles!)).toBeCloseTo(2, 12);
    expect(measureOf(solid)).toBeCloseTo(2, 12);
    expect(signedDistance(solid, 5.5, 1, 0.5)).toBeCloseTo(-0.5, 12);
  });

  it('is decoded once', () => {
    const shape: Mesh = { mesh: { packed: packTriangles(boxTriangles(min, max)) } };
    expect(solidOf(shape, trig).triangles).toBe(solidOf(shape, trig).triangles);
  });
});

describe('a heightfield', () => {
  const heights = [
    [0, 1, 0, 2],
    [1, 3, 0, 0],
    [0, 0, -1, 1],
  ];
  const shape: Shape = { heightfield: { heights, min: [-1, 0], max: [2, 4], depth: 0.5 } };
  const solid = solidOf(shape, trig);

  it('is closed and oriented, with its rim on the floor', () => {
    const { triangles } = solid.triangles!;
    const edges = new Set<string>();
    for (let t = 0; t < triangles.length; t += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${triangles[t + k]} ${triangles[t + ((k + 1) % 3)]}`);
    }
    expect(edges.size).toBe(triangles.length);
    for (const edge of edges) expect(edges.has(edge.split(' ').reverse().join(' '))).toBe(true);
    expect(triangles.length / 3).toBe(heightfieldCount(3, 4));
    expect(triangleCount(shape)).toBe(heightfieldCount(3, 4));
    expect(boundsOf(solid)).toEqual({ min: [-1, -1.5, 0], max: [2, 3, 4] });
  });

  it('has the ground below its heights inside', () => {
    // On the grid, the height is that of the list; cells are 1 m by 2 m.
    for (let i = 1; i < 3; i++) {
      for (const apart of [0.01, 0.4]) {
        expect(signedDistance(solid, -1 + i, heights[1]![i]! + apart, 2)).toBeGreaterThan(0);
        expect(signedDistance(solid, -1 + i, heights[1]![i]! - apart, 2)).toBeLessThan(0);
      }
    }
    expect(signedDistance(solid, 0.5, -1.49, 1)).toBeLessThan(0);
    expect(signedDistance(solid, 0.5, -1.51, 1)).toBeGreaterThan(0);
  });

  it.each([
    [[0, 1], [1, 0.2], 1],
    [[1, 0], [0.2, 1], 1],
    [[1, 0], [0.1, 0.9], 0.95],
  ])('cuts a square along the diagonal whose ends differ less: %j, %j', (first, second, middle) => {
    const square = solidOf({ heightfield: { heights: [first, second], min: [0, 0], max: [1, 1], depth: 1 } }, trig);
    expect(signedDistance(square, 0.5, middle - 0.01, 0.5)).toBeLessThan(0);
    expect(signedDistance(square, 0.5, middle + 0.01, 0.5)).toBeGreaterThan(0);
  });

  it('has the volume of its prisms', () => {
    const flat = solidOf(
      {
        heightfield: {
          heights: [
            [1, 1, 1],
            [1, 1, 1],
          ],
          min: [0, 0],
          max: [2, 3],
          depth: 0.5,
        },
      },
      trig,
    );
    expect(measureOf(flat)).toBeCloseTo(3, 12);
  });
});

describe('a mesh that nothing can be made of', () => {
  const codes = (shape: unknown, dimension: 2 | 3 = 3) =>
    checkShape(shape as Shape, '/s', dimension).map(({ code, pointer }) => `${code} ${pointer}`);
  const cube = boxTriangles([0, 0, 0], [1, 1, 1]);
  const lists = { positions: [...cube.positions], triangles: [...cube.triangles] };
  const field = {
    heights: [
      [0, 1],
      [1, 0],
    ],
    min: [0, 0],
    max: [1, 1],
    depth: 1,
  };

  it.each<[string, unknown, string[]]>([
    ['sound', { mesh: lists }, []],
    ['a file that nobody read', { mesh: { file: 'a.obj' } }, ['ASSET_NOT_LOADED /s/mesh/file']],
    ['half a vertex', { mesh: { ...lists, positions: lists.positions.slice(1) } }, ['MESH_INVALID /s/mesh/positions']],
    ['half a triangle', { mesh: { ...lists, triangles: [0, 1] } }, ['MESH_INVALID /s/mesh/triangles']],
    ['a stray corner', { mesh: { ...lists, triangles: [0, 1, 8] } }, ['MESH_INVALID /s/mesh']],
    ['a negative corner', { mesh: { ...lists, triangles: [0, 1, -1] } }, ['MESH_INVALID /s/mesh']],
    ['a broken corner', { mesh: { ...lists, triangles: [0, 1, 1.5] } }, ['MESH_INVALID /s/mesh']],
    ['no triangles', { mesh: { ...lists, triangles: [] } }, ['SHAPE_EMPTY /s/mesh']],
    [
      'a vertex in the sky',
      { mesh: { ...lists, positions: [...lists.positions, 0, 0, 2e6] } },
      ['MESH_INVALID /s/mesh'],
    ],
    ['no scale', { mesh: { ...lists, scale: [1, 0, 1] } }, ['SHAPE_EMPTY /s/mesh/scale']],
    ['no base64', { mesh: { packed: '???' } }, ['MESH_INVALID /s/mesh/packed']],
    [
      'a vertex that is no number',
      { mesh: { packed: packTriangles({ ...cube, positions: cube.positions.map(() => Number.NaN) }) } },
      ['MESH_INVALID /s/mesh'],
    ],
    ['sound heights', { heightfield: field }, []],
    [
      'heights that nobody read',
      { heightfield: { ...field, heights: undefined, file: 'a' } },
      ['ASSET_NOT_LOADED /s/heightfield/file'],
    ],
    ['one row', { heightfield: { ...field, heights: [[0, 1]] } }, ['SHAPE_EMPTY /s/heightfield/heights']],
    ['uneven rows', { heightfield: { ...field, heights: [[0, 1], [0]] } }, ['MESH_INVALID /s/heightfield/heights/1']],
    ['no size', { heightfield: { ...field, max: [1, 0] } }, ['SHAPE_EMPTY /s/heightfield/max/1']],
    [
      'a height in the sky',
      {
        heightfield: {
          ...field,
          heights: [
            [0, 1],
            [0, 1e7],
          ],
        },
      },
      ['MESH_INVALID /s/heightfield/heights/1'],
    ],
  ])('%s', (_what, shape, expected) => {
    expect(codes(shape)).toEqual(expected);
  });

  it('has no place in the plane', () => {
    expect(codes({ mesh: lists }, 2)).toEqual(['SHAPE_OFF_PLANE /s/mesh']);
    expect(codes({ heightfield: field }, 2)).toEqual(['SHAPE_OFF_PLANE /s/heightfield']);
  });
});
