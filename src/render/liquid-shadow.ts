// The tinted shadow of a transparent substance: how much of it the key light passes through on its way to a point.

import type { Drawable } from './drawable.ts';
import { MAP_SIZE, type ShadowMap } from './shadow-map.ts';
import { walkSpheres } from './spheres.ts';
import { ThicknessAdder } from './thickness.ts';
import type { Tint } from './tint.ts';
import { TriangleWalk } from './triangle-setup.ts';

/** Half the width of the blur, texels, and how often it is done: three boxes are nearly a bell. */
const BLUR = 5;
const ROUNDS = 3;
/** Part of the light that passes even the thickest liquid. */
const FLOOR = 0.12;

/** Light that reaches points through a liquid; `measure` leaves it in red, green and blue, 0 to 1. */
export class LiquidShadow {
  red = 1;
  green = 1;
  blue = 1;
  private readonly map: ShadowMap;
  private readonly thickness: Float32Array;
  private readonly tint: Tint;
  private readonly color: readonly [number, number, number];

  /** `reach` (m) is beyond the depth of everything in the light's view. */
  constructor(map: ShadowMap, liquid: Drawable, tint: Tint, reach: number) {
    this.map = map;
    this.tint = tint;
    this.color = meanColor(liquid.colors);
    const { projection, target } = map;
    const adder = new ThicknessAdder(target.keys, MAP_SIZE, false, reach);
    if (liquid.mesh) new TriangleWalk(projection, MAP_SIZE, MAP_SIZE).walk(liquid.mesh, 'both', adder);
    if (liquid.spheres) walkSpheres(projection, MAP_SIZE, MAP_SIZE, liquid.spheres, adder);
    const thickness = new Float32Array(MAP_SIZE * MAP_SIZE);
    for (let k = 0; k < thickness.length; k++) thickness[k] = Math.max(0, adder.depthAt(k));
    this.thickness = blurredMap(thickness);
  }

  /** Measures the light at a point that no opaque thing shadows. */
  measure(x: number, y: number, z: number): void {
    const { eye, right, up, scale, centerX, centerY } = this.map.projection;
    const dx = x - eye[0];
    const dy = y - eye[1];
    const dz = z - eye[2];
    const sx = Math.floor(centerX + scale * (dx * right[0] + dy * right[1] + dz * right[2]));
    const sy = Math.floor(centerY - scale * (dx * up[0] + dy * up[1] + dz * up[2]));
    const isIn = sx >= 0 && sy >= 0 && sx < MAP_SIZE && sy < MAP_SIZE;
    const thickness = isIn ? this.thickness[sy * MAP_SIZE + sx]! : 0;
    const { tint, color } = this;
    tint.pass(color[0], color[1], color[2], thickness);
    const surface = 1 - 0.22 * Math.min(1, (4 * thickness) / tint.length);
    this.red = surface * (FLOOR + (1 - FLOOR) * tint.red);
    this.green = surface * (FLOOR + (1 - FLOOR) * tint.green);
    this.blue = surface * (FLOOR + (1 - FLOOR) * tint.blue);
  }
}

function meanColor(colors: Float32Array): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  const count = colors.length / 3;
  for (let k = 0; k < colors.length; k++) mean[k % 3]! += colors[k]! / count;
  return mean;
}

function blurredMap(values: Float32Array): Float32Array {
  const [from, to] = [values, new Float32Array(values.length)];
  for (let round = 0; round < ROUNDS; round++) {
    blurLines(to, from, 1, MAP_SIZE);
    blurLines(from, to, MAP_SIZE, 1);
  }
  return from;
}

/** A box blur along one axis with a running sum. */
function blurLines(out: Float32Array, values: Float32Array, step: number, lineStep: number): void {
  const part = 1 / (2 * BLUR + 1);
  for (let line = 0; line < MAP_SIZE; line++) {
    const first = line * lineStep;
    let sum = 0;
    for (let k = 0; k < BLUR; k++) sum += values[first + k * step]!;
    for (let k = 0; k < MAP_SIZE; k++) {
      if (k + BLUR < MAP_SIZE) sum += values[first + (k + BLUR) * step]!;
      if (k > BLUR) sum -= values[first + (k - BLUR - 1) * step]!;
      out[first + k * step] = sum > 0 ? sum * part : 0;
    }
  }
}
