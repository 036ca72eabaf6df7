// Volume, area and soundness of surfaces.

import type { SurfaceMesh } from './surface-mesh.ts';

type Geometry = Pick<SurfaceMesh, 'dimension' | 'elements'> & { readonly positions: Float32Array | Float64Array };

/** Volume inside a closed surface, m³: one sixth of Σ a·(b × c) over its triangles; in 2D the area inside, m². */
export function meshVolume({ dimension, positions: p, elements }: Geometry): number {
  // Relative to one vertex, so that a surface far from the origin loses no digits.
  const [ox = 0, oy = 0, oz = 0] = p;
  let sum = 0;
  if (dimension === 2) {
    for (let e = 0; e < elements.length; e += 2) {
      const a = 3 * elements[e]!,
        b = 3 * elements[e + 1]!;
      sum += (p[a]! - ox) * (p[b + 1]! - oy) - (p[b]! - ox) * (p[a + 1]! - oy);
    }
    return sum / 2;
  }
  for (let e = 0; e < elements.length; e += 3) {
    const a = 3 * elements[e]!,
      b = 3 * elements[e + 1]!,
      c = 3 * elements[e + 2]!;
    const bx = p[b]! - ox,
      by = p[b + 1]! - oy,
      bz = p[b + 2]! - oz,
      cx = p[c]! - ox,
      cy = p[c + 1]! - oy,
      cz = p[c + 2]! - oz;
    sum +=
      (p[a]! - ox) * (by * cz - bz * cy) +
      (p[a + 1]! - oy) * (bz * cx - bx * cz) +
      (p[a + 2]! - oz) * (bx * cy - by * cx);
  }
  return sum / 6;
}

/** Area of a surface, m²; in 2D its length, m. */
export function meshArea({ dimension, positions: p, elements }: Geometry): number {
  let sum = 0;
  for (let e = 0; e < elements.length; e += dimension) {
    const a = 3 * elements[e]!,
      b = 3 * elements[e + 1]!;
    const ux = p[b]! - p[a]!,
      uy = p[b + 1]! - p[a + 1]!,
      uz = p[b + 2]! - p[a + 2]!;
    if (dimension === 2) {
      sum += Math.sqrt(ux * ux + uy * uy);
      continue;
    }
    const c = 3 * elements[e + 2]!;
    const vx = p[c]! - p[a]!,
      vy = p[c + 1]! - p[a + 1]!,
      vz = p[c + 2]! - p[a + 2]!;
    const x = uy * vz - uz * vy,
      y = uz * vx - ux * vz,
      z = ux * vy - uy * vx;
    sum += Math.sqrt(x * x + y * y + z * z) / 2;
  }
  return sum;
}

/** What is wrong with a surface, in numbers; all 0 for a closed, oriented manifold without degenerate elements. */
export interface MeshDefects {
  /** Edges (in 2D: vertices) that only one element has. */
  readonly open: number;
  /** Edges that are not run through once in each direction: more than two elements, or two that disagree about what is outside. */
  readonly crowded: number;
  /** Vertices whose triangles do not form one fan. */
  readonly pinched: number;
  /** Elements with a repeated vertex or no area. */
  readonly degenerate: number;
  /** Coordinates or normals that are not finite, and corners without a vertex. */
  readonly invalid: number;
}

/** Looks for defects of a surface. */
export function findDefects(mesh: SurfaceMesh): MeshDefects {
  const degenerate = countDegenerate(mesh),
    invalid = countInvalid(mesh);
  if (mesh.dimension === 2) return { ...countLineEnds(mesh), degenerate, invalid };
  const { elements } = mesh,
    vertices = mesh.positions.length / 3;
  const uses = new Map<number, number>();
  const following = new Map<number, number>(); // around a vertex: from one neighbor to the next
  let crowded = 0;
  for (let e = 0; e < elements.length; e++) {
    const first = e - (e % 3),
      a = elements[e]!,
      b = elements[first + ((e + 1) % 3)]!,
      c = elements[first + ((e + 2) % 3)]!;
    const key = a * vertices + b;
    if (uses.has(key)) crowded++;
    uses.set(key, 1);
    following.set(key, c);
  }
  let open = 0;
  for (const key of uses.keys()) {
    const a = Math.floor(key / vertices),
      b = key - a * vertices;
    if (!uses.has(b * vertices + a)) open++;
  }
  const pinched = open + crowded > 0 ? 0 : countPinched(elements, vertices, following);
  return { open, crowded, pinched, degenerate, invalid };
}

/** Vertices whose triangles form more than one fan: walking around from one triangle does not meet all of them. */
function countPinched(elements: Uint32Array, vertices: number, following: ReadonlyMap<number, number>): number {
  const degree = new Uint32Array(vertices),
    start = new Int32Array(vertices).fill(-1);
  for (let e = 0; e < elements.length; e++) {
    const a = elements[e]!;
    degree[a]!++;
    start[a] = elements[e - (e % 3) + ((e + 1) % 3)]!;
  }
  let pinched = 0;
  for (let v = 0; v < vertices; v++) {
    if (start[v]! < 0) continue;
    let steps = 0;
    for (let at = start[v]!; steps === 0 || at !== start[v]; steps++) at = following.get(v * vertices + at)!;
    if (steps !== degree[v]) pinched++;
  }
  return pinched;
}

function countLineEnds({ positions, elements }: SurfaceMesh): Pick<MeshDefects, 'open' | 'crowded' | 'pinched'> {
  const begins = new Uint32Array(positions.length / 3),
    ends = new Uint32Array(positions.length / 3);
  for (let e = 0; e < elements.length; e += 2) {
    begins[elements[e]!]!++;
    ends[elements[e + 1]!]!++;
  }
  const open = begins.filter((n, v) => n !== ends[v]).length,
    crowded = begins.filter((n) => n > 1).length;
  return { open, crowded, pinched: 0 };
}

function countDegenerate(mesh: SurfaceMesh): number {
  const { dimension, elements } = mesh;
  let count = 0;
  for (let e = 0; e < elements.length; e += dimension) {
    const element = elements.subarray(e, e + dimension);
    if (!(meshArea({ ...mesh, elements: element }) > 0)) count++;
  }
  return count;
}

function countInvalid({ positions, normals, elements }: SurfaceMesh): number {
  const bad = (values: Float32Array) => values.reduce((n, x) => n + (Number.isFinite(x) ? 0 : 1), 0);
  const missing = elements.reduce((n, v) => n + (3 * v < positions.length ? 0 : 1), 0);
  return bad(positions) + bad(normals) + missing + (normals.length === positions.length ? 0 : 1);
}
