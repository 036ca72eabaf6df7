// Normals of the active surface: out of the substance along −∇f, from the differences around the edge that a vertex lies on.

import {
  AT_BLOCK_KEY, AT_COUNTS, AT_NORMALS, AT_POSITIONS, AT_VALUES, AT_WORK, BASE, BLOCK_NODES, COUNT_BYTES, DEPTH, VOXEL,
} from '../../../src/surface/layout';
import { address, int, real } from '../../context';
import { keyX, keyY, keyZ } from '../table';
import { LAYER, loadNeighborhood, nodeOf, ROW } from './neighborhood';

/** Writes the normals of the vertices of a block, in the order in which they were emitted: crossings first, then centers. */
export function writeNormals(place: i32): void {
  const counts = address(AT_COUNTS) + <usize>place * COUNT_BYTES, end = load<i32>(counts) + load<i32>(counts, 8), depth = int(DEPTH);
  let vertex = load<i32>(counts, 8);
  if (vertex == end) return;
  loadNeighborhood(place, address(AT_VALUES));
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x++) {
        const at = nodeOf(x, y, z), inside = load<f32>(at) > 0;
        if (inside != load<f32>(at, 4) > 0) writeOnEdge(vertex++, at, 4, depth == 1);
        if (inside != load<f32>(at + ROW) > 0) writeOnEdge(vertex++, at, ROW, depth == 1);
        if (depth > 1 && inside != load<f32>(at + LAYER) > 0) writeOnEdge(vertex++, at, LAYER, false);
      }
  while (vertex < end) writeCenter(place, vertex++);
}

/** Difference of f over an axis at a point part `t` of the way along the edge. */
@inline function slopeAlong(at: usize, edge: usize, axis: usize, t: f32): f32 {
  if (edge == axis) return load<f32>(at + axis) - load<f32>(at);
  const here = load<f32>(at + axis) - load<f32>(at - axis), there = load<f32>(at + edge + axis) - load<f32>(at + edge - axis);
  return <f32>0.5 * (here + t * (there - here));
}

function writeOnEdge(vertex: i32, at: usize, edge: usize, flat: bool): void {
  const here = load<f32>(at), t = here / (here - load<f32>(at + edge));
  store3(vertex, slopeAlong(at, edge, 4, t), slopeAlong(at, edge, ROW, t), flat ? 0 : slopeAlong(at, edge, LAYER, t));
}

/** A vertex inside a voxel: the gradient of f between the eight corners. */
function writeCenter(place: i32, vertex: i32): void {
  const key = load<u64>(address(AT_BLOCK_KEY) + (<usize>load<i32>(address(AT_WORK) + (<usize>place << 2)) << 3));
  const x = localOf(vertex, 0, keyX(key)), y = localOf(vertex, 1, keyY(key)), z = localOf(vertex, 2, keyZ(key));
  const i = cellOf(x), j = cellOf(y), k = cellOf(z), at = nodeOf(i, j, k), u = x - <f32>i, v = y - <f32>j, w = z - <f32>k;
  const gx = blend(step(at, 4), step(at + ROW, 4), step(at + LAYER, 4), step(at + ROW + LAYER, 4), v, w);
  const gy = blend(step(at, ROW), step(at + 4, ROW), step(at + LAYER, ROW), step(at + 4 + LAYER, ROW), u, w);
  const gz = blend(step(at, LAYER), step(at + 4, LAYER), step(at + ROW, LAYER), step(at + 4 + ROW, LAYER), u, v);
  store3(vertex, gx, gy, gz);
}

/** Where a vertex is in its block along an axis, voxels. */
@inline function localOf(vertex: i32, axis: usize, block: i32): f32 {
  const position = <f64>load<f32>(address(AT_POSITIONS) + <usize>vertex * 12 + (axis << 2));
  return <f32>(position / real(VOXEL) - real(BASE + (axis << 3)) - <f64>(block * BLOCK_NODES));
}
@inline function cellOf(x: f32): i32 { return max(0, min(BLOCK_NODES - 1, <i32>Mathf.floor(x))); }
@inline function step(at: usize, axis: usize): f32 { return load<f32>(at + axis) - load<f32>(at); }
@inline function blend(a: f32, b: f32, c: f32, d: f32, s: f32, t: f32): f32 {
  const low = a + s * (b - a);
  return low + t * (c + s * (d - c) - low);
}

function store3(vertex: i32, x: f32, y: f32, z: f32): void {
  const at = address(AT_NORMALS) + <usize>vertex * 12, length = Mathf.sqrt(x * x + y * y + z * z);
  if (length == 0) return;
  store<f32>(at, -x / length);
  store<f32>(at, -y / length, 4);
  store<f32>(at, -z / length, 8);
}
