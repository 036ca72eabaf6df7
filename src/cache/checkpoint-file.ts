// A checkpoint as a file: a snapshot, deflated, behind its checksum.
//   "THIXOCKP" | version u32 | snapshot bytes f64 | SHA-256 of everything else, 32 bytes | deflated snapshot       little-endian

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { damaged } from '../frames/damaged.ts';
import { LARGEST_RATIO } from '../frames/planes.ts';
import { problem, ThixoError } from '../problem.ts';
import { digest } from './disk.ts';

const MAGIC = 'THIXOCKP';
const VERSION = 1;
const SUM = 20;
const PREFIX = SUM + 32;

/** Writes a checkpoint. Level 1: 0.56 of the size; more effort gains nothing on these numbers. */
export function encodeCheckpoint(snapshot: Uint8Array): Uint8Array {
  const packed = deflateRawSync(snapshot, { level: 1 }),
    bytes = new Uint8Array(PREFIX + packed.length),
    view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setFloat64(12, snapshot.length, true);
  bytes.set(packed, PREFIX);
  bytes.set(sumOf(bytes), SUM);
  return bytes;
}

/** The snapshot of a checkpoint; throws CACHE_DAMAGED if a single bit is not what was written. */
export function decodeCheckpoint(bytes: Uint8Array, path: string): Uint8Array {
  if (bytes.length < PREFIX || new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC)
    throw damaged(path, 0, 'it is not a checkpoint');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    version = view.getUint32(8, true);
  if (version !== VERSION) {
    const message = `${path} has checkpoint format ${version}; this program reads ${VERSION}.`;
    throw new ThixoError([problem('CACHE_FORMAT', '', message, 'Read it with the version of Thixo that wrote it.')]);
  }
  const sum = sumOf(bytes);
  if (sum.some((byte, k) => byte !== bytes[SUM + k])) throw damaged(path, SUM, 'its checksum is wrong');
  const length = view.getFloat64(12, true);
  if (!Number.isSafeInteger(length) || length < 0 || length > LARGEST_RATIO * bytes.length)
    throw damaged(path, 12, 'it claims an impossible length');
  try {
    const snapshot = inflateRawSync(bytes.subarray(PREFIX), { maxOutputLength: Math.max(1, length) });
    if (snapshot.length === length) return snapshot;
  } catch {
    // told below
  }
  throw damaged(path, PREFIX, 'its content cannot be unpacked');
}

/** Over the length and the content. */
function sumOf(bytes: Uint8Array): Uint8Array {
  const covered = Buffer.concat([bytes.subarray(0, SUM), bytes.subarray(PREFIX)]);
  return Buffer.from(digest(covered), 'hex');
}
