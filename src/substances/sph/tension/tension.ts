// Surface tension of smoothed particles: σ pulls at the surface C = ½, and each of its samples hands its force to the particles around it by their
// share of the color there. Shares add up to 1 and forces to nothing, so momentum is exact; both are whole quanta. [YWTY12; ADR 54]
//   F_j = Σ_s f_s V_j W(x_s − x_j)/C(x_s),  f_s = −σ ∂A/∂x_s
// Walls that the liquid wets mirror it, the more strongly the smaller the contact angle. [ADR 63]

import type { Triple } from '../../../engine/booking.ts';
import type { Engine, Guest } from '../../../engine/engine.ts';
import { type StepLimit, tighten } from '../../../engine/step-limit.ts';
import { rootOf } from '../../../math/roots.ts';
import * as at from '../../../wasm/layout.ts';
import type { SphParameters } from '../parameters.ts';
import { CapillaryGrid } from './capillary-grid.ts';

/** Reach of a particle's color over its size. */
const REACH = 2.7;
/**
 * σ of the mesh over the one that acts, in 3D: fitted to ω² of drops that swing, which was 1.031, 1.073 and 1.057 of theory at 10, 14 and 20
 * particles across (V66).
 */
const IN_SPACE = 1 / 1.05;
/** Capillary waves as short as two particles: dt ≤ ½ √(ρ L³/2πσ). [BKZ92] */
const CAPILLARY = 0.5;
/**
 * Most quanta of a pull: the few that meet in a sample then add up exactly in f32, and so do their shares. Pulls nearly cancel, so what a particle
 * feels is much smaller and says nothing of them.
 */
const MOST_QUANTA = 1 << 19;

/** A substance that has a tension. */
export interface Tense {
  readonly substance: SphParameters;
  /** What its images behind walls color over it; 0: walls are not wetted. */
  readonly image: number;
}

/** Substances of an engine that have a tension, and what it does. */
export class Tension implements Guest {
  readonly walls: Triple = [0, 0, 0];
  readonly #grid: CapillaryGrid;
  #largest = 0;
  #limit = Number.POSITIVE_INFINITY;
  /** Free surface of all substances that have a tension at the last evaluation, m² (2D: m). */
  area = 0;

  readonly engine: Engine;
  readonly own: readonly Tense[];

  constructor(engine: Engine, own: readonly Tense[]) {
    this.engine = engine;
    this.own = own;
    this.#grid = new CapillaryGrid(engine.set, engine.dimension);
  }

  pack(): void {}

  sum(): void {
    const { set, substances, quanta, dimension } = this.engine,
      unit = set.shared.f64[at.PAIR_UNIT >> 3]!;
    this.#largest = 0;
    this.#limit = Number.POSITIVE_INFINITY;
    this.area = 0;
    this.walls.fill(0);
    for (const { substance, image } of this.own) {
      const { restDensity, surfaceTension } = substance,
        index = substances.indexOf(substance),
        [least, most] = this.#sizes(index, restDensity),
        pull = surfaceTension * (dimension === 3 ? IN_SPACE * least : 1);
      if (most === 0) continue;
      const capillary = (restDensity * least * least * least) / (2 * Math.PI * surfaceTension);
      this.#limit = Math.min(this.#limit, CAPILLARY * Math.sqrt(capillary));
      if (!(quanta.force > 0)) {
        this.#largest = Math.max(this.#largest, pull / unit);
        continue;
      }
      const surface = { substance: index, restDensity, spacing: least, reach: REACH, most: (REACH * most) / least };
      let quantum = quanta.force;
      while (pull > MOST_QUANTA * quantum * unit) quantum *= 2;
      this.area += this.#grid.pull({ ...surface, scale: pull / (quantum * unit), image });
      this.#add(quantum, image > 0);
    }
    const report = (set.shared.u32[at.AT_GROUP_REPORT >> 2]! + at.GROUP_CONTACT) >>> 2;
    set.shared.f32[report] = Math.max(set.shared.f32[report]!, this.#largest);
  }

  limit(out: StepLimit): void {
    tighten(out, 'tension', this.#limit);
  }

  /** Sizes of the finest and of the coarsest particle of a substance, m; 0 if it has none. */
  #sizes(substance: number, restDensity: number): readonly [least: number, most: number] {
    const { set, dimension } = this.engine,
      [mass, kinds] = [set.f64('mass'), set.u32('substance')];
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < set.count; i++) {
      if (kinds[i] !== substance) continue;
      least = Math.min(least, mass[i]!);
      most = Math.max(most, mass[i]!);
    }
    return [rootOf(least / restDensity, dimension), rootOf(most / restDensity, dimension)];
  }

  /** Adds what particles feel, in quanta, to the sums of their forces. */
  #add(quantum: number, wets: boolean): void {
    const { set } = this.engine,
      { shared, count } = set,
      { f32 } = shared,
      felt = this.#grid.felt,
      sums = shared.u32[at.AT_SUM >> 2]! >>> 2,
      total = [0, 0, 0];
    for (let i = 0; i < count; i++)
      for (let axis = 0; axis < 3; axis++) {
        const f = felt[3 * i + axis]! * quantum;
        f32[sums + 4 * i + axis]! += f;
        if (Math.abs(f) > this.#largest) this.#largest = Math.abs(f);
        total[axis]! += felt[3 * i + axis]!;
      }
    const unit = shared.f64[at.PAIR_UNIT >> 3]!;
    if (wets) for (let axis = 0; axis < 3; axis++) this.walls[axis]! += total[axis]! * quantum * unit;
  }
}
