// Pieces of meshes, found whatever the order of their elements.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findPieces } from '../../src/meshes/mesh-pieces.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const meshOf = (vertices: number, elements: readonly number[], dimension: 2 | 3) => ({
  dimension,
  positions: new Float32Array(3 * vertices),
  elements: Uint32Array.from(elements),
});

it('tells two triangles apart and joins those that share a vertex', () => {
  const { pieceOf, vertices } = findPieces(meshOf(8, [0, 1, 2, 3, 4, 5, 5, 6, 7], 3));
  expect([...pieceOf]).toEqual([0, 0, 0, 1, 1, 1, 1, 1]);
  expect([...vertices]).toEqual([3, 5]);
});

it('counts a vertex without elements as a piece, and nothing as none', () => {
  expect([...findPieces(meshOf(3, [0, 2], 2)).vertices]).toEqual([2, 1]);
  expect([...findPieces(meshOf(0, [], 3)).vertices]).toEqual([]);
});

it('finds what a search from every vertex finds', fuzzed, () => {
  const sides = fc.array(fc.tuple(fc.nat(19), fc.nat(19)), { maxLength: 25 });
  holds(
    fc.property(sides, (pairs) => {
      const { pieceOf, vertices } = findPieces(meshOf(20, pairs.flat(), 2));
      const reached = Array.from({ length: 20 }, (_, v) => spread(v, pairs));
      reached.forEach((piece, v) => {
        expect(piece.every((w) => pieceOf[w] === pieceOf[v])).toBe(true);
        expect(vertices[pieceOf[v]!]).toBe(piece.length);
      });
    }),
  );
});

function spread(from: number, pairs: readonly (readonly [number, number])[]): number[] {
  const found = new Set([from]);
  for (let before = 0; found.size > before; ) {
    before = found.size;
    for (const [a, b] of pairs) if (found.has(a) || found.has(b)) found.add(a).add(b);
  }
  return [...found];
}
