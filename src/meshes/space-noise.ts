// Gradient noise in space, from numbered random numbers: smooth hills of one size, the same on every machine.

import { randomSigned } from '../random/random.ts';

/** A smooth field between about −1 and 1 whose hills have a size of about 1; 0 at whole numbers. */
export class SpaceNoise {
  private readonly seed: number;
  private readonly stream: number;
  private readonly slopes = new Map<number, readonly [number, number, number]>();

  /**
   * @param seed unsigned 32-bit
   * @param stream unsigned 32-bit: fields of different streams have nothing to do with each other
   */
  constructor(seed: number, stream: number) {
    this.seed = seed;
    this.stream = stream;
  }

  /** The value at a place, within ±30000. */
  at(x: number, y: number, z: number): number {
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)],
      [u, v, w] = [x - i, y - j, z - k],
      [s, t, r] = [smooth(u), smooth(v), smooth(w)];
    const row = (b: number, c: number): number =>
        mix(this.part(i, j + b, k + c, u, v - b, w - c), this.part(i + 1, j + b, k + c, u - 1, v - b, w - c), s),
      layer = (c: number): number => mix(row(0, c), row(1, c), t);
    return 1.5 * mix(layer(0), layer(1), r);
  }

  private part(i: number, j: number, k: number, u: number, v: number, w: number): number {
    const key = ((i + 32768) * 65536 + (j + 32768)) * 65536 + (k + 32768);
    let slope = this.slopes.get(key);
    if (!slope) {
      const random = (a: number): number => randomSigned(this.seed, this.stream, 4 * key + a);
      slope = [random(0), random(1), random(2)];
      this.slopes.set(key, slope);
    }
    return slope[0] * u + slope[1] * v + slope[2] * w;
  }
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function mix(a: number, b: number, t: number): number {
  return a + t * (b - a);
}
