// How fast the surface shall go outward, α (ρ/ρ₀ − iso), at one point of it in every voxel that it runs through: the middle of its
// crossings with the voxel's edges.   [DC99 eq. 18, card §7: extension]

import {
  ACTIVE_REPORT_BYTES, AT_ACTIVE_REPORT, AT_SPEED, NO_SPEED, REPORT_COUNT, REPORT_HIGH, REPORT_LOW, REPORT_SUM, SPEED_LIMIT, TRACKING,
} from '../../../src/surface/active-layout';
import { AT_BLOCK_KEY, AT_VALUES, AT_WORK, BLOCK_NODES, BLOCK_VOLUME, DEPTH, LEVEL } from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { fieldAt, gather } from '../gather';
import { keyX, keyY, keyZ } from '../table';
import { behindNodes, LAYER, loadNeighborhood, nodeOf, ROW } from './neighborhood';

// Sum of the crossings of a voxel, relative to it, and how many.
let sumX: f32 = 0, sumY: f32 = 0, sumZ: f32 = 0, crossings: i32 = 0;

/** Measures the speeds of the block at a place. */
export function measureSpeeds(place: i32): void {
  const depth = int(DEPTH), flat = depth == 1, speeds = address(AT_SPEED) + <usize>place * (BLOCK_VOLUME << 2);
  const none = f32x4.splat(<f32>NO_SPEED);
  const report = address(AT_ACTIVE_REPORT) + <usize>place * ACTIVE_REPORT_BYTES, level = <f32>real(LEVEL);
  for (let at: usize = 0; at < <usize>depth << 8; at += 16) v128.store(speeds + at, none);
  loadNeighborhood(place, address(AT_VALUES));
  const signs = findSigns(depth);
  const tracking = <f32>real(TRACKING), limit = <f32>real(SPEED_LIMIT);
  let low: f32 = 0, high: f32 = 0, sum: f32 = 0, count = 0, gathered = false;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++) {
      let mixed = mixedVoxels(signs, y, z, flat);
      if (mixed == 0) continue;
      if (!gathered) gatherBlock(place, flat);
      gathered = true;
      for (; mixed; mixed &= mixed - 1) {
        const x = ctz(mixed);
        sumCrossings(nodeOf(x, y, z), flat);
        const part: f32 = 1 / <f32>crossings;
        const excess = fieldAt(<f32>x + sumX * part, <f32>y + sumY * part, <f32>z + sumZ * part) - level;
        const speed = max(-limit, min(limit, tracking * excess));
        store<f32>(speeds + (<usize>(z << 6 | y << 3 | x) << 2), speed);
        low = min(low, speed);
        high = max(high, speed);
        sum += speed;
        count++;
      }
    }
  store<f32>(report, low, REPORT_LOW);
  store<f32>(report, high, REPORT_HIGH);
  store<f32>(report, sum, REPORT_SUM);
  store<i32>(report, count, REPORT_COUNT);
}

function gatherBlock(place: i32, flat: bool): void {
  const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>load<i32>(address(AT_WORK) + (<usize>place << 2)) << 3));
  gather(keyX(key) * BLOCK_NODES, keyY(key) * BLOCK_NODES, flat ? 0 : keyZ(key) * BLOCK_NODES, BLOCK_NODES, flat ? 0 : BLOCK_NODES);
}

/** Which of the nodes 0 to 8 of every row are inside, a u16 for each of the 9 × 9 rows behind the nodes. */
function findSigns(depth: i32): usize {
  const signs = behindNodes(), top = depth == 1 ? 0 : 8, zero = f32x4.splat(0);
  for (let z = 0; z <= top; z++)
    for (let y = 0; y <= 8; y++) {
      const at = nodeOf(0, y, z);
      const first = i32x4.bitmask(f32x4.gt(v128.load(at), zero)), second = i32x4.bitmask(f32x4.gt(v128.load(at, 16), zero));
      const row = first | second << 4 | (load<f32>(at, 32) > 0 ? 256 : 0);
      store<u16>(signs + (<usize>(z * 9 + y) << 1), <u16>row);
    }
  return signs;
}

/** Which voxels of a row have corners on both sides of the surface. */
@inline function mixedVoxels(signs: usize, y: i32, z: i32, flat: bool): i32 {
  const at = signs + (<usize>(z * 9 + y) << 1), a = <i32>load<u16>(at), b = <i32>load<u16>(at, 2);
  let all = a & b, any = a | b;
  if (!flat) {
    const c = <i32>load<u16>(at, 18), d = <i32>load<u16>(at, 20);
    all &= c & d;
    any |= c | d;
  }
  return (any | any >> 1) & ~(all & all >> 1) & 255;
}

/** Sums the crossings of the edges of the voxel above a node. */
@inline function sumCrossings(at: usize, flat: bool): void {
  sumX = sumY = sumZ = 0;
  crossings = 0;
  const layers = flat ? 1 : 2;
  for (let c = 0; c < layers; c++) {
    const layer = at + <usize>c * LAYER, z = <f32>c;
    addCrossing(layer, 4, 0, 0, z, 0);
    addCrossing(layer + ROW, 4, 0, 1, z, 0);
    addCrossing(layer, ROW, 0, 0, z, 1);
    addCrossing(layer + 4, ROW, 1, 0, z, 1);
  }
  if (flat) return;
  addCrossing(at, LAYER, 0, 0, 0, 2);
  addCrossing(at + 4, LAYER, 1, 0, 0, 2);
  addCrossing(at + ROW, LAYER, 0, 1, 0, 2);
  addCrossing(at + 4 + ROW, LAYER, 1, 1, 0, 2);
}

@inline function addCrossing(at: usize, edge: usize, a: f32, b: f32, c: f32, axis: i32): void {
  const here = load<f32>(at), there = load<f32>(at + edge);
  if (here > 0 == there > 0) return;
  const t = here / (here - there);
  sumX += axis == 0 ? t : a;
  sumY += axis == 1 ? t : b;
  sumZ += axis == 2 ? t : c;
  crossings++;
}
