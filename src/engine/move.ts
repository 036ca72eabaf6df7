// Verbs that all schemes share: move the particles, list their pairs, pack records, sum forces.

import type { Neighbors } from '../neighbors/neighbors.ts';
import type { Box, Moves, Part } from '../particles/part.ts';
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
  if (!e.set.part) e.neighbors.noteDrift(diagonal(boxOfMoves(e.set)));
}

/** After a drift: sorts and lists again if the lists may miss a pair, or if someone went into a sink or out of the domain: gone with the sort. */
export function renewPairs(e: Engine): void {
  const { set, neighbors } = e;
  if (set.part ? uniteMoves(set, set.part, neighbors) : set.markLeaving()) neighbors.invalidate();
  if (neighbors.stale) findPairs(e);
}

/**
 * After a drift: renews the lists if that must be, and evaluates. Where ranks share the world and the lists will most likely do, what says so comes
 * with the first reduction of the evaluation; if they do not, they are renewed and all is evaluated again, as if nothing had been.
 * For evaluations that change nothing but records, sums and quanta.
 */
export function evaluateWithPairs(e: Engine, evaluate: () => void): void {
  const { set, neighbors, quanta } = e,
    { part } = set;
  if (!part || !neighbors.seemsFresh) {
    renewPairs(e);
    evaluate();
    return;
  }
  const before = { ...quanta };
  part.putOffMoves(movesHere(set, neighbors));
  evaluate();
  if (noteMoves(part, neighbors)) neighbors.invalidate();
  if (!neighbors.stale) return;
  Object.assign(quanta, before);
  findPairs(e);
  evaluate();
}

/** Tells the lists how far particles of all ranks have moved in the last drift; whether any leave. */
function uniteMoves(set: ParticleSet, part: Part, neighbors: Neighbors): boolean {
  part.uniteMoves(movesHere(set, neighbors));
  return noteMoves(part, neighbors);
}

function noteMoves({ moves, leaves }: Part, neighbors: Neighbors): boolean {
  neighbors.noteDrift(diagonal(moves));
  neighbors.wasLeft = leaves;
  return leaves;
}

/** How far the particles of this rank have moved. */
function movesHere(set: ParticleSet, { needsRegions }: Neighbors): Moves {
  return { ...boxOfMoves(set), leaves: set.isWatched && set.markLeavingHere(), regions: needsRegions };
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

/** Diagonal of a box of displacements: no two particles have come closer by more, m. */
function diagonal({ low, high }: Box): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) square += (high[axis]! - low[axis]!) * (high[axis]! - low[axis]!);
  return Math.sqrt(square);
}
