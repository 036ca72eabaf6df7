// A gleam around what is brighter than white, as lenses and eyes make it: the light beyond white is blurred twice, narrowly and widely, and laid over
// the picture. Nothing but + − × ÷ and comparisons: the same bytes on every machine.

/** Radii of the blurs over the height of the picture, and how much of the gleam each makes. Chosen by looking at a candle and at lava. */
const BLURS = [
  { radius: 0.012, part: 0.5 },
  { radius: 0.05, part: 0.5 },
] as const;

/** Most light beyond white that counts: a mirrored sun must not outshine everything. */
const MOST = 4;

/** Adds the gleam to linear light, three numbers per pixel, which `exposure` times is white at 1; `strength` from 0 to 1. */
export function addGlow(image: Float32Array, width: number, height: number, exposure: number, strength: number): void {
  const beyond = new Float32Array(image.length);
  for (let k = 0; k < image.length; k++) {
    const light = image[k]! - 1 / exposure;
    if (light > 0) beyond[k] = Math.min(light, MOST / exposure);
  }
  const blurred = new Float32Array(image.length);
  for (const { radius, part } of BLURS) {
    blurred.set(beyond);
    const wide = Math.max(1, Math.round(radius * height));
    // Three means of a box are nearly a bell.
    for (let n = 0; n < 3; n++) {
      for (let y = 0; y < height; y++) boxBlur(blurred, 3 * y * width, 3, width, wide);
      for (let x = 0; x < width; x++) boxBlur(blurred, 3 * x, 3 * width, height, wide);
    }
    for (let k = 0; k < image.length; k++) image[k]! += 2 * strength * part * blurred[k]!;
  }
}

/** Puts the mean of `2 wide + 1` pixels in place of each pixel of a row or column; beyond its ends it is dark. */
function boxBlur(light: Float32Array, from: number, step: number, count: number, wide: number): void {
  const row = new Float32Array(count);
  for (let c = from; c < from + 3; c++) {
    for (let k = 0; k < count; k++) row[k] = light[c + k * step]!;
    let sum = 0;
    for (let k = 0; k < Math.min(wide, count); k++) sum += row[k]!;
    for (let k = 0; k < count; k++) {
      if (k + wide < count) sum += row[k + wide]!;
      if (k - wide - 1 >= 0) sum -= row[k - wide - 1]!;
      light[c + k * step] = Math.max(0, sum) / (2 * wide + 1);
    }
  }
}
