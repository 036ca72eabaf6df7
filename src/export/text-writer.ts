// Text as bytes, without strings in between: a string of V8 ends at 512 MB, and a number costs about 100 ns instead of a microsecond.
// Numbers are f32 in the fewest digits that give the same f32 back.

import { invariant } from '../problem.ts';

const FIRST_BYTES = 1 << 16;
const ZERO = 48;
const MINUS = 45;
const POINT = 46;
/** Powers of ten that are exact in double precision. */
const TENS = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** Characters up to which a loop is faster than the encoder. */
const SHORT = 16;
/** Digits that tell every f32 apart. */
const DIGITS = 9;
/** Zeros after the point before a number is written with an exponent. */
const MOST_ZEROS = 4;

/**
 * A text that grows at its end.
 * @example new TextWriter().text('v ').float(0.5).text('\n').take()
 */
export class TextWriter {
  private bytes = new Uint8Array(FIRST_BYTES);
  private length = 0;
  private readonly encoder = new TextEncoder();
  private readonly float32 = new Float32Array(1);
  private readonly bits = new Uint32Array(this.float32.buffer);

  /** Bytes written since the last `take`. */
  get size(): number {
    return this.length;
  }

  /** Adds a string as UTF-8. */
  text(text: string): this {
    this.reserve(3 * text.length);
    if (text.length <= SHORT && this.ascii(text)) return this;
    this.length += this.encoder.encodeInto(text, this.bytes.subarray(this.length)).written;
    return this;
  }

  /** Adds a whole number from 0 to 2⁵³. */
  integer(n: number): this {
    this.reserve(20);
    this.digits(n);
    return this;
  }

  /** Adds an f32 in the fewest digits that give it back. */
  float(x: number): this {
    this.reserve(24);
    if (x < 0 || Object.is(x, -0)) {
      this.bytes[this.length++] = MINUS;
      x = -x;
    }
    if (x < 1e7 && Number.isInteger(x)) this.digits(x);
    else if (x >= 1e-9 && x < 1e9) this.decimal(x);
    else this.text(shortest(x));
    return this;
  }

  /** Adds three floats of an array, separated by `between`. */
  vector(values: ArrayLike<number>, at: number, between: string): this {
    return this.float(values[at]!)
      .text(between)
      .float(values[at + 1]!)
      .text(between)
      .float(values[at + 2]!);
  }

  /** What was written since the last call; the writer is then empty. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  /** Adds a short string byte by byte, or nothing if it is more than ASCII. */
  private ascii(text: string): boolean {
    for (let k = 0; k < text.length; k++) {
      const code = text.charCodeAt(k);
      if (code > 127) return false;
      this.bytes[this.length + k] = code;
    }
    this.length += text.length;
    return true;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + bytes));
    larger.set(this.bytes);
    this.bytes = larger;
  }

  /** Adds a number in [1e-9, 1e9): the shortest decimal between the middles to its neighbors among the f32. */
  private decimal(x: number): void {
    this.float32[0] = x;
    const bits = this.bits[0]!;
    this.bits[0] = bits - 1;
    const low = (this.float32[0] + x) / 2;
    this.bits[0] = bits + 1;
    const high = (this.float32[0] + x) / 2;
    let decimals = 8;
    while (x * TENS[decimals]! >= TENS[DIGITS]!) decimals--;
    while (x * TENS[decimals]! < TENS[DIGITS - 1]!) decimals++;
    const scaled = x * TENS[decimals]!;
    let whole = Math.round(scaled);
    for (let dropped = 1; dropped < DIGITS; dropped++) {
      const candidate = Math.round(scaled / TENS[dropped]!);
      const value = decimals > 0 ? candidate / TENS[decimals - 1]! : candidate * TENS[1 - decimals]!;
      if (!(value > low && value < high)) break;
      whole = candidate;
      decimals--;
    }
    this.point(whole, decimals);
  }

  /** Adds whole / 10^decimals. */
  private point(whole: number, decimals: number): void {
    while (decimals > 0 && whole % 10 === 0) {
      whole /= 10;
      decimals--;
    }
    if (decimals <= 0) {
      this.digits(whole * TENS[-decimals]!);
      return;
    }
    let count = 1;
    while (whole >= TENS[count]!) count++;
    if (decimals - count > MOST_ZEROS) {
      this.scientific(whole, count, decimals);
      return;
    }
    const before = Math.floor(whole / TENS[decimals]!);
    this.digits(before);
    this.bytes[this.length++] = POINT;
    this.padded(whole - before * TENS[decimals]!, decimals);
  }

  /** Adds d.ddde−n. */
  private scientific(whole: number, count: number, decimals: number): void {
    const first = Math.floor(whole / TENS[count - 1]!);
    this.digits(first);
    if (count > 1) {
      this.bytes[this.length++] = POINT;
      this.padded(whole - first * TENS[count - 1]!, count - 1);
    }
    this.text(`e-${decimals - count + 1}`);
  }

  private digits(n: number): void {
    let count = 1;
    while (count < 16 && n >= TENS[count]!) count++;
    this.padded(n, count);
  }

  private padded(n: number, count: number): void {
    for (let k = this.length + count - 1; k >= this.length; k--) {
      const rest = Math.floor(n / 10);
      this.bytes[k] = ZERO + (n - 10 * rest);
      n = rest;
    }
    this.length += count;
  }
}

/** The shortest text of a positive f32 of any size. */
function shortest(x: number): string {
  invariant(Number.isFinite(x), `${x} cannot be written to a file`);
  let digits = 1;
  while (digits < DIGITS && Math.fround(Number(x.toPrecision(digits))) !== x) digits++;
  return String(Number(x.toPrecision(digits)));
}
