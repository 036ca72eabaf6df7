// How far one run over MPI goes: a model of a step, from what tests count and what was measured on two cores. Nothing of it was measured on a
// cluster. `npx tsx tools/scaling-model.ts` prints the table of docs/mpi.md.

import { isMain } from './run-check.ts';

/** What the model assumes; the first four were counted or measured with the engine, see docs/mpi.md. */
export const ASSUMED = {
  /** Layers of the lattice in a slab: list radius over spacing. */
  layers: 2.9,
  /** Processor time of a particle and step, s. */
  particle: 0.27e-6,
  /** Reductions of a step without a search, and of one with it. */
  reductions: { step: 2.2, search: 6.5 },
  /** Messages to a side, in a step without a search, and in one with it. */
  messages: { step: 1, search: 8 },
  /** Part of the time that goes to pairs, and the part of the pairs of a slab that the rank behind it repeats. */
  pairs: 0.6,
  repeated: 3 / 8,
  /** Searches per step, the part of the particles that change their rank in one, and bytes of each. */
  searches: 0.1,
  migrants: { part: 0.01, bytes: 145 },
  /** Bytes of a ghost in a step, and more in a search. */
  ghost: { step: 64, search: 16 },
  /** Regions: particles of one, bytes in the reduction, and how often it is made per step. */
  regions: { particles: 64, bytes: 48, perStep: 1 / 6 },
  /** Cell table of a world that fills its box: bytes per particle of the world, and bytes per second at which it is written. */
  cells: { bytes: 0.7, speed: 4e9 },
  /** Steps of a frame; one chain of sums per frame. */
  stepsPerFrame: 60,
  /** Bytes of memory: of an own particle, of a ghost, of tables per particle of the world. */
  memory: { own: 1230, ghost: 184, tables: 0.7 + 0.75 },
} as const;

/** Seconds of a message, bytes per second. */
export interface Network {
  readonly latency: number;
  readonly bandwidth: number;
}

export const NETWORKS = {
  InfiniBand: { latency: 2e-6, bandwidth: 10e9 },
  Ethernet: { latency: 30e-6, bandwidth: 1.1e9 },
} as const satisfies Record<string, Network>;

export interface Modeled {
  readonly slabs: number;
  readonly ghosts: number;
  /** Part of the time that one process would need too. */
  readonly useful: number;
  /** Bytes of a rank. */
  readonly memory: number;
}

/** A step of a cube of N particles on so many ranks with equal work, one core each. */
export function modelStep(particles: number, ranks: number, { latency, bandwidth }: Network): Modeled {
  const a = ASSUMED,
    side = Math.cbrt(particles),
    slab = side * side * a.layers,
    own = particles / ranks,
    // The slab before, the one after, and what is missing of those in which the run begins and ends: three on average, wherever the cuts are.
    ghosts = Math.min(particles - own, 3 * slab),
    // Nearly all pairs of a run that is thinner than a slab are those of a ghost.
    repeated = ranks === 1 ? 0 : own < slab ? own : a.repeated * slab,
    sides = Math.max(2, Math.ceil((3 * slab) / own)),
    rounds = 2 * Math.ceil(Math.log2(ranks));
  const compute = own * a.particle,
    again = repeated * a.particle * a.pairs,
    step =
      sides * a.messages.step * latency + (ghosts * a.ghost.step) / bandwidth + a.reductions.step * rounds * latency;
  const moved = ghosts * a.ghost.search + own * a.migrants.part * a.migrants.bytes,
    search =
      sides * a.messages.search * latency +
      moved / bandwidth +
      a.reductions.search * rounds * latency +
      (a.cells.bytes * (particles - own)) / a.cells.speed,
    regions = rounds * latency + (2 * ((particles - own) / a.regions.particles) * a.regions.bytes) / bandwidth,
    chain = (2 * ranks * latency) / a.stepsPerFrame;
  const all = compute + again + step + a.searches * search + a.regions.perStep * regions + chain;
  return {
    slabs: Math.floor(side / a.layers),
    ghosts,
    useful: compute / all,
    memory: own * a.memory.own + ghosts * a.memory.ghost + particles * a.memory.tables,
  };
}

const CASES: readonly (readonly [particles: number, ranks: number])[] = [
  ...([
    [6, 4],
    [6, 16],
    [7, 4],
    [7, 16],
    [7, 64],
  ] as const),
  ...([
    [8, 36],
    [8, 100],
    [8, 1000],
    [9, 256],
    [9, 600],
    [9, 1000],
  ] as const),
].map(([power, ranks]) => [10 ** power, ranks] as const);

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** The table in Markdown. */
export function scalingTable(): string {
  const rows = CASES.map(([particles, ranks]) => {
    const fast = modelStep(particles, ranks, NETWORKS.InfiniBand),
      slow = modelStep(particles, ranks, NETWORKS.Ethernet),
      power = SUPERSCRIPTS[Math.round(Math.log10(particles))]!,
      perSlab = fast.slabs / ranks;
    return [
      ...[`10${power}`, `${ranks}`, perSlab.toFixed(1), (fast.ghosts / (particles / ranks)).toFixed(2)],
      ...[fast.useful.toFixed(2), slow.useful.toFixed(2), `${(fast.memory / 1e9).toFixed(1)} GB`],
    ];
  });
  const head = [
    'particles',
    'ranks',
    'slabs per rank',
    'ghosts per own particle',
    'InfiniBand',
    'Ethernet',
    'memory of a rank',
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

if (isMain(import.meta.url)) console.log(scalingTable());
