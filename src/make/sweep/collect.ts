// The results of a study in numbers: a row per run, and which run is best. Everything is read from the caches, so that a sweep can be measured
// in another way without simulating it again.

import { openCache } from '../../cache/cache.ts';
import { EXIT } from '../../codes.ts';
import type { JobResult } from '../farm/batch.ts';
import { type Measure, type MeasuredFrame, readMeasure } from './measure.ts';
import { type Best, cacheOf, type Study, type StudyRun } from './study.ts';

/** What one run gave. */
export interface SweepRow {
  readonly id: string;
  /** What was set, by path. */
  readonly values: Readonly<Record<string, string>>;
  /** `missing`: it is not over. */
  readonly outcome: 'done' | 'diverged' | 'failed' | 'missing';
  /** Last frame; −1 if there is none. */
  readonly frame: number;
  /** Simulated time, s. */
  readonly time: number;
  /** Measured numbers, in the order of the measures; undefined where there is none. */
  readonly measured: readonly (number | undefined)[];
  /** Hash of the state at the last frame. */
  readonly hash: string;
  /** Folder of the cache. */
  readonly cache: string;
}

/** A measure with a name. */
export interface NamedMeasure {
  readonly name: string;
  readonly measure: Measure;
}

/** What is measured where nobody says what. */
const USUAL = ['kineticEnergy'];

/** The measures of a study, and those that the caller brings. */
export function measuresOf(planned: readonly string[], more: Readonly<Record<string, Measure>> = {}): NamedMeasure[] {
  const own = Object.entries(more).map(([name, measure]) => ({ name, measure })),
    texts = planned.length > 0 || own.length > 0 ? planned : USUAL;
  return [...texts.map((name) => ({ name, measure: readMeasure(name) })), ...own];
}

/** The rows of a study, in the order of its plan. */
export function collectRows(
  study: Study,
  results: ReadonlyMap<string, JobResult>,
  measures: readonly NamedMeasure[],
): SweepRow[] {
  return study.runs.map((run) => rowOf(study, run, results.get(run.id), measures));
}

function rowOf(
  study: Study,
  { id, values }: StudyRun,
  result: JobResult | undefined,
  measures: readonly NamedMeasure[],
): SweepRow {
  const cache = cacheOf(study, id),
    outcome = outcomeOf(result),
    frames = outcome === 'done' || outcome === 'diverged' ? framesIn(cache) : [],
    last = frames.at(-1);
  return {
    ...{ id, values: Object.fromEntries(values), outcome, frame: last?.frame ?? -1, time: last?.time ?? 0 },
    measured: measures.map(({ measure }) => (frames.length > 0 ? finite(measure(frames)) : undefined)),
    ...{ hash: last?.hash ?? '', cache },
  };
}

function outcomeOf(result: JobResult | undefined): SweepRow['outcome'] {
  if (!result) return 'missing';
  return result.exit === EXIT.ok ? 'done' : result.exit === EXIT.diverged ? 'diverged' : 'failed';
}

function framesIn(cache: string): readonly MeasuredFrame[] {
  try {
    return openCache(cache).frameLines;
  } catch {
    return []; // removed since: the run is over all the same
  }
}

function finite(x: number | undefined): number | undefined {
  return x !== undefined && Number.isFinite(x) ? x : undefined;
}

/** The best row by its first measure; undefined if none was measured. Runs that diverged do not count. */
export function bestRow(rows: readonly SweepRow[], best: Best): SweepRow | undefined {
  const merit = ({ measured: [x] }: SweepRow): number =>
    x === undefined ? Number.NEGATIVE_INFINITY : best === 'max' ? x : best === 'min' ? -x : -Math.abs(x - best);
  return rows
    .filter(({ outcome, measured }) => outcome === 'done' && measured[0] !== undefined)
    .reduce<SweepRow | undefined>((first, row) => (first && merit(first) >= merit(row) ? first : row), undefined);
}

/** Paths whose values change nothing: runs that differ in them alone end in the same state. */
export function idlePaths(paths: readonly string[], rows: readonly SweepRow[]): string[] {
  const known = rows.filter(({ outcome, hash }) => outcome === 'done' && hash !== '');
  return paths.filter((path) => {
    const alike = new Map<string, SweepRow[]>();
    for (const row of known) {
      const others = JSON.stringify(paths.filter((other) => other !== path).map((other) => row.values[other]));
      alike.set(others, [...(alike.get(others) ?? []), row]);
    }
    const groups = [...alike.values()].filter((group) => new Set(group.map(({ values }) => values[path])).size > 1);
    return groups.length > 0 && groups.every((group) => new Set(group.map(({ hash }) => hash)).size === 1);
  });
}

/** The table of a study as CSV (RFC 4180): run, values, outcome, frame, time, measures, hash. */
export function tableText(study: Study, rows: readonly SweepRow[], measures: readonly NamedMeasure[]): string {
  const head = ['run', ...study.paths, 'outcome', 'frame', 'time', ...measures.map(({ name }) => name), 'hash'];
  const lines = rows.map(({ id, values, outcome, frame, time, measured, hash }) => [
    id,
    ...study.paths.map((path) => values[path] ?? ''),
    ...[outcome, frame < 0 ? '' : String(frame), frame < 0 ? '' : String(time)],
    ...measured.map((x) => (x === undefined ? '' : String(x))),
    hash,
  ]);
  return `${[head, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
