// Steady flow of a viscoplastic substance between plates, exactly: a reference that shares nothing with the engine. [card §9]
//   G |y| = τ*(γ̇) between plates at y = ±1,  u(y) = ∫ γ̇ dy from y to 1,  τ*(γ̇) = γ̇ η*(γ̇) = (1 − e^{−(J+1)γ̇})(1 + γ̇ⁿ)

/** What flows: J (infinite: Herschel and Bulkley's substance), n, and the force per volume that drives it, G. */
export interface Channel {
  readonly J: number;
  readonly n: number;
  readonly G: number;
}

/** η* of a rate of deformation. */
export function viscosityOf(rate: number, J: number, n: number): number {
  if (rate === 0) return J + 1;
  return stressOf(rate, J, n) / rate;
}

/** τ* of a rate of deformation: strictly increasing. */
export function stressOf(rate: number, J: number, n: number): number {
  return -Math.expm1(-(J + 1) * rate) * (1 + rate ** n);
}

/** The rate at which a stress is met, by bisection; 0 below the yield stress if J is infinite. */
export function rateAt(stress: number, J: number, n: number): number {
  if (stress <= 0) return 0;
  let low = 0,
    high = 1;
  while (stressOf(high, J, n) < stress) high *= 2;
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (stressOf(middle, J, n) < stress) low = middle;
    else high = middle;
  }
  return low;
}

/** Velocity at height y between the plates, −1 to 1. Simpson's rule; the plug and what shears are integrated apart. */
export function velocityAt(y: number, { J, n, G }: Channel): number {
  const from = Math.min(1, Math.abs(y)),
    edge = Math.min(1, Math.max(from, 1 / G));
  const rate = (at: number): number => rateAt(G * at, J, n);
  return simpson(rate, from, edge) + simpson(rate, edge, 1);
}

/** Largest velocity for J → ∞: that of the plug |y| < 1/G. */
export function plugVelocity(n: number, G: number): number {
  return G > 1 ? (G - 1) ** (1 / n + 1) / (G * (1 / n + 1)) : 0;
}

/** Flow through half the channel. */
export function halfFlow(channel: Channel): number {
  return simpson((y) => velocityAt(y, channel), 0, 1, 200);
}

function simpson(f: (x: number) => number, a: number, b: number, intervals = 600): number {
  if (b <= a) return 0;
  let sum = f(a) + f(b);
  for (let k = 1; k < intervals; k++) sum += (k % 2 === 1 ? 4 : 2) * f(a + ((b - a) * k) / intervals);
  return (sum * (b - a)) / (3 * intervals);
}
