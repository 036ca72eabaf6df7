// Marching cubes, block by block. Which corners of a cube are inside, and on ambiguous faces which diagonal is joined (the sign of the
// saddle of the bilinear face, the same seen from both cubes), selects the triangles from a table that src/surface/cube-cases.ts
// builds. Every crossed edge has one vertex, used by the four cubes around it: the surface is closed and has no edge with more than two
// triangles, whatever the values are.

import {
  AT_CASE_DATA, AT_CASES, AT_COUNTS, AT_ELEMENTS, CASE_CHOICES, COUNT_BYTES, BLOCK_NODES,
} from '../../src/surface/layout';
import { address } from '../context';
import { crossing, inCell, loadApron, nodeAt, setRank, vertexOf } from './apron';
import { beginVertices, emitVertex } from './vertices';

@inline function inside(x: i32, y: i32, z: i32): i32 { return nodeAt(x, y, z) > 0 ? 1 : 0; }

/** Counts the vertices and triangles of a block and numbers its crossings. */
export function countCubes(place: i32): void {
  const counts = address(AT_COUNTS) + <usize>place * COUNT_BYTES;
  let vertices = 0, triangles = 0;
  if (loadApron(place)) {
    for (let z = 0; z < 8; z++)
      for (let y = 0; y < 8; y++)
        for (let x = 0; x < 8; x++) {
          const here = inside(x, y, z);
          if (here != inside(x + 1, y, z)) setRank(place, x, y, z, 0, vertices++);
          if (here != inside(x, y + 1, z)) setRank(place, x, y, z, 1, vertices++);
          if (here != inside(x, y, z + 1)) setRank(place, x, y, z, 2, vertices++);
        }
    for (let z = 0; z < 8; z++)
      for (let y = 0; y < 8; y++)
        for (let x = 0; x < 8; x++) {
          const signs = signsOf(x, y, z);
          if (signs == 0 || signs == 255) continue;
          const data = caseOf(x, y, z, signs);
          triangles += load<u8>(data);
          vertices += load<u8>(data, 1);
        }
  }
  store<i32>(counts, vertices);
  store<i32>(counts, triangles, 4);
}

/** Which of the eight corners are inside, corner x + 2y + 4z. */
@inline function signsOf(x: i32, y: i32, z: i32): i32 {
  return inside(x, y, z) | inside(x + 1, y, z) << 1 | inside(x, y + 1, z) << 2 | inside(x + 1, y + 1, z) << 3
    | inside(x, y, z + 1) << 4 | inside(x + 1, y, z + 1) << 5 | inside(x, y + 1, z + 1) << 6 | inside(x + 1, y + 1, z + 1) << 7;
}

/** The triangles of a cube: count, centers, corners of the triangles, then the loops around the centers. */
@inline function caseOf(x: i32, y: i32, z: i32, signs: i32): usize {
  const cases = address(AT_CASES), ambiguous = <i32>load<u8>(cases + signs);
  const choice = ambiguous == 0 ? 0 : joinedFaces(x, y, z, ambiguous);
  return address(AT_CASE_DATA) + <usize>load<u16>(cases + CASE_CHOICES + (<usize>(signs << 6 | choice) << 1));
}

/** On which ambiguous faces the two corners inside are joined. Face 2·axis + side. */
function joinedFaces(x: i32, y: i32, z: i32, ambiguous: i32): i32 {
  let joined = 0;
  for (let face = 0; face < 6; face++) {
    if (!(ambiguous >> face & 1)) continue;
    const side = face & 1;
    let p: f32, q: f32, r: f32, s: f32;
    if (face < 2) {
      p = nodeAt(x + side, y, z); q = nodeAt(x + side, y + 1, z + 1); r = nodeAt(x + side, y + 1, z); s = nodeAt(x + side, y, z + 1);
    } else if (face < 4) {
      p = nodeAt(x, y + side, z); q = nodeAt(x + 1, y + side, z + 1); r = nodeAt(x + 1, y + side, z); s = nodeAt(x, y + side, z + 1);
    } else {
      p = nodeAt(x, y, z + side); q = nodeAt(x + 1, y + 1, z + side); r = nodeAt(x + 1, y, z + side); s = nodeAt(x, y + 1, z + side);
    }
    const join = p > 0 ? p * q > r * s : r * s > p * q;
    if (join) joined |= 1 << face;
  }
  return joined;
}

/** Writes the vertices and triangles of a block. */
export function emitCubes(place: i32): void {
  const counts = address(AT_COUNTS) + <usize>place * COUNT_BYTES;
  if (load<i32>(counts, 4) == 0 && load<i32>(counts) == 0) return;
  loadApron(place);
  beginVertices(place);
  let vertex = emitCrossings(load<i32>(counts, 8)), element = address(AT_ELEMENTS) + <usize>load<i32>(counts, 12) * 12;
  for (let z = 0; z < 8; z++)
    for (let y = 0; y < 8; y++)
      for (let x = 0; x < 8; x++) {
        const signs = signsOf(x, y, z);
        if (signs == 0 || signs == 255) continue;
        const data = caseOf(x, y, z, signs), triangles = <usize>load<u8>(data), centers = <i32>load<u8>(data, 1);
        for (let k: usize = 0; k < 3 * triangles; k++, element += 4) {
          const corner = <i32>load<u8>(data + k, 2);
          store<i32>(element, corner < 12 ? vertexOnEdge(x, y, z, corner) : vertex + corner - 12);
        }
        let loop = data + 2 + 3 * triangles;
        for (let k = 0; k < centers; k++) loop = emitCenter(vertex++, x, y, z, loop);
      }
}

/** Edges 0-3 run along x, 4-7 along y, 8-11 along z; the low two bits are the position across. */
@inline function vertexOnEdge(x: i32, y: i32, z: i32, edge: i32): i32 {
  const axis = edge >> 2, a = edge & 1, b = edge >> 1 & 1;
  return axis == 0 ? vertexOf(x, y + a, z + b, 0) : axis == 1 ? vertexOf(x + a, y, z + b, 1) : vertexOf(x + a, y + b, z, 2);
}

function emitCrossings(vertex: i32): i32 {
  for (let z = 0; z < BLOCK_NODES; z++)
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x++) {
        const value = nodeAt(x, y, z), here = inside(x, y, z), fx = <f32>x, fy = <f32>y, fz = <f32>z;
        if (here != inside(x + 1, y, z)) emitVertex(vertex++, fx + crossing(value, nodeAt(x + 1, y, z)), fy, fz);
        if (here != inside(x, y + 1, z)) emitVertex(vertex++, fx, fy + crossing(value, nodeAt(x, y + 1, z)), fz);
        if (here != inside(x, y, z + 1)) emitVertex(vertex++, fx, fy, fz + crossing(value, nodeAt(x, y, z + 1)));
      }
  return vertex;
}

/**
 * A vertex in the middle of a loop that has no triangles of its own. Two neighbors in the loop lie on a side of the cube and the vertex
 * does not, so its triangles have an area. Returns the address behind the loop.
 */
function emitCenter(vertex: i32, x: i32, y: i32, z: i32, loop: usize): usize {
  const length = <usize>load<u8>(loop);
  let sx: f32 = 0, sy: f32 = 0, sz: f32 = 0;
  for (let k: usize = 1; k <= length; k++) {
    const edge = <i32>load<u8>(loop + k), axis = edge >> 2, a = edge & 1, b = edge >> 1 & 1;
    const cx = axis == 0 ? x : x + a, cy = axis == 0 ? y + a : axis == 1 ? y : y + b, cz = axis == 2 ? z : z + b;
    const t = crossing(nodeAt(cx, cy, cz), nodeAt(cx + (axis == 0 ? 1 : 0), cy + (axis == 1 ? 1 : 0), cz + (axis == 2 ? 1 : 0)));
    sx += <f32>cx + (axis == 0 ? t : 0);
    sy += <f32>cy + (axis == 1 ? t : 0);
    sz += <f32>cz + (axis == 2 ? t : 0);
  }
  const part: f32 = 1 / <f32>length;
  emitVertex(vertex, inCell(sx * part, x), inCell(sy * part, y), inCell(sz * part, z));
  return loop + 1 + length;
}
