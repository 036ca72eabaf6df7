// A bar of particles in which heat flows along x: 2D, periodic across, insulated by its free ends, at rest.

import type { SceneInput, World } from '../src/index.ts';
import { simulate } from './simulate.ts';

/** What a bar is like. */
export interface HeatBar {
  /** Particles along one meter. */
  readonly across: number;
  /** h over the spacing. */
  readonly smoothing: number;
  /** Layers of particles beyond both ends, which hold the temperatures of their ends; 0 for insulated ends. */
  readonly held?: number;
  /** Temperature at the start at x (m), K. */
  temperatureAt(x: number): number;
  /** Conductivity at x (m), W/(m·K); capacity and density are such that its diffusivity is 1 m²/s. */
  conductivityAt?(x: number): number;
}

/** Temperature of a layer. */
export interface Layer {
  /** m */
  readonly x: number;
  /** K */
  readonly T: number;
}

/** Fewest rows of particles across the bar; two support radii must fit. */
const LEAST_ROWS = 8;

/** Runs a bar for a time (s), in so many frames; `watch` sees it at its start and after every frame. */
export async function runBar(bar: HeatBar, time: number, frames: number, watch: (world: World) => void): Promise<void> {
  await simulate(barScene(bar, frames / time), frames, watch);
}

/** The mean temperature of every layer, in order of x. */
export function layersOf(world: World, across: number): Layer[] {
  const { position, temperature, count } = world.fields,
    sums = new Map<number, { sum: number; n: number }>();
  for (let i = 0; i < count; i++) {
    const layer = Math.round(position[3 * i]! * across - 0.5),
      found = sums.get(layer) ?? { sum: 0, n: 0 };
    found.sum += temperature![i]!;
    found.n++;
    sums.set(layer, found);
  }
  return [...sums].sort(([a], [b]) => a - b).map(([layer, { sum, n }]) => ({ x: (layer + 0.5) / across, T: sum / n }));
}

function barScene({ across, smoothing, held = 0, ...bar }: HeatBar, frameRate: number): SceneInput {
  const dx = 1 / across,
    rows = Math.max(LEAST_ROWS, Math.ceil(4 * smoothing)),
    height = rows * dx,
    conductivityAt = bar.conductivityAt?.bind(bar) ?? (() => 1),
    layers = Array.from({ length: across + 2 * held }, (_, k) => (k - held + 0.5) * dx),
    kinds = [...new Set(layers.map(conductivityAt))];
  const end = (from: number, to: number, x: number): NonNullable<SceneInput['heatRegions']>[number] => ({
    shape: { box: { min: [from, -1, 0], max: [to, 2, 0] } },
    temperature: bar.temperatureAt(x),
  });
  return {
    dimension: 2,
    gravity: [0, 0, 0],
    frameRate,
    duration: 1 / frameRate,
    domain: { min: [-1, 0, 0], max: [2, height, 0], periodic: [false, true, false] },
    substances: Object.fromEntries(
      kinds.map((k) => [
        `k${k}`,
        { kernel: 'quartic', smoothing, restDensity: 1, stiffness: 1, heatCapacity: k, conductivity: k } as const,
      ]),
    ),
    bodies: layers.map((x) => ({
      substance: `k${conductivityAt(x)}`,
      shape: { points: { positions: Array.from({ length: rows }, (_, row) => [x, (row + 0.5) * dx, 0] as const) } },
      spacing: dx,
      lattice: 'cubic',
      temperature: bar.temperatureAt(x),
    })),
    heatRegions: held > 0 ? [end(-1, 0, -dx), end(1, 2, 1 + dx)] : [],
    time: { maxStepsPerFrame: 1 << 16 },
  };
}
