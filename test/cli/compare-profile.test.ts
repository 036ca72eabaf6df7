// Thickness of bodies along gravity, on surfaces whose thickness is known.

import { describe, expect, it } from 'vitest';
import { loadTrigonometry } from '../../src/cache/scene-file.ts';
import {
  type Columns,
  columnsOf,
  finestSpacing,
  measureProfile,
  type Profile,
  profileDifference,
} from '../../src/make/compare/profile.ts';
import { solidMesh } from '../../src/meshes/solid-mesh.ts';
import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { parseScene } from '../../src/scene/parse-scene.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import { solidOf } from '../../src/shapes/solid.ts';

type Mesh = Pick<SurfaceMesh, 'positions' | 'elements'>;
type Point = readonly [number, number, number];

const trig = await loadTrigonometry();
const box = (min: Point, max: Point): Mesh =>
  solidMesh(solidOf({ box: { min: [...min], max: [...max] } }, trig, 3), trig);
const along = (up: Columns['up'], width = 0.1): Columns => ({ dimension: 3, up, width });
const plane = (up: 0 | 1, width = 0.1): Columns => ({ dimension: 2, up, width });

/** A polygon of the plane; counterclockwise, so that the substance is on the left. */
function polygon(...corners: readonly (readonly [number, number])[]): Mesh {
  const n = corners.length;
  return {
    positions: Float32Array.from(corners.flatMap(([x, y]) => [x, y, 0])),
    elements: Uint32Array.from(corners.flatMap((_, k) => [k, (k + 1) % n])),
  };
}

/** What the columns hold together: m³, or m² in 2D. */
function volumeOf({ thickness, columns }: Profile): number {
  const sum = thickness.reduce((all, each) => all + each, 0);
  return sum * (columns.dimension === 3 ? columns.width ** 2 : columns.width);
}

describe('columns', () => {
  const scene = (more: SceneInput) => parseScene({ substances: { a: {} }, ...more }, trig);
  const body = (spacing: number) =>
    ({ substance: 'a', shape: { sphere: { center: [0, 0, 0], radius: 1 } }, spacing }) as const;

  it('stand along the largest component of gravity, and along y without any', () => {
    const upOf = (gravity: [number, number, number], dimension: 2 | 3 = 3) =>
      columnsOf(scene({ gravity, dimension, bodies: [body(0.3)] })).up;
    expect([upOf([0, -9.81, 0]), upOf([0, 0, 0]), upOf([3, 1, -2]), upOf([1, -2, 5])]).toEqual([1, 1, 0, 2]);
    expect([upOf([3, 1, 0], 2), upOf([0, 0, 0], 2)]).toEqual([0, 1]);
  });

  it('are as wide as the finest particles, of bodies and of emitters', () => {
    const disc = { center: [0, 1, 0], normal: [0, -1, 0], radius: 0.5 } as const;
    const emitter = { substance: 'a', shape: { disc }, speed: 1 };
    const given = { bodies: [body(0.3), body(0.2)], emitters: [{ ...emitter, spacing: 0.15 }] };
    expect(finestSpacing(scene(given))).toBe(0.15);
    expect(columnsOf(scene({ bodies: given.bodies })).width).toBe(0.2);
    expect(finestSpacing(scene({}))).toBe(0);
  });
});

describe('a profile', () => {
  it.each([0, 1, 2] as const)('has the height of a box along axis %i in every column that it covers', (up) => {
    // Diagonals of the sides go through centers of columns, and edges lie between them.
    const { places, thickness } = measureProfile(box([-0.2, -0.3, -0.5], [0.6, 0.7, 0.9]), along(up));
    const [x, y, z] = [8, 10, 14];
    expect(places.length).toBe([y * z, z * x, x * y][up]);
    expect(new Set(places).size).toBe(places.length);
    for (const each of thickness) expect(each).toBeCloseTo([0.8, 1, 1.4][up]!, 6);
  });

  it('counts an edge or a corner at the center of a column once', () => {
    for (const shift of [0, 0.05]) {
      const { thickness } = measureProfile(box([shift, 0, shift], [shift + 0.5, 1, shift + 0.5]), along(1));
      expect(thickness.length).toBe(25);
      for (const each of thickness) expect(each).toBeCloseTo(1, 6);
    }
  });

  it.each([0, 1, 2] as const)('holds the volume of a sphere along axis %i', (up) => {
    const sphere = solidMesh(solidOf({ sphere: { center: [0.3, -7, 2], radius: 0.5 } }, trig, 3), trig);
    const volume = ((4 / 3) * Math.PI) / 8;
    expect(volumeOf(measureProfile(sphere, along(up, 0.02))) / volume).toBeCloseTo(1, 2);
  });

  it('follows a slope: a corner of a cube, cut off', () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const corner: Mesh = {
      positions: Float32Array.from(corners.flat()),
      elements: Uint32Array.from([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]),
    };
    for (const up of [0, 1, 2] as const) {
      const { places, thickness } = measureProfile(corner, along(up));
      const expected = Array.from(
        { length: 100 },
        (_, k) => 1 - ((k % 10) + 0.5) / 10 - (Math.floor(k / 10) + 0.5) / 10,
      );
      const inside = expected.filter((each) => each > 1e-6);
      expect([...thickness].filter((each) => each > 1e-6)).toHaveLength(inside.length);
      expect(new Set(places).size).toBe(places.length);
      const sorted = [...thickness].filter((each) => each > 1e-6).sort((a, b) => a - b);
      for (const [k, each] of inside.sort((a, b) => a - b).entries()) expect(sorted[k]).toBeCloseTo(each, 6);
    }
  });

  it('leaves out a hole', () => {
    const outer = box([0, 0, 0], [0.5, 1, 0.5]),
      inner = box([0.1, 0.25, 0.1], [0.4, 0.5, 0.4]);
    const elements = [...inner.elements].reverse().map((vertex) => vertex + outer.positions.length / 3);
    const hollow = {
      positions: Float32Array.from([...outer.positions, ...inner.positions]),
      elements: Uint32Array.from([...outer.elements, ...elements]),
    };
    const { thickness } = measureProfile(hollow, along(1));
    expect([...thickness].filter((each) => Math.abs(each - 0.75) < 1e-6)).toHaveLength(9);
    expect([...thickness].filter((each) => Math.abs(each - 1) < 1e-6)).toHaveLength(16);
  });

  it('works in the plane, along both axes', () => {
    const slab = polygon([-0.3, 0.1], [0.2, 0.1], [0.2, 0.8], [-0.3, 0.8]);
    const up = measureProfile(slab, plane(1)),
      right = measureProfile(slab, plane(0));
    expect([up.thickness.length, right.thickness.length]).toEqual([5, 7]);
    for (const each of up.thickness) expect(each).toBeCloseTo(0.7, 6);
    for (const each of right.thickness) expect(each).toBeCloseTo(0.5, 6);
    const cornered = polygon([-0.35, 0], [0.05, 0], [0.35, 0], [0.35, 0.4], [0.05, 0.4], [-0.35, 0.4]);
    for (const each of measureProfile(cornered, plane(1)).thickness) expect(each).toBeCloseTo(0.4, 6);
    const triangle = measureProfile(polygon([0, 0], [1, 0], [0, 1]), plane(1));
    expect([...triangle.thickness].map((each) => Math.round(1000 * each)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, k) => 50 + 100 * k),
    );
  });

  it('is empty without a surface', () => {
    const nothing = { positions: new Float32Array(0), elements: new Uint32Array(0) };
    expect(measureProfile(nothing, along(1)).places).toHaveLength(0);
  });
});

describe('the difference of profiles', () => {
  const low = measureProfile(box([0, 0, 0], [1, 0.3, 1]), along(1, 0.05));

  it('is that of the heights of two boxes, in widths of a column, both ways', () => {
    const high = measureProfile(box([0, 5, 0], [1, 5.375, 1]), along(1, 0.05));
    expect(profileDifference(low, high)).toBeCloseTo(1.5, 5);
    expect(profileDifference(high, low)).toBeCloseTo(1.5, 5);
    expect(profileDifference(low, low)).toBe(0);
  });

  it('counts columns that only one of them covers', () => {
    const moved = measureProfile(box([0.5, 0, 0], [1.5, 0.3, 1]), along(1, 0.05));
    expect(profileDifference(low, moved)).toBeCloseTo((2 / 3) * 6, 5); // half of each alone, 6 widths thick
    expect(profileDifference(moved, low)).toBeCloseTo(4, 5);
  });

  it('is 0 without any column, and the thickness if one of them has none', () => {
    const none: Profile = { columns: low.columns, places: new Float64Array(0), thickness: new Float32Array(0) };
    expect(profileDifference(none, none)).toBe(0);
    expect(profileDifference(none, low)).toBeCloseTo(6, 5);
    expect(profileDifference(low, none)).toBeCloseTo(6, 5);
  });
});
