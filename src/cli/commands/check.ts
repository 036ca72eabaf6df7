// `thixo check`: everything that can be said about a scene without simulating it, at once; of a cache, whether anything passed through a wall.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MANIFEST } from '../../frames/manifest.ts';
import { failureOf } from '../../make/failure.ts';
import type { Problem } from '../../problem.ts';
import { type Context, endWith, hasErrors, pathOf, print, printJson, say, sayProblems } from '../context.ts';
import { plural } from '../format.ts';
import { CHECK_EXAMPLES } from '../help.ts';
import { numericsLines, type SceneNumerics } from '../numerics-of-scene.ts';
import { countProblems } from '../render-problem.ts';
import { sidesTable } from '../sides-table.ts';
import { collectValues } from '../usage.ts';

interface CheckOptions {
  readonly set?: readonly string[];
  readonly limits?: string;
  readonly strict?: boolean;
}

/** Options and action of `thixo check`. */
export function defineCheck(command: Command, context: Context): void {
  command
    .addHelpText('before', CHECK_EXAMPLES)
    .option('--set <path=value>', 'change a value of the scene; can be repeated', collectValues)
    .option('--limits <list>', 'change limits; `thixo --limits` lists them')
    .option('--strict', 'warnings count as errors')
    .action((scene: string, options: CheckOptions) => check(scene, options, context));
}

async function check(path: string, options: CheckOptions, context: Context): Promise<void> {
  const named = pathOf(context, path),
    folder = basename(named) === MANIFEST ? dirname(named) : named;
  if (existsSync(join(folder, MANIFEST))) return checkCache(path, folder, context);
  const { problems, particles, numerics } = await examine(path, options, context);
  const strict = options.strict === true && problems.length > 0,
    ok = !hasErrors(problems) && !strict;
  endWith(context, problems);
  if (strict && context.exit === EXIT.ok) context.exit = EXIT.input;
  if (context.json) {
    printJson(context, { ok, problems, numerics });
    return;
  }
  sayProblems(context, problems);
  const found = countProblems(problems);
  if (!ok) {
    say(context, `${path}: ${found}.`);
    return;
  }
  print(context, `${path}: ${plural(particles, 'particle')}, ${found || 'no problems'}.`);
  if (numerics) for (const line of numericsLines(numerics)) print(context, line);
}

/** Loads the scene and builds its world; what is thrown for wrong input is a finding here. */
async function examine(
  path: string,
  options: CheckOptions,
  context: Context,
): Promise<{ problems: readonly Problem[]; particles: number; numerics?: SceneNumerics }> {
  const { inspectScene } = await import('../inspect-scene.ts');
  try {
    const { warnings, particles, numerics } = await inspectScene(pathOf(context, path), options);
    return { problems: warnings, particles, numerics };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.problems.some((p) => p.code === 'BUG')) throw error;
    return { problems: failure.problems, particles: 0 };
  }
}

/** Counts the particles on the wrong side of every obstacle in every frame. */
async function checkCache(path: string, folder: string, context: Context): Promise<void> {
  const { checkFrames } = await import('../../cache/check-frames.ts');
  const { frames, problems } = checkFrames(folder);
  endWith(context, problems);
  if (context.json) {
    printJson(context, { ok: problems.length === 0, frames, problems });
    return;
  }
  sayProblems(context, problems);
  for (const line of sidesTable(frames)) print(context, line);
  const total = problems.length === 0 ? 'no particle on the wrong side' : countProblems(problems);
  const text = `${path}: ${plural(frames.length, 'frame')}, ${total}.`;
  if (problems.length === 0) print(context, text);
  else say(context, text);
}
