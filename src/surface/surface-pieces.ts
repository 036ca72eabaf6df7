// To which piece of the substance every vertex of a surface belongs: that of the particle that counts most there.

import { pieceColorNumbers } from '../colors/piece-colors.ts';
import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';
import { type PieceFields, type PieceScene, withPieces } from '../world/pieces.ts';

/** Pieces of the vertices of a surface. */
export interface VertexPieces {
  /** Number of the piece, as in `piecesOf`. */
  readonly piece: VertexField;
  /** Number of its color, as in `pieceColors`. */
  readonly pieceColor: VertexField;
}

/** Finds the pieces of the vertices of a surface that was made of these particles; none if its vertices do not know their particles. */
export function vertexPieces(scene: PieceScene, mesh: SurfaceMesh, fields: PieceFields): VertexPieces | undefined {
  const ids = mesh.fields.id?.values;
  if (!ids) return undefined;
  const { piece, id } = withPieces(scene, fields),
    colors = pieceColorNumbers(piece, id),
    places = new Map<number, number>();
  for (let i = 0; i < id.length; i++) places.set(id[i]!, i);
  const carried = (values: Uint32Array): VertexField => ({
    components: 1,
    values: Uint32Array.from(ids, (vertexId) => values[places.get(vertexId) ?? -1] ?? 0),
  });
  return { piece: carried(piece), pieceColor: carried(colors) };
}

/** A surface with what colors by piece need. */
export function surfaceWithPieces(scene: PieceScene, mesh: SurfaceMesh, fields: PieceFields): SurfaceMesh {
  return { ...mesh, fields: { ...mesh.fields, ...vertexPieces(scene, mesh, fields) } };
}
