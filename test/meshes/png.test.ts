// Textures: PNG files of every kind, compared with pngjs.

import { deflateSync, inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { readPng } from '../../src/meshes/read/png.ts';

const inflate = (packed: Uint8Array): Uint8Array | undefined => {
  try {
    return new Uint8Array(inflateSync(packed));
  } catch {
    return undefined;
  }
};

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A file of a kind with rows of all filters and numbers of all sizes, its data in two chunks. */
function fileOf(kind: number, depth: number, interlace = 0): Buffer {
  const [width, height] = [13, 10],
    row = Math.ceil((width * CHANNELS[kind]! * depth) / 8),
    rows = Buffer.alloc((row + 1) * height);
  for (let k = 0; k < rows.length; k++) rows[k] = k % (row + 1) === 0 ? Math.floor(k / (row + 1)) % 5 : (k * 37) % 251;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, kind, 0, 0, interlace], 8);
  const data = deflateSync(rows);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    ...(kind === 3
      ? [
          chunk(
            'PLTE',
            Uint8Array.from({ length: 3 * Math.min(256, 1 << depth) }, (_, k) => (k * 53) % 256),
          ),
        ]
      : []),
    chunk('IDAT', data.subarray(0, 9)),
    chunk('IDAT', data.subarray(9)),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

const KINDS = [
  ...[1, 2, 4, 8, 16].map((depth) => [0, depth] as const),
  ...[1, 2, 4, 8].map((depth) => [3, depth] as const),
  ...[2, 4, 6].flatMap((kind) => [8, 16].map((depth) => [kind, depth] as const)),
];

describe('a PNG file', () => {
  it.each(KINDS)('of kind %i with %i bits has the pixels that pngjs finds', (kind, depth) => {
    const file = fileOf(kind, depth),
      { data, width, height } = PNG.sync.read(file),
      image = readPng(new Uint8Array(file), inflate);
    if (typeof image === 'string') throw new Error(image);
    expect([image.width, image.height]).toEqual([width, height]);
    for (let k = 0; k < width * height; k++) {
      for (let c = 0; c < 3; c++)
        // pngjs rounds 16 bits, here the upper ones count
        expect(Math.abs(image.rgb[3 * k + c]! - data[4 * k + c]!)).toBeLessThanOrEqual(depth === 16 ? 1 : 0);
    }
  });

  it('that is interlaced, cut off, of no kind, or no PNG at all is refused in words', () => {
    const bytes = (file: Buffer): Uint8Array => new Uint8Array(file);
    expect(readPng(bytes(fileOf(2, 8, 1)), inflate)).toBe('is an interlaced PNG file');
    expect(readPng(bytes(fileOf(2, 4)), inflate)).toBe('is a PNG file of a kind that does not exist');
    const good = bytes(fileOf(2, 8));
    for (let length = 0; length < good.length; length += 7)
      expect(typeof readPng(good.subarray(0, length), inflate)).toBe('string');
    expect(readPng(Uint8Array.of(0xff, 0xd8, 0xff), inflate)).toBe('is a JPEG picture');
    expect(readPng(new TextEncoder().encode('RIFF1234WEBP'), inflate)).toBe('is a WebP picture');
  });
});
