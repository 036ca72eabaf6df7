// The surface of a substance: what `surface` makes and `render`, `export` and `three` use.

/** Values of one field at the vertices of a surface, `components` numbers each. */
export interface VertexField {
  readonly components: 1 | 2 | 3;
  readonly values: Float32Array | Uint32Array;
}

/** A surface of triangles in 3D, or of line segments in 2D. Closed and oriented: the substance is behind the normals. */
export interface SurfaceMesh {
  readonly dimension: 2 | 3;
  /** x, y, z of every vertex, m; z is 0 in 2D. */
  readonly positions: Float32Array;
  /** Unit vectors out of the substance, x, y, z for every vertex. */
  readonly normals: Float32Array;
  /** Vertices of every element: three per triangle, counterclockwise seen from outside; in 2D two per segment, the substance on the left. */
  readonly elements: Uint32Array;
  /** Fields of the particles, carried onto the vertices: velocity (m/s), density (kg/m³), mass (kg), smoothingLength (m), id, substance, and where particles have them temperature (K) and viscosity (Pa·s); on skins also skin, skinColor, uv and texture. */
  readonly fields: Readonly<Record<string, VertexField>>;
}

/** A mesh of a solid, with one normal per vertex; corners with several normals are several vertices. */
export type TriangleMesh = Pick<SurfaceMesh, 'positions' | 'normals' | 'elements'>;
