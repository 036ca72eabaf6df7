// Pictures of textures: PNG of every kind but interlaced ones. Inflating is the caller's: Node and pages do it differently.

import { undoFilter } from './png-filter.ts';

/** A picture, opaque. */
export interface TextureImage {
  readonly width: number;
  readonly height: number;
  /** sRGB red, green and blue of every pixel, rows from the top. */
  readonly rgb: Uint8Array;
}

/** Inflates zlib data to at most so many bytes; undefined if it cannot. */
export type Inflate = (packed: Uint8Array, most: number) => Uint8Array | undefined;

/** Most pixels of a texture: 4096 × 4096. */
export const MOST_TEXELS: number = 4096 * 4096;

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Numbers per pixel of each kind: gray, color, palette, gray and alpha, color and alpha; and the bits each may have. */
const KINDS: Readonly<Record<number, { readonly channels: number; readonly depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly kind: number;
  readonly channels: number;
}

/**
 * The picture of a PNG file, or why there is none, as a sentence without its beginning: "is a JPEG picture".
 * @example const image = readPng(bytes, (packed, most) => inflateSync(packed, { maxOutputLength: most }));
 */
export function readPng(file: Uint8Array, inflate: Inflate): TextureImage | string {
  if (SIGNATURE.some((byte, k) => file[k] !== byte)) return notPng(file);
  const chunks = chunksOf(file);
  if (!chunks) return 'is a PNG file that is cut off';
  const header = headerOf(chunks.get('IHDR'));
  if (typeof header === 'string') return header;
  const { width, height, depth, kind, channels } = header,
    row = Math.ceil((width * channels * depth) / 8),
    rows = inflate(chunks.get('IDAT') ?? new Uint8Array(0), (row + 1) * height);
  if (rows?.length !== (row + 1) * height) return 'is a PNG file whose pixels are damaged';
  const step = Math.max(1, (channels * depth) >> 3);
  let above: Uint8Array = new Uint8Array(row);
  const lines: Uint8Array[] = [];
  for (let y = 0; y < height; y++) {
    const line = rows.subarray(y * (row + 1) + 1, (y + 1) * (row + 1));
    if (!undoFilter(rows[y * (row + 1)]!, line, above, step)) return 'is a PNG file whose pixels are damaged';
    lines.push(line);
    above = line;
  }
  const palette = chunks.get('PLTE');
  if (kind === 3 && !palette) return 'is a PNG file without its palette';
  return { width, height, rgb: colorsOf(lines, header, palette) };
}

function notPng(file: Uint8Array): string {
  if (file[0] === 0xff && file[1] === 0xd8) return 'is a JPEG picture';
  const text = String.fromCharCode(...file.subarray(0, 12));
  return text.startsWith('RIFF') && text.endsWith('WEBP') ? 'is a WebP picture' : 'is not a PNG picture';
}

/** Data by type, that of several IDAT joined; undefined if the file ends within a chunk. */
function chunksOf(file: Uint8Array): Map<string, Uint8Array> | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength),
    found = new Map<string, Uint8Array>(),
    data: Uint8Array[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 8 + view.getUint32(at),
      type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (end + 4 > file.length) return undefined;
    const bytes = file.subarray(at + 8, end);
    if (type === 'IDAT') data.push(bytes);
    else if (!found.has(type)) found.set(type, bytes);
    if (type === 'IEND') {
      const joined = new Uint8Array(data.reduce((sum, { length }) => sum + length, 0));
      let to = 0;
      for (const part of data) {
        joined.set(part, to);
        to += part.length;
      }
      return found.set('IDAT', joined);
    }
    at = end + 4;
  }
  return undefined;
}

function headerOf(bytes: Uint8Array | undefined): Header | string {
  if (bytes?.length !== 13) return 'is a PNG file without a header';
  const view = new DataView(bytes.buffer, bytes.byteOffset),
    [width, height] = [view.getUint32(0), view.getUint32(4)],
    [depth, kind, compression, filter, interlace] = bytes.subarray(8) as unknown as [
      number,
      number,
      number,
      number,
      number,
    ],
    known = KINDS[kind];
  if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    return 'is a PNG file of a kind that does not exist';
  if (interlace === 1) return 'is an interlaced PNG file';
  if (!(width * height > 0)) return 'is a PNG file without pixels';
  if (width * height > MOST_TEXELS) return `has ${width} × ${height} pixels, more than ${MOST_TEXELS}`;
  return { width, height, depth, kind, channels: known.channels };
}

function colorsOf(
  lines: readonly Uint8Array[],
  { width, height, depth, kind, channels }: Header,
  palette?: Uint8Array,
): Uint8Array {
  const rgb = new Uint8Array(3 * width * height),
    isGray = channels < 3,
    /** What a number of few bits is multiplied by to be a byte of gray. */
    scale = kind === 3 || depth >= 8 ? 1 : 255 / ((1 << depth) - 1);
  let to = 0;
  for (const line of lines) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        const value = valueAt(line, channels * x + (isGray ? 0 : c), depth) * scale;
        rgb[to++] = kind === 3 ? (palette![3 * value + c] ?? 0) : value;
      }
    }
  }
  return rgb;
}

/** A number of a row, of 1 to 8 bits; of 16 bits the upper ones. */
function valueAt(line: Uint8Array, n: number, depth: number): number {
  if (depth === 8) return line[n]!;
  if (depth === 16) return line[2 * n]!;
  const bit = n * depth;
  return (line[bit >> 3]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}
