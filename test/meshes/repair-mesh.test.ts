import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeRepair, repairMesh } from '../../src/meshes/repair-mesh.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import type { TriangleSet } from '../../src/shapes/triangle-set.ts';
import { ball, torus } from '../export/meshes.ts';
import { Dice } from '../helpers/dice.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const setOf = ({ positions, elements }: { positions: ArrayLike<number>; elements: Uint32Array }): TriangleSet => ({
  positions: Float64Array.from(positions),
  triangles: elements.slice(),
});
const BALL = setOf(ball(8, 0.5));
const RING = setOf(torus(24, 12, 0.3, 0.1));
const VOLUME = 0.5143; // of the ball, whose corners are on the sphere: below 4π/3 · 0.5³ = 0.5236
const SOUND = {
  welded: 0,
  degenerate: 0,
  duplicates: 0,
  flipped: 0,
  holesFilled: 0,
  boundaryEdges: 0,
  nonManifoldEdges: 0,
  components: 1,
  closed: true,
};

const triangle = ({ triangles }: TriangleSet, t: number): number[] => [...triangles.subarray(3 * t, 3 * t + 3)];
const withTriangles = (set: TriangleSet, triangles: number[]): TriangleSet => ({
  ...set,
  triangles: Uint32Array.from(triangles),
});
const without = (set: TriangleSet, ...gone: number[]): TriangleSet => ({
  ...set,
  triangles: set.triangles.filter((_, k) => !gone.includes(Math.floor(k / 3))),
});
const flipped = (set: TriangleSet, isFlipped: (t: number) => boolean): TriangleSet => ({
  ...set,
  triangles: set.triangles.map((v, k) => {
    const t = Math.floor(k / 3);
    return isFlipped(t) && k % 3 > 0 ? set.triangles[3 * t + 3 - (k % 3)]! : v;
  }),
});
function joined(...sets: TriangleSet[]): TriangleSet {
  const positions = sets.flatMap((set) => [...set.positions]);
  let before = 0;
  const triangles = sets.flatMap((set) => {
    const own = [...set.triangles].map((v) => v + before);
    before += set.positions.length / 3;
    return own;
  });
  return withTriangles({ positions: Float64Array.from(positions), triangles: new Uint32Array() }, triangles);
}
const moved = (set: TriangleSet, scale: number, shift: Vec3): TriangleSet => ({
  ...set,
  positions: set.positions.map((c, k) => scale * c + shift[k % 3]!),
});
/** Every triangle with vertices of its own. */
const soup = (set: TriangleSet): TriangleSet => ({
  positions: Float64Array.from([...set.triangles].flatMap((v) => [...set.positions.subarray(3 * v, 3 * v + 3)])),
  triangles: Uint32Array.from(set.triangles, (_, k) => k),
});

describe('a sound mesh', () => {
  it.each([
    ['ball', BALL],
    ['ring', RING],
  ])('stays as it is: %s', (_name, set) => {
    const { triangleSet, report } = repairMesh(set);
    expect(triangleSet.triangles).toEqual(set.triangles);
    expect(triangleSet.positions).toEqual(set.positions);
    expect(report).toMatchObject(SOUND);
    expect(describeRepair(report)).toBe('');
  });

  it('has its volume and area', () => {
    const { report } = repairMesh(setOf(ball(40, 0.5)));
    expect(report.volume).toBeCloseTo((Math.PI * 4 * 0.125) / 3, 2);
    expect(report.area).toBeCloseTo(Math.PI, 2);
    expect(repairMesh(BALL).report.volume).toBeCloseTo(VOLUME, 1);
  });
});

describe('what is broken is mended and counted', () => {
  it('triangles with vertices of their own, and such that are almost at one place', () => {
    expect(repairMesh(soup(BALL)).report).toMatchObject({ ...SOUND, vertices: BALL.positions.length / 3 });
    const dice = new Dice(3);
    const shaken = soup(BALL);
    for (let k = 0; k < shaken.positions.length; k++) shaken.positions[k]! += 1e-7 * dice.below(3);
    const { report } = repairMesh(shaken);
    expect(report).toMatchObject({ ...SOUND, welded: expect.any(Number), vertices: BALL.positions.length / 3 });
    expect(report.welded).toBeGreaterThan(100);
  });

  it('triangles with a corner twice', () => {
    const [a, b] = triangle(BALL, 0);
    const { report } = repairMesh(withTriangles(BALL, [...BALL.triangles, a!, b!, a!, b!, b!, b!]));
    expect(report).toMatchObject({ ...SOUND, degenerate: 2 });
  });

  it('slivers, whose long edge is given to the neighbor', () => {
    // The first triangle gets a vertex in the middle of an edge, and the gap a triangle without area.
    const [a, b, c] = triangle(BALL, 0) as [number, number, number];
    const middle = BALL.positions.length / 3;
    const between = [0, 1, 2].map((k) => Math.fround((BALL.positions[3 * a + k]! + BALL.positions[3 * b + k]!) / 2));
    const positions = Float64Array.of(...BALL.positions, ...between);
    const rest = [...BALL.triangles.subarray(3)];
    const { triangleSet, report } = repairMesh(
      withTriangles({ ...BALL, positions }, [a, middle, c, middle, b, c, a, b, middle, ...rest]),
    );
    expect(report).toMatchObject({ ...SOUND, degenerate: 1, triangles: BALL.triangles.length / 3 + 2 });
    expect(triangleSet.triangles.length).toBe(BALL.triangles.length + 6);
  });

  it('triangles that are there twice, also turned over', () => {
    const [a, b, c] = triangle(BALL, 7) as [number, number, number];
    expect(repairMesh(withTriangles(BALL, [...BALL.triangles, b, c, a])).report).toMatchObject({
      ...SOUND,
      duplicates: 1,
    });
    expect(repairMesh(withTriangles(BALL, [...BALL.triangles, b, a, c])).report).toMatchObject({
      ...SOUND,
      duplicates: 1,
    });
    expect(repairMesh(joined(BALL, BALL)).report).toMatchObject({ ...SOUND, duplicates: BALL.triangles.length / 3 });
  });

  it('triangles that look the wrong way, a few or all', fuzzed, () => {
    holds(
      fc.property(fc.array(fc.nat(BALL.triangles.length / 3 - 1), { maxLength: 40 }), (list) => {
        const wrong = new Set(list);
        const { triangleSet, report } = repairMesh(flipped(BALL, (t) => wrong.has(t)));
        expect(report).toMatchObject({ ...SOUND, flipped: wrong.size });
        expect(triangleSet.triangles).toEqual(BALL.triangles);
      }),
      { numRuns: 20 },
    );
    const all = repairMesh(flipped(RING, () => true));
    expect(all.report).toMatchObject({ ...SOUND, flipped: RING.triangles.length / 3 });
    expect(all.report.volume).toBeGreaterThan(0);
  });

  it('of an open mesh the fewer', () => {
    const bowl = withTriangles(BALL, [...BALL.triangles].slice(0, BALL.triangles.length / 2));
    const { triangleSet, report } = repairMesh(flipped(bowl, (t) => t % 5 > 0));
    expect(report.flipped).toBe(Math.ceil(bowl.triangles.length / 3 / 5));
    expect(triangleSet.triangles).toHaveLength(bowl.triangles.length);
  });

  it('small holes', () => {
    const { report } = repairMesh(without(BALL, 3, 100));
    expect(report).toMatchObject({ ...SOUND, holesFilled: 2, triangles: BALL.triangles.length / 3 });
    expect(report.volume).toBeCloseTo(repairMesh(BALL).report.volume, 6);
    // A larger one: all triangles around a vertex, a loop of six edges.
    const fine = setOf(ball(14, 0.5));
    const vertex = fine.triangles[3 * 70]!;
    const around = [...fine.triangles.keys()].filter((k) => fine.triangles[k] === vertex).map((k) => Math.floor(k / 3));
    const bald = repairMesh(without(fine, ...around)).report;
    expect(bald).toMatchObject({ ...SOUND, holesFilled: 1, triangles: fine.triangles.length / 3 - 2 });
  });

  it('all of it at once, in one report', () => {
    const broken = flipped(
      withTriangles(soup(without(BALL, 50)), [...soup(without(BALL, 50)).triangles, 0, 1, 2, 3, 3, 4]),
      (t) => t === 9,
    );
    const { report } = repairMesh(broken);
    expect(report).toMatchObject({ ...SOUND, duplicates: 1, degenerate: 1, flipped: 1, holesFilled: 1 });
    expect(describeRepair(report)).toBe(
      '1 triangle without area removed, 1 duplicate triangle removed, 1 triangle turned over, 1 hole closed',
    );
  });
});

describe('what may be meant is left alone', () => {
  it('a box without a lid, a sheet, a tube', () => {
    const box = {
      positions: Float64Array.from([...Array(8).keys()].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2])),
      triangles: new Uint32Array(),
    };
    const open = withTriangles(
      box,
      [0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6],
    );
    expect(repairMesh(open).report).toMatchObject({ ...SOUND, closed: false, boundaryEdges: 4, triangles: 10 });
    expect(repairMesh(withTriangles(box, [0, 1, 3, 0, 3, 2])).report).toMatchObject({
      closed: false,
      boundaryEdges: 4,
      holesFilled: 0,
    });
    // Six sides, ten rings, both ends open.
    const rings = Array.from({ length: 66 }, (_, k) => [
      Math.floor(k / 6) / 2,
      Math.sin((k % 6) * 1.0472),
      Math.cos((k % 6) * 1.0472),
    ]);
    const sides = Array.from({ length: 60 }, (_, k) => {
      const next = k - (k % 6) + ((k + 1) % 6);
      return [k, next, k + 6, next, next + 6, k + 6];
    });
    const tube = withTriangles(
      { positions: Float64Array.from(rings.flat()), triangles: new Uint32Array() },
      sides.flat(),
    );
    expect(repairMesh(tube).report).toMatchObject({ closed: false, boundaryEdges: 12, holesFilled: 0 });
  });

  it('the small holes of something that is open anyway: a sieve', () => {
    const bowl = withTriangles(BALL, [...BALL.triangles].slice(0, BALL.triangles.length / 2));
    // Of the middle of the bowl: none of its vertices is on the rim, which is in a plane through the center.
    const { positions, triangles } = repairMesh(bowl).triangleSet;
    const axis = [0, 1, 2].find(
      (a) => triangles.every((v) => positions[3 * v + a]! >= 0) || triangles.every((v) => positions[3 * v + a]! <= 0),
    )!;
    const inner = [...Array(triangles.length / 3).keys()].findIndex((t) =>
      [0, 1, 2].every((k) => Math.abs(positions[3 * triangles[3 * t + k]! + axis]!) > 0.2),
    );
    expect(inner).toBeGreaterThanOrEqual(0);
    expect(repairMesh(without({ positions, triangles }, inner)).report).toMatchObject({
      closed: false,
      holesFilled: 0,
    });
  });

  it('a cavity, but not a ball that looks inward beside others', () => {
    const cave = flipped(moved(BALL, 0.4, [0, 0, 0]), () => true);
    const hollow = repairMesh(joined(BALL, cave)).report;
    expect(hollow).toMatchObject({ ...SOUND, components: 2 });
    expect(hollow.volume).toBeCloseTo((1 - 0.4 ** 3) * repairMesh(BALL).report.volume, 5);
    expect(repairMesh(joined(BALL, moved(cave, 1, [2, 0, 0]))).report).toMatchObject({
      ...SOUND,
      components: 2,
      flipped: 512,
    });
  });

  it('a wall of two sides that touch, and boxes that share a face', () => {
    const sheet = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    };
    const wall = joined(
      sheet,
      flipped(sheet, () => true),
    );
    expect(repairMesh(wall).report).toMatchObject({ duplicates: 0, closed: true, volume: 0 });
  });

  it('edges at which more than two triangles meet', () => {
    const fin = BALL.positions.length / 3;
    const [a, b] = triangle(BALL, 0) as [number, number];
    const positions = Float64Array.of(...BALL.positions, 2, 2, 2);
    const { report } = repairMesh(withTriangles({ ...BALL, positions }, [...BALL.triangles, a, b, fin]));
    expect(report).toMatchObject({ closed: false, nonManifoldEdges: 1, boundaryEdges: 3, flipped: 0 });
  });
});

it('comes to an end with anything', fuzzed, () => {
  const corner = fc.integer({ min: -2, max: 2 });
  const mesh = fc.record({
    points: fc.array(fc.tuple(corner, corner, corner), { minLength: 1, maxLength: 12 }),
    corners: fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.nat(11)), { maxLength: 40 }),
  });
  holds(
    fc.property(mesh, ({ points, corners }) => {
      const triangles = corners.flat().map((v) => v % points.length);
      const once = repairMesh(
        withTriangles({ positions: Float64Array.from(points.flat()), triangles: new Uint32Array() }, triangles),
      );
      expect(once.triangleSet.triangles.every((v) => 3 * v < once.triangleSet.positions.length)).toBe(true);
      expect(() => repairMesh(once.triangleSet)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});
