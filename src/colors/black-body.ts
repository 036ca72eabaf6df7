// The light of hot matter: Planck's law seen through the CIE 1931 color matching functions (fits of Wyman, Sloan and Shirley 2013), as
// linear sRGB. Brightness is the square root of the true luminance, 1 at 1500 K: the true one grows 3000-fold from 1000 K to 1500 K, and
// no picture could show both.

import type { ColorTarget } from './color.ts';

/** K: the first row, and from one row to the next. */
const FIRST = 700;
const STEP = 100;
/** Linear red, green, blue. `test/render/black-body.test.ts` works them out again. */
const ROWS = Float64Array.of(
  ...[0.0006, 0, 0, 0.0048, 0, 0, 0.0233, 0.0002, 0, 0.0801, 0.0023, 0, 0.2195, 0.011, 0, 0.507, 0.0371, 0],
  ...[1.0271, 0.0994, 0, 1.8773, 0.2269, 0, 3.1598, 0.4589, 0, 4.975, 0.8442, 0, 7.4143, 1.4392, 0],
  ...[10.5566, 2.3056, 0, 14.465, 3.5078, 0, 19.1598, 5.103, 0.1472, 24.6771, 7.1532, 0.4258],
  ...[31.0284, 9.7139, 0.8714, 38.21, 12.8342, 1.5337, 46.2061, 16.5564, 2.4663, 54.9919, 20.9156, 3.7251],
  ...[64.5346, 25.9392, 5.3679, 74.796, 31.6473, 7.4521, 85.7341, 38.0533, 10.0344, 97.3041, 45.1638, 13.1694],
  ...[109.4599, 52.9797, 16.9089],
);
const LAST = ROWS.length / 3 - 1;

/**
 * Writes the linear light of a black body of `temperature` (K) into `out[at]` to `out[at + 2]`: nothing below 600 K, and no more than at 3000 K.
 * @example const light = [0, 0, 0]; blackBodyInto(1450, light, 0);
 */
export function blackBodyInto(temperature: number, out: ColorTarget, at: number): void {
  const place = (temperature - FIRST) / STEP;
  if (!(place > -1)) {
    out[at] = 0;
    out[at + 1] = 0;
    out[at + 2] = 0;
    return;
  }
  const k = place < 0 ? -1 : Math.min(Math.floor(place), LAST - 1);
  const v = Math.min(place, LAST) - k;
  for (let c = 0; c < 3; c++) {
    const low = k < 0 ? 0 : ROWS[3 * k + c]!;
    out[at + c] = (1 - v) * low + v * ROWS[3 * k + 3 + c]!;
  }
}
