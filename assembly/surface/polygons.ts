// The polygons of a block: triangles of cubes, or segments of squares where a block has one layer.

import { DEPTH } from '../../src/surface/layout';
import { int } from '../context';
import { countCubes, emitCubes } from './cubes';
import { countSquares, emitSquares } from './squares';

/** Counts the vertices and elements of a block. */
export function countBlock(place: i32): void {
  if (int(DEPTH) == 1) countSquares(place);
  else countCubes(place);
}

/** Writes the vertices and elements of a block. */
export function emitBlock(place: i32): void {
  if (int(DEPTH) == 1) emitSquares(place);
  else emitCubes(place);
}
