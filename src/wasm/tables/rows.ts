// What a row of the tables says. A row is a place in the shared memory, a constant of both languages, or a pass; tools/generate-layout.ts
// places the rows and writes src/wasm/layout.ts, src/wasm/passes.ts and assembly/dispatch.ts from them. [ADR 25]

import type { WorkKind } from '../work-kinds.ts';

/** Numbers that a slot can hold; `f32x4` is one number in all four lanes. */
export type SlotType = 'u8' | 'u32' | 'f32' | 'f64' | 'f32x4';

/** Bytes of one number. A slot begins at a multiple of this. */
export const TYPE_BYTES: Readonly<Record<SlotType, number>> = { u8: 1, u32: 4, f32: 4, f64: 8, f32x4: 16 };

/** Who writes or reads a slot: TypeScript between passes, the thread team, all passes, or the passes that are named. */
export type Party = 'host' | 'threads' | 'passes' | `PASS_${string}`;

/** One place in a block. */
export interface Slot {
  readonly name: string;
  /** Its numbers, or the block whose rows stand here. */
  readonly type: SlotType | { readonly rowsOf: string };
  /** How many of them, one behind the other. */
  readonly count: number;
  readonly writer: readonly Party[];
  readonly reader: readonly Party[];
  /** What it means, with its unit. */
  readonly meaning: string;
  /** Alone on its cache line, because threads wait for it or fight for it. */
  readonly alone?: true;
  /** Where it must stand in its block, if code relies on it: the quads of a record. */
  readonly at?: number;
  /** The slot whose place this one takes when nobody needs that any more; the meaning says when. */
  readonly shares?: string;
}

/** A number that is no place: a mask, a limit, a size of something outside the tables. */
export interface Constant {
  readonly name: string;
  readonly value: number;
  readonly meaning: string;
}

/** What a task of a pass is: particles, slabs, or blocks of a surface or of a skin. */
export type TaskUnit = 'chunk' | 'group' | 'slab' | 'block';

/** One pass over particles, pairs or blocks. */
export interface Pass {
  readonly name: `PASS_${string}`;
  /** The exported function that does one task. */
  readonly run: string;
  /** Its module below assembly/. */
  readonly from: string;
  /** Its type parameters: names of classes, or of axes, of which every class is compiled. The first axis is counted fastest. */
  readonly types?: readonly string[];
  readonly task: TaskUnit;
  readonly kind: WorkKind;
  readonly meaning: string;
}

/** A choice at compile time. Its classes are compiled one by one; numbers are left free for `room` of them. */
export interface Axis {
  readonly classes: readonly string[];
  readonly room: number;
}

/** Everything that one owner (a family, a scheme, a part of the engine) has in the tables. */
export interface Owner {
  readonly owner: string;
  /** The generated file that its constants go to, if not src/wasm/layout.ts. */
  readonly file?: string;
  /** What stands at the head of its constants. */
  readonly about: string;
  /** Blocks that it brings along: rows of its own, such as a second record. */
  readonly blocks?: readonly Block[];
  /** Its slots, by block. */
  readonly slots: Readonly<Record<string, readonly Slot[]>>;
  readonly constants?: readonly Constant[];
  /** Classes that passes take as type parameters, and their modules below assembly/. */
  readonly classes?: Readonly<Record<string, string>>;
  readonly axes?: Readonly<Record<string, Axis>>;
  readonly passes?: readonly Pass[];
}

/** Something that slots are placed in: a part of the context block, or a row that is repeated. */
export interface Block {
  readonly name: string;
  /** What every name in it begins with. */
  readonly prefix?: string;
  /** Where the first slot can stand; of a row that is repeated, 0. Or the block behind whose end it begins. */
  readonly start: number | { readonly behind: string };
  /** Its end must not be beyond this. */
  readonly limit: number;
  /** A constant for its size, which is rounded up to a multiple of `multiple` bytes. */
  readonly size?: { readonly name: string; readonly multiple: number };
  /** A constant for log₂ of its size: it is made a power of two. */
  readonly shift?: string;
  /** Bytes that its constants count in, if not single ones: 8 for a row that both sides read as an array of f64. */
  readonly unit?: number;
  /** Slots keep the order of the tables. Otherwise those of one type stand together. */
  readonly ordered: boolean;
}

type More = Partial<Omit<Slot, 'name' | 'type' | 'meaning'>>;

function slot(type: Slot['type'], name: string, meaning: string, more: More): Slot {
  return { name, type, count: 1, writer: ['host'], reader: ['passes'], meaning, ...more };
}

/** A count, an address or a switch that the host writes and passes read. Example: `u32('COUNT', 'particles')`. */
export const u32 = (name: string, meaning: string, more: More = {}): Slot => slot('u32', name, meaning, more);

/** A small whole number. Example: `u8('PARCEL_COUNT', 'how many regions', { count: 3 })`. */
export const u8 = (name: string, meaning: string, more: More = {}): Slot => slot('u8', name, meaning, more);

/** A number in double precision. Example: `f64('STEP', 'dt of this step, s')`. */
export const f64 = (name: string, meaning: string, more: More = {}): Slot => slot('f64', name, meaning, more);

/** A number in single precision. Example: `f32('RECORD_VOLUME', 'm/ρ₀, over PAIR_UNIT')`. */
export const f32 = (name: string, meaning: string, more: More = {}): Slot => slot('f32', name, meaning, more);

/** One f32 in all lanes of a vector, so that a pass loads it at once. Example: `splat('SPLAT_ONE', '1')`. */
export const splat = (name: string, meaning: string, more: More = {}): Slot => slot('f32x4', name, meaning, more);

/** Three numbers in double precision. Example: `vector('GRAVITY', 'm/s²')`. */
export const vector = (name: string, meaning: string, more: More = {}): Slot =>
  f64(name, meaning, { count: 3, ...more });

/** Rows of another block, one behind the other. Example: `rows('SUBSTANCE_TABLE', 'substance', 32, 'by substance')`. */
export const rows = (name: string, rowsOf: string, count: number, meaning: string): Slot =>
  slot({ rowsOf }, name, meaning, { count });

/** What passes report to the host per chunk, f64. Example: `report('REPORT_LEAVING', ['PASS_MARK_LEAVING'], 'how many')`. */
export const report = (name: string, writer: readonly Party[], meaning: string, count = 1): Slot =>
  slot('f64', name, meaning, { writer, reader: ['host'], count });

/** A constant of both languages. Example: `constant('STEP_BITS', 31, 'mask of the level')`. */
export const constant = (name: string, value: number, meaning: string): Constant => ({ name, value, meaning });
