// Smoke and gas as soft volumes of particles: each is a ball that thins out toward its edge, laid over the picture from the farthest to the
// nearest. What is solid hides it softly, and it shadows itself toward the key light. [AW09 §6.5] One pass over the pixels of every particle.

import { type Projection, projectPoint } from './projection.ts';
import type { Stage } from './shade.ts';

/** Soft balls. */
export interface Smoke {
  readonly count: number;
  /** x, y, z of every ball, m. */
  readonly centers: ArrayLike<number>;
  /** m */
  readonly radii: Float32Array;
  /** Linear red, green and blue of every ball. */
  readonly colors: Float32Array;
  /** How much the middle of a ball hides: its optical thickness. */
  readonly thickness: number;
}

/** A band of a picture, rows from the top of the projection. */
export interface SmokeSheet {
  readonly width: number;
  readonly height: number;
  /** Distance of what is solid from the camera's plane at every pixel, m; infinite for nothing. */
  readonly depths: ArrayLike<number>;
}

/** Cells of the grid of shadows along the longest side of the smoke. */
const CELLS = 24;
/** How much a full cell darkens what is behind it. */
const DARKEN = 0.5;

/** Lays smoke over linear light. */
export function paintSmoke(
  image: Float32Array,
  sheet: SmokeSheet,
  projection: Projection,
  smoke: Smoke,
  stage: Stage,
): void {
  const { centers, radii, count } = smoke;
  const { lights, lighting } = stage;
  const places = Array.from({ length: count }, (_, i) => ({
    i,
    ...projectPoint(projection, [centers[3 * i]!, centers[3 * i + 1]!, centers[3 * i + 2]!]),
  })).filter(({ z }) => z > Math.max(projection.near, 0) || !projection.perspective);
  places.sort((a, b) => b.z - a.z || a.i - b.i);
  const shadows = new SmokeShadows(smoke, lights.key);
  const light: [number, number, number] = [0, 0, 0];
  for (const { i, x, y, z } of places) {
    const open = shadows.lightAt(i);
    for (let c = 0; c < 3; c++)
      light[c] = smoke.colors[3 * i + c]! * (0.9 * lighting.sky[c]! + 0.75 * open * lighting.key[c]!);
    const reach = (radii[i]! * projection.scale) / (projection.perspective ? z : 1);
    layBall(image, sheet, { x, y, z, reach, radius: radii[i]!, thickness: smoke.thickness }, light);
  }
}

interface Ball {
  /** Middle, pixels, and distance, m. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Radius, pixels and m. */
  readonly reach: number;
  readonly radius: number;
  readonly thickness: number;
}

function layBall(
  image: Float32Array,
  { width, height, depths }: SmokeSheet,
  ball: Ball,
  light: readonly number[],
): void {
  const { x, y, z, reach, radius, thickness } = ball;
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  const square = Math.max(reach * reach, 0.25);
  for (let py = top; py <= bottom; py++) {
    for (let px = left; px <= right; px++) {
      const [dx, dy] = [px + 0.5 - x, py + 0.5 - y];
      const rest = 1 - (dx * dx + dy * dy) / square;
      if (!(rest > 0)) continue;
      const at = py * width + px;
      const before = (depths[at]! - z + radius) / (2 * radius);
      if (!(before > 0)) continue;
      const thick = thickness * rest * rest * (before < 1 ? before : 1);
      const hides = thick / (1 + thick);
      for (let c = 0; c < 3; c++) image[3 * at + c] = (1 - hides) * image[3 * at + c]! + hides * light[c]!;
    }
  }
}

/** How much of the key light reaches each ball through the others, from their density on a coarse grid. */
class SmokeShadows {
  private readonly smoke: Smoke;
  private readonly toKey: ArrayLike<number>;
  private readonly low: [number, number, number] = [0, 0, 0];
  private readonly size: number;
  private readonly filled: Float32Array;

  constructor(smoke: Smoke, toKey: ArrayLike<number>) {
    this.smoke = smoke;
    this.toKey = toKey;
    const high: [number, number, number] = [0, 0, 0];
    for (let a = 0; a < 3; a++) {
      this.low[a] = Number.POSITIVE_INFINITY;
      high[a] = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < smoke.count; i++) {
        this.low[a] = Math.min(this.low[a]!, smoke.centers[3 * i + a]!);
        high[a] = Math.max(high[a]!, smoke.centers[3 * i + a]!);
      }
    }
    this.size = Math.max(...high.map((h, a) => h - this.low[a]!), 1e-9) / (CELLS - 1);
    this.filled = new Float32Array(CELLS * CELLS * CELLS);
    for (let i = 0; i < smoke.count; i++) {
      const part = smoke.radii[i]! / this.size;
      this.filled[this.cell(smoke.centers[3 * i]!, smoke.centers[3 * i + 1]!, smoke.centers[3 * i + 2]!)!]! +=
        part * part * part;
    }
  }

  /** Number of the cell of a point; undefined outside. */
  private cell(x: number, y: number, z: number): number | undefined {
    const place = [x, y, z].map((c, a) => Math.round((c - this.low[a]!) / this.size));
    if (place.some((k) => k < 0 || k >= CELLS)) return undefined;
    return (place[0]! * CELLS + place[1]!) * CELLS + place[2]!;
  }

  lightAt(i: number): number {
    const { centers, thickness } = this.smoke;
    let through = 0;
    for (let n = 1; n < 2 * CELLS; n++) {
      const far = n * this.size;
      const at = this.cell(
        centers[3 * i]! + far * this.toKey[0]!,
        centers[3 * i + 1]! + far * this.toKey[1]!,
        centers[3 * i + 2]! + far * this.toKey[2]!,
      );
      if (at === undefined) break;
      through += Math.min(1, this.filled[at]!);
    }
    return 1 / (1 + DARKEN * thickness * through);
  }
}
