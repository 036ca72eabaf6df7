// Reading frame files in a page: whatever is in them, a frame or a named error comes out, and never more bytes than announced.

import { describe, expect, inject, it } from 'vitest';
import { openFrame, readFrame } from '../../src/frames/frame-file.ts';
import { byPlane } from '../../src/frames/planes.ts';
import { unpackStream } from '../../src/frames/unpack-stream.ts';
import { ThixoError } from '../../src/index.ts';

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe('unpackStream', () => {
  const values = Uint8Array.from({ length: 12_000 }, (_, k) => (k * k) % 251);

  it('gives back what was packed', async () => {
    expect(await unpackStream(await deflate(byPlane(values, 12)), 12_000, 12)).toEqual(values);
  });

  it.each([11_988, 12_012, 12])('finds that it is not %i bytes', async (length) => {
    expect(await unpackStream(await deflate(byPlane(values, 12)), length, 12)).toBeUndefined();
  });

  it('does not unpack what claims to be small and is not', async () => {
    const packed = await deflate(new Uint8Array(50_000_000));
    expect(packed.length).toBeLessThan(60_000);
    expect(await unpackStream(packed, 1200, 12)).toBeUndefined();
  });

  it('finds what is cut off, changed or followed by more', async () => {
    const packed = await deflate(byPlane(values, 12));
    const changed = packed.slice();
    changed[0]! ^= 0b110; // another kind of block
    for (const broken of [packed.slice(0, -5), changed, new Uint8Array([...packed, 1, 2, 3])]) {
      expect(await unpackStream(broken, 12_000, 12)).toBeUndefined();
    }
  });
});

describe('readFrame', () => {
  it('reads a frame or says what is wrong, whatever bytes are changed', async () => {
    const response = await fetch(`${inject('caches').plain.url}/frames/000005.frame`),
      bytes = new Uint8Array(await response.arrayBuffer());
    const { count } = await readFrame(bytes, 'f');
    expect(count).toBe(inject('caches').plain.frames[5]!.count);
    const ends = { read: 0, refused: 0 };
    for (let k = 0; k < 300; k++) {
      const changed = bytes.slice();
      changed[(k * 7) % bytes.length]! ^= 1 << (k % 8);
      try {
        await readFrame(changed, 'f');
        ends.read++;
      } catch (error) {
        expect(error).toBeInstanceOf(ThixoError);
        expect(['CACHE_DAMAGED', 'CACHE_FORMAT']).toContain((error as ThixoError).problems[0]!.code);
        ends.refused++;
      }
    }
    expect(Math.min(ends.read, ends.refused)).toBeGreaterThan(10);
  });

  it('names a file that is cut short', async () => {
    const response = await fetch(`${inject('caches').plain.url}/frames/000005.frame`),
      bytes = new Uint8Array(await response.arrayBuffer());
    expect(() => openFrame(bytes.subarray(0, -7), 'f')).toThrow(/f is damaged at byte \d+: the fields are cut off/);
    expect(() => openFrame(new Uint8Array([...bytes, 0]), 'f')).toThrow(/f is damaged at byte \d+: 1 bytes too many/);
  });
});
