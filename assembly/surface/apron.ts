// The values of a block and of the first layers of its upper neighbors: 9 × 9 (× 9) nodes, all that the cells of the block need.

import {
  AT_BLOCK_KEY, AT_COUNTS, AT_RANKS, AT_VALUES, AT_WORK, BLOCK_VOLUME, COUNT_BYTES, DEPTH, RANK_BYTES, STATE_INSIDE,
} from '../../src/surface/layout';
import { address, int } from '../context';
import { neighborOf, stateOf } from './blocks';
import { spareScratch } from './gather';

// In this thread's scratch: the nodes, 9 × 9 × 9 f32, and the states of the block and its upper neighbors by a + 2b + 4c, i32.
let nodes: usize = 0, around: usize = 0;

@inline function nodeAddress(x: i32, y: i32, z: i32): usize { return nodes + (<usize>((z * 9 + y) * 9 + x) << 2); }
@inline export function nodeAt(x: i32, y: i32, z: i32): f32 { return load<f32>(nodeAddress(x, y, z)); }

/** Fills the apron of the block at a place of the work list. Returns whether the surface can run through it. */
export function loadApron(place: i32): bool {
  nodes = spareScratch();
  around = nodes + 729 * 4;
  const block = load<i32>(address(AT_WORK) + (<usize>place << 2));
  if (stateOf(block) != place) return false;
  const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3)), depth = int(DEPTH) == 1 ? 1 : 2;
  let inside = 0, total = 0;
  for (let c = 0; c < depth; c++)
    for (let b = 0; b < 2; b++)
      for (let a = 0; a < 2; a++) {
        const state = a + b + c == 0 ? place : stateOf(neighborOf(key, a, b, c));
        store<i32>(around + (<usize>(a + 2 * b + 4 * c) << 2), state);
        const nx = a ? 1 : 8, ny = b ? 1 : 8, nz = c ? 1 : depth == 1 ? 1 : 8;
        inside += copyPart(state, a << 3, b << 3, c << 3, nx, ny, nz);
        total += nx * ny * nz;
      }
  return inside > 0 && inside < total;
}

/** Copies the part of the apron that belongs to one block; returns how many of its nodes are inside. */
function copyPart(state: i32, x0: i32, y0: i32, z0: i32, nx: i32, ny: i32, nz: i32): i32 {
  const values = address(AT_VALUES) + <usize>state * (BLOCK_VOLUME << 2), constant: f32 = state == STATE_INSIDE ? 1 : -1;
  let inside = 0;
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) {
        const value = state < 0 ? constant : load<f32>(values + (<usize>(z << 6 | y << 3 | x) << 2));
        store<f32>(nodeAddress(x0 + x, y0 + y, z0 + z), value);
        inside += value > 0 ? 1 : 0;
      }
  return inside;
}

@inline function ranksOf(place: i32): usize { return address(AT_RANKS) + <usize>place * RANK_BYTES; }
@inline function rankAt(x: i32, y: i32, z: i32, axis: i32): usize { return <usize>(axis << 9 | z << 6 | y << 3 | x) << 1; }

/** Notes the rank of the crossing on the edge that starts at an own node. */
@inline export function setRank(place: i32, x: i32, y: i32, z: i32, axis: i32, rank: i32): void {
  store<u16>(ranksOf(place) + rankAt(x, y, z, axis), <u16>rank);
}

/** Number of the vertex on the edge that starts at a node of the apron. */
@inline export function vertexOf(x: i32, y: i32, z: i32, axis: i32): i32 {
  const owner = load<i32>(around + (<usize>(x >> 3 | y >> 3 << 1 | z >> 3 << 2) << 2));
  const first = load<i32>(address(AT_COUNTS) + <usize>owner * COUNT_BYTES, 8);
  return first + <i32>load<u16>(ranksOf(owner) + rankAt(x & 7, y & 7, z & 7, axis));
}

/** Closest a vertex comes to a node, voxels; farther from the origin of the world `resolved`, if that is more. */
const NEAREST: f32 = 0.015625;
// Two units in the last place of the coordinates of this thread's block, voxels: points that far apart stay apart when rounded.
let resolved: f32 = 0;

/** Sets how far apart points of the block must be, from the largest coordinate in it, voxels from the origin of the world. */
export function setResolved(farthest: f64): void { resolved = <f32>(farthest / 4194304); }

/** Where the field has the level between two nodes, from 0 to 1; kept off the nodes so that no two vertices meet. */
@inline export function crossing(a: f32, b: f32): f32 { return offNodes(a / (a - b), max<f32>(NEAREST, resolved)); }

/** A coordinate strictly inside the cell that begins at `node`, also after rounding. */
@inline export function inCell(x: f32, node: i32): f32 { return <f32>node + offNodes(x - <f32>node, resolved); }

@inline function offNodes(t: f32, margin: f32): f32 { return max<f32>(margin, min<f32>(<f32>1 - margin, t)); }
