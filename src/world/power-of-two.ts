// Frames are cut into power-of-two parts.

/** The largest power of two up to n. */
export function powerOfTwo(n: number): number {
  let power = 1;
  while (power * 2 <= n) power *= 2;
  return power;
}
