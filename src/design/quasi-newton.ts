// Minimization by limited-memory BFGS whose first guess of the inverse matrix is a factor of an earlier Gauss-Newton matrix. While one drags, the
// factor and the memory stay: a step then costs a gradient and two substitutions instead of a matrix and its factors. When steps become short,
// the factor is made anew. Without a factor the diagonal of the last y·s serves, for problems whose matrix is too large.
// Measured (63 particles, drag by 2 %): Levenberg-Marquardt 9 to 20 ms, this 2 to 4 ms for the same energy. [ADR 40]

import type { Descent, Energy, Stop } from './levenberg-marquardt.ts';

/** Pairs of steps and changes of the gradient that are remembered. */
const MEMORY = 20;

/** A cheap inverse of a matrix that is like that of the problem. */
export interface Preconditioner {
  /** Steps after which it is made anew if the end is not reached. */
  readonly patience: number;
  /** Makes it for the place u; false if it cannot be made. */
  renew(u: Float64Array): boolean;
  /** d ← inverse d. */
  apply(d: Float64Array): void;
}

interface Pair {
  readonly s: Float64Array;
  readonly y: Float64Array;
  readonly rho: number;
}

/** A search that remembers, for one problem whose targets move. */
export class QuasiNewton {
  readonly #problem: Energy;
  readonly #preconditioner: Preconditioner | undefined;
  #factored = false;
  #pairs: Pair[] = [];

  constructor(problem: Energy, preconditioner?: Preconditioner) {
    this.#problem = problem;
    this.#preconditioner = preconditioner;
  }

  /** Forgets the factor and the steps: after changes of weights, or of which points are held. */
  forget(): void {
    this.#factored = false;
    this.#pairs = [];
  }

  /** Lowers the energy from u, in place. Yields after every step, so that one can look at u and stop. */
  *descend(u: Float64Array, stop: Stop): Generator<Descent, Descent> {
    const { size } = this.#problem,
      g = new Float64Array(size),
      d = new Float64Array(size),
      next = new Float64Array(size),
      nextG = new Float64Array(size);
    const patience = this.#preconditioner?.patience ?? 0;
    let energy = this.#problem.gradientInto(g, u),
      since = 0;
    for (let iterations = 0; iterations < stop.iterations; ) {
      if (energy <= stop.floor) return { energy, iterations, converged: true };
      const renewed = patience > 0 && (!this.#factored || since >= patience);
      if (renewed) {
        this.#renew(u);
        since = 0;
      }
      this.#directionInto(d, g);
      const gain = dot(d, g);
      if (this.#factored && gain > 0 && gain <= 2 * stop.tolerance * energy)
        return { energy, iterations, converged: true };
      iterations++;
      const found = this.#search(u, d, gain, energy, next, nextG);
      if (found === undefined) {
        if (this.#pairs.length === 0 && (renewed || patience === 0)) return { energy, iterations, converged: true };
        this.#pairs = [];
        since = patience;
        continue;
      }
      since += found.step < 0.3 ? 3 : 1;
      this.#remember(u, next, g, nextG);
      const lowered = energy - found.energy;
      u.set(next);
      g.set(nextG);
      if (!this.#factored && lowered <= stop.tolerance * energy)
        return { energy: found.energy, iterations, converged: true };
      energy = found.energy;
      yield { energy, iterations, converged: false };
    }
    return { energy, iterations: stop.iterations, converged: false };
  }

  #renew(u: Float64Array): void {
    this.#factored = this.#preconditioner!.renew(u);
    this.#pairs = [];
  }

  /** d = (inverse matrix) g, by the two loops of Nocedal. */
  #directionInto(d: Float64Array, g: Float64Array): void {
    const pairs = this.#pairs,
      alpha = new Float64Array(pairs.length);
    d.set(g);
    for (let k = pairs.length - 1; k >= 0; k--) {
      const { s, y, rho } = pairs[k]!;
      alpha[k] = rho * dot(s, d);
      addTimes(d, -alpha[k]!, y);
    }
    if (this.#factored) this.#preconditioner!.apply(d);
    else if (pairs.length > 0) {
      const { y, rho } = pairs.at(-1)!;
      scale(d, 1 / (rho * dot(y, y)));
    }
    for (let k = 0; k < pairs.length; k++) {
      const { s, y, rho } = pairs[k]!;
      addTimes(d, alpha[k]! - rho * dot(y, d), s);
    }
  }

  /** A step along −d that lowers the energy enough; undefined if there is none. The first step without a scale is a short one. */
  #search(
    u: Float64Array,
    d: Float64Array,
    gain: number,
    energy: number,
    next: Float64Array,
    nextG: Float64Array,
  ): { energy: number; step: number } | undefined {
    if (!(gain > 0)) return undefined;
    let step = this.#factored || this.#pairs.length > 0 ? 1 : Math.min(1, energy / gain);
    for (let round = 0; round < 30; round++) {
      for (let k = 0; k < u.length; k++) next[k] = u[k]! - step * d[k]!;
      const E = this.#problem.gradientInto(nextG, next);
      if (E <= energy - 1e-4 * step * gain) return E < energy ? { energy: E, step } : undefined;
      const bend = E - energy + step * gain;
      step *= bend > 0 ? Math.min(0.5, Math.max(0.1, (0.5 * step * gain) / bend)) : 0.25;
    }
    return undefined;
  }

  #remember(u: Float64Array, next: Float64Array, g: Float64Array, nextG: Float64Array): void {
    const oldest = this.#pairs.length >= MEMORY ? this.#pairs.shift() : undefined,
      s = oldest?.s ?? new Float64Array(u.length),
      y = oldest?.y ?? new Float64Array(u.length);
    for (let k = 0; k < u.length; k++) {
      s[k] = next[k]! - u[k]!;
      y[k] = nextG[k]! - g[k]!;
    }
    const curved = dot(s, y);
    if (curved > 1e-12 * Math.sqrt(dot(s, s) * dot(y, y))) this.#pairs.push({ s, y, rho: 1 / curved });
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}

function addTimes(a: Float64Array, factor: number, b: Float64Array): void {
  for (let k = 0; k < a.length; k++) a[k]! += factor * b[k]!;
}

function scale(a: Float64Array, factor: number): void {
  for (let k = 0; k < a.length; k++) a[k]! *= factor;
}
