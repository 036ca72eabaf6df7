// OKLab (Ottosson 2020): a space of colors in which equal distances look about equal. Gradients are straight lines in it.

import { cubeRoot } from '../math/roots.ts';
import type { Color } from './color.ts';

/** Lightness 0 to 1, then green–red and blue–yellow, both about −0.4 to 0.4. */
export type Oklab = readonly [number, number, number];

/** OKLab of linear light. */
export function oklabOf([r, g, b]: Color): Oklab {
  const l = cubeRoot(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = cubeRoot(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = cubeRoot(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Linear light of an OKLab color; parts below 0 or above 1 are out of what a screen can show. */
export function linearOfOklab([lightness, a, b]: Oklab): Color {
  const l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** How different two OKLab colors look; black and white are 1 apart. */
export function distance(p: Oklab, q: Oklab): number {
  const [dl, da, db] = [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
  return Math.sqrt(dl * dl + da * da + db * db);
}

const cube = (x: number): number => x * x * x;
