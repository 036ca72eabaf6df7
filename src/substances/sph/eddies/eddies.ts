// Spin of eddies that particles are too coarse for: a micropolar liquid. [BKKW17, ADR 69]
//   R = ½ Σ m ν_t s²,  s = 2 (J + δ)⁻¹ (K − J ω): how fast neighbors go round a particle beside its spin
// Forces are −∂R/∂v, torques −∂R/∂ω: momentum and angular momentum are kept, a body that turns as one feels nothing, and energy only falls.

import type { Triple } from '../../../engine/booking.ts';
import { type Engine, type Guest, substanceRow } from '../../../engine/engine.ts';
import type { Measured } from '../../../engine/family.ts';
import { type StepLimit, tighten } from '../../../engine/step-limit.ts';
import { normalization } from '../../../kernels/kernels.ts';
import * as at from '../../../wasm/layout.ts';

/** The numbers of a substance whose eddies spin. */
export interface Eddying {
  /** Its number among the substances of the engine. */
  readonly index: number;
  /** ν_t, m²/s. */
  readonly transfer: number;
  /** Θ: moment of inertia over mass, m². */
  readonly inertia: number;
  /** ν_ω, m²/s. */
  readonly viscosity: number;
  /** h of its finest particles, m. */
  readonly finest: number;
  /** Rest density over that of the lightest smoothed substance: that is how much faster its forces move what is beside it. */
  readonly heavier: number;
}

/** Largest eigenvalue of what acts on velocities over ν_t/h²; of what spreads spin, over ν_ω/h². Measured: see test/unit/eddies.test.ts. */
const SHARPEST = 4,
  SPREADING = 8;

/** What spin does in a world, beside all other forces. */
export class Eddies implements Guest {
  readonly #engine: Engine;
  readonly #spreads: boolean;
  readonly #limit: number;
  #isMeasured = false;

  constructor(engine: Engine, own: readonly Eddying[]) {
    this.#engine = engine;
    this.#spreads = own.some(({ viscosity }) => viscosity > 0);
    this.#limit = 1 / Math.max(...own.map(fastestRate));
    const { shared } = engine.set,
      norm = shared.f64[at.KERNEL_NORM >> 3]!;
    shared.splat(at.SPLAT_EDDY, (6 * normalization('poly6', engine.dimension)) / norm);
    shared.setInt(at.EDDIES_SPREAD, Number(this.#spreads));
    for (const { index, transfer, inertia, viscosity } of own) {
      const row = substanceRow(index);
      shared.setReal(row + at.SUB_EDDY_TRANSFER, transfer);
      shared.setReal(row + at.SUB_EDDY_INERTIA, inertia);
      shared.setReal(row + at.SUB_EDDY_VISCOSITY, viscosity);
    }
  }

  pack(): void {
    const { team, chunks } = this.#engine.set;
    team.run(at.PASS_KICK_EDDIES, chunks); // ω ← ω + dt ω̇, the part before particles move
    this.#isMeasured = false;
  }

  sum(): void {
    const { set, neighbors, loop } = this.#engine,
      { team, chunks } = set,
      domain = loop >> 3;
    if (!this.#isMeasured) {
      neighbors.runPairs(at.PASS_MEASURE_EDDIES + domain); // K, B
      team.run(at.PASS_TURN_EDDIES, chunks); //             s, τ, ω̇
      this.#isMeasured = true;
    }
    team.run(at.PASS_FORGET_EDDIES, chunks);
    neighbors.runPairs(at.PASS_EDDY_FORCES + domain); //      Σ g x × (V_j τ_i + V_i τ_j)
  }

  settle(): void {
    const { team, chunks } = this.#engine.set;
    team.run(at.PASS_END_EDDIES, chunks); // ω ← ω + dt ω̇, the part after
  }

  begin(): void {
    const { team, chunks } = this.#engine.set;
    team.run(at.PASS_BEGIN_EDDIES, chunks); // ω = (J + δ)⁻¹ K
  }

  limit(out: StepLimit): void {
    tighten(out, 'vorticity', this.#limit);
  }
}

/** Fastest rate of what spin and velocity do to each other, 1/s: steps that are longer than its inverse would swing. */
function fastestRate({ transfer, inertia, viscosity, finest, heavier }: Eddying): number {
  const square = finest * finest;
  return transfer * ((SHARPEST * heavier) / square + 4 / inertia) + (SPREADING * viscosity) / square;
}

/** Σ m Θ ω, N·m·s. */
export function totalEddySpin(world: Measured): Triple {
  const sum: Triple = [0, 0, 0];
  addOver(world, (m, spin, i) => {
    for (let a = 0; a < 3; a++) sum[a]! += m * spin[3 * i + a]!;
  });
  return sum;
}

/** ½ Σ m Θ ω², J. */
export function eddyEnergy(world: Measured, before = 0): number {
  let energy = before;
  addOver(world, (m, spin, i) => {
    const [x, y, z] = [spin[3 * i]!, spin[3 * i + 1]!, spin[3 * i + 2]!];
    energy += 0.5 * m * (x * x + y * y + z * z);
  });
  return energy;
}

/** Calls back with the moment of inertia, the spins and the number of every particle that has a spin. */
function addOver({ set, substances }: Measured, add: (inertia: number, spin: Float64Array, i: number) => void): void {
  if (!set.has('eddies')) return;
  const { f64 } = set.shared,
    [mass, kinds, spin] = [set.f64('mass'), set.u32('substance'), set.f64('eddySpin')],
    inertias = substances.map((_, index) => f64[(substanceRow(index) + at.SUB_EDDY_INERTIA) >> 3]!);
  for (let i = 0; i < set.count; i++) {
    const inertia = inertias[kinds[i]!]!;
    if (inertia > 0) add(mass[i]! * inertia, spin, i);
  }
}
