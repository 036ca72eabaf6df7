// A world in parts, for files: its frame by ranges of ids, its state by runs of the order of particles. Where a part begins follows from the
// particles alone, so that files are the same for one process and for any number of ranks. [ADR 65]

import type { FieldRow } from '../particles/fields.ts';
import { fieldValues, frameFields } from '../substances/known-fields.ts';
import type { WorldFields } from './published-fields.ts';
import type { Simulation } from './simulation.ts';
import { encodeSnapshot, type SnapshotHeader } from './snapshot.ts';

/** A part as the bytes of a file. */
export interface PartBytes {
  readonly particles: number;
  readonly bytes: Uint8Array;
}

/** From one to another, the end not included. */
export interface Range {
  readonly begin: number;
  readonly end: number;
}

/**
 * Ranges of ids whose particles are a part of a frame: all of them where there are no more than `most`, else as many ids as that in each.
 * Some of them may have no particles.
 */
export function idRanges(count: number, nextId: number, most: number): Range[] {
  if (count <= most) return [{ begin: 0, end: nextId }];
  return rangesOf(nextId, most);
}

/** Runs of so many, the last one with what is left; one of nothing where there is nothing. */
export function rangesOf(count: number, most: number): Range[] {
  return Array.from({ length: Math.max(1, Math.ceil(count / most)) }, (_, k) => ({
    begin: k * most,
    end: Math.min(count, (k + 1) * most),
  }));
}

/** The particles of a range of ids, among fields in the order of id. */
export function placesIn(id: Uint32Array, { begin, end }: Range): Range {
  return { begin: firstFrom(id, begin), end: firstFrom(id, end) };
}

function firstFrom(id: Uint32Array, least: number): number {
  let low = 0,
    high = id.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (id[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A field of a frame with its values, in order of the file. */
export interface NamedField {
  readonly row: FieldRow;
  readonly values: Float32Array | Uint32Array;
}

/** What a frame holds of these particles. */
export function framedFields(fields: WorldFields): NamedField[] {
  return frameFields().flatMap((row) => {
    const values = fieldValues(fields, row.name);
    return values ? [{ row, values }] : [];
  });
}

/** The parts of a frame in one process. */
export function* frameParts(
  fields: WorldFields,
  nextId: number,
  most: number,
  encode: (part: WorldFields) => Uint8Array,
): Generator<PartBytes> {
  const { count, poses } = fields,
    ranges = idRanges(count, nextId, most),
    framed = framedFields(fields);
  for (const range of ranges) {
    const { begin, end } = placesIn(fields.id, range),
      part = framed.map(({ row: { name, components }, values }) => [
        name,
        values.subarray(components * begin, components * end),
      ]);
    if (end === begin && ranges.length > 1) continue;
    const bytes = encode({ ...Object.fromEntries(part), count: end - begin, ...(poses && { poses }) } as WorldFields);
    yield { particles: end - begin, bytes };
  }
}

/** The parts of a state in one process. */
export function* stateParts(
  { set, engine }: Simulation,
  header: SnapshotHeader,
  most: number,
  encode: (snapshot: Uint8Array) => Uint8Array,
): Generator<PartBytes> {
  const ghosts = new Uint8Array(engine.ghosts?.stateBytes ?? 0),
    size = set.count > 0 ? set.stateBytes / set.count : 0;
  engine.ghosts?.saveInto(ghosts);
  for (const { begin, end } of rangesOf(set.count, most)) {
    const bytes = size * (end - begin),
      state = new Uint8Array(bytes + (begin === 0 ? ghosts.length : 0));
    set.saveInto(state, begin, end);
    if (begin === 0) state.set(ghosts, bytes);
    yield { particles: end - begin, bytes: encode(encodeSnapshot(partHeader(header, begin, end), state)) };
  }
}

/** The header of a part; that of all particles where it is the only one. */
export function partHeader({ ghosts, ...header }: SnapshotHeader, begin: number, end: number): SnapshotHeader {
  const isWhole = begin === 0 && end === header.count,
    ofGhosts = begin === 0 && ghosts !== undefined ? { ghosts } : {};
  if (isWhole) return { ...header, ...ofGhosts };
  return { ...header, count: end - begin, of: { first: begin, total: header.count }, ...ofGhosts };
}
