// Frames in time and the quadratic moving least squares between them. [AW09 eq. 80, card §19]

import { MlsApproximation } from '../meshless/mls.ts';

/** Shape functions of the frames at one time, with both derivatives. */
export interface TimeRow {
  readonly frames: readonly number[];
  /** Φ_j, and its derivatives in 1/s and 1/s². */
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly curvatures: Float64Array;
}

/** Times at which the displacements of particles are unknowns. */
export class TimeFrames {
  /** Ascending, s. */
  readonly times: Float64Array;
  /** h_j, s. */
  readonly supports: Float64Array;
  readonly #mls: MlsApproximation;

  /**
   * @param times ascending, two at least
   * @param factor of the supports
   */
  constructor(times: ArrayLike<number>, factor = 1) {
    this.times = Float64Array.from(times);
    this.supports = supportsOf(this.times).map((h) => factor * h);
    this.#mls = new MlsApproximation(
      { dimension: 1, positions: this.times, supportRadius: this.supports },
      { order: 2 },
    );
  }

  get count(): number {
    return this.times.length;
  }

  /** Shape functions at a time; before the first and after the last frame those of its end, at rest. */
  at(time: number): TimeRow {
    const first = this.times[0]!,
      last = this.times[this.count - 1]!,
      { indices, values, gradients, hessians } = this.#mls.shape([Math.min(Math.max(time, first), last)], 2);
    if (time >= first && time <= last) return { frames: indices, values, slopes: gradients, curvatures: hessians };
    return { frames: indices, values, slopes: gradients.map(() => 0), curvatures: hessians.map(() => 0) };
  }
}

/** h_j = 1.5 max(t_j − t_{j−2}, t_{j+2} − t_j), clamped at the ends: three frames or more cover every time. [card §19] */
function supportsOf(times: Float64Array): Float64Array {
  const last = times.length - 1;
  return times.map((t, j) => 1.5 * Math.max(t - times[Math.max(j - 2, 0)]!, times[Math.min(j + 2, last)]! - t));
}

/** out ← Σ c_n u_{frames[n]}: one vector of displacements out of those of all frames, which follow each other in u. */
export function combineInto(out: Float64Array, row: readonly number[], factors: Float64Array, u: Float64Array): void {
  out.fill(0);
  row.forEach((j, n) => {
    const factor = factors[n]!,
      at = j * out.length;
    for (let k = 0; k < out.length; k++) out[k]! += factor * u[at + k]!;
  });
}

/** g_{frames[n]} += c_n G: what a vector at one time means for the frames. */
export function spread(g: Float64Array, row: readonly number[], factors: Float64Array, G: Float64Array): void {
  row.forEach((j, n) => {
    const factor = factors[n]!,
      at = j * G.length;
    for (let k = 0; k < G.length; k++) g[at + k]! += factor * G[k]!;
  });
}

/** So many times or more, with those given among them: every interval is cut evenly, the one with the longest parts first. */
export function evenTimes(times: Float64Array, count: number): number[] {
  const parts = Array.from({ length: times.length - 1 }, () => 1),
    part = (j: number) => (times[j + 1]! - times[j]!) / parts[j]!;
  for (let n = times.length; n < count; n++) {
    let longest = 0;
    for (let j = 1; j < parts.length; j++) if (part(j) > (1 + 1e-9) * part(longest)) longest = j;
    parts[longest]!++;
  }
  const cut = parts.flatMap((pieces, j) => Array.from({ length: pieces }, (_, n) => times[j]! + n * part(j)));
  return [...cut, times[times.length - 1]!];
}
