// Repeatable random choices for tests that break things: the same seed gives the same damage.

/** A stream of random choices. */
export class Dice {
  private state: number;

  /** Streams of different seeds or different `stream` numbers have nothing to do with each other. */
  constructor(seed: number, stream = 0) {
    this.state = scramble(scramble(seed | 0) ^ Math.imul(stream + 1, 0x9e3779b1));
  }

  /** 32 random bits. */
  bits(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    return scramble(this.state);
  }

  /** A whole number from 0 to `end` − 1; 0 when there is nothing to choose from. */
  below(end: number): number {
    return end > 1 ? Math.floor((this.bits() / 2 ** 32) * end) : 0;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.bits() / 2 ** 32 < probability;
  }

  /** One of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** Random bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.bits() & 0xff);
  }
}

/** The finalizer of MurmurHash3: every bit of the input reaches every bit of the output. */
function scramble(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
