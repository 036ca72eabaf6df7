// Animated PNG: the chunks are whole and in order, every frame comes back pixel by pixel, and an outside program plays the same.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apngPieces, encodeApng } from '../../src/render/apng.ts';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { readPictures } from '../../src/render/picture-files.ts';
import { encodePng } from '../../src/render/png.ts';
import { findFfmpeg } from '../../src/render/video.ts';
import { fuzzed, holds } from '../helpers/holds.ts';
import { playApng, readChunks } from '../helpers/png-chunks.ts';

let folder: string;
let ffmpeg: string | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thixo-apng-'));
  ffmpeg = await findFfmpeg();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A small square that wanders over a pattern; at times nothing moves. */
function film(width: number, height: number, steps: readonly (readonly [number, number])[]): Picture[] {
  return steps.map(([left, top]) => {
    const picture = createPicture(width, height, [0.2, 0.4, 0.6]);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const inside = x >= left && x < left + 4 && y >= top && y < top + 3;
        if (inside) picture.pixels.set([250 - x, 20 + y, (x * y) & 255], 4 * (y * width + x));
      }
    }
    return picture;
  });
}

const films = fc
  .record({
    width: fc.integer({ min: 1, max: 20 }),
    height: fc.integer({ min: 1, max: 14 }),
    steps: fc.array(fc.tuple(fc.integer({ min: -3, max: 20 }), fc.integer({ min: -3, max: 14 })), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ width, height, steps }) => film(width, height, steps));

describe('animated PNG', () => {
  it('shows every frame pixel by pixel', fuzzed, () => {
    holds(
      fc.property(films, fc.boolean(), (pictures, clear) => {
        if (clear) for (const { pixels } of pictures) pixels[3] = 200;
        const shown = playApng(encodeApng(pictures, 25));
        expect(shown.frames).toHaveLength(pictures.length);
        for (const [k, { pixels }] of pictures.entries()) expect(Buffer.compare(shown.frames[k]!, pixels)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('stores only the rectangle that changed', () => {
    const steps = [
      [0, 0],
      [0, 0],
      [8, 5],
      [9, 5],
    ] as const;
    const { stored } = playApng(encodeApng(film(30, 20, steps), 25));
    expect(stored).toEqual([600, 1, 12 * 8, 5 * 3]);
  });

  it('says how many frames there are, that they repeat, and how long each is shown', () => {
    const rates = [
      [25, 0.04],
      [30, 1 / 30],
      [29.97, 1 / 29.97],
      [0.5, 2],
      [1000, 0.001],
      [24000 / 1001, 1001 / 24000],
    ] as const;
    for (const [rate, seconds] of [...rates, [1 / 7, 7] as const, [123.456789, 1 / 123.456789] as const]) {
      const file = encodeApng(
        film(8, 8, [
          [0, 0],
          [1, 1],
          [2, 2],
        ]),
        rate,
      );
      const control = readChunks(file).find(({ type }) => type === 'acTL')!.data;
      expect([control.readUInt32BE(0), control.readUInt32BE(4)]).toEqual([3, 0]);
      for (const delay of playApng(file).delays) expect(Math.abs(delay / seconds - 1)).toBeLessThan(1e-3);
    }
  });

  it('is still a picture for programs that know no animation', () => {
    const types = readChunks(
      encodeApng(
        film(8, 8, [
          [0, 0],
          [1, 1],
        ]),
        25,
      ),
    ).map(({ type }) => type);
    expect(types).toEqual(['IHDR', 'sRGB', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
  });

  it('comes out the same piece by piece, from files', async () => {
    const pictures = film(12, 9, [
      [0, 0],
      [3, 2],
      [3, 2],
      [7, 6],
    ]);
    const files = pictures.map((picture, k) => {
      const file = join(folder, `${k}.png`);
      writeFileSync(file, encodePng(picture));
      return file;
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of apngPieces(readPictures(files), files.length, 25)) pieces.push(piece);
    expect(pieces).toHaveLength(5);
    expect(Buffer.compare(Buffer.concat(pieces), encodeApng(pictures, 25))).toBe(0);
    writeFileSync(files[2]!, encodePng(pictures[2]!).subarray(0, 90));
    await expect(async () => {
      for await (const _ of readPictures(files));
    }).rejects.toThrow(/2\.png is not the picture that Thixo wrote/);
  });

  it('refuses another number or size of frames than announced', async () => {
    const drain = async (pictures: Picture[], frames: number): Promise<void> => {
      for await (const _ of apngPieces(pictures, frames, 25));
    };
    await expect(drain(film(8, 8, [[0, 0]]), 2)).rejects.toThrow('1 frames instead of 2');
    await expect(
      drain(
        film(8, 8, [
          [0, 0],
          [1, 1],
        ]),
        1,
      ),
    ).rejects.toThrow('more than 1 frames');
    await expect(drain([...film(8, 8, [[0, 0]]), ...film(9, 8, [[0, 0]])], 2)).rejects.toThrow('two sizes');
  });

  it('plays the same in ffmpeg', (context) => {
    if (!ffmpeg) return context.skip('no ffmpeg');
    const pictures = film(46, 30, [
      [0, 0],
      [10, 3],
      [10, 3],
      [40, 25],
      [20, 20],
    ]);
    const file = join(folder, 'film.png');
    writeFileSync(file, encodeApng(pictures, 25));
    const args = [
      '-v',
      'error',
      '-f',
      'apng',
      '-i',
      file,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgba',
      '-',
    ];
    const raw = execFileSync(ffmpeg, args, { maxBuffer: 1 << 24 });
    expect(Buffer.compare(raw, Buffer.concat(pictures.map(({ pixels }) => pixels)))).toBe(0);
  });
});
