// The damped swing q = e^(−γt) (a cos ωt + b sin ωt) + c that fits samples best: late samples, which are small, count for little.

/** What was found. */
export interface SwingFit {
  /** ω, 1/s */
  readonly omega: number;
  /** γ, 1/s */
  readonly damping: number;
}

type Sample = readonly [time: number, value: number];

/** Halvings of the search, and trials to each side of the best so far. */
const ROUNDS = 30;
const TRIALS = 3;

/**
 * Least squares in a, b and c; ω and γ by trial around the best so far, ever closer.
 * @param omega about where to look, 1/s: between 0.8 and 1.2 of it
 * @example fitSwing(samples, 7.8).damping // 0.3
 */
export function fitSwing(samples: readonly Sample[], omega: number): SwingFit {
  let best = { omega, damping: 0.2 * omega },
    [width, least] = [0.2 * omega, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++, width *= 0.6) {
    const { omega: o, damping: d } = best;
    for (let i = -TRIALS; i <= TRIALS; i++) {
      for (let j = -TRIALS; j <= TRIALS; j++) {
        const trial = { omega: o + (i * width) / TRIALS, damping: d + (j * width) / TRIALS },
          rest = residual(samples, trial);
        if (rest < least) [best, least] = [trial, rest];
      }
    }
  }
  return best;
}

/** Sum of squares that is left of the samples with the best a, b and c. */
function residual(samples: readonly Sample[], { omega, damping }: SwingFit): number {
  const left = [samples.map(([, q]) => q)],
    columns = [
      samples.map(([t]) => Math.exp(-damping * t) * Math.cos(omega * t)),
      samples.map(([t]) => Math.exp(-damping * t) * Math.sin(omega * t)),
      samples.map(() => 1),
    ];
  columns.forEach((column, k) => {
    for (const other of [...columns.slice(k + 1), ...left]) takeOut(column, other);
  });
  return dot(left[0]!, left[0]!);
}

/** Makes a column orthogonal to another. */
function takeOut(column: readonly number[], from: number[]): void {
  const part = dot(column, from) / dot(column, column);
  for (let n = 0; n < from.length; n++) from[n]! -= part * column[n]!;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, n) => sum + x * b[n]!, 0);
}
