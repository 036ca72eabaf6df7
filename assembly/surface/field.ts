// The field of the particles on the nodes of a block, for blocks that the surface may run through. Blocks deep inside, where the field is
// far above the level at every few nodes, and blocks outside, where it is far below, have no values: only the band has.
// Lone particles, drops, threads and sheets of one layer would vanish, because their field never reaches the level: their weight is
// raised until the surface around them holds their volume. Inside a body nothing is raised.

import {
  AT_BLOCK_KEY, AT_BLOCK_STATE, AT_GAIN, AT_NEXT_GAIN, AT_SORTED, AT_VALUES, AT_WORK, BLOCK_NODES, BLOCK_VOLUME, DEPTH, FIRST_PLACE,
  GAIN_FIELD, GAIN_LONE, GAIN_SLOPE, LEVEL, PARTICLE_BYTES, PARTICLE_THIN, STATE_INSIDE, STATE_NEW, STATE_OUTSIDE,
} from '../../src/surface/layout';
import { address, int, real } from '../context';
import {
  addToNodes, areFitted, candidateBytes, candidatePlace, candidateX, candidateY, candidateZ, fieldAt, gather,
} from './gather';
import { keyX, keyY, keyZ } from './table';

/** Support radius over particle spacing [card §7: 2.7 for poly6]. */
const SUPPORT: f32 = 2.7;

/** Finds out whether a block lies deep inside; if not, raises the weights of its thin parts. */
export function classifyBlock(block: i32): void {
  const least = gatherBlock(block, BLOCK_NODES), depth = int(DEPTH);
  const enough = <f32>(0.5 + 0.5 * real(LEVEL));
  const inside = candidateBytes() > 0 && samplesAbove(strideFor(least), depth, enough);
  store<i32>(address(AT_BLOCK_STATE) + (<usize>block << 2), inside ? STATE_INSIDE : candidateBytes() == 0 ? STATE_OUTSIDE : STATE_NEW);
  if (!inside) raiseGains(depth);
}

/** Evaluates the field of a block of the work list; drops the block if the field stays far below the level. */
export function evaluateBlock(task: i32): void {
  const place = <usize>(int(FIRST_PLACE) + task), block = load<i32>(address(AT_WORK) + (place << 2)), depth = int(DEPTH);
  const state = address(AT_BLOCK_STATE) + (<usize>block << 2), level = <f32>real(LEVEL);
  const least = gatherBlock(block, BLOCK_NODES);
  if (load<i32>(state) == STATE_NEW && samplesBelow(strideFor(least), depth, 0.6 * level)) {
    store<i32>(state, STATE_OUTSIDE);
    return;
  }
  const values = address(AT_VALUES) + place * (BLOCK_VOLUME << 2), end = values + (<usize>depth << 8);
  memory.fill(values, 0, <usize>depth << 8);
  addToNodes(values, depth);
  const shift = f32x4.splat(level);
  for (let at = values; at < end; at += 16) v128.store(at, f32x4.sub(v128.load(at), shift));
  store<i32>(state, <i32>place);
}

export function gatherBlock(block: i32, size: i32): f32 {
  const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3)), flat = int(DEPTH) == 1;
  return gather(keyX(key) * BLOCK_NODES, keyY(key) * BLOCK_NODES, flat ? 0 : keyZ(key) * BLOCK_NODES, size, flat ? 0 : size);
}

/** Nodes between samples: at most a spacing of the smallest particle. */
@inline function strideFor(least: f32): i32 {
  const spacing = least / SUPPORT;
  return spacing >= 4 ? 4 : spacing >= 2 ? 2 : 1;
}

function samplesAbove(stride: i32, depth: i32, bound: f32): bool {
  const top = depth == 1 ? 0 : BLOCK_NODES;
  for (let k = 0; k <= top; k += stride)
    for (let j = 0; j <= BLOCK_NODES; j += stride)
      for (let i = 0; i <= BLOCK_NODES; i += stride)
        if (!(fieldAt(<f32>i, <f32>j, <f32>k) > bound)) return false;
  return true;
}

function samplesBelow(stride: i32, depth: i32, bound: f32): bool {
  const top = depth == 1 ? 0 : BLOCK_NODES;
  for (let k = 0; k <= top; k += stride)
    for (let j = 0; j <= BLOCK_NODES; j += stride)
      for (let i = 0; i <= BLOCK_NODES; i += stride)
        if (!(fieldAt(<f32>i, <f32>j, <f32>k) < bound)) return false;
  return true;
}

/** Where its kernel is thin, the field falls faster: so much higher must it be at a center to have the level half a spacing away. */
function peakOf(place: usize): f64 {
  const thin = <f64>load<f32>(address(AT_SORTED) + place * PARTICLE_BYTES, PARTICLE_THIN), half = 0.25 / <f64>(SUPPORT * SUPPORT);
  const part = (1 - half) / (1 - half * thin), square = part * part;
  return square * square; // Σ over a sheet has the fourth power where a particle has the third
}

/** Raises the weight of particles with their center in the block whose surroundings are too thin to reach the level. */
function raiseGains(depth: i32): void {
  const gains = address(AT_GAIN), next = address(AT_NEXT_GAIN);
  const lone = real(GAIN_LONE), slope = real(GAIN_SLOPE), alone = real(GAIN_FIELD), size = <f32>BLOCK_NODES;
  for (let at: usize = 0; at < candidateBytes(); at += 4) {
    const x = candidateX(at), y = candidateY(at), z = candidateZ(at);
    if (x < 0 || x >= size || y < 0 || y >= size || (depth > 1 && (z < 0 || z >= size))) continue;
    const field = <f64>fieldAt(x, y, z), place = candidatePlace(at) << 2;
    const wanted = (lone - slope * (field - alone)) * (areFitted() ? peakOf(candidatePlace(at)) : 1);
    const gain = load<f32>(gains + place);
    store<f32>(next + place, wanted > field ? <f32>(<f64>gain * Math.cbrt(wanted / field)) : gain);
  }
}
