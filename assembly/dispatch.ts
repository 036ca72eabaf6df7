// From the number of a pass to its code. One compiled loop per kernel shape, domain and set of terms: choosing another kernel costs
// no branch inside the loop.

import { CubicSpline, Poly6, Quartic, Spiky, WendlandC2 } from './kernels/generated';
import {
  AT_SUM, AT_SUM_XSPH, HAS_XSPH, PASS_BOUNDS, PASS_CELLS, PASS_CLEAR_SUMS, PASS_COUNT_NEIGHBORS, PASS_DENSITY, PASS_DRIFT,
  PASS_FORCES, PASS_KICK, PASS_LISTS, PASS_MARK_LEAVING, PASS_PACK, PASS_PERMUTE, PASS_SEARCH_ARRAYS, PASS_SHEPARD,
  PASS_SURFACE, PASS_UPDATE_DENSITY, PERIOD,
} from '../src/wasm/layout';
import { address, chunkBegin, chunkEnd, int, real } from './context';
import { computeCells, fillSearchArrays, measureBounds, permute } from './grid';
import { buildLists, Periodic, Unbounded } from './lists';
import { addDensity, countNeighbors } from './passes/density';
import { addForces, Full, FullXsph, Lean } from './passes/forces';
import { drift, kick, markLeaving } from './passes/integrate';
import { applyShepard, packRecords, updateDensity } from './passes/pack';
import { performSurface } from './surface/dispatch';

/** One task of a pass. */
export function perform(pass: i32, task: i32): void {
  if (pass >= PASS_SURFACE) performSurface(pass - PASS_SURFACE, task);
  else if (pass >= PASS_FORCES) forces(pass - PASS_FORCES, task);
  else if (pass >= PASS_DENSITY) density(pass - PASS_DENSITY, task);
  else if (pass == PASS_DRIFT) drift(task);
  else if (pass == PASS_PACK) packRecords(task);
  else if (pass == PASS_CLEAR_SUMS) clearSums(task);
  else if (pass == PASS_KICK) kick(task);
  else if (pass == PASS_UPDATE_DENSITY) updateDensity(task);
  else if (pass == PASS_SHEPARD) applyShepard(task);
  else if (pass == PASS_LISTS) {
    if (real(PERIOD) + real(PERIOD + 8) + real(PERIOD + 16) == 0) listsUnbounded(task);
    else listsPeriodic(task);
  } else if (pass == PASS_BOUNDS) measureBounds(task);
  else if (pass == PASS_CELLS) computeCells(task);
  else if (pass == PASS_PERMUTE) permute(task);
  else if (pass == PASS_SEARCH_ARRAYS) fillSearchArrays(task);
  else if (pass == PASS_COUNT_NEIGHBORS) countNeighbors(task);
  else if (pass == PASS_MARK_LEAVING) markLeaving(task);
}

function listsUnbounded(slab: i32): void { buildLists<Unbounded>(slab); }
function listsPeriodic(slab: i32): void { buildLists<Periodic>(slab); }

function clearSums(chunk: i32): void {
  const begin = <usize>chunkBegin(chunk), count = <usize>chunkEnd(chunk) - begin;
  memory.fill(address(AT_SUM) + (begin << 4), 0, count << 4);
  if (int(HAS_XSPH)) memory.fill(address(AT_SUM_XSPH) + (begin << 4), 0, count << 4);
}

function density(variant: i32, task: i32): void {
  const shape = variant & 7, wraps = variant & 8;
  if (wraps) densityIn<Periodic>(shape, task);
  else densityIn<Unbounded>(shape, task);
}

@inline function densityIn<W>(shape: i32, task: i32): void {
  if (shape == 0) densityOf<Spiky, W>(task);
  else if (shape == 1) densityOf<Quartic, W>(task);
  else if (shape == 2) densityOf<Poly6, W>(task);
  else if (shape == 3) densityOf<CubicSpline, W>(task);
  else densityOf<WendlandC2, W>(task);
}

function densityOf<K, W>(task: i32): void { addDensity<K, W>(task); }

function forces(variant: i32, task: i32): void {
  const shape = variant & 7, wraps = variant & 8, terms = variant >> 4;
  if (wraps) {
    if (terms == 0) forcesIn<Periodic, Lean>(shape, task);
    else if (terms == 1) forcesIn<Periodic, Full>(shape, task);
    else forcesIn<Periodic, FullXsph>(shape, task);
  } else if (terms == 0) forcesIn<Unbounded, Lean>(shape, task);
  else if (terms == 1) forcesIn<Unbounded, Full>(shape, task);
  else forcesIn<Unbounded, FullXsph>(shape, task);
}

@inline function forcesIn<W, T>(shape: i32, task: i32): void {
  if (shape == 0) forcesOf<Spiky, W, T>(task);
  else if (shape == 1) forcesOf<Quartic, W, T>(task);
  else if (shape == 2) forcesOf<Poly6, W, T>(task);
  else if (shape == 3) forcesOf<CubicSpline, W, T>(task);
  else forcesOf<WendlandC2, W, T>(task);
}

function forcesOf<K, W, T>(task: i32): void { addForces<K, W, T>(task); }
