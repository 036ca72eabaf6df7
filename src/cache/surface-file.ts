// Writes and reads surface files with Node's zlib and SHA-256; what is in them: src/frames/surface-file.ts.

import { joinPacked } from '../frames/packed-file.ts';
import {
  checkedBytes,
  openSurface,
  type PackedSurface,
  SURFACE_KIND,
  type SurfaceBlock,
  type SurfaceContent,
  surfaceOf,
} from '../frames/surface-file.ts';
import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import { pack, unpack } from './blocks.ts';
import { digest } from './disk.ts';

type Numbers = Float32Array | Uint32Array;

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
    ([name, values, components], k): SurfaceBlock => ({
      name,
      type: values instanceof Float32Array ? 'f32' : 'u32',
      components,
      count: values.length / components,
      bytes: packed[k]!.length,
    }),
  );
  const content: SurfaceContent = { key, dimension, blocks };
  return joinPacked(SURFACE_KIND, { ...content, sha256: digest(checkedBytes(content, packed)) }, packed);
}

/** Reads a surface; undefined if a bit of the file is not what was written, or its key is another one. */
export function decodeSurface(file: Uint8Array, key: string): SurfaceMesh | undefined {
  const open = openIntact(file, key);
  return (
    open &&
    surfaceOf(
      open,
      open.arrays.map(({ packed, length, stride }) => unpack(packed, length, stride)),
    )
  );
}

/** Whether a file is the surface with this key, every bit as it was written. */
export function isSurface(file: Uint8Array, key: string): boolean {
  return openIntact(file, key) !== undefined;
}

function openIntact(file: Uint8Array, key: string): PackedSurface | undefined {
  const open = openSurface(file);
  return open?.key === key && digest(open.checked) === open.sha256 ? open : undefined;
}

function bytesOf(values: Numbers): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
