// Plans a sweep: which runs there are. Nothing is simulated.

import { relative, resolve } from 'node:path';
import { loadScene } from '../../cache/scene-file.ts';
import { version } from '../../cache/version.ts';
import { type Problem, ThixoError } from '../../problem.ts';
import { type Limits, parseLimits } from '../../scene/limits.ts';
import { requirePath } from '../../scene/options.ts';
import { withProblems } from '../failure.ts';
import { idOf } from '../farm/batch.ts';
import { limitsText } from '../limits-text.ts';
import { type OptionNames, requireOptions, requireWhole } from '../options.ts';
import { pathFrom } from '../path-from.ts';
import { usage } from '../usage.ts';
import { usualStudy } from '../usual-output.ts';
import { readAxis, readDice, requireDifferentPaths } from './axis.ts';
import { drawRuns, settingsOf, type Values } from './draw.ts';
import { readMeasure } from './measure.ts';
import { type Best, digestOfScene, isStudy, openStudy, type StudyPlan, type StudyRun, writeStudy } from './study.ts';

/** What to vary, and what to measure. */
export interface PlanOptions {
  /**
   * Folder of the study. Default: `out/` and the name of the scene, with `-sweep`.
   * @example { output: 'out/spacings' }
   */
  readonly output?: string | undefined;
  /**
   * Values to go through, each `path=a,b,c` or `path=from..to:count`; every combination is a run. Default: none.
   * @example { grid: ['bodies[0].spacing=0.02..0.05:4'] }
   */
  readonly grid?: readonly string[] | undefined;
  /**
   * Values to draw at random, each `path=from..to`; whole numbers if both ends are. Default: none.
   * @example { random: ['seed=1..99'], samples: 20 }
   */
  readonly random?: readonly string[] | undefined;
  /**
   * Random samples of every combination. Default: 10.
   * @example { random: ['seed=1..99'], samples: 20 }
   */
  readonly samples?: number | undefined;
  /**
   * Other numbers give other samples. Default: 1.
   * @example { random: ['gravity.1=-9.81..-1.6'], seed: 2 }
   */
  readonly seed?: number | undefined;
  /**
   * Numbers of the last frame, or of all: `bounds.max[0]`, `max(speedMax)`. Default: `kineticEnergy`, unless `runSweep` brings measures of its own.
   * @example { measure: ['bounds.max[0]', 'max(speedMax)'] }
   */
  readonly measure?: readonly string[] | undefined;
  /**
   * Which run is best by the first measure: the largest, the smallest, or the one nearest to a number. Default: `max`.
   * @example { measure: ['bounds.max[0]'], best: 1.25 }
   */
  readonly best?: Best | undefined;
  /**
   * Values of the scene that are the same in all runs, each `path=value`. Default: none.
   * @example { set: ['duration=1'] }
   */
  readonly set?: readonly string[] | undefined;
  /**
   * The last frame to simulate. Default: that of the scene's `duration`.
   * @example { frames: 50 }
   */
  readonly frames?: number | undefined;
  /**
   * Leave the finest level out in all runs. Default: false.
   * @example { preview: true }
   */
  readonly preview?: boolean | undefined;
  /**
   * Limits to change. Default: those of the table.
   * @example { limits: { particles: 5e6 } }
   */
  readonly limits?: Partial<Limits> | string | undefined;
  /**
   * The folder that relative paths start from. Default: that of the process.
   * @example { cwd: '/home/ada/clay' }
   */
  readonly cwd?: string | undefined;
}

/** What was planned. */
export interface PlanResult {
  /** Folder of the study, as the caller knows it. */
  readonly output: string;
  /** How many runs there are. */
  readonly runs: number;
  /** Those of them that an earlier plan in this folder had too. */
  readonly kept: number;
}

const NAMES: OptionNames<PlanOptions> = {
  ...{ output: true, grid: true, random: true, samples: true, seed: true, measure: true, best: true },
  ...{ set: true, frames: true, preview: true, limits: true, cwd: true },
};

/** Most runs of a sweep. */
const MOST_RUNS = 100_000;
const SAMPLES = 10;

/**
 * Plans a sweep and writes it to `sweep.json` of a folder. Every value is tried with the scene; runs of an earlier plan that are in this one are kept.
 * @example await planSweep('scenes/dam-break', { output: 'study', grid: ['bodies[0].spacing=0.03,0.04'], measure: ['bounds.max[0]'] });
 */
export async function planSweep(scene: string, options: PlanOptions = {}): Promise<PlanResult> {
  return withProblems(async () => {
    requirePath('scene', scene);
    requireOptions(options, NAMES);
    for (const name of ['samples', 'seed'] as const) requireWhole(name, options[name], name === 'seed' ? 0 : 1);
    requireWhole('frames', options.frames, 0);
    const { cwd = process.cwd(), grid = [], random = [], samples, seed = 1 } = options,
      { measure = [], best = 'max', output = usualStudy(scene, options.cwd ?? process.cwd()) } = options;
    for (const text of measure) readMeasure(text);
    requireBest(best);
    const axes = grid.map(readAxis),
      dice = random.map(readDice);
    requireDifferentPaths([...axes, ...dice]);
    const count = axes.reduce((n, { values }) => n * values.length, dice.length > 0 ? (samples ?? SAMPLES) : 1);
    requireSomething(axes.length + dice.length, count, samples !== undefined && dice.length === 0);
    const all = drawRuns(axes, dice, samples ?? SAMPLES, seed),
      plan = await planOf(scene, pathFrom(cwd, output), all, { ...options, cwd, measure, best });
    const before = existingIds(pathFrom(cwd, output));
    writeStudy(pathFrom(cwd, output), plan);
    return { output, runs: plan.runs.length, kept: plan.runs.filter(({ id }) => before.has(id)).length };
  });
}

async function planOf(
  file: string,
  folder: string,
  all: readonly Values[],
  options: PlanOptions & { readonly cwd: string; readonly measure: readonly string[]; readonly best: Best },
): Promise<StudyPlan> {
  const { cwd, set = [], frames, preview = false, measure, best } = options,
    limits = limitsText(options.limits);
  const loaded = { limits: limits === undefined ? undefined : parseLimits(limits), preview };
  const first = await loadScene(pathFrom(cwd, file), { ...loaded, set: [...set, ...settingsOf(all[0]!)] });
  await tryValues(pathFrom(cwd, file), all, (values) => ({ ...loaded, set: [...set, ...settingsOf(values)] }));
  const sceneDigest = digestOfScene(first.path),
    same = { sceneDigest, set, frames, preview, limits };
  return {
    ...{ format: 1, version: version(), title: first.title, scene: relative(resolve(folder), first.path) },
    ...same,
    paths: all[0]!.map(([path]) => path),
    ...{ measures: measure, best, runs: distinct(all.map((values) => ({ id: idOf([same, values]), values }))) },
  };
}

/** Random whole numbers may come twice. */
function distinct(runs: readonly StudyRun[]): StudyRun[] {
  return [...new Map(runs.map((run) => [run.id, run])).values()];
}

/** Throws what is wrong with any value: the scene is loaded with each of them once. */
async function tryValues(
  file: string,
  all: readonly Values[],
  loading: (values: Values) => Parameters<typeof loadScene>[1],
): Promise<void> {
  const tried = new Set<string>(),
    problems: Problem[] = [];
  for (const values of all) {
    const isNew = values.filter(([path, value]) => !tried.has(`${path}=${value}`));
    if (isNew.length === 0) continue;
    for (const [path, value] of isNew) tried.add(`${path}=${value}`);
    try {
      await loadScene(file, loading(values));
    } catch (error) {
      if (!(error instanceof ThixoError)) throw error;
      problems.push(...error.problems);
    }
    if (problems.length > 0 && tried.size > 200) break;
  }
  if (problems.length > 0) throw new ThixoError(problems.slice(0, 20));
}

function existingIds(folder: string): ReadonlySet<string> {
  return new Set(isStudy(folder) ? openStudy(folder).runs.map(({ id }) => id) : []);
}

function requireBest(best: unknown): void {
  if (best === 'max' || best === 'min' || (typeof best === 'number' && Number.isFinite(best))) return;
  throw new ThixoError([usage(`best is ${String(best)}.`, 'Use max, min, or a number that is to be met.')]);
}

function requireSomething(varied: number, runs: number, isIdle: boolean): void {
  if (varied === 0)
    throw new ThixoError([
      usage('Nothing is varied.', 'Say what: --grid bodies[0].spacing=0.02,0.03 or --random seed=1..99.'),
    ]);
  if (isIdle) throw new ThixoError([usage('--samples is for --random.', 'Say what is random: --random seed=1..99.')]);
  if (runs > MOST_RUNS)
    throw new ThixoError([
      usage(`That would be ${runs} runs.`, `At most ${MOST_RUNS} are possible: give fewer values.`),
    ]);
}
