// PLY, text and binary of both byte orders: x, y, z of the element "vertex", its colors and texture coordinates, and the list of corners of
// the element "face". Other properties and elements are skipped. The numbers in the head are believed only as far as there are bytes for them.

import { isCoordinate, type MeshFile, type ReadContext, refusal, shown, tooManyTriangles } from './mesh-file.ts';
import type { MeshPaint } from './paint.ts';
import { type PlyElement, type PlyHead, readPlyHead } from './ply-head.ts';
import { BinaryValues, TextValues, type Values } from './ply-values.ts';

const CORNERS = ['vertex_indices', 'vertex_index'];

/** Reads a PLY file. Throws ASSET_INVALID with the byte, or the line of the head, that is wrong. */
export function readPly(bytes: Uint8Array, context: ReadContext): MeshFile {
  const head = readPlyHead(bytes, context);
  const values: Values =
    head.form === 'ascii'
      ? new TextValues(bytes, head.end, context)
      : new BinaryValues(bytes, head.end, head.form === 'binary_little_endian', context);
  requireParts(head, context);
  let vertices: Vertices = { positions: new Float64Array(0) },
    faces: Faces = { triangles: new Uint32Array(0), skipped: 0 };
  for (const element of head.elements) {
    values.expect(element);
    if (element.name === 'vertex') vertices = readVertices(element, values, context);
    else if (element.name === 'face') faces = readFaces(element, values, context);
    else skip(element, values);
  }
  const { positions, colors } = vertices,
    stray = faces.triangles.findIndex((vertex) => 3 * vertex >= positions.length);
  if (stray >= 0) {
    const message = `A face has a corner at vertex ${faces.triangles[stray]}; there are ${positions.length / 3} vertices.`;
    throw refusal(context, { offset: head.end }, message, 'The file is damaged: export it again.');
  }
  return {
    ...{ triangleSet: { positions, triangles: faces.triangles }, skipped: faces.skipped },
    ...(colors && { colors }),
    ...(context.side && vertices.uv && { paint: paintOf(vertices.uv, head.texture) }),
  };
}

function paintOf(uv: Float32Array, file: string | undefined): MeshPaint {
  const texture = new Uint8Array(uv.length / 2).fill(file === undefined ? 0 : 1);
  return { uv, texture, textures: file === undefined ? [] : [{ name: file, file }] };
}

interface Vertices {
  readonly positions: Float64Array;
  /** sRGB bytes, if there are red, green and blue. */
  readonly colors?: Uint8Array | undefined;
  /** u, v, if there are s and t, u and v, or texture_u and texture_v. */
  readonly uv?: Float32Array | undefined;
}

interface Faces {
  readonly triangles: Uint32Array;
  readonly skipped: number;
}

function requireParts({ elements, end }: PlyHead, context: ReadContext): void {
  const vertex = elements.filter(({ name }) => name === 'vertex'),
    face = elements.filter(({ name }) => name === 'face');
  const missing = ['x', 'y', 'z'].filter(
    (axis) => !vertex[0]?.properties.some(({ name, list }) => name === axis && !list),
  );
  const spot = { offset: end };
  if (vertex.length !== 1 || missing.length > 0)
    throw refusal(context, spot, 'The file has no vertices with x, y and z.', 'Export it as a mesh.');
  if (face.length !== 1 || !face[0]!.properties.some(({ name, list }) => CORNERS.includes(name) && list))
    throw refusal(context, spot, 'The file has no faces.', 'Export it as a mesh, not as points or as strips.');
}

function readVertices({ count, properties }: PlyElement, values: Values, context: ReadContext): Vertices {
  if (count > 3 * context.most) throw tooManyTriangles(context, 'vertices');
  const positions = new Float64Array(3 * count);
  const channels = properties.map(({ name, list }) => (list ? -1 : ['red', 'green', 'blue'].indexOf(name))),
    isColored = [0, 1, 2].every((channel) => channels.includes(channel)),
    colors = new Uint8Array(isColored ? 3 * count : 0);
  const pair = COORDINATES.find((names) => names.every((name) => properties.some((p) => p.name === name && !p.list))),
    sides = properties.map(({ name, list }) => (list ? -1 : pair ? (pair as readonly string[]).indexOf(name) : -1)),
    uv = new Float32Array(pair ? 2 * count : 0);
  const axes = properties.map(({ name, list }) => (list ? -1 : ['x', 'y', 'z'].indexOf(name)));
  for (let v = 0; v < count; v++) {
    const start = values.offset;
    values.begin();
    properties.forEach((property, k) => {
      if (property.list) {
        for (let n = values.length(property.list); n > 0; n--) values.number(property.type);
      } else if (isColored && channels[k]! >= 0) {
        const value = values.number(property.type);
        colors[3 * v + channels[k]!] = Math.min(
          Math.max(Math.round(isReal(property.type) ? 255 * value : value), 0),
          255,
        );
      } else if (sides[k]! >= 0) {
        const value = values.number(property.type);
        uv[2 * v + sides[k]!] = isCoordinate(value) ? value : 0;
      } else if (axes[k]! < 0) values.number(property.type);
      else positions[3 * v + axes[k]!] = values.number(property.type);
    });
    for (let a = 0; a < 3; a++) {
      if (!isCoordinate(positions[3 * v + a]!))
        throw refusal(context, { offset: start }, `Vertex ${v} is not finite.`, 'Export the mesh again.');
    }
  }
  return { positions, ...(isColored && { colors }), ...(pair && { uv }) };
}

/** Names of texture coordinates in files of various programs. */
const COORDINATES = [
  ['s', 't'],
  ['u', 'v'],
  ['texture_u', 'texture_v'],
] as const;

/** Colors are bytes, or real numbers from 0 to 1. */
const isReal = (type: string): boolean => /^(?:float|double)/.test(type);

function readFaces({ count, properties }: PlyElement, values: Values, context: ReadContext): Faces {
  const triangles: number[] = [];
  let skipped = 0;
  for (let f = 0; f < count; f++) {
    values.begin();
    for (const property of properties) {
      if (!property.list) {
        values.number(property.type);
        continue;
      }
      const corners = values.length(property.list),
        isFace = CORNERS.includes(property.name);
      if (isFace && corners < 3) skipped++;
      let [first, last] = [0, 0];
      for (let k = 0; k < corners; k++) {
        const start = values.offset,
          vertex = values.number(property.type);
        if (!isFace) continue;
        if (!(Number.isInteger(vertex) && vertex >= 0 && vertex < 0xffffffff))
          throw refusal(
            context,
            { offset: start },
            `${shown(String(vertex))} is not a vertex.`,
            'Export the mesh again.',
          );
        if (k === 0) first = vertex;
        else if (k > 1) triangles.push(first, last, vertex);
        last = vertex;
      }
      if (triangles.length > 3 * context.most) throw tooManyTriangles(context);
    }
  }
  return { triangles: Uint32Array.from(triangles), skipped };
}

function skip({ count, properties }: PlyElement, values: Values): void {
  if (properties.length === 0) return;
  for (let k = 0; k < count; k++) {
    values.begin();
    for (const { type, list } of properties) {
      for (let n = list ? values.length(list) : 1; n > 0; n--) values.number(type);
    }
  }
}
