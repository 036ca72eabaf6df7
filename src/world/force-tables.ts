// The scene's force fields as the passes read them: see assembly/fields.ts. Those that move are written anew for every step.

import { type PoseAtTime, prepareMotion } from '../obstacles/motion.ts';
import { identityPose, type Pose } from '../obstacles/pose.ts';
import type { ForceField, Motion, Scene } from '../scene/schema.ts';
import { type Trigonometry, unit } from '../shapes/rotation.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';

/** f64 of a row: kind, center, rate, three more numbers, another vector, one that is free. */
export const FORCE_SLOTS = 12;
const CENTER = 1,
  AXIS = 5,
  OTHER = 8;
const KINDS = ['uniform', 'spring', 'attractor', 'vortex', 'drag', 'grab', 'push'] as const;

/** A field that moves. */
interface MovingForce {
  /** Where its row begins, in f64. */
  readonly row: number;
  /** Its row as the scene has it. */
  readonly rest: readonly number[];
  readonly pose: PoseAtTime;
  /** Where in the row a vector is that turns with the field; 0: there is none. */
  readonly turned: number;
  /** Whether it takes along what it grips, and so needs its velocity. */
  readonly grips: boolean;
}

export class ForceTables {
  private readonly shared: SharedMemory;
  private readonly moving: readonly MovingForce[];
  private readonly before = identityPose();
  private readonly now = identityPose();
  private readonly from = new Float64Array(3);
  private readonly to = new Float64Array(3);

  /** @param address where `FORCE_SLOTS` numbers per field may stand */
  constructor(shared: SharedMemory, forces: Scene['forces'], trig: Trigonometry, address: number) {
    this.shared = shared;
    shared.setInt(at.FORCES, address);
    shared.setInt(at.FORCE_COUNT, forces.length);
    this.moving = forces.flatMap((force, k) => {
      const rest = forceRow(force),
        row = (address >> 3) + k * FORCE_SLOTS,
        motion = forceMotion(force),
        turned = 'vortex' in force ? AXIS : 'push' in force ? OTHER : 0;
      shared.f64.set(rest, row);
      return motion ? [{ row, rest, pose: prepareMotion(motion, trig), turned, grips: 'grab' in force }] : [];
    });
  }

  /** Puts the fields where they are at the end of the step from t0 to t1 (s). */
  place(t0: number, t1: number): void {
    const { shared, moving, before, now, from, to } = this;
    for (const { row, rest, pose, turned, grips } of moving) {
      const { f64 } = shared;
      pose(t1, now);
      carryInto(to, now, rest, CENTER, true);
      f64.set(to, row + CENTER);
      if (turned > 0) {
        carryInto(from, now, rest, turned, false);
        f64.set(from, row + turned);
      }
      if (!grips) continue;
      pose(t0, before);
      carryInto(from, before, rest, CENTER, true);
      for (let a = 0; a < 3; a++) f64[row + OTHER + a] = t1 > t0 ? (to[a]! - from[a]!) / (t1 - t0) : 0;
    }
  }
}

/** How a field moves, if it does. */
export function forceMotion(force: ForceField): Motion | undefined {
  const settings: object = Object.values(force)[0]!;
  return 'motion' in settings ? (settings.motion as Motion | undefined) : undefined;
}

/** Where a pose takes the vector at `k` of a row: a point, or a direction. */
function carryInto(out: Float64Array, pose: Pose, row: readonly number[], k: number, isPoint: boolean): void {
  const x = row[k]!,
    y = row[k + 1]!,
    z = row[k + 2]!;
  for (let a = 0; a < 3; a++)
    out[a] = pose[3 * a]! * x + pose[3 * a + 1]! * y + pose[3 * a + 2]! * z + (isPoint ? pose[9 + a]! : 0);
}

/** A field as its row. */
function forceRow(force: ForceField): number[] {
  const kind = (name: (typeof KINDS)[number]) => KINDS.indexOf(name);
  if ('uniform' in force) return [kind('uniform'), ...force.uniform.acceleration];
  if ('spring' in force) return [kind('spring'), ...force.spring.center, force.spring.rate];
  if ('attractor' in force) {
    const { center, strength, softening } = force.attractor;
    return [kind('attractor'), ...center, strength, softening];
  }
  if ('vortex' in force) return [kind('vortex'), ...force.vortex.center, force.vortex.rate, ...unit(force.vortex.axis)];
  if ('drag' in force) return [kind('drag'), ...force.drag.wind, force.drag.rate];
  if ('grab' in force) {
    const { center, radius, pull, damping = 2 * Math.sqrt(pull / radius) } = force.grab;
    return [kind('grab'), ...center, pull / radius, radius, damping, 0, 0, 0, 0];
  }
  const { center, radius, acceleration } = force.push;
  return [kind('push'), ...center, 0, radius, 0, 0, ...acceleration];
}
