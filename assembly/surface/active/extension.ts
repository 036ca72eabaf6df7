// The speed at a node is that of the closest point of the surface: f is a distance, so the way there is known.        [card §7]
// Nodes farther than FAR voxels have none; they follow by being made a distance.

import { AT_NODE_SPEED, AT_SPEED, BAND, NO_SPEED, TRACKS } from '../../../src/surface/active-layout';
import { AT_VALUES, BLOCK_NODES, BLOCK_VOLUME, DEPTH } from '../../../src/surface/layout';
import { address, int } from '../../context';
import { add, div, madd, mul, splat, sub } from '../../math/simd';
import { floorOf } from '../bins';
import { behindNodes, LAYER, loadNeighborhood, nodeOf, ROW, stateAround } from './neighborhood';

const NONE: f32 = <f32>NO_SPEED;
const BLOCK_BYTES: usize = BLOCK_VOLUME << 2;
/** Two voxels beside the surface, and what it moves until speeds are measured again. */
const FAR: f32 = 2.75;

/** Finds the speeds at the nodes of the block at a place. */
export function extendSpeeds(place: i32): void {
  loadNeighborhood(place, address(AT_VALUES));
  const depth = int(DEPTH), to = address(AT_NODE_SPEED) + <usize>place * BLOCK_BYTES;
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x += 4) v128.store(to + (<usize>(z << 6 | y << 3 | x) << 2), speedsOfFour(x, y, z, depth == 1));
}

function speedsOfFour(x: i32, y: i32, z: i32, flat: bool): v128 {
  const at = nodeOf(x, y, z), f = v128.load(at), near = i32x4.bitmask(f32x4.lt(f32x4.abs(f), splat(FAR / <f32>BAND)));
  if (!near) return splat(NONE);
  if (!int(TRACKS)) return v128.bitselect(splat(0), splat(NONE), f32x4.lt(f32x4.abs(f), splat(FAR / <f32>BAND)));
  const layer = flat ? 0 : LAYER;
  const fx = sub(v128.load(at + 4), v128.load(at - 4)), fy = sub(v128.load(at + ROW), v128.load(at - ROW));
  const fz = sub(v128.load(at + layer), v128.load(at - layer));
  const way = div(mul(splat(-<f32>BAND), f), f32x4.sqrt(madd(fz, fz, madd(fy, fy, madd(fx, fx, splat(1e-12)))))), lanes = behindNodes();
  v128.store(lanes, add(f32x4(<f32>x, <f32>(x + 1), <f32>(x + 2), <f32>(x + 3)), mul(way, fx)));
  v128.store(lanes, add(splat(<f32>y), mul(way, fy)), 16);
  v128.store(lanes, add(splat(<f32>z), mul(way, fz)), 32);
  for (let lane = 0; lane < 4; lane++) {
    const point = lanes + (<usize>lane << 2);
    store<f32>(point, near >> lane & 1 ? speedAt(load<f32>(point), load<f32>(point, 16), load<f32>(point, 32), flat) : NONE);
  }
  return v128.load(lanes);
}

/** What the voxel that holds a point of the surface has, or the closest of those around the point's corner of it. */
@inline function speedAt(px: f32, py: f32, pz: f32, flat: bool): f32 {
  const x = floorOf(px), y = floorOf(py), z = flat ? 0 : floorOf(pz), direct = speedIn(x, y, z);
  return direct != NONE ? direct : closestSpeed(px - <f32>x, py - <f32>y, pz - <f32>z, x, y, z, flat);
}

/** The speed of the closest of the seven voxels (three in 2D) that share the corner of a voxel next to a point. */
function closestSpeed(u: f32, v: f32, w: f32, x: i32, y: i32, z: i32, flat: bool): f32 {
  const a = u < 0.5 ? -1 : 1, b = v < 0.5 ? -1 : 1, c = w < 0.5 ? -1 : 1, end = flat ? 4 : 8;
  const toX = min<f32>(u, 1 - u), toY = min<f32>(v, 1 - v), toZ = min<f32>(w, 1 - w);
  let nearest = NONE, least = f32.MAX_VALUE;
  for (let k = 1; k < end; k++) {
    const speed = speedIn(x + (k & 1 ? a : 0), y + (k & 2 ? b : 0), z + (k & 4 ? c : 0));
    if (speed == NONE) continue;
    const distance = (k & 1 ? toX * toX : 0) + (k & 2 ? toY * toY : 0) + (k & 4 ? toZ * toZ : 0);
    if (distance < least) { least = distance; nearest = speed; }
  }
  return nearest;
}

/** What a voxel of the block or of one beside it has; coordinates from −8 to 15. */
@inline function speedIn(x: i32, y: i32, z: i32): f32 {
  const state = stateAround(x >> 3, y >> 3, z >> 3);
  return state < 0 ? NONE : load<f32>(address(AT_SPEED) + <usize>state * BLOCK_BYTES + (<usize>((z & 7) << 6 | (y & 7) << 3 | x & 7) << 2));
}
