// ParticleSet: the particles of a world, and how they come, go and are put in order.
// Structural changes (add now, remove by mark) are queued and applied at one place, before a sort; views are renewed only there.

import * as at from '../wasm/layout.ts';
import { fieldBytes } from './field-rows.ts';
import type { FieldRow } from './fields.ts';
import { ParticleMemory } from './particle-memory.ts';

/** What a new particle starts with: the fields whose row says `given`. */
export interface NewParticle {
  readonly position: ArrayLike<number>;
  readonly velocity: ArrayLike<number>;
  readonly density: number;
  readonly mass: number;
  readonly smoothingLength: number;
  readonly substance: number;
  /** K; 0 where particles have none. */
  readonly temperature?: number;
  /** Fields that are not in the table, by name; 0 for those left out. */
  readonly more?: Readonly<Record<string, number | ArrayLike<number>>>;
}

/** What removed particles took along. */
export interface Departures {
  readonly ids: number[];
  mass: number;
  readonly momentum: [number, number, number];
  /** Of each: substance, mass (kg), temperature (K); empty where particles have none. */
  readonly warm: [substance: number, mass: number, temperature: number][];
}

/** A particle that is to be removed. */
export interface Departing {
  readonly id: number;
  readonly mass: number;
  readonly velocity: ArrayLike<number>;
  readonly substance: number;
  /** K; undefined where particles have none. */
  readonly temperature: number | undefined;
}

export function noDepartures(): Departures {
  return { ids: [], mass: 0, momentum: [0, 0, 0], warm: [] };
}

export class ParticleSet extends ParticleMemory {
  /**
   * Finds the part of a broken solid that every particle belongs to: 1 + the smallest id of those that it hangs together with; 0 for
   * particles of nothing that can break. Undefined in worlds where nothing can.
   */
  parts: (() => Uint32Array) | undefined;
  /** Id of the next particle added. */
  nextId = 0;
  /** Particles removed since the owner last looked, with their mass (kg) and momentum (N·s). */
  departed: Departures = noDepartures();
  /** The fields that a new particle is given, and how many numbers that is. */
  private readonly given: readonly FieldRow[];
  private readonly givenNumbers: number;
  private queue: number[] = [];
  private readonly removals = new Set<number>();
  private readonly replaced = new Set<number>();

  constructor(...memory: ConstructorParameters<typeof ParticleMemory>) {
    super(...memory);
    this.given = this.rows.filter(({ initial }) => initial === 'given');
    this.givenNumbers = this.given.reduce((sum, { components }) => sum + components, 0);
  }

  /** Queues a particle; it exists after `applyEdits`. */
  add(p: NewParticle): void {
    const { queue } = this;
    for (const { name, components } of this.given) {
      const value = p[name as keyof NewParticle] ?? p.more?.[name] ?? 0;
      if (components === 1) queue.push(value as number);
      else for (let a = 0; a < components; a++) queue.push((value as ArrayLike<number>)[a] ?? 0);
    }
  }

  /** Particles waiting in the queue. */
  get queued(): number {
    return this.queue.length / this.givenNumbers;
  }

  /** Appends the queued particles with fresh ids and rest rates; true if there were any, or any are to be removed. */
  applyEdits(): boolean {
    const added = this.queued;
    if (added === 0) return this.removals.size > 0;
    const first = this.append(added),
      { queue, givenNumbers } = this;
    let begin = 0;
    if (this.count === first) {
      this.queue = []; // another rank has them
      return true;
    }
    for (const { name, type, components } of this.given) {
      const values = type === 'f64' ? this.f64(name) : this.u32(name);
      for (let n = 0; n < added; n++) {
        for (let a = 0; a < components; a++)
          values[components * (first + n) + a] = queue[givenNumbers * n + begin + a]!;
      }
      begin += components;
    }
    this.queue = [];
    return true;
  }

  /** Appends particles with fresh ids, at rest at the origin, for the caller to fill in; returns the index of the first. */
  append(added: number): number {
    const first = this.count;
    if (this.part) {
      this.part.total += added;
      if (!this.part.isLast) this.nextId += added;
      if (!this.part.isLast) return first;
    }
    this.reserve(first + added);
    this.setCount(first + added);
    for (const row of this.rows) {
      const bytes = fieldBytes(row),
        begin = this.addressOf(row) + first * bytes;
      this.shared.u8.fill(0, begin, begin + added * bytes);
      if (typeof row.initial !== 'number') continue;
      const values = row.type === 'f64' ? this.f64(row.name) : this.u32(row.name);
      values.fill(row.initial, row.components * first);
    }
    const id = this.u32('id');
    for (let i = first; i < this.count; i++) id[i] = this.nextId++;
    return first;
  }

  /** Queues the removal of a particle; it is gone after the next sort. An id that is not there is ignored. */
  remove(id: number): void {
    this.removals.add(id);
  }

  /** Queues a particle that others have taken the place of: it is gone after the next sort, and nothing has left the world. */
  replace(id: number): void {
    this.removals.add(id);
    this.replaced.add(id);
  }

  /** Marks the particles that left the domain, entered a sink or are queued for removal: the next sort drops them. True if any. */
  markLeaving(): boolean {
    const { part } = this;
    if (!this.isWatched) return false;
    return part ? part.largest(Number(this.markLeavingHere())) > 0 : this.markLeavingHere();
  }

  /** Whether there are places where particles are removed, or some are to be. */
  get isWatched(): boolean {
    return this.hasExits || this.removals.size > 0;
  }

  private get hasExits(): boolean {
    return this.shared.int(at.SINK_COUNT) + this.shared.int(at.HAS_DOMAIN) > 0;
  }

  /** The same, of this rank alone. */
  markLeavingHere(): boolean {
    const { shared } = this;
    let leaving = false;
    if (this.hasExits) {
      this.team.run(at.PASS_MARK_LEAVING, this.chunks);
      const reports = shared.u32[at.AT_CHUNK_REPORT >> 2]! >> 3;
      for (let chunk = 0; chunk < this.chunks; chunk++) {
        leaving ||= shared.f64[reports + (chunk * at.REPORT_BYTES + at.REPORT_LEAVING) / 8]! > 0;
      }
    } else this.clearLeaving();
    return this.markRemovals() || leaving;
  }

  private markRemovals(): boolean {
    if (this.removals.size === 0) return false;
    const ids = this.u32('id'),
      flags = this.shared.u32[at.AT_LEAVING >> 2]!;
    let marked = false;
    for (let i = 0; i < this.count; i++) {
      if (!this.removals.has(ids[i]!)) continue;
      this.shared.u8[flags + i] = 1;
      marked = true;
    }
    return marked;
  }

  clearLeaving(): void {
    const leaving = this.shared.u32[at.AT_LEAVING >> 2]!;
    this.shared.u8.fill(0, leaving, leaving + this.count);
  }

  /** Drops the particles from `kept` on, which the sort has moved to the end, and notes what they took along. */
  dropTail(kept: number): void {
    if (kept < this.count) {
      const mass = this.f64('mass'),
        velocity = this.f64('velocity'),
        ids = this.u32('id'),
        substance = this.u32('substance'),
        temperature = this.hasHeat ? this.f64('temperature') : undefined;
      for (let i = kept; i < this.count; i++) {
        if (this.replaced.has(ids[i]!)) continue;
        const gone = { id: ids[i]!, mass: mass[i]!, velocity: velocity.subarray(3 * i, 3 * i + 3) };
        this.noteDeparture({ ...gone, substance: substance[i]!, temperature: temperature?.[i] });
      }
    }
    this.removals.clear();
    this.replaced.clear();
    this.setCount(kept);
  }

  /** Notes what a particle takes along that is to be removed. */
  noteDeparture({ id, mass, velocity, substance, temperature }: Departing): void {
    const { departed } = this;
    if (temperature !== undefined) departed.warm.push([substance, mass, temperature]);
    departed.ids.push(id);
    departed.mass += mass;
    for (let a = 0; a < 3; a++) departed.momentum[a]! += mass * velocity[a]!;
  }

  /** Moves every field to the order that `rankByCell` left behind. */
  permute(): void {
    const { shared } = this;
    for (const row of this.rows) {
      const bytes = fieldBytes(row),
        from = this.addressOf(row),
        to = this.spareOf(bytes);
      shared.setInt(at.AT_PERMUTE_FROM, from);
      shared.setInt(at.AT_PERMUTE_TO, to);
      shared.setInt(at.PERMUTE_BYTES, bytes);
      this.team.run(at.PASS_PERMUTE, this.chunks);
      this.swapWithSpare(row, bytes, from);
    }
  }

  /**
   * Replaces the whole state by one that `saveInto` wrote.
   * @param saved the fields in it, if it is of particles that had fewer: what they did not have is 0
   */
  load(state: Uint8Array, count: number, nextId: number, saved = this.fields): void {
    this.begin(count, nextId);
    this.place(state, 0, count, saved);
  }

  /** Makes room for the state of so many particles, which `place` brings. */
  begin(count: number, nextId: number): void {
    this.reserve(count);
    this.setCount(count);
    this.nextId = nextId;
    this.queue = [];
  }
}
