// PNG files: an outside decoder reads back every pixel, our own reader refuses what is damaged, and the same picture gives the same bytes.

import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { decodePng, encodePng } from '../../src/render/png.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** Pictures of any small size: noise, ramps and flat color, with and without alpha, so that every row filter is chosen somewhere. */
const pictures: fc.Arbitrary<Picture> = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 24 }),
    kind: fc.constantFrom('noise', 'flat', 'across', 'down', 'diagonal'),
    opaque: fc.boolean(),
    seed: fc.integer({ min: 1, max: 0x7fffffff }),
  })
  .map(({ width, height, kind, opaque, seed }) => {
    const pixels = new Uint8Array(4 * width * height);
    let state = seed;
    for (let i = 0; i < pixels.length; i++) {
      state = (Math.imul(state, 48271) ^ (state >>> 7)) >>> 0;
      const x = Math.floor(i / 4) % width;
      const y = Math.floor(i / 4 / width);
      const ramp = {
        noise: state,
        flat: seed,
        across: seed + 7 * x,
        down: seed + 5 * y,
        diagonal: seed + 3 * x + 4 * y,
      };
      pixels[i] = opaque && i % 4 === 3 ? 255 : ramp[kind as keyof typeof ramp];
    }
    return { width, height, pixels };
  });

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('PNG files', () => {
  it('come back pixel by pixel through pngjs and through our own reader', fuzzed, () => {
    holds(
      fc.property(pictures, (picture) => {
        const file = encodePng(picture);
        const outside = PNG.sync.read(Buffer.from(file));
        expect([outside.width, outside.height]).toEqual([picture.width, picture.height]);
        expect(same(outside.data, picture.pixels)).toBe(true);
        const own = decodePng(file)!;
        expect([own.width, own.height]).toEqual([picture.width, picture.height]);
        expect(same(own.pixels, picture.pixels)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('have three bytes per pixel when opaque and four when not', () => {
    const opaque = createPicture(3, 2);
    const clear = createPicture(3, 2);
    clear.pixels[7] = 254;
    expect(encodePng(opaque)[25]).toBe(2);
    expect(encodePng(clear)[25]).toBe(6);
  });

  it('are the same bytes every time', fuzzed, () => {
    holds(
      fc.property(pictures, (picture) => {
        const copy = { ...picture, pixels: picture.pixels.slice() };
        expect(same(encodePng(picture), encodePng(copy))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('read files that other programs wrote', () => {
    const png = new PNG({ width: 17, height: 9 });
    for (let i = 0; i < png.data.length; i++) png.data[i] = (i * 37) & 255;
    for (const filterType of [0, 1, 2, 3, 4]) {
      const own = decodePng(PNG.sync.write(png, { filterType }))!;
      expect(same(own.pixels, png.data)).toBe(true);
    }
  });

  it('are refused when any byte is lost or changed', () => {
    const picture = createPicture(9, 5, [0.2, 0.5, 0.9]);
    const file = encodePng(picture);
    for (let at = 0; at < file.length; at++) {
      expect(decodePng(file.subarray(0, at)), `cut at ${at}`).toBeUndefined();
      const changed = file.slice();
      changed[at]! ^= 0x10;
      expect(decodePng(changed), `changed at ${at}`).toBeUndefined();
    }
    const end = file.subarray(-12);
    expect(decodePng(Buffer.concat([file, end])), 'two ends').toBeUndefined();
  });
});
