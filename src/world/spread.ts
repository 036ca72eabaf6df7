// A simulation that is spread over ranks: what each begins with, and how rank 0 gets the whole for what looks at all particles.

import { cutsOf } from '../neighbors/spread-slabs.ts';
import { fieldBytes } from '../particles/field-rows.ts';
import { Part } from '../particles/part.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import { type Communicator, gatherNumbers, sharedBytes } from '../ranks/communicator.ts';
import { isSame } from '../scene/script.ts';
import * as at from '../wasm/layout.ts';
import { type BuildOptions, compile, prepareSimulation } from './build.ts';
import type { Simulation } from './simulation.ts';
import { headerOf, load } from './state.ts';

const TAG = { state: 10, reports: 11 } as const;

/** The part of this rank of a simulation that every rank has built alike. */
export async function partOf(whole: Simulation, options: BuildOptions, comm: Communicator): Promise<Simulation> {
  const { set, script, frame } = whole,
    own = await prepareSimulation(script.scene, options, frame),
    cuts = cutsOf(set.count, comm.size),
    [first, end] = [cuts[comm.rank]!, cuts[comm.rank + 1]!];
  const part = new Part(own.set, comm);
  load(own, { ...headerOf(whole), count: end - first }, stateOf(set, first, end));
  part.first = first;
  part.total = set.count;
  own.warnings.push(...whole.warnings.slice(own.warnings.length));
  return own;
}

/** The state of some particles in a row. */
function stateOf(set: ParticleSet, first: number, end: number): Uint8Array {
  const parts = set.rows.map((row) => {
    const bytes = fieldBytes(row),
      begin = set.address(row.name);
    return set.shared.u8.slice(begin + first * bytes, begin + end * bytes);
  });
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const bytes of parts) {
    out.set(bytes, offset);
    offset += bytes.length;
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
  load(whole, { ...headerOf(own), count: total }, joined(set, states, counts));
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

/** States of parts as one, field after field. */
function joined(set: ParticleSet, states: readonly Uint8Array[], counts: Float64Array): Uint8Array {
  const out = new Uint8Array(states.reduce((sum, { length }) => sum + length, 0)),
    read = new Array<number>(states.length).fill(0);
  let end = 0;
  for (const row of set.rows) {
    states.forEach((state, r) => {
      const bytes = counts[r]! * fieldBytes(row);
      out.set(state.subarray(read[r], read[r]! + bytes), end);
      read[r]! += bytes;
      end += bytes;
    });
  }
  return out;
}
