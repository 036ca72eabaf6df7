// Unpacks a block where there is no zlib: with the browser's own DecompressionStream.

import { byEntry } from './planes.ts';

/** Unpacks `length` bytes; undefined if that is not what is packed there. Stops as soon as more than `length` bytes come out. */
export async function unpackStream(
  packed: Uint8Array,
  length: number,
  stride: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (length === 0) return new Uint8Array(0);
  const planes = new Uint8Array(length);
  const { readable, writable } = new DecompressionStream('deflate-raw'),
    reader = readable.getReader(),
    writer = writable.getWriter(); // a Blob as source takes several milliseconds per frame
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(ignored); // the reader hears of what is wrong
  writer.close().catch(ignored);
  let filled = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (filled + value.length > length) {
        await reader.cancel();
        return undefined;
      }
      planes.set(value, filled);
      filled += value.length;
    }
  } catch {
    return undefined;
  }
  return filled === length ? byEntry(planes, stride) : undefined;
}

function ignored(): void {}
