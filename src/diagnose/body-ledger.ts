// What the bodies of a world carry.

import type { Triple } from '../engine/booking.ts';
import { type Body, type BodyState, POSITION, SPIN, turnInto, VELOCITY } from '../obstacles/body.ts';
import type { Scene } from '../scene/schema.ts';

/** Impulses that something gave to a body since the world began. */
export interface BodyImpulses {
  /** N·s */
  readonly impulse: Triple;
  /** About the origin, N·m·s. */
  readonly angularImpulse: Triple;
}

/** What acted on a body since the world began: its own impulses are those that particles gave to it. */
export interface BodyAccount extends BodyImpulses {
  /** Of gravity. */
  readonly external: BodyImpulses;
  /** Of contacts with obstacles and other bodies, and of joints. */
  readonly contacts: BodyImpulses;
}

/** The obstacles whose pose is simulated, in numbers. SI units; in 2D per meter of depth. */
export interface BodyLedger {
  /** kg */
  readonly mass: number;
  /** N·s */
  readonly momentum: Triple;
  /** About the origin, N·m·s. */
  readonly angularMomentum: Triple;
  /** J */
  readonly kineticEnergy: number;
  /** Of gravity, about the origin, J. */
  readonly potentialEnergy: number;
}

/** Accounts of so many bodies, all 0. */
export function newBodyAccounts(bodies: number): BodyAccount[] {
  const none = (): BodyImpulses => ({ impulse: [0, 0, 0], angularImpulse: [0, 0, 0] });
  return Array.from({ length: bodies }, () => ({ ...none(), external: none(), contacts: none() }));
}

/** Measures bodies: p = m v, L = x × p + R I Rᵀ ω, and their energies. */
export function measureBodies(
  bodies: readonly Body[],
  states: readonly BodyState[],
  { gravity }: Pick<Scene, 'gravity'>,
): BodyLedger {
  const momentum: Triple = [0, 0, 0],
    angularMomentum: Triple = [0, 0, 0];
  let whole = 0,
    kineticEnergy = 0,
    potentialEnergy = 0;
  bodies.forEach(({ mass, inertia }, k) => {
    const state = states[k]!,
      [x, v, w] = [part(state, POSITION), part(state, VELOCITY), part(state, SPIN)],
      spin = spinMomentum(inertia, state, w);
    whole += mass;
    kineticEnergy += 0.5 * mass * dot(v, v) + 0.5 * dot(w, spin);
    potentialEnergy -= mass * dot(gravity, x);
    for (let a = 0; a < 3; a++) {
      const [b, c] = [(a + 1) % 3, (a + 2) % 3];
      momentum[a]! += mass * v[a]!;
      angularMomentum[a]! += mass * (x[b]! * v[c]! - x[c]! * v[b]!) + spin[a]!;
    }
  });
  return { mass: whole, momentum, angularMomentum, kineticEnergy, potentialEnergy };
}

/** R I Rᵀ ω */
function spinMomentum(inertia: ArrayLike<number>, state: BodyState, w: Triple): Triple {
  turnInto(turn, state);
  const back = triple((a) => turn[a]! * w[0] + turn[3 + a]! * w[1] + turn[6 + a]! * w[2]),
    local = triple((a) => inertia[3 * a]! * back[0] + inertia[3 * a + 1]! * back[1] + inertia[3 * a + 2]! * back[2]);
  return triple((a) => turn[3 * a]! * local[0] + turn[3 * a + 1]! * local[1] + turn[3 * a + 2]! * local[2]);
}

const turn = new Float64Array(9);
const triple = (of: (a: number) => number): Triple => [of(0), of(1), of(2)];
const part = (state: BodyState, at: number): Triple => triple((a) => state[at + a]!);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
