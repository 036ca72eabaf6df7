// The grid under a surface: which of its edges the mesh has a vertex on, and which it should have one on.

import type { SurfaceMesh } from '../../src/meshes/surface-mesh.ts';
import { denseGrid, type ReferenceField } from '../reference/isosurface.ts';
import type { Vec3 } from '../reference/sph.ts';

/** Values this close to the level may lie on either side in f32. */
export const UNSURE = 2e-5;
/** A vertex keeps this far from the nodes, voxels. */
export const NEAREST = 1 / 64;

/** Places of the vertices. */
export function vertices({ positions }: SurfaceMesh): Vec3[] {
  return Array.from({ length: positions.length / 3 }, (_, v) => [
    positions[3 * v]!,
    positions[3 * v + 1]!,
    positions[3 * v + 2]!,
  ]);
}

/** The edge of the grid that a vertex lies on and where on it, or nothing for the vertex in the middle of a cube. */
export function edgeOf(x: Vec3, voxel: number): { edge: string; t: number } | undefined {
  const at = x.map((c) => c / voxel),
    off = at.map((c) => Math.abs(c - Math.round(c))),
    axis = off.indexOf(Math.max(...off));
  if (off.some((o, a) => a !== axis && o > 2e-3)) return undefined;
  const node = at.map((c, a) => (a === axis ? Math.floor(c) : Math.round(c)));
  return { edge: `${axis}:${node.join()}`, t: at[axis]! - node[axis]! };
}

/** The vertices on edges of the grid, by edge, and where on it they are. */
export function edgesOf(
  mesh: SurfaceMesh,
  voxel: number,
): Map<string, { readonly t: number; readonly vertex: number }> {
  const found = new Map<string, { t: number; vertex: number }>();
  for (const [vertex, x] of vertices(mesh).entries()) {
    const on = edgeOf(x, voxel);
    if (!on) continue;
    if (found.has(on.edge)) throw new Error(`two vertices on ${on.edge}`);
    found.set(on.edge, { t: on.t, vertex });
  }
  return found;
}

const grids = new WeakMap<ReferenceField, ReturnType<typeof denseGrid>>();

/** The dense grid of a field, summed once. */
function gridOf(reference: ReferenceField, voxel: number): ReturnType<typeof denseGrid> {
  const grid = grids.get(reference) ?? denseGrid(reference, voxel);
  grids.set(reference, grid);
  return grid;
}

/** Every edge of a dense grid that the level crosses, and how exactly it is known where. */
export function crossedEdges(reference: ReferenceField, voxel: number): Map<string, { t: number; slack: number }> {
  const { low, size, values } = gridOf(reference, voxel),
    strides = [1, size[0], size[0] * size[1]] as const;
  const crossed = new Map<string, { t: number; slack: number }>();
  values.forEach((a, n) => {
    const node = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / strides[2])];
    for (let axis = 0; axis < reference.dimension; axis++) {
      if (node[axis] === size[axis]! - 1) continue;
      const b = values[n + strides[axis]!]!,
        unsure = Math.min(Math.abs(a), Math.abs(b)) < UNSURE;
      if (a > 0 === b > 0 && !unsure) continue;
      const t = Math.min(1 - NEAREST, Math.max(NEAREST, a / (a - b)));
      const edge = `${axis}:${node.map((i, k) => i + low[k]!).join()}`;
      crossed.set(edge, { t, slack: unsure ? 1 : UNSURE / Math.abs(a - b) });
    }
  });
  return crossed;
}

/** An ambiguous face: on its edges, in turn, the two corners inside face each other. */
export interface AmbiguousFace {
  /** Edges that meet in a corner which is cut off: outside corners if the inside ones are joined, else inside ones. */
  readonly cut: readonly (readonly [string, string])[];
  /** Edges that meet in a corner which is not. */
  readonly uncut: readonly (readonly [string, string])[];
}

/** Every face of the grid whose corners alternate and whose saddle is clearly on one side. */
export function ambiguousFaces(reference: ReferenceField, voxel: number): AmbiguousFace[] {
  const { low, size, values } = gridOf(reference, voxel),
    at = (node: readonly number[]) => values[(node[2]! * size[1] + node[1]!) * size[0] + node[0]!]!;
  const faces: AmbiguousFace[] = [];
  values.forEach((value, n) => {
    const node = [n % size[0], Math.floor(n / size[0]) % size[1], Math.floor(n / (size[0] * size[1]))];
    if (value > 0 === values[n + 1]! > 0 && value > 0 === values[n + size[0]]! > 0) return;
    for (let axis = reference.dimension === 2 ? 2 : 0; axis < 3; axis++) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      if (node[u] === size[u]! - 1 || node[v] === size[v]! - 1) continue;
      const found = ambiguousFace(node, u, v, low, at);
      if (found) faces.push(found);
    }
  });
  return faces;
}

function ambiguousFace(
  node: readonly number[],
  u: number,
  v: number,
  low: Vec3,
  at: (node: readonly number[]) => number,
): AmbiguousFace | undefined {
  const corner = (du: number, dv: number) => node.map((i, a) => i + (a === u ? du : a === v ? dv : 0)),
    edge = (axis: number, du: number, dv: number) =>
      `${axis}:${corner(du, dv)
        .map((i, a) => i + low[a]!)
        .join()}`;
  const [a, b, c, d] = [at(corner(0, 0)), at(corner(1, 0)), at(corner(0, 1)), at(corner(1, 1))],
    alternates = a > 0 === d > 0 && b > 0 === c > 0 && a > 0 !== b > 0;
  if (!alternates || Math.abs(a * d - b * c) < UNSURE || [a, b, c, d].some((x) => Math.abs(x) < UNSURE))
    return undefined;
  const [bottom, top, left, right] = [edge(u, 0, 0), edge(u, 0, 1), edge(v, 0, 0), edge(v, 1, 0)];
  const atMain = [[bottom, left] as const, [top, right] as const], // corners a and d
    atOther = [[bottom, right] as const, [top, left] as const];
  // The saddle (ad − bc)/(a + d − b − c) is inside if the larger product belongs to the corners inside: then those outside are cut off.
  const joined = a > 0 ? a * d > b * c : b * c > a * d,
    cutsMain = a > 0 !== joined;
  return cutsMain ? { cut: atMain, uncut: atOther } : { cut: atOther, uncut: atMain };
}
