// Philox4x32-10, a counter-based generator: 128 random bits as a pure function of a counter and a key, so a number depends on
// what it is for and never on the order in which numbers are drawn. [SMDS11 §3.3] Integer arithmetic only, no allocation.

const ROUNDS = 10;
const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
/** Weyl increments of the key: the golden ratio and √3 − 1. */
const BUMP_0 = 0x9e3779b9;
const BUMP_1 = 0xbb67ae85;

/** The upper 32 bits of the 64-bit product of two unsigned words. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const cross = aHigh * bLow + ((aLow * bLow) >>> 16); // a high half below 2¹⁶ times 2¹⁶, plus a carry: below 2³²
  const middle = aLow * bHigh + (cross & 0xffff); // likewise below 2³²
  return (aHigh * bHigh + (cross >>> 16) + (middle >>> 16)) >>> 0;
}

/** Writes the four random words of counter (c0 … c3) under key (k0, k1), all unsigned 32-bit, into `words`. */
export function philoxInto(
  words: Uint32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
): void {
  for (let round = 0; round < ROUNDS; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, c0);
    const high1 = multiplyHigh(MULTIPLIER_1, c2);
    const low0 = Math.imul(MULTIPLIER_0, c0);
    const low1 = Math.imul(MULTIPLIER_1, c2);
    c0 = (high1 ^ c1 ^ k0) >>> 0;
    c1 = low1;
    c2 = (high0 ^ c3 ^ k1) >>> 0;
    c3 = low0;
    k0 = (k0 + BUMP_0) | 0;
    k1 = (k1 + BUMP_1) | 0;
  }
  words[0] = c0;
  words[1] = c1;
  words[2] = c2;
  words[3] = c3;
}
