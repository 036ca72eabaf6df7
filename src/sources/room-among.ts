// Whether there is room for a new particle: what comes into a world that runs must not stand in what is there already.

import { HashGrid } from '../meshless/search/hash-grid.ts';
import type { ParticleSet } from '../particles/particle-set.ts';
import * as at from '../wasm/layout.ts';

/** Asked about a place (m) for a particle of a spacing (m). */
export type RoomCheck = (place: ArrayLike<number>, spacing: number) => boolean;

/** No particle may be nearer than this part of the spacing. */
const NEAREST = 0.8;

/** A check for places among the particles of a set and the obstacles, which must be in place. */
export function roomAmong(set: ParticleSet): RoomCheck {
  const { shared, team } = set,
    positions = Float64Array.from(set.f64('position')),
    obstacles = shared.u32[at.OBSTACLES >> 2]!,
    count = shared.int(at.OBSTACLE_COUNT),
    point = shared.u32[at.SCRATCH >> 2]!, // free between passes
    near: number[] = [];
  let grid: HashGrid | undefined;
  return (place, spacing) => {
    grid ??= new HashGrid(3, positions, spacing);
    if (grid.within(place, NEAREST * spacing, near).length > 0) return false;
    shared.setVector(point, place);
    for (let k = 0; k < count; k++) if (team.wasm.isOnWrongSide(obstacles, k, point)) return false;
    return true;
  };
}
