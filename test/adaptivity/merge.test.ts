// Several particles become one: what stays, what is lost and reported, and which clusters are round. [card §5]

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Members, mergeParticles, sphericity } from '../../src/adaptivity/merge.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { hcpLattice, randomStream } from '../reference/arrangements.ts';
import type { Vec3 } from '../reference/sph.ts';

/** All points of a list as members, each of mass 1 unless told otherwise. */
function membersOf(points: readonly Vec3[], dimension: 2 | 3 = 3, mass: (i: number) => number = () => 1): Members {
  return {
    dimension,
    position: points.flat(),
    velocity: points.flatMap(() => [0, 0, 0]),
    mass: points.map((_, i) => mass(i)),
    density: points.map(() => 1),
    indices: points.map((_, i) => i),
    count: points.length,
  };
}

/** Points of a fine cubic grid inside a body. */
function fill(inside: (x: number, y: number, z: number) => boolean, steps = 41, flat = false): Vec3[] {
  const at = (i: number) => (2 * i) / (steps - 1) - 1;
  const points: Vec3[] = [];
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++)
      for (let k = 0; k < (flat ? 1 : steps); k++) {
        const x: Vec3 = [at(i), at(j), flat ? 0 : at(k)];
        if (inside(...x)) points.push(x);
      }
  return points;
}

const coordinate = fc.double({ min: -5, max: 5, noNaN: true });
const vector = fc.tuple(coordinate, coordinate, coordinate);
const particle = fc.record({
  x: vector,
  v: vector,
  m: fc.double({ min: 0.1, max: 2, noNaN: true }),
  rho: fc.double({ min: 800, max: 1200, noNaN: true }),
});
type Particle = typeof particle extends fc.Arbitrary<infer T> ? T : never;

/** Members at odd places of larger arrays, so that an index that is not looked up shows. */
function scattered(particles: readonly Particle[]): Members {
  const noise = (k: number): number => 1e3 + k;
  const pairs = particles.flatMap((p, k) => [{ x: [noise(k), 1, 2], v: [noise(k), 3, 4], m: 50, rho: 5 }, p]);
  return {
    dimension: 3,
    position: pairs.flatMap(({ x }) => x),
    velocity: pairs.flatMap(({ v }) => v),
    mass: pairs.map(({ m }) => m),
    density: pairs.map(({ rho }) => rho),
    indices: [...particles.map((_, k) => 2 * k + 1), 0, 2],
    count: particles.length,
  };
}

const cross = ([a, b, c]: Vec3, [x, y, z]: Vec3): Vec3 => [b * z - c * y, c * x - a * z, a * y - b * x];

describe('what a merge keeps and loses [V11]', () => {
  it('mass, center of mass, momentum and volume; the lost energy and spin make up the rest', fuzzed, () => {
    holds(
      fc.property(fc.array(particle, { minLength: 1, maxLength: 13 }), (particles) => {
        const one = mergeParticles(scattered(particles));
        const sum = (f: (p: Particle) => number) => particles.reduce((total, p) => total + f(p), 0);
        const close = (a: number, b: number, scale: number) => expect(Math.abs(a - b)).toBeLessThan(1e-12 * scale);
        const M = sum(({ m }) => m);
        close(one.mass, M, M);
        close(
          one.mass / one.density,
          sum(({ m, rho }) => m / rho),
          M / 1000,
        );
        [one.x, one.y, one.z].forEach((x, c) => {
          close(
            one.mass * x,
            sum((p) => p.m * p.x[c]!),
            10 * M,
          );
        });
        [one.vx, one.vy, one.vz].forEach((v, c) => {
          close(
            one.mass * v,
            sum((p) => p.m * p.v[c]!),
            10 * M,
          );
        });
        const before = sum(({ m, v }) => (m / 2) * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2));
        const after = (M / 2) * (one.vx ** 2 + one.vy ** 2 + one.vz ** 2);
        close(one.kineticEnergy, before - after, 100 * M);
        expect(one.kineticEnergy).toBeGreaterThanOrEqual(0);
        const whole = cross([one.x, one.y, one.z], [one.vx, one.vy, one.vz]);
        for (let c = 0; c < 3; c++)
          close(
            one.spin[c]! + M * whole[c]!,
            sum(({ m, x, v }) => m * cross(x, v)[c]!),
            100 * M,
          );
      }),
    );
  });

  it('nothing is lost far from the origin', () => {
    const points = hcpLattice([2, 2, 2], 0.01).map(([x, y, z]): Vec3 => [x + 1e5, y, z - 1e5]);
    const one = mergeParticles(membersOf(points));
    expect(one.x - 1e5).toBeCloseTo(mergeParticles(membersOf(hcpLattice([2, 2, 2], 0.01))).x, 10);
    expect(sphericity(membersOf(points))).toBeCloseTo(sphericity(membersOf(hcpLattice([2, 2, 2], 0.01))), 6);
  });

  it('a turning cluster loses all of its spin, a translating one nothing', () => {
    const points = fill((x, y, z) => Math.hypot(x, y, z) < 1, 5);
    const still = membersOf(points);
    const omega: Vec3 = [0, 0, 2];
    const turning = { ...still, velocity: points.flatMap((x) => [...cross(omega, x)]) };
    const inertia = points.reduce((sum, [x, y]) => sum + x * x + y * y, 0);
    expect(mergeParticles(turning).spin[2]).toBeCloseTo(2 * inertia, 12);
    expect(mergeParticles(turning).kineticEnergy).toBeCloseTo(2 * inertia, 12); // ½ ω² I
    const gliding = mergeParticles({ ...still, velocity: points.flatMap(() => [3, 4, 5]) });
    expect([gliding.vx, gliding.kineticEnergy, ...gliding.spin]).toEqual([3, 0, 0, 0, 0]);
  });
});

describe('sphericity [V12]', () => {
  const ball = (x: number, y: number, z: number) => x * x + y * y + z * z < 1;

  // Ellipsoids a:a:c have I ∝ (a² + c², a² + c², 2a²), a hemisphere of radius 1 has C = (1/5, 1/5, 1/5 − 9/64).
  it.each([
    ['ball', fill(ball), 1],
    ['cube', fill(() => true), 1],
    ['disc', fill((x, y) => x * x + y * y < 1, 201, true), 0.84375],
    ['hemisphere', fill((x, y, z) => z > 0 && ball(x, y, z)), 0.93689],
    ['prolate 1:1:1.2', fill((x, y, z) => ball(1.2 * x, 1.2 * y, z)), 0.98722],
    ['prolate 1:1:1.5', fill((x, y, z) => ball(1.5 * x, 1.5 * y, z)), 0.92878],
    ['prolate 1:1:2', fill((x, y, z) => ball(2 * x, 2 * y, z)), 25 / 32],
    ['oblate 1:1:½', fill((x, y, z) => ball(x, y, 2 * z)), 0.92593],
    [
      'rod',
      [
        [-1, 0, 0],
        [0, 0, 0],
        [2, 0, 0],
      ] as Vec3[],
      0,
    ],
    ['point', [[3, 4, 5]] as Vec3[], 1],
  ])('of a %s', (_, points, expected) => {
    expect(Math.abs(sphericity(membersOf(points)) - expected)).toBeLessThan(5e-3);
  });

  it('of a close packed ball of 13 is 1, of its half at a surface .957', () => {
    const lattice = hcpLattice([5, 5, 5], 1);
    const center = lattice[62]!;
    const near = lattice.filter((x) => Math.hypot(x[0] - center[0], x[1] - center[1], x[2] - center[2]) < 1.01);
    expect(near).toHaveLength(13);
    expect(sphericity(membersOf(near))).toBeCloseTo(1, 12);
    const half = near.filter(([, , z]) => z <= center[2] + 1e-9);
    expect(sphericity(membersOf(half))).toBeCloseTo(0.957, 3);
  });

  it('weighs by mass and ignores place, turn and scale', () => {
    const random = randomStream(3);
    const points = Array.from({ length: 9 }, (): Vec3 => [random(), random(), random()]);
    const mass = (i: number) => 1 + (i % 3);
    const expected = sphericity(membersOf(points, 3, mass));
    expect(expected).not.toBeCloseTo(sphericity(membersOf(points)), 4);
    const twice = points.flatMap((x, i) => Array.from({ length: mass(i) }, () => x));
    expect(sphericity(membersOf(twice))).toBeCloseTo(expected, 12);
    const moved = points.map(([x, y, z]): Vec3 => [7 + 2 * (0.6 * x - 0.8 * z), 2 * y - 3, 2 * (0.8 * x + 0.6 * z)]);
    expect(sphericity(membersOf(moved, 3, mass))).toBeCloseTo(expected, 12);
  });

  it('in 2D is 1 for a disc, 16/25 for an ellipse 1:2, 0 for a line', () => {
    const disc = fill((x, y) => x * x + y * y < 1, 201, true);
    const ellipse = fill((x, y) => x * x + 4 * y * y < 1, 201, true);
    expect(sphericity(membersOf(disc, 2))).toBeCloseTo(1, 3);
    expect(Math.abs(sphericity(membersOf(ellipse, 2)) - 0.64)).toBeLessThan(5e-3); // 4λ₁λ₂/(λ₁+λ₂)², λ = 4, 1
    expect(
      sphericity(
        membersOf(
          [
            [-1, -1, 0],
            [0, 0, 0],
            [1, 1, 0],
          ],
          2,
        ),
      ),
    ).toBeCloseTo(0, 12);
  });

  it('is between 0 and 1', fuzzed, () => {
    holds(
      fc.property(
        fc.array(vector, { minLength: 1, maxLength: 13 }),
        fc.constantFrom<2 | 3>(2, 3),
        (points, dimension) => {
          const s = sphericity(membersOf(points, dimension));
          expect(s).toBeGreaterThan(-1e-9);
          expect(s).toBeLessThan(1 + 1e-9);
        },
      ),
    );
  });
});
