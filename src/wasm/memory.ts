// The one shared memory of a world, with typed views that are renewed in one place when it grows.

import { problem, ThixoError } from '../problem.ts';

export const PAGE = 65536;
/** 4 GiB, the most a 32-bit module can address. */
const MAX_PAGES = 65536;
const GIB = 1 << 30;

/** Shared WASM memory and its views. Views may go stale when it grows: fetch them from here, do not keep them. */
export class SharedMemory {
  readonly memory: WebAssembly.Memory;
  /** Bytes to which it may grow. */
  readonly most: number;
  u8!: Uint8Array;
  i32!: Int32Array;
  u32!: Uint32Array;
  f32!: Float32Array;
  f64!: Float64Array;

  /** @param mostBytes to which it may grow; a host that ends pages that ask for much gets less to reserve */
  constructor(initialBytes: number, mostBytes: number = MAX_PAGES * PAGE) {
    this.most = Math.min(Math.max(mostBytes, initialBytes), MAX_PAGES * PAGE);
    this.memory = reserve(Math.ceil(initialBytes / PAGE), Math.ceil(this.most / PAGE));
    this.renew();
  }

  get bytes(): number {
    return this.u8.byteLength;
  }

  /** Grows to at least `bytes`; throws MEMORY_LIMIT beyond what it may. */
  ensure(bytes: number): void {
    const missing = Math.ceil((bytes - this.bytes) / PAGE);
    if (missing <= 0) return;
    try {
      this.memory.grow(missing);
    } catch {
      const gib = (bytes / GIB).toFixed(1),
        most = Number((this.most / GIB).toFixed(1));
      throw new ThixoError([
        problem(
          'MEMORY_LIMIT',
          '',
          `The simulation needs ${gib} GiB of memory; at most ${most} GiB can be used.`,
          'Use fewer particles.',
        ),
      ]);
    }
    this.renew();
  }

  int(slot: number): number {
    return this.i32[slot >> 2]!;
  }

  setInt(slot: number, value: number): void {
    this.u32[slot >> 2] = value;
  }

  real(slot: number): number {
    return this.f64[slot >> 3]!;
  }

  setReal(slot: number, value: number): void {
    this.f64[slot >> 3] = value;
  }

  /** Writes three numbers into consecutive f64 slots. */
  setVector(slot: number, v: ArrayLike<number>): void {
    for (let a = 0; a < 3; a++) this.f64[(slot >> 3) + a] = v[a]!;
  }

  /** Writes a constant into the four f32 lanes at `slot`. */
  splat(slot: number, value: number): void {
    this.f32.fill(value, slot >> 2, (slot >> 2) + 4);
  }

  private renew(): void {
    const { buffer } = this.memory;
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
  }
}

/** Some hosts cannot reserve 4 GiB of addresses: ask for less until one agrees. */
function reserve(initial: number, most: number): WebAssembly.Memory {
  for (let maximum = most; ; maximum = Math.floor(maximum / 2)) {
    try {
      return new WebAssembly.Memory({ initial, maximum, shared: true });
    } catch {
      if (maximum / 2 < Math.max(initial, 1024)) throw noMemory();
    }
  }
}

/** What is said when the system gives no memory. */
export function noMemory(): ThixoError {
  const message = 'The system gives no memory to the simulation, not even for its start.';
  const hint =
    'It needs some gigabytes of addresses, most of which stay unused: raise or remove `ulimit -v`, or close other programs.';
  return new ThixoError([problem('LIMIT_MEMORY', '', message, hint)]);
}
