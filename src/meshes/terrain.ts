// Terrains for substances to flow over: grids of heights made of numbered random numbers and exact arithmetic, the same everywhere.

import { STREAMS } from '../random/random.ts';
import { heightfieldTriangles } from '../shapes/heightfield.ts';
import type { Heightfield } from '../shapes/shape.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { GradientNoise } from './gradient-noise.ts';

/** What a terrain looks like. */
export interface TerrainOptions {
  readonly kind: TerrainKind;
  /** Edge of its square, m. */
  readonly size: number;
  /** From its lowest to its highest point, m. */
  readonly height: number;
  /** Most triangles of the closed mesh, from 32. */
  readonly triangles: number;
  /** Another seed gives another terrain of the same kind; unsigned 32-bit. */
  readonly seed: number;
}

/** What each kind of terrain is, and its usual height over its size. */
export const TERRAINS = {
  mountain: { text: 'a volcano: a cone with a crater, ridges and gullies', height: 0.3 },
  valley: { text: 'a winding valley that falls along z, between rough slopes', height: 0.25 },
  ridge: { text: 'a crest along z that falls to both sides', height: 0.25 },
  plain: { text: 'low hills and hollows', height: 0.04 },
} as const;

/** Name of a kind of terrain. */
export type TerrainKind = keyof typeof TERRAINS;

/** A terrain of a kind, with usual settings: 10 m, 20,000 triangles. */
export function usualTerrain(kind: TerrainKind, size = 10): TerrainOptions {
  return { kind, size, height: TERRAINS[kind].height * size, triangles: 20_000, seed: 1 };
}

/** Thickness of the ground below the lowest point, over the size. */
const DEPTH = 0.05;

/**
 * A terrain around the origin, with its lowest point at y = 0: the numbers of a `heightfield` of a scene.
 * @example const shape = { heightfield: makeTerrain({ ...usualTerrain('valley'), seed: 7 }) };
 */
export function makeTerrain({ kind, size, height, triangles, seed }: TerrainOptions): Heightfield['heightfield'] {
  const cells = Math.max(2, Math.floor(Math.sqrt(9 + triangles / 2) - 3)); // 2 n² + 12 n triangles
  const shape = SHAPES[kind](new GradientNoise(seed, STREAMS.terrain), new GradientNoise(seed, STREAMS.terrain + 1));
  const rows = Array.from({ length: cells + 1 }, (_, j) =>
    Array.from({ length: cells + 1 }, (_, i) => shape((2 * i) / cells - 1, (2 * j) / cells - 1)),
  );
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    for (const h of row) {
      low = Math.min(low, h);
      high = Math.max(high, h);
    }
  }
  const factor = high > low ? height / (high - low) : 0;
  const heights = rows.map((row) => row.map((h) => Math.fround((h - low) * factor)));
  return { heights, min: [-size / 2, -size / 2], max: [size / 2, size / 2], depth: DEPTH * size };
}

/** The closed mesh of a terrain, m. */
export function terrainTriangles(options: TerrainOptions): TriangleSet {
  return heightfieldTriangles(makeTerrain(options));
}

/** The height at (x, z), each from −1 to 1, in a unit of its own. */
type Profile = (x: number, z: number) => number;

const SHAPES: Readonly<Record<TerrainKind, (hills: GradientNoise, bends: GradientNoise) => Profile>> = {
  mountain: (hills, bends) => (x, z) => {
    const px = x + 0.08 * bends.sum(1.7 * x, 1.7 * z, 3),
      pz = z + 0.08 * bends.sum(1.7 * x + 40, 1.7 * z, 3);
    const r = Math.sqrt(px * px + pz * pz);
    const slope = Math.max(0, 1 - Math.max(r, CRATER) / 1.1);
    const cone = slope * slope * (0.55 + 0.45 * slope) + 0.25 * slope;
    // Gullies run down the slope: their place depends on the direction from the top, and winds on the way down.
    const away = Math.sqrt(r * r + 0.01);
    const wx = 0.45 * bends.sum(2.5 * x, 2.5 * z, 2),
      wz = 0.45 * bends.sum(2.5 * x, 2.5 * z + 40, 2);
    const gully = crease(hills.at((1.7 * px) / away + wx, (1.7 * pz) / away + wz)),
      rill = crease(hills.at((4.3 * px) / away + 2 * wx + 50, (4.3 * pz) / away + 2 * wz));
    const middle = r < 1 ? 4 * r * (1 - r) * Math.min(1, 3 * r) : 0;
    const rim = Math.max(0, 1 - (r * r) / (CRATER * CRATER));
    const rough = hills.sum(3.5 * x + 9, 3.5 * z, 5);
    return cone - middle * (0.12 * gully + 0.045 * rill) - 0.1 * rim + 0.05 * rough * (0.35 + slope * (1 - rim));
  },
  valley: (hills, bends) => (x, z) => {
    const bend = 0.35 * bends.at(0.9 * z, 3) + 0.08 * bends.at(2.7 * z, 11);
    const away = Math.abs(x - bend);
    const side = Math.max(0, away - 0.08);
    const slope = (side * side) / (0.12 + side * side);
    const gully = crease(hills.sum(1.9 * x, 1.9 * z, 3));
    return slope * (1 - 0.4 * gully) - 0.13 * z + (0.02 + 0.06 * slope) * hills.sum(3 * x, 3 * z + 30, 5);
  },
  ridge: (hills, bends) => (x, z) => {
    const bend = 0.25 * bends.at(0.9 * z, 3) + 0.06 * bends.at(3 * z, 11);
    const away = Math.sqrt((x - bend) * (x - bend) + 0.004);
    const slope = 1 / (1 + 3 * away + 4 * away * away);
    const gully = crease(hills.sum(0.8 * x, 2.1 * z, 2));
    const side = Math.min(1, 3 * away) * slope;
    return (
      slope * (1 + 0.25 * bends.at(1.3 * z, 31)) -
      0.5 * side * gully +
      0.05 * hills.sum(3 * x, 3 * z, 5) * (0.4 + slope)
    );
  },
  plain: (hills) => (x, z) => hills.sum(1.6 * x, 1.6 * z, 5),
};

/** 1 where a field passes through 0, falling to 0 on both sides of that line. */
function crease(value: number): number {
  const near = Math.max(0, 1 - 2.2 * Math.sqrt(value * value + 0.003));
  return near * near * (3 - 2 * near);
}

/** Radius of the crater, over half the size. */
const CRATER = 0.13;
