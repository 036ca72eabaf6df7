import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, measureOf } from '../../src/shapes/bounds.ts';
import { checkShape } from '../../src/shapes/check-shape.ts';
import { outwardNormal, signedDistance } from '../../src/shapes/distance.ts';
import { cosDegrees, rotationInto, sinDegrees } from '../../src/shapes/rotation.ts';
import type { Heightfield, Mesh, Shape, Vec3 } from '../../src/shapes/shape.ts';
import { solidOf } from '../../src/shapes/solid.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const trig = { sin: Math.sin, cos: Math.cos };

type Plain = Exclude<Shape, Mesh | Heightfield>;
const SHAPES: Record<string, Plain> = {
  plane: { plane: { point: [0.3, -0.2, 0.1], normal: [1, 2, -0.5] } },
  box: { box: { min: [-0.5, -0.2, 0.1], max: [0.7, 0.4, 0.9] } },
  'turned box': { box: { center: [0.2, 0.1, -0.3], size: [1, 0.5, 0.7], rotation: { axis: [1, 2, 3], degrees: 50 } } },
  sphere: { sphere: { center: [0.1, 0.2, -0.1], radius: 0.6 } },
  capsule: { capsule: { from: [-0.4, 0.1, 0.2], to: [0.5, 0.6, -0.3], radius: 0.3 } },
  cylinder: { cylinder: { from: [-0.3, -0.4, 0.1], to: [0.4, 0.5, 0.2], radius: 0.35 } },
};

const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
const point = fc.tuple(coordinate, coordinate, coordinate);

/** Whether a point is in the shape, written from the definition of the shape and not from any distance. */
function contains(shape: Plain, p: Vec3): boolean {
  if ('plane' in shape) return dot(shape.plane.normal, minus(p, shape.plane.point)) <= 0;
  if ('sphere' in shape) return norm(minus(p, shape.sphere.center)) <= shape.sphere.radius;
  if ('box' in shape) {
    const box = shape.box;
    if ('min' in box) return p.every((c, k) => c >= box.min[k]! && c <= box.max[k]!);
    const { axis, degrees } = box.rotation!;
    const local = rodrigues(minus(p, box.center), axis, (-degrees * Math.PI) / 180);
    return local.every((c, k) => Math.abs(c) <= box.size[k]! / 2);
  }
  const { from, to, radius } = 'capsule' in shape ? shape.capsule : shape.cylinder;
  const axis = minus(to, from);
  const t = dot(minus(p, from), axis) / dot(axis, axis);
  const s = 'capsule' in shape ? Math.min(Math.max(t, 0), 1) : t;
  if (s < 0 || s > 1) return false;
  return norm(minus(p, [from[0] + s * axis[0], from[1] + s * axis[1], from[2] + s * axis[2]])) <= radius;
}

const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const along = (p: Vec3, n: Vec3, s: number): Vec3 => [p[0] + s * n[0], p[1] + s * n[1], p[2] + s * n[2]];
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const norm = (a: Vec3) => Math.hypot(...a);

function rodrigues(v: Vec3, axis: Vec3, angle: number): Vec3 {
  const length = norm(axis);
  const k: Vec3 = [axis[0] / length, axis[1] / length, axis[2] / length];
  const cross: Vec3 = [k[1] * v[2] - k[2] * v[1], k[2] * v[0] - k[0] * v[2], k[0] * v[1] - k[1] * v[0]];
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [0, 1, 2].map((i) => v[i]! * c + cross[i]! * s + k[i]! * dot(k, v) * (1 - c)) as unknown as Vec3;
}

/** Evenly spread unit vectors (Fibonacci sphere). */
const DIRECTIONS = Array.from({ length: 400 }, (_, n): Vec3 => {
  const y = 1 - (2 * (n + 0.5)) / 400;
  const r = Math.sqrt(1 - y * y);
  const turn = n * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(turn), y, r * Math.sin(turn)];
});

describe.each(Object.entries(SHAPES))('%s', (_name, shape) => {
  const solid = solidOf(shape, trig);
  const distance = (p: Vec3) => signedDistance(solid, ...p);
  const normal = (p: Vec3) => outwardNormal(solid, ...p);

  it('is negative inside and positive outside', fuzzed, () => {
    holds(
      fc.property(point, (p) => {
        fc.pre(Math.abs(distance(p)) > 1e-9);
        expect(distance(p) < 0).toBe(contains(shape, p));
      }),
      { numRuns: 1000 },
    );
  });

  it('is the exact Euclidean distance: the surface is that far along the normal and nowhere nearer', fuzzed, () => {
    holds(
      fc.property(point, (p) => {
        const d = distance(p);
        fc.pre(Math.abs(d) > 1e-5);
        const foot = along(p, normal(p), -d);
        const n = normal(p);
        expect(contains(shape, along(foot, n, 1e-7))).toBe(false);
        expect(contains(shape, along(foot, n, -1e-7))).toBe(true);
        const inside = d < 0;
        for (const u of DIRECTIONS) expect(contains(shape, along(p, u, 0.999999 * Math.abs(d)))).toBe(inside);
      }),
      { numRuns: 200 },
    );
  });

  it('has a unit normal equal to the gradient', fuzzed, () => {
    holds(
      fc.property(point, (p) => {
        const e = 1e-5;
        const axes: Vec3[] = [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ];
        const forward = axes.map((a) => (distance(along(p, a, e)) - distance(p)) / e);
        const backward = axes.map((a) => (distance(p) - distance(along(p, a, -e))) / e);
        const n = normal(p);
        expect(norm(n)).toBeCloseTo(1, 12);
        fc.pre(forward.every((f, k) => Math.abs(f - backward[k]!) < 1e-3)); // not at a crease
        for (let k = 0; k < 3; k++) expect(Math.abs((forward[k]! + backward[k]!) / 2 - n[k]!)).toBeLessThan(1e-6);
      }),
      { numRuns: 1000 },
    );
  });

  it('fits its bounds, which touch it', () => {
    const { min, max } = boundsOf(solid);
    if ('plane' in shape) {
      expect(min).toEqual([-Infinity, -Infinity, -Infinity]);
      expect(max).toEqual([Infinity, Infinity, Infinity]);
      return;
    }
    for (let k = 0; k < 3; k++) {
      // The distance to the plane that bounds the shape is zero: sampled on a grid over that side of the box.
      for (const side of [min, max]) {
        let nearest = Infinity;
        for (let a = 0; a <= 400; a++) {
          for (let b = 0; b <= 400; b++) {
            const p: [number, number, number] = [0, 0, 0];
            const i = (k + 1) % 3;
            const j = (k + 2) % 3;
            p[k] = side[k]!;
            p[i] = min[i]! + ((max[i]! - min[i]!) * a) / 400;
            p[j] = min[j]! + ((max[j]! - min[j]!) * b) / 400;
            nearest = Math.min(nearest, distance(p));
          }
        }
        expect(nearest).toBeGreaterThan(-1e-12);
        expect(nearest).toBeLessThan(0.004);
      }
    }
  });

  it('has the volume that counting points gives', () => {
    if ('plane' in shape) {
      expect(measureOf(solid)).toBe(Infinity);
      return;
    }
    const { min, max } = boundsOf(solid);
    const n = 60;
    let inside = 0;
    for (let a = 0; a < n; a++) {
      for (let b = 0; b < n; b++) {
        for (let c = 0; c < n; c++) {
          const p = [a, b, c].map((i, k) => min[k]! + ((max[k]! - min[k]!) * (i + 0.5)) / n) as unknown as Vec3;
          if (contains(shape, p)) inside++;
        }
      }
    }
    const volume = ((max[0] - min[0]) * (max[1] - min[1]) * (max[2] - min[2]) * inside) / (n * n * n);
    expect(measureOf(solid) / volume).toBeCloseTo(1, 2);
  });
});

describe('distance at special points', () => {
  it('knows the analytic values', () => {
    const box = solidOf({ box: { min: [-1, -2, -3], max: [1, 2, 3] } }, trig);
    expect(signedDistance(box, 0, 0, 0)).toBe(-1);
    expect(signedDistance(box, 4, 6, 3)).toBe(5);
    expect(signedDistance(box, 1, 2, 3)).toBe(0);
    const cylinder = solidOf({ cylinder: { from: [0, -1, 0], to: [0, 1, 0], radius: 2 } }, trig);
    expect(signedDistance(cylinder, 5, 5, 0)).toBe(5);
    expect(signedDistance(cylinder, 0, 0, 0)).toBe(-1);
    const capsule = solidOf({ capsule: { from: [0, 0, 0], to: [0, 0, 2], radius: 1 } }, trig);
    expect(signedDistance(capsule, 3, 0, 6)).toBe(4);
    expect(signedDistance(capsule, 0, 0, 1)).toBe(-1);
  });

  const SPECIAL: [string, Shape, Vec3][] = [
    ['center of a sphere', { sphere: { center: [1, 2, 3], radius: 1 } }, [1, 2, 3]],
    ['center of a box', { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, [0, 0, 0]],
    ['edge of a box', { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, [1, 1, 0]],
    ['corner of a box', { box: { min: [-1, -1, -1], max: [1, 1, 1] } }, [1, 1, 1]],
    ['axis of a capsule', { capsule: { from: [0, 0, 0], to: [1, 1, 1], radius: 1 } }, [0.5, 0.5, 0.5]],
    ['a capsule without length', { capsule: { from: [1, 1, 1], to: [1, 1, 1], radius: 1 } }, [1, 1, 1]],
    ['axis of a cylinder', { cylinder: { from: [0, 0, 0], to: [0, 0, 9], radius: 1 } }, [0, 0, 4]],
    ['rim of a cylinder', { cylinder: { from: [0, 0, 0], to: [0, 0, 9], radius: 1 } }, [1, 0, 9]],
  ];
  it.each(SPECIAL)('has a unit normal that leads out at the %s', (_name, shape, p) => {
    const solid = solidOf(shape, trig);
    const n = outwardNormal(solid, ...p);
    expect(norm(n)).toBeCloseTo(1, 12);
    expect(signedDistance(solid, ...along(p, n, 0.1)) - signedDistance(solid, ...p)).toBeCloseTo(0.1, 12);
  });
});

describe('2D', () => {
  const FLAT: [string, Shape, number][] = [
    ['thin box', { box: { min: [-1, -2, 0], max: [1, 2, 0] } }, 8],
    ['turned box', { box: { center: [0, 0, 0], size: [2, 1, 0.01], rotation: { axis: [0, 0, 1], degrees: 30 } } }, 2],
    ['disc', { sphere: { center: [0.1, 0, 0], radius: 1 } }, Math.PI],
    ['cylinder across', { cylinder: { from: [0, 0, -0.01], to: [0, 0, 0.01], radius: 1 } }, Math.PI],
    ['cylinder lying', { cylinder: { from: [-1, 0, 0], to: [1, 0, 0], radius: 0.5 } }, 2],
    ['capsule lying', { capsule: { from: [-1, 0, 0], to: [1, 1, 0], radius: 0.5 } }, Math.sqrt(5) + Math.PI / 4],
  ];
  it.each(FLAT)('%s: normals stay in the plane and the area is right', fuzzed, (_name, shape, area) => {
    expect(checkShape(shape, '', 2)).toEqual([]);
    const solid = solidOf(shape, trig, 2);
    expect(measureOf(solid)).toBeCloseTo(area, 12);
    const { min, max } = boundsOf(solid);
    expect([min[2], max[2]]).toEqual([0, 0]);
    expect([...min, ...max].every(Number.isFinite)).toBe(true);
    holds(
      fc.property(coordinate, coordinate, (x, y) => {
        const n = outwardNormal(solid, x, y, 0);
        expect(n[2]).toBeCloseTo(0, 15);
        expect(norm(n)).toBeCloseTo(1, 12);
        const d = signedDistance(solid, x, y, 0);
        expect(Math.abs(signedDistance(solid, x - d * n[0], y - d * n[1], 0))).toBeLessThan(1e-12);
      }),
    );
    for (const p of [solid.center, [0.9, 0, 0] as Vec3]) expect(outwardNormal(solid, ...p)[2]).toBeCloseTo(0, 15);
  });
});

describe('rotation', () => {
  it('is exact at right angles, for many turns too', () => {
    expect([0, 90, 180, 270, 360, -90, 36000090].map((d) => sinDegrees(d, trig))).toEqual([0, 1, 0, -1, 0, -1, 1]);
    expect([0, 90, 180, 270, 360, -90, 36000180].map((d) => cosDegrees(d, trig))).toEqual([1, 0, -1, 0, 1, 0, -1]);
  });

  it('agrees with sine and cosine and is a right-handed rotation', fuzzed, () => {
    holds(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), point, (degrees, v) => {
        const angle = (degrees * Math.PI) / 180;
        expect(sinDegrees(degrees, trig)).toBeCloseTo(Math.sin(angle), 12);
        expect(cosDegrees(degrees, trig)).toBeCloseTo(Math.cos(angle), 12);
        const m: number[] = [];
        rotationInto(m, [0.6, 0, 0.8], degrees, trig);
        const expected = rodrigues(v, [0.6, 0, 0.8], angle);
        for (let k = 0; k < 3; k++) {
          expect(m[3 * k]! * v[0] + m[3 * k + 1]! * v[1] + m[3 * k + 2]! * v[2]).toBeCloseTo(expected[k]!, 10);
        }
      }),
    );
  });
});

describe('checkShape', () => {
  const codes = (shape: Shape, dimension: 2 | 3 = 3) =>
    checkShape(shape, '/bodies/0/shape', dimension).map((p) => `${p.code} ${p.pointer.replace('/bodies/0/shape', '')}`);

  it('accepts every good shape', () => {
    for (const shape of Object.values(SHAPES)) expect(codes(shape)).toEqual([]);
    expect(codes({ capsule: { from: [0, 0, 0], to: [0, 0, 0], radius: 1 } })).toEqual([]);
  });

  it('names empty and inverted sizes where they stand', () => {
    expect(codes({ box: { min: [0, 0, 0], max: [1, 0, -1] } })).toEqual([
      'SHAPE_EMPTY /box/max/1',
      'SHAPE_INVERTED /box/max/2',
    ]);
    expect(codes({ box: { center: [0, 0, 0], size: [1, 1, 0] } })).toEqual(['SHAPE_EMPTY /box/size/2']);
    expect(codes({ box: { center: [0, 0, 0], size: [1, 1, Number.NaN] } })).toEqual(['SHAPE_EMPTY /box/size/2']);
    expect(codes({ sphere: { center: [0, 0, 0], radius: 0 } })).toEqual(['SHAPE_EMPTY /sphere/radius']);
    expect(codes({ sphere: { center: [0, 0, 0], radius: -1 } })).toEqual(['SHAPE_INVERTED /sphere/radius']);
    expect(codes({ cylinder: { from: [1, 2, 3], to: [1, 2, 3], radius: 1 } })).toEqual(['SHAPE_EMPTY /cylinder/to']);
    expect(codes({ plane: { point: [0, 0, 0], normal: [0, 0, 0] } })).toEqual(['SHAPE_NO_DIRECTION /plane/normal']);
  });

  it('refuses shapes that leave the plane of a 2D world', () => {
    expect(codes({ sphere: { center: [0, 0, 0.1], radius: 1 } }, 2)).toEqual(['SHAPE_OFF_PLANE /sphere/center']);
    expect(codes({ plane: { point: [0, 0, 0], normal: [0, 1, 1] } }, 2)).toEqual(['SHAPE_OFF_PLANE /plane/normal']);
    expect(codes({ box: { min: [0, 0, 1], max: [1, 1, 2] } }, 2)).toEqual(['SHAPE_OFF_PLANE /box']);
    expect(codes({ capsule: { from: [0, 0, 0], to: [0, 1, 1], radius: 1 } }, 2)).toEqual(['SHAPE_OFF_PLANE /capsule']);
    const tilted: Shape = { box: { center: [0, 0, 0], size: [1, 1, 1], rotation: { axis: [1, 0, 0], degrees: 9 } } };
    expect(codes(tilted, 2)).toEqual(['SHAPE_OFF_PLANE /box/rotation/axis']);
    expect(codes({ box: { min: [0, 0, 0], max: [1, 1, 0] } }, 2)).toEqual([]);
  });
});
