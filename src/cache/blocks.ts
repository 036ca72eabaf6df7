// Numbers packed without loss: bytes in planes, then deflate. 19.0 bytes per particle and frame against 21.0 by meshoptimizer's vertex
// codec, and no dependency (ADR 10). A page unpacks them with src/frames/unpack-stream.ts.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { byEntry, byPlane } from '../frames/planes.ts';

/** Packs an array whose entries are `stride` bytes long. */
export function pack(bytes: Uint8Array, stride: number): Uint8Array {
  return deflateRawSync(byPlane(bytes, stride), { level: 6 });
}

/** Unpacks `length` bytes; undefined if that is not what is packed there. Never produces more than `length` bytes. */
export function unpack(packed: Uint8Array, length: number, stride: number): Uint8Array<ArrayBuffer> | undefined {
  if (length === 0) return new Uint8Array(0);
  try {
    const planes = inflateRawSync(packed, { maxOutputLength: length });
    return planes.length === length ? byEntry(planes, stride) : undefined;
  } catch {
    return undefined;
  }
}
