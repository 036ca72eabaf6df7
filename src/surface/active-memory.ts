// The memory of an active surface during a frame: its blocks behind those of the field, and the particles on their way.

import * as at from './active-layout.ts';
import type { ActiveState } from './active-state.ts';
import * as base from './layout.ts';
import type { ParticlePaths } from './particle-paths.ts';
import type { SurfaceEngine } from './surface-engine.ts';

/** Numbers from one block to the next. */
const STRIDE = base.BLOCK_VOLUME;
const BLOCK_REGIONS = [
  [base.AT_BLOCK_KEY, 8],
  [base.AT_BLOCK_STATE, 4],
] as const;
const PLACE_REGIONS = [
  [base.AT_WORK, 4],
  [base.AT_VALUES, 4 * STRIDE],
  [at.AT_NEXT, 4 * STRIDE],
  [at.AT_SPEED, 4 * STRIDE],
  [at.AT_NODE_SPEED, 4 * STRIDE],
  [at.AT_AROUND, at.AROUND_BYTES],
  [at.AT_ACTIVE_REPORT, at.ACTIVE_REPORT_BYTES],
] as const;

/** Speeds on a surface. */
export interface MeasuredSpeeds {
  /** Smallest, largest and mean speed of tracking, voxels/s. */
  readonly low: number;
  readonly high: number;
  readonly mean: number;
}

export class ActiveMemory {
  private readonly engine: SurfaceEngine;

  constructor(engine: SurfaceEngine) {
    this.engine = engine;
  }

  /** Blocks with values. */
  get places(): number {
    return this.engine.shared.int(base.WORK);
  }

  /** Numbers of a block that count. */
  private get nodes(): number {
    return 64 * this.engine.shared.int(base.DEPTH);
  }

  /** Lays out the blocks of a state behind those of the field, which stay readable. */
  load({ keys, values }: ActiveState): void {
    const { shared, memory, team } = this.engine,
      places = values.length / this.nodes;
    for (const [from, to] of [
      [base.BLOCKS, at.FIELD_BLOCKS],
      [base.AT_BLOCK_KEY, at.AT_FIELD_KEY],
      [base.AT_BLOCK_STATE, at.AT_FIELD_STATE],
      [base.AT_VALUES, at.AT_FIELD_VALUES],
      [base.AT_BLOCK_TABLE, at.AT_FIELD_TABLE],
      [base.BLOCK_TABLE_BITS, at.FIELD_TABLE_BITS],
    ] as const)
      shared.setInt(to, shared.int(from));
    memory.lay(at.AT_TILES, 4 * STRIDE * 2);
    memory.floats(at.AT_TILES, STRIDE).fill(1);
    memory.floats(at.AT_TILES, 2 * STRIDE).fill(-1, STRIDE);
    shared.setInt(base.BLOCKS, 0);
    shared.setInt(base.WORK, 0);
    this.layBlocks(2 * keys.length + shared.int(at.FIELD_BLOCKS) + 64);
    this.layPlaces(2 * places + 64);
    this.keysOf(keys.length).set(keys);
    const states = this.wordsOf(base.AT_BLOCK_STATE, keys.length),
      work = this.wordsOf(base.AT_WORK, places),
      to = memory.floats(base.AT_VALUES, STRIDE * places);
    states.fill(base.STATE_INSIDE);
    for (let place = 0; place < places; place++) {
      states[place] = place;
      work[place] = place;
      to.set(values.subarray(this.nodes * place, this.nodes * (place + 1)), STRIDE * place);
    }
    shared.setInt(base.BLOCKS, keys.length);
    shared.setInt(base.WORK, places);
    team.wasm.indexBlocks();
  }

  /** Twice the room for blocks and values; what is there stays. */
  enlarge(): void {
    const { shared, team } = this.engine;
    this.layBlocks(2 * shared.int(base.BLOCK_ROOM));
    this.layPlaces(2 * shared.int(at.PLACE_ROOM));
    team.wasm.indexBlocks();
  }

  private layBlocks(room: number): void {
    const { shared, memory } = this.engine;
    for (const [slot, bytes] of BLOCK_REGIONS) this.move(slot, bytes * shared.int(base.BLOCKS), bytes * room);
    memory.layTable(base.AT_BLOCK_TABLE, base.BLOCK_TABLE_BITS, room);
    shared.setInt(base.BLOCK_ROOM, room);
  }

  private layPlaces(room: number): void {
    for (const [slot, bytes] of PLACE_REGIONS) this.move(slot, bytes * this.places, bytes * room);
    this.engine.shared.setInt(at.PLACE_ROOM, room);
  }

  /** Lays a region anew with the first `kept` bytes of the old one. */
  private move(slot: number, kept: number, bytes: number): void {
    const { shared, memory } = this.engine,
      from = shared.int(slot) >>> 0;
    memory.lay(slot, bytes);
    shared.u8.copyWithin(shared.int(slot) >>> 0, from, from + kept);
  }

  /** Puts the particles on their way, in place of those of the frame; bins are sized for all of them. */
  setPaths({ rows, count }: ParticlePaths): void {
    const { shared, memory } = this.engine;
    memory.lay(at.AT_PATHS, at.PATH_BYTES * count);
    memory.floats(at.AT_PATHS, rows.length).set(rows);
    for (const slot of [base.AT_PARTICLE, base.AT_SORTED]) memory.lay(slot, base.PARTICLE_BYTES * count);
    for (const slot of [base.AT_SOURCE, base.AT_BIN_OF, base.AT_GAIN]) memory.lay(slot, 4 * count);
    shared.setInt(base.PARTICLES, count);
    memory.layScratch(count);
    memory.layBins();
  }

  /** Empties the table of the bins. */
  clearBins(): void {
    const { shared } = this.engine,
      begin = shared.int(base.AT_BIN_TABLE) >>> 0;
    shared.u8.fill(0, begin, begin + 16 * (1 << shared.int(base.BIN_TABLE_BITS)));
  }

  /** What a pass wrote becomes f. */
  swap(): void {
    const { shared } = this.engine,
      values = shared.int(base.AT_VALUES);
    shared.setInt(base.AT_VALUES, shared.int(at.AT_NEXT));
    shared.setInt(at.AT_NEXT, values);
  }

  /** What the last measurement of speeds has found. */
  speeds(): MeasuredSpeeds {
    const { places } = this,
      words = at.ACTIVE_REPORT_BYTES >> 2,
      numbers = this.engine.memory.floats(at.AT_ACTIVE_REPORT, words * places),
      counts = this.wordsOf(at.AT_ACTIVE_REPORT, words * places);
    let low = 0,
      high = 0,
      sum = 0,
      count = 0;
    for (let k = 0; k < numbers.length; k += words) {
      low = Math.min(low, numbers[k + (at.REPORT_LOW >> 2)]!);
      high = Math.max(high, numbers[k + (at.REPORT_HIGH >> 2)]!);
      sum += numbers[k + (at.REPORT_SUM >> 2)]!;
      count += counts[k + (at.REPORT_COUNT >> 2)]!;
    }
    return { low, high, mean: count > 0 ? sum / count : 0 };
  }

  /** The blocks worth keeping: those with band, in their order, then those inside. Needs the reports of the last pass. */
  save(): { keys: BigUint64Array; values: Float32Array } {
    const { shared, memory } = this.engine,
      { places, nodes } = this,
      words = at.ACTIVE_REPORT_BYTES >> 2;
    const reports = this.wordsOf(at.AT_ACTIVE_REPORT, words * places),
      work = this.wordsOf(base.AT_WORK, places),
      blocks = shared.int(base.BLOCKS),
      keys = this.keysOf(blocks),
      states = this.wordsOf(base.AT_BLOCK_STATE, blocks);
    const kept: number[] = [],
      inside: number[] = [];
    for (let place = 0; place < places; place++) {
      const bits = reports[words * place + (at.REPORT_BITS >> 2)]!;
      if (bits & at.BIT_BAND || (bits & at.BIT_INSIDE && bits & at.BIT_OUTSIDE)) kept.push(place);
      else if (bits & at.BIT_INSIDE) inside.push(work[place]!);
    }
    for (let block = 0; block < blocks; block++) if (states[block] === base.STATE_INSIDE) inside.push(block);
    const values = new Float32Array(nodes * kept.length);
    kept.forEach((place, k) => {
      values.set(
        memory.floats(base.AT_VALUES, STRIDE * places).subarray(STRIDE * place, STRIDE * place + nodes),
        nodes * k,
      );
    });
    return {
      keys: BigUint64Array.from([...kept.map((place) => work[place]!), ...inside], (block) => keys[block]!),
      values,
    };
  }

  private keysOf(count: number): BigUint64Array {
    const { shared } = this.engine;
    return new BigUint64Array(shared.u8.buffer, shared.int(base.AT_BLOCK_KEY) >>> 0, count);
  }

  private wordsOf(slot: number, count: number): Int32Array {
    const begin = (this.engine.shared.int(slot) >>> 0) / 4;
    return this.engine.shared.i32.subarray(begin, begin + count);
  }
}
