// What rasterizing fills: for every sample the nearest surface, by its number, and how near it is. Everything else about the surface
// is worked out later, for what is seen only.

import { NOTHING } from './projection.ts';

/** Samples of a picture, row by row from the top. */
export interface RasterTarget {
  readonly width: number;
  readonly height: number;
  /** Depth key of the nearest surface (see projection.ts). */
  readonly keys: Float32Array;
  /** Number of the nearest triangle or sphere, from 1; 0 is nothing. */
  readonly ids: Uint32Array;
}

/** An empty target. */
export function rasterTarget(width: number, height: number): RasterTarget {
  const keys = new Float32Array(width * height).fill(NOTHING);
  return { width, height, keys, ids: new Uint32Array(width * height) };
}
