// The measures of meshes on bodies known by heart, and every kind of defect in a mesh made for it.

import { beforeAll, describe, expect, it } from 'vitest';
import { findDefects, meshArea, meshVolume } from '../../src/meshes/measure-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { createJudge, type Judge, SOUND } from '../helpers/mesh-judge.ts';

function meshOf(positions: readonly number[], elements: readonly number[], dimension: 2 | 3 = 3): SurfaceMesh {
  return {
    dimension,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(positions, () => 0.5),
    elements: Uint32Array.from(elements),
    fields: {},
  };
}

/** A pyramid over three corners of a cube: volume 1/6. */
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const FACES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const pyramid = meshOf(CORNERS, FACES);
/** A square of edge 2, run through counterclockwise. */
const SQUARE = [0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0];
const square = meshOf(SQUARE, [0, 1, 1, 2, 2, 3, 3, 0], 2);

const shifted = (values: readonly number[], by: number) => values.map((v) => v + by);

describe('measures', () => {
  it('knows volume and area of a pyramid', () => {
    expect(meshVolume(pyramid)).toBeCloseTo(1 / 6, 12);
    expect(meshArea(pyramid)).toBeCloseTo(3 / 2 + Math.sqrt(3) / 2, 12);
  });

  it('knows area and length of a square', () => {
    expect(meshVolume(square)).toBe(4);
    expect(meshArea(square)).toBe(8);
  });

  it('counts what is inside out as negative', () => {
    expect(meshVolume(meshOf(CORNERS, [...FACES].reverse()))).toBeCloseTo(-1 / 6, 12);
    expect(meshVolume(meshOf(SQUARE, [1, 0, 2, 1, 3, 2, 0, 3], 2))).toBe(-4);
  });

  it('loses no digits far from the origin', () => {
    expect(meshVolume(meshOf(shifted(CORNERS, 2 ** 20), FACES))).toBeCloseTo(1 / 6, 12);
    expect(meshVolume(meshOf(shifted(SQUARE, 2 ** 20), [0, 1, 1, 2, 2, 3, 3, 0], 2))).toBe(4);
  });

  it('finds nothing in nothing', () => {
    const nothing = meshOf([], []);
    expect([meshVolume(nothing), meshArea(nothing)]).toEqual([0, 0]);
    expect(findDefects(nothing)).toEqual(SOUND);
  });
});

describe('defects of triangles', () => {
  let judge: Judge;
  beforeAll(async () => {
    judge = await createJudge();
  });

  it('finds none in a pyramid, in two, and in one inside another', () => {
    expect(findDefects(pyramid)).toEqual(SOUND);
    const hollow = [...FACES, ...shifted([...FACES].reverse(), 4)],
      inner = CORNERS.map((c) => 0.1 + c / 4);
    for (const mesh of [
      meshOf([...CORNERS, ...shifted(CORNERS, 3)], [...FACES, ...shifted(FACES, 4)]),
      meshOf([...CORNERS, ...inner], hollow),
    ]) {
      expect(findDefects(mesh)).toEqual(SOUND);
      expect(judge(mesh).status).toBe('NoError');
    }
  });

  /** What a defective mesh shows; manifold-3d refuses each that is not a closed manifold. */
  const CASES: readonly [string, SurfaceMesh, Partial<typeof SOUND>][] = [
    ['a missing triangle', meshOf(CORNERS, FACES.slice(3)), { open: 3 }],
    ['a triangle that faces in', meshOf(CORNERS, [0, 1, 2, ...FACES.slice(3)]), { open: 3, crowded: 3 }],
    ['a triangle twice', meshOf(CORNERS, [...FACES, 0, 2, 1]), { crowded: 3 }],
    ['a corner without a vertex', meshOf(CORNERS, [...FACES.slice(0, -1), 9]), { invalid: 1, open: 3, degenerate: 1 }],
    ['a place that is not finite', meshOf([Number.NaN, ...CORNERS.slice(1)], FACES), { invalid: 1, degenerate: 3 }],
  ];

  it.each(CASES)('finds %s', (_, mesh, expected) => {
    expect(findDefects(mesh)).toEqual({ ...SOUND, ...expected });
    expect(judge(mesh).status).not.toBe('NoError');
  });

  it('finds a repeated corner', () => {
    // manifold-3d drops such a triangle and goes on.
    expect(findDefects(meshOf(CORNERS, [...FACES, 1, 1, 2]))).toEqual({ ...SOUND, crowded: 2, degenerate: 1 });
  });

  it('finds four triangles at an edge', () => {
    // Two pyramids that share the edge 0-1.
    const places = [...CORNERS, 0, -1, 0, 0, 0, -1],
      second = [0, 4, 1, 0, 1, 5, 0, 5, 4, 1, 4, 5].reverse();
    expect(findDefects(meshOf(places, [...FACES, ...second]))).toMatchObject({ open: 0, crowded: 2 });
  });

  it('finds two pyramids that touch in a vertex', () => {
    const places = [...CORNERS, -1, 0, 0, 0, -1, 0, 0, 0, -1],
      second = [0, 4, 5, 0, 6, 4, 0, 5, 6, 4, 6, 5];
    const mesh = meshOf(places, [...FACES, ...second]);
    expect(findDefects(mesh)).toEqual({ ...SOUND, pinched: 1 });
  });

  it('finds a triangle without area', () => {
    // A fourth vertex in the middle of an edge of the floor, with a flat triangle between.
    const places = [...CORNERS, 0.5, 0, 0],
      floor = [0, 2, 4, 4, 2, 1, 0, 4, 1],
      mesh = meshOf(places, [...floor, ...FACES.slice(3)]);
    expect(findDefects(mesh)).toEqual({ ...SOUND, degenerate: 1 });
  });

  it('finds normals that are not finite or not there', () => {
    expect(findDefects({ ...pyramid, normals: new Float32Array(12).fill(Number.POSITIVE_INFINITY) }).invalid).toBe(12);
    expect(findDefects({ ...pyramid, normals: new Float32Array(3) }).invalid).toBe(1);
  });
});

describe('defects of lines', () => {
  it('finds none in a square', () => {
    expect(findDefects(square)).toEqual(SOUND);
  });

  it.each([
    ['an open end', [0, 1, 1, 2, 2, 3], { open: 2 }],
    ['a segment that runs the wrong way', [0, 1, 2, 1, 2, 3, 3, 0], { open: 2, crowded: 1 }],
    ['a vertex of four segments', [0, 1, 1, 2, 2, 0, 0, 2, 2, 3, 3, 0], { crowded: 2 }],
    ['a segment without length', [0, 1, 1, 2, 2, 2, 2, 3, 3, 0], { crowded: 1, degenerate: 1 }],
  ])('finds %s', (_, elements, expected) => {
    expect(findDefects(meshOf(SQUARE, elements, 2))).toEqual({ ...SOUND, ...expected });
  });
});
