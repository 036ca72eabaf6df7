// A Communicator over MPI. Arrays are parts of shared memory, that of a world among them, and MPI reads and writes them in place.
// Waiting is looking and, after a while, sleeping between looks: with more ranks than cores, a rank that spins would take the time of the one it
// waits for.

import type { Communicator, Traffic, Union } from '../ranks/communicator.ts';
import type { Mpi } from './library.ts';

/** MPI may be called by one thread, which need not be that of the process. */
const THREAD_SERIALIZED = 2;
/** Requests that may be under way at once. */
const MOST_REQUESTS = 4096;
/** Looks before it sleeps: as long as a nap would cost. For how long it sleeps first, and at most, ms, and by what each nap is longer. */
const LOOKS = 150;
const FIRST_NAP = 0.03;
const LONGEST_NAP = 0.2; // ranks that oversleep make each other wait: with 4 two ranks took longer than one process [ADR 72]
const GROWTH = 2;
/** Elements of one call. */
const MOST_COUNT = 1 << 30;

export class MpiCommunicator implements Communicator {
  readonly rank: number;
  readonly size: number;
  readonly traffic: Traffic = { bytes: 0, messages: 0, reductions: 0 };
  private readonly mpi: Mpi;
  private readonly room = new SharedArrayBuffer(16 * MOST_REQUESTS + 64);
  private readonly flag = new Int32Array(this.room, 0, 1);
  private readonly roomAt: number;
  private readonly nap = new Int32Array(new SharedArrayBuffer(4));
  private readonly addresses = new WeakMap<ArrayBufferLike, number>();
  /** Where numbers lie while all ranks unite them. */
  private desk = new SharedArrayBuffer(1 << 12);
  /** Arrays under way: nobody else may know them any more. */
  private held: ArrayBufferView[] = [];
  private pending = 0;

  constructor(mpi: Mpi) {
    const { calls, handles } = mpi,
      out: [number] = [0];
    this.mpi = mpi;
    calls.initialized(out);
    if (out[0] === 0) calls.init(null, null, THREAD_SERIALIZED, out);
    calls.rank(handles.world, out);
    [this.rank] = out;
    calls.size(handles.world, out);
    [this.size] = out;
    this.roomAt = this.baseOf(this.room);
  }

  reduce(values: Float64Array | Int32Array, by: Union): void {
    const { calls, handles } = this.mpi,
      type = values instanceof Float64Array ? handles.double : handles.int;
    if (this.size === 1 || values.length === 0) return;
    this.traffic.reductions++;
    const shared = this.onDesk(values),
      at = this.hold(shared);
    calls.iallreduce(handles.inPlace, at, values.length, type, handles[by], handles.world, this.nextRequest());
    this.settle();
    values.set(shared);
  }

  broadcast(bytes: Uint8Array, from: number): void {
    const { calls, handles } = this.mpi;
    if (this.size === 1) return;
    for (let begin = 0; begin < bytes.length; begin += MOST_COUNT) {
      const part = bytes.subarray(begin, begin + MOST_COUNT),
        shared = this.onDesk(part);
      calls.ibcast(this.hold(shared), part.length, handles.byte, from, handles.world, this.nextRequest());
      this.settle();
      if (shared !== part) part.set(shared);
    }
  }

  exchange(numbers: Int32Array): Int32Array {
    const { calls, handles } = this.mpi,
      { length } = numbers,
      each = length / this.size,
      both = new Int32Array(2 * length);
    both.set(numbers);
    const shared = this.onDesk(both),
      at = this.hold(shared);
    this.traffic.reductions++;
    calls.ialltoall(
      ...([at, each, handles.int, at + 4 * length, each, handles.int, handles.world] as const),
      this.nextRequest(),
    );
    this.settle();
    return shared.slice(length);
  }

  send(bytes: Uint8Array, to: number, tag: number): void {
    const { calls, handles } = this.mpi;
    for (let begin = 0; begin < bytes.length; begin += MOST_COUNT) {
      const part = bytes.subarray(begin, begin + MOST_COUNT);
      this.traffic.bytes += part.length;
      this.traffic.messages++;
      calls.isend(this.hold(part), part.length, handles.byte, to, tag, handles.world, this.nextRequest());
    }
  }

  receive(into: Uint8Array, from: number, tag: number): void {
    const { calls, handles } = this.mpi;
    for (let begin = 0; begin < into.length; begin += MOST_COUNT) {
      const part = into.subarray(begin, begin + MOST_COUNT);
      calls.irecv(this.hold(part), part.length, handles.byte, from, tag, handles.world, this.nextRequest());
    }
  }

  settle(): void {
    const { calls, handles } = this.mpi,
      { pending, flag, roomAt } = this;
    for (let look = 0, nap = FIRST_NAP; pending > 0; look++) {
      calls.testall(pending, roomAt + 64, roomAt, handles.ignore);
      if (flag[0] !== 0) break;
      if (look < LOOKS) continue;
      Atomics.wait(this.nap, 0, 0, nap);
      nap = Math.min(LONGEST_NAP, GROWTH * nap);
    }
    this.pending = 0;
    this.held = [];
  }

  abort(code: number): void {
    this.mpi.calls.abort(this.mpi.handles.world, code);
  }

  leave(): void {
    this.settle();
    this.mpi.calls.finalize();
  }

  private nextRequest(): number {
    if (this.pending === MOST_REQUESTS) throw new Error('Too many messages are under way.');
    return this.roomAt + 64 + this.mpi.handles.request * this.pending++;
  }

  /** An array as MPI can have it: itself where it is shared, else a copy. Memory of our own is made once, because finding it costs more than small messages. */
  private onDesk<T extends Float64Array | Int32Array | Uint8Array>(values: T): T {
    if (values.buffer instanceof SharedArrayBuffer) return values;
    if (this.desk.byteLength < values.byteLength) this.desk = new SharedArrayBuffer(2 * values.byteLength);
    const shared = new (values.constructor as new (buffer: SharedArrayBuffer, at: number, length: number) => T)(
      ...([this.desk, 0, values.length] as const),
    );
    shared.set(values);
    return shared;
  }

  /** Address of an array of shared memory, which is kept until all is settled. */
  private hold(view: ArrayBufferView): number {
    this.held.push(view);
    return this.baseOf(view.buffer) + view.byteOffset;
  }

  /** Where a buffer begins: shared memory never moves, even when it grows. */
  private baseOf(buffer: ArrayBufferLike): number {
    let at = this.addresses.get(buffer);
    if (at === undefined) {
      at = this.mpi.addressOf(new Uint8Array(buffer));
      this.addresses.set(buffer, at);
    }
    return at;
  }
}
