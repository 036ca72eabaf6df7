// Places the rows of the tables: every slot at a multiple of its size, what threads fight for on a cache line of its own, everything
// else close together. Refuses tables that cannot be right, with everything that is wrong with them at once. [ADR 25]

import { type Block, type Owner, type Slot, TYPE_BYTES } from '../../src/wasm/tables/rows.ts';

const LINE = 64;
/** The file that constants go to if their owner names no other. */
export const LAYOUT_FILE = 'src/wasm/layout.ts';

/** A slot and where it is. */
export interface PlacedSlot {
  readonly slot: Slot;
  readonly owner: string;
  readonly file: string;
  readonly block: string;
  /** Offset in its block, or address in the memory. */
  readonly at: number;
  readonly bytes: number;
}

/** A block with all its slots. */
export interface PlacedBlock {
  readonly block: Block;
  readonly owner: string;
  readonly file: string;
  readonly slots: readonly PlacedSlot[];
  /** One past its last byte, rounded up as the block asks. */
  readonly end: number;
}

/** The tables contradict themselves, or do not fit. */
export class TableError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The tables in src/wasm/tables cannot be laid out:\n${problems.map((p) => `  ${p}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Places every slot of every owner; throws a `TableError` if something does not fit. */
export function placeSlots(owners: readonly Owner[]): readonly PlacedBlock[] {
  const problems: string[] = [],
    placed = new Map<string, PlacedBlock>();
  const declared = owners.flatMap((owner) => (owner.blocks ?? []).map((block) => ({ block, owner })));
  const names = declared.map(({ block }) => block.name);
  for (const name of repeated(names)) problems.push(`block '${name}' is declared twice`);
  for (const { owner, slots } of owners) {
    for (const name of Object.keys(slots)) {
      if (!names.includes(name)) problems.push(`${owner}: there is no block '${name}'`);
    }
  }
  const place = (name: string): PlacedBlock | undefined => {
    const found = declared.find(({ block }) => block.name === name);
    if (!found || placed.has(name)) return placed.get(name);
    const rows = owners.flatMap((owner) => (owner.slots[name] ?? []).map((slot) => ({ slot, owner })));
    for (const { slot } of rows) if (typeof slot.type !== 'string') place(slot.type.rowsOf);
    const { start } = found.block,
      begin = typeof start === 'number' ? start : (place(start.behind)?.end ?? 0);
    placed.set(name, placeBlock(found.block, found.owner, rows, begin, placed, problems));
    return placed.get(name);
  };
  for (const name of names) place(name);
  const blocks = [...placed.values()];
  for (const { slots, block, end } of blocks) {
    problems.push(...findOverlaps(slots));
    if (end > block.limit)
      problems.push(`block '${block.name}' ends at ${end}, beyond its limit of ${block.limit} bytes`);
  }
  if (problems.length > 0) throw new TableError(problems);
  return blocks;
}

interface Row {
  readonly slot: Slot;
  readonly owner: Owner;
}

function placeBlock(
  block: Block,
  owner: Owner,
  rows: readonly Row[],
  begin: number,
  done: ReadonlyMap<string, PlacedBlock>,
  problems: string[],
): PlacedBlock {
  const slots: PlacedSlot[] = [];
  const add = ({ slot, owner: of }: Row, at: number, bytes: number): void => {
    slots.push({ slot, owner: of.owner, file: of.file ?? LAYOUT_FILE, block: block.name, at, bytes });
  };
  const own = rows.filter(({ slot }) => slot.shares === undefined);
  let next = begin;
  for (const row of block.ordered ? own : byTogetherness(own, done)) {
    const bytes = bytesOf(row.slot, done),
      align = alignmentOf(row.slot, bytes, block.ordered),
      at = row.slot.at ?? roundUp(next, align);
    if (at % align !== 0) problems.push(`${row.slot.name} is pinned at ${at}, which is no multiple of ${align}`);
    add(row, at, bytes);
    next = Math.max(next, row.slot.alone ? roundUp(at + bytes, LINE) : at + bytes);
  }
  for (const row of rows.filter(({ slot }) => slot.shares !== undefined)) {
    const host = slots.find(({ slot }) => slot.name === row.slot.shares),
      bytes = bytesOf(row.slot, done);
    if (!host)
      problems.push(`${row.slot.name} shares the place of ${row.slot.shares}, which '${block.name}' does not have`);
    else add(row, host.at, bytes);
  }
  const end = sizeOf(block, next);
  return { block, owner: owner.owner, file: owner.file ?? LAYOUT_FILE, slots, end };
}

/** The size of a block: a multiple of what it asks for, a power of two if it has a shift. */
function sizeOf({ size, shift }: Block, end: number): number {
  const rounded = roundUp(end, size?.multiple ?? LINE);
  return shift === undefined ? rounded : 2 ** Math.ceil(Math.log2(rounded));
}

/** Lone words first, then numbers by type, then whatever is longer than a cache line. */
function byTogetherness(rows: readonly Row[], done: ReadonlyMap<string, PlacedBlock>): readonly Row[] {
  const rank = ({ slot }: Row): number => {
    if (slot.alone) return 0;
    return bytesOf(slot, done) > LINE ? 1000 : typeof slot.type === 'string' ? TYPE_BYTES[slot.type] : LINE;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

function bytesOf({ type, count }: Slot, done: ReadonlyMap<string, PlacedBlock>): number {
  return count * (typeof type === 'string' ? TYPE_BYTES[type] : (done.get(type.rowsOf)?.end ?? 0));
}

/** In rows that are packed as declared only the type counts; elsewhere long slots and lone words begin a cache line. */
function alignmentOf(slot: Slot, bytes: number, packed: boolean): number {
  if (slot.alone || typeof slot.type !== 'string' || (!packed && bytes > LINE)) return LINE;
  return TYPE_BYTES[slot.type];
}

/** Every two slots of a block that have a byte in common without saying so. */
export function findOverlaps(slots: readonly PlacedSlot[]): string[] {
  const offenses: string[] = [];
  for (const [k, a] of slots.entries()) {
    for (const b of slots.slice(k + 1)) {
      if (a.at >= b.at + b.bytes || b.at >= a.at + a.bytes || a.block !== b.block || mayShare(a, b)) continue;
      offenses.push(
        `${a.slot.name} (bytes ${range(a)}) and ${b.slot.name} (bytes ${range(b)}) of '${a.block}' overlap`,
      );
    }
  }
  return offenses;
}

/** Whether one of two slots was given the place of the other, or both that of a third, and fits into it. */
function mayShare(a: PlacedSlot, b: PlacedSlot): boolean {
  const home = ({ slot }: PlacedSlot): string => slot.shares ?? slot.name;
  const fits = (guest: PlacedSlot, host: PlacedSlot): boolean => guest.bytes <= host.bytes;
  if (home(a) !== home(b)) return false;
  if (a.slot.shares === undefined) return fits(b, a);
  return b.slot.shares !== undefined || fits(a, b);
}

const range = ({ at, bytes }: PlacedSlot): string => `${at} to ${at + bytes - 1}`;

const roundUp = (x: number, multiple: number): number => Math.ceil(x / multiple) * multiple;

/** What is in a list more than once. */
export function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, k) => values.indexOf(value) !== k))];
}
