// The opening of an emitter: a flat region across the jet, described in the plane's own coordinates (s, t) about its center.
// A disc is |(s, t)| < r. The section of a box is where its three slabs meet, |p s + q t| < half: a polygon of four or six sides.
// In 2D the opening is a segment: t = 0. Both are symmetric about the center.

import type { Matrix3 } from '../shapes/rotation.ts';
import type { Box, Vec3 } from '../shapes/shape.ts';
import { solidOf } from '../shapes/solid.ts';
import type { EmitterSettings, Space, SpaceDimension } from './source.ts';
import { cross, dot, normalize } from './vector.ts';

export interface Opening {
  /** m */
  readonly center: Vec3;
  /** Unit direction of the jet. */
  readonly direction: Vec3;
  /** Unit vectors of s and t, perpendicular to the jet and to each other. */
  readonly sAxis: Vec3;
  readonly tAxis: Vec3;
  /** Area, m² (length, m, in 2D). */
  readonly area: number;
  /** No point of the opening is farther than this from the center, m. */
  readonly reach: number;
  /** Whether a point of the plane is inside; points on the rim are not. */
  readonly contains: (s: number, t: number) => boolean;
}

/** The points between two faces of a box, seen in the plane of the opening: |p s + q t| ≤ half. */
interface Slab {
  readonly p: number;
  readonly q: number;
  readonly half: number;
}

/** Sites on the rim, up to rounding, are outside. */
const RIM = 1 - 1e-9;
/** Below this sine a face of the box counts as parallel to the opening and does not bound it. */
const PARALLEL = 1e-12;

/** The unit direction of the jet (in the plane in 2D), or null if the emitter has none. */
export function jetDirection(emitter: EmitterSettings, dimension: SpaceDimension): Vec3 | null {
  const given = 'disc' in emitter.shape ? emitter.shape.disc.normal : emitter.direction;
  return given ? normalize(inSpace(given, dimension)) : null;
}

/** The opening of an emitter whose jet has the given unit direction. */
export function makeOpening({ shape }: EmitterSettings, direction: Vec3, space: Space): Opening {
  return 'disc' in shape ? discOpening(shape.disc, direction, space.dimension) : boxOpening(shape, direction, space);
}

function discOpening(
  { center, radius }: { readonly center: Vec3; readonly radius: number },
  direction: Vec3,
  dimension: SpaceDimension,
): Opening {
  const square = radius * radius;
  return {
    center: inSpace(center, dimension),
    direction,
    ...planeAxes(direction, COORDINATE_AXES, dimension),
    area: dimension === 3 ? Math.PI * square : 2 * radius,
    reach: radius,
    contains: (s, t) => s * s + t * t < square * RIM,
  };
}

function boxOpening(box: Box, direction: Vec3, { dimension, trig }: Space): Opening {
  const { center, vector: halves, rotation } = solidOf(box, trig, dimension);
  const edges = columnsOf(rotation);
  const axes = planeAxes(direction, edges, dimension);
  const slabs = edges
    .map((edge, k): Slab => ({ p: dot(axes.sAxis, edge), q: dot(axes.tAxis, edge), half: halves[k]! }))
    .filter(({ p, q }) => Math.max(Math.abs(p), dimension === 3 ? Math.abs(q) : 0) > PARALLEL);
  const reach = dimension === 3 ? Math.sqrt(dot(halves, halves)) : halfChord(slabs);
  return {
    center,
    direction,
    ...axes,
    area: dimension === 3 ? sectionArea(slabs, reach) : 2 * reach,
    reach,
    contains: (s, t) => slabs.every(({ p, q, half }) => Math.abs(p * s + q * t) < half * RIM),
  };
}

function columnsOf(matrix: Matrix3): Vec3[] {
  return [0, 1, 2].map((k): Vec3 => [matrix[k]!, matrix[3 + k]!, matrix[6 + k]!]);
}

const COORDINATE_AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/**
 * Axes of the plane across the jet. In 3D s runs along the reference axis most nearly across the jet, so that the rows of a box
 * follow its edges; in 2D it is the jet turned by a right angle.
 */
function planeAxes(
  direction: Vec3,
  references: readonly Vec3[],
  dimension: SpaceDimension,
): Pick<Opening, 'sAxis' | 'tAxis'> {
  if (dimension === 2) return { sAxis: [-direction[1], direction[0], 0], tAxis: [0, 0, 1] };
  const reference = references.reduce((best, axis) =>
    Math.abs(dot(axis, direction)) < Math.abs(dot(best, direction)) ? axis : best,
  );
  const tAxis = normalize(cross(direction, reference))!;
  return { sAxis: cross(tAxis, direction), tAxis };
}

/** Half the length of the segment t = 0 where slabs meet, m. */
function halfChord(slabs: readonly Slab[]): number {
  return Math.max(0, Math.min(...slabs.map(({ p, half }) => half / Math.abs(p))));
}

/** Area of the polygon where slabs meet, m²: a square of the given half size cut by each face in turn. */
function sectionArea(slabs: readonly Slab[], reach: number): number {
  let polygon: readonly (readonly [number, number])[] = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
  ];
  for (const { p, q, half } of slabs) {
    polygon = cut(cut(polygon, p, q, half), -p, -q, half);
  }
  return polygon.reduce((area, [s, t], n) => {
    const [nextS, nextT] = polygon[(n + 1) % polygon.length]!;
    return area + (s * nextT - nextS * t) / 2;
  }, 0);
}

/** The part of a convex polygon with p s + q t ≤ half. */
function cut(
  polygon: readonly (readonly [number, number])[],
  p: number,
  q: number,
  half: number,
): (readonly [number, number])[] {
  return polygon.flatMap((corner, n) => {
    const next = polygon[(n + 1) % polygon.length]!;
    const here = p * corner[0] + q * corner[1] - half;
    const there = p * next[0] + q * next[1] - half;
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    const part = here / (here - there);
    return [...kept, [corner[0] + part * (next[0] - corner[0]), corner[1] + part * (next[1] - corner[1])] as const];
  });
}

function inSpace(v: Vec3, dimension: SpaceDimension): Vec3 {
  return dimension === 3 ? v : [v[0], v[1], 0];
}
