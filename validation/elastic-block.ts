// A jittered block of an elastic solid whose particles are put somewhere and evaluated there.

import type { SceneInput, World } from '../src/index.ts';
import { randomSigned } from '../src/random/random.ts';
import type { Simulation } from '../src/world/simulation.ts';
import type { Vec3 } from './simulate.ts';

/** Of the block, Pa. */
const MODULUS = 1e4;
const SPACING = 0.1;

/** The scene of a block. */
export function solidBlock(of: {
  readonly across: number;
  readonly jitter: number;
  readonly gradient: 'mls' | 'differences';
  readonly more?: Readonly<Record<string, unknown>>;
}): SceneInput {
  const { across } = of,
    positions = Array.from({ length: across ** 3 }, (_, n): Vec3 => {
      const at = (k: number) => Math.floor(n / across ** k) % across;
      return [0, 1, 2].map((a) => SPACING * (at(a) + of.jitter * randomSigned(1, 0, 3 * n + a))) as unknown as Vec3;
    });
  return {
    gravity: [0, 0, 0],
    substances: {
      solid: { model: 'elastic', youngsModulus: MODULUS, poissonsRatio: 0.3, gradient: of.gradient, ...of.more },
    },
    bodies: [{ substance: 'solid', spacing: SPACING, lattice: 'cubic', shape: { points: { positions } } }],
  };
}

/** What a world is made of. */
export function inside(world: World): Simulation {
  return (world as unknown as { simulation: Simulation }).simulation;
}

/** What an evaluation found. */
export interface Evaluated {
  /** J */
  readonly energy: number;
  /** m³ and Pa */
  readonly volume: number;
  readonly modulus: number;
  /** x and m a of every particle in the order of ids, m and N. */
  readonly places: Float64Array;
  readonly forces: Float64Array;
}

/** Puts every particle where a map takes its reference place, and evaluates them. */
export function evaluateAt(world: World, map: (X: Vec3, id: number) => Vec3): Evaluated {
  const simulation = inside(world),
    { set } = simulation,
    ids = set.u32('id'),
    X = set.f64('reference'),
    x = set.f64('position');
  for (let i = 0; i < set.count; i++)
    x.set(map([X[3 * i]!, X[3 * i + 1]!, X[3 * i + 2]!], ids[i]!) as unknown as number[], 3 * i);
  simulation.evaluate();
  const places = new Float64Array(3 * set.count),
    forces = new Float64Array(3 * set.count),
    sorted = { id: set.u32('id'), x: set.f64('position'), a: set.f64('acceleration'), m: set.f64('mass') };
  for (let i = 0; i < set.count; i++)
    for (let axis = 0; axis < 3; axis++) {
      const to = 3 * sorted.id[i]! + axis;
      places[to] = sorted.x[3 * i + axis]!;
      forces[to] = sorted.m[i]! * sorted.a[3 * i + axis]!;
    }
  return {
    energy: set.f64('elasticEnergy').reduce((sum, e) => sum + e, 0),
    volume: set.f64('referenceVolume').reduce((sum, v) => sum + v, 0),
    modulus: MODULUS,
    places,
    forces,
  };
}
