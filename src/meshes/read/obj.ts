// Wavefront OBJ: vertices and faces, polygons cut into a fan, and paint if it is wanted; names, groups and normals do not matter.

import { numberOf } from './lines.ts';
import { type MeshFile, type ReadContext, refusal, shown, tooManyTriangles } from './mesh-file.ts';
import { ObjPaint } from './obj-paint.ts';
import { Words } from './words.ts';

/** A corner at a vertex that is not there when its face is read; it may come later in the file. */
interface Pending {
  readonly vertex: number;
  readonly line: number;
}

/** Reads an OBJ file. Throws ASSET_INVALID with the line that is wrong. */
export function readObj(bytes: Uint8Array, context: ReadContext): MeshFile {
  const positions: number[] = [],
    colors: number[] = [],
    triangles: number[] = [];
  let skipped = 0,
    pending: Pending | undefined;
  const paint = context.side && new ObjPaint(context);
  const words = new Words(bytes, { joined: true, comment: '#' });
  while (words.nextLine()) {
    const key = words.nextWord(),
      { line } = words;
    if (key === 'v') {
      positions.push(...readVertex(words, context));
      colors.push(...readColor(words));
      if (positions.length > 9 * context.most) throw tooManyTriangles(context, 'vertices');
    } else if (key === 'f') {
      const largest = addFace(words, positions.length / 3, triangles, context, paint);
      if (largest === undefined) skipped++;
      else if (3 * largest >= positions.length && largest >= (pending?.vertex ?? 0))
        pending = { vertex: largest, line };
    } else if (key === 'l' || key === 'p') skipped++;
    else if (paint?.take(key, words)) continue;
    else if (words.text.includes('\0')) throw refusal(context, { line }, 'This is not text.', 'Is it an OBJ file?');
  }
  if (pending && 3 * pending.vertex >= positions.length) {
    const message = `There is no vertex ${pending.vertex + 1}; the file has ${positions.length / 3}.`;
    throw refusal(context, { line: pending.line }, message, 'The file may be cut off: export it again.');
  }
  const triangleSet = { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
  const isColored = positions.length > 0 && colors.length === positions.length;
  const file = { triangleSet, skipped, ...(isColored && { colors: Uint8Array.from(colors) }) };
  return paint ? paint.finish(file) : file;
}

/** Red, green and blue behind a vertex, 0 to 1, as many programs write them; nothing if they are not there. A single number is a weight. */
function readColor(words: Words): number[] {
  const values = [0, 1, 2].map(() => numberOf(words.nextWord()));
  return values.some(Number.isNaN) ? [] : values.map((c) => Math.round(255 * Math.min(Math.max(c, 0), 1)));
}

function readVertex(words: Words, context: ReadContext): number[] {
  return [0, 1, 2].map(() => {
    const word = words.nextWord(),
      value = numberOf(word);
    if (!Number.isNaN(value)) return value;
    const message = `A vertex needs three numbers, not ${word === undefined ? 'nothing' : shown(word)}.`;
    throw refusal(context, words, message, 'Write a line such as "v 0 1 0.5".');
  });
}

/** Adds the triangles of a face, a fan; returns its largest corner, undefined if it has less than three. */
function addFace(
  words: Words,
  vertices: number,
  triangles: number[],
  context: ReadContext,
  paint: ObjPaint | undefined,
): number | undefined {
  let [corners, first, last, largest] = [0, 0, 0, 0],
    [firstUv, lastUv] = [-1, -1];
  for (let word = words.nextWord(); word !== undefined; word = words.nextWord()) {
    const corner = readCorner(word, vertices, words.line, context),
      uv = paint ? paint.coordinateOf(word, words.line) : -1;
    if (corners === 0) [first, firstUv] = [corner, uv];
    else if (corners > 1) {
      triangles.push(first, last, corner);
      for (const each of [firstUv, lastUv, uv]) paint?.addCorner(each);
    }
    if (triangles.length > 3 * context.most) throw tooManyTriangles(context);
    [last, lastUv] = [corner, uv];
    largest = Math.max(largest, corner);
    corners++;
  }
  return corners < 3 ? undefined : largest;
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
