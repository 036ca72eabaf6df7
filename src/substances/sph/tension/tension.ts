// Surface tension of smoothed particles: σ pulls at the surface C = ½, and each of its samples hands its force to the particles around it by their
// share of the color there. Shares add up to 1 and forces to nothing, so momentum is exact; both are whole quanta. [YWTY12; ADR 54]
//   F_j = Σ_s f_s V_j W(x_s − x_j)/C(x_s),  f_s = −σ ∂A/∂x_s
// Runs on the calling thread, in f64: 4 µs per particle in 3D.

import type { Engine, Guest } from '../../../engine/engine.ts';
import { type StepLimit, tighten } from '../../../engine/step-limit.ts';
import { rootOf } from '../../../math/roots.ts';
import * as at from '../../../wasm/layout.ts';
import type { SphParameters } from '../parameters.ts';
import { ColorGrid, smoothWeight } from './color-grid.ts';
import { NearParticles } from './near-particles.ts';
import { type PartOfTension, SurfaceForces } from './surface-forces.ts';

/** Reach of a particle's color over its size. */
const REACH = 2.7;
/** Distance of the nodes of the grid over the size of the finest particle. */
const NODES = 1;
/** Capillary waves as short as two particles: dt ≤ ½ √(ρ L³/2πσ). [BKZ92] */
const CAPILLARY = 0.5;

/** Substances of an engine that have a tension, and what it does. */
export class Tension implements Guest {
  readonly #grid: ColorGrid;
  readonly #surface = new SurfaceForces();
  readonly #near = new NearParticles();
  #felt = new Float64Array(0);
  #shares = new Float64Array(0);
  #reaches = new Float64Array(0);
  /** Color of each particle at its center. */
  #tops = new Float64Array(0);
  #largest = 0;
  #limit = Number.POSITIVE_INFINITY;
  /** Free surface of all substances that have a tension at the last evaluation, m² (2D: m). */
  area = 0;

  readonly engine: Engine;
  readonly own: readonly SphParameters[];
  readonly part: ((substance: SphParameters) => PartOfTension | undefined) | undefined;

  constructor(
    engine: Engine,
    own: readonly SphParameters[],
    part?: (substance: SphParameters) => PartOfTension | undefined,
  ) {
    this.engine = engine;
    this.own = own;
    this.part = part;
    this.#grid = new ColorGrid(engine.dimension);
  }

  pack(): void {}

  sum(): void {
    const { set, substances, quanta } = this.engine,
      unit = set.shared.f64[at.PAIR_UNIT >> 3]!;
    this.#largest = 0;
    this.#limit = Number.POSITIVE_INFINITY;
    this.area = 0;
    for (const p of this.own) {
      const least = this.#color(substances.indexOf(p), p);
      if (!(least > 0)) continue;
      const capillary = (p.restDensity * least * least * least) / (2 * Math.PI * p.surfaceTension);
      this.#limit = Math.min(this.#limit, CAPILLARY * Math.sqrt(capillary));
      const quantum = quanta.force * unit;
      this.#surface.find(this.#grid, quantum > 0 ? p.surfaceTension / quantum : 0, this.part?.(p));
      this.area += this.#surface.area;
      if (quantum > 0) this.#handOver(quanta.force);
      else
        this.#largest = Math.max(this.#largest, (p.surfaceTension * (this.engine.dimension === 3 ? least : 1)) / unit);
    }
    const report = (set.shared.u32[at.AT_GROUP_REPORT >> 2]! + at.GROUP_CONTACT) >>> 2;
    set.shared.f32[report] = Math.max(set.shared.f32[report]!, this.#largest);
  }

  limit(out: StepLimit): void {
    tighten(out, 'tension', this.#limit);
  }

  /** Colors the grid by the particles of a substance. Returns the size of the finest, m. */
  #color(substance: number, { restDensity }: SphParameters): number {
    const { set, dimension } = this.engine,
      { count } = set,
      [mass, kinds, x] = [set.f64('mass'), set.u32('substance'), set.f64('position')];
    if (this.#reaches.length < count) {
      this.#reaches = new Float64Array(2 * count);
      this.#tops = new Float64Array(2 * count);
    }
    const reaches = this.#reaches;
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (let i = 0; i < count; i++) {
      if (kinds[i] !== substance) continue;
      const size = rootOf(mass[i]! / restDensity, dimension);
      reaches[i] = REACH * size;
      this.#tops[i] = smoothWeight(dimension, mass[i]! / restDensity, reaches[i]!);
      least = Math.min(least, size);
      most = Math.max(most, size);
    }
    if (most === 0) return 0;
    this.#grid.clear(NODES * least);
    this.#near.clear(REACH * most, count, dimension === 2);
    for (let i = 0; i < count; i++) {
      if (kinds[i] !== substance || !Number.isFinite(x[3 * i]! + x[3 * i + 1]! + x[3 * i + 2]!)) continue;
      this.#grid.add(x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!, this.#tops[i]!, reaches[i]!);
      this.#near.add(i, x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!);
    }
    this.#near.sort(x, reaches);
    return least;
  }

  /** Hands the forces of all samples to the particles around them, in whole quanta. */
  #handOver(quantum: number): void {
    const { dimension } = this.engine,
      { count, places, forces } = this.#surface,
      near = this.#near,
      felt = this.#clearFelt();
    for (let s = 0; s < count; s++) {
      const found = near.find(places[3 * s]!, places[3 * s + 1]!, dimension === 2 ? 0 : places[3 * s + 2]!),
        total = this.#weigh(found);
      if (!(total > 0)) continue; // never: the color here is ½
      for (let axis = 0; axis < dimension; axis++) {
        const f = forces[3 * s + axis]! / total;
        if (f === 0) continue;
        let given = 0;
        for (let n = 0; n < found; n++) {
          const now = Math.round(f * this.#shares[n]!); // of the running sum, so that nothing is left over
          felt[3 * near.found[n]! + axis]! += now - given;
          given = now;
        }
      }
    }
    this.#add(felt, quantum);
  }

  #clearFelt(): Float64Array {
    const numbers = 3 * this.engine.set.count;
    if (this.#felt.length < numbers) this.#felt = new Float64Array(2 * numbers);
    return this.#felt.fill(0, 0, numbers);
  }

  /** Adds what particles feel, in quanta, to the sums of their forces. */
  #add(felt: Float64Array, quantum: number): void {
    const { shared, count } = this.engine.set,
      sums = shared.u32[at.AT_SUM >> 2]! >>> 2;
    for (let i = 0; i < count; i++)
      for (let axis = 0; axis < 3; axis++) {
        const f = felt[3 * i + axis]! * quantum;
        shared.f32[sums + 4 * i + axis]! += f;
        this.#largest = Math.max(this.#largest, Math.abs(f));
      }
  }

  /** Running sums of the colors of the particles found, into `#shares`; returns the whole. */
  #weigh(found: number): number {
    const { found: ids, nearness } = this.#near;
    if (this.#shares.length < found) this.#shares = new Float64Array(2 * found);
    let total = 0;
    for (let n = 0; n < found; n++) {
      const u = nearness[n]!;
      total += this.#tops[ids[n]!]! * u * u * u;
      this.#shares[n] = total;
    }
    return total;
  }
}
