// Verbs that all schemes share: move the particles, list their pairs, pack records, sum forces.

import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';
import type { Booking } from './booking.ts';
import type { Engine } from './engine.ts';
import { applyQuanta, settleQuanta } from './quanta.ts';
import { addLoads, boxOfMoves, clearGroupReports, keepReports } from './reports.ts';

/** The first kick and the way of all particles, by a pass of the scheme. */
export function drift(e: Engine, pass: number, { obstacles, loads }: Booking): void {
  e.set.team.run(pass, e.set.chunks);
  keepReports(e.set, at.REPORT_IMPULSE, obstacles);
  addLoads(e.set, loads);
  noteMoves(e);
}

/** Tells the lists how far particles have moved in the last drift. */
export function noteMoves({ set, neighbors }: Engine): void {
  neighbors.noteDrift(largestRelativeMove(set));
}

/** Sorts and lists again if the lists may miss a pair, or if someone went into a sink or out of the domain: gone with the sort. */
export function renewPairs(e: Engine): void {
  if (e.set.markLeaving()) e.neighbors.invalidate();
  if (e.neighbors.stale) findPairs(e);
}

/** Sorts the particles and lists their pairs. */
export function findPairs(e: Engine): void {
  for (const prepare of e.beforePairs) prepare();
  e.neighbors.findPairs();
  countNeighbors(e);
}

/** Counts the neighbors in the lists of pairs, where that matters. */
export function countNeighbors({ set, neighbors, countsNeighbors }: Engine): void {
  if (!countsNeighbors) return;
  const counts = set.shared.u32[at.AT_NEIGHBOR_COUNT >> 2]!;
  set.shared.u32.fill(0, counts >> 2, (counts >> 2) + set.count);
  neighbors.runPairs(at.PASS_COUNT_NEIGHBORS);
}

/** Records of what the pair passes read. */
export function packRecords({ set, guests }: Engine): void {
  set.team.run(at.PASS_PACK, set.chunks);
  for (const guest of guests) guest.pack();
}

/** Forces by the pair passes of a scheme and of its guests, again if the quantum was too small for them. */
export function sumForces(e: Engine, addOwn: () => void): void {
  const { set, neighbors, quanta, guests } = e;
  do {
    applyQuanta(set, quanta);
    clearGroupReports(set, neighbors.groups);
    set.team.run(at.PASS_CLEAR_SUMS, set.chunks);
    addOwn();
    for (const guest of guests) guest.sum();
  } while (!settleQuanta(set, neighbors.groups, quanta));
  for (const guest of guests) guest.settle?.();
}

/** Diagonal of the box of all displacements of the step: no two particles have come closer by more, m. */
function largestRelativeMove(set: ParticleSet): number {
  const { low, high } = boxOfMoves(set);
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (high[axis]! - low[axis]!) * (high[axis]! - low[axis]!);
  return Math.sqrt(square);
}
