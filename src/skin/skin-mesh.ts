// A mesh that follows particles, as it is at the start.

/** A skin at the start. Vertices may be as fine as one likes: they cost nothing in the simulation. */
export interface SkinMesh {
  /** x, y, z of every vertex, m. */
  readonly positions: Float64Array;
  /** Unit vectors outward, x, y, z for every vertex. */
  readonly normals: Float64Array;
  /** Three vertices per triangle, counterclockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Linear red, green, blue of every vertex, 0 to 1, if the file has colors. */
  readonly colors?: Float32Array | undefined;
}

/** Particles that a skin follows, as they are at the start. */
export interface SkinParticles {
  /** x, y, z of each, m. */
  readonly positions: Float64Array;
}
