// Mends what can be mended in a mesh without guessing what its maker wanted, and counts it: welds, cleans, orients, closes small holes.

import type { TriangleSet } from '../shapes/triangle-set.ts';
import { cleanTriangles, removeSlivers } from './clean-triangles.ts';
import { fillHoles } from './fill-holes.ts';
import { conditionOfEdges, type MeshCondition, measureCondition } from './mesh-condition.ts';
import { orientMesh } from './orient-mesh.ts';
import { weldVertices } from './weld.ts';

/** What was mended, counted, and the state of the mesh now. */
export interface MeshReport extends MeshCondition {
  /** Vertices that were at the place of another, apart from those of files that never share any. */
  readonly welded: number;
  /** Triangles without area that are gone. */
  readonly degenerate: number;
  /** Triangles that were there twice. */
  readonly duplicates: number;
  /** Triangles that were turned over. */
  readonly flipped: number;
  /** Small holes that were closed. */
  readonly holesFilled: number;
}

/** A mesh and what was done to it. */
export interface RepairedMesh {
  readonly triangleSet: TriangleSet;
  readonly report: MeshReport;
}

/** Vertices this close are one, over the largest edge of the box around the mesh, if the mesh is open otherwise. */
const CLOSE = 1e-6;

/**
 * Mends a mesh: joins vertices at one place (and, if it is open, those within a millionth of its size), drops triangles without area
 * and those that are there twice, makes neighbors agree about what is outside and closed parts look outward, and closes holes of up to
 * eight edges where that closes the part they are in. Positions are rounded to single precision.
 * @example const { triangleSet, report } = repairMesh(readMesh(bytes, 'cup.stl').triangleSet);
 */
export function repairMesh(set: TriangleSet): RepairedMesh {
  const rounded = { positions: set.positions.map(Math.fround), triangles: set.triangles };
  const exact = weldVertices(rounded, 0).triangleSet;
  const before = cleanTriangles(exact.triangles);
  const isOpen = !conditionOfEdges({ ...exact, triangles: before.triangles }, before.edges).closed;
  const close = isOpen ? weldVertices(exact, CLOSE * largestSize(exact.positions)) : { triangleSet: exact, welded: 0 };
  const clean = close.welded > 0 ? cleanTriangles(close.triangleSet.triangles) : before;
  const { positions } = close.triangleSet;
  const oriented = orientMesh({ positions, triangles: clean.triangles }, clean.edges);
  const { triangles, slivers } = removeSlivers({ positions, triangles: oriented.triangles });
  const isSound = slivers === 0 && clean.edges.isPerfect; // turning whole parts over leaves the edges perfect
  const filled = isSound ? { triangles, holes: 0 } : fillHoles({ positions, triangles });
  // A part that is closed only now can still look inward.
  const last = filled.holes > 0 ? orientMesh({ positions, triangles: filled.triangles }) : { ...filled, flipped: 0 };
  const { triangleSet } = weldVertices({ positions, triangles: last.triangles }, 0);
  const report = {
    ...(isSound ? conditionOfEdges(triangleSet, clean.edges) : measureCondition(triangleSet)),
    welded: close.welded,
    degenerate: clean.degenerate + slivers,
    duplicates: clean.duplicates,
    flipped: oriented.flipped + last.flipped,
    holesFilled: filled.holes,
  };
  return { triangleSet, report };
}

function largestSize(positions: Float64Array): number {
  const sizes = [0, 1, 2].map((axis) => {
    let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let k = axis; k < positions.length; k += 3) {
      min = Math.min(min, positions[k]!);
      max = Math.max(max, positions[k]!);
    }
    return max - min;
  });
  return Math.max(0, ...sizes);
}

/** What was mended in words, such as `3 vertices welded, 1 triangle turned over`; empty if nothing was. */
export function describeRepair(report: MeshReport): string {
  const said = (count: number, one: string, many: string): string[] =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  return [
    ...said(report.welded, 'vertex welded', 'vertices welded'),
    ...said(report.degenerate, 'triangle without area removed', 'triangles without area removed'),
    ...said(report.duplicates, 'duplicate triangle removed', 'duplicate triangles removed'),
    ...said(report.flipped, 'triangle turned over', 'triangles turned over'),
    ...said(report.holesFilled, 'hole closed', 'holes closed'),
  ].join(', ');
}
