// The state of a body against closed forms: how it is taken along, and the pose that it means.

import { describe, expect, it } from 'vitest';
import { measureBodies } from '../../src/diagnose/body-ledger.ts';
import {
  BODY_NUMBERS,
  type BodyState,
  bodyPoseInto,
  POSITION,
  SPIN,
  startOf,
  TURN,
  takeAlong,
  VELOCITY,
} from '../../src/obstacles/body.ts';
import { prepareMotion } from '../../src/obstacles/motion.ts';
import { identityPose, rigidVelocityInto } from '../../src/obstacles/pose.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { ballBody } from '../helpers/movers.ts';

const CENTER: Vec3 = [1, -2, 0.5];

function body(velocity: Vec3, spin: Vec3): BodyState {
  return startOf(CENTER, ballBody(0, 1, 1, { velocity, spin }));
}

function poseOf(state: BodyState): Float64Array {
  const pose = identityPose();
  bodyPoseInto(pose, state, CENTER);
  return pose;
}

/** Largest difference of two poses. */
const apart = (a: Float64Array, b: Float64Array): number => Math.max(...a.map((x, k) => Math.abs(x - b[k]!)));

describe('a body', () => {
  it('begins where the scene puts it', () => {
    expect([...poseOf(body([1, 2, 3], [4, 5, 6]))]).toEqual([...identityPose()]);
    expect([...body([1, 2, 3], [4, 5, 6])]).toEqual([1, -2, 0.5, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6]);
  });

  it('moves as an obstacle with the same velocity', () => {
    const state = body([1, -2, 3], [0, 0, 0]),
      scripted = identityPose();
    takeAlong(state, state, 0.25, Math);
    prepareMotion({ velocity: [1, -2, 3] }, Math)(0.25, scripted);
    expect([...poseOf(state)]).toEqual([...scripted]);
    expect([...state.subarray(VELOCITY)]).toEqual([1, -2, 3, 0, 0, 0]);
  });

  it('turns as an obstacle that spins about the same center, in one step or in many', () => {
    const axis: Vec3 = [2, -1, 2], // of length 3
      degreesPerSecond = 200,
      rate = (degreesPerSecond * Math.PI) / 180 / 3,
      spin: Vec3 = [2 * rate, 0 - rate, 2 * rate],
      scripted = identityPose();
    prepareMotion({ rotation: { center: CENTER, axis, degreesPerSecond } }, Math)(2.5, scripted);
    const once = body([0, 0, 0], spin),
      often = body([0, 0, 0], spin);
    takeAlong(once, once, 2.5, Math);
    for (let k = 0; k < 100; k++) takeAlong(often, often, 0.025, Math);
    expect(apart(poseOf(once), scripted)).toBeLessThan(1e-14);
    expect(apart(poseOf(often), scripted)).toBeLessThan(1e-13);
    expect(Math.hypot(...often.subarray(TURN, VELOCITY))).toBeCloseTo(1, 15);
  });

  it('goes with its velocity and spin: those of its poses are the same', () => {
    const state = body([0.3, -0.4, 0.5], [3, -1, 2]),
      before = poseOf(state),
      next = new Float64Array(BODY_NUMBERS),
      found = new Float64Array(6);
    takeAlong(next, state, 0.01, Math);
    expect(poseOf(state)).toEqual(before); // `state` is only read
    const center = (pose: Float64Array): Float64Array => {
      const moved = pose.slice(); // the pose of a frame whose origin is the center
      for (let a = 0; a < 3; a++)
        moved[9 + a]! += pose[3 * a]! * CENTER[0] + pose[3 * a + 1]! * CENTER[1] + pose[3 * a + 2]! * CENTER[2];
      return moved;
    };
    rigidVelocityInto(found, center(before), center(poseOf(next)), 0.01, Math);
    [0.3, -0.4, 0.5, 3, -1, 2].forEach((x, k) => {
      expect(found[k]).toBeCloseTo(x, 10);
    });
  });
});

describe('the ledger of bodies', () => {
  it('is that of a dumbbell that turns about its middle', () => {
    // Two masses of 1 kg at ±1 m along x, turned by 90° about z: they are along y, and spin about x.
    const inertia = [0, 0, 0, 0, 2, 0, 0, 0, 2],
      state = Float64Array.of(3, 0, 0, Math.SQRT1_2, 0, 0, Math.SQRT1_2, 0, 5, 0, 4, 7, 0),
      { mass, momentum, angularMomentum, kineticEnergy, potentialEnergy } = measureBodies(
        [{ obstacle: 0, mass: 2, inertia }],
        [state],
        { gravity: [-10, 0, 0] },
      );
    expect([mass, momentum, potentialEnergy]).toEqual([2, [0, 10, 0], 60]);
    expect(angularMomentum[0]).toBeCloseTo(8, 12); // 2 kg·m² · 4 rad/s; along its own axis it has no inertia
    expect(angularMomentum[1]).toBeCloseTo(0, 12);
    expect(angularMomentum[2]).toBeCloseTo(30, 12); // 3 m · 10 N·s
    expect(kineticEnergy).toBeCloseTo(0.5 * 2 * 25 + 0.5 * 2 * 16, 12);
    expect([POSITION, SPIN]).toEqual([0, 10]);
  });
});
