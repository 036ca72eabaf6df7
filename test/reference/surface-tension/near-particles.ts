// Particles in cubes, to find those around a point of the surface.

import { PlaceTable } from './place-table.ts';

/** Cubes in a reach: smaller ones hold fewer that are too far away, and there are more of them to look into. */
const FINENESS = 2;

/** Particles by cubes, put in order anew in each evaluation. */
export class NearParticles {
  /** What the last search found: particles, and 1 − r²/R². */
  found = new Int32Array(256);
  nearness = new Float64Array(256);
  readonly #cubes = new PlaceTable();
  #held = new Int32Array(0);
  #cubeOf = new Int32Array(0);
  #start = new Int32Array(0);
  #places = new Float64Array(0);
  #ids = new Int32Array(0);
  #side = 1;
  #flat = false;
  #count = 0;

  /** Forgets all; room for `count` particles that reach as far as `reach` (m). */
  clear(reach: number, count: number, flat: boolean): void {
    this.#side = reach / FINENESS;
    this.#flat = flat;
    this.#count = 0;
    this.#cubes.clear();
    if (this.#cubeOf.length >= count) return;
    this.#cubeOf = new Int32Array(2 * count);
    this.#start = new Int32Array(2 * count + 1);
    this.#ids = new Int32Array(2 * count);
    this.#places = new Float64Array(8 * count);
    this.#held = new Int32Array(2 * count);
  }

  /** Takes a particle in. */
  add(i: number, x: number, y: number, z: number): void {
    const s = this.#side,
      cube = this.#cubes.add(Math.floor(x / s), Math.floor(y / s), this.#flat ? 0 : Math.floor(z / s));
    this.#cubeOf[this.#count] = cube;
    this.#held[this.#count++] = i;
  }

  /** Puts all that were added in the order of their cubes. */
  sort(x: Float64Array, reaches: Float64Array): void {
    const cubes = this.#cubes.count,
      start = this.#start.fill(0, 0, cubes + 1);
    for (let n = 0; n < this.#count; n++) start[this.#cubeOf[n]! + 1]!++;
    for (let c = 0; c < cubes; c++) start[c + 1]! += start[c]!;
    for (let n = this.#count - 1; n >= 0; n--) {
      const at = --start[this.#cubeOf[n]! + 1]!, // ends become beginnings
        i = this.#held[n]!;
      this.#ids[at] = i;
      this.#places[4 * at] = x[3 * i]!;
      this.#places[4 * at + 1] = x[3 * i + 1]!;
      this.#places[4 * at + 2] = this.#flat ? 0 : x[3 * i + 2]!;
      this.#places[4 * at + 3] = 1 / (reaches[i]! * reaches[i]!);
    }
  }

  /** Finds the particles that reach a point; tells how many. */
  find(x: number, y: number, z: number): number {
    const s = this.#side,
      cx = Math.floor(x / s),
      cy = Math.floor(y / s),
      cz = this.#flat ? 0 : Math.floor(z / s),
      deep = this.#flat ? 0 : FINENESS,
      p = this.#places;
    let n = 0;
    for (let k = cz - deep; k <= cz + deep; k++)
      for (let j = cy - FINENESS; j <= cy + FINENESS; j++)
        for (let i = cx - FINENESS; i <= cx + FINENESS; i++) {
          const cube = this.#cubes.get(i, j, k);
          if (cube < 0) continue;
          const end = cube + 2 <= this.#cubes.count ? this.#start[cube + 2]! : this.#count;
          for (let at = this.#start[cube + 1]!; at < end; at++) {
            const dx = p[4 * at]! - x,
              dy = p[4 * at + 1]! - y,
              dz = p[4 * at + 2]! - z,
              u = 1 - (dx * dx + dy * dy + dz * dz) * p[4 * at + 3]!;
            if (u <= 0) continue;
            if (n === this.found.length) this.#grow();
            this.found[n] = this.#ids[at]!;
            this.nearness[n++] = u;
          }
        }
    return n;
  }

  #grow(): void {
    const [found, nearness] = [this.found, this.nearness];
    this.found = new Int32Array(2 * found.length);
    this.found.set(found);
    this.nearness = new Float64Array(2 * found.length);
    this.nearness.set(nearness);
  }
}
