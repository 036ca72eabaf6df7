// The speed at a node is that of the closest point of the surface: f is a distance, so the way there is known.        [card §7]

import { AT_SPEED, NO_SPEED } from '../../../src/surface/active-layout';
import { BLOCK_VOLUME } from '../../../src/surface/layout';
import { address } from '../../context';
import { floorOf } from '../bins';
import { stateAround } from './neighborhood';

const NONE: f32 = <f32>NO_SPEED;

/** Field − level in the voxel that holds a point of the surface, or in the closest one around it; NO_SPEED if none has it. */
export function speedAt(px: f32, py: f32, pz: f32, flat: bool): f32 {
  const x = floorOf(px), y = floorOf(py), z = flat ? 0 : floorOf(pz), direct = speedIn(x, y, z);
  if (direct != NONE) return direct;
  let nearest = NONE, least = f32.MAX_VALUE;
  for (let c = flat ? 0 : -1; c <= (flat ? 0 : 1); c++)
    for (let b = -1; b <= 1; b++)
      for (let a = -1; a <= 1; a++) {
        const speed = speedIn(x + a, y + b, z + c);
        if (speed == NONE) continue;
        const dx = px - <f32>(x + a) - 0.5, dy = py - <f32>(y + b) - 0.5, dz = flat ? <f32>0 : pz - <f32>(z + c) - 0.5;
        const distance = dx * dx + dy * dy + dz * dz;
        if (distance < least) { least = distance; nearest = speed; }
      }
  return nearest;
}

/** What a voxel of the block or of one beside it has; coordinates from −8 to 15. */
@inline function speedIn(x: i32, y: i32, z: i32): f32 {
  const state = stateAround(x >> 3, y >> 3, z >> 3);
  return state < 0 ? NONE : load<f32>(address(AT_SPEED) + <usize>state * (BLOCK_VOLUME << 2) + (<usize>((z & 7) << 6 | (y & 7) << 3 | x & 7) << 2));
}
