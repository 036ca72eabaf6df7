// Writes and reads frame files with Node's zlib; what is in them: src/frames/frame-file.ts.

import { FRAME_KIND, type FrameFields, type FrameHeader, frameOf, openFrame } from '../frames/frame-file.ts';
import { joinPacked } from '../frames/packed-file.ts';
import { savePoses } from '../frames/poses.ts';
import { fieldValues, frameFields } from '../substances/known-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { pack, unpack } from './blocks.ts';

/** Writes a frame. The same frame always gives the same bytes. */
export function encodeFrame(fields: WorldFields, frame: number, time: number): Uint8Array {
  const blocks = frameFields().flatMap(({ name, components }) => {
    const values = fieldValues(fields, name);
    if (values === undefined) return [];
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return [{ name, components, packed: pack(bytes, 4 * components) }];
  });
  const header: FrameHeader = {
    frame,
    time,
    count: fields.count,
    fields: blocks.map(({ name, components, packed }) => ({ name, components, bytes: packed.length })),
    ...(fields.poses && { poses: savePoses(fields.poses) }),
  };
  return joinPacked(
    FRAME_KIND,
    header,
    blocks.map(({ packed }) => packed),
  );
}

/** Reads a frame; throws CACHE_DAMAGED with the byte at which it stops being one. */
export function decodeFrame(bytes: Uint8Array, path: string): FrameFields {
  const open = openFrame(bytes, path);
  return frameOf(
    open,
    open.fields.map(({ packed, length, stride }) => unpack(packed, length, stride)),
  );
}

/** Whether two frames hold the same particles and poses, bit for bit. What follows from the state may be missing: older programs did not write it. */
export function sameFields(a: WorldFields, b: WorldFields): boolean {
  const bytes = (values: Float32Array | Uint32Array | undefined) =>
    values ? Buffer.from(values.buffer, values.byteOffset, values.byteLength) : Buffer.alloc(0);
  const poses = ({ poses }: WorldFields) => JSON.stringify(poses && savePoses(poses));
  if (poses(a) !== poses(b)) return false;
  return frameFields().every(({ name, lifetime }) => {
    const [of, other] = [fieldValues(a, name), fieldValues(b, name)];
    return (lifetime === 'derived' && (!of || !other)) || bytes(of).equals(bytes(other));
  });
}
