// Rasterized triangles against rays cast one by one in double precision, and meshes against holes and double hits.

import { describe, expect, it } from 'vitest';
import { depthOfKey, NOTHING, projectPoint } from '../../src/render/projection.ts';
import { rasterTarget } from '../../src/render/raster-target.ts';
import { TriangleDrawer } from '../../src/render/rasterize.ts';
import type { Faces, TriangleSetup } from '../../src/render/triangle-setup.ts';
import { TriangleWalk } from '../../src/render/triangle-setup.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { Dice } from '../helpers/dice.ts';
import { frontProjection, meshOf } from '../helpers/pictures.ts';

const [WIDTH, HEIGHT] = [96, 64];

interface Triangles {
  readonly positions: Float32Array;
  readonly elements: Uint32Array;
}

const soup = (corners: readonly Vec3[]): Triangles => ({
  positions: Float32Array.from(corners.flat()),
  elements: Uint32Array.from(corners.keys()),
});

function draw(mesh: Triangles, projection = frontProjection(WIDTH, HEIGHT), faces: Faces = 'both') {
  const target = rasterTarget(WIDTH, HEIGHT);
  new TriangleWalk(projection, WIDTH, HEIGHT).walk(mesh, faces, new TriangleDrawer(target));
  return target;
}

/** How often every sample is covered, with the tests of the edges written out. */
function countHits(mesh: Triangles, projection = frontProjection(WIDTH, HEIGHT), faces: Faces = 'both'): Uint8Array {
  const hits = new Uint8Array(WIDTH * HEIGHT);
  const visit = (t: TriangleSetup): void => {
    for (let y = t.top; y < t.bottom; y++) {
      for (let x = t.left; x < t.right; x++) {
        const [i, j] = [x - t.left, y - t.top];
        const inside = [t.e0 + i * t.x0 + j * t.y0, t.e1 + i * t.x1 + j * t.y1, t.e2 + i * t.x2 + j * t.y2];
        if (inside.every((e) => e >= 0)) hits[y * WIDTH + x]!++;
      }
    }
  };
  new TriangleWalk(projection, WIDTH, HEIGHT).walk(mesh, faces, { visit });
  return hits;
}

/** Depth along z at which the ray of a sample meets a triangle, and how far inside it is; undefined if it misses. */
function castRay(projection: ReturnType<typeof frontProjection>, sx: number, sy: number, [a, b, c]: readonly Vec3[]) {
  const { perspective, scale, centerX, centerY } = projection;
  const [u, v] = [(sx + 0.5 - centerX) / scale, (centerY - sy - 0.5) / scale];
  const origin: Vec3 = perspective ? [0, 0, 5] : [u, v, 5];
  const ray: Vec3 = perspective ? [u, v, -1] : [0, 0, -1];
  const minus = (p: Vec3, q: Vec3): Vec3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  const cross = (p: Vec3, q: Vec3): Vec3 => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const dot = (p: Vec3, q: Vec3): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const n = cross(minus(b!, a!), minus(c!, a!));
  const depth = dot(minus(a!, origin), n) / dot(ray, n);
  const hit: Vec3 = [origin[0] + depth * ray[0], origin[1] + depth * ray[1], origin[2] + depth * ray[2]];
  const part = (p: Vec3, q: Vec3): number => dot(cross(minus(q, p), minus(hit, p)), n) / dot(n, n);
  return { depth, inside: Math.min(part(a!, b!), part(b!, c!), part(c!, a!)) };
}

describe.each([
  ['perspective', frontProjection(WIDTH, HEIGHT)],
  ['parallel view', frontProjection(WIDTH, HEIGHT, { height: 3.6 })],
])('triangles in %s', (_name, projection) => {
  const dice = new Dice(7);
  const coordinate = (): number => (dice.bits() / 2 ** 32) * 4 - 2;
  const triangles = Array.from({ length: 60 }, () => {
    const size = dice.chance(0.5) ? 1 : 0.15; // some are wide enough for the filling by rows
    const at: Vec3 = [coordinate(), coordinate(), coordinate() * 0.7];
    return [0, 1, 2].map(
      (): Vec3 => [at[0] + size * coordinate(), at[1] + size * coordinate(), at[2] + size * 0.4 * coordinate()],
    );
  });
  const target = draw(soup(triangles.flat()), projection);

  it('show the nearest triangle at its exact depth', () => {
    let compared = 0;
    const wrong: string[] = [];
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const hits = triangles.map((corners) => castRay(projection, x, y, corners));
        if (hits.some(({ inside }) => Math.abs(inside) < 0.02)) continue; // too near an edge for a snapped triangle
        const nearest = hits
          .map(({ depth, inside }, k) => ({ depth: inside > 0 ? depth : Number.POSITIVE_INFINITY, id: k + 1 }))
          .reduce((p, q) => (q.depth < p.depth ? q : p));
        const at = y * WIDTH + x;
        const isHit = nearest.depth < Number.POSITIVE_INFINITY;
        if (target.ids[at] !== (isHit ? nearest.id : 0)) wrong.push(`(${x}, ${y}) shows ${target.ids[at]}`);
        if (!isHit) continue;
        const depth = depthOfKey(projection.perspective, target.keys[at]!);
        if (!(Math.abs(depth - nearest.depth) < 0.03)) wrong.push(`(${x}, ${y}) at ${depth}, not ${nearest.depth}`);
        compared++;
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(500);
  });

  it('leave the key of nothing where there is nothing', () => {
    expect(target.ids.some((id) => id === 0)).toBe(true);
    expect(target.ids.findIndex((id, k) => (target.keys[k] === NOTHING) !== (id === 0))).toBe(-1);
  });

  it('are covered the same whether filled by rows or sample by sample', () => {
    for (const corners of triangles) {
      const mesh = soup(corners);
      const drawn = draw(mesh, projection).ids;
      expect([...countHits(mesh, projection)]).toEqual([...drawn]);
    }
  });
});

describe('meshes without holes', () => {
  /** A jittered grid of triangles over the whole picture; some corners lie exactly on samples. */
  function sheet(): Triangles {
    const dice = new Dice(3);
    const [columns, rows] = [23, 17];
    const positions: number[] = [];
    const elements: number[] = [];
    for (let j = 0; j <= rows; j++) {
      for (let i = 0; i <= columns; i++) {
        const jitter = (): number => (dice.chance(0.5) ? 0 : (dice.bits() / 2 ** 32 - 0.5) * 0.08);
        positions.push((6 * i) / columns - 3 + jitter(), (5 * j) / rows - 2.5 + jitter(), jitter());
        if (i === columns || j === rows) continue;
        const a = j * (columns + 1) + i;
        const [b, c, d] = [a + 1, a + columns + 2, a + columns + 1];
        elements.push(...(dice.chance(0.5) ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
      }
    }
    return { positions: Float32Array.from(positions), elements: Uint32Array.from(elements) };
  }

  it('cover every sample of a sheet exactly once', () => {
    expect([...new Set(countHits(sheet()))]).toEqual([1]);
  });

  it('cover every sample once where corners and edges run through samples', () => {
    const view = frontProjection(WIDTH, HEIGHT, { height: HEIGHT / 8 }); // 8 samples per meter: sample (i, j) is at odd 16ths
    const corner = (i: number, j: number): Vec3 => [(i - 0.5) / 8, (j - 0.5) / 8, 0];
    const mesh: Vec3[] = [];
    for (let i = -49; i < 50; i += 3) {
      for (let j = -34; j < 35; j += 3) {
        const [a, b, c, d] = [corner(i, j), corner(i + 3, j), corner(i + 3, j + 3), corner(i, j + 3)];
        mesh.push(a, b, c, a, c, d);
      }
    }
    expect([...new Set(countHits(soup(mesh), view))]).toEqual([1]);
  });

  it('enter and leave a closed mesh equally often at every sample', () => {
    const ball = meshOf({ sphere: { center: [0.1, 0.2, -0.3], radius: 1.1 } });
    const front = countHits(ball, undefined, 'front');
    const back = countHits(ball, undefined, 'back');
    expect([...front]).toEqual([...back]);
    expect(front.filter((n) => n === 1).length).toBeGreaterThan(900);
  });

  it('tell front from back', () => {
    const facing = soup([
      [-1, -1, 0],
      [1, -1, 0],
      [0, 1, 0],
    ]);
    const hits = (faces: Faces): number => countHits(facing, undefined, faces).reduce((a, b) => a + b);
    expect(hits('front')).toBeGreaterThan(100);
    expect(hits('back')).toBe(0);
    expect(hits('both')).toBe(hits('front'));
  });
});

describe('triangles that reach out of the picture', () => {
  it('are cut at the near plane and still have the right depth', () => {
    const floor = soup([
      [-1000, -1, 1000],
      [1000, -1, 1000],
      [0, -1, -1000],
    ]); // from far behind the camera to far ahead
    const projection = frontProjection(WIDTH, HEIGHT);
    const target = draw(floor, projection);
    for (const [x, y] of [
      [48, 63],
      [10, 50],
      [90, 40],
    ] as const) {
      const down = (y + 0.5 - projection.centerY) / projection.scale;
      expect(1 / target.keys[y * WIDTH + x]!).toBeCloseTo(1 / down, 2);
    }
    expect(target.ids[5 * WIDTH + 5]).toBe(0);
  });

  it('do nothing behind the camera, and nothing if they are no numbers', () => {
    const behind: Vec3[] = [
      [-1, -1, 8],
      [1, -1, 8],
      [0, 1, 8],
    ];
    const broken: Vec3[] = [
      [Number.NaN, 0, 0],
      [1, Number.POSITIVE_INFINITY, 0],
      [0, 1, 0],
    ];
    const flat: Vec3[] = [
      [0, 0, 0],
      [0, 0, 0],
      [1, 1, 0],
    ];
    for (const corners of [behind, broken, flat]) expect(Math.max(...draw(soup(corners)).ids)).toBe(0);
  });

  it('are not drawn in front of the near plane', () => {
    const projection = frontProjection(WIDTH, HEIGHT);
    const sheet = (away: number): Triangles =>
      soup([
        [-9, -9, 5 - away],
        [9, -9, 5 - away],
        [0, 9, 5 - away],
      ]);
    expect(Math.max(...draw(sheet(0.5 * projection.near), projection).ids)).toBe(0);
    expect(Math.max(...draw(sheet(2 * projection.near), projection).ids)).toBe(1);
  });

  it('fill the picture when they are huge', () => {
    const huge = soup([
      [-1e7, -1e7, -10],
      [1e7, -1e7, -10],
      [0, 2e7, -10],
    ]);
    const target = draw(huge);
    expect(Math.min(...target.ids)).toBe(1);
    expect(target.keys.findIndex((key) => !(Math.abs(1 / key - 15) < 1e-3))).toBe(-1);
  });
});

it('puts known points where they belong', () => {
  const projection = frontProjection(200, 100);
  expect(projectPoint(projection, [0, 0, 0])).toEqual({ x: 100, y: 50, z: 5 });
  const half = Math.tan((20 * Math.PI) / 180);
  const edge = projectPoint(projection, [2 * half * 5, half * 5, 0]);
  expect(edge.x).toBeCloseTo(200, 9);
  expect(edge.y).toBeCloseTo(0, 9);
  const parallel = frontProjection(200, 100, { height: 2 });
  expect(projectPoint(parallel, [1, -0.5, -7])).toEqual({ x: 150, y: 75, z: 12 });
});
