// Where one particle becomes seven: the center and an octahedron (3D) or a hexagon (2D) around it. Mass, center of mass, momentum,
// angular momentum, kinetic energy and volume stay what they were. Cost: 8 orientations × 6 children × neighbors distances.
// [DC99 §4.1; the pattern, the orientation and the densities are those of card §5, X5]

import { rootOf } from '../math/roots.ts';
import { randomSigned, STREAMS } from '../random/random.ts';

/** How many particles a split makes of one. */
export const CHILDREN = 7;

/** Distance of the outer children from the center in units of L = (m/ρ)^(1/d), by dimension. [card §5] */
export const SPREAD = { 2: 0.474, 3: 0.48 } as const;

/** How many orientations of the pattern are tried. [card §5] */
export const ORIENTATIONS = 8;

/** A particle to be split and what surrounds it. */
export interface Splitting {
  readonly dimension: 2 | 3;
  /** Seeds the rotations; unsigned 32-bit. */
  readonly id: number;
  /** x, y, z, m. */
  readonly position: ArrayLike<number>;
  /** kg */
  readonly mass: number;
  /** kg/m³, in 2D kg/m². */
  readonly density: number;
  /** ∇ρ by differences, kg/m⁴; three components. */
  readonly gradient: ArrayLike<number>;
  /** Smallest density of the parent and its neighbors, kg/m³. */
  readonly densityMin: number;
  /** Largest density of the parent and its neighbors, kg/m³. */
  readonly densityMax: number;
  /** Positions of the neighbors, x y z each, without the parent, m. */
  readonly neighbors: ArrayLike<number>;
  /** Distance from a point to the nearest obstacle, m, negative inside; leave out without obstacles. */
  readonly clearance?: (x: number, y: number, z: number) => number;
  /** Distance of the outer children in units of L; `SPREAD` if left out. */
  readonly spread?: number;
}

/** One of the particles that a split makes. It has the velocity of its parent. */
export interface Child {
  /** m */
  readonly x: number;
  /** m */
  readonly y: number;
  /** m */
  readonly z: number;
  /** kg */
  readonly mass: number;
  /** kg/m³, in 2D kg/m². */
  readonly density: number;
}

/**
 * The seven children of a particle, the center first, then three pairs of opposite ones. They keep its velocity.
 * @example
 * const children = splitParticle({
 *   dimension: 3, id: 17, position: [0, 1, 0], mass: 0.7, density: 1000,
 *   gradient: [0, 0, 0], densityMin: 1000, densityMax: 1000, neighbors: [0.1, 1, 0],
 * });
 */
export function splitParticle(parent: Splitting): Child[] {
  const { position, mass } = parent;
  const [x, y, z] = [position[0]!, position[1]!, position[2]!];
  const offsets = chooseOffsets(parent);
  const densities = childDensities(parent, offsets);
  const outer = childMass(mass);
  return densities.map((density, c) => ({
    x: x + offsets[3 * c]!,
    y: y + offsets[3 * c + 1]!,
    z: z + offsets[3 * c + 2]!,
    mass: c === 0 ? mass - 6 * outer : outer,
    density,
  }));
}

/**
 * A seventh of a mass as a multiple of the mass's last bit, kg. So are then the center's m − 6·(m/7) and every partial sum: the
 * seven masses add up to m exactly, in any order.
 */
function childMass(mass: number): number {
  return mass + mass / CHILDREN - mass;
}

/** The offsets of the children from the parent, x y z each, in the orientation that keeps them farthest from everything else, m. */
function chooseOffsets(parent: Splitting): Float64Array {
  const { dimension, mass, density, id, spread = SPREAD[dimension] } = parent;
  const distance = spread * rootOf(mass / density, dimension);
  const draw = drawsOf(id);
  let best: Float64Array = new Float64Array(3 * CHILDREN);
  let bestRoom = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < ORIENTATIONS; k++) {
    const offsets = offsetsOf(dimension === 2 ? hexagonAxes(draw) : octahedronAxes(draw), distance);
    const room = roomOf(parent, offsets, bestRoom);
    if (room > bestRoom) {
      best = offsets;
      bestRoom = room;
    }
  }
  return best;
}

/** The numbers in [−1, 1) that belong to a particle, one after the other. */
function drawsOf(id: number): () => number {
  let counter = 0;
  return () => randomSigned(id, STREAMS.split, counter++);
}

/** A point of the unit disc without its center, and the square of its distance from there. */
function drawInDisc(draw: () => number): [x: number, y: number, r2: number] {
  for (;;) {
    const x = draw();
    const y = draw();
    const r2 = x * x + y * y;
    if (r2 < 1 && r2 > 1e-12) return [x, y, r2];
  }
}

/** Three unit vectors 60° apart in the plane, in a random direction. */
function hexagonAxes(draw: () => number): number[] {
  const [x, y, r2] = drawInDisc(draw);
  const r = Math.sqrt(r2);
  const [u, v, sine] = [x / r, y / r, Math.sqrt(3) / 2];
  return [u, v, 0, u / 2 - sine * v, sine * u + v / 2, 0, -u / 2 - sine * v, sine * u - v / 2, 0];
}

/** The columns of a uniformly random rotation, from a unit quaternion out of two points of the disc. [Mar72] */
function octahedronAxes(draw: () => number): number[] {
  const [a, b, s] = drawInDisc(draw);
  const [p, q, t] = drawInDisc(draw);
  const scale = Math.sqrt((1 - s) / t);
  const [c, d] = [p * scale, q * scale];
  return [
    1 - 2 * (c * c + d * d),
    2 * (b * c + a * d),
    2 * (b * d - a * c),
    2 * (b * c - a * d),
    1 - 2 * (b * b + d * d),
    2 * (c * d + a * b),
    2 * (b * d + a * c),
    2 * (c * d - a * b),
    1 - 2 * (b * b + c * c),
  ];
}

/** Center, +axis, −axis, …: opposite children cancel exactly. */
function offsetsOf(axes: readonly number[], distance: number): Float64Array {
  const offsets = new Float64Array(3 * CHILDREN);
  for (let k = 0; k < 3; k++) {
    for (let c = 0; c < 3; c++) {
      const step = distance * axes[3 * k + c]!;
      offsets[3 * (2 * k + 1) + c] = step;
      offsets[3 * (2 * k + 2) + c] = -step;
    }
  }
  return offsets;
}

/**
 * Smallest distance of an outer child from a neighbor, m. A child at distance s from an obstacle counts like one at distance 2s from
 * a neighbor: that is where its mirror image is. Gives up at `enough`, where the orientation has lost.
 */
function roomOf({ position, neighbors, clearance }: Splitting, offsets: Float64Array, enough: number): number {
  let room = Number.POSITIVE_INFINITY;
  for (let c = 1; c < CHILDREN && room > enough; c++) {
    const x = position[0]! + offsets[3 * c]!;
    const y = position[1]! + offsets[3 * c + 1]!;
    const z = position[2]! + offsets[3 * c + 2]!;
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < neighbors.length; j += 3) {
      const dx = neighbors[j]! - x;
      const dy = neighbors[j + 1]! - y;
      const dz = neighbors[j + 2]! - z;
      nearest = Math.min(nearest, dx * dx + dy * dy + dz * dz);
    }
    room = Math.min(room, Math.sqrt(nearest), clearance === undefined ? room : 2 * clearance(x, y, z));
  }
  return room;
}

/** ρ_c = clamp(ρ_p + ∇ρ·(x_c − x_p)), then all scaled so that Σ m_c/ρ_c = m_p/ρ_p, kg/m³. [card §5] */
function childDensities(parent: Splitting, offsets: Float64Array): number[] {
  const { density, gradient, densityMin, densityMax } = parent;
  const densities: number[] = [];
  let inverse = 0;
  for (let c = 0; c < CHILDREN; c++) {
    const change =
      gradient[0]! * offsets[3 * c]! + gradient[1]! * offsets[3 * c + 1]! + gradient[2]! * offsets[3 * c + 2]!;
    const clamped = Math.min(Math.max(density + change, densityMin), densityMax);
    densities.push(clamped);
    inverse += 1 / clamped;
  }
  const factor = (density * inverse) / CHILDREN;
  return densities.map((value) => value * factor);
}
