// One frame as a file: what a renderer or exporter needs of every particle, in order of id. Opening finds the packed fields; whoever
// opens unpacks them, in Node with zlib, in a page with a stream; then they are put together.

import type { SimulatedPoses } from '../obstacles/pose-source.ts';
import type { FieldRow } from '../particles/fields.ts';
import { frameFields } from '../substances/known-fields.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { damaged } from './damaged.ts';
import { type FileKind, PREFIX, readHeader } from './packed-file.ts';
import { LARGEST_RATIO } from './planes.ts';
import { isPoses, readPoses, type SavedPose } from './poses.ts';
import { unpackStream } from './unpack-stream.ts';

/** What a frame file is. */
export const FRAME_KIND: FileKind = { magic: 'THIXOFRM', version: 1, name: 'frame' };

/** What a frame file holds, like `world.fields`. */
export interface FrameFields extends WorldFields {
  readonly frame: number;
  /** s */
  readonly time: number;
}

/** The header of a frame file. */
export interface FrameHeader {
  readonly frame: number;
  readonly time: number;
  readonly count: number;
  readonly fields: readonly { readonly name: string; readonly components: number; readonly bytes: number }[];
  /** Only of frames with obstacles whose pose is simulated. */
  readonly poses?: readonly SavedPose[];
}

/** A field that is still packed. */
export interface PackedField {
  readonly row: FieldRow;
  readonly packed: Uint8Array;
  /** Where it stands in the file. */
  readonly offset: number;
  /** Bytes that it has unpacked. */
  readonly length: number;
  /** Bytes of one particle. */
  readonly stride: number;
}

/** A frame whose fields are still packed. */
export interface PackedFrame {
  readonly path: string;
  readonly frame: number;
  readonly time: number;
  readonly count: number;
  readonly fields: readonly PackedField[];
  readonly poses: SimulatedPoses | undefined;
}

/** Finds the fields of a frame; throws CACHE_DAMAGED with the byte at which the file stops being one, or CACHE_FORMAT. */
export function openFrame(bytes: Uint8Array, path: string): PackedFrame {
  const { header, end } = frameHeader(bytes, path);
  const { frame, time, count } = header,
    known = frameFields();
  let at = end;
  const fields = header.fields.map(({ name, components, bytes: size }): PackedField => {
    const row = known.find((field) => field.name === name);
    if (row?.components !== components)
      throw damaged(path, PREFIX, `there is no field ${String(JSON.stringify(name)).slice(0, 40)} of this form`);
    const offset = at,
      stride = 4 * components;
    at += size;
    return { row, packed: bytes.subarray(offset, at), offset, length: stride * count, stride };
  });
  const missing = known.find((row) => row.always && !fields.some((field) => field.row === row));
  if (missing) throw damaged(path, PREFIX, `the field "${missing.name}" is missing`);
  if (at > bytes.length) throw damaged(path, bytes.length, 'the fields are cut off');
  if (at < bytes.length) throw damaged(path, at, `${bytes.length - at} bytes too many`);
  return { path, frame, time, count, fields, poses: header.poses && readPoses(header.poses) };
}

/** Puts a frame together. `blocks`: its fields unpacked, undefined where that was not possible; throws CACHE_DAMAGED then. */
export function frameOf(
  { path, frame, time, count, fields, poses }: PackedFrame,
  blocks: readonly (Uint8Array<ArrayBuffer> | undefined)[],
): FrameFields {
  const values = fields.map(({ row: { name, type }, offset }, k) => {
    const block = blocks[k];
    if (!block) throw damaged(path, offset, `the field "${name}" cannot be unpacked`);
    return [name, type === 'f64' ? new Float32Array(block.buffer) : new Uint32Array(block.buffer)] as const;
  });
  return { frame, time, count, ...Object.fromEntries(values), ...(poses && { poses }) } as unknown as FrameFields;
}

/** Reads a frame in a page; throws CACHE_DAMAGED or CACHE_FORMAT. */
export async function readFrame(bytes: Uint8Array, path: string): Promise<FrameFields> {
  const open = openFrame(bytes, path);
  return frameOf(
    open,
    await Promise.all(open.fields.map(({ packed, length, stride }) => unpackStream(packed, length, stride))),
  );
}

function frameHeader(bytes: Uint8Array, path: string): { header: FrameHeader; end: number } {
  const { header: found, end } = readHeader(bytes, path, FRAME_KIND);
  const header = found as FrameHeader,
    whole = (x: unknown) => Number.isSafeInteger(x) && (x as number) >= 0;
  const sound =
    whole(header?.frame) &&
    whole(header.count) &&
    header.count <= LARGEST_RATIO * bytes.length &&
    typeof header.time === 'number' &&
    (header.poses === undefined || isPoses(header.poses)) &&
    Array.isArray(header.fields) &&
    header.fields.every((field) => typeof field?.name === 'string' && whole(field.bytes) && whole(field.components));
  if (!sound) throw damaged(path, PREFIX, 'the header does not describe a frame');
  return { header, end };
}
