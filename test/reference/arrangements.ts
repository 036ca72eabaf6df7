// Particle arrangements for tests: lattices, random clouds, and the state that holds them.

import type { Dimension, KernelName } from './kernels.ts';
import type { State, Vec3 } from './sph.ts';

export interface StateSettings {
  readonly positions: readonly Vec3[];
  readonly dimension?: Dimension;
  readonly kernel?: KernelName;
  readonly period?: Vec3;
  /** Each of these is one value for all particles or a function of the particle's index. */
  readonly mass: number | ((i: number) => number);
  readonly density: number | ((i: number) => number);
  readonly smoothingLength: number | ((i: number) => number);
  readonly material?: number | ((i: number) => number);
  readonly velocity?: (x: Vec3, i: number) => Vec3;
}

/** A state at rest in material 0 unless told otherwise; 3D and the kernel `dc` by default. */
export function stateOf(settings: StateSettings): State {
  const { positions, velocity = () => [0, 0, 0] } = settings;
  const perParticle = (value: number | ((i: number) => number)) =>
    Float64Array.from(positions, (_, i) => (typeof value === 'number' ? value : value(i)));
  return {
    dimension: settings.dimension ?? 3,
    kernel: settings.kernel ?? 'dc',
    period: settings.period ?? [0, 0, 0],
    position: Float64Array.from(positions.flat()),
    velocity: Float64Array.from(positions.flatMap((x, i) => [...velocity(x, i)])),
    density: perParticle(settings.density),
    mass: perParticle(settings.mass),
    smoothingLength: perParticle(settings.smoothingLength),
    material: Uint8Array.from(perParticle(settings.material ?? 0)),
  };
}

/** A copy that shares nothing with the original. */
export function copyState(s: State): State {
  return {
    ...s,
    position: s.position.slice(),
    velocity: s.velocity.slice(),
    density: s.density.slice(),
    mass: s.mass.slice(),
    smoothingLength: s.smoothingLength.slice(),
    material: s.material.slice(),
  };
}

function indices(counts: Vec3): Vec3[] {
  const all: Vec3[] = [];
  for (let k = 0; k < counts[2]; k++)
    for (let j = 0; j < counts[1]; j++) for (let i = 0; i < counts[0]; i++) all.push([i, j, k]);
  return all;
}

/** Square or cubic lattice of spacing a. */
export function cubicLattice(counts: Vec3, a: number): Vec3[] {
  return indices(counts).map(([i, j, k]) => [a * i, a * j, a * k]);
}

/** Hexagonal close packing with nearest distance a; volume per particle a³/√2. [card §4] */
export function hcpLattice(counts: Vec3, a: number): Vec3[] {
  return indices(counts).map(([i, j, k]) => [
    a * (i + ((j + k) % 2) / 2),
    ((a * Math.sqrt(3)) / 2) * (j + (k % 2) / 3),
    a * Math.sqrt(2 / 3) * k,
  ]);
}

/** A reproducible stream of numbers in [0, 1) (mulberry32). */
export function randomStream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** n random points in [0, 1)^d. */
export function randomPoints(n: number, dimension: Dimension, random: () => number): Vec3[] {
  return Array.from({ length: n }, () => [random(), dimension > 1 ? random() : 0, dimension > 2 ? random() : 0]);
}
