// V50: the search finds exactly the neighbors that comparing all pairs finds. [card §21, V50; AW09 §5]
// Both kinds of list are checked: full lists reach the support radius, half lists a little farther and hold each pair once.

import type { SceneInput } from '../../src/index.ts';
import { randomUnit } from '../../src/random/random.ts';
import { buildSimulation } from '../../src/world/build.ts';
import type { Simulation } from '../../src/world/simulation.ts';
import { type Check, defineCase, within } from '../case.ts';
import type { Vec3 } from '../simulate.ts';

/** Distances are compared in f32: a pair this close to the end of the support (relative) may be listed or not. */
const BORDER = 1e-5;

export const v50 = defineCase({
  number: 50,
  title: 'Neighbor search',
  proves: 'No neighbor is missed, invented or listed twice: one size, sizes of 1:2:4, periodic box, 2D.',
  parameters: {
    points: { value: 4000, meaning: 'random points' },
    seed: { value: 1, meaning: 'of the random points' },
    neighbors: { value: 80, meaning: 'mean number of neighbors of the smallest particles' },
  },
  async run({ points, seed, neighbors }): Promise<Check[]> {
    const mistakes = (name: string, cloud: Cloud) => countMistakes(cloud).then((n) => within(name, n, 0, 0));
    const base = { points, seed, neighbors, dimension: 3, ratios: [1], periodic: false } as const;
    return [
      await mistakes('one size', base),
      await mistakes('sizes 1:2:4', { ...base, ratios: [1, 2, 4] }),
      await mistakes('periodic', { ...base, periodic: true }),
      await mistakes('2D', { ...base, dimension: 2 }),
    ];
  },
});

interface Cloud {
  readonly points: number;
  readonly seed: number;
  readonly neighbors: number;
  readonly dimension: 2 | 3;
  /** Sizes relative to the smallest, taken in turn. */
  readonly ratios: readonly number[];
  readonly periodic: boolean;
}

/** Pairs that either kind of list has wrong, in a cloud of particles in the unit box. */
async function countMistakes(cloud: Cloud): Promise<number> {
  const simulation = await buildSimulation(sceneOf(cloud), { threads: 1 });
  try {
    const { neighbors } = simulation.engine;
    neighbors.findNeighborsOf(() => true);
    const full = compareLists(simulation, cloud.periodic, 'full');
    neighbors.findPairs();
    return full + compareLists(simulation, cloud.periodic, 'half');
  } finally {
    simulation.set.team.stop();
  }
}

function sceneOf({ points, seed, neighbors, dimension, ratios, periodic }: Cloud): SceneInput {
  // A ball of radius 2ξ holds that many particles of unit volume: choose the size for the wanted number. [card §4]
  const ball = dimension === 3 ? (4 / 3) * Math.PI * 2.7 ** 3 : Math.PI * 2.7 ** 2;
  const spacing = (neighbors / (ball * points)) ** (1 / dimension);
  const at = (n: number): Vec3 => [0, 1, 2].map((a) => (a < dimension ? randomUnit(seed, a, n) : 0)) as unknown as Vec3;
  const all = Array.from({ length: points }, (_, n) => at(n));
  return {
    dimension,
    substances: { s: { kernel: 'dc', smoothing: 1.35 } },
    bodies: ratios.map((ratio, k) => ({
      substance: 's',
      shape: { points: { positions: all.filter((_, n) => n % ratios.length === k) } },
      spacing: spacing * ratio,
      lattice: 'cubic',
    })),
    ...(periodic ? { domain: { min: [0, 0, 0], max: [1, 1, 1], periodic: [true, true, true] } } : {}),
  };
}

/** Pairs that differ from a comparison of all pairs. */
function compareLists({ set, engine }: Simulation, periodic: boolean, kind: 'full' | 'half'): number {
  const x = set.f64('position'),
    h = set.f64('smoothingLength'),
    n = set.count,
    listed = new Uint8Array(n * n),
    entries = kind === 'full' ? 2 : 1; // of a pair: in the list of each, or of one of its particles
  for (let i = 0; i < n; i++)
    for (const j of engine.neighbors.listOf(i)) listed[Math.min(i, j) * n + Math.max(i, j)]!++;
  const squareAlong = (i: number, j: number, axis: number): number => {
    const d = x[3 * i + axis]! - x[3 * j + axis]!;
    return (periodic ? d - Math.round(d) : d) ** 2;
  };
  let mistakes = 0;
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const square = squareAlong(i, j, 0) + squareAlong(i, j, 1) + squareAlong(i, j, 2);
      const q = Math.sqrt(square) / (2 * Math.max(h[i]!, h[j]!));
      const found = listed[i * n + j]!;
      const farther = kind === 'half' || q < 1 + BORDER; // may be listed, but not more often than a neighbor
      if (q < 1 ? found !== entries : found > (farther ? entries : 0)) mistakes++;
    }
  }
  return mistakes;
}
