// Where a shape goes next while one drags: on, as it went from the last event to this one, as far as the handles did. Exact for what is linear in the
// handles; a bend of 2° per event leaves a thousandth of its energy to the search.

import type { Targets } from './shape-energy.ts';

/** Largest step ahead, over the last step. */
const FARTHEST = 2;

interface Solved {
  readonly goals: Float64Array;
  readonly u: Float64Array;
}

/** Remembers the last two solved shapes of a drag. */
export class DragPredictor {
  #past: Solved[] = [];

  /** After other points are held, or other weights count. */
  forget(): void {
    this.#past = [];
  }

  /** A shape that was solved for these targets; a better one for the same targets takes the place of the last. */
  remember({ displacements }: Targets, u: Float64Array): void {
    const last = this.#past.at(-1);
    if (last && isSame(last.goals, displacements)) this.#past.pop();
    else if (this.#past.length > 1) this.#past.shift();
    this.#past.push({ goals: displacements, u: u.slice() });
  }

  /** Writes the guess for the next targets; false if there is none. */
  guessInto(out: Float64Array, { displacements, weights }: Targets): boolean {
    const [before, last] = this.#past;
    if (!before || !last || last.goals.length !== displacements.length) return false;
    let [along, square] = [0, 0];
    for (let k = 0; k < displacements.length; k++) {
      const w = weights[Math.floor(k / 3)]!,
        step = last.goals[k]! - before.goals[k]!;
      along += w * step * (displacements[k]! - last.goals[k]!);
      square += w * step * step;
    }
    const far = square > 0 ? along / square : 0;
    if (!(Math.abs(far) <= FARTHEST) || far === 0) return false;
    for (let k = 0; k < out.length; k++) out[k] = last.u[k]! + far * (last.u[k]! - before.u[k]!);
    return true;
  }
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((x, k) => x === b[k]);
}
