// Bodies of the reference as worlds.

import { type ElasticInput, type SceneInput, World } from '../../src/index.ts';
import type { ElasticMaterial, ReferenceShape } from '../reference/elastic.ts';
import { inside } from './worlds.ts';

/** A scene with one body of the reference at rest, without gravity. */
export function solidScene(
  shape: ReferenceShape,
  material: ElasticMaterial,
  more: Partial<ElasticInput> = {},
): SceneInput {
  const size = shape.volume[0]! ** (1 / shape.dimension),
    positions = Array.from({ length: shape.volume.length }, (_, i) => [...shape.reference.subarray(3 * i, 3 * i + 3)]);
  return {
    dimension: shape.dimension,
    gravity: [0, 0, 0],
    substances: {
      solid: {
        model: 'elastic',
        ...material,
        volumeShare: 0,
        hourglass: 0,
        gradient: shape.gradient,
        support: shape.support / size,
        ...more,
      },
    },
    bodies: [
      {
        substance: 'solid',
        spacing: size,
        lattice: 'cubic',
        shape: { points: { positions: positions as [number, number, number][] } },
      },
    ],
  };
}

/** Its world. */
export function solidWorld(...of: Parameters<typeof solidScene>): Promise<World> {
  return World.create(solidScene(...of), { threads: 1 });
}

/** Puts the particles of a world to places in the order of ids, gives them velocities, and evaluates them. */
export function putTo(world: World, places: ArrayLike<number>, velocities?: ArrayLike<number>): void {
  const simulation = inside(world),
    { set } = simulation,
    ids = set.u32('id'),
    x = set.f64('position'),
    v = set.f64('velocity');
  for (let i = 0; i < set.count; i++)
    for (let a = 0; a < 3; a++) {
      x[3 * i + a] = places[3 * ids[i]! + a]!;
      if (velocities) v[3 * i + a] = velocities[3 * ids[i]! + a]!;
    }
  simulation.evaluate();
}

/** A field in double precision in the order of ids. */
export function fieldOf(world: World, name: string, components: 1 | 3): Float64Array {
  const { set } = inside(world),
    ids = set.u32('id'),
    from = set.f64(name),
    out = new Float64Array(from.length);
  for (let i = 0; i < set.count; i++)
    for (let a = 0; a < components; a++) out[components * ids[i]! + a] = from[components * i + a]!;
  return out;
}

/** m a of every particle, N, in the order of ids. */
export function forcesOf(world: World): Float64Array {
  const mass = fieldOf(world, 'mass', 1);
  return fieldOf(world, 'acceleration', 3).map((a, n) => mass[Math.floor(n / 3)]! * a);
}
