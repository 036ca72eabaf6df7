// Clouds of globules as worlds, and worlds as states of the reference.

import { PACKING } from '../../src/engine/packing.ts';
import type { SceneInput, World } from '../../src/index.ts';
import { isGlobules, reachOf } from '../../src/substances/globules/parameters.ts';
import { cubicLattice, randomPoints, randomStream } from '../reference/arrangements.ts';
import type { Exponents, GlobuleMaterial, GlobuleState } from '../reference/globules.ts';
import type { Vec3 } from '../reference/sph.ts';
import { jittered } from './clouds.ts';
import { byId } from './engine.ts';
import { inside } from './worlds.ts';

type Body = NonNullable<SceneInput['bodies']>[number];

export interface GlobuleCloud {
  readonly dimension: 2 | 3;
  readonly periodic: boolean;
  readonly arrangement?: 'random' | 'lattice';
  readonly substances: NonNullable<SceneInput['substances']>;
  /** Temperatures that bodies have in turn, K. */
  readonly temperatures?: readonly number[];
  readonly seed?: number;
}

const SIDE = { 2: 18, 3: 8 } as const;

/** A unit box of moving particles at random places, or on a lattice with a jitter of a quarter of its spacing; substances and temperatures in turn. */
export function globuleCloud(cloud: GlobuleCloud): SceneInput {
  const { dimension, periodic, arrangement = 'lattice', substances, temperatures = [], seed = 5 } = cloud,
    random = randomStream(seed),
    side = SIDE[dimension],
    spacing = 1 / side,
    lattice = cubicLattice([side, side, dimension === 3 ? side : 1], spacing),
    names = Object.keys(substances),
    kinds = names.length * Math.max(1, temperatures.length);
  const positions =
    arrangement === 'random'
      ? randomPoints(lattice.length, dimension, random)
      : lattice.map((x) => jittered(x, spacing / 4, dimension, random));
  const velocities = positions.map((): Vec3 => [random() - 0.5, random() - 0.5, dimension === 3 ? random() - 0.5 : 0]);
  const ofKind = (list: readonly Vec3[], kind: number) => list.filter((_, k) => k % kinds === kind);
  return {
    dimension,
    gravity: [0, 0, 0],
    ...(periodic ? { domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, true, dimension === 3] } } : {}),
    substances,
    bodies: Array.from({ length: kinds }, (_, kind): Body => {
      const temperature = temperatures[Math.floor(kind / names.length)];
      return {
        substance: names[kind % names.length]!,
        spacing,
        shape: { points: { positions: ofKind(positions, kind), velocities: ofKind(velocities, kind) } },
        ...(temperature === undefined ? {} : { temperature }),
      };
    }),
  };
}

/** The particles of a world as a state of the reference, in order of id, with the radii they have to globules. */
export function globulesOf(world: World): GlobuleState {
  const { set, scene, substances, engine } = inside(world),
    d = scene.dimension,
    ids = set.u32('id'),
    kinds = set.u32('substance');
  const order = Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]!),
    material = Uint8Array.from(order, (i) => kinds[i]!),
    mass = byId(set, 'mass');
  const radius = byId(set, 'smoothingLength').map((h, i) => {
    const p = substances[material[i]!]!;
    return isGlobules(p) ? h / reachOf(p) : 0.5 * PACKING[d] * (mass[i]! / p.restDensity) ** (1 / d);
  });
  return {
    dimension: d,
    period: engine.neighbors.box.period,
    position: byId(set, 'position'),
    velocity: byId(set, 'velocity'),
    mass,
    radius,
    material,
    ...(set.hasHeat ? { temperature: byId(set, 'temperature') } : {}),
  };
}

/** The substances of a world as the reference sees them: smoothed particles are balls that are damped with ζ = ½ where they touch. */
export function materialsOf(world: World): GlobuleMaterial[] {
  const { substances, scene } = inside(world);
  return substances.map((p) =>
    isGlobules(p)
      ? { isGlobule: true, ...p, meltedRadius: p.restSpacing[scene.dimension] }
      : { ...p, isGlobule: false, damping: 0.5, range: 1, dampingRange: 1 },
  );
}

/** The exponents of a world. */
export function exponentsOf(world: World): Exponents {
  const first = inside(world).substances.find(isGlobules)!;
  return { m: first.repulsionExponent, n: first.attractionExponent };
}

/** m a of all particles as the passes found it, N. */
export function forcesOf(world: World): Float64Array {
  const { set } = inside(world),
    mass = byId(set, 'mass');
  return byId(set, 'acceleration').map((a, k) => a * mass[Math.floor(k / 3)]!);
}
