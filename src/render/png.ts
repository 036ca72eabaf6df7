// Pictures as PNG files and back. Opaque pictures have three bytes per pixel.

import type { Picture } from './picture.ts';
import { checksum, headerChunks, joined, PNG_SIGNATURE, pngChunk } from './png-chunk.ts';
import { blockOf, packPixels, unpackPixels } from './png-pixels.ts';

/**
 * A picture as a PNG file. The same picture always gives the same bytes.
 * @example writeFileSync('frame.png', encodePng(picture));
 */
export function encodePng(picture: Picture): Uint8Array {
  const alpha = !isOpaque(picture);
  const pixels = packPixels(blockOf(picture, alpha ? 4 : 3));
  const header = headerChunks({ width: picture.width, height: picture.height, alpha });
  return joined([PNG_SIGNATURE, ...header, pngChunk('IDAT', pixels), pngChunk('IEND')]);
}

/** Whether nothing shines through. */
export function isOpaque({ pixels }: Picture): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return false;
  return true;
}

/**
 * The picture in a file that `encodePng` wrote; undefined for anything else, also for a file that is cut off or damaged.
 * @example const picture = decodePng(readFileSync('frame.png'));
 */
export function decodePng(file: Uint8Array): Picture | undefined {
  const chunks = chunksOf(file);
  const header = chunks?.get('IHDR');
  const data = chunks?.get('IDAT');
  if (header?.length !== 13 || !data || !chunks?.has('IEND')) return undefined;
  const view = new DataView(header.buffer, header.byteOffset);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth, kind, compression, filter, interlace] = header.subarray(8);
  const usual = depth === 8 && (kind === 2 || kind === 6) && compression === 0 && filter === 0 && interlace === 0;
  if (!usual || !(width * height > 0 && width * height <= MOST_PIXELS)) return undefined;
  const block = unpackPixels(data, width, height, kind === 6 ? 4 : 3);
  if (!block) return undefined;
  return { width, height, pixels: block.channels === 4 ? block.bytes : withAlpha(block.bytes) };
}

/** As many as the largest picture of a scene has. */
const MOST_PIXELS = 16384 * 16384;

/** Data by type; undefined unless the file consists of whole chunks with the right checksums, none twice. */
function chunksOf(file: Uint8Array): Map<string, Uint8Array> | undefined {
  if (PNG_SIGNATURE.some((byte, k) => file[k] !== byte)) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const chunks = new Map<string, Uint8Array>();
  for (let at = PNG_SIGNATURE.length; at < file.length; ) {
    if (at + 12 > file.length) return undefined;
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > file.length || checksum(file.subarray(at + 4, end)) !== view.getUint32(end)) return undefined;
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    if (chunks.has(type)) return undefined;
    chunks.set(type, file.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

function withAlpha(rgb: Uint8Array): Uint8Array {
  const rgba = new Uint8Array((rgb.length / 3) * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!;
    rgba[to + 1] = rgb[from + 1]!;
    rgba[to + 2] = rgb[from + 2]!;
    rgba[to + 3] = 255;
  }
  return rgba;
}
