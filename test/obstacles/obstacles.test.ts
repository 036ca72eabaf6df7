import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkObstacle } from '../../src/obstacles/check-obstacle.ts';
import * as slot from '../../src/obstacles/layout.ts';
import { prepareMotion } from '../../src/obstacles/motion.ts';
import { packObstacles, prepareObstacles } from '../../src/obstacles/pack.ts';
import { identityPose, type Pose, rigidVelocityInto } from '../../src/obstacles/pose.ts';
import type { Motion, Obstacle } from '../../src/scene/schema.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const trig = { sin: Math.sin, cos: Math.cos };

function poseOf(motion: Motion, time: number): Pose {
  const pose = identityPose();
  prepareMotion(motion, trig)(time, pose);
  return pose;
}

function apply(pose: Pose, p: Vec3): Vec3 {
  return [0, 1, 2].map(
    (k) => pose[3 * k]! * p[0] + pose[3 * k + 1]! * p[1] + pose[3 * k + 2]! * p[2] + pose[9 + k]!,
  ) as unknown as Vec3;
}

function expectPoint(actual: Vec3, expected: Vec3): void {
  for (let k = 0; k < 3; k++) expect(actual[k]).toBeCloseTo(expected[k]!, 12);
}

/** Angle of the turn between two poses, rad. */
function angleBetween(a: Pose, b: Pose): number {
  let trace = 0;
  for (let k = 0; k < 9; k++) trace += a[k]! * b[k]!;
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
}

describe('motion', () => {
  it('moves at constant velocity', () => {
    expectPoint(apply(poseOf({ velocity: [1, -2, 0.5] }, 3), [1, 1, 1]), [4, -5, 2.5]);
  });

  it('turns about a center, right-handed', () => {
    const motion: Motion = { rotation: { center: [1, 0, 0], axis: [0, 0, 2], degreesPerSecond: 45 } };
    expectPoint(apply(poseOf(motion, 2), [2, 0, 3]), [1, 1, 3]);
    expectPoint(apply(poseOf(motion, 8), [2, 0, 3]), [2, 0, 3]);
  });

  const door: Motion = {
    pivot: [1, 0, 0],
    keyframes: [
      { time: 1, translate: [0, 0, 0] },
      { time: 2, translate: [2, 0, 0], rotate: { axis: [0, 0, 1], degrees: 720 } },
      { time: 4, translate: [2, 0, 0], rotate: { axis: [0, 0, -1], degrees: -630 } },
    ],
  };

  it('interpolates keyframes and holds the first and the last', () => {
    expectPoint(apply(poseOf(door, 0), [2, 0, 0]), [2, 0, 0]);
    expectPoint(apply(poseOf(door, 1.125), [2, 0, 0]), [1.25, 1, 0]); // an eighth of two turns
    expectPoint(apply(poseOf(door, 2), [2, 0, 0]), [4, 0, 0]);
    expectPoint(apply(poseOf(door, 3), [2, 0, 0]), [3 + Math.SQRT1_2, -Math.SQRT1_2, 0]); // 675° about z
    expectPoint(apply(poseOf(door, 99), [2, 0, 0]), [3, -1, 0]);
  });

  it('turns steadily and the short way between different axes', () => {
    const motion: Motion = {
      pivot: [0, 0, 0],
      keyframes: [
        { time: 0, translate: [0, 0, 0], rotate: { axis: [1, 0, 0], degrees: 80 } },
        { time: 1, translate: [0, 0, 0], rotate: { axis: [1, 2, -2], degrees: 250 } },
      ],
    };
    const start = poseOf(motion, 0);
    const end = poseOf(motion, 1 - 1e-12); // the last moment of the turn, not yet the held end
    expectPoint(apply(start, [0, 1, 0]), [0, Math.cos((80 * Math.PI) / 180), Math.sin((80 * Math.PI) / 180)]);
    const target = poseOf({ rotation: { center: [0, 0, 0], axis: [1, 2, -2], degreesPerSecond: 250 } }, 1);
    for (let k = 0; k < 9; k++) expect(end[k]).toBeCloseTo(target[k]!, 10);
    const whole = angleBetween(start, end);
    for (const u of [0.1, 0.35, 0.8]) expect(angleBetween(start, poseOf(motion, u))).toBeCloseTo(u * whole, 10);
  });

  it('always gives a rigid pose', fuzzed, () => {
    const angle = fc.double({ min: -800, max: 800, noNaN: true });
    const axis = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }), fc.constantFrom(1, 2));
    holds(
      fc.property(axis, angle, axis, angle, fc.double({ min: 0, max: 1, noNaN: true }), (a, p, b, q, time) => {
        const rotate = (axis: Vec3, degrees: number) => ({ translate: [0, 0, 0] as Vec3, rotate: { axis, degrees } });
        const keyframes = [
          { time: 0, ...rotate(a, p) },
          { time: 1, ...rotate(b, q) },
        ];
        const r = poseOf({ keyframes, pivot: [0, 0, 0] }, time);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const product = r[3 * i]! * r[3 * j]! + r[3 * i + 1]! * r[3 * j + 1]! + r[3 * i + 2]! * r[3 * j + 2]!;
            expect(product).toBeCloseTo(i === j ? 1 : 0, 12);
          }
        }
      }),
    );
  });
});

describe('rigid velocity', () => {
  it('is displacement over time for a translation', () => {
    const out = new Float64Array(6);
    const motion: Motion = { velocity: [1, -2, 3] };
    rigidVelocityInto(out, poseOf(motion, 1), poseOf(motion, 1.5), 0.5, trig);
    expect(Array.from(out)).toEqual([1, -2, 3, 0, 0, 0]);
  });

  it('is the angular velocity of a spin, for small and large steps', () => {
    const motion: Motion = { rotation: { center: [0, 0, 0], axis: [2, -1, 2], degreesPerSecond: 90 } };
    for (const dt of [1e-6, 1e-3, 0.1, 1, 1.9]) {
      const out = new Float64Array(6);
      rigidVelocityInto(out, poseOf(motion, 3), poseOf(motion, 3 + dt), dt, trig);
      for (let k = 0; k < 3; k++) expect(out[3 + k]).toBeCloseTo(([2, -1, 2][k]! / 3) * (Math.PI / 2), 8);
    }
  });

  it('is zero for a step of no length', () => {
    const out = new Float64Array(6).fill(7);
    rigidVelocityInto(out, identityPose(), identityPose(), 0, trig);
    expect(Array.from(out)).toEqual([0, 0, 0, 0, 0, 0]);
  });
});

const common = { inside: false, normalRestitution: 0.25, tangentRestitution: 0.75 };

describe('packObstacles', () => {
  it('writes one record per obstacle', () => {
    const obstacles: Obstacle[] = [
      { ...common, shape: { plane: { point: [0, 1, 0], normal: [0, 2, 0] } } },
      {
        ...common,
        inside: true,
        shape: { box: { center: [1, 2, 3], size: [2, 4, 6], rotation: { axis: [0, 0, 1], degrees: 90 } } },
      },
      { ...common, shape: { sphere: { center: [1, 0, 0], radius: 2 } }, motion: { velocity: [0, 3, 0] } },
    ];
    const out = new Float64Array(3 * slot.RECORD_SLOTS);
    packObstacles(prepareObstacles(obstacles, trig, 3), 1, 1.5, trig, out);
    const record = (n: number) => out.subarray(n * slot.RECORD_SLOTS, (n + 1) * slot.RECORD_SLOTS);
    const read = (n: number, at: number, size: number) => Array.from(record(n).subarray(at, at + size));
    expect([0, 1, 2].map((n) => record(n)[slot.MOBILITY])).toEqual([slot.SHIFTED, slot.TURNED, slot.MOVING]);
    expect([0, 1, 2].map((n) => record(n)[slot.SIDE])).toEqual([1, -1, 1]);
    expect([0, 1, 2].map((n) => record(n)[slot.KIND])).toEqual([0, 1, 2]);
    expect(read(0, slot.NORMAL_RESTITUTION, 2)).toEqual([0.25, 0.75]);
    expect(read(0, slot.VECTOR, 3)).toEqual([0, 1, 0]);
    expect(read(1, slot.VECTOR, 3)).toEqual([1, 2, 3]);
    expect(read(1, slot.POSE_END, 12)).toEqual([0, -1, 0, 1, 0, 0, 0, 0, 1, 1, 2, 3]);
    expect(record(2)[slot.RADIUS]).toBe(2);
    expect(read(2, slot.POSE_START + slot.ORIGIN, 3)).toEqual([1, 3, 0]);
    expect(read(2, slot.POSE_END + slot.ORIGIN, 3)).toEqual([1, 4.5, 0]);
    expect(read(2, slot.LINEAR_VELOCITY, 6)).toEqual([0, 3, 0, 0, 0, 0]);
  });

  it('treats an obstacle whose keyframes hold still as one at rest', () => {
    const motion: Motion = { keyframes: [{ time: 1, translate: [1, 0, 0] }], pivot: [0, 0, 0] };
    const shape = { sphere: { center: [1, 0, 0], radius: 2 } } as const;
    const out = new Float64Array(slot.RECORD_SLOTS);
    packObstacles(prepareObstacles([{ ...common, shape, motion }], trig, 3), 0, 1, trig, out);
    expect(out[slot.MOBILITY]).toBe(slot.SHIFTED);
    expect(out[slot.POSE_START + slot.ORIGIN]).toBe(2);
  });
});

describe('checkObstacle', () => {
  const sphere = { sphere: { center: [0, 0, 0], radius: 1 } } as const;
  const codes = (obstacle: Obstacle, dimension: 2 | 3) =>
    checkObstacle(obstacle, '', dimension).map((p) => `${p.code} ${p.pointer}`);

  it('finds bad shapes, unsorted keyframes and motion out of the plane', () => {
    expect(codes({ ...common, shape: { sphere: { center: [0, 0, 0], radius: 0 } } }, 3)).toEqual([
      'SHAPE_EMPTY /shape/sphere/radius',
    ]);
    const keyframes = [1, 1, 0].map((time) => ({ time, translate: [0, 0, 0] as Vec3 }));
    expect(codes({ ...common, shape: sphere, motion: { keyframes, pivot: [0, 0, 0] } }, 3)).toEqual([
      'MOTION_ORDER /motion/keyframes/1/time',
      'MOTION_ORDER /motion/keyframes/2/time',
    ]);
    const rising: Obstacle = { ...common, shape: sphere, motion: { velocity: [0, 0, 1] } };
    expect(codes(rising, 2)).toEqual(['MOTION_OFF_PLANE /motion/velocity/2']);
    expect(codes(rising, 3)).toEqual([]);
    const rolling: Motion = { rotation: { center: [0, 0, 0], axis: [1, 0, 1], degreesPerSecond: 1 } };
    expect(codes({ ...common, shape: sphere, motion: rolling }, 2)).toEqual(['MOTION_OFF_PLANE /motion/rotation/axis']);
  });
});
