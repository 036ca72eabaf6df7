// The parts of a world that is spread over ranks: each is collected by one rank, which makes a file of it, and handed to rank 0. No rank has more
// than one of them at a time. [ADR 65]

import { fieldBytes } from '../particles/field-rows.ts';
import { type Communicator, gatherNumbers, largest, sharedBytes } from '../ranks/communicator.ts';
import { framedFields, idRanges, type NamedField, type PartBytes, partHeader, placesIn, rangesOf } from './parts.ts';
import type { WorldFields } from './published-fields.ts';
import { IdRanking } from './rank-ids.ts';
import type { Simulation } from './simulation.ts';
import { encodeSnapshot, type SnapshotHeader } from './snapshot.ts';

const TAG = { particles: 12, file: 13 } as const;

/** Parts of the frame; on rank 0 all of them come out, on the others none. */
export function spreadFrameParts(
  comm: Communicator,
  fields: WorldFields,
  { total, nextId }: { readonly total: number; readonly nextId: number },
  most: number,
  encode: (part: WorldFields) => Uint8Array,
): Generator<PartBytes> {
  const framed = framedFields(fields),
    ranges = idRanges(total, nextId, most);
  return inRounds(comm, ranges.length, (parts) => {
    const packets = parts.map((k) => packFields(framed, placesIn(fields.id, ranges[k]!))),
      arrived = exchangeBytes(comm, packets);
    if (!arrived) return undefined;
    const { count, ...merged } = mergeFields(framed, arrived);
    if (count === 0 && ranges.length > 1) return undefined;
    return { particles: count, bytes: encode({ ...merged, count } as WorldFields) };
  });
}

/** Parts of the state; the header, of all particles, is that of rank 0. */
export function spreadStateParts(
  { set }: Simulation,
  header: SnapshotHeader,
  most: number,
  encode: (snapshot: Uint8Array) => Uint8Array,
): Generator<PartBytes> {
  const { comm, first } = set.part!,
    ranges = rangesOf(header.count, most),
    size = set.rows.reduce((sum, row) => sum + fieldBytes(row), 0);
  return inRounds(comm, ranges.length, (parts) => {
    const packets = parts.map((k) => {
      const from = Math.max(0, ranges[k]!.begin - first),
        to = Math.max(from, Math.min(set.count, ranges[k]!.end - first)),
        out = sharedBytes(size * (to - from));
      if (to > from) set.saveInto(out, from, to);
      return out;
    });
    const arrived = exchangeBytes(comm, packets);
    if (!arrived) return undefined;
    const { begin, end } = ranges[parts[comm.rank]!]!,
      state = joinStates(set.rows.map(fieldBytes), arrived);
    return { particles: end - begin, bytes: encode(encodeSnapshot(partHeader(header, begin, end), state)) };
  });
}

/** Lets every rank make one part of each round, and gives all of them out on rank 0, in order. If it wants no more, all end. */
function* inRounds(
  comm: Communicator,
  count: number,
  make: (parts: readonly number[]) => PartBytes | undefined,
): Generator<PartBytes> {
  let isOver = false;
  try {
    for (let begin = 0; begin < count && !isOver; begin += comm.size) {
      const parts = Array.from({ length: Math.min(comm.size, count - begin) }, (_, k) => begin + k);
      yield* handOver(comm, make(parts));
      isOver = begin + comm.size >= count || largest(comm, 0) > 0;
    }
    isOver = true;
  } finally {
    if (!isOver) largest(comm, 1);
  }
}

/** What the ranks have made, on rank 0: one file after the other. */
function* handOver(comm: Communicator, mine: PartBytes | undefined): Generator<PartBytes> {
  const sizes = gatherNumbers(comm, mine?.bytes.length ?? 0),
    particles = gatherNumbers(comm, mine?.particles ?? 0);
  if (comm.rank > 0) {
    if (mine) sendFile(comm, mine.bytes);
    return;
  }
  const receive = (rank: number): Uint8Array => {
    const file = sharedBytes(sizes[rank]!);
    comm.receive(file, rank, TAG.file);
    comm.settle();
    return file;
  };
  let rank = 0;
  try {
    for (; rank < comm.size; rank++)
      if (sizes[rank]! > 0) yield { particles: particles[rank]!, bytes: rank === 0 ? mine!.bytes : receive(rank) };
  } finally {
    for (rank++; rank < comm.size; rank++) if (sizes[rank]! > 0) receive(rank); // nobody wants them, but they are sent
  }
}

function sendFile(comm: Communicator, bytes: Uint8Array): void {
  const file = sharedBytes(bytes.length);
  file.set(bytes);
  comm.send(file, 0, TAG.file);
  comm.settle();
}

/** Sends packet k to rank k. What every rank has sent to this one, if it is one of those. */
function exchangeBytes(comm: Communicator, packets: readonly Uint8Array[]): Uint8Array[] | undefined {
  const { rank, size } = comm,
    lengths = Int32Array.from({ length: size }, (_, r) => packets[r]?.length ?? 0),
    from = comm.exchange(lengths),
    arrived = Array.from(from, (length, r) => (r === rank ? (packets[r] ?? sharedBytes(0)) : sharedBytes(length)));
  for (let r = 0; r < size; r++) {
    if (r === rank) continue;
    if (from[r]! > 0) comm.receive(arrived[r]!, r, TAG.particles);
    if (lengths[r]! > 0) comm.send(packets[r]!, r, TAG.particles);
  }
  comm.settle();
  return rank < packets.length ? arrived : undefined;
}

/** Values of some particles, field after field. */
function packFields(
  framed: readonly NamedField[],
  { begin, end }: { readonly begin: number; readonly end: number },
): Uint8Array {
  const numbers = framed.reduce((sum, { row }) => sum + row.components, 0),
    out = sharedBytes(4 * numbers * (end - begin));
  let at = 0;
  for (const { row, values } of framed) {
    const some = values.subarray(row.components * begin, row.components * end);
    out.set(new Uint8Array(some.buffer, some.byteOffset, some.byteLength), at);
    at += some.byteLength;
  }
  return out;
}

/** What has come from all ranks, in the order of id. */
function mergeFields(framed: readonly NamedField[], arrived: readonly Uint8Array[]): Merged {
  const stride = 4 * framed.reduce((sum, { row }) => sum + row.components, 0),
    count = arrived.reduce((sum, { length }) => sum + length / stride, 0),
    bytes = joinStates(
      framed.map(({ row }) => 4 * row.components),
      arrived,
    ),
    ranking = new IdRanking(),
    merged: Record<string, Float32Array | Uint32Array> = {};
  let at = 0;
  for (const { row, values } of framed) {
    const Values = values.constructor as Uint32ArrayConstructor;
    merged[row.name] = new Values(bytes.buffer as ArrayBuffer, at, row.components * count);
    at += 4 * row.components * count;
  }
  const ids = merged.id as Uint32Array;
  ranking.update(ids, count, 1 + ids.reduce((most, id) => Math.max(most, id), 0));
  for (const { row } of framed) merged[row.name] = ranked(merged[row.name]!, row.components, ranking.rank, count);
  return { ...merged, count };
}

type Merged = Readonly<Record<string, unknown>> & { readonly count: number };

/** Values in another order. */
function ranked<T extends Float32Array | Uint32Array>(
  values: T,
  components: number,
  rank: Uint32Array,
  count: number,
): T {
  const out = values.slice() as T;
  for (let i = 0; i < count; i++)
    for (let a = 0; a < components; a++) out[components * rank[i]! + a] = values[components * i + a]!;
  return out;
}

/** States of runs that follow each other as one, field after field. */
export function joinStates(sizes: readonly number[], states: readonly Uint8Array[]): Uint8Array {
  const size = sizes.reduce((a, b) => a + b, 0),
    out = new Uint8Array(states.reduce((sum, { length }) => sum + length, 0)),
    read = states.map(() => 0);
  let end = 0;
  for (const each of sizes) {
    states.forEach((state, r) => {
      const bytes = (each * state.length) / size;
      out.set(state.subarray(read[r], read[r]! + bytes), end);
      read[r]! += bytes;
      end += bytes;
    });
  }
  return out;
}
