// Numbers of places that are three whole numbers: a hash table in typed arrays, ten times as fast as a Map of doubles.

/** Places and the order in which they were first seen. */
export class PlaceTable {
  count = 0;
  #places = new Int32Array(3 * 512);
  #slots = new Int32Array(1024).fill(-1);

  /** Forgets all places. */
  clear(): void {
    this.#slots.fill(-1);
    this.count = 0;
  }

  /** Number of a place, or −1. */
  get(x: number, y: number, z: number): number {
    return this.#slots[this.#slotOf(x, y, z)]!;
  }

  /** Number of a place, the next one if it is new. */
  add(x: number, y: number, z: number): number {
    const slot = this.#slotOf(x, y, z),
      found = this.#slots[slot]!;
    if (found >= 0) return found;
    const n = this.count++;
    this.#slots[slot] = n;
    this.#places[3 * n] = x;
    this.#places[3 * n + 1] = y;
    this.#places[3 * n + 2] = z;
    if (2 * this.count === this.#slots.length) this.#grow();
    return n;
  }

  /** One coordinate of a place by its number. */
  at(n: number, axis: number): number {
    return this.#places[3 * n + axis]!;
  }

  /** Where a place is in the table, or where it belongs. */
  #slotOf(x: number, y: number, z: number): number {
    const mask = this.#slots.length - 1,
      p = this.#places;
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;
    for (let n = this.#slots[slot]!; n >= 0; n = this.#slots[slot]!) {
      if (p[3 * n] === x && p[3 * n + 1] === y && p[3 * n + 2] === z) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const places = this.#places;
    this.#places = new Int32Array(2 * places.length);
    this.#places.set(places);
    this.#slots = new Int32Array(2 * this.#slots.length).fill(-1);
    for (let n = 0; n < this.count; n++)
      this.#slots[this.#slotOf(places[3 * n]!, places[3 * n + 1]!, places[3 * n + 2]!)] = n;
  }
}
