// The grid on which surface tension finds the surface of a substance. It stands behind the lists of pairs, in memory that nobody else uses between
// searches, and is made anew in each evaluation; TypeScript only orders its blocks. [ADR 63]

import { rootOf } from '../../../math/roots.ts';
import type { ParticleSet } from '../../../particles/particle-set.ts';
import * as at from '../../../wasm/layout.ts';

/** What is to be found. */
export interface Surface {
  /** Its number, and its density at rest, kg/m³. */
  readonly substance: number;
  readonly restDensity: number;
  /** Distance of nodes: the size of the finest particle, m. */
  readonly spacing: number;
  /** Reach of a particle over its size, and that of the coarsest in nodes. */
  readonly reach: number;
  readonly most: number;
  /** What an image behind a wall colors over its particle; 0: walls are not wetted. */
  readonly image: number;
  /** σ over the quantum of forces, times the spacing in 3D. */
  readonly scale: number;
}

/** Two blocks of the same color reach no particle together up to this reach, nodes: they are one block apart. */
const REACH_OF_COLORS = 3.9;
/** Pressure of the air where walls are wetted, over σ/L. */
const AMBIENT = 1;
/** Nodes along the side of a block. */
const SIDE = 8;

/** Blocks of nodes behind the lists of a particle set. */
export class CapillaryGrid {
  /** Room that the last evaluations needed. */
  #room = 256;
  #pages = 64;
  #felt = 0;
  readonly #set: ParticleSet;
  readonly #dimension: 2 | 3;

  constructor(set: ParticleSet, dimension: 2 | 3) {
    this.#set = set;
    this.#dimension = dimension;
  }

  /** What the particles felt at the last `pull`: three whole numbers of quanta each. */
  get felt(): Float64Array {
    return new Float64Array(this.#set.shared.memory.buffer, this.#felt, 3 * this.#set.count);
  }

  /** Finds the surface and what it does to the particles. Returns its area, m² (2D: m). */
  pull(surface: Surface): number {
    const { shared } = this.#set;
    this.#write(surface);
    const next = this.#findBlocks(surface),
      blocks = shared.u32[at.CAPILLARY_BLOCKS >> 2]!,
      colors = this.#orderBlocks(blocks, next);
    for (;;) {
      this.#placePages(blocks, colors.end);
      this.#set.team.run(at.PASS_COLOR_CAPILLARY, blocks);
      this.#runColors(at.PASS_CUT_CAPILLARY, colors.counts, surface);
      const pages = shared.u32[at.CAPILLARY_NEXT_PAGE >> 2]!;
      if (pages <= this.#pages) break;
      this.#pages = 2 * pages;
    }
    this.#runColors(at.PASS_HAND_CAPILLARY, colors.counts, surface);
    return this.#area(blocks) * surface.spacing * (this.#dimension === 3 ? surface.spacing : 1);
  }

  #write({ substance, restDensity, spacing, reach, image, scale }: Surface): void {
    const { shared, count } = this.#set,
      x = this.#set.f64('position'),
      kinds = this.#set.u32('substance');
    shared.setInt(at.CAPILLARY_SUBSTANCE, substance);
    shared.setInt(at.CAPILLARY_SLOTS, image > 0 ? at.CAPILLARY_IMAGES : 1);
    shared.setInt(at.CAPILLARY_FLAT, Number(this.#dimension === 2));
    shared.setReal(at.CAPILLARY_INVERSE_NODE, 1 / spacing);
    shared.setReal(at.CAPILLARY_DENSITY, restDensity);
    shared.setReal(at.CAPILLARY_REACH, reach);
    shared.setReal(at.CAPILLARY_SCALE, scale);
    shared.setReal(at.CAPILLARY_IMAGE, rootOf(image, 3));
    shared.setReal(at.CAPILLARY_AMBIENT, image > 0 ? AMBIENT * scale : 0);
    let first = 0;
    while (first < count - 1 && kinds[first] !== substance) first++;
    for (let axis = 0; axis < 3; axis++) {
      const block = Math.floor(x[3 * first + axis]! / (SIDE * spacing));
      const flat = this.#dimension === 2 && axis === 2;
      shared.setReal(at.CAPILLARY_ORIGIN + 8 * axis, flat || !Number.isFinite(block) ? 0 : SIDE * block);
    }
  }

  /** Places the points and finds the blocks that they reach. Returns the first free address. */
  #findBlocks({ image }: Surface): number {
    const { shared, count, team, chunks } = this.#set,
      points = count * (image > 0 ? at.CAPILLARY_IMAGES : 1);
    for (;;) {
      const table = tableOf(this.#room),
        parts = [24 * count, at.POINT_BYTES * points, 4 * table, at.CBLOCK_BYTES * this.#room],
        begin = this.#set.behindLists(sumOf(parts)),
        [felt, point, entries, blocks, end] = placesOf(begin, parts);
      this.#felt = felt!;
      shared.setInt(at.AT_CAPILLARY_FELT, felt!);
      shared.setInt(at.AT_CAPILLARY_POINT, point!);
      shared.setInt(at.AT_CAPILLARY_TABLE, entries!);
      shared.setInt(at.CAPILLARY_MASK, table - 1);
      shared.setInt(at.AT_CAPILLARY_BLOCK, blocks!);
      shared.setInt(at.CAPILLARY_ROOM, this.#room);
      shared.u8.fill(0, felt!, felt! + 24 * count);
      team.run(at.PASS_PLACE_CAPILLARY, chunks);
      team.run(at.PASS_COUNT_CAPILLARY, 1);
      const found = shared.u32[at.CAPILLARY_BLOCKS >> 2]!;
      if (found <= this.#room) return end!;
      this.#room = 2 * found;
    }
  }

  /** Writes the points of blocks, and the blocks in an order in which those that touch come one after the other: 8 colors (2D: 4). */
  #orderBlocks(blocks: number, free: number): { readonly end: number; readonly counts: number[] } {
    const { shared, team } = this.#set,
      begin = this.#set.behindLists(0),
      nodes = 4 * at.CAPILLARY_NODES,
      parts = [
        4 * shared.u32[at.CAPILLARY_ENTRIES >> 2]!,
        4 * blocks,
        nodes * blocks,
        at.CAPILLARY_MARK_BYTES * blocks,
      ];
    this.#set.behindLists(free - begin + sumOf(parts));
    const [entries, work, color, mark, end] = placesOf(free, parts);
    shared.setInt(at.AT_CAPILLARY_ENTRY, entries!);
    shared.setInt(at.AT_CAPILLARY_WORK, work!);
    shared.setInt(at.AT_CAPILLARY_COLOR, color!);
    shared.setInt(at.AT_CAPILLARY_MARK, mark!);
    team.run(at.PASS_FILL_CAPILLARY, 1);
    const counts = new Array<number>(8).fill(0);
    let next = work! >>> 2;
    for (let parity = 0; parity < 8; parity++)
      for (let b = 0; b < blocks; b++) {
        if (parityOf(shared.u32, this.#place(b)) !== parity) continue;
        shared.u32[next++] = b;
        counts[parity]!++;
      }
    return { end: end!, counts };
  }

  #place(block: number): number {
    return (this.#set.shared.u32[at.AT_CAPILLARY_BLOCK >> 2]! + block * at.CBLOCK_BYTES) >>> 2;
  }

  #placePages(blocks: number, free: number): void {
    const { shared } = this.#set,
      begin = this.#set.behindLists(0),
      pages = Math.min(this.#pages, Math.max(1, blocks));
    this.#pages = pages;
    this.#set.behindLists(free - begin + pages * at.CAPILLARY_NODES * at.SAMPLE_BYTES);
    shared.setInt(at.AT_CAPILLARY_SAMPLE, free);
    shared.setInt(at.CAPILLARY_PAGES, pages);
    shared.setInt(at.CAPILLARY_NEXT_PAGE, 0);
  }

  /** Runs a pass over the blocks, color after color; block after block if particles reach too far for that. */
  #runColors(pass: number, counts: readonly number[], { most }: Surface): void {
    const { shared, team } = this.#set;
    let first = 0;
    for (const count of counts) {
      const atOnce = most < REACH_OF_COLORS ? count : 1;
      for (let done = 0; done < count; done += atOnce) {
        shared.setInt(at.CAPILLARY_FIRST, first + done);
        team.run(pass, atOnce);
      }
      first += count;
    }
  }

  #area(blocks: number): number {
    const { f64 } = this.#set.shared;
    let area = 0;
    for (let b = 0; b < blocks; b++) area += f64[(this.#place(b) + (at.CBLOCK_AREA >> 2)) >> 1]!;
    return area;
  }
}

/** Entries of a table for so many blocks, a power of two. */
function tableOf(room: number): number {
  let entries = 1024;
  while (entries < 2 * room) entries *= 2;
  return entries;
}

const GAP = 64;

/** Bytes of parts one behind the other, each at a multiple of 64. */
function sumOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum + GAP * Math.ceil(part / GAP), 0);
}

/** Where these parts begin, and the end of the last. */
function placesOf(begin: number, parts: readonly number[]): number[] {
  const places = [begin];
  for (const part of parts) places.push(places.at(-1)! + GAP * Math.ceil(part / GAP));
  return places;
}

/** Whether a block is an even or odd one along each axis, as bits. */
function parityOf(u32: Uint32Array, place: number): number {
  return (u32[place]! & 1) | ((u32[place + 1]! & 1) << 1) | ((u32[place + 2]! & 1) << 2);
}
