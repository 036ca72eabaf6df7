// `thixo worker`: takes jobs from Redis until it is told to stop.

import type { Command } from 'commander';
import type { WorkerEvent } from '../../make/farm/run-worker.ts';
import { type Context, print, say } from '../context.ts';
import { WORKER_EXAMPLES } from '../help.ts';
import { wholeNumber } from '../usage.ts';
import { watch } from '../watch.ts';

interface WorkerFlags {
  readonly on: string;
  readonly workers?: number;
  readonly patience?: number;
}

/** Options and action of `thixo worker`. */
export function defineWorker(command: Command, context: Context): void {
  command
    .addHelpText('before', WORKER_EXAMPLES)
    .requiredOption('--on <address>', 'the Redis server: redis://host:6379')
    .option('--workers <n>', 'jobs at a time; default 1', wholeNumber(1, 1000))
    .option(
      '--patience <s>',
      'seconds after which the job of a worker that is gone goes to another; default 30',
      wholeNumber(1, 86_400),
    )
    .action((flags: WorkerFlags) => work(flags, context));
}

async function work({ on, workers, patience }: WorkerFlags, context: Context): Promise<void> {
  const { runWorker } = await import('../../make/farm/run-worker.ts');
  const show = (event: WorkerEvent): void => {
    if (context.json) print(context, JSON.stringify(event));
    else if (!context.quiet) say(context, textOf(event));
  };
  const view = { show, stopping: () => say(context, 'Jobs save and go back into the queue.'), end: () => {} };
  await watch(context, view, ({ signal, onEvent }) => runWorker({ on, workers, patience, signal, onEvent }));
}

function textOf(event: WorkerEvent): string {
  if (event.event === 'start') return `Waiting for jobs, ${event.workers} at a time. Ctrl-C to stop.`;
  if (event.event === 'begin') return `begin ${event.id}  ${event.folder}`;
  if (event.event === 'done') return 'Stopped.';
  return `end   ${event.id}  exit ${event.exit ?? 'by a signal'}${event.verdict === 'final' ? '' : `, is tried again`}`;
}
