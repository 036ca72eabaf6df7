// The preconditioner of implicit steps between steps: factors for the steps in use, and the turns of bodies.

import type { Engine } from '../../engine/engine.ts';
import * as at from '../../wasm/layout.ts';
import type { Elements } from './elements.ts';
import { type FactorRoom, solveFactored, vectorOf } from './factor.ts';
import type { Factors } from './plan-factors.ts';
import type { Solids } from './solids.ts';
import { roomOf, useFactor } from './use-factor.ts';

/** A solve's preconditioner, made for the particles as they stand. */
export interface Preconditioner {
  /** Puts A₀⁻¹ r beside the residuals; returns r·A₀⁻¹ r. */
  apply(): number;
}

/** The preconditioner of a step whose loads and diagonals stand. */
export function preconditionerOf(s: Solids, factors: Factors): Preconditioner {
  const places = placesByNumbers(s),
    inverse = useFactor(s, factors, places),
    room = roomOf(s, factors),
    turns = turnsOf(s, places),
    bodies = s.engine.set.u32('sourceBody'),
    turnOf = Array.from(places, (i) => turns.get(bodies[i]!)!),
    r = new Float64Array(3 * places.length),
    solve = () => (factors.grid ? solveOnGrid(room, factors.grid, inverse!, r) : solveOnNodes(room, r));
  return { apply: () => applyFactor(s.engine, { places, r, turnOf, solve }) };
}

/** Where each node stands, by the numbers that links were written for. */
function placesByNumbers({ engine: { set }, written }: Solids): Uint32Array {
  const numbers = set.u32('node'),
    places = new Uint32Array(written!.nodes);
  for (let i = 0; i < set.count; i++) if (numbers[i]! > 0) places[numbers[i]! - 1] = i;
  return places;
}

interface Turned {
  readonly places: Uint32Array;
  /** Of the nodes, turned back. */
  readonly r: Float64Array;
  /** Rotation of the body of each node. */
  readonly turnOf: readonly Float64Array[];
  /** r ← A₀⁻¹ r, as bodies stand in their reference shapes. */
  solve(): void;
}

/** How obstacles hold particles, as in assembly/elastic/held.ts. */
const RUBBING = 1,
  CORNER = 2;
const WALL = at.STICK_BYTES >> 3;
const v = [0, 0, 0];

function applyFactor({ set: { shared } }: Engine, { places, r, turnOf, solve }: Turned): number {
  const { f64, u32 } = shared,
    residuals = u32[at.AT_SOLVE_RESIDUAL >> 2]! >>> 3,
    held = u32[at.AT_SOLVE_HELD >> 2]! >>> 3,
    walls = u32[at.AT_SOLVE_WALL >> 2]! >>> 3;
  for (let n = 0; n < places.length; n++) {
    const row = residuals + 4 * places[n]!,
      R = turnOf[n]!,
      way = f64[held + 4 * places[n]! + 3]!,
      wall = walls + WALL * places[n]!,
      across =
        way === RUBBING ? f64[row]! * f64[wall]! + f64[row + 1]! * f64[wall + 1]! + f64[row + 2]! * f64[wall + 2]! : 0;
    for (let a = 0; a < 3; a++) v[a] = way !== CORNER ? f64[row + a]! - across * (across && f64[wall + a]!) : 0;
    for (let a = 0; a < 3; a++) r[3 * n + a] = R[a]! * v[0]! + R[3 + a]! * v[1]! + R[6 + a]! * v[2]!;
  }
  solve();
  let product = 0;
  for (let n = 0; n < places.length; n++) {
    const row = held + 4 * places[n]!,
      R = turnOf[n]!,
      way = f64[row + 3]!,
      wall = walls + WALL * places[n]!;
    if (way === CORNER) continue;
    for (let a = 0; a < 3; a++)
      v[a] = R[3 * a]! * r[3 * n]! + R[3 * a + 1]! * r[3 * n + 1]! + R[3 * a + 2]! * r[3 * n + 2]!;
    const across = way === RUBBING ? v[0]! * f64[wall]! + v[1]! * f64[wall + 1]! + v[2]! * f64[wall + 2]! : 0;
    for (let a = 0; a < 3; a++) {
      f64[row + a] = v[a]! - across * (across && f64[wall + a]!);
      product += f64[row + a]! * f64[residuals + 4 * places[n]! + a]!;
    }
  }
  return product;
}

/** r ← A₀⁻¹ r. */
function solveOnNodes(room: FactorRoom, r: Float64Array): void {
  const { order } = room.plan,
    z = vectorOf(room);
  for (let n = 0; n < order.length; n++) for (let a = 0; a < 3; a++) z[3 * order[n]! + a] = r[3 * n + a]!;
  solveFactored(room);
  for (let n = 0; n < order.length; n++) for (let a = 0; a < 3; a++) r[3 * n + a] = z[3 * order[n]! + a]!;
}

/** r ← D⁻¹ r + N A₀⁻¹ Nᵀ r: what is coarse by the grid, what is fine by the nodes alone. */
function solveOnGrid(room: FactorRoom, { begins, to, values }: Elements, inverse: Float64Array, r: Float64Array): void {
  const { order } = room.plan,
    z = vectorOf(room);
  z.fill(0);
  for (let n = 0; n + 1 < begins.length; n++)
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const at = 3 * order[to[l]!]!;
      for (let a = 0; a < 3; a++) z[at + a]! += values[l]! * r[3 * n + a]!;
    }
  solveFactored(room);
  for (let n = 0; n + 1 < begins.length; n++) {
    for (let a = 0; a < 3; a++) r[3 * n + a]! *= inverse[n]!;
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const at = 3 * order[to[l]!]!;
      for (let a = 0; a < 3; a++) r[3 * n + a]! += values[l]! * z[at + a]!;
    }
  }
}

/** Rounds of Newton's iteration towards the next rotation. Any matrix that inverts would do. */
const ROUNDS = 6;

/** How each body has turned: the rotation next to the mean of its F. */
function turnsOf({ engine: { set } }: Solids, places: Uint32Array): Map<number, Float64Array> {
  const { f64, u32 } = set.shared,
    shapes = u32[at.AT_NODE_SHAPE >> 2]! >>> 3,
    bodies = set.u32('sourceBody'),
    turns = new Map<number, Float64Array>(),
    counts = new Map<number, number>();
  for (let n = 0; n < places.length; n++) {
    const body = bodies[places[n]!]!,
      sum = turns.get(body) ?? new Float64Array(9);
    for (let k = 0; k < 9; k++) sum[k]! += f64[shapes + 10 * n + k]!;
    turns.set(body, sum);
    counts.set(body, 1 + (counts.get(body) ?? 0));
  }
  for (const [body, sum] of turns) turns.set(body, rotationNear(sum.map((x) => x / counts.get(body)!)));
  return turns;
}

/** R ← ½(R + R⁻ᵀ). */
export function rotationNear(F: Float64Array): Float64Array {
  let R = F;
  for (let round = 0; round < ROUNDS; round++) {
    const at = (r: number, c: number) => R[3 * (r % 3) + (c % 3)]!,
      cofactor = Float64Array.from({ length: 9 }, (_, k) => {
        const [r, c] = [Math.floor(k / 3), k % 3];
        return at(r + 1, c + 1) * at(r + 2, c + 2) - at(r + 1, c + 2) * at(r + 2, c + 1);
      }),
      J = R[0]! * cofactor[0]! + R[1]! * cofactor[1]! + R[2]! * cofactor[2]!;
    if (!(Math.abs(J) > 1e-6)) return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    R = R.map((x, k) => 0.5 * (x + cofactor[k]! / J));
  }
  return R;
}
