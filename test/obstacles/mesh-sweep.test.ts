// Balls past meshes: the WASM sweep against brute force over the triangles, and the one thing that always holds: no center crosses any.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomSigned } from '../../src/random/random.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { COVER_STEPS, COVER_TABLE } from '../../src/wasm/layout.ts';
import { fuzzed, holdsAsync } from '../helpers/holds.ts';
import { MeshSweep, meshWall, spin, trianglesOf } from '../helpers/mesh-sweep.ts';
import { crossings, sweepBall } from '../reference/swept-ball.ts';
import { distanceToTriangle, windingNumber } from '../reference/triangles.ts';
import { ballMesh, boxMesh, heap, meshOf } from '../shapes/mesh-samples.ts';

const random =
  (seed: number) =>
  (k: number, size = 1): Vec3 =>
    [0, 1, 2].map((a) => size * randomSigned(seed, 3, 3 * k + a)) as unknown as Vec3;
const plus = (a: Vec3, b: Vec3, s = 1): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const SHEET = meshOf([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1], [0, 2, 1, 0, 3, 2]);

function expectVector(actual: Vec3, expected: Vec3, tolerance = 1e-9): void {
  for (let k = 0; k < 3; k++) expect(Math.abs(actual[k]! - expected[k]!)).toBeLessThanOrEqual(tolerance);
}

describe('what the memory answers', () => {
  it('is the distance by brute force, its grid never more, and the side by winding', async () => {
    for (const set of [ballMesh(0.8, 9, 0.2), heap(80, 0.3, 4), boxMesh(0.5, 0.9, 0.02, 5)]) {
      const sweep = await MeshSweep.of([meshWall(set)]),
        local = sweep.localTriangles(),
        all = trianglesOf(set);
      for (let n = 0; n < 150; n++) {
        const p = random(11)(n, 1.3),
          distance = Math.min(...local.map((t) => distanceToTriangle(t, p))),
          found = sweep.clearanceAt(p);
        expect(found.distance).toBeCloseTo(distance, 12);
        expect(found.least).toBeLessThanOrEqual(distance);
        const q = sweep.roomAt(p),
          inside = set.triangles.length !== 240 && Math.abs(windingNumber(all, p)) > 0.5;
        expect(q.wrong).toBe(inside);
        expect(q.room < 0).toBe(inside);
      }
    }
  });

  it('covers what a plane would beside a closed mesh, on its right side only', async () => {
    for (const inside of [false, true]) {
      const sweep = await MeshSweep.of([meshWall(boxMesh(1, 1, 1), { inside })]),
        table = new Float64Array(sweep.wasm.memory.buffer, COVER_TABLE, COVER_STEPS + 1);
      for (let k = 0; k <= COVER_STEPS; k++) table[k] = 0.5 * (1 - k / COVER_STEPS);
      for (const [x, y, z] of [
        [0.2, 1, 0],
        [-1, 0.9, 0.9],
        [0.5, -0.5, 1],
      ] as const) {
        const outward = (s: number): Vec3 => [
          x + (Math.abs(x) === 1 ? s * x : 0),
          y + (Math.abs(y) === 1 ? s * y : 0),
          z + (z === 1 ? s : 0),
        ];
        expect(sweep.coverAt(outward(0.1), 0.5)).toBeCloseTo(inside ? 0 : 0.4, 9);
        expect(sweep.coverAt(outward(-0.02), 0.5)).toBeCloseTo(inside ? 0.48 : 0, 9);
      }
      // Seen past a corner the faces that turn away do not matter.
      const corner = sweep.coverAt([1.1, 1.1, 1.1], 0.5);
      expect(corner).toBeCloseTo(inside ? 0 : 0.5 * (1 - 0.2 * Math.sqrt(3)), 9);
    }
    const sheet = await MeshSweep.of([meshWall(SHEET)]);
    expect(sheet.coverAt([0, 0.1, 0], 0.5)).toBe(0);
  });
});

describe('first contact', () => {
  it('with faces, edges and corners is where brute force finds it', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(seeds, fc.constantFrom(0.05, 0.2, 0.6), async (seed, size) => {
        const sweep = await MeshSweep.of([meshWall(heap(12, size, seed), { tangentRestitution: 0 })]),
          all = sweep.localTriangles(),
          at = random(seed);
        for (let n = 0; n < 10; n++) {
          const [a, b] = [at(2 * n, 1.5), at(2 * n + 1, 1.5)],
            start = Math.min(...all.map((t) => distanceToTriangle(t, sweep.localAt(a, 0)))),
            radius = 0.15 * Math.abs(randomSigned(seed, 4, n)) + 0.001;
          if (start < radius) continue;
          const { first, least } = sweepBall(all, sweep.localAt(a, 0), sweep.localAt(b, 0), radius),
            { hits, to } = sweep.move(a, b, radius);
          if (Math.abs(least - radius) < 1e-7) continue; // grazing
          expect(hits > 0).toBe(first < 1);
          // With r_n = r_t = 0 the ball stays where it first touches.
          if (first < 1) expectVector(to, plus(a, plus(b, a, -1), first), 2e-7);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stops on a face, an edge and a corner of a box', async () => {
    const sweep = await MeshSweep.of([meshWall(boxMesh(1, 1, 1), { tangentRestitution: 0 })]);
    expectVector(sweep.move([0.3, 3, 0.2], [0.3, -3, 0.2], 0.25).to, [0.3, 1.25, 0.2]);
    expectVector(sweep.move([3, 3, 0.2], [-3, -3, 0.2], 0.25).to, [1 + 0.25 / Math.SQRT2, 1 + 0.25 / Math.SQRT2, 0.2]);
    const c = 1 + 0.25 / Math.sqrt(3);
    expectVector(sweep.move([3, 3, 3], [-3, -3, -3], 0.25).to, [c, c, c]);
  });

  it('turns path and velocity as the card says (V49), from either side', async () => {
    const sweep = await MeshSweep.of([meshWall(SHEET, { normalRestitution: 0.5, tangentRestitution: 0.8 })]);
    for (const side of [1, -1]) {
      const { to, velocity } = sweep.move([-0.5, 1.01 * side, 0], [0.5, -0.99 * side, 0], 0.01, {
        velocity: [3, -2 * side, 1],
      });
      expectVector(to, [0.4, 0.51 * side, 0], 1e-7);
      expectVector(velocity, [2.4, side, 0.8], 1e-7);
    }
  });
});

/** Moves a ball again and again and counts the triangles its center crosses, leg by leg in the frame of the mesh. */
async function tumble(sweep: MeshSweep, index: number, path: readonly Vec3[], dt: number): Promise<number> {
  const all = sweep.localTriangles(index);
  let crossed = 0;
  for (let n = 1; n < path.length; n++)
    crossed += crossings(all, sweep.localAt(path[n - 1]!, (n - 1) * dt, index), sweep.localAt(path[n]!, n * dt, index));
  return crossed;
}

describe('no center crosses a triangle', () => {
  const closed = [
    ['a box', boxMesh(0.5, 0.4, 0.3, 3)],
    ['a lumpy ball', ballMesh(0.5, 8, 0.4)],
    ['a thin plate', boxMesh(0.6, 1e-5, 0.6, 2)],
  ] as const;
  const motions = {
    'at rest': undefined,
    moving: { velocity: [0.9, -0.7, 0.4] as Vec3 },
    turning: spin([0.3, 1, 0.2], 400),
  };

  describe.each(Object.entries(motions))('%s', (_, motion) => {
    it.each(closed)('of %s, inside or outside, at any speed', async (_, set) => {
      for (const inside of [false, true]) {
        const sweep = await MeshSweep.of([
            meshWall(set, { inside, normalRestitution: 0.4, tangentRestitution: 0.9, ...(motion ? { motion } : {}) }),
          ]),
          all = sweep.localTriangles();
        for (let n = 0; n < 40; n++) {
          const at = random(n + 1),
            side = (p: Vec3, time: number) => Math.abs(windingNumber(all, sweep.localAt(p, time))) > 0.5;
          let p = at(0, 0.8),
            v = at(1, 10 ** (n % 4));
          const own = side(p, 0),
            radius = 0.002 + 0.06 * (n % 3),
            dt = 0.02;
          for (let step = 0; step < 12; step++) {
            sweep.place(step * dt, (step + 1) * dt);
            ({ to: p, velocity: v } = sweep.move(p, plus(p, v, dt), radius, { dt, velocity: v }));
            expect(side(p, (step + 1) * dt), `ball ${n} step ${step}`).toBe(own);
            v = plus(v, [0, -9.81, 0], dt);
          }
        }
      }
    });
  });

  it('of an open heap of random triangles: no leg of any path does', fuzzed, async () => {
    await holdsAsync(
      fc.asyncProperty(seeds, fc.boolean(), async (seed, turning) => {
        const sweep = await MeshSweep.of([
            meshWall(heap(25, 0.5, seed), {
              normalRestitution: 0.3,
              ...(turning ? { motion: spin([1, 0.5, 0.3], 200) } : {}),
            }),
          ]),
          dt = 0.01;
        let p = random(seed)(0),
          v = random(seed)(1, 8);
        const radius = 0.05;
        for (let step = 0; step < 25; step++) {
          sweep.place(step * dt, (step + 1) * dt);
          const from = p,
            moved = sweep.move(p, plus(p, v, dt), radius, { dt, velocity: v });
          ({ to: p, velocity: v } = moved);
          v = plus(v, random(seed)(step + 2, 2));
          // A straight leg without a bounce, or none at all, is what a reference can judge.
          if (moved.hits === 0)
            expect(
              crossings(sweep.localTriangles(), sweep.localAt(from, step * dt), sweep.localAt(p, (step + 1) * dt)),
            ).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('when it starts nearer than its radius, on a face, or in a crevice', async () => {
    const wedge = meshOf([0, 0, -1, 0, 0, 1, 1, 0.05, 0, 1, -0.05, 0], [0, 1, 2, 0, 3, 1]),
      sweep = await MeshSweep.of([meshWall(wedge)]);
    const inWedge = (p: Vec3) => Math.abs(p[1]) < 0.05 * p[0] && p[0] > 0;
    for (const x of [0.9, 0.5, 0.1, 0.01]) {
      let p: Vec3 = [x, 0, 0];
      for (let step = 0; step < 200; step++) {
        p = sweep.move(p, plus(p, [-0.01, step % 2 ? 0.02 : -0.03, 0.001]), 0.1).to;
        expect(inWedge(p), `${p}`).toBe(true);
      }
    }
    const sheet = await MeshSweep.of([meshWall(SHEET)]);
    for (const height of [1e-3, 1e-6, 1e-12]) {
      let p: Vec3 = [0.1, height, 0.2];
      for (let step = 0; step < 100; step++) {
        p = sheet.move(p, plus(p, [0.001, -0.01, 0]), 0.1).to;
        expect(p[1], `from ${height}`).toBeGreaterThan(0.0009); // at least a hundredth of the radius
      }
      expect(p[1]).toBeLessThan(0.01);
      expect(sheet.move(p, plus(p, [0, 1, 0]), 0.1).to[1]).toBeGreaterThan(0.9);
    }
    const on = sheet.move([0.1, 0, 0.2], [0.1, -1, 0.2], 0.1).to;
    expect(Math.abs(on[1])).toBeLessThan(0.2);
    expect(await tumble(sheet, 0, [on, on], 1)).toBe(0);
  });

  it('when a box would push it through', async () => {
    const box = {
      shape: { box: { min: [-1, -1, -1], max: [1, 0.3, 1] } },
      inside: false,
      normalRestitution: 0,
      tangentRestitution: 1,
      roughness: 0,
    } as const;
    const wall = meshOf([-1, 0.2, -1, 1, 0.2, -1, 1, 0.2, 1, -1, 0.2, 1], [0, 2, 1, 0, 3, 2]);
    for (const obstacles of [
      [box, meshWall(wall)],
      [meshWall(wall), box],
    ]) {
      const sweep = await MeshSweep.of(obstacles);
      let p: Vec3 = [0, 0.1, 0];
      for (let step = 0; step < 10; step++) {
        p = sweep.move(p, plus(p, [0.01, 0.02, 0]), 0.05).to;
        expect(p[1]).toBeLessThan(0.2);
      }
    }
  });

  it('between two plates that close in on it', async () => {
    const plate = (y: number, velocity?: Vec3) =>
      meshWall(
        meshOf([-1, y, -1, 1, y, -1, 1, y, 1, -1, y, 1], [0, 2, 1, 0, 3, 2]),
        velocity ? { motion: { velocity } } : {},
      );
    const sweep = await MeshSweep.of([plate(0), plate(1, [0, -1, 0])]);
    let p: Vec3 = [0, 0.5, 0];
    for (let step = 0; step < 99; step++) {
      sweep.place(step / 100, (step + 1) / 100);
      p = sweep.move(p, plus(p, [0, -0.03, 0]), 0.1, { dt: 0.01 }).to;
      expect(p[1], `step ${step}`).toBeGreaterThan(0);
      expect(p[1], `step ${step}`).toBeLessThan(1 - (step + 1) / 100);
    }
  });
});

describe('response', () => {
  it('slides along a floor of many triangles without catching on their edges', async () => {
    const sweep = await MeshSweep.of([meshWall(boxMesh(1, 0.5, 1, 20))]);
    let p: Vec3 = [-0.9, 0.55, -0.3],
      v: Vec3 = [1, 0, 0.37];
    for (let step = 0; step < 150; step++) {
      v = plus(v, [0, -0.0981, 0]);
      ({ to: p, velocity: v } = sweep.move(p, plus(p, v, 0.01), 0.05, { dt: 0.01, velocity: v }));
    }
    // An edge just beside the foot counts as touched from 1e-10 of the radius on: its normal is off by the root of that.
    expectVector(p, [0.6, 0.55, 0.255], 5e-5);
    expectVector(v, [1, 0, 0.37], 5e-5);
  });

  it('slides along such a floor also when it starts nearer than its radius', async () => {
    const sweep = await MeshSweep.of([meshWall(boxMesh(1, 0.5, 1, 40))]);
    let p: Vec3 = [-0.5, 0.52, -0.3];
    for (let step = 0; step < 50; step++) p = sweep.move(p, plus(p, [0.02, -0.001, 0.004]), 0.1).to;
    expectVector(p, [0.5, 0.52, -0.1], 1e-4);
  });

  it('keeps speed in an elastic box of triangles, and is carried by a moving one', async () => {
    const tub = await MeshSweep.of([meshWall(boxMesh(0.5, 0.4, 0.3, 4), { inside: true, normalRestitution: 1 })]);
    let p: Vec3 = [0, 0, 0],
      v: Vec3 = [1.1, 0.7, -0.4];
    const speed = Math.hypot(...v);
    for (let step = 0; step < 300; step++)
      ({ to: p, velocity: v } = tub.move(p, plus(p, v, 0.03), 0.02, { dt: 0.03, velocity: v }));
    expect(Math.hypot(...v)).toBeCloseTo(speed, 8);
    const lift = await MeshSweep.of([
      meshWall(boxMesh(1, 0.5, 1), { tangentRestitution: 0, motion: { velocity: [0.3, 2, 0] } }),
    ]);
    p = [0, 0.6, 0];
    v = [0, 0, 0];
    for (let step = 0; step < 20; step++) {
      lift.place(step / 100, (step + 1) / 100);
      ({ to: p, velocity: v } = lift.move(p, plus(p, v, 0.01), 0.1, { dt: 0.01, velocity: v }));
    }
    expect(p[1]).toBeCloseTo(1, 6);
    expectVector(v, [0.3, 2, 0], 1e-9);
  });

  it('on a rough wall depends on the place, never goes inward and never gets faster', async () => {
    const obstacles = [0, 0.5, 1].map((roughness) => meshWall(SHEET, { roughness, normalRestitution: 0.5 }));
    const plane = { ...obstacles[2]!, shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } } } as const;
    const seen = new Set<string>();
    for (const obstacle of [...obstacles, plane]) {
      const sweep = await MeshSweep.of([obstacle]);
      for (let n = 0; n < 300; n++) {
        const at = random(n)(0, 0.9),
          v = random(n)(1, 5),
          down: Vec3 = [v[0], n % 2 ? -0.05 : -Math.abs(v[1]) - 1, v[2]],
          from: Vec3 = [at[0], 0.1, at[2]],
          moved = sweep.move(from, plus(from, down, 0.01), 0.1, { velocity: down });
        expect(moved.hits).toBeLessThanOrEqual(2);
        expect(moved.to[1]).toBeGreaterThan(0.1 - 1e-9);
        expect(moved.velocity[1]).toBeGreaterThan(-1e-9);
        expect(Math.hypot(...moved.velocity)).toBeLessThanOrEqual(Math.hypot(...down) + 1e-12);
        if (obstacle.roughness === 0) expectVector(moved.velocity, [down[0], -0.5 * down[1], down[2]], 1e-9);
        else seen.add(moved.velocity.map((c) => c.toFixed(6)).join());
        expect(sweep.move(from, plus(from, down, 0.01), 0.1, { velocity: down })).toEqual(moved);
      }
    }
    expect(seen.size).toBeGreaterThan(100);
  });
});
