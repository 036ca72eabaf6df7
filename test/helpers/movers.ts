// Movers for tests: no rigid-body physics, just enough to see that poses are simulated.

import type { SceneInput } from '../../src/index.ts';
import { type Body, type BodyState, type Load, type Mover, SPIN, VELOCITY } from '../../src/obstacles/body.ts';
import type { Vec3 } from '../../src/shapes/shape.ts';
import { buildSimulation } from '../../src/world/build.ts';
import { restore } from '../../src/world/state.ts';
import { World } from '../../src/world/world.ts';

/** A body as hard to turn about any axis, so that spin and angular momentum have one direction. */
export function ballBody(obstacle: number, mass: number, inertia: number, more: Partial<Body> = {}): Body {
  return { obstacle, mass, inertia: [inertia, 0, 0, 0, inertia, 0, 0, 0, inertia], ...more };
}

/** Bodies that fall freely and yield to what particles do to them: velocity Verlet, exact for a constant acceleration (m/s²). */
export function freeMover(bodies: readonly Body[], acceleration: Vec3 = [0, 0, 0]): Mover {
  const kick = (states: readonly BodyState[], time: number): void => {
    for (const state of states) for (let a = 0; a < 3; a++) state[VELOCITY + a]! += time * acceleration[a]!;
  };
  const yieldTo = (state: BodyState, { impulse, torque }: Load, { mass, inertia }: Body): void => {
    for (let a = 0; a < 3; a++) {
      state[VELOCITY + a]! += impulse[a]! / mass;
      state[SPIN + a]! += torque[a]! / inertia[0]!;
    }
  };
  return {
    bodies,
    before: (states, dt) => kick(states, dt / 2),
    after(states, dt, loads) {
      kick(states, dt / 2);
      states.forEach((state, k) => {
        yieldTo(state, loads[k]!, bodies[k]!);
      });
    },
  };
}

/** Bodies that nothing moves but the velocity that they have. */
export function steadyMover(bodies: readonly Body[]): Mover {
  return { bodies, before() {}, after() {} };
}

/** The world of a scene with a mover. */
export async function worldWith(mover: Mover, scene: SceneInput, threads = 1): Promise<World> {
  return World.of(await buildSimulation(scene, { threads, mover }));
}

/** A world that goes on from a snapshot, with another scene if one is given. */
export async function restoreWith(
  mover: Mover | undefined,
  bytes: Uint8Array,
  scene?: SceneInput,
  threads = 1,
): Promise<World> {
  return World.of(await restore(bytes, { threads, ...(mover && { mover }) }, scene));
}
