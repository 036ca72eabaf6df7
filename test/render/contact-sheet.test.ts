// Smaller pictures are means of light over areas, and a contact sheet has every picture at its place.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearOf, srgbOf } from '../../src/colors/color.ts';
import { contactSheet, labelOf } from '../../src/render/contact-sheet.ts';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { reducePicture } from '../../src/render/reduce.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

const pixelOf = ({ width, pixels }: Picture, x: number, y: number): number[] => [
  ...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

describe('reducing a picture', () => {
  it('averages light, not bytes', () => {
    const checks = createPicture(8, 8, [0, 0, 0]);
    for (let k = 0; k < 64; k++) if ((k + Math.floor(k / 8)) % 2) checks.pixels.fill(255, 4 * k, 4 * k + 3);
    const gray = Math.round(255 * srgbOf(0.5)); // 188, not 128
    for (const [w, h] of [
      [4, 4],
      [2, 4],
      [1, 1],
    ] as const) {
      const small = reducePicture(checks, w, h);
      for (let k = 0; k < w * h; k++) expect(pixelOf(small, k % w, Math.floor(k / w))).toEqual([gray, gray, gray, 255]);
    }
  });

  it('keeps the light of the whole, at any size', fuzzed, () => {
    holds(
      fc.property(
        fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20 })),
        fc.tuple(fc.double({ min: 0.03, max: 1, noNaN: true }), fc.double({ min: 0.03, max: 1, noNaN: true })),
        fc.integer(),
        ([width, height], [partX, partY], seed) => {
          const picture = createPicture(width, height);
          let total = 0;
          for (let k = 0; k < width * height; k++) {
            const byte = Math.imul(seed + k, 2654435761) >>> 24;
            picture.pixels.fill(byte, 4 * k, 4 * k + 3);
            total += linearOf(byte / 255) / (width * height);
          }
          const [w, h] = [Math.max(1, Math.floor(width * partX)), Math.max(1, Math.floor(height * partY))];
          const small = reducePicture(picture, w, h);
          let sum = 0;
          for (let k = 0; k < w * h; k++) sum += linearOf(small.pixels[4 * k]! / 255) / (w * h);
          expect(Math.abs(sum - total)).toBeLessThan(0.0045); // bytes are rounded by half of 1/255, 2.3 times steeper at white
        },
      ),
      { numRuns: 100 },
    );
  });

  it('to its own size changes nothing', () => {
    const picture = createPicture(5, 4);
    for (let i = 0; i < picture.pixels.length; i++) picture.pixels[i] = i % 4 === 3 ? 255 : (i * 53) & 255;
    expect(reducePicture(picture, 5, 4)).toEqual(picture);
  });

  it('lets transparent pixels have no color', () => {
    const picture = createPicture(2, 1, [1, 0, 0]);
    picture.pixels.set([0, 255, 0, 0], 4);
    expect(pixelOf(reducePicture(picture, 1, 1), 0, 0)).toEqual([255, 0, 0, 128]);
  });
});

describe('a contact sheet', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, k) => ({
      picture: createPicture(64, 36, [k / count, 0.5, 1 - k / count]),
      label: labelOf(k, k / 25),
    }));

  it('has the pictures in rows, with words under them', () => {
    const sheet = contactSheet(entries(6), { columns: 3, width: 32, background: [1, 1, 1] });
    expect([sheet.width % 2, sheet.height % 2]).toEqual([0, 0]);
    const gap = 8; // letters are 7 pixels high
    for (let k = 0; k < 6; k++) {
      const [x, y] = [gap + (k % 3) * (32 + gap), gap + Math.floor(k / 3) * (18 + 18)];
      for (const [dx, dy] of [
        [0, 0],
        [31, 17],
        [16, 9],
      ] as const) {
        expect(pixelOf(sheet, x + dx, y + dy)).toEqual([
          Math.round((255 * k) / 6),
          128,
          Math.round(255 * (1 - k / 6)),
          255,
        ]);
      }
      expect(pixelOf(sheet, x - 1, y)).toEqual([255, 255, 255, 255]);
      let ink = 0;
      for (let row = y + 19; row < y + 34; row++)
        for (let column = x; column < x + 32; column++) if (pixelOf(sheet, column, row)[0]! < 128) ink++;
      expect(ink).toBeGreaterThan(30);
    }
  });

  it('chooses columns that fill its rows', () => {
    const size = (count: number) => contactSheet(entries(count), { width: 10 });
    expect(size(12).width).toBe(size(4).width * 2 - 8);
    expect(size(1).height).toBeLessThan(size(4).height);
  });

  it('names frames and times', () => {
    expect([labelOf(12, 0.48), labelOf(0, 0), labelOf(7, 7 / 24)]).toEqual([
      'frame 12   0.48 s',
      'frame 0   0 s',
      'frame 7   0.292 s',
    ]);
  });
});
