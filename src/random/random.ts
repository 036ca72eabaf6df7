// Random numbers for the whole engine. A number is named by (seed, stream, counter): the scene's seed, what it is used for, and
// its index in that use. Nothing is stored, so checkpoints, threads and order of evaluation cannot change a result.

import { philoxInto } from './philox.ts';

/** Where the streams of each use begin, so that no two uses share numbers: body i draws from `STREAMS.body + i`. */
export const STREAMS = {
  body: 0x0000_0000,
  emitter: 0x4000_0000,
  split: 0x8000_0000,
  terrain: 0xc000_0000,
  globule: 0xf000_0000,
  cut: 0xf800_0000,
  strength: 0xfc00_0000,
  inside: 0xfe00_0000,
  foam: 0xff00_0000,
} as const;

const TWO_32 = 4294967296;
const words = new Uint32Array(4);

/**
 * A uniform number in [0, 1) with 53 random bits.
 * @param seed unsigned 32-bit
 * @param stream unsigned 32-bit, see STREAMS
 * @param counter whole number from 0 to 2⁵³ − 1
 */
export function randomUnit(seed: number, stream: number, counter: number): number {
  const high = Math.floor(counter / TWO_32);
  philoxInto(words, counter >>> 0, high, 0, 0, seed, stream);
  return ((words[0]! >>> 5) * 67108864 + (words[1]! >>> 6)) / 9007199254740992;
}

/** A uniform number in [−1, 1); arguments as in `randomUnit`. */
export function randomSigned(seed: number, stream: number, counter: number): number {
  return 2 * randomUnit(seed, stream, counter) - 1;
}
