// Rows of arrays that ranks have of each other's particles: a message for each run of ghosts.

import type { Communicator } from '../ranks/communicator.ts';
import type { SharedMemory } from '../wasm/memory.ts';

/** A run of particles to send to a rank or to receive from it. */
export interface Run {
  readonly rank: number;
  readonly begin: number;
  readonly count: number;
}

/** Where ghosts come from: runs of own particles (counted from the first own one) to send, runs of all (from the first ghost) to receive. */
export interface Halo {
  readonly before: number;
  readonly after: number;
  readonly sends: readonly Run[];
  readonly receives: readonly Run[];
}

/** An array of the workspace, and bytes of each row. */
export interface Rows {
  readonly slot: number;
  readonly bytes: number;
}

const TAG = 7;

const countIn = (runs: readonly Run[]): number => runs.reduce((sum, { count }) => sum + count, 0);

export class RowExchange {
  private readonly comm: Communicator;
  private readonly shared: SharedMemory;
  /** Where rows of several arrays lie while they are under way. */
  private desk = new SharedArrayBuffer(0);

  constructor(comm: Communicator, shared: SharedMemory) {
    this.comm = comm;
    this.shared = shared;
  }

  /** Sends rows of own particles to the ranks that have them as ghosts, and receives those of the ghosts. */
  share(arrays: readonly Rows[], halo: Halo): void {
    if (arrays.length === 1) this.shareInPlace(arrays[0]!, halo);
    else if (arrays.length > 1) this.shareTogether(arrays, halo);
  }

  /** MPI reads and writes the rows of one array where they are. */
  private shareInPlace(array: Rows, { before, sends, receives }: Halo): void {
    const { comm } = this;
    for (const { rank, begin, count } of receives) comm.receive(this.rows(array, begin - before, count), rank, TAG);
    for (const { rank, begin, count } of sends) comm.send(this.rows(array, begin, count), rank, TAG);
    comm.settle();
  }

  /** Rows of several arrays go one array after the other. */
  private shareTogether(arrays: readonly Rows[], { before, sends, receives }: Halo): void {
    const { comm } = this,
      row = arrays.reduce((sum, { bytes }) => sum + bytes, 0),
      room = row * (countIn(sends) + countIn(receives));
    if (this.desk.byteLength < room) this.desk = new SharedArrayBuffer(room + (room >> 2));
    let end = 0;
    const take = ({ count }: Run): Uint8Array => {
      end += row * count;
      return new Uint8Array(this.desk, end - row * count, row * count);
    };
    const arriving = receives.map((run) => [run, take(run)] as const);
    for (const [{ rank }, packet] of arriving) comm.receive(packet, rank, TAG);
    for (const run of sends) {
      const packet = take(run);
      this.eachArray(arrays, packet, run.begin, run.count, (rows, there) => there.set(rows));
      comm.send(packet, run.rank, TAG);
    }
    comm.settle();
    for (const [{ begin, count }, packet] of arriving)
      this.eachArray(arrays, packet, begin - before, count, (rows, there) => rows.set(there));
  }

  /** Rows of own particles and ghosts, from the first own one on. */
  private rows({ slot, bytes }: Rows, begin: number, count: number): Uint8Array {
    const own = this.shared.u32[slot >> 2]!;
    return this.shared.u8.subarray(own + begin * bytes, own + (begin + count) * bytes);
  }

  private eachArray(
    arrays: readonly Rows[],
    packet: Uint8Array,
    begin: number,
    count: number,
    copy: (rows: Uint8Array, there: Uint8Array) => void,
  ): void {
    let at = 0;
    for (const array of arrays) {
      copy(this.rows(array, begin, count), packet.subarray(at, at + count * array.bytes));
      at += count * array.bytes;
    }
  }
}
