#!/usr/bin/env node

// The program `thixo`. A long command says what it is about to do before anything else is loaded: loading takes longer than Node's own
// start. This is the only file that touches the process.

import { isatty } from 'node:tty';
import { version } from '../cache/version.ts';
import { rankOfEnvironment } from '../mpi/rank-of-environment.ts';
import type { Io, StopReason } from './io.ts';
import { printable } from './printable.ts';

/** Commands that take a while before they have something to say. */
const LONG: readonly string[] = ['run', 'verify', 'repair', 'mesh', 'foam', 'render', 'export', 'make', 'compare'];
/** Flags with which a first line would be in the way. */
const SHORT: readonly string[] = ['--help', '-h', '--quiet', '-q', '--json'];

const argv = process.argv.slice(2);
const [command = '', target = ''] = argv;
const follows = argv.includes('--ranks') && rankOfEnvironment(process.env) > 0;
if (LONG.includes(command) && !follows && !argv.some((word) => SHORT.includes(word))) {
  process.stderr.write(printable(`thixo ${version()}  ${command} ${target.startsWith('-') ? '' : target}\n`));
}

const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
let stopHandler: ((reason: StopReason) => void) | undefined;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') failOutput(error);
  if (stopHandler) stopHandler('EPIPE');
  else process.exit(0); // whoever reads has enough: `thixo info out | head`
});
/** Results that cannot be written are not lost silently; a reader that has enough is no failure. */
function failOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`error FILE_IO\n  The output cannot be written: ${error.message}.\n  Send it elsewhere.\n`);
  process.exit(5);
}

process.stderr.on('error', () => {}); // a closed terminal must not end a run
process.on('uncaughtException', (error) => {
  process.stderr.write(printable(`error BUG\n  ${argv.includes('--debug') ? error.stack : error.message}\n`));
  process.exit(1);
});

/** The folder that the command was started in; ends the command if it is gone. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write(
      'error FILE_IO\n  The folder that this command was started in no longer exists.\n  Change to another one with cd, then run the command again.\n',
    );
    return process.exit(5);
  }
}

// A worker that is gone must not leave its jobs behind: they end, and save, when their standard input does.
if (process.env.THIXO_ENDS_WITH_INPUT === '1')
  process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume();

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: currentFolder(),
  now: () => performance.now(),
  ask: isatty(0) && isatty(2) ? ask : undefined,
  onStop: (handler) => {
    stopHandler = handler;
    for (const signal of SIGNALS) process.on(signal, handler);
    return () => {
      stopHandler = undefined;
      for (const signal of SIGNALS) process.off(signal, handler);
    };
  },
  leave: (code) => process.exit(code),
};

/** The answer to a question; empty if there is none (Ctrl-D). */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  terminal.on('SIGINT', () => process.exit(INTERRUPTED));
  return new Promise((resolve) => {
    terminal.on('close', () => resolve(''));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}

const { main } = await import('./command-line.ts');
const code = await main(argv, io);
process.stdout.write('', (error) => (error ? failOutput(error) : process.exit(code)));
