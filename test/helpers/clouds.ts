// Particles in awkward arrangements, as reference states.

import { cubicLattice, randomPoints, randomStream, stateOf } from '../reference/arrangements.ts';
import type { KernelName } from '../reference/kernels.ts';
import type { State, Vec3 } from '../reference/sph.ts';

export interface CloudSettings {
  readonly dimension: 2 | 3;
  readonly kernel: KernelName;
  readonly periodic: boolean;
  readonly arrangement: 'random' | 'lattice';
  /** Largest over smallest smoothing length. */
  readonly contrast: number;
  readonly materials: number;
  readonly seed: number;
}

const SIDE = { 2: 24, 3: 9 } as const;

/**
 * A unit box of particles at random places, or on a lattice with a jitter of a quarter of the spacing, moving at random, with
 * densities of 1000 ± 200. Smoothing lengths spread over the contrast, and so do masses, whatever the arrangement.
 */
export function cloud(settings: CloudSettings): State {
  const { dimension, kernel, periodic, arrangement, contrast, materials } = settings;
  const random = randomStream(settings.seed);
  const side = SIDE[dimension];
  const spacing = 1 / side;
  const lattice = cubicLattice([side, side, dimension === 3 ? side : 1], spacing);
  const positions =
    arrangement === 'random'
      ? randomPoints(lattice.length, dimension, random)
      : lattice.map((x) => jittered(x, spacing / 4, dimension, random));
  const size = positions.map(() => contrast ** (random() - 0.5));
  return stateOf({
    dimension,
    kernel,
    positions,
    period: periodic ? [1, 1, dimension === 3 ? 1 : 0] : [0, 0, 0],
    mass: (i) => 1000 * (spacing * size[i]!) ** dimension,
    smoothingLength: (i) => Math.min(1.2 * spacing * size[i]!, 0.249),
    density: () => 800 + 400 * random(),
    material: (i) => i % materials,
    velocity: () => [random() - 0.5, random() - 0.5, dimension === 3 ? random() - 0.5 : 0],
  });
}

/** A point displaced by up to `amplitude` (m) on each axis of its space. */
export function jittered(x: Vec3, amplitude: number, dimension: 2 | 3, random: () => number): Vec3 {
  const by = () => amplitude * (2 * random() - 1);
  return [x[0] + by(), x[1] + by(), dimension === 3 ? x[2] + by() : 0];
}

/** The same particles in another order; `order[k]` is the old index of the new particle k. */
export function reordered(s: State, order: readonly number[]): State {
  const scalars = (a: Float64Array) => Float64Array.from(order, (i) => a[i]!);
  const vectors = (a: Float64Array) => Float64Array.from(order.flatMap((i) => [...a.subarray(3 * i, 3 * i + 3)]));
  return {
    ...s,
    position: vectors(s.position),
    velocity: vectors(s.velocity),
    density: scalars(s.density),
    mass: scalars(s.mass),
    smoothingLength: scalars(s.smoothingLength),
    material: Uint8Array.from(order, (i) => s.material[i]!),
  };
}

/** A field of reordered particles in the order before. */
export function restored(field: Float64Array, order: readonly number[]): Float64Array {
  const components = field.length / order.length;
  const out = new Float64Array(field.length);
  order.forEach((i, k) => {
    out.set(field.subarray(components * k, components * (k + 1)), components * i);
  });
  return out;
}

/** The same particles elsewhere. */
export function translated(s: State, by: Vec3): State {
  return { ...s, position: s.position.map((x, k) => x + by[k % 3]!) };
}

/** 0 … n − 1 shuffled (Fisher-Yates). */
export function shuffled(n: number, random: () => number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
