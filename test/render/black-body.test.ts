// The table of black bodies against Planck's law and color matching functions, integrated here.

import { expect, test } from 'vitest';
import { blackBodyInto } from '../../src/colors/black-body.ts';

/** A bell with two widths. */
const bell = (x: number, at: number, left: number, right: number): number =>
  Math.exp(-0.5 * ((x - at) / (x < at ? left : right)) ** 2);

/** Linear sRGB and luminance of a black body, from Planck's law and the fits of Wyman, Sloan and Shirley (2013). */
function planck(kelvin: number): { rgb: number[]; luminance: number } {
  let [x, y, z] = [0, 0, 0];
  for (let nm = 380; nm <= 780; nm++) {
    const m = nm * 1e-9;
    const light = 1e-30 / (m ** 5 * (Math.exp(1.438776877e-2 / (m * kelvin)) - 1));
    x +=
      light *
      (1.056 * bell(nm, 599.8, 37.9, 31) + 0.362 * bell(nm, 442, 16, 26.7) - 0.065 * bell(nm, 501.1, 20.4, 26.2));
    y += light * (0.821 * bell(nm, 568.8, 46.9, 40.5) + 0.286 * bell(nm, 530.9, 16.3, 31.1));
    z += light * (1.217 * bell(nm, 437, 11.8, 36) + 0.681 * bell(nm, 459, 26, 13.8));
  }
  const rgb = [
    3.2406 * x - 1.5372 * y - 0.4986 * z,
    -0.9689 * x + 1.8758 * y + 0.0415 * z,
    0.0557 * x - 0.204 * y + 1.057 * z,
  ].map((c) => Math.max(0, c));
  return { rgb, luminance: y };
}

test('has the color of Planck, and the square root of its luminance', () => {
  const one = planck(1500).luminance;
  for (const kelvin of [800, 1000, 1200, 1450, 1700, 2000, 2550, 3000]) {
    const found = [0, 0, 0];
    blackBodyInto(kelvin, found, 0);
    const { rgb, luminance } = planck(kelvin);
    const scale = Math.sqrt(luminance / one) / (0.2126 * rgb[0]! + 0.7152 * rgb[1]! + 0.0722 * rgb[2]!);
    // A step of the table is 100 K: between rows the straight line is off by a few percent.
    for (let c = 0; c < 3; c++)
      expect(Math.abs(found[c]! - scale * rgb[c]!)).toBeLessThan(0.04 * scale * rgb[0]! + 2e-4);
  }
});

test('what is cold is dark, and nothing is brighter than 3000 K', () => {
  const [cold, hottest, hotter] = [
    [1, 1, 1],
    [0, 0, 0],
    [0, 0, 0],
  ];
  blackBodyInto(500, cold!, 0);
  blackBodyInto(3000, hottest!, 0);
  blackBodyInto(9000, hotter!, 0);
  expect(cold).toEqual([0, 0, 0]);
  expect(hotter).toEqual(hottest);
  const broken = [1, 1, 1];
  blackBodyInto(Number.NaN, broken, 0);
  expect(broken).toEqual([0, 0, 0]);
});
