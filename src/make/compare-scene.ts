// What adaptivity saves in a scene, and what it costs in accuracy. The work is done in a thread of its own.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { Disk } from '../cache/disk.ts';
import { realFiles } from '../cache/files.ts';
import { ThixoError } from '../problem.ts';
import type { Limits } from '../scene/limits.ts';
import { requirePath } from '../scene/options.ts';
import { type CompareJob, doCompareJob } from './compare/compare-job.ts';
import type { Comparison } from './compare/comparison.ts';
import type { CompareEvent, CompareResult } from './compare/run-comparison.ts';
import { withProblems } from './failure.ts';
import { limitsText } from './limits-text.ts';
import { type OptionNames, requireOptions, requireWhole, WORK_OPTIONS, type WorkOptions } from './options.ts';
import { requireWritableFolder } from './output-path.ts';
import { pathFrom } from './path-from.ts';
import { usage } from './usage.ts';
import { usualPlot } from './usual-output.ts';
import { resultOf, startWork, threadScript } from './work-thread.ts';

/** How to compare. The default of `threads` is 1 here, for times that can be compared. */
export interface CompareOptions extends Omit<WorkOptions<CompareEvent>, 'stopIfStuck'> {
  /**
   * The plot, an .svg file. Default: `out/`, the name of the scene and `-compare.svg`.
   * @example { output: 'speed.svg' }
   */
  readonly output?: string | undefined;
  /**
   * The last frame of both runs, at least 1. Default: that of the scene's `duration`.
   * @example { frames: 50 }
   */
  readonly frames?: number | undefined;
  /**
   * Values of the scene to change, each `path=value`. Default: none.
   * @example { set: ['adaptivity.detail=2'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * Limits to change, as numbers or as the text that `--limits` takes; `thixo --limits` lists them. Default: those of the table.
   * @example { limits: { particles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | string | undefined;
}

/** A comparison of those frames that both runs have. */
export interface SceneComparison extends Comparison {
  /** `interrupted`: there may be fewer frames than asked for. A comparison cannot be gone on with. */
  readonly outcome: 'done' | 'interrupted';
  /** Title of the scene. */
  readonly scene: string;
  /** The plot, as the caller knows it; it is not written if there is no frame of both runs. */
  readonly output: string;
}

const { stopIfStuck: _, ...OPTIONS } = WORK_OPTIONS;
const NAMES: OptionNames<CompareOptions> = {
  ...OPTIONS,
  ...{ output: true, frames: true, set: true, limits: true },
};

/**
 * Runs a scene as it is written and again without adaptivity, and writes a plot of both. Throws a ThixoError if the scene has none.
 * @example const { speedup, profileError } = await compareScene('scenes/pour-into-box', { frames: 50 });
 */
export async function compareScene(scene: string, options: CompareOptions = {}): Promise<SceneComparison> {
  return withProblems(async () => {
    requirePath('scene', scene);
    requireOptions(options, NAMES);
    requireWhole('frames', options.frames, 1, 1e6);
    const { cwd = process.cwd() } = options,
      output = options.output ?? usualPlot(scene, cwd);
    requirePlot(output, pathFrom(cwd, output));
    const { interrupted, scene: title, ...comparison } = await simulate(pathFrom(cwd, scene), options);
    if (comparison.frames.length > 0) await writePlot(title, comparison, pathFrom(cwd, output));
    return { outcome: interrupted ? 'interrupted' : 'done', scene: title, output, ...comparison };
  });
}

/** Throws if the plot cannot be written: better now than after the work. `path` is `output` for the file system. */
function requirePlot(output: string, path: string): void {
  const hint = 'Name a file that ends with .svg.';
  if (extname(output).toLowerCase() !== '.svg')
    throw new ThixoError([usage(`${output}: the plot is an SVG file.`, hint)]);
  if (new Disk(realFiles).kind(path) === 'folder')
    throw new ThixoError([usage(`${output} is a folder, not a file.`, hint)]);
  accessSync(existingFolder(path), constants.W_OK);
}

/** The innermost folder around a path that is there: the others are made when there is something to write. */
function existingFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : existingFolder(folder);
}

function simulate(scene: string, options: CompareOptions): Promise<CompareResult> {
  const { set = [], limits, frames, threads = 1, signal } = options,
    job: CompareJob = { scene, set, limits: limitsText(limits), frames, threads },
    script = threadScript('./compare/compare-worker.js');
  const working = startWork(job, (event: CompareEvent) => options.onEvent?.(event), { script, inline: doCompareJob });
  return resultOf(working, signal);
}

async function writePlot(title: string, comparison: Comparison, path: string): Promise<void> {
  const { comparisonPlot } = await import('./compare/compare-plot.ts');
  requireWritableFolder(dirname(path));
  new Disk(realFiles).write(path, new TextEncoder().encode(comparisonPlot(title, comparison)));
}
