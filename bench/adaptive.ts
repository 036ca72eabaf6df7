// What adaptivity saves: scenes as they are written and without it, on one thread, one run after the other in the same process.

import { fileURLToPath } from 'node:url';
import { loadScene } from '../src/cache/scene-file.ts';
import type { Comparison, Pair } from '../src/make/compare/comparison.ts';
import { runComparison } from '../src/make/compare/run-comparison.ts';
import { median } from './median.ts';
import { fixed, tableLine } from './print.ts';
import { UnknownRow } from './rows.ts';

/** What a row of adaptivity yields. Times in s for all of its frames, medians of the rounds; CPU time is that of all threads. */
export interface AdaptiveResult {
  readonly name: string;
  readonly frames: number;
  readonly rounds: number;
  /** Mean over the frames. */
  readonly particles: number;
  readonly adaptiveParticles: number;
  readonly standardSeconds: number;
  readonly adaptiveSeconds: number;
  /** Standard over adaptive, by wall time, by CPU time and by force evaluations. */
  readonly speedup: number;
  readonly cpuSpeedup: number;
  readonly evaluationRatio: number;
  /** As `thixo compare` has them. */
  readonly centerOfMassError: number;
  readonly profileError: number;
  readonly volumeError: number;
}

/** A scene of the gallery: how many of its frames, all unless given, and how often. */
interface AdaptiveRow {
  readonly name: string;
  readonly frames?: number;
  readonly rounds: number;
}

const ROWS: readonly AdaptiveRow[] = [
  { name: 'adaptive/fall-over-obstacle', rounds: 3 },
  { name: 'adaptive/pour-into-box', rounds: 3 },
  { name: 'adaptive/flow-down-terrain', rounds: 3 },
  { name: 'adaptive/fall-over-obstacle-large', frames: 10, rounds: 1 },
  { name: 'adaptive/pour-into-box-large', frames: 10, rounds: 1 },
  { name: 'adaptive/flow-down-terrain-large', frames: 10, rounds: 1 },
];

/** Whether a name asks for rows of adaptivity. */
export const isAdaptiveName = (wanted: string): boolean => /^adaptive(\/|$)/.test(wanted);

/** The rows that names ask for: exact ones, or beginnings. */
export function selectAdaptive(names: readonly string[]): readonly AdaptiveRow[] {
  const chosen = new Set<AdaptiveRow>();
  for (const wanted of names) {
    const exact = ROWS.filter(({ name }) => name === wanted),
      found = exact.length > 0 ? exact : ROWS.filter(({ name }) => name.startsWith(wanted));
    if (found.length === 0)
      throw new UnknownRow(
        wanted,
        ROWS.map(({ name }) => name),
      );
    for (const row of found) chosen.add(row);
  }
  return ROWS.filter((row) => chosen.has(row));
}

/** Measures rows, one after the other. */
export async function* measureAdaptive(rows: readonly AdaptiveRow[]): AsyncGenerator<AdaptiveResult> {
  for (const row of rows) yield measureRow(row);
}

async function measureRow({ name, frames, rounds }: AdaptiveRow): Promise<AdaptiveResult> {
  const folder = new URL(`../scenes/${name.slice('adaptive/'.length)}`, import.meta.url),
    scene = await loadScene(fileURLToPath(folder)),
    results: Comparison[] = [];
  for (let round = 0; round < rounds; round++) results.push(await runComparison(scene, { frames }));
  const [first] = results as [Comparison, ...Comparison[]],
    seconds = medians(results.map((result) => result.seconds)),
    cpuSeconds = medians(results.map((result) => result.cpuSeconds));
  const { particles, evaluationRatio, centerOfMassError, profileError, volumeError } = first;
  return {
    name,
    frames: first.frames.length,
    rounds,
    particles: particles.standard,
    adaptiveParticles: particles.adaptive,
    standardSeconds: seconds.standard,
    adaptiveSeconds: seconds.adaptive,
    speedup: seconds.standard / seconds.adaptive,
    cpuSpeedup: cpuSeconds.standard / cpuSeconds.adaptive,
    evaluationRatio,
    centerOfMassError,
    profileError,
    volumeError,
  };
}

function medians(pairs: readonly Pair[]): Pair {
  return {
    adaptive: median(pairs.map(({ adaptive }) => adaptive)),
    standard: median(pairs.map(({ standard }) => standard)),
  };
}

type Column = readonly [head: string, width: number, cell: (r: AdaptiveResult) => string];

const COLUMNS: readonly Column[] = [
  ['row', 33, (r) => r.name],
  ['frames', 6, (r) => String(r.frames)],
  ['particles', 9, (r) => fixed(r.particles, 0)],
  ['adaptive', 8, (r) => fixed(r.adaptiveParticles, 0)],
  ['standard s', 10, (r) => fixed(r.standardSeconds, 2)],
  ['adaptive s', 10, (r) => fixed(r.adaptiveSeconds, 2)],
  ['speed-up', 8, (r) => fixed(r.speedup, 1)],
  ['CPU', 5, (r) => fixed(r.cpuSpeedup, 1)],
  ['evaluations', 11, (r) => fixed(r.evaluationRatio, 1)],
  ['center %', 8, (r) => fixed(100 * r.centerOfMassError, 2)],
  ['profile', 7, (r) => fixed(r.profileError, 2)],
  ['volume %', 8, (r) => fixed(100 * r.volumeError, 2)],
];
const WIDTHS = COLUMNS.map(([, width]) => width);

export const adaptiveTableHead = (): string =>
  tableLine(
    COLUMNS.map(([head]) => head),
    WIDTHS,
  );
export const adaptiveTableRow = (result: AdaptiveResult): string =>
  tableLine(
    COLUMNS.map(([, , cell]) => cell(result)),
    WIDTHS,
  );
