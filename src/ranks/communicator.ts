// What a world that is spread over several processes needs of them. `thixo/mpi` has it over MPI.

/** How numbers of all ranks are united. Largest and smallest are exact in any order; sums are used for whole numbers only. */
export type Union = 'max' | 'min' | 'sum';

/** What was sent so far. */
export interface Traffic {
  bytes: number;
  messages: number;
  reductions: number;
}

/**
 * The processes that share a world. All calls but `rank`, `size` and `abort` are collective: every rank makes the same ones in the same
 * order. Arrays that are sent and received are shared memory, and stay untouched until `settle`.
 */
export interface Communicator {
  readonly rank: number;
  readonly size: number;
  readonly traffic: Traffic;
  /** Whether rank 0 alone calls worlds, and tells the others what to do: they are in `followRanks`. */
  leads?: boolean;
  /** Whether this rank has failed amid what all do together: the others wait in it, and cannot be told anything any more. */
  isLost?: boolean;
  /** Element by element over all ranks, in place. */
  reduce(values: Float64Array | Int32Array, by: Union): void;
  /** Copies an array of one rank to all others. */
  broadcast(bytes: Uint8Array, from: number): void;
  /** As many numbers to each rank, one rank after the other, and as many from each. */
  exchange(numbers: Int32Array): Int32Array;
  /** Begins to send; `tag` tells messages between the same two ranks apart. */
  send(bytes: Uint8Array, to: number, tag: number): void;
  /** Begins to receive. */
  receive(into: Uint8Array, from: number, tag: number): void;
  /** Waits for everything that was begun. */
  settle(): void;
  /** Ends all ranks at once, with an exit code. */
  abort(code: number): void;
  /** Leaves in good order, when all do. */
  leave(): void;
}

/** An array that ranks can send from and receive into. */
export function sharedBytes(bytes: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(Math.max(8, bytes)), 0, bytes);
}

/** The number of every rank, in order. */
export function gatherNumbers(comm: Communicator, mine: number): Float64Array {
  const all = new Float64Array(comm.size);
  all[comm.rank] = mine;
  comm.reduce(all, 'sum');
  return all;
}

/** The largest of all ranks. What is no number counts as infinite, so that all ranks see the same. */
export function largest(comm: Communicator, mine: number): number {
  const value = Float64Array.of(Number.isNaN(mine) ? Number.POSITIVE_INFINITY : mine);
  comm.reduce(value, 'max');
  return value[0]!;
}

/** A text of one rank, for all. */
export function broadcastText(comm: Communicator, text: string, from = 0): string {
  const encoded = new TextEncoder().encode(text),
    length = new Float64Array(1);
  if (comm.rank === from) length[0] = encoded.length;
  comm.reduce(length, 'max');
  const bytes = sharedBytes(length[0]!);
  if (comm.rank === from) bytes.set(encoded);
  comm.broadcast(bytes, from);
  return new TextDecoder().decode(bytes.slice());
}
