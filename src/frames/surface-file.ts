// One surface as a file. It can always be made again: a file that is damaged does not count, and nobody is told. Opening finds the packed
// arrays and the checksum; whoever opens compares it and unpacks, in Node with zlib, in a page with a stream.

import type { SurfaceMesh, VertexField } from '../meshes/surface-mesh.ts';
import { type FileKind, readHeader } from './packed-file.ts';
import { LARGEST_RATIO } from './planes.ts';

/** What a surface file is. */
export const SURFACE_KIND: FileKind = { magic: 'THIXOSRF', version: 1, name: 'surface' };

type Numbers = Float32Array | Uint32Array;

/** One array of the file. */
export interface SurfaceBlock {
  readonly name: string;
  readonly type: 'f32' | 'u32';
  /** Numbers that belong together. */
  readonly components: number;
  /** Entries of so many components. */
  readonly count: number;
  /** Packed. */
  readonly bytes: number;
}

/** What the file says of itself. */
export interface SurfaceContent {
  /** What it was made of and how. */
  readonly key: string;
  readonly dimension: 2 | 3;
  /** Positions, normals and elements, then the fields. */
  readonly blocks: readonly SurfaceBlock[];
}

/** A surface whose arrays are still packed. */
export interface PackedSurface extends SurfaceContent {
  /** SHA-256, hexadecimal, that `checked` must have. */
  readonly sha256: string;
  /** Everything that the checksum is of. */
  readonly checked: Uint8Array;
  readonly arrays: readonly { readonly packed: Uint8Array; readonly length: number; readonly stride: number }[];
}

/** Everything that the checksum of a surface is of: the header before it, as JSON, and the packed arrays. */
export function checkedBytes({ key, dimension, blocks }: SurfaceContent, packed: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify({ key, dimension, blocks }));
  const bytes = new Uint8Array(packed.reduce((sum, { length }) => sum + length, text.length));
  bytes.set(text);
  let at = text.length;
  for (const block of packed) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** Finds the arrays of a surface; undefined if the file cannot be one. */
export function openSurface(bytes: Uint8Array): PackedSurface | undefined {
  try {
    const { header, end } = readHeader(bytes, '', SURFACE_KIND),
      { key, dimension, blocks, sha256 } = header as SurfaceContent & { sha256: string };
    if ((dimension !== 2 && dimension !== 3) || !blocks.every(isSound)) return undefined;
    let at = end;
    const arrays = blocks.map(({ components, count, bytes: size }) => {
      at += size;
      return { packed: bytes.subarray(at - size, at), length: 4 * components * count, stride: 4 * components };
    });
    const checked = checkedBytes({ key, dimension, blocks }, [bytes.subarray(end)]);
    return { key, dimension, blocks, sha256, checked, arrays };
  } catch {
    return undefined;
  }
}

/** Puts a surface together; undefined if an array could not be unpacked, or the arrays do not fit together. */
export function surfaceOf(
  { dimension, blocks }: PackedSurface,
  unpacked: readonly (Uint8Array<ArrayBuffer> | undefined)[],
): SurfaceMesh | undefined {
  const arrays = new Map<string, VertexField>();
  for (const [k, { name, type, components }] of blocks.entries()) {
    const block = unpacked[k];
    if (!block) return undefined;
    const values = type === 'f32' ? new Float32Array(block.buffer) : new Uint32Array(block.buffer);
    arrays.set(name, { components: components as VertexField['components'], values });
  }
  return meshOf(dimension, arrays);
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

function isSound({ type, components, count, bytes }: SurfaceBlock): boolean {
  const whole = (x: unknown): boolean => Number.isSafeInteger(x) && (x as number) >= 0;
  return (
    (type === 'f32' || type === 'u32') &&
    [1, 2, 3].includes(components) &&
    whole(count) &&
    whole(bytes) &&
    4 * components * count <= LARGEST_RATIO * bytes
  );
}
