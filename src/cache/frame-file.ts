// One frame as a file: what a renderer or exporter needs of every particle, in order of id.
//   "THIXOFRM" | version u32 | header bytes u32 | header (JSON, UTF-8) | packed fields, one after the other       little-endian

import { problem, ThixoError } from '../problem.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { LARGEST_RATIO, pack, unpack } from './blocks.ts';

const MAGIC = 'THIXOFRM';
const VERSION = 1;
const PREFIX = 16;

/** The fields of a frame and their components. */
const FIELDS = {
  position: { components: 3, Type: Float32Array },
  velocity: { components: 3, Type: Float32Array },
  density: { components: 1, Type: Float32Array },
  mass: { components: 1, Type: Float32Array },
  smoothingLength: { components: 1, Type: Float32Array },
  id: { components: 1, Type: Uint32Array },
  substance: { components: 1, Type: Uint32Array },
} as const;

type FieldName = keyof typeof FIELDS;

/** What a frame file holds, like `world.fields`. */
export interface FrameFields extends WorldFields {
  readonly frame: number;
  /** s */
  readonly time: number;
}

interface Header {
  readonly frame: number;
  readonly time: number;
  readonly count: number;
  readonly fields: readonly { readonly name: string; readonly components: number; readonly bytes: number }[];
}

/** Writes a frame. The same frame always gives the same bytes. */
export function encodeFrame(fields: WorldFields, frame: number, time: number): Uint8Array {
  const blocks = (Object.keys(FIELDS) as FieldName[]).map((name) => {
    const { components } = FIELDS[name],
      values = fields[name];
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    return { name, components, packed: pack(bytes, 4 * components) };
  });
  const header: Header = {
    frame,
    time,
    count: fields.count,
    fields: blocks.map(({ name, components, packed }) => ({ name, components, bytes: packed.length })),
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const start = new Uint8Array(PREFIX),
    view = new DataView(start.buffer);
  start.set(new TextEncoder().encode(MAGIC));
  view.setUint32(8, VERSION, true);
  view.setUint32(12, text.length, true);
  return Buffer.concat([start, text, ...blocks.map(({ packed }) => packed)]);
}

/** Reads a frame; throws CACHE_DAMAGED with the byte at which it stops being one. */
export function decodeFrame(bytes: Uint8Array, path: string): FrameFields {
  const { header, end } = readHeader(bytes, path);
  const values = new Map<string, Float32Array | Uint32Array>();
  let at = end;
  for (const { name, components, bytes: length } of header.fields) {
    const known = Object.hasOwn(FIELDS, name) ? FIELDS[name as FieldName] : undefined;
    if (known?.components !== components)
      throw damaged(path, PREFIX, `there is no field ${String(JSON.stringify(name)).slice(0, 40)} of this form`);
    const size = 4 * components * header.count;
    const block = unpack(bytes.subarray(at, at + length), size, 4 * components);
    if (!block) throw damaged(path, at, `the field "${name}" cannot be unpacked`);
    values.set(name, new known.Type(block.buffer));
    at += length;
  }
  const missing = Object.keys(FIELDS).find((name) => !values.has(name));
  if (missing) throw damaged(path, PREFIX, `the field "${missing}" is missing`);
  if (at !== bytes.length) throw damaged(path, at, `${bytes.length - at} bytes too many`);
  const { frame, time, count } = header;
  return { frame, time, count, ...Object.fromEntries(values) } as unknown as FrameFields;
}

/** Whether two frames hold the same particles, bit for bit. */
export function sameFields(a: WorldFields, b: WorldFields): boolean {
  const bytes = (values: Float32Array | Uint32Array) =>
    Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return (Object.keys(FIELDS) as FieldName[]).every((name) => bytes(a[name]).equals(bytes(b[name])));
}

function readHeader(bytes: Uint8Array, path: string): { header: Header; end: number } {
  if (bytes.length < PREFIX || new TextDecoder().decode(bytes.subarray(0, 8)) !== MAGIC)
    throw damaged(path, 0, 'it is not a frame');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true),
    end = PREFIX + view.getUint32(12, true);
  if (version !== VERSION) {
    const message = `${path} has frame format ${version}; this program reads ${VERSION}.`;
    throw new ThixoError([problem('CACHE_FORMAT', '', message, 'Read it with the version of Thixo that wrote it.')]);
  }
  if (end > bytes.length) throw damaged(path, 12, 'the header is cut off');
  let header: Header;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(PREFIX, end))) as Header;
  } catch {
    throw damaged(path, PREFIX, 'the header is not JSON');
  }
  const whole = (x: unknown) => Number.isSafeInteger(x) && (x as number) >= 0;
  const sound =
    whole(header?.frame) &&
    whole(header.count) &&
    header.count <= LARGEST_RATIO * bytes.length &&
    typeof header.time === 'number' &&
    Array.isArray(header.fields) &&
    header.fields.every((field) => typeof field?.name === 'string' && whole(field.bytes) && whole(field.components));
  if (!sound) throw damaged(path, PREFIX, 'the header does not describe a frame');
  return { header, end };
}

/** The error of a file of the cache that is not what it should be. */
export function damaged(path: string, offset: number, why: string): ThixoError {
  const message = `${path} is damaged${offset > 0 ? ` at byte ${offset}` : ''}: ${why}.`;
  const hint = 'Run `thixo verify` to see what else is; `--fresh` simulates again.';
  return new ThixoError([{ ...problem('CACHE_DAMAGED', '', message, hint), place: path, offset }]);
}
