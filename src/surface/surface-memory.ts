// How the memory of a surfacer is laid out: regions one after the other, laid anew for every surface as their sizes become known. Memory
// only grows.

import { ARENA } from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { buildCubeCases } from './cube-cases.ts';
import * as at from './layout.ts';
import { rowNumbers } from './vertex-fields.ts';

const LINE = 64;
const TABLE_ENTRY = 16;
/** Scratch of a thread beside its candidates, and numbers of a candidate whose kernel is round, or fitted. */
const SPARE = 8192;
const NUMBERS = { round: 6, fitted: 11 };

export class SurfaceMemory {
  private readonly shared: SharedMemory;
  private readonly threads: number;
  private readonly start: number;
  private next: number;
  private capacity = 0;
  /** Numbers in the row of fields of a particle or vertex. */
  private rowNumbers = 0;

  constructor(shared: SharedMemory, threads: number) {
    this.shared = shared;
    this.threads = threads;
    this.next = ARENA;
    const { index, data } = buildCubeCases();
    this.putBytes(at.AT_CASES, index);
    this.putBytes(at.AT_CASE_DATA, data);
    this.start = this.next;
  }

  /** Rows of the particles of this frame; valid until the memory grows. */
  get particles(): Float32Array {
    return this.floats(at.AT_PARTICLE, (this.capacity * at.PARTICLE_BYTES) >> 2);
  }

  /** Which of the given particles a row came from. */
  source: Uint32Array = new Uint32Array(0);

  /** Forgets the last surface and makes room for particles. */
  beginFrame(capacity: number): void {
    this.capacity = capacity;
    this.next = this.start;
    this.lay(at.AT_PARTICLE, capacity * at.PARTICLE_BYTES);
    this.lay(at.AT_SORTED, capacity * at.PARTICLE_BYTES);
    this.rowNumbers = rowNumbers(); // families may have been added
    this.shared.setInt(at.FIELD_BYTES, 4 * this.rowNumbers);
    this.lay(at.AT_FIELDS, 4 * this.rowNumbers * capacity);
    for (const slot of [at.AT_SOURCE, at.AT_BIN_OF, at.AT_GAIN, at.AT_NEXT_GAIN]) this.lay(slot, 4 * capacity);
    if (this.source.length < capacity) this.source = new Uint32Array(capacity);
  }

  /** Says how many rows there are and fills the rows of the fields. */
  setParticles(
    count: number,
    depth: number,
    fill: (rows: Float32Array, source: Uint32Array, count: number) => void,
  ): void {
    const { shared } = this;
    shared.setInt(at.PARTICLES, count);
    shared.setInt(at.DEPTH, depth);
    shared.setInt(at.WORK, 0);
    shared.setInt(at.FITTED, 0);
    fill(this.floats(at.AT_FIELDS, this.rowNumbers * count), this.source, count);
    this.layScratch(count);
  }

  /** Scratch of every thread, for as many candidates as there are particles. */
  layScratch(count: number): void {
    const numbers = NUMBERS[this.shared.int(at.FITTED) === 1 ? 'fitted' : 'round'],
      bytes = aligned(SPARE + 4 * numbers * (count + 64) + numbers * LINE);
    this.shared.setInt(at.SCRATCH_BYTES, bytes);
    this.lay(at.AT_SCRATCH, bytes * this.threads);
  }

  layBins(): void {
    const count = this.shared.int(at.PARTICLES);
    this.lay(at.AT_BIN_KEY, 8 * count);
    this.lay(at.AT_BIN_START, 4 * (count + 1));
    this.layTable(at.AT_BIN_TABLE, at.BIN_TABLE_BITS, count);
  }

  /** A first guess of how many blocks there are. */
  guessBlocks(): number {
    return Math.max(1024, 64 * this.shared.int(at.BINS));
  }

  /** Room for `room` blocks; may be called again with more. */
  layBlocks(room: number): void {
    this.shared.setInt(at.BLOCK_ROOM, room);
    this.lay(at.AT_BLOCK_KEY, 8 * room);
    this.lay(at.AT_BLOCK_STATE, 4 * room);
    this.lay(at.AT_WORK, 8 * room);
    this.layTable(at.AT_BLOCK_TABLE, at.BLOCK_TABLE_BITS, room);
    const { u8 } = this.shared,
      gain = this.shared.int(at.AT_GAIN);
    u8.copyWithin(this.shared.int(at.AT_NEXT_GAIN), gain, gain + 4 * this.shared.int(at.PARTICLES));
  }

  /** The next passes see the weights that the last one found. */
  useNextGains(): void {
    this.shared.setInt(at.AT_GAIN, this.shared.int(at.AT_NEXT_GAIN));
    this.valuesAt = aligned(this.next);
  }

  private valuesAt = 0;

  /** Room for the values of `places` blocks, in front of everything else that is laid later; grows in place. */
  layValues(places: number): void {
    this.next = this.valuesAt;
    this.lay(at.AT_VALUES, 4 * at.BLOCK_VOLUME * places);
  }

  layCounts(places: number): void {
    this.lay(at.AT_RANKS, at.RANK_BYTES * places);
    this.lay(at.AT_COUNTS, at.COUNT_BYTES * places);
  }

  layMesh(vertices: number, elements: number, corners: number): void {
    this.lay(at.AT_POSITIONS, 12 * vertices);
    this.lay(at.AT_NORMALS, 12 * vertices);
    this.lay(at.AT_NEAREST, 4 * vertices);
    this.lay(at.AT_VERTEX_FIELDS, 4 * this.rowNumbers * vertices);
    this.lay(at.AT_ELEMENTS, 4 * corners * elements);
  }

  /** Copies of what the last pass wrote. */
  readMesh(vertices: number, elements: number, corners: number) {
    const words = (slot: number, length: number) =>
      this.shared.u32.slice(this.shared.int(slot) >>> 2, (this.shared.int(slot) >>> 2) + length);
    return {
      positions: this.floats(at.AT_POSITIONS, 3 * vertices).slice(),
      normals: this.floats(at.AT_NORMALS, 3 * vertices).slice(),
      corners: words(at.AT_ELEMENTS, corners * elements),
      nearest: words(at.AT_NEAREST, vertices).map((row) => this.source[row]!),
      sums: this.floats(at.AT_VERTEX_FIELDS, this.rowNumbers * vertices).slice(),
    };
  }

  /** A region as numbers; valid until the memory grows. */
  floats(slot: number, length: number): Float32Array {
    const begin = this.shared.int(slot) >>> 2;
    return this.shared.f32.subarray(begin, begin + length);
  }

  /** Lays a region behind the last one; the slot gets its address. */
  lay(slot: number, bytes: number): void {
    const begin = aligned(this.next);
    this.next = begin + bytes;
    this.shared.ensure(this.next + LINE);
    this.shared.setInt(slot, begin);
  }

  /** A hash table at most half full. */
  layTable(slot: number, bitsSlot: number, entries: number): void {
    let bits = 4,
      size = 16;
    for (; size < 2 * entries; size *= 2) bits++;
    this.lay(slot, TABLE_ENTRY * size);
    this.shared.setInt(bitsSlot, bits);
    const begin = this.shared.int(slot) >>> 0;
    this.shared.u8.fill(0, begin, begin + TABLE_ENTRY * size);
  }

  private putBytes(slot: number, bytes: Uint8Array): void {
    this.lay(slot, bytes.length);
    this.shared.u8.set(bytes, this.shared.int(slot) >>> 0);
  }
}

function aligned(address: number): number {
  return Math.ceil(address / LINE) * LINE;
}
