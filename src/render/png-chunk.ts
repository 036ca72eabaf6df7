// The chunks that PNG files consist of: length, type, data, checksum.

/** First bytes of every PNG file. */
export const PNG_SIGNATURE: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** What a file says of its pixels, which are always of 8 bits per channel and not interlaced. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Whether pixels have an alpha; otherwise they have three bytes. */
  readonly alpha: boolean;
}

/** One chunk, ready to be written. */
export function pngChunk(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const chunk = new Uint8Array(12 + length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, length);
  for (let k = 0; k < 4; k++) chunk[4 + k] = type.charCodeAt(k);
  let at = 8;
  for (const part of parts) {
    chunk.set(part, at);
    at += part.length;
  }
  view.setUint32(at, checksum(chunk.subarray(4, at)));
  return chunk;
}

/** Big-endian numbers of 4 bytes, as the data of a chunk. */
export function uint32s(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [k, value] of values.entries()) view.setUint32(4 * k, value);
  return bytes;
}

/** The chunks that precede the pixels: size, kind of pixels, and that they are sRGB. */
export function headerChunks({ width, height, alpha }: PngHeader): Uint8Array[] {
  const layout = Uint8Array.of(8, alpha ? 6 : 2, 0, 0, 0);
  return [pngChunk('IHDR', uint32s(width, height), layout), pngChunk('sRGB', Uint8Array.of(0))];
}

/** CRC-32 as PNG wants it; to go on with, give the checksum of what came before. */
export function checksum(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 255]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** Byte arrays in one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
