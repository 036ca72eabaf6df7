// The surface C = ½ in the cells of a block, and how tension pulls at its corners: f = −σ ∂A/∂x. [YWTY12; ADR 54]
// Each cell is cut into triangles (2D) or tetrahedra (3D) from its lowest to its highest corner, so that cells meet in the same edges. The
// forces of a simplex add up to nothing, so those of all samples do. Blocks next to each other never run at once: their samples are shared.
// Where walls are wetted the air presses on the surface too: an even pressure moves no liquid, but lets its edge pull at what is behind it.

import {
  AT_CAPILLARY_WORK, CAPILLARY_AMBIENT, CAPILLARY_FIRST, CAPILLARY_FLAT, CAPILLARY_SCALE, CBLOCK_AREA, CBLOCK_PLACE, SCRATCH, SCRATCH_BYTES,
} from '../../src/wasm/layout';
import { address, int, real } from '../context';
import { threadIndex } from '../thread';
import { blockAt, findBlock } from './bins';
import { colorsOf } from './color';
import { addCorner, addForce, sampleAt } from './samples';

/** The color of the surface. */
const LEVEL: f32 = 0.5;
/** Nodes along the side of a block with the first ones beyond it. */
const PADDED: i32 = 9;
const PADDED_NODES: usize = 729;

/** The other two corners of the six tetrahedra and of the two triangles: corners by their bits x = 1, y = 2, z = 4. */
const MIDDLES = memory.data<u8>([1, 3, 1, 5, 2, 3, 2, 6, 4, 5, 4, 6]);

// What is in hand. Globals belong to one instance, hence to one thread.
let block: i32 = 0, flat: bool = false, scale: f64 = 0, ambient: f64 = 0, area: f64 = 0;

// The scratch of this thread: colors with those beyond the block; numbers of the blocks around, by the bits of the neighbor; corners of a
// simplex inside and outside; corners of the surface in it: x, y, z, sample.
@inline function padded(): usize { return address(SCRATCH) + <usize>threadIndex() * <usize>int(SCRATCH_BYTES); }
@inline function around(): usize { return padded() + (PADDED_NODES + 1 << 2); }
@inline function within(): usize { return around() + 32; }
@inline function without(): usize { return around() + 40; }
@inline function cornerAt(n: i32): usize { return around() + 48 + <usize>n * CORNER; }

const CORNER: usize = 32;

/** Cuts the surface out of a block. */
export function cutBlock(task: i32): void {
  block = load<i32>(address(AT_CAPILLARY_WORK) + (<usize>(int(CAPILLARY_FIRST) + task) << 2));
  flat = int(CAPILLARY_FLAT) == 1; scale = real(CAPILLARY_SCALE); ambient = real(CAPILLARY_AMBIENT); area = 0;
  if (!pad()) return;
  const layers = flat ? 1 : 8, all = flat ? 15 : 255, corner = flat ? 4 : 8, simplices = flat ? 2 : 6;
  const colors = padded();
  for (let k = 0; k < layers; k++)
    for (let j = 0; j < 8; j++)
      for (let i = 0; i < 8; i++) {
        const first = (k * PADDED + j) * PADDED + i;
        let isIn = 0;
        for (let q = 0; q < corner; q++) if (load<f32>(colors + (<usize>(first + offsetOf(q)) << 2)) > LEVEL) isIn |= 1 << q;
        if (isIn == 0 || isIn == all) continue;
        for (let s = 0; s < simplices; s++) cutSimplex(i, j, k, s, isIn);
      }
  store<f64>(blockAt(block), area, CBLOCK_AREA);
}

@inline function offsetOf(corner: i32): i32 {
  return ((corner >> 2) * PADDED + ((corner >> 1) & 1)) * PADDED + (corner & 1);
}

/** Writes the colors of the block and of the first nodes beyond it to the scratch. False where nothing of it is on both sides of the surface. */
function pad(): bool {
  const record = blockAt(block), x = load<i32>(record, CBLOCK_PLACE), y = load<i32>(record, CBLOCK_PLACE + 4), z = load<i32>(record, CBLOCK_PLACE + 8);
  const out = padded(), parts = flat ? 4 : 8;
  let least = f32.MAX_VALUE, most: f32 = 0;
  for (let part = 0; part < parts; part++) {
    const px = part & 1, py = (part >> 1) & 1, pz = part >> 2, from = part == 0 ? block : findBlock(x + px, y + py, z + pz);
    store<i32>(around() + (<usize>part << 2), from);
    const nx = px ? 1 : 8, ny = py ? 1 : 8, nz = flat || pz ? 1 : 8, colors = from < 0 ? 0 : colorsOf(from);
    for (let k = 0; k < nz; k++)
      for (let j = 0; j < ny; j++)
        for (let i = 0; i < nx; i++) {
          const c: f32 = from < 0 ? 0 : load<f32>(colors + (<usize>((((k << 3) + j) << 3) + i) << 2));
          store<f32>(out + (<usize>(((k + (pz << 3)) * PADDED + j + (py << 3)) * PADDED + i + (px << 3)) << 2), c);
          least = min(least, c); most = max(most, c);
        }
  }
  return least <= LEVEL && most > LEVEL;
}

/** The part of the surface in one simplex of a cell whose corners are inside by their bits: a segment, a triangle, or two. */
function cutSimplex(i: i32, j: i32, k: i32, s: i32, isIn: i32): void {
  const n = flat ? 3 : 4;
  let inside = 0, outside = 0;
  for (let c = 0; c < n; c++) {
    let q = 0;
    if (flat) q = c == 0 ? 0 : c == 1 ? 1 + s : 3;
    else q = c == 0 ? 0 : c == 3 ? 7 : <i32>load<u8>(MIDDLES + ((<usize>s) << 1) + c - 1);
    if ((isIn >> q) & 1) store<u8>(within() + inside++, <u8>q);
    else store<u8>(without() + outside++, <u8>q);
  }
  if (inside == 0 || outside == 0) return;
  const w0 = <i32>load<u8>(within()), o0 = <i32>load<u8>(without());
  if (inside == 2 && outside == 2) {
    const w1 = <i32>load<u8>(within(), 1), o1 = <i32>load<u8>(without(), 1);
    if (!(corner(0, i, j, k, w0, o0) && corner(1, i, j, k, w0, o1) && corner(2, i, j, k, w1, o1) && corner(3, i, j, k, w1, o0))) return;
    pullTriangle(0, 1, 2, i, j, k, w0);
    pullTriangle(0, 2, 3, i, j, k, w0);
    return;
  }
  const lone = inside == 1 ? w0 : o0, others = inside == 1 ? without() : within();
  for (let c = 0; c < n - 1; c++) if (!corner(c, i, j, k, lone, <i32>load<u8>(others + c))) return;
  if (flat) pullSegment(i, j, w0);
  else pullTriangle(0, 1, 2, i, j, k, w0);
}

/** Puts the point of the surface between two corners of a cell in place n; false if there is no room for its sample. */
function corner(n: i32, i: i32, j: i32, k: i32, one: i32, other: i32): bool {
  const p = min(one, other), q = max(one, other), d = p ^ q; // the lower one first: neighbors find the same bits
  const colors = padded(), first = (k * PADDED + j) * PADDED + i;
  const low = colors + (<usize>(first + offsetOf(p)) << 2), high = colors + (<usize>(first + offsetOf(q)) << 2);
  const t = <f64>(LEVEL - load<f32>(low)) / <f64>(load<f32>(high) - load<f32>(low));
  const x = i + (p & 1), y = j + ((p >> 1) & 1), z = k + (p >> 2), at = cornerAt(n);
  const fx: f64 = d & 1 ? t : 0, fy: f64 = d & 2 ? t : 0, fz: f64 = d & 4 ? t : 0;
  store<f64>(at, <f64>x + fx); store<f64>(at, <f64>y + fy, 8); store<f64>(at, <f64>z + fz, 16);
  const neighbor = load<i32>(around() + (<usize>((x >> 3) | ((y >> 3) << 1) | ((z >> 3) << 2)) << 2));
  const sample = neighbor < 0 ? 0 : sampleAt(neighbor, (((z & 7) << 3) + (y & 7) << 3) + (x & 7));
  if (sample == 0) return false;
  store<usize>(at, sample, 24);
  addCorner(sample, f32x4.replace_lane(quad(<f64>(x & 7) + fx, <f64>(y & 7) + fy, <f64>(z & 7) + fz), 3, 1));
  return true;
}

/** A segment pulls its ends together. */
function pullSegment(i: i32, j: i32, inner: i32): void {
  const a = cornerAt(0), b = cornerAt(1), dx = load<f64>(b) - load<f64>(a), dy = load<f64>(b, 8) - load<f64>(a, 8);
  const length = Math.sqrt(dx * dx + dy * dy);
  if (!(length > 0)) return;
  area += length;
  const s = scale / length;
  pull(a, b, s * dx, s * dy, 0);
  if (ambient == 0) return;
  const wx = load<f64>(a) - <f64>(i + (inner & 1)), wy = load<f64>(a, 8) - <f64>(j + (inner >> 1));
  const f = (dy * wx - dx * wy > 0 ? -ambient : ambient) / 2; // toward what is inside
  press(a, f * dy, -f * dx, 0);
  press(b, f * dy, -f * dx, 0);
}

/** ∂A/∂x of a corner is ½ n × the edge across. */
function pullTriangle(a0: i32, b0: i32, c0: i32, i: i32, j: i32, k: i32, inner: i32): void {
  const a = cornerAt(a0), b = cornerAt(b0), c = cornerAt(c0);
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax, uy = load<f64>(b, 8) - ay, uz = load<f64>(b, 16) - az;
  const vx = load<f64>(c) - ax, vy = load<f64>(c, 8) - ay, vz = load<f64>(c, 16) - az;
  const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx, twice = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (!(twice > 0)) return;
  area += twice / 2;
  const s = (-0.5 * scale) / twice, wx = vx - ux, wy = vy - uy, wz = vz - uz;
  // f_a = −½ σ n × (c − b), f_b = −½ σ n × (a − c): each is handed to c, which loses it again
  pull(a, c, s * (ny * wz - nz * wy), s * (nz * wx - nx * wz), s * (nx * wy - ny * wx));
  pull(b, c, -s * (ny * vz - nz * vy), -s * (nz * vx - nx * vz), -s * (nx * vy - ny * vx));
  if (ambient == 0) return;
  const ix = ax - <f64>(i + (inner & 1)), iy = ay - <f64>(j + ((inner >> 1) & 1)), iz = az - <f64>(k + (inner >> 2));
  const f = (nx * ix + ny * iy + nz * iz > 0 ? -ambient : ambient) / 6; // toward what is inside
  press(a, f * nx, f * ny, f * nz);
  press(b, f * nx, f * ny, f * nz);
  press(c, f * nx, f * ny, f * nz);
}

/** Gives a force in whole quanta to one corner, and takes it from another. */
@inline function pull(to: usize, from: usize, fx: f64, fy: f64, fz: f64): void {
  const force = f32x4.nearest(quad(fx, fy, fz));
  addForce(load<usize>(to, 24), force);
  addForce(load<usize>(from, 24), f32x4.neg(force));
}

/** Gives a force in whole quanta to a corner. */
@inline function press(to: usize, fx: f64, fy: f64, fz: f64): void {
  addForce(load<usize>(to, 24), f32x4.nearest(quad(fx, fy, fz)));
}

@inline function quad(x: f64, y: f64, z: f64): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, <f32>x), 1, <f32>y), 2, <f32>z);
}
