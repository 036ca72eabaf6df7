// A simulation that is spread over ranks: what each begins with, and how rank 0 gets the whole for what looks at all particles.

import { cutsOf } from '../neighbors/spread-slabs.ts';
import { fieldBytes } from '../particles/field-rows.ts';
import { Part } from '../particles/part.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Communicator, gatherNumbers, sharedBytes } from '../ranks/communicator.ts';
import { isSame } from '../scene/script.ts';
import * as at from '../wasm/layout.ts';
import { compile } from './build.ts';
import type { Simulation, Spreading } from './simulation.ts';
import { invalid, type OpenSnapshot, type SnapshotHeader } from './snapshot.ts';
import { joinStates } from './spread-parts.ts';
import { headerOf, load, loadBeside } from './state.ts';

const TAG = { state: 10, reports: 11, load: 14 } as const;

/** How the bodies of a simulation are filled: each rank has a run of whole chunks of them. `agree` is called when all is there that may be missing. */
export function spreading(own: Simulation, comm: Communicator, agree: () => void): Spreading {
  let first = 0,
    end = 0,
    total = 0;
  return {
    share: (count) => {
      const cuts = cutsOf(count, comm.size);
      [first, end, total] = [cuts[comm.rank]!, cuts[comm.rank + 1]!, count];
      own.set.reserve(end - first);
      own.set.nextId = first;
      return (number) => number >= first && number < end;
    },
    filled: () => {
      agree();
      own.set.nextId = total;
      joinPart(own, comm, first, total);
    },
  };
}

/** Makes the particles of a simulation those of one rank, from a place in the order of all. */
function joinPart(own: Simulation, comm: Communicator, first: number, total: number): void {
  const part = new Part(own.set, comm);
  part.first = first;
  part.total = total;
}

/**
 * Loads a snapshot, which rank 0 has, into the simulations of all ranks: it reads part after part, and sends each rank what is its own.
 * `agree` is called when there is room.
 */
export function loadSpread(
  own: Simulation,
  comm: Communicator,
  header: SnapshotHeader,
  opened: OpenSnapshot | undefined,
  agree: () => void,
): void {
  const { set } = own,
    cuts = cutsOf(header.count, comm.size),
    [first, end] = [cuts[comm.rank]!, cuts[comm.rank + 1]!];
  set.begin(end - first, header.nextId);
  agree();
  if (opened) sendRuns(set, comm, header.fields, cuts, opened);
  else receiveRuns(set, comm, header.fields, first);
  loadBeside(own, header);
  joinPart(own, comm, first, header.count);
}

/** What is told of a run before it comes: its first particle, how many there are; after the last one −1, and −2 if it cannot be read. */
type Told = readonly [first: number, count: number];
const [NO_MORE, FAILED] = [-1, -2];

function sendRuns(
  set: ParticleSet,
  comm: Communicator,
  fields: readonly string[],
  cuts: readonly number[],
  { runs }: OpenSnapshot,
): void {
  const sizes = sizesOf(set, fields);
  let outcome = FAILED;
  try {
    for (const { first, count, state } of runs()) {
      tell(comm, [first, count]);
      for (let rank = 0; rank < comm.size; rank++) {
        const [from, to] = [Math.max(first, cuts[rank]!), Math.min(first + count, cuts[rank + 1]!)];
        if (from >= to) continue;
        const some = someOf(sizes, state, count, from - first, to - first);
        if (rank === 0) set.place(some, from, to - from, fields);
        else comm.send(some, rank, TAG.load);
        comm.settle();
      }
    }
    outcome = NO_MORE;
  } finally {
    tell(comm, [outcome, 0]);
  }
}

function receiveRuns(set: ParticleSet, comm: Communicator, fields: readonly string[], own: number): void {
  const size = sizesOf(set, fields).reduce((a, b) => a + b, 0);
  for (;;) {
    const [first, count] = tell(comm, [0, 0]);
    if (first === NO_MORE) return;
    if (first === FAILED) throw invalid('Rank 0 could not read the snapshot.');
    const [from, to] = [Math.max(first, own), Math.min(first + count, own + set.count)];
    if (from >= to) continue;
    const some = sharedBytes(size * (to - from));
    comm.receive(some, 0, TAG.load);
    comm.settle();
    set.place(some, from - own, to - from, fields);
  }
}

/** Two numbers of rank 0, for all. */
function tell(comm: Communicator, told: Told): Told {
  const numbers = new Float64Array(2);
  numbers.set(told);
  comm.broadcast(new Uint8Array(numbers.buffer), 0);
  return [numbers[0]!, numbers[1]!];
}

/** Bytes of the fields that are saved, of one particle. */
function sizesOf(set: ParticleSet, fields: readonly string[]): number[] {
  return set.rows.filter(({ name }) => fields.includes(name)).map(fieldBytes);
}

/** The state of some of `count` particles, field after field. */
function someOf(sizes: readonly number[], state: Uint8Array, count: number, from: number, to: number): Uint8Array {
  const out = sharedBytes(sizes.reduce((a, b) => a + b, 0) * (to - from));
  let read = 0,
    end = 0;
  for (const size of sizes) {
    out.set(state.subarray(read + size * from, read + size * to), end);
    read += size * count;
    end += size * (to - from);
  }
  return out;
}

/** Collects the particles of all ranks in a simulation of rank 0, in the global order, with what passes reported of them. */
export function gatherInto(whole: Simulation | undefined, own: Simulation): void {
  const { set } = own,
    { comm } = set.part!,
    counts = gatherNumbers(comm, set.count),
    bytes = sharedBytes(set.stateBytes);
  set.saveInto(bytes);
  const states = gatherBytes(comm, bytes, TAG.state),
    reports = gatherBytes(comm, reportsOf(set), TAG.reports);
  if (!whole) return;
  const total = counts.reduce((a, b) => a + b, 0);
  follow(whole, own);
  load(whole, { ...headerOf(own), count: total }, joinStates(set.rows.map(fieldBytes), states));
  let end = whole.set.shared.u32[at.AT_CHUNK_REPORT >> 2]!;
  for (const part of reports) {
    whole.set.shared.u8.set(part, end);
    end += part.length;
  }
}

/** Puts the scene in force that is in force in another simulation. */
function follow(whole: Simulation, { script, scene, compiledFor }: Simulation): void {
  const { shared, team } = whole.set;
  if (!isSame(whole.scene, scene)) whole.adopt(compile(script, compiledFor, { shared, team, mover: undefined }));
  whole.addEmitters();
}

function reportsOf({ shared, chunks }: ParticleSet): Uint8Array {
  const begin = shared.u32[at.AT_CHUNK_REPORT >> 2]!;
  return shared.u8.subarray(begin, begin + chunks * at.REPORT_BYTES);
}

/** What every rank has, in order, on rank 0; nothing on the others. */
function gatherBytes(comm: Communicator, mine: Uint8Array, tag: number): Uint8Array[] {
  const lengths = gatherNumbers(comm, mine.length);
  if (comm.rank > 0) {
    comm.send(mine, 0, tag);
    comm.settle();
    return [];
  }
  const all = Array.from(lengths, (length, r) => (r === 0 ? mine : sharedBytes(length)));
  for (let r = 1; r < comm.size; r++) comm.receive(all[r]!, r, tag);
  comm.settle();
  return all;
}
