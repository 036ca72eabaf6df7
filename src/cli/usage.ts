// Wrong usage as problems: what the parser of the command line complains about, in our shape and with advice.

import { CommanderError, InvalidArgumentError } from 'commander';
import { usage } from '../make/usage.ts';
import type { Problem } from '../problem.ts';

/** Words that people try, and the command they mean. */
const MEANT: Readonly<Record<string, string>> = {
  bake: 'run',
  simulate: 'run',
  sim: 'run',
  start: 'run',
  resume: 'run',
  continue: 'run',
  validate: 'check',
  lint: 'check',
  list: 'examples',
  gallery: 'examples',
  example: 'examples',
  demo: 'examples',
  show: 'info',
  inspect: 'info',
  surface: 'mesh',
  surfaces: 'mesh',
  draw: 'render',
  video: 'render',
  movie: 'make',
  save: 'export',
  convert: 'export',
  benchmark: 'compare',
  study: 'sweep',
  batch: 'sweep',
  queue: 'farm',
  diff: 'compare',
  delete: 'clean',
  remove: 'clean',
  rm: 'clean',
};

/** The complaint of the parser as a problem; undefined if it only showed help or the version. */
export function usageProblem(
  error: unknown,
  argv: readonly string[],
  commands: readonly string[],
): Problem | undefined {
  if (!(error instanceof CommanderError) || error.exitCode === 0) return undefined;
  const words = argv.filter((word) => !word.startsWith('-')),
    isPart = error.code === 'commander.unknownCommand' && commands.includes(words[0] ?? ''),
    command = words[isPart ? 1 : 0] ?? '';
  if (error.code === 'commander.help') return usage('There is no command.', 'See `thixo --help`.');
  if (error.code === 'commander.unknownCommand') return unknownCommand(command, suggestion(error.message), commands);
  const [first = ''] = error.message.split('\n');
  const text = first.replace(/^error: /, '');
  const meant = suggestion(error.message) || meantOption(text);
  const hint = `${meant ? `Did you mean ${meant}? ` : ''}See \`thixo ${command ? `${command} ` : ''}--help\`.`;
  return usage(sentence(text), hint);
}

function unknownCommand(word: string, similar: string, commands: readonly string[]): Problem {
  const message = `There is no command "${word}".`;
  if (/\.jsonc?$|[/\\]/.test(word)) return usage(message, `To simulate a scene: \`thixo run ${word}\`.`);
  const lower = word.toLowerCase(),
    meant = MEANT[lower] ?? (commands.includes(lower) ? lower : similar);
  return usage(message, meant ? `Did you mean \`thixo ${meant}\`?` : 'See `thixo --help` for the commands.');
}

/** Options that people try, and those they mean. */
const MEANT_OPTIONS: Readonly<Record<string, string>> = {
  '-v': '-V or --version',
  '-version': '--version',
  '-?': '--help',
  '-help': '--help',
};

/** What an unknown option means that has one dash too few, or a name that other programs have for it; empty if nothing is known. */
function meantOption(text: string): string {
  const [, option = ''] = /^unknown option '(-[^']*)'/.exec(text) ?? [];
  const known = MEANT_OPTIONS[option];
  if (known !== undefined) return known;
  const [, name] = /^-([a-z][a-z-]{2,})(?:=.*)?$/.exec(option) ?? [];
  return name === undefined ? '' : `--${name}`;
}

/** What the parser thinks was meant. */
function suggestion(message: string): string {
  return /\(Did you mean (?:one of )?(.+?)\?\)/.exec(message)?.[1] ?? '';
}

function sentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}

/** Reads a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
  };
}

/** Collects the values of an option that can be repeated. */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads where to write. */
export function filePath(text: string): string {
  if (text === '-')
    throw new InvalidArgumentError('Nothing is written to the standard output: name a file or a folder.');
  return text;
}
