// The preconditioner of implicit steps between steps: factors for the steps in use, and the turns of bodies.

import type { Engine } from '../../engine/engine.ts';
import * as at from '../../wasm/layout.ts';
import { type Factor, type Factors, factorOf, solveFactored } from './factor.ts';
import { type ElasticParameters, lame } from './parameters.ts';
import type { Solids } from './solids.ts';

/** Factors that are kept: steps are power-of-two parts of a frame. */
const KEPT = 4;

/** A solve's preconditioner, made for the particles as they stand. */
export interface Preconditioner {
  /** Puts A₀⁻¹ r beside the residuals; returns r·A₀⁻¹ r. */
  apply(): number;
}

/** The preconditioner of a step whose loads and diagonals stand; nothing where bodies are too large for it. */
export function preconditionerOf(s: Solids, factors: Factors): Preconditioner | undefined {
  const { set } = s.engine,
    places = placesByNumbers(s),
    diagonal = Float64Array.from(places, (i) => rowOf(s.engine, at.AT_SOLVE_LOAD, i, 3)),
    key = [s.written!.references, s.written!.nodes, ...weightsOf(s.engine), sumOf(diagonal)].join();
  if (!factors.has(key)) {
    if (factors.size >= KEPT) factors.clear();
    factors.set(key, factorOf(stiffOf(s, places, diagonal)));
  }
  const factor = factors.get(key);
  if (!factor) return undefined;
  const turns = turnsOf(s, places),
    bodies = set.u32('sourceBody'),
    turnOf = Array.from(places, (i) => turns.get(bodies[i]!)!),
    z = new Float64Array(3 * places.length);
  return { apply: () => applyFactor(s.engine, factor, { places, z, turnOf }) };
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
  readonly z: Float64Array;
  /** Rotation of the body of each node. */
  readonly turnOf: readonly Float64Array[];
}

function applyFactor({ set: { shared } }: Engine, factor: Factor, { places, z, turnOf }: Turned): number {
  const { f64, u32 } = shared,
    residuals = u32[at.AT_SOLVE_RESIDUAL >> 2]! >>> 3,
    held = u32[at.AT_SOLVE_HELD >> 2]! >>> 3,
    { order } = factor;
  for (let n = 0; n < places.length; n++) {
    const r = residuals + 4 * places[n]!,
      R = turnOf[n]!,
      free = f64[held + 4 * places[n]! + 3] === 0;
    for (let a = 0; a < 3; a++)
      z[3 * order[n]! + a] = free ? R[a]! * f64[r]! + R[3 + a]! * f64[r + 1]! + R[6 + a]! * f64[r + 2]! : 0;
  }
  solveFactored(factor, z);
  let product = 0;
  for (let n = 0; n < places.length; n++) {
    const row = held + 4 * places[n]!,
      R = turnOf[n]!,
      own = 3 * order[n]!;
    if (f64[row + 3] !== 0) continue;
    for (let a = 0; a < 3; a++) {
      f64[row + a] = R[3 * a]! * z[own]! + R[3 * a + 1]! * z[own + 1]! + R[3 * a + 2]! * z[own + 2]!;
      product += f64[row + a]! * f64[residuals + 4 * places[n]! + a]!;
    }
  }
  return product;
}

function stiffOf(s: Solids, places: Uint32Array, diagonal: Float64Array) {
  const { set, substances } = s.engine,
    [w, v] = weightsOf(s.engine),
    volumes = set.f64('referenceVolume'),
    kinds = set.u32('substance'),
    unit = set.shared.real(at.PAIR_UNIT),
    of = (i: number) => substances[kinds[i]!] as ElasticParameters,
    // λ + k_v: what of λ acts through det F is part of k_v
    lambda = Float64Array.from(places, (i) => (w * (lame(of(i)).lambda + of(i).volumeStiffness) * volumes[i]!) / unit),
    mu = Float64Array.from(places, (i) => ((w * lame(of(i)).mu + 0.5 * v * of(i).stressDamping) * volumes[i]!) / unit);
  return { links: s.links!, lambda, mu, diagonal };
}

function weightsOf({ set: { shared } }: Engine): [number, number] {
  return [shared.real(at.STIFFNESS_WEIGHT), shared.real(at.VISCOUS_WEIGHT)];
}

function rowOf({ set: { shared } }: Engine, slot: number, i: number, a: number): number {
  return shared.f64[(shared.u32[slot >> 2]! >>> 3) + 4 * i + a]!;
}

/** A number that tells sets of diagonals apart: places count. */
function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, x, n) => sum + x * (1 + n), 0);
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
