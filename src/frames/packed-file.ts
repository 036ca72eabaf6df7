// The form that the files of a cache share: what they are, a header in JSON, then packed blocks one after the other.
//   magic, 8 bytes | version u32 | header bytes u32 | header (JSON, UTF-8) | blocks                                little-endian

import { problem, ThixoError } from '../problem.ts';
import { damaged } from './damaged.ts';

/** Bytes before the header. */
export const PREFIX = 16;

/** A kind of file. */
export interface FileKind {
  /** Its first eight bytes. */
  readonly magic: string;
  readonly version: number;
  /** What it is called in messages, e.g. `frame`. */
  readonly name: string;
}

/** The bytes of a file. */
export function joinPacked({ magic, version }: FileKind, header: object, blocks: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = blocks.reduce((sum, block) => sum + block.length, PREFIX + text.length);
  const bytes = new Uint8Array(size),
    view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, text.length, true);
  bytes.set(text, PREFIX);
  let at = PREFIX + text.length;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

/** The header of a file, as whatever JSON it is, and where it ends; throws CACHE_DAMAGED or CACHE_FORMAT. */
export function readHeader(bytes: Uint8Array, path: string, kind: FileKind): { header: unknown; end: number } {
  if (bytes.length < PREFIX || new TextDecoder().decode(bytes.subarray(0, 8)) !== kind.magic)
    throw damaged(path, 0, `it is not a ${kind.name}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true),
    end = PREFIX + view.getUint32(12, true);
  if (version !== kind.version) {
    const message = `${path} has ${kind.name} format ${version}; this program reads ${kind.version}.`;
    throw new ThixoError([problem('CACHE_FORMAT', '', message, 'Read it with the version of Thixo that wrote it.')]);
  }
  if (end > bytes.length) throw damaged(path, 12, 'the header is cut off');
  try {
    return { header: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(PREFIX, end))), end };
  } catch {
    throw damaged(path, PREFIX, 'the header is not JSON');
  }
}
