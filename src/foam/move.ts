// How spray, foam and bubbles move, and what becomes of them. [IAAT12 §3] O(particles × neighbors).

import type { Vec3 } from '../shapes/shape.ts';
import { BUBBLE, FOAM, type FoamParticle, SPRAY } from './foam-particles.ts';
import { NEIGHBORS, type Surroundings } from './liquid.ts';
import type { FoamSettings } from './settings.ts';

/** Fewer neighbors make spray, more make bubbles: 6 and 20 of 30 in the paper. */
const SPRAY_BELOW = (6 / 30) * NEIGHBORS;
const BUBBLE_ABOVE = (20 / 30) * NEIGHBORS;

/** The liquid at a place. */
export interface LiquidAt {
  /** Particles of the middle size. */
  readonly neighbors: number;
  /** Mean of the neighbors, weighted by distance, m/s; zero where there is none. */
  readonly velocity: Vec3;
}

/** Looks at the liquid around a place. */
export function liquidAt(around: Surroundings, [x, y, z]: Vec3): LiquidAt {
  const { reach, liquid } = around,
    { velocity: v, share } = liquid;
  let [neighbors, weight, vx, vy, vz] = [0, 0, 0, 0, 0];
  around.around(x, y, z, (j, r) => {
    const w = share[j]! * (1 - r / reach);
    neighbors += share[j]!;
    weight += w;
    vx += w * v[3 * j]!;
    vy += w * v[3 * j + 1]!;
    vz += w * v[3 * j + 2]!;
  });
  return { neighbors, velocity: weight > 0 ? [vx / weight, vy / weight, vz / weight] : [0, 0, 0] };
}

/** What something with so many neighbors is. */
export function kindOf(neighbors: number): number {
  if (neighbors < SPRAY_BELOW) return SPRAY;
  return neighbors > BUBBLE_ABOVE ? BUBBLE : FOAM;
}

/**
 * Moves a particle for half a frame: spray flies, foam goes with the liquid, bubbles rise and are dragged along.
 * @param dt half a frame, s
 */
export function moveFoam(
  particle: FoamParticle,
  around: Surroundings,
  gravity: Vec3,
  { buoyancy, drag }: FoamSettings,
  dt: number,
): FoamParticle {
  const there = liquidAt(around, particle.position),
    kind = kindOf(there.neighbors),
    part = 1 - Math.sqrt(1 - drag); // twice this leaves 1 − drag
  const speed = (c: 0 | 1 | 2): number => {
    const v = particle.velocity[c];
    if (kind === SPRAY) return v + dt * gravity[c];
    if (kind === FOAM) return there.velocity[c];
    return v - dt * buoyancy * gravity[c] + part * (there.velocity[c] - v);
  };
  const velocity = [speed(0), speed(1), speed(2)] as const,
    at = (c: 0 | 1 | 2): number => particle.position[c] + dt * velocity[c];
  return {
    ...particle,
    ...{ position: [at(0), at(1), at(2)], velocity, kind },
    age: particle.age + dt,
    life: kind === FOAM ? particle.life - dt : particle.life,
  };
}
