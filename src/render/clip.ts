// Cuts polygons to what a camera can see: in front of its near plane, and not so far aside that numbers on the grid get too large.
// Only the few triangles that reach out are cut.

import type { Projection } from './projection.ts';

/** A corner in the axes of the camera: right, up, forward, m. */
export type ClipCorner = readonly [number, number, number];

/** How far inside a border a corner is; negative is outside. */
type Inside = (corner: ClipCorner) => number;

/** The part of a convex polygon that is in front of the near plane and within `guard` samples of the grid's origin. */
export function clipPolygon(
  corners: readonly ClipCorner[],
  projection: Projection,
  guard: number,
): readonly ClipCorner[] {
  const { perspective, near, scale, centerX, centerY } = projection;
  const w: Inside = perspective ? ([, , z]) => z : () => 1;
  const borders: Inside[] = [
    (p) => (guard + centerX) * w(p) + scale * p[0],
    (p) => (guard - centerX) * w(p) - scale * p[0],
    (p) => (guard + centerY) * w(p) - scale * p[1],
    (p) => (guard - centerY) * w(p) + scale * p[1],
  ];
  const isNumber = corners.every((p) => Number.isFinite(p[0]) && Number.isFinite(p[1]) && Number.isFinite(p[2]));
  let polygon: readonly ClipCorner[] = isNumber ? corners : [];
  if (perspective) polygon = cut(polygon, ([, , z]) => z - near * 1.000001);
  for (const border of borders) polygon = cut(polygon, border);
  return polygon;
}

/** The part of a convex polygon on the inside of one border (Sutherland and Hodgman). */
function cut(polygon: readonly ClipCorner[], inside: Inside): readonly ClipCorner[] {
  const kept: ClipCorner[] = [];
  for (let k = 0; k < polygon.length; k++) {
    const p = polygon[k]!;
    const q = polygon[(k + 1) % polygon.length]!;
    const [a, b] = [inside(p), inside(q)];
    if (a >= 0) kept.push(p);
    if (a >= 0 !== b >= 0) {
      const u = a / (a - b);
      kept.push([p[0] + u * (q[0] - p[0]), p[1] + u * (q[1] - p[1]), p[2] + u * (q[2] - p[2])]);
    }
  }
  return kept;
}
