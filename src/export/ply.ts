// PLY, binary and little-endian: points with every field, triangles as faces, segments as edges.

import type { ExportContext, ExportFrame, FramesFormat } from './format.ts';
import { type Geometry, geometryOf, type NamedField } from './geometry.ts';
import { commentText } from './text.ts';
import { textureFiles } from './textures.ts';

/** PLY: one file per frame. Velocity is `vx vy vz`, texture coordinates are `s t`, other fields keep their names. */
export const PLY: FramesFormat = {
  kind: 'frames',
  title: 'PLY (Stanford), binary',
  extension: () => 'ply',
  refuse: () => undefined,
  companions: textureFiles,
  encode: encodePly,
};

/** A column of the vertex table: where its numbers are, and how far apart. */
interface Column {
  readonly name: string;
  readonly type: 'float' | 'uint';
  readonly values: Float32Array | Uint32Array;
  readonly offset: number;
  readonly stride: number;
}

/** The PLY file of a frame. */
export function encodePly(frame: ExportFrame, context: ExportContext): Uint8Array {
  const geometry = geometryOf(frame, context);
  const columns = columnsOf(geometry);
  const header = new TextEncoder().encode(headerOf(geometry, columns, frame, context));
  const { corners, count, elements } = geometry;
  const perElement = corners === 3 ? 13 : 8;
  const bytes = new Uint8Array(header.length + 4 * columns.length * count + (elements.length / corners) * perElement);
  bytes.set(header);
  writeRows(bytes, header.length, columns, count);
  const at = header.length + 4 * columns.length * count;
  if (corners === 3) writeFaces(bytes, at, elements);
  else writeEdges(bytes, at, elements);
  return bytes;
}

function columnsOf({ positions, normals, uv, texture, fields }: Geometry): Column[] {
  const columns = vectorColumns(['x', 'y', 'z'], positions);
  if (normals) columns.push(...vectorColumns(['nx', 'ny', 'nz'], normals));
  if (uv) columns.push(...vectorColumns(['s', 't'], uv));
  if (texture) columns.push(...fieldColumns({ name: 'texture', components: 1, values: texture }));
  for (const field of fields) columns.push(...fieldColumns(field));
  return columns;
}

function fieldColumns({ name, components, values }: NamedField): Column[] {
  if (components === 3) {
    const letters = ['x', 'y', 'z'].map((axis) => (name === 'velocity' ? `v${axis}` : `${name}_${axis}`));
    return vectorColumns(letters, values);
  }
  return [{ name, type: typeOf(values), values, offset: 0, stride: 1 }];
}

function vectorColumns(names: readonly string[], values: Float32Array | Uint32Array): Column[] {
  return names.map((name, offset) => ({ name, type: typeOf(values), values, offset, stride: names.length }));
}

const typeOf = (values: Float32Array | Uint32Array): 'float' | 'uint' =>
  values instanceof Float32Array ? 'float' : 'uint';

function headerOf(geometry: Geometry, columns: readonly Column[], frame: ExportFrame, context: ExportContext): string {
  const { corners, count, elements } = geometry;
  const lines = [
    'ply',
    'format binary_little_endian 1.0',
    `comment ${commentText(context.title)}`,
    `comment frame ${frame.frame}, time ${frame.time} s; SI units, y up`,
    ...textureFiles(context).map(({ name }) => `comment TextureFile ${name}`),
    `element vertex ${count}`,
    ...columns.map(({ type, name }) => `property ${type} ${name}`),
  ];
  if (corners === 3) lines.push(`element face ${elements.length / 3}`, 'property list uchar int vertex_indices');
  if (corners === 2) lines.push(`element edge ${elements.length / 2}`, 'property int vertex1', 'property int vertex2');
  return `${lines.join('\n')}\nend_header\n`;
}

function writeRows(bytes: Uint8Array, at: number, columns: readonly Column[], count: number): void {
  const view = new DataView(bytes.buffer);
  const row = 4 * columns.length;
  columns.forEach(({ type, values, offset, stride }, c) => {
    for (let i = 0; i < count; i++) {
      const value = values[i * stride + offset]!;
      if (type === 'float') view.setFloat32(at + i * row + 4 * c, value, true);
      else view.setUint32(at + i * row + 4 * c, value, true);
    }
  });
}

function writeFaces(bytes: Uint8Array, at: number, elements: Uint32Array): void {
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < elements.length; i += 3) {
    bytes[at] = 3;
    for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, elements[i + k]!, true);
    at += 13;
  }
}

function writeEdges(bytes: Uint8Array, at: number, elements: Uint32Array): void {
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < elements.length; i++) view.setInt32(at + 4 * i, elements[i]!, true);
}
