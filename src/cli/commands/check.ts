// `thixo check`: everything that can be said about a scene without simulating it, at once; of a cache, whether anything passed through a wall.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { EXIT } from '../../codes.ts';
import { MANIFEST } from '../../frames/manifest.ts';
import { failureOf } from '../../make/failure.ts';
import type { Problem } from '../../problem.ts';
import { DEFAULT_LIMITS } from '../../scene/limits.ts';
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
  const { isDesignFile } = await import('../../cache/design-file.ts');
  const { problems, summary, numerics } = isDesignFile(named, DEFAULT_LIMITS)
    ? await examineDesign(path, options, context)
    : await examine(path, options, context);
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
  print(context, `${path}: ${summary}, ${found || 'no problems'}.`);
  if (numerics) for (const line of numericsLines(numerics)) print(context, line);
}

/** What was found. */
interface Findings {
  readonly problems: readonly Problem[];
  /** In a few words. */
  readonly summary: string;
  readonly numerics?: SceneNumerics;
}

/** Loads the scene and builds its world. */
async function examine(path: string, options: CheckOptions, context: Context): Promise<Findings> {
  const { inspectScene } = await import('../inspect-scene.ts');
  return findings(async () => {
    const { warnings, particles, numerics } = await inspectScene(pathOf(context, path), options);
    return { problems: warnings, summary: plural(particles, 'particle'), numerics };
  });
}

/** Loads the design, samples its shape and tries its handles and keyframes. */
async function examineDesign(path: string, { set, limits }: CheckOptions, context: Context): Promise<Findings> {
  const { checkDesign } = await import('../../make/check-design.ts');
  return findings(async () => {
    const { particles, vertices, keyframes, frames } = await checkDesign(path, { set, limits, cwd: context.io.cwd }),
      motion = keyframes > 0 ? `, ${plural(keyframes, 'keyframe')}, ${plural(frames, 'frame')}` : '';
    return {
      problems: [],
      summary: `${plural(particles, 'particle')}, ${vertices} vertices${motion}`,
    };
  });
}

/** What is thrown for wrong input is a finding here. */
async function findings(look: () => Promise<Findings>): Promise<Findings> {
  try {
    return await look();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.problems.some((p) => p.code === 'BUG')) throw error;
    return { problems: failure.problems, summary: '' };
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
