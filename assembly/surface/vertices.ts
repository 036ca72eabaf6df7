// What stands at a vertex: its place, the normal from the gradient of the field, and the particles' fields, each particle counting as much
// as in the field itself.

import {
  AT_BLOCK_KEY, AT_FIELDS, AT_NEAREST, AT_NORMALS, AT_POSITIONS, AT_SOURCE, AT_VERTEX_FIELDS, AT_WORK, BASE, BLOCK_NODES, DEPTH,
  FIELD_BYTES, VOXEL,
} from '../../src/surface/layout';
import { address, int, real } from '../context';
import { add, madd, mul, positive, splat, sub, sumOf } from '../math/simd';
import { setResolved } from './apron';
import {
  areFitted, candidateBytes, candidateGains, candidatePlace, candidateSlopes, candidatesX, candidatesY, candidatesZ, gather, pullX, pullY,
  pullZ, spareScratch,
} from './gather';
import { keyX, keyY, keyZ } from './table';

/** Bytes of a row of fields that are summed in registers; what is behind them is summed in memory. */
const REGISTERS: usize = 32;
/** Where four weights stand in the spare scratch, behind the apron. */
const LANES: usize = 4096;

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
  setResolved(Math.max(Math.max(Math.abs(cornerX), Math.abs(cornerY)), Math.abs(cornerZ)) + <f64>BLOCK_NODES);
}

/** Writes a vertex at a point relative to the block's lower corner, voxels. */
export function emitVertex(vertex: i32, x: f32, y: f32, z: f32): void {
  const voxel = real(VOXEL), position = address(AT_POSITIONS) + <usize>vertex * 12;
  store<f32>(position, <f32>((cornerX + <f64>x) * voxel));
  store<f32>(position, <f32>((cornerY + <f64>y) * voxel), 4);
  store<f32>(position, <f32>((cornerZ + <f64>z) * voxel), 8);
  const fields = address(AT_FIELDS), rowBytes = <usize>int(FIELD_BYTES), sums = address(AT_VERTEX_FIELDS) + <usize>vertex * rowBytes;
  const sources = address(AT_SOURCE), lanes = spareScratch() + LANES;
  for (let more = REGISTERS; more < rowBytes; more += 16) v128.store(sums + more, splat(0));
  const px = splat(x), py = splat(y), pz = splat(z), one = splat(1), fitted = areFitted();
  let nx = splat(0), ny = splat(0), nz = splat(0), total = splat(0), first = splat(0), second = splat(0), most: f32 = 0, nearest: usize = 0;
  for (let at: usize = 0; at < candidateBytes(); at += 16) {
    const dx = sub(px, candidatesX(at)), dy = sub(py, candidatesY(at)), dz = sub(pz, candidatesZ(at));
    const e = fitted ? one : candidateSlopes(at), gx = fitted ? pullX(at, dx, dy, dz) : dx, gy = fitted ? pullY(at, dx, dy, dz) : dy;
    const gz = fitted ? pullZ(at, dx, dy, dz) : dz, t = positive(sub(candidateGains(at), mul(e, madd(dz, gz, madd(dy, gy, mul(dx, gx))))));
    if (!v128.any_true(f32x4.gt(t, splat(0)))) continue;
    const pull = mul(mul(t, t), e), weights = mul(mul(t, t), t);
    nx = madd(pull, gx, nx);
    ny = madd(pull, gy, ny);
    nz = madd(pull, gz, nz);
    total = add(total, weights);
    v128.store(lanes, weights);
    for (let lane: usize = 0; lane < 16; lane += 4) {
      const weight = load<f32>(lanes + lane);
      if (weight <= 0) continue;
      const source = <usize>load<i32>(sources + (candidatePlace(at + lane) << 2));
      if (weight > most) { most = weight; nearest = source; }
      const share = splat(weight), row = fields + source * rowBytes;
      first = madd(share, v128.load(row), first);
      second = madd(share, v128.load(row, 16), second);
      for (let more = REGISTERS; more < rowBytes; more += 16)
        v128.store(sums + more, madd(share, v128.load(row + more), v128.load(sums + more)));
    }
  }
  const all = sumOf(total), part = splat(all > 0 ? 1 / all : 0);
  v128.store(sums, mul(first, part));
  v128.store(sums, mul(second, part), 16);
  for (let more = REGISTERS; more < rowBytes; more += 16) v128.store(sums + more, mul(v128.load(sums + more), part));
  store<i32>(address(AT_NEAREST) + (<usize>vertex << 2), <i32>nearest);
  storeNormal(vertex, sumOf(nx), sumOf(ny), sumOf(nz));
}

function storeNormal(vertex: i32, nx: f32, ny: f32, nz: f32): void {
  const at = address(AT_NORMALS) + <usize>vertex * 12, length = Mathf.sqrt(nx * nx + ny * ny + nz * nz);
  const known = length > 0;
  store<f32>(at, known ? nx / length : 0);
  store<f32>(at, known ? ny / length : 1, 4);
  store<f32>(at, known ? nz / length : 0, 8);
}
