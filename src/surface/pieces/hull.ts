// Where a body ends in its shape at the start: the shape that it was filled from, its skin, or the particles themselves.

import { KdTree } from '../../meshless/search/kd-tree.ts';
import { type Bounds, boundsOf, measureOf } from '../../shapes/bounds.ts';
import { signedDistance } from '../../shapes/distance.ts';
import type { Solid } from '../../shapes/solid.ts';

/** Where a body ends. */
export interface Hull {
  readonly bounds: Bounds;
  /** What it holds, m³ (m² in 2D), if that is known. */
  readonly volume: number | undefined;
  /** Distance from its surface, m; negative inside. Exact near the surface. */
  distance(x: number, y: number, z: number): number;
}

/** Particles so near count for the surface around a point, over the spacing. */
const REACH = 2;

/** The surface of a shape. */
export function solidHull(solid: Solid): Hull {
  const isShell = solid.triangles !== undefined && solid.radius > 0,
    volume = isShell ? undefined : measureOf(solid);
  return { bounds: boundsOf(solid), volume, distance: (x, y, z) => signedDistance(solid, x, y, z) };
}

/** The surface half a spacing around particles: the distance from the middle of those that are near. [Zhu and Bridson 2005] */
export function pointsHull(points: Float64Array, spacing: number, dimension: 2 | 3): Hull {
  const tree = new KdTree(3, points),
    reach = REACH * spacing,
    found: number[] = [],
    min: [number, number, number] = [0, 0, 0],
    max: [number, number, number] = [0, 0, 0];
  for (let a = 0; a < dimension; a++) {
    [min[a], max[a]] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = a; k < points.length; k += 3) {
      min[a] = Math.min(min[a]!, points[k]! - spacing);
      max[a] = Math.max(max[a]!, points[k]! + spacing);
    }
  }
  const distance = (x: number, y: number, z: number): number => {
    found.length = 0;
    tree.within([x, y, z], reach, found);
    let [total, mx, my, mz] = [0, 0, 0, 0];
    for (const i of found) {
      const [px, py, pz] = [points[3 * i]! - x, points[3 * i + 1]! - y, points[3 * i + 2]! - z],
        s = 1 - (px * px + py * py + pz * pz) / (reach * reach),
        w = s * s * s;
      total += w;
      mx += w * px;
      my += w * py;
      mz += w * pz;
    }
    if (!(total > 0)) return spacing;
    return Math.sqrt(mx * mx + my * my + mz * mz) / total - 0.5 * spacing;
  };
  const size = dimension === 3 ? spacing * spacing * spacing : spacing * spacing;
  return { bounds: { min, max }, volume: (size * points.length) / 3, distance };
}
