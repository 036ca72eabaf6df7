// Where the particles of a world stand: every per-particle array in the shared memory, its address, its growth, its bytes and their hash.
// Memory per particle: state 136 B (adaptive 156 B), spare 36 B, derived 130 B (adaptive 163 B), cells 16 B, parcels 4 B, plus its neighbor list.

import { problem, ThixoError } from '../problem.ts';
import type { Team } from '../threads/team.ts';
import * as at from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { fieldBytes, fieldsOf, hasFeature, stateBytes } from './field-rows.ts';
import {
  type Feature,
  type FieldName,
  type FieldRow,
  type RealFieldName,
  type WholeFieldName,
  WORKSPACE,
} from './fields.ts';
import type { Part } from './part.ts';

/** Particles per task of a pass over particles; fixed, so that per-chunk sums never depend on the number of threads. */
export const CHUNK = 256;

/** More than there are particles. */
const EVERY = 0x7fffffff;
const MIN_SCRATCH = 1 << 18;
/** Meshes whose faces a particle remembers at the same time. */
const MOST_FACE_SLOTS = 2;
const MAX_SLABS = 4096;
/** Addresses are compared as 32-bit numbers: the last page stays unused. */
const LAST_ADDRESS = 0xffff0000;
/** Half of the address space is left to the lists. */
const SIGNED_LIMIT = 0x80000000;

/** A name of the table, or one that a family of substances brings. */
type Named<Name extends FieldName> = Name | (string & {});

export class ParticleMemory {
  readonly shared: SharedMemory;
  readonly team: Team;
  /** What the particles have, in the order in which it is saved. */
  readonly rows: readonly FieldRow[];
  /** Their names. */
  readonly fields: readonly string[];
  /** What worlds of these particles have. */
  readonly features: readonly Feature[];
  /** Particles alive. */
  count = 0;
  capacity = 0;
  /** Obstacles whose pose is simulated. */
  readonly bodies: number;
  /** Set where the particles of a world are spread over ranks: these are those of one. */
  part: Part | undefined;
  private readonly tables: number;
  private readonly byName: ReadonlyMap<string, FieldRow>;
  /** Addresses of the fields that have no slot. */
  private readonly places = new Map<string, number>();
  private readonly faceSlots: number;
  /** An array for each size of entry that no field uses. */
  private readonly spare = new Map<number, number>();
  private scratchBytes = MIN_SCRATCH;
  private linkBytes = 0;
  /** Cells and regions that there is room for at least, whatever the capacity. */
  private searchRoom = { cells: 0, regions: 0 };

  /**
   * @param tables bytes kept free at the start of the arena for obstacles, sinks and force fields
   * @param meshes how many meshes are obstacles: where particles flow, the faces near them are remembered
   * @param extra fields that are not in the table
   * @param bodies how many obstacles have a simulated pose: what particles do to them is booked
   */
  constructor(
    shared: SharedMemory,
    team: Team,
    tables: number,
    features: readonly Feature[] = [],
    meshes = 0,
    extra: readonly FieldRow[] = [],
    bodies = 0,
  ) {
    this.shared = shared;
    this.team = team;
    this.tables = tables;
    this.features = features;
    this.rows = fieldsOf(features, extra);
    this.fields = this.rows.map(({ name }) => name);
    this.byName = new Map(this.rows.map((row) => [row.name, row]));
    this.faceSlots = this.has('flow') ? Math.min(meshes, MOST_FACE_SLOTS) : 0;
    this.bodies = bodies;
    shared.setInt(at.BODY_COUNT, bodies);
    shared.setInt(at.ADAPTIVE, Number(this.adaptive));
    shared.setInt(at.FLOW, Number(this.has('flow')));
    shared.setInt(at.HAS_HEAT, Number(this.hasHeat));
    shared.setInt(at.CHUNK_SIZE, CHUNK);
    shared.setInt(at.OWN_BEGIN, 0);
    shared.setInt(at.OWN_END, EVERY);
    shared.setInt(at.FACE_SLOTS, this.faceSlots);
    this.layOut(1024);
  }

  /** Whether particles are split and merged. */
  get adaptive(): boolean {
    return this.features.includes('adaptive');
  }

  /** Whether worlds of these particles have a feature. */
  has(feature: Feature): boolean {
    return this.features.includes(feature);
  }

  /** Whether they have a temperature. */
  get hasHeat(): boolean {
    return this.features.includes('heat');
  }

  /** Particles of the whole world, on whatever rank. */
  get everywhere(): number {
    return this.part?.total ?? this.count;
  }

  /** Tasks of a pass over all particles. */
  get chunks(): number {
    return Math.ceil(this.count / CHUNK);
  }

  /** Most regions in which moves are compared. It follows the particles, not the capacity: a restored world has the same. */
  get maxRegions(): number {
    return maxRegions(this.everywhere);
  }

  /** Most grid cells for the particles alive: a grid must not depend on how much memory happens to be there. */
  get maxCells(): number {
    return maxCells(this.everywhere);
  }

  get maxSlabs(): number {
    return MAX_SLABS;
  }

  /** Bytes of memory in use per particle, lists included. */
  get bytesPerParticle(): number {
    const lists = (this.shared.u32[at.LIST_NEXT >> 2] ?? 0) - this.shared.u32[at.LIST_BEGIN >> 2]!;
    return (this.shared.u32[at.LIST_BEGIN >> 2]! - at.ARENA + lists) / Math.max(1, this.count);
  }

  /** Address of a field's array. */
  address(name: Named<FieldName>): number {
    return this.addressOf(this.row(name));
  }

  /** View of an f64 field in sorted order; stale after the next structural change. */
  f64(name: Named<RealFieldName>): Float64Array {
    const row = this.row(name, 'f64');
    return new Float64Array(this.shared.memory.buffer, this.addressOf(row), this.count * row.components);
  }

  /** View of a u32 field in sorted order; stale after the next structural change. */
  u32(name: Named<WholeFieldName>): Uint32Array {
    const row = this.row(name, 'u32');
    return new Uint32Array(this.shared.memory.buffer, this.addressOf(row), (this.count * fieldBytes(row)) / 4);
  }

  /** The row of a field, which must be stored as `type`. */
  private row(name: string, type?: FieldRow['type']): FieldRow {
    const row = this.byName.get(name);
    if (!row || (type && row.type !== type)) throw new Error(`These particles have no field "${name}" of this kind.`);
    return row;
  }

  protected addressOf({ name, slot }: FieldRow): number {
    return slot === undefined ? this.places.get(name)! : this.shared.u32[slot >> 2]!;
  }

  private setAddress({ name, slot }: FieldRow, address: number): void {
    if (slot === undefined) this.places.set(name, address);
    else this.shared.setInt(slot, address);
  }

  /** Sets the number of particles alive (the caller has filled or dropped the tail). */
  setCount(count: number): void {
    this.count = count;
    this.shared.setInt(at.COUNT, count);
  }

  /** Address of the spare array for entries of so many bytes. */
  protected spareOf(bytes: number): number {
    return this.spare.get(bytes)!;
  }

  /** Makes the spare array that of a field; the one that it had is spare now. */
  protected swapWithSpare(row: FieldRow, bytes: number, from: number): void {
    this.setAddress(row, this.spare.get(bytes)!);
    this.spare.set(bytes, from);
  }

  /** P(ρ) of every particle as the forces take it, Pa, 0 where particles have none; in sorted order, valid until the next sort or call. */
  measurePressure(): Float64Array {
    const out = this.spare.get(Float64Array.BYTES_PER_ELEMENT)!;
    this.shared.setInt(at.AT_PRESSURE, out);
    this.team.runForReader(at.PASS_PRESSURE, this.chunks);
    return new Float64Array(this.shared.memory.buffer, out, this.count);
  }

  /** Bytes of the whole state. */
  get stateBytes(): number {
    return this.count * stateBytes(this.rows);
  }

  /** Copies the state of all particles, or of those from `first` to `end`, field after field, into `out`. */
  saveInto(out: Uint8Array, first = 0, end = this.count): void {
    let offset = 0;
    for (const row of this.rows) {
      const size = fieldBytes(row),
        bytes = (end - first) * size;
      out.set(new Uint8Array(this.shared.memory.buffer, this.addressOf(row) + first * size, bytes), offset);
      offset += bytes;
    }
  }

  /** Puts the state of `count` particles, as `saveInto` wrote it, in the place of those from `first` on. */
  place(state: Uint8Array, first: number, count: number, saved = this.fields): void {
    let offset = 0;
    for (const row of this.rows) {
      const size = fieldBytes(row),
        values = new Uint8Array(this.shared.memory.buffer, this.addressOf(row) + first * size, count * size);
      if (!saved.includes(row.name)) {
        values.fill(0);
        continue;
      }
      values.set(state.subarray(offset, offset + values.length));
      offset += values.length;
    }
  }

  /** Hash over the whole state, or over some of its fields. */
  hash(seed: bigint, names = this.fields): bigint {
    let hash = seed;
    for (const row of this.rows) {
      if (!names.includes(row.name)) continue;
      hash = this.hashField(row, hash);
    }
    return BigInt.asUintN(64, hash);
  }

  /** Where ranks share the world each goes on where the one before it has ended. */
  private hashField(row: FieldRow, seed: bigint): bigint {
    const { part, count } = this,
      { wasm } = this.team,
      bytes = fieldBytes(row),
      at = this.addressOf(row);
    if (!part) return wasm.hashMemory(at, count * bytes, seed);
    const ended = part.chain(1, (before) => {
      const words = new BigUint64Array(before.buffer),
        begun = part.comm.rank === 0 ? wasm.beginHash(BigInt(part.total * bytes), seed) : words[0]!;
      words[0] = wasm.hashPart(at, count * bytes, begun);
    });
    return wasm.endHash(new BigUint64Array(ended.buffer)[0]!);
  }

  /** Makes room for at least `count` particles. */
  reserve(count: number): void {
    if (count <= this.capacity) return;
    this.relocate(Math.max(count, Math.ceil(this.capacity * 1.5)));
  }

  /** More scratch per thread for the search; lists must be built again. */
  growScratch(): void {
    this.scratchBytes *= 2;
    this.relocate(this.capacity);
  }

  /**
   * Room for the links of solids. If it must grow, the lists are lost, and links that were there.
   * Who keeps links must also look whether `capacity` is still what it was when it wrote them.
   */
  reserveLinks(bytes: number): void {
    if (bytes <= this.linkBytes) return;
    this.linkBytes = bytes + (bytes >> 2);
    this.relocate(this.capacity);
  }

  /** Room for so many cells and regions of a search, also if the particles here ask for fewer. True if what a sort left behind is lost. */
  reserveSearch(cells: number, regions: number): boolean {
    const { searchRoom, capacity } = this;
    if (
      cells <= Math.max(searchRoom.cells, maxCells(capacity)) &&
      regions <= Math.max(searchRoom.regions, maxRegions(capacity))
    )
      return false;
    this.searchRoom = { cells: Math.max(cells, searchRoom.cells), regions: Math.max(regions, searchRoom.regions) };
    this.relocate(capacity);
    return true;
  }

  /** More memory for the lists; they must be built again. */
  growLists(): void {
    const begin = this.shared.u32[at.LIST_BEGIN >> 2]!;
    this.shared.ensure(begin + 2 * (this.shared.bytes - begin));
    this.shareListMemory(begin);
  }

  /** Where there are `bytes` that nobody uses between two searches: behind the lists. What a longer request finds there stays. */
  behindLists(bytes: number): number {
    const { shared } = this,
      end = shared.u32[at.LIST_NEXT >> 2]! + (this.hasCoefficients ? shared.u32[at.COEFFICIENTS >> 2]! : 0),
      begin = 64 * Math.ceil(end / 64);
    shared.ensure(begin + bytes);
    return begin;
  }

  /** Whether every entry of a list has a coefficient beside it. */
  private get hasCoefficients(): boolean {
    return this.has('flow') || this.has('implicitPressure');
  }

  /** Everything from `begin` on is for the lists; where coefficients stand beside them, half of it. */
  private shareListMemory(begin: number): void {
    const end = Math.min(this.shared.bytes, LAST_ADDRESS),
      half = this.hasCoefficients ? begin + 16 * Math.floor((end - begin) / 32) : end;
    this.shared.setInt(at.LIST_END, half);
    this.shared.setInt(at.COEFFICIENTS, half - begin);
  }

  /** Lays the memory out anew and moves the state there. */
  private relocate(capacity: number): void {
    const state = new Uint8Array(this.stateBytes);
    this.saveInto(state);
    this.layOut(capacity);
    this.place(state, 0, this.count);
  }

  /** Assigns addresses for a capacity and publishes them in the context block. The old contents are lost. */
  private layOut(capacity: number): void {
    const { shared } = this;
    const place = new Placer(at.ARENA + this.tables);
    const slots: [slot: number, address: number][] = [];
    const fields = this.rows.map((row) => [row, place.take(fieldBytes(row) * capacity)] as const);
    const spare = [...new Set(this.rows.map(fieldBytes))].map((size) => [size, place.take(size * capacity)] as const);
    for (const array of WORKSPACE) {
      if (hasFeature(array, this.features)) slots.push([array.slot, place.take(array.bytes * capacity)]);
    }
    const faces = this.faceSlots * at.FACE_BYTES * capacity;
    slots.push([at.AT_FACES, place.take(faces)], [at.FACE_OWNERS, faces > 0 ? capacity : 0]);
    slots.push([at.AT_CHUNK_REPORT, place.take(Math.ceil(capacity / CHUNK) * at.REPORT_BYTES)]);
    slots.push([at.AT_PARCEL, place.take(Math.ceil(capacity / CHUNK) * at.CHUNK_PARCELS * at.PARCEL_BYTES)]);
    slots.push([at.AT_REGION, place.take(Math.max(maxRegions(capacity), this.searchRoom.regions) * at.REGION_BYTES)]);
    if (this.bodies > 0)
      slots.push([at.AT_LOADS, place.take(Math.ceil(capacity / CHUNK) * this.bodies * at.LOAD_BYTES)]);
    if (this.bodies > 0 && this.has('implicitPressure')) {
      slots.push([at.AT_PRESSED, place.take(capacity * at.PRESSING_BYTES)]);
      slots.push([at.AT_PRESSED_BODIES, place.take(this.bodies * at.PRESSED_BYTES)]);
    }
    slots.push([at.AT_GROUP_REPORT, place.take(MAX_SLABS * at.GROUP_BYTES)]);
    const cells = Math.max(maxCells(capacity), this.searchRoom.cells);
    slots.push([at.AT_CELL_START, place.take((cells + 2) * 4)]);
    slots.push([at.AT_CELL_FILL, place.take((cells + 2) * 4)]);
    slots.push([at.AT_LINKS, place.take(this.linkBytes)], [at.LINK_ROOM, this.linkBytes]); // last of what a sort leaves in place
    slots.push([at.SCRATCH, place.take(this.scratchBytes * this.team.threads)]);
    shared.setInt(at.SCRATCH_BYTES, this.scratchBytes);
    const lists = place.take(0);
    if (lists >= SIGNED_LIMIT) throw tooMany(capacity);
    shared.ensure(lists + (this.hasCoefficients ? 2 : 1) * (capacity * 256 + (1 << 18)));
    this.capacity = capacity;
    this.part?.relocated();
    for (const [size, address] of spare) this.spare.set(size, address);
    for (const [row, address] of fields) this.setAddress(row, address);
    for (const [slot, address] of slots) shared.setInt(slot, address);
    shared.setInt(at.LIST_BEGIN, lists);
    this.shareListMemory(lists);
    shared.setInt(at.LIST_NEXT, lists);
    shared.u8.fill(0, shared.u32[at.AT_FACES >> 2]!, shared.u32[at.AT_FACES >> 2]! + faces);
    if (!this.adaptive) return;
    const wake = shared.u32[at.AT_WAKE >> 2]!;
    shared.u8.fill(0, wake, wake + capacity);
  }
}

/** Regions in which moves are compared: about one for two parcels. */
function maxRegions(count: number): number {
  return Math.max(2048, Math.floor(count / 64));
}

function maxCells(capacity: number): number {
  return 2 * capacity + 65536;
}

/** Hands out consecutive regions, each on its own cache line and with room to read a little past the end. */
class Placer {
  private next: number;

  constructor(start: number) {
    this.next = start;
  }

  take(bytes: number): number {
    const address = this.next;
    this.next = Math.ceil((address + bytes + 64) / 64) * 64;
    return address;
  }
}

function tooMany(capacity: number): ThixoError {
  return new ThixoError([
    problem(
      'MEMORY_LIMIT',
      '',
      `${capacity} particles do not fit into the memory of one world.`,
      'Use fewer particles or a larger spacing.',
    ),
  ]);
}
