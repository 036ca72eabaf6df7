// Who leaves a world that is spread over ranks: every rank notes what the particles of all of them take along.

import type { ParticleSet } from '../particles/particle-set.ts';
import { type Communicator, gatherNumbers } from '../ranks/communicator.ts';
import * as at from '../wasm/layout.ts';

/** Numbers that are told of a particle that leaves: id, substance, mass, velocity, temperature. */
const TOLD = 7;

/** Notes on every rank what the particles of all ranks that leave take along, in the global order. */
export function noteDepartures(set: ParticleSet, comm: Communicator, nowhere: number): void {
  const mine = departing(set, nowhere),
    counts = gatherNumbers(comm, mine.length);
  for (let r = 0; r < comm.size; r++) {
    const told = new Float64Array(counts[r]!);
    if (r === comm.rank) told.set(mine);
    if (told.length > 0) comm.broadcast(new Uint8Array(told.buffer), r);
    for (let k = 0; k < told.length; k += TOLD) {
      const [id, substance, mass] = told.subarray(k, k + 3) as unknown as [number, number, number],
        temperature = set.hasHeat ? told[k + 6] : undefined;
      set.noteDeparture({ id, substance, mass, velocity: told.subarray(k + 3, k + 6), temperature });
    }
  }
}

function departing(set: ParticleSet, nowhere: number): number[] {
  const { i32, u32 } = set.shared,
    cells = u32[at.AT_CELL >> 2]! >> 2,
    mass = set.f64('mass'),
    v = set.f64('velocity'),
    ids = set.u32('id'),
    kinds = set.u32('substance'),
    temperature = set.hasHeat ? set.f64('temperature') : undefined,
    told: number[] = [];
  for (let i = 0; i < set.count; i++) {
    if (i32[cells + i]! >= nowhere)
      told.push(ids[i]!, kinds[i]!, mass[i]!, v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!, temperature?.[i] ?? 0);
  }
  return told;
}
