// Wavefront OBJ: vertices and faces, polygons cut into a fan; names, groups, materials, normals and texture coordinates do not matter.

import { linesOf, numberOf, wordsOf } from './lines.ts';
import { type MeshFile, type ReadContext, refusal, shown, tooManyTriangles } from './mesh-file.ts';

/** A corner at a vertex that is not there when its face is read; it may come later in the file. */
interface Pending {
  readonly vertex: number;
  readonly line: number;
}

/** Reads an OBJ file. Throws ASSET_INVALID with the line that is wrong. */
export function readObj(bytes: Uint8Array, context: ReadContext): MeshFile {
  const positions: number[] = [],
    triangles: number[] = [];
  let skipped = 0,
    pending: Pending | undefined;
  for (const { text, number: line } of linesOf(new TextDecoder().decode(bytes), true)) {
    const [key, ...words] = wordsOf(text.replace(/#.*/, ''));
    if (key === 'v') {
      positions.push(...readVertex(words, line, context));
      if (positions.length > 9 * context.most) throw tooManyTriangles(context, 'vertices');
    } else if (key === 'f') {
      const corners = words.map((word) => readCorner(word, positions.length / 3, line, context));
      const largest = corners.reduce((most, vertex) => Math.max(most, vertex), 0);
      if (3 * largest >= positions.length && largest >= (pending?.vertex ?? 0)) pending = { vertex: largest, line };
      if (corners.length < 3) skipped++;
      for (let k = 2; k < corners.length; k++) triangles.push(corners[0]!, corners[k - 1]!, corners[k]!);
      if (triangles.length > 3 * context.most) throw tooManyTriangles(context);
    } else if (key === 'l' || key === 'p') skipped++;
    else if (text.includes('\0')) throw refusal(context, { line }, 'This is not text.', 'Is it an OBJ file?');
  }
  if (pending && 3 * pending.vertex >= positions.length) {
    const message = `There is no vertex ${pending.vertex + 1}; the file has ${positions.length / 3}.`;
    throw refusal(context, { line: pending.line }, message, 'The file may be cut off: export it again.');
  }
  const triangleSet = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  return { triangleSet, skipped };
}

function readVertex(words: readonly string[], line: number, context: ReadContext): number[] {
  const position = [0, 1, 2].map((k) => numberOf(words[k]));
  const wrong = position.findIndex(Number.isNaN);
  if (wrong < 0) return position;
  const found = words[wrong] === undefined ? 'nothing' : shown(words[wrong]);
  throw refusal(context, { line }, `A vertex needs three numbers, not ${found}.`, 'Write a line such as "v 0 1 0.5".');
}

/** The vertex of a corner such as `7`, `7/1`, `7//3` or `-1`, counted from 0. */
function readCorner(word: string, vertices: number, line: number, context: ReadContext): number {
  const found = /^(?<vertex>[-+]?\d{1,10})(?:\/[-+]?\d*){0,2}$/.exec(word)?.groups;
  const given = Number(found?.vertex ?? 0);
  const vertex = given < 0 ? vertices + given : given - 1;
  if (given !== 0 && vertex >= 0 && vertex < 0xffffffff) return vertex;
  const message = `${shown(word)} is not a corner of a face.`;
  throw refusal(context, { line }, message, 'Corners are numbers of vertices from 1, or from −1 backward.');
}
