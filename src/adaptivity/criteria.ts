// Which particles are too coarse, and which are finer than they need be. [DC99 eq. 12-13, ADR 17]

import { rootOf } from '../math/roots.ts';
import * as at from '../wasm/layout.ts';
import type { AdaptInput } from './adapt.ts';
import type { ParticleView } from './particle-view.ts';
import { CHILDREN } from './split.ts';

/** The questions that decide about a particle. */
export interface Criteria {
  readonly pairs: boolean;
  fit(i: number, j: number): boolean;
  mustSplit(i: number): boolean;
  /** Whether a particle may become part of a coarser one. */
  mayMerge(i: number): boolean;
  /** Whether a coarser particle may stand here. */
  mayCenter(i: number): boolean;
  /** Whether a particle is more than one level coarser than a neighbor of this mass (kg), and can be split. */
  tooCoarseBeside(i: number, mass: number): boolean;
  /** The heaviest that may come out of a merge around particle i, kg. */
  massLimit(i: number): number;
}

/** Masses of neighbors differ by no more than this: one level, 7…14. */
const ONE_LEVEL = 15;
const env = (name: string, value: number): number => Number((globalThis as never as { process: { env: Record<string, string> } }).process.env[name] ?? value);

export function makeCriteria(input: AdaptInput, view: ParticleView): Criteria {
  const { settings, finest, starting, frame, dimension } = input;
  const { mass, density } = view.fields,
    unit = input.smoothed.set.shared.real(at.MASS_UNIT);
  let most = 1.01;
  for (let level = 0; level < settings.levels; level++) most *= 8;
  const FS = env('FS', 0.6), FM = env('FM', 0.75), FC = env('FC', 0.8), ES = env('ES', 1e9), EM = env('EM', 1e9), HO = env('HO', 2), G = env('GG', 9.81);
  const size = (i: number) => rootOf(mass[i]! / density[i]!, dimension);
  const strain = (i: number) => view.measure(i, at.MEASURE_STRAIN) * Math.sqrt(size(i) / G);
  const fill = (i: number) => view.measure(i, at.MEASURE_FILL);
  const m0 = (i: number) => finest[view.substance[i]!]!;
  const splittable = (i: number) => mass[i]! >= 0.999 * CHILDREN * m0(i);
  const since = (i: number) => frame - (view.changed[i]! >> 1);
  const mergedLast = (i: number) => (view.changed[i]! & 1) === 1;
  const F2 = env('F2', 0.98);
  const deep = (i: number) => fill(i) > F2 && view.neighborsOf(i).every((j) => fill(j) > F2);
  const fits = (i: number, j: number) => { if (mass[i]! + mass[j]! > env('M1', 9) * m0(i)) return deep(i) && deep(j); const F = FM; return mass[i]! > 2 * mass[j]! ? fill(i) > F : mass[j]! > 2 * mass[i]! ? fill(j) > F : fill(i) > F && fill(j) > F; };
  return {
    pairs: env('PAIRS', 1) === 1,
    mustSplit: (i) => splittable(i) && (!mergedLast(i) || since(i) >= 1) && (fill(i) < FS || strain(i) > ES),
    mayMerge: (i) =>
      2 * mass[i]! <= most * m0(i) * 1.2 &&
      (starting || view.changed[i]! === 0 || since(i) >= HO) &&
      strain(i) < EM,
    fit: (i, j) => view.substance[i] === view.substance[j] && fits(i, j),
    mayCenter: (i) => fill(i) > FC,
    tooCoarseBeside: (i, other) => mass[i]! > ONE_LEVEL * other && splittable(i),
    massLimit: (i) => Math.min(most * m0(i), ONE_LEVEL * view.measure(i, at.MEASURE_LIGHTEST) * unit),
  };
}
