// What stands at a vertex: its place, the normal from the gradient of the field, and the particles' fields, each particle counting as much
// as in the field itself.

import {
  AT_BLOCK_KEY, AT_FIELDS, AT_NEAREST, AT_NORMALS, AT_POSITIONS, AT_SOURCE, AT_VERTEX_FIELDS, AT_WORK, BASE, BLOCK_NODES, DEPTH,
  FIELD_VECTORS, VOXEL,
} from '../../src/surface/layout';
import { address, int, real } from '../context';
import { madd, splat } from '../math/simd';
import {
  candidateBytes, candidateGain, candidatePlace, candidateSlope, candidateX, candidateY, candidateZ, gather,
} from './gather';
import { keyX, keyY, keyZ } from './table';

// Lower corner of the block whose vertices this thread writes, in nodes of the world.
let cornerX: f64 = 0, cornerY: f64 = 0, cornerZ: f64 = 0;

/** Makes ready to write the vertices of a block. */
export function beginVertices(place: i32): void {
  const block = load<i32>(address(AT_WORK) + (<usize>place << 2)), key = load<u64>(address(AT_BLOCK_KEY) + (<usize>block << 3));
  const flat = int(DEPTH) == 1, x = keyX(key) * BLOCK_NODES, y = keyY(key) * BLOCK_NODES, z = flat ? 0 : keyZ(key) * BLOCK_NODES;
  gather(x, y, z, BLOCK_NODES, flat ? 0 : BLOCK_NODES);
  cornerX = real(BASE) + <f64>x;
  cornerY = real(BASE + 8) + <f64>y;
  cornerZ = real(BASE + 16) + <f64>z;
}

/** Writes a vertex at a point relative to the block's lower corner, voxels. */
export function emitVertex(vertex: i32, x: f32, y: f32, z: f32): void {
  const voxel = real(VOXEL), position = address(AT_POSITIONS) + <usize>vertex * 12;
  store<f32>(position, <f32>((cornerX + <f64>x) * voxel));
  store<f32>(position, <f32>((cornerY + <f64>y) * voxel), 4);
  store<f32>(position, <f32>((cornerZ + <f64>z) * voxel), 8);
  const fields = address(AT_FIELDS), vectors = <usize>int(FIELD_VECTORS), sums = address(AT_VERTEX_FIELDS) + <usize>vertex * (vectors << 4);
  for (let k: usize = 0; k < vectors; k++) v128.store(sums + (k << 4), splat(0));
  let nx: f32 = 0, ny: f32 = 0, nz: f32 = 0, total: f32 = 0, most: f32 = 0, nearest: usize = 0;
  for (let at: usize = 0; at < candidateBytes(); at += 4) {
    const dx = x - candidateX(at), dy = y - candidateY(at), dz = z - candidateZ(at), e = candidateSlope(at);
    const t = candidateGain(at) - e * (dx * dx + dy * dy + dz * dz);
    if (t <= 0) continue;
    const pull = t * t * e, weight = t * t * t, source = <usize>load<i32>(address(AT_SOURCE) + (candidatePlace(at) << 2));
    nx += pull * dx;
    ny += pull * dy;
    nz += pull * dz;
    total += weight;
    if (weight > most) { most = weight; nearest = source; }
    const share = splat(weight), row = fields + source * (vectors << 4);
    for (let k: usize = 0; k < vectors << 4; k += 16) v128.store(sums + k, madd(share, v128.load(row + k), v128.load(sums + k)));
  }
  const part = splat(total > 0 ? 1 / total : 0);
  for (let k: usize = 0; k < vectors << 4; k += 16) v128.store(sums + k, f32x4.mul(v128.load(sums + k), part));
  store<i32>(address(AT_NEAREST) + (<usize>vertex << 2), <i32>nearest);
  storeNormal(vertex, nx, ny, nz);
}

function storeNormal(vertex: i32, nx: f32, ny: f32, nz: f32): void {
  const at = address(AT_NORMALS) + <usize>vertex * 12, length = Mathf.sqrt(nx * nx + ny * ny + nz * nz);
  const known = length > 0;
  store<f32>(at, known ? nx / length : 0);
  store<f32>(at, known ? ny / length : 1, 4);
  store<f32>(at, known ? nz / length : 0, 8);
}
