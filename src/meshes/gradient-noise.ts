// Gradient noise in the plane, from numbered random numbers: smooth hills of one size, the same on every machine.

import { randomSigned } from '../random/random.ts';

/** A smooth field between about −1 and 1 whose hills have a size of about 1; 0 at whole numbers. */
export class GradientNoise {
  private readonly seed: number;
  private readonly stream: number;
  /** Slopes at whole numbers, by their place. */
  private readonly slopes = new Map<number, readonly [number, number]>();

  /**
   * @param seed unsigned 32-bit
   * @param stream unsigned 32-bit: fields of different streams have nothing to do with each other
   */
  constructor(seed: number, stream: number) {
    this.seed = seed;
    this.stream = stream;
  }

  /** The value at a place, within ±30000. */
  at(x: number, y: number): number {
    const i = Math.floor(x),
      j = Math.floor(y),
      u = x - i,
      v = y - j;
    const s = smooth(u),
      low = mix(this.part(i, j, u, v), this.part(i + 1, j, u - 1, v), s),
      high = mix(this.part(i, j + 1, u, v - 1), this.part(i + 1, j + 1, u - 1, v - 1), s);
    return 1.5 * mix(low, high, smooth(v));
  }

  /** Hills of halving size and height on top of each other: `octaves` of them, between about −1 and 1. */
  sum(x: number, y: number, octaves: number): number {
    let [total, weight, all] = [0, 1, 0];
    for (let k = 0; k < octaves; k++) {
      // Shifted, because all fields are 0 at whole numbers.
      total += weight * this.at(x + 17.3 * k, y - 9.7 * k);
      all += weight;
      weight /= 2;
      x *= 2;
      y *= 2;
    }
    return total / all;
  }

  private part(i: number, j: number, u: number, v: number): number {
    const key = (i + 32768) * 65536 + (j + 32768);
    let slope = this.slopes.get(key);
    if (!slope) {
      slope = [randomSigned(this.seed, this.stream, 2 * key), randomSigned(this.seed, this.stream, 2 * key + 1)];
      this.slopes.set(key, slope);
    }
    return slope[0] * u + slope[1] * v;
  }
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function mix(a: number, b: number, t: number): number {
  return a + t * (b - a);
}
