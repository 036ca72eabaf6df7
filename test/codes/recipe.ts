// How the examples of codes are carried out. Nothing here knows of a test runner: docs/errors.md is written from the same examples.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main } from '../../src/cli/command-line.ts';
import { inspectScene } from '../../src/cli/inspect-scene.ts';
import type { Output } from '../../src/cli/io.ts';
import type { ProblemCode } from '../../src/codes.ts';
import { type Problem, ThixoError } from '../../src/problem.ts';
import { World } from '../../src/world/world.ts';
import { fakeIo } from '../cli/harness.ts';
import { HOME } from '../helpers/crash-bakes.ts';

/** Something that may meet problems: it throws them, answers them, or answers anything else if there are none. */
export type Act = () => unknown;

/** `fail.json` and `pass.json` in the folder of the code. */
export interface SceneRecipe {
  /** Where the failing one is wrong: a JSON pointer. */
  readonly pointer: string;
  /** As for `--limits`. */
  readonly limits?: string;
  /** Frames to simulate; without, the scene is only looked at, as `thixo check` does. */
  readonly frames?: number;
}

/** What needs more than a scene: caches, commands, the library. */
export interface ActRecipe {
  readonly pointer?: string;
  /** Byte at which the problem shows. */
  readonly offset?: number;
  readonly fail: Act;
  readonly pass: Act;
}

export type Recipe = SceneRecipe | ActRecipe;

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** The problems of the failing or the passing example of a code; paths in them are as a user would have written them. */
export async function problemsOf(code: ProblemCode, recipe: Recipe, which: 'fail' | 'pass'): Promise<Problem[]> {
  const act = 'fail' in recipe ? recipe[which] : () => examineScene(code, recipe, which);
  const found = await caught(act);
  return found.map((problem) => shortened(problem, `${FOLDER}${code}/`));
}

/** What `thixo check` says about a scene, and what stops it within some frames. */
async function examineScene(code: ProblemCode, recipe: SceneRecipe, which: string): Promise<readonly Problem[]> {
  const { limits, frames = 0 } = recipe;
  const { source, warnings } = await inspectScene(
    join(FOLDER, code, `${which}.json`),
    limits === undefined ? {} : { limits },
  );
  using world = await World.create(source.input);
  for (let frame = 0; frame < frames; frame++) {
    const { problem } = world.advance();
    if (problem) return [...warnings, problem];
  }
  return warnings;
}

async function caught(act: Act): Promise<readonly Problem[]> {
  try {
    const answer = await act();
    return Array.isArray(answer) ? answer : [];
  } catch (error) {
    if (error instanceof ThixoError) return error.problems;
    throw error;
  }
}

/** Without the folders that only this machine has. */
function shortened(problem: Problem, folder: string): Problem {
  const short = (text: string): string =>
    [folder, REPOSITORY, `${HOME}/`].reduce((rest, prefix) => rest.replaceAll(prefix, ''), text).replace(TEMPORARY, '');
  const { message, hint, place } = problem;
  return {
    ...problem,
    message: short(message),
    hint: short(hint),
    ...(place === undefined ? {} : { place: short(place) }),
  };
}

const PREFIX = join(tmpdir(), 'thixo-code-');
const TEMPORARY = /[^ "]*\/thixo-code-\w+\//g;

/** Acts in a new folder with these files. */
export async function inFolder<T>(files: Readonly<Record<string, string>>, act: (folder: string) => T): Promise<T> {
  const folder = mkdtempSync(PREFIX);
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await act(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Problems that a command reports with --json, in a folder with these files. */
export async function command(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
  stdout?: (remember: Output) => Output,
): Promise<readonly Problem[]> {
  return inFolder(files, async (cwd) => {
    const io = fakeIo({ cwd });
    await main([...argv, '--json'], stdout ? { ...io, stdout: stdout(io.stdout) } : io);
    const answer = JSON.parse(io.out.join('')) as { problems?: readonly Problem[] };
    return answer.problems ?? [];
  });
}
