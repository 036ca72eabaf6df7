// What state a mesh is in: whether it is closed, of how many parts it is, its volume and area. Nothing is changed.

import { volumeInside } from '../shapes/bounds.ts';
import type { TriangleSet } from '../shapes/triangle-set.ts';
import { EdgeTable } from './edge-table.ts';
import { meshArea } from './measure-mesh.ts';
import { weldVertices } from './weld.ts';

/** The state of a mesh. */
export interface MeshCondition {
  readonly vertices: number;
  readonly triangles: number;
  /** Edges that are run through more often in one direction than in the other: the rims of holes, and where neighbors disagree. */
  readonly boundaryEdges: number;
  /** Edges at which more than two triangles meet. */
  readonly nonManifoldEdges: number;
  /** Parts that hang together by their edges. */
  readonly components: number;
  /** Whether there is no way from one side of its triangles to the other: only then it has an inside. */
  readonly closed: boolean;
  /** Volume inside, m³; without meaning if it is not closed. */
  readonly volume: number;
  /** Area, m². */
  readonly area: number;
}

/** Looks at a mesh. Vertices at the very same place count as one. */
export function measureCondition(set: TriangleSet): MeshCondition {
  const { triangleSet } = weldVertices(set, 0);
  return conditionOfEdges(triangleSet, new EdgeTable(triangleSet.triangles));
}

/** The same for a welded mesh whose edges are known. */
export function conditionOfEdges(set: TriangleSet, edges: EdgeTable): MeshCondition {
  const { positions, triangles } = set;
  let boundaryEdges = 0,
    nonManifoldEdges = 0;
  for (let edge = 0; edge < edges.count; edge++) {
    boundaryEdges += edges.excess(edge);
    if (edges.uses(edge) > 2) nonManifoldEdges++;
  }
  const { labels, count } = labelParts(edges, () => true);
  return {
    vertices: positions.length / 3,
    triangles: triangles.length / 3,
    boundaryEdges,
    nonManifoldEdges,
    components: count,
    closed: boundaryEdges === 0 && labels.length > 0,
    volume: volumeInside(set),
    area: meshArea({ dimension: 3, positions, elements: triangles }),
  };
}

/** A number for every triangle, the same for those that hang together by edges that `joins` says yes to, from 0 in order. */
export function labelParts(
  edges: EdgeTable,
  joins: (edge: number) => boolean,
): { readonly labels: Uint32Array; readonly count: number } {
  const parent = Uint32Array.from({ length: edges.triangles.length / 3 }, (_, t) => t);
  const root = (t: number): number => {
    while (parent[t] !== t) {
      parent[t] = parent[parent[t]!]!;
      t = parent[t]!;
    }
    return t;
  };
  for (let corner = 0; corner < edges.triangles.length; corner++) {
    const edge = edges.edgeOf[corner]!;
    if (!joins(edge)) continue;
    const a = root(Math.floor(corner / 3)),
      b = root(Math.floor(edges.first[edge]! / 3));
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const labels = new Uint32Array(parent.length);
  let count = 0;
  for (let t = 0; t < parent.length; t++) labels[t] = parent[t] === t ? count++ : labels[root(t)]!;
  return { labels, count };
}
