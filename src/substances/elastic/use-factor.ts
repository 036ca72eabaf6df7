// The factor that an implicit step uses stands behind the links in the shared memory. It is that of the last step; a few others are kept beside,
// because steps change. [ADR 39, 52]

import type { Engine } from '../../engine/engine.ts';
import * as at from '../../wasm/layout.ts';
import type { Elements } from './elements.ts';
import { type FactorRoom, factorInto, type Stiff } from './factor.ts';
import { addControlMatrix } from './hourglass.ts';
import { type ElasticParameters, lame } from './parameters.ts';
import type { Factors } from './plan-factors.ts';
import type { Solids } from './solids.ts';

/** Factors that are kept: steps are power-of-two parts of a frame. */
const KEPT = 3;
/** Where the factor in use stands. */
export function roomOf({ engine: { set } }: Solids, { plan, address }: Factors): FactorRoom {
  return { plan, address, shared: set.shared, wasm: set.team.wasm };
}

/** Makes the factor of a step the one in use; loads and diagonals of the step stand. Returns its `inverse`, if it is that of a grid. */
export function useFactor(s: Solids, factors: Factors, places: Uint32Array): Float64Array | undefined {
  const diagonal = Float64Array.from(places, (i) => diagonalOf(s.engine, i)),
    key = [...weightsOf(s.engine), sumOf(diagonal)].join(),
    { kept, plan, address } = factors,
    from = address >>> 3;
  if (!kept.has(key)) {
    if (kept.size >= KEPT) kept.clear();
    const stiff = stiffOf(s, places, diagonal),
      all = { ...stiff, alike: controlMatrix(s, factors) };
    factorInto(roomOf(s, factors), factors.grid ?? factors.own, factors.grid ? stiff : all);
    const inverse = factors.grid && inverseDiagonal(factors.own, all);
    kept.set(key, { numbers: s.engine.set.shared.f64.slice(from, from + plan.bytes / 8), inverse });
  } else if (factors.current !== key) s.engine.set.shared.f64.set(kept.get(key)!.numbers, from);
  factors.current = key;
  return kept.get(key)!.inverse;
}

/** What hourglass control adds to the matrix. */
function controlMatrix({ engine, control }: Solids, { nodes }: Factors): Stiff['alike'] {
  const [weight] = weightsOf(engine),
    unit = engine.set.shared.real(at.PAIR_UNIT);
  return control && ((add) => addControlMatrix(engine, nodes, control, weight / unit, add));
}

/** 1 over the mean of the diagonal of each node. */
function inverseDiagonal({ functions, begins, to, gradients: G }: Elements, { lambda, mu, diagonal, alike }: Stiff) {
  const out = diagonal.slice(0, functions);
  for (let n = 0; n < functions; n++)
    for (let l = begins[n]!; l < begins[n + 1]!; l++) {
      const square = G[3 * l]! * G[3 * l]! + G[3 * l + 1]! * G[3 * l + 1]! + G[3 * l + 2]! * G[3 * l + 2]!;
      out[to[l]!]! += ((lambda[n]! + 4 * mu[n]!) / 3) * square;
    }
  alike?.((i, j, value) => {
    if (i === j) out[i]! += value;
  });
  return out.map((x) => 1 / x);
}

function stiffOf(s: Solids, places: Uint32Array, diagonal: Float64Array): Stiff {
  const { set, substances } = s.engine,
    [w, v] = weightsOf(s.engine),
    volumes = set.f64('referenceVolume'),
    kinds = set.u32('substance'),
    unit = set.shared.real(at.PAIR_UNIT),
    of = (i: number) => substances[kinds[i]!] as ElasticParameters,
    // λ + k_v: what of λ acts through det F is part of k_v
    lambda = Float64Array.from(places, (i) => (w * (lame(of(i)).lambda + of(i).volumeStiffness) * volumes[i]!) / unit),
    mu = Float64Array.from(places, (i) => ((w * lame(of(i)).mu + 0.5 * v * of(i).stressDamping) * volumes[i]!) / unit);
  return { lambda, mu, diagonal };
}

function weightsOf({ set: { shared } }: Engine): [number, number] {
  return [shared.real(at.STIFFNESS_WEIGHT), shared.real(at.VISCOUS_WEIGHT)];
}

/** m (1 + …) of particle i over the unit: what is no stiffness. */
function diagonalOf({ set: { shared } }: Engine, i: number): number {
  return shared.f64[(shared.u32[at.AT_SOLVE_LOAD >> 2]! >>> 3) + 4 * i + 3]!;
}

/** A number that tells sets of diagonals apart: places count. */
function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, x, n) => sum + x * (1 + n), 0);
}
