// A mesh from the bytes of a file. The ending of its name says what it is.

import { problem, ThixoError } from '../../problem.ts';
import { readGltf } from './gltf.ts';
import type { MeshFile, ReadContext } from './mesh-file.ts';
import { readObj } from './obj.ts';
import { readPly } from './ply.ts';
import { readStl } from './stl.ts';

const READERS: Readonly<Record<string, (bytes: Uint8Array, context: ReadContext) => MeshFile>> = {
  obj: readObj,
  stl: readStl,
  ply: readPly,
  gltf: readGltf,
  glb: readGltf,
};

/** The endings of the names of mesh files that can be read. */
export const MESH_ENDINGS: readonly string[] = Object.keys(READERS);

/** Most triangles that are read when nobody says otherwise. */
const MOST_TRIANGLES = 2_000_000;

/**
 * Reads a mesh from the bytes of a file. Throws ASSET_INVALID with the line or byte that is wrong, or LIMIT_TRIANGLES.
 * @param name name or path of the file, whose ending says what it is
 * @param most most triangles
 * @param side reads a file that the mesh names, such as its materials; without it, the mesh comes without its paint
 * @example const { triangleSet } = readMesh(new Uint8Array(await (await fetch('cup.obj')).arrayBuffer()), 'cup.obj');
 */
export function readMesh(bytes: Uint8Array, name: string, most = MOST_TRIANGLES, side?: ReadContext['side']): MeshFile {
  const ending = /\.(?<ending>[^./\\]+)$/.exec(name)?.groups?.ending?.toLowerCase() ?? '';
  const reader = Object.hasOwn(READERS, ending) ? READERS[ending] : undefined;
  if (reader) return reader(bytes, { name, most, side });
  const message = `"${name.slice(-80)}" is not a kind of mesh file that can be read.`;
  const hint = `Use a file that ends in ${MESH_ENDINGS.map((each) => `.${each}`).join(', ')}.`;
  throw new ThixoError([problem('ASSET_INVALID', '', message, hint)]);
}
