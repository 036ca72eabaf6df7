// Marching squares, block by block: contour lines in 2D. As in cubes.ts, the saddle decides where two corners inside face each other.

import { AT_COUNTS, AT_ELEMENTS, BLOCK_NODES, COUNT_BYTES } from '../../src/surface/layout';
import { address } from '../context';
import { crossing, loadApron, nodeAt, setRank, vertexOf } from './apron';
import { beginVertices, emitVertex } from './vertices';

@inline function inside(x: i32, y: i32): i32 { return nodeAt(x, y, 0) > 0 ? 1 : 0; }

/** Counts the vertices and segments of a block and numbers its crossings. */
export function countSquares(place: i32): void {
  const counts = address(AT_COUNTS) + <usize>place * COUNT_BYTES;
  let vertices = 0, segments = 0;
  if (loadApron(place)) {
    for (let y = 0; y < BLOCK_NODES; y++)
      for (let x = 0; x < BLOCK_NODES; x++) {
        const here = inside(x, y);
        if (here != inside(x + 1, y)) setRank(place, x, y, 0, 0, vertices++);
        if (here != inside(x, y + 1)) setRank(place, x, y, 0, 1, vertices++);
        const signs = signsOf(x, y);
        segments += signs == 0 || signs == 15 ? 0 : signs == 6 || signs == 9 ? 2 : 1;
      }
  }
  store<i32>(counts, vertices);
  store<i32>(counts, segments, 4);
}

/** Which of the four corners are inside, corner x + 2y. */
@inline function signsOf(x: i32, y: i32): i32 {
  return inside(x, y) | inside(x + 1, y) << 1 | inside(x, y + 1) << 2 | inside(x + 1, y + 1) << 3;
}

let element: usize = 0;

/** Writes the vertices and segments of a block. */
export function emitSquares(place: i32): void {
  const counts = address(AT_COUNTS) + <usize>place * COUNT_BYTES;
  if (load<i32>(counts, 4) == 0 && load<i32>(counts) == 0) return;
  loadApron(place);
  beginVertices(place);
  let vertex = load<i32>(counts, 8);
  element = address(AT_ELEMENTS) + <usize>(load<i32>(counts, 12) << 3);
  for (let y = 0; y < BLOCK_NODES; y++)
    for (let x = 0; x < BLOCK_NODES; x++) {
      const value = nodeAt(x, y, 0), here = inside(x, y);
      if (here != inside(x + 1, y)) emitVertex(vertex++, <f32>x + crossing(value, nodeAt(x + 1, y, 0)), <f32>y, 0);
      if (here != inside(x, y + 1)) emitVertex(vertex++, <f32>x, <f32>y + crossing(value, nodeAt(x, y + 1, 0)), 0);
      emitSegments(x, y, signsOf(x, y));
    }
}

const BOTTOM = 0, RIGHT = 1, TOP = 2, LEFT = 3;

/** The segments of one square, with the substance on their left. */
function emitSegments(x: i32, y: i32, signs: i32): void {
  if (signs == 0 || signs == 15) return;
  if (signs == 6 || signs == 9) {
    const first = nodeAt(x, y, 0) * nodeAt(x + 1, y + 1, 0), second = nodeAt(x + 1, y, 0) * nodeAt(x, y + 1, 0);
    const joined = signs == 9 ? first > second : second > first;
    if ((signs == 9) == joined) { segment(x, y, RIGHT, BOTTOM, signs); segment(x, y, LEFT, TOP, signs); }
    else { segment(x, y, BOTTOM, LEFT, signs); segment(x, y, TOP, RIGHT, signs); }
    return;
  }
  const bottom = (signs & 1) != (signs >> 1 & 1), right = (signs >> 1 & 1) != (signs >> 3), top = (signs >> 2 & 1) != (signs >> 3);
  const one = bottom ? BOTTOM : right ? RIGHT : TOP;
  const other = bottom && right ? RIGHT : (bottom || right) && top ? TOP : LEFT;
  segment(x, y, one, other, signs);
}

/** Writes the segment between two sides of a square, turned so that the substance is on its left. */
function segment(x: i32, y: i32, from: i32, to: i32, signs: i32): void {
  const flips = isLeftOutside(from, to, signs);
  store<i32>(element, sideVertex(x, y, flips ? to : from));
  store<i32>(element, sideVertex(x, y, flips ? from : to), 4);
  element += 8;
}

/** The corner that follows side `from` counterclockwise lies to the right of the segment from → to. */
@inline function isLeftOutside(from: i32, to: i32, signs: i32): bool {
  // Sides in counterclockwise order: bottom, right, top, left; the corner after the bottom side is corner 1, then 3, 2, 0.
  const after = from == BOTTOM ? 1 : from == RIGHT ? 3 : from == TOP ? 2 : 0;
  return (signs >> after & 1) == 1;
}

@inline function sideVertex(x: i32, y: i32, side: i32): i32 {
  if (side == BOTTOM) return vertexOf(x, y, 0, 0);
  if (side == TOP) return vertexOf(x, y + 1, 0, 0);
  return side == LEFT ? vertexOf(x, y, 0, 1) : vertexOf(x + 1, y, 0, 1);
}
