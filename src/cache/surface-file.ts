// One surface as a file. It can always be made again: a file that is damaged, or that belongs to other particles or settings, does not count.
//   "THIXOSRF" | version u32 | header bytes u32 | header (JSON, UTF-8) | packed arrays, one after the other       little-endian

import { LARGEST_RATIO } from '../frames/planes.ts';
import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';
import { pack, unpack } from './blocks.ts';
import { digest } from './disk.ts';

const MAGIC = 'THIXOSRF';
const VERSION = 1;
const PREFIX = 16;

type Numbers = Float32Array | Uint32Array;

/** One array of the file. */
interface Block {
  readonly name: string;
  readonly type: 'f32' | 'u32';
  /** Numbers that belong together. */
  readonly components: number;
  /** Entries of so many components. */
  readonly count: number;
  /** Packed. */
  readonly bytes: number;
}

interface Header {
  /** What it was made of and how. */
  readonly key: string;
  readonly dimension: 2 | 3;
  /** Positions, normals and elements, then the fields. */
  readonly blocks: readonly Block[];
  /** SHA-256 of everything in the header before it, as JSON, and of the packed arrays. */
  readonly sha256: string;
}

/** Writes a surface. `key` says what it was made of and how; the same surface always gives the same bytes. */
export function encodeSurface(mesh: SurfaceMesh, key: string): Uint8Array {
  const { dimension, positions, normals, elements, fields } = mesh;
  const arrays: [name: string, values: Numbers, components: number][] = [
    ['positions', positions, 3],
    ['normals', normals, 3],
    ['elements', elements, dimension],
    ...Object.entries(fields).map(([name, { values, components }]): [string, Numbers, number] => [
      name,
      values,
      components,
    ]),
  ];
  const packed = arrays.map(([, values, components]) => pack(bytesOf(values), 4 * components));
  const blocks = arrays.map(
    ([name, values, components], k): Block => ({
      name,
      type: values instanceof Float32Array ? 'f32' : 'u32',
      components,
      count: values.length / components,
      bytes: packed[k]!.length,
    }),
  );
  const content = { key, dimension, blocks };
  const header = Buffer.from(JSON.stringify({ ...content, sha256: sumOf(content, packed) }));
  const start = Buffer.alloc(PREFIX);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(VERSION, 8);
  start.writeUInt32LE(header.length, 12);
  return Buffer.concat([start, header, ...packed]);
}

/** Reads a surface; undefined if a bit of the file is not what was written, or its key is another one. */
export function decodeSurface(file: Uint8Array, key: string): SurfaceMesh | undefined {
  const header = readHeader(file);
  if (header?.key !== key || !isIntact(file, header)) return undefined;
  const arrays = new Map<string, VertexField>();
  let at = PREFIX + headerLength(file);
  for (const { name, type, components, count, bytes } of header.blocks) {
    const size = 4 * components * count;
    const block = unpack(file.subarray(at, at + bytes), size, 4 * components);
    if (!block) return undefined;
    const values = type === 'f32' ? new Float32Array(block.buffer) : new Uint32Array(block.buffer);
    arrays.set(name, { components: components as 1 | 3, values });
    at += bytes;
  }
  return meshOf(header.dimension, arrays);
}

/** The arrays as a surface; undefined if they do not fit together. */
function meshOf(dimension: 2 | 3, arrays: Map<string, VertexField>): SurfaceMesh | undefined {
  const take = (name: string, components: number): Numbers | undefined => {
    const found = arrays.get(name);
    arrays.delete(name);
    return found?.components === components ? found.values : undefined;
  };
  const positions = take('positions', 3),
    normals = take('normals', 3),
    elements = take('elements', dimension);
  if (!(positions instanceof Float32Array && normals instanceof Float32Array && elements instanceof Uint32Array))
    return undefined;
  const vertices = positions.length / 3,
    fields = [...arrays];
  const fits =
    normals.length === positions.length &&
    fields.every(([, { values, components }]) => values.length === components * vertices) &&
    elements.every((vertex) => vertex < vertices);
  return fits ? { dimension, positions, normals, elements, fields: Object.fromEntries(fields) } : undefined;
}

/** Whether a file is the surface with this key, every bit as it was written. */
export function isSurface(file: Uint8Array, key: string): boolean {
  const header = readHeader(file);
  return header?.key === key && isIntact(file, header);
}

function isIntact(file: Uint8Array, { key, dimension, blocks, sha256 }: Header): boolean {
  return sumOf({ key, dimension, blocks }, [file.subarray(PREFIX + headerLength(file))]) === sha256;
}

function headerLength(file: Uint8Array): number {
  return new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(12, true);
}

/** What the file says of itself; undefined if that cannot be. */
function readHeader(file: Uint8Array): Header | undefined {
  if (file.length < PREFIX || Buffer.from(file.subarray(0, 8)).toString('latin1') !== MAGIC) return undefined;
  if (new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(8, true) !== VERSION) return undefined;
  try {
    const header = JSON.parse(new TextDecoder().decode(file.subarray(PREFIX, PREFIX + headerLength(file)))) as Header;
    return isSound(header) ? header : undefined;
  } catch {
    return undefined;
  }
}

function isSound({ dimension, blocks }: Header): boolean {
  const whole = (x: unknown): boolean => Number.isSafeInteger(x) && (x as number) >= 0;
  return (
    (dimension === 2 || dimension === 3) &&
    blocks.every(
      ({ type, components, count, bytes }) =>
        (type === 'f32' || type === 'u32') &&
        [1, 2, 3].includes(components) &&
        whole(count) &&
        whole(bytes) &&
        4 * components * count <= LARGEST_RATIO * bytes,
    )
  );
}

function sumOf(content: Omit<Header, 'sha256'>, packed: readonly Uint8Array[]): string {
  return digest(Buffer.concat([Buffer.from(JSON.stringify(content)), ...packed]));
}

function bytesOf(values: Numbers): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
