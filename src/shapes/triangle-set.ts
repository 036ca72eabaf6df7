// Triangle meshes as data, and the text that scenes keep them in: base64 of the numbers of vertices and triangles (u32), the positions
// (f32) and the corners (u32), little-endian. About 24 characters for each triangle of a closed mesh.

import { fromBase64, toBase64 } from './base64.ts';

/** A mesh of triangles. */
export interface TriangleSet {
  /** x, y, z of every vertex, m. */
  readonly positions: Float64Array;
  /** Three vertices for each triangle, counterclockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Bytes before the positions. */
const HEAD = 8;

/**
 * The text that a scene can hold instead of lists of numbers: `{ "mesh": { "packed": … } }`. Positions are rounded to single precision.
 * @example const shape = { mesh: { packed: packTriangles(readMesh(bytes, 'cup.obj').triangleSet) } };
 */
export function packTriangles({ positions, triangles }: TriangleSet): string {
  const bytes = new Uint8Array(HEAD + 4 * (positions.length + triangles.length)),
    view = new DataView(bytes.buffer);
  view.setUint32(0, positions.length / 3, true);
  view.setUint32(4, triangles.length / 3, true);
  let at = HEAD;
  for (const x of positions) {
    view.setFloat32(at, x, true);
    at += 4;
  }
  for (const vertex of triangles) {
    view.setUint32(at, vertex, true);
    at += 4;
  }
  return toBase64(bytes);
}

/** How many triangles a packed text says it has; 0 if it is none. */
export function packedCount(packed: string): number {
  const head = fromBase64(packed.slice(0, 12));
  return head && head.length >= HEAD ? new DataView(head.buffer).getUint32(4, true) : 0;
}

/** The mesh of a packed text, or a sentence that says why there is none. */
export function unpackTriangles(packed: string): TriangleSet | string {
  const bytes = fromBase64(packed);
  if (!bytes || bytes.length < HEAD) return 'The packed mesh is not base64, or cut off.';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vertices = view.getUint32(0, true),
    count = view.getUint32(4, true),
    needed = HEAD + 12 * (vertices + count);
  if (bytes.length !== needed) {
    return `The packed mesh has ${bytes.length} bytes; ${vertices} vertices and ${count} triangles need ${needed}.`;
  }
  const positions = new Float64Array(3 * vertices),
    triangles = new Uint32Array(3 * count);
  let at = HEAD;
  for (let k = 0; k < positions.length; k++, at += 4) positions[k] = view.getFloat32(at, true);
  for (let k = 0; k < triangles.length; k++, at += 4) triangles[k] = view.getUint32(at, true);
  return { positions, triangles };
}
