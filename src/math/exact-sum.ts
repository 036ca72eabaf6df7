// A sum that is exact, and so the same in any order and in any parts. Each number is cut into digits of 20 bits; the digits of each place are
// whole numbers that add up without rounding, for 2^33 numbers.

const BITS = 20;
const PLACES = 105;
/** 2^20. */
const BASE = 1 << BITS;
/** What a digit of each place is worth: 2^(20 k − 1074). */
const UNITS = unitsOf(5e-324);

function unitsOf(least: number): Float64Array {
  const units = new Float64Array(PLACES).fill(least);
  for (let k = 1; k < PLACES; k++) units[k] = units[k - 1]! * BASE;
  return units;
}

export class ExactSum {
  /** Digits, the least first, and what is not finite. Those of several parts may be added one by one. */
  readonly digits = new Float64Array(PLACES + 1);
  private readonly real = new Float64Array(1);
  private readonly words = new Uint32Array(this.real.buffer);

  add(x: number): void {
    this.real[0] = x;
    const exponent = (this.words[1]! >>> 20) & 0x7ff;
    if (exponent === 0x7ff) {
      this.digits[PLACES]! += x;
      return;
    }
    let rest = x;
    for (let k = ((exponent + 51) / BITS) | 0; rest !== 0 && k >= 0; k--) {
      const digit = Math.trunc(rest / UNITS[k]!);
      this.digits[k]! += digit;
      rest -= digit * UNITS[k]!;
    }
  }

  /** The sum, to the last bit or two. */
  get value(): number {
    const digits = this.digits.slice(0, PLACES);
    let sum = this.digits[PLACES]!;
    for (let k = 0; k < PLACES - 1; k++) {
      const carry = Math.round(digits[k]! / BASE);
      digits[k]! -= carry * BASE;
      digits[k + 1]! += carry;
    }
    for (let k = PLACES - 1; k >= 0; k--) sum += digits[k]! * UNITS[k]!;
    return sum;
  }
}
