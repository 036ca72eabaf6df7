// `thixo sweep`: many runs of one scene with other values. `plan` says which, `run` does what is missing and measures.

import { type Command, InvalidArgumentError } from 'commander';
import { EXIT } from '../../codes.ts';
import type { SweepResult } from '../../make/sweep/run-sweep.ts';
import type { Best } from '../../make/sweep/study.ts';
import { type Context, print, printJson, say } from '../context.ts';
import { number, plural } from '../format.ts';
import { SWEEP_EXAMPLES, SWEEP_PLAN_EXAMPLES, SWEEP_RUN_EXAMPLES } from '../help.ts';
import { collectValues, filePath, wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';
import { writeJobs } from '../write-jobs.ts';
import { ENGINE_OPTIONS, type EngineFlags, engineOptions } from './engine-flags.ts';

interface PlanFlags {
  readonly output?: string;
  readonly grid?: readonly string[];
  readonly random?: readonly string[];
  readonly samples?: number;
  readonly seed?: number;
  readonly measure?: readonly string[];
  readonly best?: Best;
  readonly set?: readonly string[];
  readonly frames?: number;
  readonly preview?: boolean;
  readonly limits?: string;
}

/** Options and actions of `thixo sweep`. */
export function defineSweep(command: Command, context: Context): void {
  command.addHelpText('before', SWEEP_EXAMPLES);
  command
    .command('plan')
    .summary('say which values to try, and what to measure')
    .argument('<scene>', 'scene file, or a folder with scene.json')
    .addHelpText('before', SWEEP_PLAN_EXAMPLES)
    .option('-o, --output <dir>', 'folder of the study; default out/<name of the scene>-sweep', filePath)
    .option('--grid <path=values>', 'values to go through: 15,50,150 or 0.02..0.05:4; can be repeated', collectValues)
    .option('--random <path=range>', 'a value to draw: 1..99 (whole numbers), 0.5..2.0; can be repeated', collectValues)
    .option('--samples <n>', 'random samples of every combination; default 10', wholeNumber(1, 1e5))
    .option('--seed <n>', 'other numbers give other samples; default 1', wholeNumber(0, 1e9))
    .option(
      '--measure <number>',
      'bounds.max[0] of the last frame, max(speedMax) of all; can be repeated',
      collectValues,
    )
    .option('--best <which>', 'best by the first measure: max, min, or a number to be met; default max', readBest)
    .option('--set <path=value>', 'change a value of the scene in all runs; can be repeated', collectValues)
    .option('--frames <n>', 'stop after frame n; default: the duration of the scene', wholeNumber(0, 1e9))
    .option('--preview', 'leave the finest level out in all runs')
    .option('--limits <list>', 'change limits: particles=5e6,memory=8GB; `thixo --limits` lists them')
    .action((scene: string, flags: PlanFlags) => plan(scene, flags, context));
  const run = command
    .command('run')
    .summary('simulate what is missing; table, plots, contact sheet, best run')
    .argument('<study>', 'folder that `thixo sweep plan` has made')
    .addHelpText('before', SWEEP_RUN_EXAMPLES);
  for (const [flags, text, read] of ENGINE_OPTIONS) run.option(flags, text, read);
  run
    .option('--no-contact-sheet', 'make no pictures')
    .action((study: string, flags: EngineFlags & { readonly contactSheet: boolean }) =>
      runStudy(study, flags, context),
    );
}

async function plan(scene: string, flags: PlanFlags, context: Context): Promise<void> {
  const { planSweep } = await import('../../make/sweep/plan-sweep.ts'),
    { output, grid, random, samples, seed, measure, best, set, frames, preview, limits } = flags;
  const { cwd } = context.io,
    made = await planSweep(scene, {
      ...{ output, grid, random, samples, seed, measure, best, set, frames, preview, limits, cwd },
    });
  if (context.json) printJson(context, made);
  else {
    const kept = made.kept > 0 ? `, ${made.kept} of them as planned before` : '';
    if (!context.quiet)
      say(context, `${plural(made.runs, 'run')}${kept}. To simulate them: thixo sweep run ${made.output}`);
    print(context, made.output);
  }
}

async function runStudy(
  study: string,
  flags: EngineFlags & { readonly contactSheet: boolean },
  context: Context,
): Promise<void> {
  const [{ runSweep }, { FarmView }, { listJobs }] = await Promise.all([
    import('../../make/sweep/run-sweep.ts'),
    import('../farm-view.ts'),
    import('../../make/farm/job-list.ts'),
  ]);
  if (flags.on === 'openjd' || flags.on === 'commands') {
    writeJobs(listJobs(study, flags.on, { cwd: context.io.cwd, threads: flags.threads }), context);
    return;
  }
  const { contactSheet } = flags,
    result = await watch(context, new FarmView(context), ({ now: _, ...watched }) =>
      runSweep(study, { ...engineOptions(flags), contactSheet, ...watched }),
    );
  context.exit = result.outcome === 'interrupted' ? EXIT.interrupted : result.exit;
  if (context.json) print(context, JSON.stringify({ event: 'result', ...result }));
  else showResult(result, context);
}

function showResult(
  { outcome, rows, measures, best, idle, failed, table, plots, contactSheet }: SweepResult,
  context: Context,
): void {
  const diverged = rows.filter((row) => row.outcome === 'diverged').length,
    done = rows.filter((row) => row.outcome === 'done').length;
  const counts = [`${done} of ${plural(rows.length, 'run')} done`];
  if (diverged > 0) counts.push(`${diverged} diverged`);
  if (failed > 0) counts.push(`${failed} failed`);
  if (!context.quiet) {
    say(context, `${counts.join(', ')}.`);
    if (best) {
      const values = Object.entries(best.values).map(([path, value]) => `${path}=${value}`);
      say(context, `Best, ${measures[0]} = ${number(best.measured[0]!)}: ${values.join(' ')}  (${best.cache})`);
    }
    for (const path of idle)
      say(context, `${path} changed nothing: runs that differ in it alone ended in the same state.`);
    for (const file of [plots, contactSheet]) if (file) say(context, file);
  }
  if (outcome === 'done') print(context, table);
}

function readBest(text: string): Best {
  if (text === 'max' || text === 'min') return text;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Use max, min, or a number that is to be met.');
}
