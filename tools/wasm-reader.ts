// Walks the sections and instructions of a WebAssembly binary: enough of the format to know every opcode of every function.
// Covers the core specification 2.0 with SIMD, threads, bulk memory, tail calls and multiple memories; anything else is refused,
// so that an opcode is never mistaken for an operand.

/** One instruction of the code section. */
export interface Instruction {
  /** Index of the function among those defined in the module, 0-based. */
  readonly func: number;
  /** Byte offset in the file. */
  readonly offset: number;
  /** First byte: the opcode, or the prefix 0xFC, 0xFD (SIMD), 0xFE (atomics). */
  readonly prefix: number;
  /** Opcode after a prefix; equal to `prefix` when there is none. */
  readonly opcode: number;
}

const CODE_SECTION = 10;
const DATA_SECTION = 11;
const I32_CONST = 0x41;
const END = 0x0b;
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

type Immediates = (reader: Reader) => void;

const none: Immediates = () => {};
const leb: Immediates = (r) => r.skipLeb();
const sequence =
  (...parts: readonly Immediates[]): Immediates =>
  (r) => {
    for (const read of parts) read(r);
  };
const twoLebs = sequence(leb, leb);
const bytes =
  (count: number): Immediates =>
  (r) =>
    r.skip(count);
const lebs: Immediates = (r) => {
  for (let n = r.u32(); n > 0; n--) r.skipLeb();
};
/** Alignment, the index of the memory when bit 6 of the alignment is set, offset. */
const memarg: Immediates = (r) => {
  if (r.u32() & 0x40) r.skipLeb();
  r.skipLeb();
};

/** Opcodes from..to (inclusive) share their immediates. */
type Row = readonly [from: number, to: number, immediates: Immediates];

const CORE: readonly Row[] = [
  [0x00, 0x01, none], // unreachable, nop
  [0x02, 0x04, leb], // block, loop, if
  [0x05, 0x05, none], // else
  [0x0b, 0x0b, none], // end
  [0x0c, 0x0d, leb], // br, br_if
  [0x0e, 0x0e, sequence(lebs, leb)], // br_table
  [0x0f, 0x0f, none], // return
  [0x10, 0x10, leb], // call
  [0x11, 0x11, twoLebs], // call_indirect
  [0x12, 0x12, leb], // return_call
  [0x13, 0x13, twoLebs], // return_call_indirect
  [0x1a, 0x1b, none], // drop, select
  [0x1c, 0x1c, lebs], // select with types
  [0x20, 0x26, leb], // local, global, table
  [0x28, 0x3e, memarg], // loads and stores
  [0x3f, 0x42, leb], // memory.size, memory.grow, i32.const, i64.const
  [0x43, 0x43, bytes(4)], // f32.const
  [0x44, 0x44, bytes(8)], // f64.const
  [0x45, 0xc4, none], // comparisons, arithmetic, conversions
  [0xd0, 0xd0, leb], // ref.null
  [0xd1, 0xd1, none], // ref.is_null
  [0xd2, 0xd2, leb], // ref.func
];

const PREFIXED: Readonly<Record<number, readonly Row[]>> = {
  252: [
    [0, 7, none], // saturating conversions
    [8, 8, twoLebs], // memory.init
    [9, 9, leb], // data.drop
    [10, 10, twoLebs], // memory.copy
    [11, 11, leb], // memory.fill
    [12, 12, twoLebs], // table.init
    [13, 13, leb], // elem.drop
    [14, 14, twoLebs], // table.copy
    [15, 17, leb], // table.grow, table.size, table.fill
  ],
  253: [
    [0, 11, memarg], // v128 loads and store
    [12, 13, bytes(16)], // v128.const, i8x16.shuffle
    [14, 20, none], // swizzle, splats
    [21, 34, bytes(1)], // extract and replace lane
    [35, 83, none],
    [84, 91, sequence(memarg, bytes(1))], // load and store lane
    [92, 93, memarg], // load32_zero, load64_zero
    [94, 0xff, none],
    [0x100, 0x12f, none], // relaxed SIMD
  ],
  254: [
    [0x00, 0x02, memarg], // notify, wait
    [0x03, 0x03, bytes(1)], // fence
    [0x10, 0x4e, memarg], // atomic loads, stores and read-modify-writes
  ],
};

class Reader {
  at: number;
  private readonly data: Uint8Array;

  constructor(data: Uint8Array, at: number) {
    this.data = data;
    this.at = at;
  }

  byte(): number {
    const value = this.data[this.at++];
    if (value === undefined) throw new Error(`the file ends inside an instruction at byte ${this.at - 1}`);
    return value;
  }

  skip(count: number): void {
    this.at += count;
  }

  skipLeb(): void {
    while (this.byte() & 0x80);
  }

  /** An unsigned LEB128 number below 2³². */
  u32(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }
}

function readInstruction(reader: Reader, func: number): Instruction {
  const offset = reader.at;
  const prefix = reader.byte();
  const rows = PREFIXED[prefix];
  const opcode = rows === undefined ? prefix : reader.u32();
  const row = (rows ?? CORE).find(([from, to]) => from <= opcode && opcode <= to);
  if (row === undefined) {
    const name = rows === undefined ? hex(opcode) : `${hex(prefix)} ${hex(opcode)}`;
    throw new Error(`unknown opcode ${name} at byte ${offset}: tools/wasm-reader.ts has to learn it`);
  }
  row[2](reader);
  return { func, offset, prefix, opcode };
}

/** Number as 0x… */
export function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

/**
 * Yields every instruction of every function. Throws when the bytes are not a module or hold an unknown opcode. Each body must end
 * with the `end` that closes it exactly at its declared size, which a misread operand would upset.
 */
export function* readInstructions(data: Uint8Array): Generator<Instruction> {
  if (MAGIC.some((byte, n) => data[n] !== byte)) throw new Error('not a WebAssembly module of version 1');
  const reader = new Reader(data, MAGIC.length);
  while (reader.at < data.length) {
    const section = reader.byte();
    const sectionSize = reader.u32();
    const sectionEnd = reader.at + sectionSize;
    if (section === CODE_SECTION) {
      const functions = reader.u32();
      for (let func = 0; func < functions; func++) yield* readBody(reader, func);
      if (reader.at !== sectionEnd) throw new Error('the code section does not end where it says');
    }
    reader.at = sectionEnd;
  }
}

/** Bytes of the memory that an instance of the module writes when it starts: from, up to but not including `to`. */
export function* readDataRanges(data: Uint8Array): Generator<{ readonly from: number; readonly to: number }> {
  const reader = new Reader(data, MAGIC.length);
  while (reader.at < data.length) {
    const section = reader.byte();
    const sectionSize = reader.u32();
    const sectionEnd = reader.at + sectionSize;
    if (section === DATA_SECTION) {
      for (let segments = reader.u32(); segments > 0; segments--) {
        const isPassive = reader.u32() === 1;
        const from = isPassive ? 0 : readOffset(reader);
        const bytes = reader.u32();
        reader.skip(bytes);
        if (!isPassive) yield { from, to: from + bytes };
      }
    }
    reader.at = sectionEnd;
  }
}

/** The constant that says where a segment begins. Addresses of this module are below 2³¹, so the sign does not matter. */
function readOffset(reader: Reader): number {
  const opcode = reader.byte(),
    value = reader.u32(),
    end = reader.byte();
  if (opcode !== I32_CONST || end !== END) throw new Error('a data segment begins at something that is no constant');
  return value;
}

function* readBody(reader: Reader, func: number): Generator<Instruction> {
  const size = reader.u32();
  const end = reader.at + size;
  for (let groups = reader.u32(); groups > 0; groups--) twoLebs(reader); // locals: count, type
  let depth = 1;
  while (reader.at < end) {
    const instruction = readInstruction(reader, func);
    if (instruction.opcode >= 0x02 && instruction.opcode <= 0x04 && instruction.prefix < 0xfc) depth++;
    if (instruction.prefix === 0x0b) depth--;
    if (depth === 0 && reader.at !== end) break;
    yield instruction;
  }
  if (reader.at !== end || depth !== 0) throw new Error(`function ${func} does not end where it says`);
}
