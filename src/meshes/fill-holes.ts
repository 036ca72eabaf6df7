// Closes small holes: loops of a few edges, small against the part of the mesh they are in. Only parts that are closed then are
// touched: whatever stays open may be meant to be open, and so may be the small holes in it.

import type { TriangleSet } from '../shapes/triangle-set.ts';
import { EdgeTable } from './edge-table.ts';
import { labelParts } from './mesh-condition.ts';

/** What filling gives. */
export interface Filled {
  readonly triangles: Uint32Array;
  /** Holes that are closed now. */
  readonly holes: number;
}

/** Most edges of a hole. */
const MOST_EDGES = 8;
/** Largest diagonal of a hole over the middle edge of the box around its part: the end of a tube is larger. */
const LARGEST = 0.25;

/** Closes the holes of parts that are otherwise closed, with triangles that look the same way as those around. */
export function fillHoles({ positions, triangles }: TriangleSet): Filled {
  const edges = new EdgeTable(triangles);
  const { labels, count } = labelParts(edges, () => true);
  const isSound = new Uint8Array(count).fill(1);
  const loops = findLoops(edges, labels, isSound);
  const sizes = middleSizes(positions, triangles, labels, count);
  const patches = loops.map(({ loop, label }) => {
    const isSmall = diagonalOf(positions, loop) <= LARGEST * sizes[label]!;
    const patch = isSmall ? cutEars(positions, loop) : undefined;
    if (!patch) isSound[label] = 0;
    return { label, patch };
  });
  const used = patches.filter(({ label, patch }) => patch && isSound[label]);
  const added = used.flatMap(({ patch }) => patch!);
  const all = new Uint32Array(triangles.length + added.length);
  all.set(triangles);
  all.set(added, triangles.length);
  return { triangles: all, holes: used.length };
}

interface Loop {
  /** Vertices around the hole, in the direction of the triangles that close it. */
  readonly loop: number[];
  readonly label: number;
}

/** The loops of edges that one triangle has. A part with a rim that is long, or branches, or meets more than two triangles, is not sound. */
function findLoops(edges: EdgeTable, labels: Uint32Array, isSound: Uint8Array): Loop[] {
  const { triangles } = edges;
  const after = new Map<number, number>(); // from vertex to vertex along the rim, against the direction of the triangle there
  const labelAt = new Map<number, number>();
  for (let corner = 0; corner < triangles.length; corner++) {
    const edge = edges.edgeOf[corner]!,
      label = labels[Math.floor(corner / 3)]!;
    if (edges.uses(edge) === 2 && edges.excess(edge) === 0) continue;
    const to = triangles[corner]!,
      from = triangles[EdgeTable.next(corner)]!;
    if (edges.uses(edge) !== 1 || after.has(from)) isSound[label] = 0;
    after.set(from, to);
    labelAt.set(from, label);
  }
  const loops: Loop[] = [];
  for (const start of after.keys()) {
    const loop = [start],
      label = labelAt.get(start)!;
    let at = after.get(start);
    for (; at !== undefined && at > start && loop.length <= MOST_EDGES; at = after.get(at)) loop.push(at);
    if (at === start) loops.push({ loop, label });
    else if (at === undefined || loop.length > MOST_EDGES) isSound[label] = 0;
  }
  return loops;
}

/** The middle one of the edges of the box around each part, m. */
function middleSizes(p: Float64Array, triangles: Uint32Array, labels: Uint32Array, count: number): number[] {
  const boxes = Array.from({ length: count }, () => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  triangles.forEach((vertex, corner) => {
    const box = boxes[labels[Math.floor(corner / 3)]!]!;
    for (let a = 0; a < 3; a++) {
      box[a] = Math.min(box[a]!, p[3 * vertex + a]!);
      box[3 + a] = Math.max(box[3 + a]!, p[3 * vertex + a]!);
    }
  });
  return boxes.map((box) => [0, 1, 2].map((a) => box[3 + a]! - box[a]!).sort((x, y) => x - y)[1]!);
}

function diagonalOf(p: Float64Array, loop: readonly number[]): number {
  const spans = [0, 1, 2].map((a) => {
    const values = loop.map((v) => p[3 * v + a]!);
    return Math.max(...values) - Math.min(...values);
  });
  return Math.sqrt(spans.reduce((sum, span) => sum + span * span, 0));
}

type Vec = readonly [number, number, number];

/** Triangles that close a loop, one ear after another; undefined if the loop folds over itself. */
function cutEars(p: Float64Array, loop: readonly number[]): number[] | undefined {
  const point = (v: number): Vec => [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
  const rest = [...loop],
    cut: number[] = [];
  const normal = normalOf(loop.map(point));
  while (rest.length > 3) {
    const ear = rest.findIndex((_, k) => {
      const [a, b, c] = [rest.at(k - 1)!, rest[k]!, rest[(k + 1) % rest.length]!];
      const isInside = (v: number): boolean =>
        [[a, b] as const, [b, c] as const, [c, a] as const].every(
          ([from, to]) => turn(point(from), point(to), point(v), normal) >= 0,
        );
      return turn(point(a), point(b), point(c), normal) > 0 && !rest.some((v) => ![a, b, c].includes(v) && isInside(v));
    });
    if (ear < 0) return undefined;
    cut.push(rest.at(ear - 1)!, rest[ear]!, rest[(ear + 1) % rest.length]!);
    rest.splice(ear, 1);
  }
  const [a, b, c] = [rest[0]!, rest[1]!, rest[2]!];
  return turn(point(a), point(b), point(c), normal) > 0 ? [...cut, a, b, c] : undefined;
}

/** Normal of a polygon, as long as twice its area (Newell). */
function normalOf(points: readonly Vec[]): Vec {
  const sum: [number, number, number] = [0, 0, 0];
  points.forEach((a, k) => {
    const b = points[(k + 1) % points.length]!;
    for (let axis = 0; axis < 3; axis++) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      sum[axis]! += (a[i]! - b[i]!) * (a[j]! + b[j]!);
    }
  });
  return sum;
}

/** Positive if a, b, c turn to the left seen from the tip of the normal. */
function turn(a: Vec, b: Vec, c: Vec, n: Vec): number {
  const u: Vec = [b[0] - a[0], b[1] - a[1], b[2] - a[2]],
    v: Vec = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return n[0] * (u[1] * v[2] - u[2] * v[1]) + n[1] * (u[2] * v[0] - u[0] * v[2]) + n[2] * (u[0] * v[1] - u[1] * v[0]);
}
