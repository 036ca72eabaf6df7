// Where the matter at each vertex was at the start: patterns are painted there, so that they deform with the body. A vertex knows the
// particle nearest to it; how far that one has moved, smoothed along the surface, is how far the vertex has.

import type { SurfaceMesh } from '../meshes/surface-mesh.ts';
import type { WorldFields } from '../world/published-fields.ts';
import { smoothValues } from './smooth-values.ts';

/** Rounds of smoothing: about one and a half spacings along a surface of usual voxels. */
const ROUNDS = 24;

type Placed = Pick<WorldFields, 'id' | 'position'>;

/** Places of particles at the start by their ids. */
export function startPlaces({ id, position }: Placed): ReadonlyMap<number, readonly [number, number, number]> {
  const places = new Map<number, readonly [number, number, number]>();
  for (let i = 0; i < id.length; i++)
    places.set(id[i]!, [position[3 * i]!, position[3 * i + 1]!, position[3 * i + 2]!]);
  return places;
}

/** Where the vertices of a surface were at the start, m; undefined if its particles were not there yet. */
export function restOfVertices(mesh: SurfaceMesh, now: Placed, start: Placed): Float32Array | undefined {
  const ids = mesh.fields['id']?.values;
  if (!ids) return undefined;
  const shift = shifts(ids, now, start);
  if (!shift) return undefined;
  const smooth = smoothValues(shift, mesh.elements, ROUNDS);
  return Float32Array.from(smooth, (s, k) => mesh.positions[k]! + s);
}

/** Where particles were at the start, m; undefined if they were not there yet. */
export function restOfParticles(now: Placed, start: Placed): Float32Array | undefined {
  const shift = shifts(now.id, now, start);
  return shift && Float32Array.from(shift, (s, k) => now.position[k]! + s);
}

/** From where the particles with these ids are now to where they were. */
function shifts(ids: ArrayLike<number>, now: Placed, start: Placed): Float32Array | undefined {
  const from = startPlaces(start),
    to = startPlaces(now),
    shift = new Float32Array(3 * ids.length);
  for (let v = 0; v < ids.length; v++) {
    const [before, after] = [from.get(ids[v]!), to.get(ids[v]!)];
    if (!before || !after) return undefined;
    for (let a = 0; a < 3; a++) shift[3 * v + a] = before[a]! - after[a]!;
  }
  return shift;
}
