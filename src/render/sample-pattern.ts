// Fixed patterns of points for shadows and occlusion: a spiral that fills a disc evenly, turned by one of 16 angles from pixel to
// pixel, so that a blur over 4 × 4 pixels sees 16 times as many points. Made by turning vectors: no sine, no chance.

/** Points of the spiral; any first part of them fills a disc, too. */
const POINTS = 16;
/** Cosine and sine of the golden angle, π (3 − √5). */
const GOLDEN_COS = -0.7373688780783197;
const GOLDEN_SIN = 0.6754902942615238;
/** Cosine and sine of a 16th of a turn. */
const STEP_COS = 0.9238795325112867;
const STEP_SIN = 0.3826834323650898;

/** The spiral in the unit disc: |point k|² = (k + ½)/16. */
export const DISC_X = new Float64Array(POINTS);
export const DISC_Y = new Float64Array(POINTS);
/** The 16 turns. */
export const TURN_COS = new Float64Array(16);
export const TURN_SIN = new Float64Array(16);

fill();

function fill(): void {
  let [x, y] = [1, 0];
  for (let k = 0; k < POINTS; k++) {
    const radius = Math.sqrt((k + 0.5) / POINTS);
    DISC_X[k] = radius * x;
    DISC_Y[k] = radius * y;
    [x, y] = [x * GOLDEN_COS - y * GOLDEN_SIN, x * GOLDEN_SIN + y * GOLDEN_COS];
  }
  [x, y] = [1, 0];
  for (let k = 0; k < 16; k++) {
    TURN_COS[k] = x;
    TURN_SIN[k] = y;
    [x, y] = [x * STEP_COS - y * STEP_SIN, x * STEP_SIN + y * STEP_COS];
  }
}

/** Order of the turns in a block of 4 × 4 pixels: neighbors differ much. */
const BLOCK: readonly number[] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** The turn of a pixel. */
export function turnOf(x: number, y: number): number {
  return BLOCK[((y & 3) << 2) | (x & 3)]!;
}
