// Where the surface is too far in or too far out: the field minus the level at one point of the surface in every voxel that it runs
// through, the middle of its crossings with the voxel's edges. [DC99 §6.5, card §7: extension]

import { ACTIVE_REPORT_BYTES, AT_ACTIVE_REPORT, AT_SPEED, NO_SPEED, REPORT_HIGH, REPORT_LOW } from '../../../src/surface/active-layout';
import { AT_BLOCK_KEY, AT_WORK, BLOCK_NODES, BLOCK_VOLUME, DEPTH, LEVEL } from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { crossing, loadApron, nodeAt } from '../apron';
import { fieldAt, gather } from '../gather';
import { keyX, keyY, keyZ } from '../table';

// Sum of the crossings of a voxel, relative to it, and how many.
let sumX: f32 = 0, sumY: f32 = 0, sumZ: f32 = 0, crossings: i32 = 0;

/** Measures the speeds of the block at a place. */
export function measureSpeeds(place: i32): void {
  const flat = int(DEPTH) == 1, speeds = address(AT_SPEED) + <usize>place * (BLOCK_VOLUME << 2), none = f32x4.splat(<f32>NO_SPEED);
  const report = address(AT_ACTIVE_REPORT) + <usize>place * ACTIVE_REPORT_BYTES, level = <f32>real(LEVEL);
  for (let at: usize = 0; at < <usize>int(DEPTH) << 8; at += 16) v128.store(speeds + at, none);
  let low: f32 = 0, high: f32 = 0;
  if (loadApron(place)) {
    const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>load<i32>(address(AT_WORK) + (<usize>place << 2)) << 3));
    gather(keyX(key) * BLOCK_NODES, keyY(key) * BLOCK_NODES, flat ? 0 : keyZ(key) * BLOCK_NODES, BLOCK_NODES, flat ? 0 : BLOCK_NODES);
    for (let z = 0; z < int(DEPTH); z++)
      for (let y = 0; y < BLOCK_NODES; y++)
        for (let x = 0; x < BLOCK_NODES; x++) {
          if (!crosses(x, y, z, flat)) continue;
          const part: f32 = 1 / <f32>crossings;
          const excess = fieldAt(<f32>x + sumX * part, <f32>y + sumY * part, <f32>z + sumZ * part) - level;
          store<f32>(speeds + (<usize>(z << 6 | y << 3 | x) << 2), excess);
          low = min(low, excess);
          high = max(high, excess);
        }
  }
  store<f32>(report, low, REPORT_LOW);
  store<f32>(report, high, REPORT_HIGH);
}

/** Whether the surface runs through a voxel; if so, sums its crossings. */
@inline function crosses(x: i32, y: i32, z: i32, flat: bool): bool {
  const corners = flat ? 4 : 8;
  const first = nodeAt(x, y, z) > 0;
  let mixed = false;
  for (let k = 1; k < corners; k++) mixed = mixed || nodeAt(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)) > 0 != first;
  if (!mixed) return false;
  sumX = sumY = sumZ = 0;
  crossings = 0;
  for (let k = 0; k < corners; k++) {
    const a = k & 1, b = k >> 1 & 1, c = k >> 2, here = nodeAt(x + a, y + b, z + c);
    if (a == 0) addCrossing(here, nodeAt(x + 1, y + b, z + c), 0, <f32>b, <f32>c, 0);
    if (b == 0) addCrossing(here, nodeAt(x + a, y + 1, z + c), <f32>a, 0, <f32>c, 1);
    if (c == 0 && !flat) addCrossing(here, nodeAt(x + a, y + b, z + 1), <f32>a, <f32>b, 0, 2);
  }
  return true;
}

@inline function addCrossing(here: f32, there: f32, a: f32, b: f32, c: f32, axis: i32): void {
  if (here > 0 == there > 0) return;
  const t = crossing(here, there);
  sumX += axis == 0 ? t : a;
  sumY += axis == 1 ? t : b;
  sumZ += axis == 2 ? t : c;
  crossings++;
}
