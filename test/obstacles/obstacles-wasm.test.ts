// The WASM sweep against the card and against brute force over the TypeScript distances.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { RECORD_SLOTS } from '../../src/obstacles/layout.ts';
import { obstaclePoseInto, packObstacles, prepareObstacles } from '../../src/obstacles/pack.ts';
import { identityPose, type Pose } from '../../src/obstacles/pose.ts';
import type { Motion, Obstacle } from '../../src/scene/schema.ts';
import { signedDistance } from '../../src/shapes/distance.ts';
import { IDENTITY, type Trigonometry } from '../../src/shapes/rotation.ts';
import type { Shape, Vec3 } from '../../src/shapes/shape.ts';
import type { Solid } from '../../src/shapes/solid.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { compileObstacles } from '../helpers/obstacle-module.ts';

interface SweepModule extends Trigonometry {
  memory: WebAssembly.Memory;
  sweepParticle(
    obstacles: number,
    count: number,
    from: number,
    to: number,
    velocity: number,
    gain: number,
    radius: number,
  ): number;
  obstacleDistance(obstacles: number, index: number, point: number, radius: number): number;
}

const FROM = 32768;
const TO = FROM + 24;
const VELOCITY = TO + 24;
const GAIN = VELOCITY + 24;
const OBSTACLES = GAIN + 24;

let wasm: SweepModule;

beforeAll(async () => {
  wasm = await compileObstacles<SweepModule>();
}, 60_000);

interface Moved {
  readonly hits: number;
  readonly to: Vec3;
  readonly velocity: Vec3;
  readonly gain: Vec3;
  /** Room to each obstacle at the end, from the WASM module. */
  readonly gaps: readonly number[];
}

interface Path {
  readonly from: Vec3;
  readonly to: Vec3;
  readonly velocity?: Vec3;
  readonly gain?: Vec3;
  readonly radius?: number;
  readonly t0?: number;
  readonly t1?: number;
}

function sweep(obstacles: readonly Obstacle[], path: Path): Moved {
  const { from, to, radius = 0, t0 = 0, t1 = 1 } = path;
  const view = (at: number, size: number) => new Float64Array(wasm.memory.buffer, at, size);
  packObstacles(
    prepareObstacles(obstacles, wasm, 3),
    t0,
    t1,
    wasm,
    view(OBSTACLES, Math.max(1, obstacles.length * RECORD_SLOTS)),
  );
  view(FROM, 3).set(from);
  view(TO, 3).set(to);
  view(VELOCITY, 3).set(path.velocity ?? scale(minus(to, from), 1 / (t1 - t0)));
  view(GAIN, 3).set(path.gain ?? [0, 0, 0]);
  const hits = wasm.sweepParticle(OBSTACLES, obstacles.length, FROM, TO, VELOCITY, GAIN, radius);
  const gaps = obstacles.map((_, n) => wasm.obstacleDistance(OBSTACLES, n, TO, radius));
  return { hits, to: read(view(TO, 3)), velocity: read(view(VELOCITY, 3)), gain: read(view(GAIN, 3)), gaps };
}

const read = (v: Float64Array): Vec3 => [v[0]!, v[1]!, v[2]!];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3, b: Vec3, s = 1): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
const norm = (a: Vec3) => Math.hypot(...a);

function expectVector(actual: Vec3, expected: Vec3, tolerance = 1e-12): void {
  for (let k = 0; k < 3; k++) expect(Math.abs(actual[k]! - expected[k]!)).toBeLessThanOrEqual(tolerance);
}

function wall(shape: Shape, rn = 0, rt = 1, motion?: Motion, inside = false): Obstacle {
  return { shape, inside, normalRestitution: rn, tangentRestitution: rt, ...(motion ? { motion } : {}) };
}

const floor: Shape = { plane: { point: [0, 0, 0], normal: [0, 0, 1] } };

/** Local coordinates of a world point in a pose. */
function local(pose: Pose, p: Vec3): Vec3 {
  const d: Vec3 = [p[0] - pose[9]!, p[1] - pose[10]!, p[2] - pose[11]!];
  return [0, 1, 2].map((k) => pose[k]! * d[0] + pose[3 + k]! * d[1] + pose[6 + k]! * d[2]) as unknown as Vec3;
}

/** Room between a ball and an obstacle at a time, from the TypeScript distances. */
function roomAt(obstacle: Obstacle, time: number, p: Vec3, radius: number): number {
  const prepared = prepareObstacles([obstacle], wasm, 3)[0]!;
  const pose = identityPose();
  obstaclePoseInto(pose, prepared, time);
  return room(prepared.solid, obstacle.inside, local(pose, p), radius);
}

/** The same for a point in the local frame. */
function room(solid: Solid, inside: boolean, p: Vec3, radius: number): number {
  const d = signedDistance(centered(solid), ...p);
  return (inside ? -d : d) - radius;
}

function centered(solid: Solid): Solid {
  return { ...solid, rotation: IDENTITY, center: [0, 0, 0] };
}

describe('response', () => {
  it('reflects the path as the card says (V49)', () => {
    const { hits, to } = sweep([wall(floor, 0.5, 0.8)], { from: [-0.5, 0, 1], to: [0.5, 0, -1] });
    expect(hits).toBe(1);
    expectVector(to, [0.4, 0, 0.5]);
  });

  it('reflects the velocity by the same rule', () => {
    const { velocity } = sweep([wall(floor, 0.5, 0.8)], { from: [-0.5, 0, 1], to: [0.5, 0, -1], velocity: [3, 1, -2] });
    expectVector(velocity, [2.4, 0.8, 1]);
  });

  it('keeps a velocity that already leaves the wall', () => {
    const { to, velocity } = sweep([wall(floor, 0.5, 0.8)], { from: [0, 0, 1], to: [0, 0, -1], velocity: [1, 0, 2] });
    expectVector(to, [0, 0, 0.5]);
    expectVector(velocity, [1, 0, 2]);
  });

  it('is finite at normal incidence, where the T-form is 0/0 (X44)', () => {
    const { to, velocity } = sweep([wall(floor, 0.5, 0.8)], { from: [0, 0, 1], to: [0, 0, -1] });
    expectVector(to, [0, 0, 0.5]);
    expectVector(velocity, [0, 0, 1]);
  });

  it('offsets the surface by the radius of the ball', () => {
    const { to } = sweep([wall(floor, 1)], { from: [0, 0, 1], to: [0, 0, -1], radius: 0.25 });
    expectVector(to, [0, 0, 1.5]);
  });

  it('takes the earliest of several obstacles, whatever their order', () => {
    const ball = wall({ sphere: { center: [0, 0, 2], radius: 0.5 } });
    for (const obstacles of [
      [wall(floor), ball],
      [ball, wall(floor)],
    ]) {
      expectVector(sweep(obstacles, { from: [0, 0, 5], to: [0, 0, -5] }).to, [0, 0, 2.5]);
    }
  });

  it('does not hit a wall it touches and leaves, but one it touches and enters', () => {
    const path = { from: [0, 0, 0.1], radius: 0.1 } as const;
    expect(sweep([wall(floor)], { ...path, to: [1, 0, 0.5] }).hits).toBe(0);
    expect(sweep([wall(floor)], { ...path, to: [1, 0, 0.1] }).hits).toBe(0);
    const inward = sweep([wall(floor)], { ...path, to: [1, 0, 0] });
    expect(inward.hits).toBe(1);
    expectVector(inward.to, [1, 0, 0.1]);
  });

  it('changes nothing without contact, and leaves a path that is not finite alone', () => {
    const clear = sweep([wall(floor)], { from: [0, 0, 1], to: [1, 2, 0.5], velocity: [7, 8, 9] });
    expect(clear).toMatchObject({ hits: 0, to: [1, 2, 0.5], velocity: [7, 8, 9] });
    expect(sweep([], { from: [0, 0, 1], to: [1, 2, -3] })).toMatchObject({ hits: 0, to: [1, 2, -3] });
    expect(sweep([wall(floor)], { from: [0, 0, 1], to: [Number.NaN, 0, -1] }).to[0]).toBeNaN();
  });

  it('puts a ball that starts on the wrong side back on the surface', () => {
    const path = { radius: 0.1, velocity: [0, 0, 0] as Vec3 };
    const inside = sweep([wall(floor)], { ...path, from: [1, 2, -0.3], to: [1, 2, -0.3] });
    expectVector(inside.to, [1, 2, 0.1]);
    const leaving = sweep([wall(floor)], { ...path, from: [0, 0, -0.3], to: [0, 0, 0.2] });
    expectVector(leaving.to, [0, 0, 0.6]); // put back first, then the whole path
    const center = sweep([wall({ sphere: { center: [1, 0, 0], radius: 1 } })], {
      ...path,
      from: [1, 0, 0],
      to: [1, 0, 0],
    });
    expect(norm(minus(center.to, [1, 0, 0]))).toBeCloseTo(1.1, 12);
    const box = wall({ box: { min: [0, 0, 0], max: [1, 1, 1] } }, 0, 1, undefined, true);
    expectVector(sweep([box], { ...path, from: [2, -3, 4], to: [2, -3, 4] }).to, [0.9, 0.1, 0.9]);
    const tooSmall = sweep([box], { radius: 5, from: [9, 9, 9], to: [9, 9, 8] });
    expectVector(tooSmall.to, [0.5, 0.5, 0.5]);
  });
});

describe('gain', () => {
  const radius = 0.1;
  /** A ball at rest is pushed during a step of 1 ms, so that its velocity v½ and its gain ½dt a are both `push`, m/s. */
  const pushed = (obstacles: readonly Obstacle[], push: Vec3, from: Vec3 = [radius, radius, radius]) =>
    sweep(obstacles, { from, to: plus(from, push, 1e-3), velocity: push, gain: push, radius, t1: 1e-3 });
  const table = wall({ plane: { point: [0, 0, 0], normal: [0, 0, 1] } });

  it('into a wall that holds the ball is taken away, along it and off it is not', () => {
    expectVector(pushed([table], [0.3, 0.2, -0.5]).gain, [0.3, 0.2, 0]);
    expectVector(pushed([table], [0.3, 0.2, 0.5]).gain, [0.3, 0.2, 0.5]);
    const steep = wall({ plane: { point: [0, 0, 0], normal: [0.6, 0, 0.8] } });
    expectVector(pushed([steep], [0, 0, -1], [0.06, 0, 0.08]).gain, [0.48, 0, -0.36]);
  });

  it('is not touched without contact, nor where the ball bounces off again', () => {
    expectVector(pushed([table], [0, 0, -0.5], [0, 0, 0.2]).gain, [0, 0, -0.5], 0);
    expectVector(pushed([wall(floor, 1)], [0, 0, -0.5]).gain, [0, 0, -0.5]);
  });

  it('is less where it would stop a bounce and turn it back into the wall', () => {
    const { velocity, gain } = pushed([wall(floor, 0.4)], [0, 0, -0.05]);
    expectVector(velocity, [0, 0, 0.02]);
    expectVector(gain, [0, 0, -0.02]);
  });

  const planes = [0, 1, 2].map((k) => {
    const normal: Vec3 = [k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
    return wall({ plane: { point: [0, 0, 0], normal } });
  });
  const box = wall({ box: { min: [0, 0, 0], max: [1, 2, 3] } }, 0, 1, undefined, true);
  it.each([
    ['of a box', [box]],
    ['of three planes', planes],
  ])('is taken from every side of the corner %s', (_name, corner) => {
    for (const signs of [
      [-1, -1, -1],
      [-1, -1, 1],
      [1, -1, -1],
      [-1, 1, 1],
    ] as const) {
      const push: Vec3 = [0.3 * signs[0], 0.5 * signs[1], 0.2 * signs[2]];
      expectVector(
        pushed(corner, push).gain,
        [0.3 * +(signs[0] > 0), 0.5 * +(signs[1] > 0), 0.2 * +(signs[2] > 0)],
        1e-6,
      );
    }
  });

  it('at a moving wall is measured against the wall', () => {
    const lift = wall(floor, 0, 1, { velocity: [0, 0, 2] });
    const carried = sweep([lift], {
      from: [0, 0, 0.1],
      to: [0, 0, 0.1],
      velocity: [0, 0, 0],
      gain: [0, 0, -3],
      radius,
    });
    expectVector(carried.velocity, [0, 0, 2]);
    expectVector(carried.gain, [0, 0, 0]);
    const thrown = sweep([lift], { from: [0, 0, 0.1], to: [0, 0, 0.1], velocity: [0, 0, 0], gain: [0, 0, 1], radius });
    expectVector(thrown.gain, [0, 0, 1]);
  });

  it('turns a ball that lies in a spinning drum with the drum', () => {
    const drum: Shape = { cylinder: { from: [0, 0, -1], to: [0, 0, 1], radius: 1.1 } };
    const motion: Motion = { rotation: { center: [0, 0, 0], axis: [0, 0, 1], degreesPerSecond: 180 } };
    const from: Vec3 = [1, 0, 0];
    const velocity: Vec3 = [0.01, Math.PI, 0]; // that of the drum, and a little into it
    const path = { from, to: plus(from, velocity, 0.01), velocity, gain: [0, 0, 0] as const, radius, t1: 0.01 };
    const moved = sweep([wall(drum, 0, 0, motion, true)], path);
    const angle = 0.01 * Math.PI;
    const tangent: Vec3 = [-Math.sin(angle), Math.cos(angle), 0];
    const end = plus(moved.velocity, moved.gain);
    expect(norm(minus(end, scale(tangent, Math.PI))) / Math.PI).toBeLessThan(angle * angle);
    expect(norm(minus(moved.velocity, scale(tangent, Math.PI))) / Math.PI).toBeGreaterThan(angle / 2);
  });

  it('leaves a ball that slides around in a round tank on a tangent at its end', () => {
    const tank = wall({ sphere: { center: [0, 0, 0], radius: 1.1 } }, 0, 1, undefined, true);
    const velocity: Vec3 = [0, 3, 0];
    const { to, ...moved } = sweep([tank], { from: [1, 0, 0], to: [1, 0.03, 0], velocity, radius, t1: 0.01 });
    const end = plus(moved.velocity, moved.gain);
    expect(to[1]).toBeGreaterThan(0.029);
    expect(Math.abs(end[0] * to[0] + end[1] * to[1] + end[2] * to[2])).toBeLessThan(1e-6);
  });
});

describe('corners and containers', () => {
  it('bounces around the corner of two planes back along its path', () => {
    const side: Shape = { plane: { point: [0, 0, 0], normal: [1, 0, 0] } };
    const { hits, to, velocity } = sweep([wall(floor, 1), wall(side, 1)], { from: [2, 0, 1], to: [-2, 0, -2] });
    expect(hits).toBe(2);
    expectVector(to, [2, 0, 2]);
    expectVector(velocity, [4, 0, 3]);
  });

  it('stays in the narrow wedge of two slanted planes', () => {
    const wedge = [1, -1].map((s) => wall({ plane: { point: [0, 0, 0], normal: [s, 0, 0.2] } }, 0.5, 0.9));
    let at: Vec3 = [0, 0, 1];
    let velocity: Vec3 = [0.5, 0.1, -3];
    for (let step = 0; step < 300; step++) {
      velocity = plus(velocity, [0, 0, -0.0981]);
      const moved = sweep(wedge, { from: at, to: plus(at, velocity, 0.01), velocity, radius: 0.05 });
      ({ to: at, velocity } = moved);
      for (const gap of moved.gaps) expect(gap).toBeGreaterThan(-1e-10);
    }
    // At rest in the groove: both planes at a distance of the radius.
    expectVector([at[0], 0, at[2]], [0, 0, (0.05 * Math.sqrt(1.04)) / 0.2], 1e-6);
  });

  it('lifts a ball that starts deep below a wedge out of it', () => {
    const wedge = [1, -1].map((s) => wall({ plane: { point: [0, 0, 0], normal: [s * Math.sqrt(3), 0, 1] } }));
    const { gaps } = sweep(wedge, { from: [0.4, 0, -1], to: [0.4, 0, -1], radius: 0.05 });
    for (const gap of gaps) expect(gap).toBeGreaterThan(-1e-9);
  });

  it.each([
    ['box', { box: { min: [-1.1, -1.1, 0], max: [1.1, 1.1, 2] } } as Shape],
    ['drum', { cylinder: { from: [0, 0, 0], to: [0, 0, 2], radius: 1.1 } } as Shape],
  ])('holds a ball that is pressed into the edge of a %s', (_name, shape) => {
    const tub = wall(shape, 0, 1, undefined, true);
    for (const push of [
      [5, 0, -9],
      [9, 0, -5],
      [20, 0, -0.1],
      [0.1, 0, -20],
    ] as const) {
      let at: Vec3 = [1, 0, 0.1];
      let velocity: Vec3 = [0, 0, 0];
      for (let step = 0; step < 1000; step++) {
        velocity = plus(velocity, push, 1e-3);
        ({ to: at, velocity } = sweep([tub], { from: at, to: plus(at, velocity, 1e-3), velocity, radius: 0.1 }));
      }
      expectVector(at, [1, 0, 0.1], 1e-5);
      expectVector(velocity, [0, 0, 0], 1e-2);
    }
  });

  it('keeps the speed in an elastic container', () => {
    const box = wall({ box: { min: [0, 0, 0], max: [1, 0.8, 0.6] } }, 1, 1, undefined, true);
    const round = wall({ sphere: { center: [0.5, 0.4, 0.3], radius: 0.3 } }, 1);
    let at: Vec3 = [0.1, 0.1, 0.1];
    let velocity: Vec3 = [1.1, 0.7, -0.4];
    const speed = norm(velocity);
    let hits = 0;
    for (let step = 0; step < 2000; step++) {
      const moved = sweep([box, round], { from: at, to: plus(at, velocity, 0.03), velocity, radius: 0.02 });
      ({ to: at, velocity } = moved);
      hits += moved.hits;
      for (const gap of moved.gaps) expect(gap).toBeGreaterThan(-1e-10);
    }
    expect(hits).toBeGreaterThan(200);
    expect(Math.abs(norm(velocity) / speed - 1)).toBeLessThan(1e-12);
  });

  it('slides in a round bowl instead of sticking to it: a pendulum', () => {
    const bowl = wall({ sphere: { center: [0, 0, 0], radius: 1.05 } }, 0, 1, undefined, true);
    const dt = 0.002;
    const angle = 0.1;
    let at: Vec3 = [Math.sin(angle), 0, -Math.cos(angle)];
    let velocity: Vec3 = [0, 0, 0];
    let crossed = 0;
    for (let step = 1; crossed === 0 && step < 2000; step++) {
      velocity = plus(velocity, [0, 0, -9.81], dt);
      ({ to: at, velocity } = sweep([bowl], { from: at, to: plus(at, velocity, dt), velocity, radius: 0.05 }));
      if (at[0] < 0) crossed = step * dt;
    }
    expect(crossed / (Math.PI / 2 / Math.sqrt(9.81))).toBeCloseTo(1, 2); // quarter period, L = 1 m
  });
});

describe('rest', () => {
  const SUPPORTS: [string, Obstacle, Vec3][] = [
    ['plane', wall(floor, 0, 0), [0.3, 0.2, 0.01]],
    ['slanted no-slip plane', wall({ plane: { point: [0, 0, 0], normal: [3, -1, 5] } }, 0, 0), [-0.2, 0.1, 0.4]],
    ['box', wall({ box: { min: [-1, -1, -1], max: [1, 1, 0.123] } }, 0.3, 0.5), [0.3, 0.2, 0.14]],
    ['top of a sphere', wall({ sphere: { center: [0.1, 0.2, -1], radius: 1 } }, 0, 0.5), [0.1, 0.2, 0.01]],
    ['bowl', wall({ sphere: { center: [0.1, 0.2, 1], radius: 1 } }, 0, 0.5, undefined, true), [0.1, 0.2, 0.02]],
    ['drum', wall({ cylinder: { from: [0, 0, 0], to: [0, 0, 1], radius: 1 } }, 0, 0, undefined, true), [0.5, 0, 0.02]],
  ];
  it.each(SUPPORTS)('a particle on a %s neither sinks nor jitters', (_name, support, start) => {
    const dt = 1e-3;
    let at = start;
    let velocity: Vec3 = [0, 0, 0];
    let settled: Vec3 | undefined;
    for (let step = 0; step < 2000; step++) {
      velocity = plus(velocity, [0, 0, -9.81], dt);
      const moved = sweep([support], { from: at, to: plus(at, velocity, dt), velocity, radius: 0.01 });
      ({ to: at, velocity } = moved);
      expect(moved.gaps[0]).toBeGreaterThan(-1e-11);
      if (step === 1000) settled = at;
      if (settled) expectVector(at, settled, 1e-10);
    }
    expect(roomAt(support, 0, at, 0.01)).toBeLessThan(1e-5);
  });
});

describe('moving walls', () => {
  it('pushes a ball at rest ahead of it', () => {
    const piston = wall(floor, 0, 1, { velocity: [0, 0, 2] });
    const { to, velocity } = sweep([piston], { from: [0, 0, 0.5], to: [0, 0, 0.5], velocity: [0, 0, 0] });
    expectVector(to, [0, 0, 2]);
    expectVector(velocity, [0, 0, 2]);
  });

  it('bats a ball with twice its own speed when elastic', () => {
    const bat = wall(floor, 1, 1, { velocity: [0, 0, 2] });
    const { to, velocity } = sweep([bat], { from: [0, 0, 0.5], to: [0, 0, 0.5], velocity: [0, 0, 0] });
    expectVector(velocity, [0, 0, 4]);
    expectVector(to, [0, 0, 3.5]); // hit at t = 1/4, then 3/4 s at 4 m/s
  });

  it('drags a ball along when it does not slip', () => {
    const belt = wall(floor, 0, 0, { velocity: [3, 0, 0] });
    const { to, velocity } = sweep([belt], { from: [0, 0, 0.1], to: [0, 0, -0.1], velocity: [0, 0, -0.2], t1: 1 });
    expectVector(velocity, [3, 0, 0]);
    expectVector(to, [1.5, 0, 0]); // carried for the second half of the step
  });

  it('drags with the local velocity of a turntable', () => {
    const table: Shape = { cylinder: { from: [0, 0, -1], to: [0, 0, 0], radius: 2 } };
    const spin: Motion = { rotation: { center: [0, 0, 0], axis: [0, 0, 1], degreesPerSecond: 180 } };
    const path = { from: [0.6, 0.8, 0], to: [0.6, 0.8, -1e-3], velocity: [0, 0, -1] } as const;
    const { to, velocity } = sweep([wall(table, 0, 0, spin)], { ...path, t0: 5, t1: 5.001 });
    expectVector(velocity, [-0.8 * Math.PI, 0.6 * Math.PI, 0], 1e-11);
    const c = Math.cos(Math.PI * 1e-3);
    const s = Math.sin(Math.PI * 1e-3);
    expectVector(to, [0.6 * c - 0.8 * s, 0.8 * c + 0.6 * s, 0]);
  });

  it('drags with the local velocity of a wall turning about any axis', () => {
    const drum: Shape = { sphere: { center: [0, 0, 0], radius: 1 } };
    const spin: Motion = { rotation: { center: [0, 0, 0], axis: [1, 2, 2], degreesPerSecond: 180 } };
    const at: Vec3 = [2 / 7, 3 / 7, -6 / 7];
    const path = { from: at, to: scale(at, 0.999), velocity: scale(at, -1) };
    const { velocity } = sweep([wall(drum, 0, 0, spin)], { ...path, t1: 1e-3 });
    // ω × at, ω = π(1, 2, 2)/3
    expectVector(velocity, scale([2 * at[2] - 2 * at[1], 2 * at[0] - at[2], at[1] - 2 * at[0]], Math.PI / 3), 1e-10);
  });

  it('meets moving walls again and again at the right times', () => {
    const floorRising = wall(floor, 1, 1, { velocity: [0, 0, 1] });
    const lidFalling = wall({ plane: { point: [0, 0, 3], normal: [0, 0, -1] } }, 1, 1, { velocity: [0, 0, -1] });
    const path = { from: [0, 0, 1], to: [0, 0, -1.7], velocity: [0, 0, -3], t1: 0.9 } as const;
    const { hits, to, velocity } = sweep([floorRising, lidFalling], path);
    // t = 1/4 at z = 1/4, then 5 m/s; t = 2/3 at z = 7/3, then −7 m/s; t = 7/8 at z = 7/8, then 9 m/s.
    expect(hits).toBe(3);
    expectVector(velocity, [0, 0, 9]);
    expectVector(to, [0, 0, 7 / 8 + 9 * (0.9 - 7 / 8)]);
  });

  it('sticks to a moving wall at the place where it meets it after a bounce', () => {
    const floorRising = wall(floor, 1, 1, { velocity: [0, 0, 1] });
    const lidFalling = wall({ plane: { point: [0, 0, 3], normal: [0, 0, -1] } }, 0, 0, { velocity: [0, 0, -1] });
    const path = { from: [0, 0, 1], to: [0.9, 0, -1.7], velocity: [1, 0, -3], t1: 0.9 } as const;
    const { hits, to, velocity } = sweep([floorRising, lidFalling], path);
    expect(hits).toBe(2);
    expectVector(to, [2 / 3, 0, 2.1]); // meets the lid at t = 2/3 and goes down with it
    expectVector(velocity, [0, 0, -1]);
  });

  it('leaves a spinning wall from where the wall is at that time', () => {
    const degrees = 6;
    const turn = ([x, y]: Vec3, angle: number): Vec3 => {
      const c = Math.cos((angle * Math.PI) / 180);
      const s = Math.sin((angle * Math.PI) / 180);
      return [c * x - s * y, s * x + c * y, 0];
    };
    const paddle: Shape = { plane: { point: [0, 0, 0], normal: [0, 1, 0] } };
    const spin: Motion = { rotation: { center: [0, 0, 0], axis: [0, 0, 1], degreesPerSecond: degrees } };
    const lid: Shape = { plane: { point: [0, 1.2, 0], normal: [0, -1, 0] } };
    const { to } = sweep([wall(paddle, 1, 1, spin), wall(lid, 0, 0)], { from: [2, 1, 0], to: [2, -1, 0] });
    const end = turn([2, -1, 0], -degrees); // in the frame of the paddle
    const t = 1 / (1 - end[1]);
    const left = turn([2 + t * (end[0] - 2), 0, 0], t * degrees);
    const aim = turn([end[0], -end[1], 0], degrees);
    expectVector(to, plus(left, minus(aim, left), (1.2 - left[1]) / (aim[1] - left[1])), 1e-4);
  });

  it('hands a ball between two presses that close on it, finite to the end', () => {
    const presses = [
      wall(floor, 0.5, 1, { velocity: [0, 0, 1] }),
      wall({ plane: { point: [0, 0, 1], normal: [0, 0, -1] } }, 0.5, 1, { velocity: [0, 0, -1] }),
    ];
    const { to, velocity } = sweep(presses, { from: [0, 0, 0.4], to: [0, 0, 0.4], radius: 0.2 });
    for (const c of [...to, ...velocity]) expect(Number.isFinite(c)).toBe(true);
  });
});

// ---------------------------------------------------------------------------------------------------- random obstacles

/** Even spread: fc.double would give mostly numbers next to zero. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1 << 24 }).map((n) => min + ((max - min) * n) / (1 << 24));
const vector = (r: number): fc.Arbitrary<Vec3> => fc.tuple(between(-r, r), between(-r, r), between(-r, r));
const direction = vector(1).filter((v) => norm(v) > 0.1);
const size = between(0.2, 1);
const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  fc.record({ plane: fc.record({ point: vector(0.5), normal: direction }) }),
  fc.record({
    box: fc.record({
      center: vector(0.5),
      size: fc.tuple(size, size, size),
      rotation: fc.record({ axis: direction, degrees: between(-180, 180) }),
    }),
  }),
  fc.record({
    box: fc.record({
      min: vector(0.5).map((v) => plus(v, [-0.8, -0.8, -0.8])),
      max: vector(0.2).map((v) => plus(v, [0.5, 0.5, 0.5])),
    }),
  }),
  fc.record({ sphere: fc.record({ center: vector(0.5), radius: size }) }),
  fc.record({ capsule: fc.record({ from: vector(0.7), to: vector(0.7), radius: size }) }),
  fc
    .record({ cylinder: fc.record({ from: vector(0.7), to: vector(0.7), radius: size }) })
    .filter(({ cylinder: c }) => norm(minus(c.to, c.from)) > 0.2),
);
const anyMotion: fc.Arbitrary<Motion | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ velocity: vector(2) }),
  fc.record({ rotation: fc.record({ center: vector(1), axis: direction, degreesPerSecond: between(-600, 600) }) }),
);
const restitution = fc.constantFrom(0, 0.3, 1);
const anyObstacle = fc
  .tuple(anyShape, restitution, restitution, anyMotion, fc.boolean())
  .map((a): Obstacle => wall(...a));

const RADIUS = 0.02;
const STEP = 0.1; // s

/** From near or far towards the middle of things, up to 100 radii in one step. */
const anyCase = fc
  .record({ obstacle: anyObstacle, from: fc.oneof(vector(0.3), vector(2)), target: vector(1) })
  .filter(({ from, target }) => norm(minus(target, from)) > 0)
  .map(({ obstacle, from, target }) => {
    const path = minus(target, from);
    return { obstacle, from, to: plus(from, path, Math.min(1, (100 * RADIUS) / norm(path))) };
  });

describe('any obstacle', () => {
  it('never lets a fast particle end on the wrong side', fuzzed, () => {
    let hits = 0;
    holds(
      fc.property(anyCase, ({ obstacle, from, to }) => {
        const moved = sweep([obstacle], { from, to, radius: RADIUS, t1: STEP });
        hits += moved.hits;
        expect(moved.gaps[0]).toBeGreaterThan(-1e-9);
        expect(roomAt(obstacle, STEP, moved.to, RADIUS)).toBeGreaterThan(-1e-9);
        expect([...moved.to, ...moved.velocity].every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(hits).toBeGreaterThan(1000);
  });

  it('hits when brute-force stepping does, at the same time', fuzzed, () => {
    let compared = 0;
    holds(
      fc.property(anyCase, ({ obstacle: any, from, to }) => {
        const obstacle: Obstacle = { ...any, normalRestitution: 0, tangentRestitution: 0 };
        const prepared = prepareObstacles([obstacle], wasm, 3)[0]!;
        const start = identityPose();
        const end = identityPose();
        obstaclePoseInto(start, prepared, 0);
        obstaclePoseInto(end, prepared, STEP);
        const a = local(start, from);
        const b = local(end, to);
        const solid = centered(prepared.solid);
        const side = obstacle.inside ? -1 : 1;
        const gap = (t: number) => side * signedDistance(solid, ...plus(a, minus(b, a), t)) - RADIUS;
        fc.pre(gap(0) > 1e-6);
        const { first, lowest } = bruteForceHit(gap);
        const moved = sweep([obstacle], { from, to, radius: RADIUS, t1: STEP });
        if (lowest > 2e-3) expect(moved.hits).toBe(0);
        if (lowest > -1e-6) return; // clear, or too close to call by sampling
        compared++;
        expect(moved.hits).toBe(1);
        expectVector(local(end, moved.to), plus(a, minus(b, a), first), 1e-8); // sticks where it hit
      }),
      { numRuns: 2000 },
    );
    expect(compared).toBeGreaterThan(300);
  });

  it('keeps particles out of several obstacles at rest at once', fuzzed, () => {
    const scene = fc.array(
      anyObstacle.map((o): Obstacle => ({ ...o, inside: false, motion: undefined })),
      {
        minLength: 2,
        maxLength: 5,
      },
    );
    holds(
      fc.property(scene, vector(2), vector(1), (obstacles, start, path) => {
        fc.pre(obstacles.every((o) => roomAt(o, 0, start, RADIUS) > 0));
        let at: Vec3 = start;
        let velocity = scale(path, 20);
        for (let step = 0; step < 5; step++) {
          const moved = sweep(obstacles, {
            from: at,
            to: plus(at, velocity, STEP),
            velocity,
            radius: RADIUS,
            t1: STEP,
          });
          for (const gap of moved.gaps) expect(gap).toBeGreaterThan(-1e-9);
          ({ to: at, velocity } = moved);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with the TypeScript distance', fuzzed, () => {
    holds(
      fc.property(anyObstacle, vector(2), (obstacle, p) => {
        const { gaps, to } = sweep([obstacle], { from: p, to: p, radius: RADIUS, t1: STEP });
        const expected = roomAt(obstacle, STEP, to, RADIUS);
        expect(Math.abs(gaps[0]! - expected)).toBeLessThan(1e-12);
      }),
      { numRuns: 2000 },
    );
  });
});

/** First zero of the gap on a fine grid, refined by bisection, and the lowest gap seen. */
function bruteForceHit(gap: (t: number) => number): { first: number; lowest: number } {
  const n = 1000;
  let first = 2;
  let lowest = Infinity;
  for (let k = 0; k <= n; k++) {
    const g = gap(k / n);
    lowest = Math.min(lowest, g);
    if (g >= 0 || first <= 1) continue;
    let outside = (k - 1) / n;
    first = k / n;
    for (let round = 0; round < 50; round++) {
      const middle = (outside + first) / 2;
      if (gap(middle) < 0) first = middle;
      else outside = middle;
    }
  }
  return { first, lowest };
}
