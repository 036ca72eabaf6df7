// Runs what is missing of a study, and makes of it a table, plots and a contact sheet.

import { join } from 'node:path';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { requirePath } from '../../scene/options.ts';
import { withProblems } from '../failure.ts';
import { FARM_OPTIONS, type FarmOptions, farmSurroundings } from '../farm/farm-options.ts';
import { isFailed, runBatch } from '../farm/run-batch.ts';
import { type OptionNames, requireOptions } from '../options.ts';
import { pathFrom } from '../path-from.ts';
import { bestRow, collectRows, idlePaths, measuresOf, type SweepRow, tableText } from './collect.ts';
import type { Measure } from './measure.ts';
import { sweepPlots } from './plots.ts';
import { writeSheet } from './sheet.ts';
import { openStudy } from './study.ts';
import { requireScene, sweepBatch } from './sweep-batch.ts';

/** How to run a sweep. */
export interface SweepOptions extends FarmOptions {
  /**
   * Measures of your own beside those of the plan: each gets the frames of a run in numbers. Default: none.
   * @example { measure: { spread: (frames) => frames.at(-1).bounds.max[0] - frames[0].bounds.max[0] } }
   */
  readonly measure?: Readonly<Record<string, Measure>> | undefined;
  /**
   * Make the contact sheet. Default: true.
   * @example { contactSheet: false }
   */
  readonly contactSheet?: boolean | undefined;
}

/** What a sweep gave. */
export interface SweepResult {
  readonly outcome: 'done' | 'interrupted';
  /** A row per run, in the order of the plan. */
  readonly rows: readonly SweepRow[];
  /** Names of the numbers in `measured` of a row. */
  readonly measures: readonly string[];
  /** The best run by the first measure; undefined if there is none yet. */
  readonly best: SweepRow | undefined;
  /** Paths whose values changed nothing: runs that differ in one of them alone ended in the same state. */
  readonly idle: readonly string[];
  /** Runs that failed for another reason than that they diverged. */
  readonly failed: number;
  /** Exit code of the first of them; 0 if there is none. */
  readonly exit: number;
  /** `sweep.csv`, as the caller knows it. */
  readonly table: string;
  /** `plots.svg` */
  readonly plots: string;
  /** `contact-sheet.png`; undefined if there is none. */
  readonly contactSheet: string | undefined;
}

const NAMES: OptionNames<SweepOptions> = { ...FARM_OPTIONS, measure: true, contactSheet: true };

/**
 * Runs what is missing of a study that `planSweep` has planned, and writes `sweep.csv`, `plots.svg` and `contact-sheet.png` into its folder.
 * @example const { best } = await runSweep('study', { workers: 2, onEvent: (e) => e.event === 'job' && console.log(e.label) });
 */
export async function runSweep(study: string, options: SweepOptions = {}): Promise<SweepResult> {
  return withProblems(async () => {
    requirePath('study', study);
    requireOptions(options, NAMES);
    const around = farmSurroundings(options),
      opened = openStudy(pathFrom(around.cwd, study)),
      measures = measuresOf(opened.measures, options.measure);
    requireScene(opened);
    const { outcome, results } = await runBatch(sweepBatch(opened), around),
      rows = collectRows(opened, results, measures),
      disk = new Disk(realFiles);
    const write = (name: string, text: string): void =>
      disk.write(join(opened.folder, name), new TextEncoder().encode(text));
    write('sweep.csv', tableText(opened, rows, measures));
    write('plots.svg', sweepPlots(opened.title, opened.paths, measures, rows));
    const isWanted = options.contactSheet !== false && outcome === 'done',
      sheet = isWanted
        ? await writeSheet(opened.folder, rows, { threads: around.threads, signal: around.signal, env: around.env })
        : undefined;
    const failed = [...results.values()].filter(isFailed);
    return {
      ...{ outcome, rows, measures: measures.map(({ name }) => name), best: bestRow(rows, opened.best) },
      idle: idlePaths(opened.paths, rows),
      ...{ failed: failed.length, exit: failed[0]?.exit ?? 0 },
      ...{ table: join(study, 'sweep.csv'), plots: join(study, 'plots.svg') },
      contactSheet: sheet && join(study, 'contact-sheet.png'),
    };
  });
}
