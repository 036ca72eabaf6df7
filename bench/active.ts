// What the active surface costs beside the simulation that it follows: a collapsing column, frame after frame, the two taking turns on
// the same number of threads. Reported are medians over the frames.

import { meshVolume } from '../src/meshes/measure-mesh.ts';
import { ActiveSurface } from '../src/surface/active-surface.ts';
import { surfaceOptions } from '../src/surface/surface-options.ts';
import { World } from '../src/world/world.ts';
import { median } from './median.ts';
import { fixed, tableLine } from './print.ts';
import type { Size } from './rows.ts';
import { sceneOf } from './scenes.ts';

/** What a row of the active surface yields. Times in ms per frame of 1/25 s; CPU time is that of all threads. */
export interface ActiveResult {
  readonly name: string;
  readonly particles: number;
  readonly threads: number;
  /** Over the spacing. */
  readonly voxel: number;
  readonly simulationMs: number;
  readonly simulationCpuMs: number;
  readonly ms: number;
  readonly cpuMs: number;
  /** Surface over simulation, by wall time and by CPU time. */
  readonly share: number;
  readonly cpuShare: number;
  readonly triangles: number;
  /** Largest difference of the volume from that of the particles, over it. */
  readonly volumeError: number;
}

interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Rows of the active surface: how many frames are measured after how many others. */
const ROWS: readonly { readonly size: Size; readonly threads: number; readonly frames: number }[] = [
  { size: '10k', threads: 1, frames: 10 },
  { size: '10k', threads: 2, frames: 10 },
  { size: '100k', threads: 1, frames: 4 },
];
const FIRST_FRAMES = 2;

/** Measures all rows, one after the other. */
export async function* measureActive(): AsyncGenerator<ActiveResult> {
  for (const { size, threads, frames } of ROWS) {
    const world = await World.create(sceneOf({ scene: 'dam-break', size, mixed: false }).input, { threads }),
      surface = await ActiveSurface.create(world.scene, { threads });
    try {
      yield measureRow(`active/${size}/${threads}`, world, surface, frames);
    } finally {
      surface.dispose();
      world.dispose();
    }
  }
}

function measureRow(name: string, world: World, surface: ActiveSurface, frames: number): ActiveResult {
  const options = surfaceOptions(world.scene),
    [rest = 1] = options.restDensities,
    simulation: Cost[] = [],
    follow: Cost[] = [];
  let mesh = surface.advance(world.fields, 1 / world.scene.frameRate),
    volumeError = 0;
  for (let frame = -FIRST_FRAMES; frame < frames; frame++) {
    const step = time(() => world.advance());
    const skin = time(() => {
      mesh = surface.advance(world.fields, 1 / world.scene.frameRate);
    });
    if (frame < 0) continue;
    simulation.push(step);
    follow.push(skin);
    const volume = world.fields.mass.reduce((sum, m) => sum + m, 0) / rest;
    volumeError = Math.max(volumeError, Math.abs(meshVolume(mesh) / volume - 1));
  }
  const [simulationMs, ms] = [simulation, follow].map((costs) => median(costs.map((cost) => cost.ms))) as [
      number,
      number,
    ],
    [simulationCpuMs, cpuMs] = [simulation, follow].map((costs) => median(costs.map((cost) => cost.cpuMs))) as [
      number,
      number,
    ];
  return {
    name,
    particles: world.fields.count,
    threads: world.threads,
    voxel: options.voxel,
    simulationMs,
    simulationCpuMs,
    ms,
    cpuMs,
    share: ms / simulationMs,
    cpuShare: cpuMs / simulationCpuMs,
    triangles: mesh.elements.length / 3,
    volumeError,
  };
}

function time(work: () => void): Cost {
  const begin = performance.now(),
    before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - begin, cpuMs: (user + system) / 1000 };
}

type Column = readonly [head: string, width: number, cell: (r: ActiveResult) => string];

const COLUMNS: readonly Column[] = [
  ['row', 18, (r) => r.name],
  ['particles', 9, (r) => String(r.particles)],
  ['simulation ms', 13, (r) => fixed(r.simulationMs, 0)],
  ['CPU ms', 8, (r) => fixed(r.simulationCpuMs, 0)],
  ['surface ms', 10, (r) => fixed(r.ms, 0)],
  ['CPU ms', 8, (r) => fixed(r.cpuMs, 0)],
  ['share', 6, (r) => fixed(r.share, 2)],
  ['CPU share', 9, (r) => fixed(r.cpuShare, 2)],
  ['triangles', 9, (r) => String(r.triangles)],
  ['volume error', 12, (r) => fixed(r.volumeError, 4)],
];
const WIDTHS = COLUMNS.map(([, width]) => width);

export const activeTableHead = (): string =>
  tableLine(
    COLUMNS.map(([head]) => head),
    WIDTHS,
  );
export const activeTableRow = (result: ActiveResult): string =>
  tableLine(
    COLUMNS.map(([, , cell]) => cell(result)),
    WIDTHS,
  );
