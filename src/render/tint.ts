// Absorption: what is left of white light that has passed a liquid. Beer and Lambert's law e^(−σd), with the exponential taken as
// (1 + σd/8)^−8, which needs no more than multiplication and falls off a little more gently.

/** Passes light through a liquid; the part that is left stands in red, green and blue. */
export class Tint {
  red = 1;
  green = 1;
  blue = 1;
  /** Thickness that leaves the color of the substance, m. */
  readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  /** Light after `thickness` (m) of a liquid that is seen in the linear color r, g, b where it is `length` thick. */
  pass(r: number, g: number, b: number, thickness: number): void {
    const d = thickness > 0 ? thickness / this.length : 0;
    this.red = left(r, d);
    this.green = left(g, d);
    this.blue = left(b, d);
  }
}

/** c at d = 1: (1 + d (c^(−1/8) − 1))^−8. */
function left(c: number, d: number): number {
  const eighthRoot = Math.sqrt(Math.sqrt(Math.sqrt(c > 0.004 ? Math.min(c, 1) : 0.004)));
  const q = 1 / (1 + d * (1 / eighthRoot - 1));
  const q2 = q * q;
  const q4 = q2 * q2;
  return q4 * q4;
}
