// OBJ: text that every program reads. It has no place for fields: only positions, normals, and what joins them.

import type { ExportContext, ExportFrame, FramesFormat } from './format.ts';
import { geometryOf } from './geometry.ts';
import { commentText } from './text.ts';
import { TextWriter } from './text-writer.ts';

/** OBJ: one file per frame; segments are lines, particles are points. */
export const OBJ: FramesFormat = {
  kind: 'frames',
  title: 'OBJ (Wavefront), text; no fields',
  extension: () => 'obj',
  refuse: () => undefined,
  encode: encodeObj,
};

const POINTS_PER_LINE = 64;

/** The OBJ file of a frame. */
export function encodeObj(frame: ExportFrame, context: ExportContext): Uint8Array {
  const { corners, count, positions, normals, elements } = geometryOf(frame, context);
  const out = new TextWriter();
  out.text(`# ${commentText(context.title)}\n# frame ${frame.frame}, time ${frame.time} s; meters, y up\n`);
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
    writeFaces(out, elements);
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

/** Points by their numbers, from 1; many to a line, because some programs complain about every line of them. */
function writePoints(out: TextWriter, count: number): void {
  for (let i = 0; i < count; i++) {
    out.text(i % POINTS_PER_LINE > 0 ? ' ' : i > 0 ? '\np ' : 'p ').integer(i + 1);
  }
  if (count > 0) out.text('\n');
}

/** Faces count from 1 and name vertex and normal, which are the same here. */
function writeFaces(out: TextWriter, elements: Uint32Array): void {
  for (let i = 0; i < elements.length; i += 3) {
    out.text('f');
    for (let k = i; k < i + 3; k++) {
      const vertex = elements[k]! + 1;
      out.text(' ').integer(vertex).text('//').integer(vertex);
    }
    out.text('\n');
  }
}
