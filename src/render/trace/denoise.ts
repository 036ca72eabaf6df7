// Takes the noise out of a picture of few rays: the mean over a growing neighborhood, of pixels that show about the same surface and light
// (Dammertz et al. 2010, with weights 1/(1 + x²) instead of exponentials).

/** What the first surface of every pixel is: three numbers of its normal, its color, and its depth. */
export interface Guides {
  readonly normals: Float32Array;
  readonly colors: Float32Array;
  /** m */
  readonly depths: Float32Array;
  /** How unsure the light of each pixel is: the variance of its mean. */
  readonly variances: Float32Array;
}

/** Distances between the pixels that are looked at, round by round. */
const STEPS = [1, 2, 4];
const TAPS = [0.0625, 0.25, 0.375, 0.25, 0.0625];

/** A copy of an image of linear light with less noise; edges of surfaces and of colors stay. */
export function denoised(image: Float32Array, width: number, height: number, guides: Guides): Float32Array {
  let from = withoutDots(image, width, height);
  const unsure = { ...guides, variances: spread(guides.variances, width, height) };
  for (const step of STEPS) {
    const to = new Float32Array(from.length);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) meanInto(to, from, x, y, width, height, step, unsure);
    from = to;
  }
  return from;
}

/** Pixels brighter than all but one of those around them become as bright as that one: single rays that met a lamp. */
function withoutDots(image: Float32Array, width: number, height: number): Float32Array {
  const out = image.slice();
  const light = (k: number): number => image[3 * k]! + image[3 * k + 1]! + image[3 * k + 2]!;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const own = light(at);
      let [most, second] = [0, 0];
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) {
          if (i === 0 && j === 0) continue;
          const other = light(at + j * width + i);
          if (other > most) [most, second] = [other, most];
          else if (other > second) second = other;
        }
      }
      if (own > second) for (let c = 0; c < 3; c++) out[3 * at + c]! *= second / own;
    }
  }
  return out;
}

/** The mean of every 3 × 3 values: four rays that agree by luck are still unsure. */
function spread(values: Float32Array, width: number, height: number): Float32Array {
  return values.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    let [sum, count] = [0, 0];
    for (let qy = Math.max(0, y - 1); qy <= Math.min(height - 1, y + 1); qy++) {
      for (let qx = Math.max(0, x - 1); qx <= Math.min(width - 1, x + 1); qx++) {
        sum += values[qy * width + qx]!;
        count++;
      }
    }
    return sum / count;
  });
}

function meanInto(
  to: Float32Array,
  from: Float32Array,
  x: number,
  y: number,
  width: number,
  height: number,
  step: number,
  { normals, colors, depths, variances }: Guides,
): void {
  const at = y * width + x;
  const p = 3 * at;
  if (variances[at] === 0) {
    for (let c = 0; c < 3; c++) to[p + c] = from[p + c]!;
    return;
  }
  const sigma = (12 * variances[at]!) / step + 1e-5;
  let [red, green, blue, sum] = [0, 0, 0, 0];
  for (let j = -2; j <= 2; j++) {
    const qy = y + j * step;
    if (qy < 0 || qy >= height) continue;
    for (let i = -2; i <= 2; i++) {
      const qx = x + i * step;
      if (qx < 0 || qx >= width) continue;
      const there = qy * width + qx;
      const q = 3 * there;
      const light = distance(from, p, q) / sigma;
      const turn = 24 * distance(normals, p, q);
      const dye = 400 * distance(colors, p, q);
      const apart = (depths[there]! - depths[at]!) / (0.01 * depths[at]! * step + 1e-9);
      const deep = depths[there] === depths[at] ? 0 : apart * apart;
      const w = (TAPS[i + 2]! * TAPS[j + 2]!) / ((1 + light) * (1 + turn * turn) * (1 + dye) * (1 + deep));
      if (!(w > 0)) continue;
      red += w * from[q]!;
      green += w * from[q + 1]!;
      blue += w * from[q + 2]!;
      sum += w;
    }
  }
  to[p] = red / sum;
  to[p + 1] = green / sum;
  to[p + 2] = blue / sum;
}

function distance(values: Float32Array, p: number, q: number): number {
  const [x, y, z] = [values[p]! - values[q]!, values[p + 1]! - values[q + 1]!, values[p + 2]! - values[q + 2]!];
  return x * x + y * y + z * z;
}
