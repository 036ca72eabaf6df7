// VTK's XML files with raw data at their end, and a .pvd that gives every file its time. Surfaces are .vtp (polygons or lines),
// particles and foam .vtu (one vertex cell each), which also programs without polygons read.

import type { ExportContext, ExportFrame, FramesFormat, WrittenFrame } from './format.ts';
import { type Geometry, geometryOf } from './geometry.ts';
import { commentText, xmlText } from './text.ts';

/** VTK: one file per frame with every field, and a time series for ParaView. */
export const VTK: FramesFormat = {
  kind: 'frames',
  title: 'VTK XML (.vtp, .vtu) with a time series (.pvd)',
  extension: (what) => (what === 'surface' ? 'vtp' : 'vtu'),
  refuse: () => undefined,
  encode: encodeVtk,
  index: (frames, context) => ({ name: `${context.what}.pvd`, bytes: encodePvd(frames, context) }),
};

type Block = Float32Array | Uint32Array | Int32Array | Float64Array | Uint8Array;

/** VTK's names of the types of numbers. */
const TYPE_NAMES = {
  Float32Array: 'Float32',
  Float64Array: 'Float64',
  Uint32Array: 'UInt32',
  Int32Array: 'Int32',
  Uint8Array: 'UInt8',
};

/** VTK's number of a cell that is one point. */
const VERTEX_CELL = 1;

/** The arrays at the end of a file, each after its length in bytes as u64. */
class Appendix {
  readonly blocks: Block[] = [];
  private offset = 0;

  /** Adds an array and returns the element that refers to it. */
  add(name: string, components: number, values: Block, more = ''): string {
    const type = TYPE_NAMES[values.constructor.name as keyof typeof TYPE_NAMES];
    const at = this.offset;
    this.offset += 8 + values.byteLength;
    this.blocks.push(values);
    return `<DataArray type="${type}" Name="${xmlText(name)}" NumberOfComponents="${components}"${more} format="appended" offset="${at}"/>`;
  }

  get size(): number {
    return this.offset;
  }
}

/** The .vtp or .vtu file of a frame. */
export function encodeVtk(frame: ExportFrame, context: ExportContext): Uint8Array {
  const geometry = geometryOf(frame, context);
  const appendix = new Appendix();
  const type = geometry.corners === 1 ? 'UnstructuredGrid' : 'PolyData';
  const lines = [
    '<?xml version="1.0"?>',
    `<!-- ${commentText(context.title)}, frame ${frame.frame}; SI units, y up -->`,
    `<VTKFile type="${type}" version="1.0" byte_order="LittleEndian" header_type="UInt64">`,
    `<${type}>`,
    '<FieldData>',
    appendix.add('TimeValue', 1, Float64Array.of(frame.time), ' NumberOfTuples="1"'),
    '</FieldData>',
    ...pieceOf(geometry, appendix),
    `</${type}>`,
    '<AppendedData encoding="raw">',
    '_',
  ];
  return joined(lines.join('\n'), appendix, '\n</AppendedData>\n</VTKFile>\n');
}

function pieceOf(geometry: Geometry, appendix: Appendix): string[] {
  const { corners, count, positions, normals, elements, fields, uv, texture } = geometry;
  const cells = elements.length / corners;
  const counts =
    corners === 1
      ? `NumberOfCells="${count}"`
      : `NumberOfVerts="0" NumberOfLines="${corners === 2 ? cells : 0}" NumberOfStrips="0" NumberOfPolys="${corners === 3 ? cells : 0}"`;
  const vectors = fields.some(({ name }) => name === 'velocity') ? ' Vectors="velocity"' : '';
  return [
    `<Piece NumberOfPoints="${count}" ${counts}>`,
    `<PointData${normals ? ' Normals="normals"' : ''}${vectors}${uv ? ' TCoords="uv"' : ''}>`,
    ...(normals ? [appendix.add('normals', 3, normals)] : []),
    ...(uv ? [appendix.add('uv', 2, uv)] : []),
    ...(texture ? [appendix.add('texture', 1, texture)] : []),
    ...fields.map(({ name, components, values }) => appendix.add(name, components, values)),
    '</PointData>',
    '<Points>',
    appendix.add('Points', 3, positions),
    '</Points>',
    ...cellsOf(geometry, appendix),
    '</Piece>',
  ];
}

function cellsOf({ corners, count, elements }: Geometry, appendix: Appendix): string[] {
  if (corners === 1) {
    const every = Int32Array.from({ length: count }, (_, i) => i);
    return [
      '<Cells>',
      appendix.add('connectivity', 1, every),
      appendix.add(
        'offsets',
        1,
        every.map((i) => i + 1),
      ),
      appendix.add('types', 1, new Uint8Array(count).fill(VERTEX_CELL)),
      '</Cells>',
    ];
  }
  const element = corners === 3 ? 'Polys' : 'Lines';
  const ends = Int32Array.from({ length: elements.length / corners }, (_, i) => corners * (i + 1));
  return [
    `<${element}>`,
    appendix.add('connectivity', 1, Int32Array.from(elements)),
    appendix.add('offsets', 1, ends),
    `</${element}>`,
  ];
}

function joined(head: string, appendix: Appendix, tail: string): Uint8Array {
  const [start, end] = [new TextEncoder().encode(head), new TextEncoder().encode(tail)];
  const bytes = new Uint8Array(start.length + appendix.size + end.length);
  const view = new DataView(bytes.buffer);
  bytes.set(start);
  let at = start.length;
  for (const { buffer, byteOffset, byteLength } of appendix.blocks) {
    view.setBigUint64(at, BigInt(byteLength), true);
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at + 8);
    at += 8 + byteLength;
  }
  bytes.set(end, at);
  return bytes;
}

function encodePvd(frames: readonly WrittenFrame[], context: ExportContext): Uint8Array {
  const lines = [
    '<?xml version="1.0"?>',
    `<!-- ${commentText(context.title)} -->`,
    '<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">',
    '<Collection>',
    ...frames.map(
      ({ time, file, piece = 0 }) => `<DataSet timestep="${time}" part="${piece}" file="${xmlText(file)}"/>`,
    ),
    '</Collection>',
    '</VTKFile>',
  ];
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}
