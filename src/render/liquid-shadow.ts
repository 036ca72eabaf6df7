// The tinted shadow of a transparent substance: how much of it the key light passes through on its way to a point.

import type { Drawable } from './drawable.ts';
import type { Projection } from './projection.ts';
import { MAP_SIZE, type ShadowMap } from './shadow-map.ts';
import { walkSpheres } from './spheres.ts';
import { ThicknessAdder } from './thickness.ts';
import type { Tint } from './tint.ts';
import { TriangleWalk } from './triangle-setup.ts';

/** Half the width of the blur, texels, and how often it is done: three boxes are nearly a bell. */
const BLUR = 3;
/** Texels along each edge of the map. */
const SIZE = MAP_SIZE / 2;
const ROUNDS = 3;
/** Half the width of the wider blur: liquid thicker than around it gathers light like a lens. */
const WIDE_BLUR = 16;
const LENS = 0.6;
/** Part of the light that passes even the thickest liquid, and how gray that light is. */
const FLOOR = 0.15;
const GRAY = 0.4;

/** Light that reaches points through a liquid; `measure` leaves it in red, green and blue, 0 to 1. */
export class LiquidShadow {
  red = 1;
  green = 1;
  blue = 1;
  /** The light's view, half as fine as that of the shadow map: it is blurred anyway. */
  private readonly projection: Projection;
  private readonly axes: Float64Array;
  private readonly thickness: Float32Array;
  private readonly around: Float32Array;
  private readonly tint: Tint;
  private readonly color: readonly [number, number, number];

  /** `reach` (m) is about the depth of the light's view. */
  constructor(map: ShadowMap, liquid: Drawable, tint: Tint, reach: number) {
    this.tint = tint;
    this.color = meanColor(liquid.colors);
    const { scale, centerX, centerY } = map.projection;
    this.projection = { ...map.projection, scale: scale / 2, centerX: centerX / 2, centerY: centerY / 2 };
    const { eye, right, up } = map.projection;
    this.axes = Float64Array.of(...eye, ...right, ...up);
    const adder = new ThicknessAdder(halved(map.target.keys), SIZE, false, reach);
    if (liquid.mesh) new TriangleWalk(this.projection, SIZE, SIZE).walk(liquid.mesh, 'both', adder);
    if (liquid.spheres) walkSpheres(this.projection, SIZE, SIZE, liquid.spheres, adder);
    const thickness = new Float32Array(SIZE * SIZE);
    for (let k = 0; k < thickness.length; k++) thickness[k] = Math.max(0, adder.depthAt(k));
    this.thickness = blurredMap(thickness, BLUR);
    this.around = blurredMap(this.thickness.slice(), WIDE_BLUR);
  }

  /** Measures the light at a point that no opaque thing shadows. */
  measure(x: number, y: number, z: number): void {
    const { scale, centerX, centerY } = this.projection;
    const { axes, tint, color } = this;
    const dx = x - axes[0]!;
    const dy = y - axes[1]!;
    const dz = z - axes[2]!;
    const sx = Math.floor(centerX + scale * (dx * axes[3]! + dy * axes[4]! + dz * axes[5]!));
    const sy = Math.floor(centerY - scale * (dx * axes[6]! + dy * axes[7]! + dz * axes[8]!));
    const at = sx >= 0 && sy >= 0 && sx < SIZE && sy < SIZE ? sy * SIZE + sx : -1;
    const around = at < 0 ? 0 : this.around[at]!;
    if (around === 0) {
      this.red = 1;
      this.green = 1;
      this.blue = 1;
      return;
    }
    const thickness = this.thickness[at]!;
    tint.pass(color[0], color[1], color[2], thickness);
    const mean = (tint.red + tint.green + tint.blue) / 3;
    const thick = Math.min(1, (4 * thickness) / tint.length);
    const lens = 1 - 0.34 * thick + (LENS * (thickness - around)) / (thickness + around + 0.1 * tint.length);
    const gray = lens * (FLOOR + (1 - FLOOR) * GRAY * mean);
    const colored = lens * (1 - FLOOR) * (1 - GRAY);
    this.red = gray + colored * tint.red;
    this.green = gray + colored * tint.green;
    this.blue = gray + colored * tint.blue;
  }
}

function meanColor(colors: Float32Array): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  const count = colors.length / 3;
  for (let k = 0; k < colors.length; k++) mean[k % 3]! += colors[k]! / count;
  return mean;
}

function blurredMap(values: Float32Array, half: number): Float32Array {
  const [from, to] = [values, new Float32Array(values.length)];
  for (let round = 0; round < ROUNDS; round++) {
    blurLines(to, from, half, 1, SIZE);
    blurLines(from, to, half, SIZE, 1);
  }
  return from;
}

/** A box blur along one axis with a running sum. */
function blurLines(out: Float32Array, values: Float32Array, half: number, step: number, lineStep: number): void {
  const part = 1 / (2 * half + 1);
  for (let line = 0; line < SIZE; line++) {
    const first = line * lineStep;
    let sum = 0;
    for (let k = 0; k < half; k++) sum += values[first + k * step]!;
    for (let k = 0; k < SIZE; k++) {
      if (k + half < SIZE) sum += values[first + (k + half) * step]!;
      if (k > half) sum -= values[first + (k - half - 1) * step]!;
      out[first + k * step] = sum > 0 ? sum * part : 0;
    }
  }
}

/** The nearest of every 2 × 2 keys. */
function halved(keys: Float32Array): Float32Array {
  const out = new Float32Array(SIZE * SIZE);
  for (let k = 0; k < out.length; k++) {
    const at = 2 * (k % SIZE) + 2 * MAP_SIZE * Math.floor(k / SIZE);
    out[k] = Math.max(keys[at]!, keys[at + 1]!, keys[at + MAP_SIZE]!, keys[at + MAP_SIZE + 1]!);
  }
  return out;
}
