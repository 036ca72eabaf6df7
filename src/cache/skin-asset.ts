// The mesh of a skin from its file, with what it is painted with: colors, texture coordinates and pictures, which are read with it, checked,
// and kept as they are.

import { inflateSync } from 'node:zlib';
import { besideFile, type MeshPaint, type TextureSource } from '../meshes/read/paint.ts';
import { type Inflate, readPng } from '../meshes/read/png.ts';
import { readMesh } from '../meshes/read/read-mesh.ts';
import { problem, ThixoError } from '../problem.ts';
import type { PackedPaint } from '../scene/schema.ts';
import { toBase64 } from '../shapes/base64.ts';
import { checkReach } from '../shapes/check-mesh.ts';
import { packTriangles } from '../shapes/triangle-set.ts';

/** What the scene says of the file of a skin. */
export interface SkinFile {
  readonly file: string;
  /** A picture for all of it, in place of those that the mesh names. */
  readonly texture?: string | undefined;
}

/** A skin as caches keep it. */
export interface SkinAsset {
  readonly packed: string;
  readonly colors?: string;
  readonly paint?: PackedPaint;
}

/** How files are read. */
export interface SkinReading {
  /** Reads a file by its path from the scene; throws why it cannot. */
  read(path: string): Uint8Array;
  /** Name of the mesh for messages. */
  readonly name: string;
  /** Most triangles. */
  readonly most: number;
  /** Whether textures are wanted; without, vertices stay exactly those of the file. */
  readonly isPainted: boolean;
}

/** Reads the skin that a scene names. Throws why it cannot. */
export function readSkin({ file, texture }: SkinFile, { read, name, most, isPainted }: SkinReading): SkinAsset {
  // A picture of the scene's own makes the materials of the mesh unnecessary: they need not be there.
  const beside = (path: string): Uint8Array =>
    texture === undefined ? read(besideFile(file, path)) : new Uint8Array(0);
  const { triangleSet, colors, paint } = readMesh(read(file), name, most, isPainted ? beside : undefined);
  const far = checkReach(triangleSet, '');
  if (far.length > 0) throw new ThixoError(far);
  if (texture !== undefined && !paint) throw noCoordinates(file);
  return {
    packed: packTriangles(triangleSet),
    ...(colors && { colors: toBase64(colors) }),
    ...(paint && { paint: packPaint(paint, file, texture, read) }),
  };
}

function packPaint(
  paint: MeshPaint,
  file: string,
  texture: string | undefined,
  read: SkinReading['read'],
): PackedPaint {
  const { uv, twins, fileVertices } = paint,
    sources =
      texture === undefined
        ? paint.textures.map((each) => ('file' in each ? { ...each, file: besideFile(file, each.file) } : each))
        : [{ name: texture, file: texture }],
    numbers = texture === undefined ? paint.texture : new Uint8Array(paint.texture.length).fill(1);
  return {
    uv: toBase64(bytesOf(uv)),
    texture: toBase64(numbers),
    textures: sources.map((source) => toBase64(pictureOf(source, read))),
    ...(twins && { twins: toBase64(bytesOf(twins)) }),
    ...(fileVertices !== undefined && { fileVertices }),
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The bytes of a picture that can be read. */
export function pictureOf(source: TextureSource, read: SkinReading['read']): Uint8Array {
  const bytes = 'bytes' in source ? source.bytes : read(source.file),
    image = readPng(bytes, inflate);
  if (typeof image !== 'string') return bytes;
  const message = `The texture ${JSON.stringify(source.name.slice(-80))} ${image}.`;
  throw new ThixoError([problem('ASSET_INVALID', '', message, TEXTURE_HINT)]);
}

const TEXTURE_HINT = 'Save it as PNG, not interlaced, of at most 4096 × 4096 pixels, and name that file in the mesh.';

const inflate: Inflate = (packed, most) => {
  try {
    return inflateSync(packed, { maxOutputLength: most });
  } catch {
    return undefined;
  }
};

function noCoordinates(file: string): ThixoError {
  const message = `The mesh "${file}" has no texture coordinates: nothing says where the picture goes.`;
  const hint =
    'Unwrap it in a modeling program (vt in OBJ, s and t in PLY, TEXCOORD_0 in glTF), or leave `texture` out.';
  return new ThixoError([problem('ASSET_INVALID', '', message, hint)]);
}
