// STL, binary and text. Every triangle has its own corners there: those at the very same place become one vertex. Normals and colors
// are left out; what is outside follows from the order of the corners.

import { weldVertices } from '../weld.ts';
import { numberOf } from './lines.ts';
import { type MeshFile, type ReadContext, refusal, shown, tooManyTriangles } from './mesh-file.ts';
import { Words } from './words.ts';

/** Bytes of the head of a binary file with its count, and of each triangle. */
const HEAD = 84;
const EACH = 50;

/** Reads an STL file. Throws ASSET_INVALID with the line or byte that is wrong. */
export function readStl(bytes: Uint8Array, context: ReadContext): MeshFile {
  const corners = isText(bytes) ? textCorners(bytes, context) : binaryCorners(bytes, context);
  const triangles = Uint32Array.from({ length: corners.length / 3 }, (_, k) => k);
  return { triangleSet: weldVertices({ positions: corners, triangles }, 0).triangleSet, skipped: 0 };
}

/** Text begins with "solid"; binary files may, but their length fits the number in their head. */
function isText(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 512)).trimStart();
  if (!start.startsWith('solid')) return false;
  const isBinary = bytes.length >= HEAD && bytes.length === HEAD + EACH * countIn(bytes);
  return !isBinary && !bytes.subarray(0, 512).includes(0);
}

function countIn(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(80, true);
}

function binaryCorners(bytes: Uint8Array, context: ReadContext): Float64Array {
  if (bytes.length < HEAD) {
    const message = `The file has ${bytes.length} bytes; a binary STL file has at least ${HEAD}.`;
    throw refusal(context, { offset: bytes.length }, message, 'Is it an STL file?');
  }
  const count = countIn(bytes),
    there = Math.floor((bytes.length - HEAD) / EACH);
  if (count > there) {
    const message = `The file says that it has ${count} triangles, but there are bytes for ${there}.`;
    throw refusal(context, { offset: 80 }, message, 'It is cut off or not an STL file: export it again.');
  }
  if (count > context.most) throw tooManyTriangles(context);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const corners = new Float64Array(9 * count);
  for (let k = 0; k < corners.length; k++) {
    const at = HEAD + EACH * Math.floor(k / 9) + 12 + 4 * (k % 9);
    corners[k] = view.getFloat32(at, true);
    if (!Number.isFinite(corners[k]))
      throw refusal(context, { offset: at }, 'A coordinate is not finite.', 'Export the mesh again.');
  }
  return corners;
}

const WORDS = ['solid', 'facet', 'outer', 'vertex', 'endloop', 'endfacet', 'endsolid'];

function textCorners(bytes: Uint8Array, context: ReadContext): Float64Array {
  const corners: number[] = [];
  let loop = 0; // corners since the last facet
  const words = new Words(bytes);
  while (words.nextLine()) {
    const { line, text } = words,
      key = words.nextWord() ?? '',
      word = key.toLowerCase();
    if (word === 'vertex') {
      const position = [0, 1, 2].map(() => numberOf(words.nextWord()));
      if (position.some(Number.isNaN))
        throw refusal(context, { line }, `${shown(text.trim())} is not a corner.`, 'Write "vertex x y z".');
      if (++loop > 3) corners.push(...corners.slice(-9, -6), ...corners.slice(-3)); // a polygon goes on as a fan
      corners.push(...position);
      if (corners.length > 9 * context.most) throw tooManyTriangles(context);
    } else if (word === 'endfacet') {
      if (loop < 3)
        throw refusal(context, { line }, `A facet ends after ${loop} corners.`, 'It needs three lines "vertex x y z".');
      loop = 0;
    } else if (word !== '' && !WORDS.includes(word)) {
      throw refusal(context, { line }, `${shown(key)} is not a word of an STL file.`, 'Is it an STL file?');
    }
  }
  if (loop > 0) {
    const line = 1 + bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
    throw refusal(context, { line }, 'The file ends within a facet.', 'It is cut off: export it again.');
  }
  return Float64Array.from(corners);
}
