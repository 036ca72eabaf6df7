// How thick a body is along gravity, column by column, measured on its closed surface; and how different two such profiles are.
// Columns stand on a lattice that is fixed in space, so that bodies of two runs are measured at the same places.

import type { SurfaceMesh } from '../../meshes/surface-mesh.ts';
import type { Scene } from '../../scene/schema.ts';

/** Where columns stand. */
export interface Columns {
  readonly dimension: 2 | 3;
  /** The axis along which they stand: 0 for x, 1 for y, 2 for z. */
  readonly up: 0 | 1 | 2;
  /** Edge of a column and distance between their centers, m. */
  readonly width: number;
}

/** Thickness of a body by column; columns that it does not cover are left out. */
export interface Profile {
  readonly columns: Columns;
  /** Numbers of the columns, each once. */
  readonly places: Float64Array;
  /** m, in the order of the places. */
  readonly thickness: Float32Array;
}

/** Spacing of the finest particles of a scene, m; 0 if it has no source. */
export function finestSpacing({ bodies, emitters }: Pick<Scene, 'bodies' | 'emitters'>): number {
  const finest = Math.min(...[...bodies, ...emitters].map(({ spacing }) => spacing));
  return Number.isFinite(finest) ? finest : 0;
}

/** The columns of a scene: along the largest component of gravity (y without gravity), one fine spacing wide. */
export function columnsOf(scene: Pick<Scene, 'dimension' | 'gravity' | 'bodies' | 'emitters'>): Columns {
  const { dimension, gravity } = scene;
  let up: Columns['up'] = 1;
  for (const axis of dimension === 2 ? ([0] as const) : ([0, 2] as const)) {
    if (Math.abs(gravity[axis]) > Math.abs(gravity[up])) up = axis;
  }
  return { dimension, up, width: finestSpacing(scene) || 1 };
}

/** Columns in a row, so that a pair of numbers becomes one. */
const ROW = 2 ** 26;

/** The thickness of a closed surface in all columns whose center line it cuts. */
export function measureProfile(mesh: Pick<SurfaceMesh, 'positions' | 'elements'>, columns: Columns): Profile {
  const found = new Map<number, number>();
  const add = (place: number, height: number): void => void found.set(place, (found.get(place) ?? 0) + height);
  if (columns.dimension === 3) addTriangles(mesh, columns, add);
  else addSegments(mesh, columns, add);
  return {
    columns,
    places: Float64Array.from(found.keys()),
    thickness: Float32Array.from(found.values()),
  };
}

/** Mean difference of the thickness over the columns that one of the two bodies covers, in widths of a column; 0 if there are none. */
export function profileDifference(a: Profile, b: Profile): number {
  const others = new Map<number, number>();
  for (const [k, place] of b.places.entries()) others.set(place, b.thickness[k]!);
  let sum = 0,
    columns = others.size;
  for (const [k, place] of a.places.entries()) {
    const other = others.get(place);
    if (other === undefined) columns++;
    sum += Math.abs(a.thickness[k]! - (other ?? 0));
    others.delete(place);
  }
  for (const left of others.values()) sum += Math.abs(left);
  return columns === 0 ? 0 : sum / columns / a.columns.width;
}

/** Adds the height of what a body ends with at a column, and takes away that of what it begins with. */
type Add = (place: number, height: number) => void;

/** A corner as seen along the columns: across, across, along. */
type Corner = readonly [u: number, v: number, height: number];

function addTriangles({ positions, elements }: Pick<SurfaceMesh, 'positions' | 'elements'>, grid: Columns, add: Add) {
  const { up, width } = grid,
    [u, v] = [(up + 1) % 3, (up + 2) % 3]; // u, v, up is right-handed: a counterclockwise triangle looks up
  const corner = (k: number): Corner => {
    const at = 3 * elements[k]!;
    return [positions[at + u]!, positions[at + v]!, positions[at + up]!];
  };
  for (let k = 0; k < elements.length; k += 3) {
    const triangle = [corner(k), corner(k + 1), corner(k + 2)] as const;
    const [a, b] = [range(triangle, 0, width), range(triangle, 1, width)];
    for (let i = a.first; i <= a.last; i++) {
      for (let j = b.first; j <= b.last; j++) {
        const [x, y] = [(i + 0.5) * width, (j + 0.5) * width],
          turns = windingAround(triangle, x, y);
        if (turns !== 0) add(i * ROW + j, turns * heightAt(triangle, x, y));
      }
    }
  }
}

/** Columns are looked for this much farther, in widths, so that rounding leaves none out. */
const MARGIN = 1e-6;

/** Columns whose centers may lie within the extent of a triangle along one of its axes. */
function range([p, q, r]: readonly [Corner, Corner, Corner], axis: 0 | 1, width: number) {
  const [a, b, c] = [p[axis], q[axis], r[axis]];
  return {
    first: Math.ceil(Math.min(a, b, c) / width - 0.5 - MARGIN),
    last: Math.floor(Math.max(a, b, c) / width - 0.5 + MARGIN),
  };
}

/**
 * How often the outline of a triangle goes around a point: 1 counterclockwise, −1 clockwise, 0 outside. An edge gives the same answer to both of its
 * triangles, whatever the rounding, so that a closed surface is always cut an even number of times.
 */
function windingAround([p, q, r]: readonly [Corner, Corner, Corner], u: number, v: number): number {
  return crossing(p, q, u, v) + crossing(q, r, u, v) + crossing(r, p, u, v);
}

/** Whether the ray from a point along u meets an edge: 1 upward, −1 downward, 0 not. */
function crossing(from: Corner, to: Corner, u: number, v: number): number {
  if (from[1] > v === to[1] > v) return 0;
  const isUpward = to[1] > v,
    [low, high] = isUpward ? [from, to] : [to, from];
  const met = low[0] + ((v - low[1]) / (high[1] - low[1])) * (high[0] - low[0]);
  return met > u ? (isUpward ? 1 : -1) : 0;
}

/** Height of the plane of a triangle at a point, never outside of its corners' heights. */
function heightAt([p, q, r]: readonly [Corner, Corner, Corner], u: number, v: number): number {
  const area = (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
  const b = ((u - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (v - p[1])) / area,
    c = ((q[0] - p[0]) * (v - p[1]) - (u - p[0]) * (q[1] - p[1])) / area,
    height = p[2] + b * (q[2] - p[2]) + c * (r[2] - p[2]);
  const [low, high] = [Math.min(p[2], q[2], r[2]), Math.max(p[2], q[2], r[2])];
  return Number.isFinite(height) ? Math.min(Math.max(height, low), high) : (low + high) / 2;
}

/** The substance is on the left of a segment: above it where it runs along x. */
function addSegments({ positions, elements }: Pick<SurfaceMesh, 'positions' | 'elements'>, grid: Columns, add: Add) {
  const { up, width } = grid,
    u = up === 1 ? 0 : 1,
    forward = up === 1 ? -1 : 1;
  for (let k = 0; k < elements.length; k += 2) {
    const [p, q] = [3 * elements[k]!, 3 * elements[k + 1]!];
    const isForward = positions[q + u]! > positions[p + u]!,
      [low, high] = isForward ? [p, q] : [q, p];
    const [from, to] = [positions[low + u]!, positions[high + u]!];
    for (let i = Math.ceil(from / width - 0.5 - MARGIN); (i + 0.5) * width < to; i++) {
      const x = (i + 0.5) * width;
      if (x < from) continue;
      const share = (x - from) / (to - from);
      const height = positions[low + up]! + share * (positions[high + up]! - positions[low + up]!);
      add(i, (isForward ? forward : -forward) * height);
    }
  }
}
