// The two parts of a glTF file, its JSON and its binary data, and careful looks into the JSON: anything may stand anywhere.

import type { ThixoError } from '../../problem.ts';
import { type ReadContext, refusal, shownValue } from './mesh-file.ts';

/** An object of the JSON. */
export type GltfJson = Readonly<Record<string, unknown>>;

/** A glTF file that was taken apart. */
export interface GltfData {
  readonly json: GltfJson;
  /** The binary part of a .glb. */
  readonly binary: Uint8Array | undefined;
  /** The object with a number in a list of the JSON; undefined if there is none. */
  item(list: string, number: unknown): GltfJson | undefined;
  /** The error of a JSON that contradicts itself. */
  wrong(message: string, hint?: string): ThixoError;
}

const MAGIC = 0x46546c67; // "glTF"
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Takes a .glb or .gltf apart. */
export function parseGltf(bytes: Uint8Array, context: ReadContext): GltfData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = bytes.length >= 12 && view.getUint32(0, true) === MAGIC;
  const parts = isBinary ? chunksOf(bytes, view, context) : { text: bytes, start: 0, binary: undefined };
  const wrong = (message: string, hint = 'The file is damaged: export it again.'): ThixoError =>
    refusal(context, { offset: parts.start }, message, hint);
  const bomb = findBomb(parts.text);
  if (bomb) throw wrong(bomb, 'Is it a glTF file? Export it again.');
  const json = parse(parts.text);
  if (!json) throw wrong('This is not a JSON object.', 'Is it a glTF file?');
  const version = objectIn(json.asset)?.version;
  if (version !== '2.0')
    throw wrong(`This is not glTF 2.0: its version is ${shownValue(version)}.`, 'Export glTF 2.0.');
  const item = (list: string, number: unknown): GltfJson | undefined =>
    typeof number === 'number' ? objectIn(listIn(json, list)[number]) : undefined;
  return { json, binary: parts.binary, item, wrong };
}

/** Deepest nesting, and most lists, objects and commas: what is beyond has no meaning for a mesh, and each takes memory. */
const DEEPEST = 128;
const MOST_VALUES = 2_000_000;

/** Why a JSON text would take more memory than it is worth; undefined if it does not. Looked at before it is parsed. */
function findBomb(text: Uint8Array): string | undefined {
  let depth = 0,
    values = 0,
    inString = false;
  for (let k = 0; k < text.length; k++) {
    const byte = text[k];
    if (inString) {
      if (byte === BACKSLASH) k++;
      else if (byte === QUOTE) inString = false;
      continue;
    }
    if (byte === QUOTE) inString = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      if (++depth > DEEPEST) return `Its JSON is nested more than ${DEEPEST} deep.`;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (values > MOST_VALUES) return `Its JSON has more than ${MOST_VALUES} values.`;
  }
  return undefined;
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

function parse(text: Uint8Array): GltfJson | undefined {
  try {
    return objectIn(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return undefined;
  }
}

interface Chunks {
  readonly text: Uint8Array;
  readonly start: number;
  readonly binary: Uint8Array | undefined;
}

function chunksOf(bytes: Uint8Array, view: DataView, context: ReadContext): Chunks {
  const hint = 'The file is damaged: export it again.';
  if (view.getUint32(4, true) !== 2) throw refusal(context, { offset: 4 }, 'This is not glTF 2.0.', 'Export glTF 2.0.');
  let text: Uint8Array | undefined, binary: Uint8Array | undefined;
  let start = 0;
  for (let at = 12; at < bytes.length; ) {
    if (at + 8 > bytes.length) throw refusal(context, { offset: at }, 'The file ends within a chunk.', hint);
    const length = view.getUint32(at, true),
      kind = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) {
      const message = `A chunk says that it has ${length} bytes, but there are ${bytes.length - at - 8}.`;
      throw refusal(context, { offset: at }, message, hint);
    }
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK && !text) [text, start] = [chunk, at + 8];
    else if (kind === BINARY_CHUNK) binary ??= chunk;
    at += 8 + length;
  }
  if (!text) throw refusal(context, { offset: 12 }, 'The file has no JSON.', hint);
  return { text, start, binary };
}

/** A value if it is an object. */
export function objectIn(value: unknown): GltfJson | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as GltfJson) : undefined;
}

/** A list of an object; empty if it has none. */
export function listIn(json: GltfJson, key: string): readonly unknown[] {
  const value = Object.hasOwn(json, key) ? json[key] : undefined;
  return Array.isArray(value) ? value : [];
}

/** A number of an object; undefined if it has none. */
export function numberIn(json: GltfJson, key: string): number | undefined {
  const value = Object.hasOwn(json, key) ? json[key] : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const DATA_URI = /^data:[^,]{0,200};base64,/;

/** The base64 text of data that a URI holds; undefined if it names a file. */
export function inlineText(uri: string): string | undefined {
  const start = DATA_URI.exec(uri);
  return start ? uri.slice(start[0].length) : undefined;
}
