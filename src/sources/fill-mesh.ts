// The sites of a lattice block that are inside a closed mesh. Every row of the lattice is a line along x: where it meets the triangles
// it goes in and out. A line through an edge or a corner is counted for one of the triangles there, as if it were a little beside it.
// Cost: for each triangle the rows that pass its box, and the particles; a million of them take a second.

import type { TriangleSet } from '../shapes/triangle-set.ts';
import type { Refusal, Sites } from './fill-lattice.ts';
import { type LatticeBlock, type Site, siteAt, siteCount } from './lattice.ts';

/** Most sites of a block: their numbers must be exact. */
const MOST_SITES = 0x10000000000000; // 2⁵²
/** Most pairs of a triangle and a row that are looked at: a few seconds. */
const MOST_TRIED = 1 << 26;

/** What is to be filled. */
export interface MeshFilling {
  readonly block: LatticeBlock;
  /** A closed mesh in its local frame. */
  readonly mesh: TriangleSet;
  /** Origin of that frame, m. */
  readonly center: readonly [number, number, number];
  /** Sites this close to the surface are on it, and not inside, m. */
  readonly margin: number;
}

/** A place where a row meets a triangle. */
interface Hit {
  /** Number of the row in the block. */
  readonly row: number;
  /** m */
  readonly x: number;
  /** 1 where the row leaves the mesh, −1 where it enters. */
  readonly way: number;
}

/** The sites inside, row by row and layer by layer, unless there are more than `limit`. */
export function fillMesh(filling: MeshFilling, limit: number): Sites | Refusal {
  const { block, margin } = filling;
  if (!(siteCount(block) <= MOST_SITES)) return 'too thin';
  const hits = findHits(filling);
  if (!hits) return 'too thin';
  hits.sort((a, b) => a.row - b.row || a.x - b.x);
  const runs: number[] = []; // first and last site, one after another
  let count = 0,
    winding = 0;
  hits.forEach(({ row, x, way }, n) => {
    const last = hits[n - 1];
    if (last && last.row === row && winding !== 0) {
      const [first, end] = sitesBetween(block, row, last.x + margin, x - margin);
      if (end > first) runs.push(row * block.counts[0] + first, row * block.counts[0] + end);
      count += Math.max(0, end - first);
    }
    winding = (last && last.row === row ? winding : 0) + way;
  });
  return count > limit ? 'too many' : { count, place: (begin, end) => placeRuns(block, runs, begin, end) };
}

/** Positions of the sites from `begin` to `end` of all runs. */
function placeRuns(block: LatticeBlock, runs: readonly number[], begin: number, end: number): Float64Array {
  const site: Site = { x: 0, y: 0, z: 0 },
    out = new Float64Array(3 * (end - begin));
  let at = 0;
  for (let r = 0; r < runs.length && at < end; r += 2) {
    const [first, behind] = [runs[r]!, runs[r + 1]!];
    for (let n = first + Math.max(0, begin - at); n < behind && at + n - first < end; n++) {
      siteAt(block, n, site);
      out.set([site.x, site.y, site.z], 3 * (at + n - first - begin));
    }
    at += behind - first;
  }
  return out;
}

/** The sites of a row from x0 to x1 (m): the first, and the one after the last. */
function sitesBetween(block: LatticeBlock, row: number, x0: number, x1: number): [number, number] {
  const { lattice, origin, counts } = block;
  const k = Math.floor(row / counts[1]),
    j = row - k * counts[1],
    start = origin[0] + lattice.pitch[0] * (lattice.rowShift * ((j + k) % 2));
  const first = Math.max(0, Math.ceil((x0 - start) / lattice.pitch[0])),
    end = Math.min(counts[0], Math.floor((x1 - start) / lattice.pitch[0]) + 1);
  return [first, end];
}

/** Where the rows meet the triangles; undefined if there are too many to look at. */
function findHits({ block, mesh, center }: MeshFilling): Hit[] | undefined {
  const { lattice, origin, counts } = block;
  const { pitch, layerShift } = lattice;
  const p = mesh.positions;
  const hits: Hit[] = [];
  let tried = 0;
  const range = (low: number, high: number, start: number, step: number, most: number): [number, number] => [
    Math.max(0, Math.floor((low - start) / step)),
    Math.min(most - 1, Math.ceil((high - start) / step)),
  ];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const a = 3 * mesh.triangles[t]!,
      b = 3 * mesh.triangles[t + 1]!,
      c = 3 * mesh.triangles[t + 2]!;
    const low = (axis: number): number => Math.min(p[a + axis]!, p[b + axis]!, p[c + axis]!) + center[axis]!,
      high = (axis: number): number => Math.max(p[a + axis]!, p[b + axis]!, p[c + axis]!) + center[axis]!;
    const [k0, k1] = range(low(2), high(2), origin[2], pitch[2], counts[2]);
    for (let k = k0; k <= k1; k++) {
      const start = origin[1] + pitch[1] * layerShift * (k % 2),
        z = origin[2] + pitch[2] * k - center[2];
      const [j0, j1] = range(low(1), high(1), start, pitch[1], counts[1]);
      tried += j1 - j0 + 1;
      if (tried > MOST_TRIED) return undefined;
      for (let j = j0; j <= j1; j++) {
        const y = start + pitch[1] * j - center[1];
        const way = sideOf(p, a, b, y, z);
        if (way !== sideOf(p, b, c, y, z) || way !== sideOf(p, c, a, y, z)) continue;
        const x = meetingPoint(p, a, b, c, y, z);
        if (Number.isFinite(x)) hits.push({ row: k * counts[1] + j, x: x + center[0], way });
      }
    }
  }
  return hits;
}

/** Where a line along x meets the plane of a triangle. */
function meetingPoint(p: Float64Array, a: number, b: number, c: number, y: number, z: number): number {
  const ux = p[b]! - p[a]!,
    uy = p[b + 1]! - p[a + 1]!,
    uz = p[b + 2]! - p[a + 2]!,
    vx = p[c]! - p[a]!,
    vy = p[c + 1]! - p[a + 1]!,
    vz = p[c + 2]! - p[a + 2]!;
  const rise = (uz * vx - ux * vz) * (y - p[a + 1]!) + (ux * vy - uy * vx) * (z - p[a + 2]!);
  const x = p[a]! - rise / (uy * vz - uz * vy);
  return Math.min(Math.max(x, Math.min(p[a]!, p[b]!, p[c]!)), Math.max(p[a]!, p[b]!, p[c]!));
}

/**
 * On which side of an edge, seen along x, a line through (y, z) passes: 1 left, −1 right. Both triangles of an edge get opposite
 * answers, also where the line meets it: then it is thought to be shifted by a little along z, and by far less along y.
 */
function sideOf(p: Float64Array, a: number, b: number, y: number, z: number): number {
  if (isBefore(p, b, a)) return 0 - sideOf(p, b, a, y, z);
  const ay = p[a + 1]!,
    az = p[a + 2]!,
    dy = p[b + 1]! - ay,
    dz = p[b + 2]! - az;
  const side = dy * (z - az) - dz * (y - ay);
  if (side !== 0) return side > 0 ? 1 : -1;
  if (dy !== 0) return dy > 0 ? 1 : -1;
  return dz < 0 ? 1 : -1;
}

/** An order of points, so that an edge is looked at from the same end whichever triangle asks. */
function isBefore(p: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++) if (p[a + k] !== p[b + k]) return p[a + k]! < p[b + k]!;
  return false;
}
