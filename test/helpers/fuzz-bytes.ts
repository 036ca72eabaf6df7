// Binary files with damage in them: flipped bits, cut ends, shifted parts, and headers that lie about what follows.

import type { Dice } from './dice.ts';

/** Numbers that make a program allocate or overflow if it believes them. */
const LIES = [0, 1, 2, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff, 2_000_000_000];

/** Wrong bytes made from right ones; `prefix` is how many at the start are worth hitting more often. */
export function mutateBytes(bytes: Uint8Array, dice: Dice, prefix = 64): Uint8Array {
  const times = 1 + (dice.chance(0.3) ? dice.below(5) : 0);
  for (let k = 0; k < times; k++) bytes = mutateOnce(bytes, dice, prefix);
  return bytes;
}

function mutateOnce(bytes: Uint8Array, dice: Dice, prefix: number): Uint8Array {
  const at = dice.chance(0.4) ? dice.below(Math.min(prefix, bytes.length)) : dice.below(bytes.length);
  const end = Math.min(bytes.length, at + 1 + dice.below(64));
  switch (dice.below(8)) {
    case 0:
    case 1:
      return flipBit(bytes, at, dice.below(8));
    case 2:
      return bytes.slice(0, at);
    case 3:
      return lie(bytes, at, dice);
    case 4:
      return joined(bytes.subarray(0, at), dice.bytes(1 + dice.below(64)), bytes.subarray(at));
    case 5:
      return joined(bytes.subarray(0, at), bytes.subarray(end));
    case 6:
      return joined(bytes.subarray(0, end), bytes.subarray(at));
    default:
      return dice.chance(0.2) ? dice.bytes(dice.below(300)) : joined(bytes, dice.bytes(1 + dice.below(16)));
  }
}

/** The bytes with one bit turned over. */
export function flipBit(bytes: Uint8Array, at: number, bit: number): Uint8Array {
  const flipped = bytes.slice();
  if (at < flipped.length) flipped[at]! ^= 1 << bit;
  return flipped;
}

/** Overwrites a number of two, four or eight bytes, mostly at a place where numbers stand. */
function lie(bytes: Uint8Array, at: number, dice: Dice): Uint8Array {
  const lying = bytes.slice();
  const size = dice.pick([2, 4, 4, 4, 8]);
  const place = Math.min(dice.chance(0.7) ? at - (at % size) : at, lying.length - size);
  if (place < 0) return lying;
  const view = new DataView(lying.buffer, lying.byteOffset, lying.byteLength);
  const value = dice.pick(LIES);
  if (size === 2) view.setUint16(place, value & 0xffff, true);
  else if (size === 4) view.setUint32(place, value, true);
  else if (dice.chance(0.5)) view.setBigUint64(place, BigInt(value) << BigInt(dice.pick([0, 16, 32])), true);
  else view.setFloat64(place, dice.pick([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300, value]), true);
  return lying;
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
