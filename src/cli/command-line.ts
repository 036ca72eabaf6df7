// The command line as a function: words in, exit code out. It touches nothing but the Io it is given, so that tests can call it.
// Commands load what they need when they run; help and errors of usage come without the engine.

import { Command } from 'commander';
import { version } from '../cache/version.ts';
import { addCheck } from './commands/check.ts';
import { addClean } from './commands/clean.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExamples } from './commands/examples.ts';
import { addInfo } from './commands/info.ts';
import { addRun } from './commands/run.ts';
import { addVerify } from './commands/verify.ts';
import { type Context, makeContext, print, printJson, say, sayProblems } from './context.ts';
import { exitCodeOf, type Failure, failureOf } from './failure.ts';
import { CONCISE, EXIT_CODES, PROGRAM_EXAMPLES } from './help.ts';
import type { Io } from './io.ts';
import { printLimits } from './limits-table.ts';
import { usageProblem } from './usage.ts';

/** Runs a command line, without the name of the program; returns the exit code. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const context = makeContext(argv, io);
  try {
    await dispatch(argv, context);
    return context.exit;
  } catch (error) {
    return fail(context, argv, error);
  }
}

async function dispatch(argv: readonly string[], context: Context): Promise<void> {
  if (argv.length === 0) context.io.stdout.write(CONCISE);
  else if (argv.includes('--limits') && argv.every((word) => word.startsWith('-'))) await printLimits(context);
  else await makeProgram(context).parseAsync([...argv], { from: 'user' });
}

function makeProgram(context: Context): Command {
  const { io } = context;
  const program = new Command('thixo')
    .usage('<command> [options]')
    .helpOption('-h, --help', 'help for a command')
    .version(version(), '-V, --version', 'the version')
    .option('--limits', 'the limits that protect this machine, and how to change them')
    .option('--no-color', 'no colors; NO_COLOR does the same')
    .addHelpText('before', PROGRAM_EXAMPLES)
    .addHelpText('after', `\n${EXIT_CODES}`)
    .enablePositionalOptions() // --limits of the program and of a command differ
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: () => {}, getOutHelpWidth: () => 120 });
  for (const add of [addRun, addInfo, addCheck, addVerify, addExamples, addDoctor, addClean]) {
    const command = add(program, context);
    for (const [flags, text] of COMMON) command.option(flags, text);
  }
  return program;
}

/** Options that every command takes. */
const COMMON: readonly (readonly [flags: string, text: string])[] = [
  ['--json', 'results for programs'],
  ['-q, --quiet', 'say nothing but warnings, errors and results'],
  ['--no-color', 'no colors; NO_COLOR does the same'],
  ['--debug', 'with an error, say where in the program it happened'],
];

function fail(context: Context, argv: readonly string[], error: unknown): number {
  const shown = error instanceof Error && 'exitCode' in error && error.exitCode === 0;
  if (shown) return 0; // help or version
  const wrong = usageProblem(error, argv);
  const failure: Failure = wrong ? { problems: [wrong] } : failureOf(error);
  report(context, argv, failure);
  return exitCodeOf(failure.problems);
}

/** Problems as lines of JSON for `run`, as one object for the other commands, as text for people. */
function report(context: Context, argv: readonly string[], { problems, stack }: Failure): void {
  if (context.json && argv[0] === 'run')
    for (const p of problems) print(context, JSON.stringify({ event: 'error', ...p }));
  else if (context.json) printJson(context, { ok: false, problems });
  else sayProblems(context, problems);
  if (context.debug && stack) say(context, stack);
}
