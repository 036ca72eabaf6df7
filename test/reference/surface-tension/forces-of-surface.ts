// Surface tension in plain double precision: what every particle of a liquid feels. [YWTY12; ADR 54]

import { ColorGrid, smoothWeight } from './color-grid.ts';
import { NearParticles } from './near-particles.ts';
import { SurfaceForces } from './surface-forces.ts';

/** What a surface does to the particles of a liquid. */
export interface Felt {
  /** x, y, z of each particle, in quanta. */
  readonly forces: Float64Array;
  /** Area (3D) or length (2D) of the surface, over `spacing`^(d − 1). */
  readonly area: number;
}

/**
 * Forces on particles of one size.
 * @param positions x, y, z of each, in sizes of a particle
 * @param scale σ times the size (2D: σ) over the quantum
 */
export function forcesOfSurface(dimension: 2 | 3, positions: Float64Array, reach: number, scale: number): Felt {
  const count = positions.length / 3,
    grid = new ColorGrid(dimension),
    near = new NearParticles(),
    surface = new SurfaceForces(),
    top = smoothWeight(dimension, 1, reach);
  grid.clear(1);
  near.clear(reach, count, dimension === 2);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = positions.subarray(3 * i) as unknown as [number, number, number];
    grid.add(x, y, z, top, reach);
    near.add(i, x, y, z);
  }
  near.sort(positions, new Float64Array(count).fill(reach));
  surface.find(grid, scale);
  const forces = new Float64Array(3 * count);
  for (let s = 0; s < surface.count; s++) {
    const found = near.find(surface.places[3 * s]!, surface.places[3 * s + 1]!, surface.places[3 * s + 2]!),
      weights = Array.from({ length: found }, (_, n) => near.nearness[n]! * near.nearness[n]! * near.nearness[n]!),
      total = weights.reduce((sum, weight) => sum + weight, 0);
    for (let n = 0; n < found; n++)
      for (let axis = 0; axis < 3; axis++)
        forces[3 * near.found[n]! + axis]! += (surface.forces[3 * s + axis]! * weights[n]!) / total;
  }
  return { forces, area: surface.area };
}
