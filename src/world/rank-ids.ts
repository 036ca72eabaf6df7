// The place of every particle in the order of ids. Its cost follows the particles that are alive, however many ids were ever given.

const DIGITS = 256;

/** Ranks ids; keeps its arrays from one time to the next. */
export class IdRanking {
  /** Place of each particle in ascending order of id. */
  rank = new Uint32Array(0);
  private order = new Uint32Array(0);
  private other = new Uint32Array(0);
  private readonly starts = new Uint32Array(DIGITS);

  /**
   * Computes `rank` for the first `count` ids, which differ from each other.
   * @param bound no id is as large
   */
  update(ids: Uint32Array, count: number, bound: number): void {
    if (this.rank.length < count) this.grow(Math.ceil(count * 1.5));
    if (count === bound) this.rank.set(ids.subarray(0, count));
    else {
      for (let i = 0; i < count; i++) this.order[i] = i;
      for (let unit = 1; unit < bound; unit *= DIGITS) this.sortByDigit(ids, count, unit);
      for (let place = 0; place < count; place++) this.rank[this.order[place]!] = place;
    }
  }

  /** A counting sort by one digit that keeps the order of what it finds equal. */
  private sortByDigit(ids: Uint32Array, count: number, unit: number): void {
    const { order, other, starts } = this;
    const shift = 31 - Math.clz32(unit);
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[(ids[i]! >>> shift) & (DIGITS - 1)]!++;
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      const here = starts[digit]!;
      starts[digit] = start;
      start += here;
    }
    for (let k = 0; k < count; k++) {
      const i = order[k]!;
      other[starts[(ids[i]! >>> shift) & (DIGITS - 1)]!++] = i;
    }
    this.order = other;
    this.other = order;
  }

  private grow(length: number): void {
    this.rank = new Uint32Array(length);
    this.order = new Uint32Array(length);
    this.other = new Uint32Array(length);
  }
}
