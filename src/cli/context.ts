// What every command has at hand: where to write, how to write it, and the flags that all commands share.

import pico from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import { pathFrom } from '../make/path-from.ts';
import type { Problem } from '../problem.ts';
import { exitCodeOf } from './exit-code.ts';
import { type Io, mayColor } from './io.ts';
import { guarded, printable } from './printable.ts';
import { renderProblems } from './render-problem.ts';

export interface Context {
  readonly io: Io;
  /** Colors of stderr. */
  readonly colors: Colors;
  /** Colors of stdout. */
  readonly resultColors: Colors;
  /** --json: results for programs. */
  readonly json: boolean;
  /** --quiet: nothing but warnings, errors and results. */
  readonly quiet: boolean;
  /** --debug: where an error happened. */
  readonly debug: boolean;
  /** How the command ends. */
  exit: number;
}

/** Reads the shared flags; they count wherever they stand. */
export function makeContext(argv: readonly string[], io: Io): Context {
  const noColor = argv.includes('--no-color'),
    colored = mayColor(io.stderr, io.env, noColor),
    resultColored = mayColor(io.stdout, io.env, noColor),
    { ask } = io;
  return {
    io: {
      ...io,
      stdout: guarded(io.stdout, resultColored),
      stderr: guarded(io.stderr, colored),
      ask: ask && ((question) => ask(printable(question))),
    },
    colors: pico.createColors(colored),
    resultColors: pico.createColors(resultColored),
    json: argv.includes('--json'),
    quiet: argv.includes('--quiet') || argv.includes('-q'),
    debug: argv.includes('--debug'),
    exit: 0,
  };
}

/** A line to the person, on stderr. */
export function say({ io }: Context, text: string): void {
  io.stderr.write(`${text}\n`);
}

/** A line of the result, on stdout. */
export function print({ io }: Context, text: string): void {
  io.stdout.write(`${text}\n`);
}

/** One JSON value of the result, on stdout. */
export function printJson({ io }: Context, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Problems to the person, on stderr. */
export function sayProblems(context: Context, problems: readonly Problem[]): void {
  if (problems.length > 0) say(context, renderProblems(problems, context.colors));
}

/** Problems as the result of a command: the exit code follows from the first error. */
export function endWith(context: Context, problems: readonly Problem[]): void {
  context.exit = exitCodeOf(problems);
}

/** A path that the user gave, for the file system and still as the user knows it: relative paths stay relative. */
export function pathOf({ io }: Context, path: string): string {
  return pathFrom(io.cwd, path);
}

/** Whether anything among the problems stops the work. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((p) => p.severity === 'error');
}
