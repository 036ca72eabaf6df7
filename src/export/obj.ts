// OBJ: text that every program reads. It has no place for fields: only positions, normals, texture coordinates, and what joins them. Pictures
// are beside it, named by a file of materials.

import { cornersOf, trianglesByTexture } from '../surface/scene-paint.ts';
import type { CompanionFile, ExportContext, ExportFrame, ExportPiece, FramesFormat } from './format.ts';
import { facesOf, type Geometry, geometryOf } from './geometry.ts';
import { refuseFoam } from './refusal.ts';
import { commentText } from './text.ts';
import { TextWriter } from './text-writer.ts';
import { contentName, textureFiles } from './textures.ts';

/** OBJ: one file per frame; segments are lines, particles are points. */
export const OBJ: FramesFormat = {
  kind: 'frames',
  title: 'OBJ (Wavefront), text; no fields',
  extension: () => 'obj',
  refuse: refuseFoam,
  companions: (context) => [...textureFiles(context), ...materialFile(context)],
  encode: encodeObj,
};

const POINTS_PER_LINE = 64;

/** The OBJ file of a frame. */
export function encodeObj(frame: ExportFrame, context: ExportContext): Uint8Array {
  if (frame.pieces) return encodePieces(frame, frame.pieces, context);
  const geometry = geometryOf(frame, context),
    { corners, count, positions, normals, elements } = geometry;
  const out = new TextWriter();
  out.text(`# ${commentText(context.title)}\n# frame ${frame.frame}, time ${frame.time} s; meters, y up\n`);
  for (const { name } of materialFile(context)) out.text(`mtllib ${name}\n`);
  out.text(`o ${context.what}\n`);
  for (let i = 0; i < count; i++)
    out
      .text('v ')
      .vector(positions, 3 * i, ' ')
      .text('\n');
  if (corners === 3 && normals) {
    for (let i = 0; i < count; i++)
      out
        .text('vn ')
        .vector(normals, 3 * i, ' ')
        .text('\n');
    writePainted(out, geometry, textureFiles(context).length);
  } else if (corners === 2) {
    for (let i = 0; i < elements.length; i += 2) {
      out
        .text('l ')
        .integer(elements[i]! + 1)
        .text(' ')
        .integer(elements[i + 1]! + 1)
        .text('\n');
    }
  } else writePoints(out, count);
  return out.take();
}

/** An object for every piece, of faces or in the plane of lines. Vertices at one place are one; `usemtl` tells the surface from inner faces. */
function encodePieces(frame: ExportFrame, pieces: readonly ExportPiece[], context: ExportContext): Uint8Array {
  const out = new TextWriter();
  out.text(`# ${commentText(context.title)}\n# frame ${frame.frame}, time ${frame.time} s; meters, y up\n`);
  let [vertices, rows] = [1, 1];
  for (const { name, surface, places } of pieces) {
    const geometry = geometryOf({ ...frame, surface }, context),
      { corners, count, positions, uv } = geometry,
      { outer, inner } = facesOf(geometry),
      numbers = new Map<number, number>(),
      at = new Uint32Array(count);
    out.text(`o ${name}\n`);
    for (let i = 0; i < count; i++) {
      const place = places?.[i] ?? i;
      if (!numbers.has(place)) {
        numbers.set(place, vertices + numbers.size);
        out
          .text('v ')
          .vector(positions, 3 * i, ' ')
          .text('\n');
      }
      at[i] = numbers.get(place)!;
    }
    if (corners === 3) writeRows(out, geometry);
    for (const [material, elements] of [
      ['outside', outer],
      ['inside', inner],
    ] as const) {
      if (elements.length > 0) out.text(`usemtl ${material}\n`);
      if (corners === 3) writePieceFaces(out, elements, at, rows, uv !== undefined);
      else writeLines(out, elements, at);
    }
    vertices += numbers.size;
    rows += count;
  }
  return out.take();
}

/** Texture coordinates, if there are any. */
function writeTexturePlaces(out: TextWriter, { uv, count }: Pick<Geometry, 'uv' | 'count'>): void {
  for (let i = 0; uv && i < count; i++)
    out
      .text('vt ')
      .float(uv[2 * i]!)
      .text(' ')
      .float(uv[2 * i + 1]!)
      .text('\n');
}

/** Texture coordinates and normals of a piece. */
function writeRows(out: TextWriter, geometry: Geometry): void {
  const { normals, count } = geometry;
  writeTexturePlaces(out, geometry);
  for (let i = 0; i < count; i++)
    out
      .text('vn ')
      .vector(normals!, 3 * i, ' ')
      .text('\n');
}

/** Faces of a piece: numbers of its vertices, and of its rows from the first one on. */
function writePieceFaces(out: TextWriter, elements: Uint32Array, at: Uint32Array, rows: number, hasUv: boolean): void {
  elements.forEach((v, k) => {
    out
      .text(k % 3 === 0 ? 'f ' : ' ')
      .integer(at[v]!)
      .text('/');
    if (hasUv) out.integer(rows + v);
    out.text('/').integer(rows + v);
    if (k % 3 === 2) out.text('\n');
  });
}

/** Segments of a piece in the plane. */
function writeLines(out: TextWriter, elements: Uint32Array, at: Uint32Array): void {
  for (let k = 0; k < elements.length; k += 2)
    out
      .text('l ')
      .integer(at[elements[k]!]!)
      .text(' ')
      .integer(at[elements[k + 1]!]!)
      .text('\n');
}

/** Points by their numbers, from 1; many to a line, because some programs complain about every line of them. */
function writePoints(out: TextWriter, count: number): void {
  for (let i = 0; i < count; i++) {
    out.text(i % POINTS_PER_LINE > 0 ? ' ' : i > 0 ? '\np ' : 'p ').integer(i + 1);
  }
  if (count > 0) out.text('\n');
}

/** The faces, those with one picture together. */
function writePainted(out: TextWriter, geometry: Geometry, textures: number): void {
  const { elements, uv, texture } = geometry;
  writeTexturePlaces(out, geometry);
  if (!texture || textures === 0) {
    writeFaces(out, elements, uv !== undefined);
    return;
  }
  for (const [number, triangles] of trianglesByTexture(elements, texture, textures).entries()) {
    if (triangles.length === 0) continue;
    out.text(`usemtl ${materialName(number)}\n`);
    writeFaces(out, cornersOf(elements, triangles), true);
  }
}

const materialName = (number: number): string => (number === 0 ? 'plain' : `texture-${number}`);

/** The file of materials, if there are pictures. */
function materialFile(context: Pick<ExportContext, 'scene' | 'what'>): readonly CompanionFile[] {
  const textures = textureFiles(context);
  if (textures.length === 0) return [];
  const lines = textures.map(({ name }, k) => `newmtl ${materialName(k + 1)}\nKd 1 1 1\nmap_Kd ${name}\n`),
    bytes = new TextEncoder().encode(`newmtl ${materialName(0)}\nKd 0.8 0.8 0.8\n${lines.join('')}`);
  return [{ name: `materials-${contentName(bytes)}.mtl`, bytes }];
}

/** Faces count from 1 and name vertex, texture coordinates and normal, which are the same here. */
function writeFaces(out: TextWriter, elements: Uint32Array, hasUv: boolean): void {
  for (let i = 0; i < elements.length; i += 3) {
    out.text('f');
    for (let k = i; k < i + 3; k++) {
      const vertex = elements[k]! + 1;
      out.text(' ').integer(vertex);
      if (hasUv) out.text('/').integer(vertex).text('/').integer(vertex);
      else out.text('//').integer(vertex);
    }
    out.text('\n');
  }
}
