// Text and legends: letters stand where they should, every range gets a readable scale, on light and on dark backgrounds.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Color, LINEAR_OF_BYTE, luminance, parseColor } from '../../src/colors/color.ts';
import { NUMBER_MAP } from '../../src/colors/color-map.ts';
import { glyphOf } from '../../src/render/glyphs.ts';
import { drawLegend, formatTick, legendOf } from '../../src/render/legend.ts';
import { createPicture, type Picture } from '../../src/render/picture.ts';
import { drawText, textWidth } from '../../src/render/text.ts';
import { sceneSchema } from '../../src/scene/schema.ts';
import { fuzzed, holds } from '../helpers/holds.ts';

/** The smallest rectangle of pixels that differ from the first one; undefined if none does. */
function inkOf({ width, height, pixels }: Picture) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let k = 0; k < width * height; k++) {
    if (pixels[4 * k] === pixels[0] && pixels[4 * k + 1] === pixels[1]) continue;
    const [x, y] = [k % width, Math.floor(k / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return right < 0 ? undefined : { left, top, right, bottom };
}

describe('text', () => {
  it('has a letter of its own for every character that numbers, units and labels need', () => {
    const needed = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;!?()[]+-−–=/%°²³·×_#&<>ρµ'];
    const shapes = needed.map((letter) => JSON.stringify(glyphOf(letter)));
    expect(new Set(shapes).size).toBe(needed.length);
    expect(shapes).not.toContain(JSON.stringify(glyphOf('€')));
  });

  it('stands on its line, is as high and as wide as it says', () => {
    for (const size of [8, 20, 60]) {
      const picture = createPicture(900, 120);
      drawText(picture, 20, 100, 'HE0', { size, color: [0, 0, 0] });
      const ink = inkOf(picture)!;
      const pen = Math.max(1.3, 0.125 * size) / 2 + 1;
      expect(Math.abs(ink.bottom - 99.5)).toBeLessThanOrEqual(pen);
      expect(Math.abs(ink.top - (100 - size))).toBeLessThanOrEqual(pen);
      expect(Math.abs(ink.left - 20)).toBeLessThanOrEqual(pen);
      expect(Math.abs(ink.right - (19 + textWidth('HE0', size)))).toBeLessThanOrEqual(pen);
    }
  });

  it('starts, ends or is centered at x', () => {
    const middles = (['left', 'middle', 'right'] as const).map((align) => {
      const picture = createPicture(300, 40);
      drawText(picture, 150, 30, 'mmm', { size: 10, color: [0, 0, 0], align });
      const { left, right } = inkOf(picture)!;
      return (left + right + 1) / 2;
    });
    const width = textWidth('mmm', 10);
    expect(middles).toEqual([150 + width / 2, 150, 150 - width / 2].map((x) => expect.closeTo(x, 0)));
  });

  it('is cut off at the edges of the picture, and unknown letters are boxes', fuzzed, () => {
    holds(
      fc.property(
        fc.string({ maxLength: 8 }),
        fc.integer({ min: -90, max: 90 }),
        fc.integer({ min: -40, max: 90 }),
        (text, x, y) => {
          const picture = createPicture(40, 30);
          drawText(picture, x, y, text, { size: 9, color: [0, 0, 0] });
          expect(picture.pixels.length).toBe(4 * 40 * 30);
          expect(textWidth(text, 9)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
    expect(glyphOf('€').lines).toHaveLength(4);
    expect(textWidth('é', 10)).toBe(textWidth('e', 10));
    expect(textWidth('', 10)).toBe(0);
  });
});

describe('a legend', () => {
  const legend = { title: 'Speed', unit: 'm/s', map: NUMBER_MAP } as const;
  const luminanceAt = ({ width, pixels }: Picture, x: number, y: number): number => {
    const at = 4 * (y * width + x);
    return luminance([
      LINEAR_OF_BYTE[pixels[at]!]!,
      LINEAR_OF_BYTE[pixels[at + 1]!]!,
      LINEAR_OF_BYTE[pixels[at + 2]!]!,
    ]);
  };

  it('stands inside of the lower right quarter or so, for any range and size', fuzzed, () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    const size = fc.tuple(fc.integer({ min: 16, max: 500 }), fc.integer({ min: 16, max: 400 }));
    holds(
      fc.property(fc.tuple(number, number), size, (range, [width, height]) => {
        const picture = createPicture(width, height);
        drawLegend(picture, { ...legend, range });
        const ink = inkOf(picture);
        if (ink) expect(ink.left > width / 3 && ink.top > height / 4).toBe(true);
        else expect(width < 400 || height < 160).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('has the colors of the map from bottom to top', () => {
    const picture = createPicture(640, 360);
    drawLegend(picture, { ...legend, range: [0, 3] });
    const ink = inkOf(picture)!;
    const x = ink.left + 5;
    const column = Array.from({ length: 360 }, (_, y) => luminanceAt(picture, x, y));
    const colored = column.flatMap((light, y) => (y > ink.top + 20 && y < ink.bottom - 6 ? [light] : []));
    for (let k = 1; k < colored.length; k++) expect(colored[k]!).toBeLessThanOrEqual(colored[k - 1]!);
    expect(colored[0]! / colored.at(-1)!).toBeGreaterThan(20);
  });

  it.each(['#ffffff', '#000000', '#7f7f7f', '#1b2733', '#ffe9a8', '#b00020'])(
    'can be read on %s, whatever is behind it',
    (text) => {
      const background = parseColor(text);
      for (const behind of [background, [1, 1, 1], [0, 0, 0], [0.2, 0.5, 0.8]] as const satisfies Color[]) {
        const picture = createPicture(640, 360, behind);
        drawLegend(picture, { ...legend, range: [0, 3], background });
        const { left, right, top } = inkOf(picture)!;
        const lights: number[] = [];
        for (let y = top + 5; y < top + 24; y++)
          for (let x = left + 4; x < right - 4; x++) lights.push(luminanceAt(picture, x, y));
        const [dark, light] = [Math.min(...lights), Math.max(...lights)];
        expect((light + 0.05) / (dark + 0.05), `${text} over ${behind}`).toBeGreaterThan(4.5); // WCAG AA
      }
    },
  );

  it('says what it shows, in the unit of the dimension, or nothing', () => {
    const of = (look: object, dimension: 2 | 3) => legendOf(sceneSchema.parse({ look, dimension }), [0, 1]);
    expect(of({ colorBy: 'density' }, 2)).toMatchObject({ title: 'Density', unit: 'kg/m²' });
    expect(of({ colorBy: 'density' }, 3)).toMatchObject({ unit: 'kg/m³' });
    expect(of({ colorBy: 'substance' }, 3)).toBeUndefined();
    expect(of({ colorBy: 'density', legend: false }, 3)).toBeUndefined();
  });

  it('writes numbers short', () => {
    expect([0, 0.25, -3, 1200, 2e-7, 5e8, 1e6].map(formatTick)).toEqual([
      '0',
      '0.25',
      '−3',
      '1200',
      '2e-7',
      '5e8',
      '1e6',
    ]);
  });
});
