// `thixo compare`: what adaptivity saves in a scene, and what it costs in accuracy. The work is done in a thread; this one shows it.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { EXIT } from '../../codes.ts';
import type { CompareJob } from '../../make/compare/compare-job.ts';
import type { CompareResult } from '../../make/compare/run-comparison.ts';
import { requireWritableFolder } from '../../make/output-path.ts';
import { usage } from '../../make/usage.ts';
import { ThixoError } from '../../problem.ts';
import { type Context, pathOf, print, printJson, say } from '../context.ts';
import { plural } from '../format.ts';
import { COMPARE_EXAMPLES } from '../help.ts';
import { Stop } from '../stop.ts';
import { collectValues, wholeNumber } from '../usage.ts';
import { outputName } from './run.ts';

interface CompareOptions {
  readonly output?: string;
  readonly frames?: number;
  readonly threads?: number;
  readonly set?: readonly string[];
  readonly limits?: string;
}

/** Options and action of `thixo compare`. */
export function defineCompare(command: Command, context: Context): void {
  command
    .addHelpText('before', COMPARE_EXAMPLES)
    .option('-o, --output <file>', 'the plot, an .svg file; default out/<name of the scene>-compare.svg')
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(1, 1e6))
    .option('--threads <n>', 'threads of each run; default: 1', wholeNumber(1, 64))
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, options: CompareOptions) => compare(scene, options, context));
}

async function compare(scene: string, options: CompareOptions, context: Context): Promise<void> {
  const stop = new Stop(context.io);
  try {
    const plot = plotPath(scene, options, context);
    const result = await simulate(scene, options, context, stop);
    if (result.interrupted) context.exit = EXIT.interrupted;
    if (result.frames.length > 0) await tell(result, plot, context);
    else if (!context.json) say(context, 'Stopped before there was a frame of both runs to compare.');
  } finally {
    stop.release();
  }
}

/** Where the plot goes, as the user knows it; looked at before any work. */
function plotPath(scene: string, { output }: CompareOptions, context: Context): string {
  const path = output ?? join('out', `${outputName(pathOf(context, scene))}-compare.svg`);
  if (extname(path).toLowerCase() !== '.svg')
    throw new ThixoError([usage(`${path}: the plot is an SVG file.`, 'Name a file that ends with .svg.')]);
  const full = pathOf(context, path);
  if (new Disk(realFiles).kind(full) === 'folder')
    throw new ThixoError([usage(`${path} is a folder, not a file.`, 'Name a file that ends with .svg.')]);
  accessSync(existingFolder(full), constants.W_OK);
  return path;
}

/** The innermost folder around a path that is there: the others are made when there is something to write. */
function existingFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existingFolder(folder);
}

async function simulate(scene: string, options: CompareOptions, context: Context, stop: Stop): Promise<CompareResult> {
  const [{ startWork, threadScript }, { doCompareJob }, { CompareView }] = await Promise.all([
    import('../../make/work-thread.ts'),
    import('../../make/compare/compare-job.ts'),
    import('../compare/compare-view.ts'),
  ]);
  const { set = [], limits, frames, threads = 1 } = options;
  const job: CompareJob = { scene: pathOf(context, scene), set, limits, frames, threads };
  const view = new CompareView(context);
  const working = startWork(
    job,
    (event) => {
      stop.tell = (reason) => view.stopping(reason);
      view.show(event);
    },
    { script: threadScript('./compare/compare-worker.js'), inline: doCompareJob },
  );
  stop.signal.addEventListener('abort', () => working.stop());
  try {
    return await working.done;
  } finally {
    view.end();
  }
}

/** Writes the plot and prints the numbers. */
async function tell(result: CompareResult, plot: string, context: Context): Promise<void> {
  const [{ comparisonPlot }, { comparisonTable }] = await Promise.all([
    import('../../make/compare/compare-plot.ts'),
    import('../compare/compare-table.ts'),
  ]);
  const { scene, interrupted, ...comparison } = result;
  const path = pathOf(context, plot);
  requireWritableFolder(dirname(path));
  new Disk(realFiles).write(path, new TextEncoder().encode(comparisonPlot(scene, comparison)));
  if (context.json) {
    const { frames, ...totals } = comparison;
    printJson(context, { ...totals, plot, interrupted, frames });
    return;
  }
  if (interrupted) say(context, `Stopped. Of both runs there is: ${plural(comparison.frames.length, 'frame')}.`);
  for (const line of comparisonTable(comparison)) print(context, line);
  print(context, `Plot: ${plot}`);
}
