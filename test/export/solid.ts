// The oracle for meshes: manifold-3d takes only what encloses a solid.

import Module from 'manifold-3d';

let loaded: ReturnType<typeof Module> | undefined;

/** Holes and volume (m³) of a solid; throws unless the triangles enclose one. Corners at the same place are joined first. */
export async function solidOf(positions: Float32Array, triangles: ArrayLike<number>) {
  loaded ??= Module();
  const oracle = await loaded;
  oracle.setup();
  const { Manifold, Mesh } = oracle;
  const mesh = new Mesh({ numProp: 3, vertProperties: positions, triVerts: Uint32Array.from(triangles) });
  mesh.merge();
  const solid = new Manifold(mesh);
  return { genus: solid.genus(), volume: solid.volume() };
}
