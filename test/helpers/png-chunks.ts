// Reads PNG and animated PNG files on its own, written from the specification: chunks with their checksums, and whole frames.

import { PNG } from 'pngjs';

export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The chunks of a file; throws if it has not the right beginning, or a checksum is wrong. */
export function readChunks(file: Uint8Array): Chunk[] {
  const bytes = Buffer.from(file);
  if (bytes.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG signature');
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== bytes.readUInt32BE(at + 8 + length)) throw new Error(`wrong checksum at ${at}`);
    chunks.push({ type: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

export interface Animation {
  readonly width: number;
  readonly height: number;
  /** Seconds that each frame is shown. */
  readonly delays: readonly number[];
  /** RGBA of every frame as it is shown. */
  readonly frames: readonly Buffer[];
  /** Pixels stored of every frame. */
  readonly stored: readonly number[];
}

/** Plays an animated PNG whose frames replace what was there and remain. Each frame is decoded by pngjs as a file of its own. */
export function playApng(file: Uint8Array): Animation {
  const chunks = readChunks(file);
  const header = chunks[0]!.data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const screen = Buffer.alloc(4 * width * height);
  const out = { width, height, delays: [] as number[], frames: [] as Buffer[], stored: [] as number[] };
  let sequence = 0;
  let place = { width: 0, height: 0, x: 0, y: 0 };
  for (const { type, data } of chunks) {
    if (type === 'fcTL' || type === 'fdAT') {
      if (data.readUInt32BE(0) !== sequence++) throw new Error(`${type} out of order`);
    }
    if (type === 'fcTL') {
      const [w, h, x, y] = [4, 8, 12, 16].map((at) => data.readUInt32BE(at)) as [number, number, number, number];
      place = { width: w, height: h, x, y };
      if (data[24] !== 0 || data[25] !== 0) throw new Error('a frame that does not replace or does not remain');
      out.delays.push(data.readUInt16BE(20) / data.readUInt16BE(22));
    }
    if (type !== 'IDAT' && type !== 'fdAT') continue;
    const pixels = decode(header, place.width, place.height, type === 'IDAT' ? data : data.subarray(4));
    for (let y = 0; y < place.height; y++) {
      const row = pixels.subarray(4 * y * place.width, 4 * (y + 1) * place.width);
      row.copy(screen, 4 * ((place.y + y) * width + place.x));
    }
    out.frames.push(Buffer.from(screen));
    out.stored.push(place.width * place.height);
  }
  return out;
}

function decode(header: Buffer, width: number, height: number, data: Buffer): Buffer {
  const own = Buffer.from(header);
  own.writeUInt32BE(width, 0);
  own.writeUInt32BE(height, 4);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return PNG.sync.read(
    Buffer.concat([signature, chunk('IHDR', own), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]),
  ).data;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** CRC-32, bit by bit. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
