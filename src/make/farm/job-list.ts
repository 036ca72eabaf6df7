// Jobs for schedulers that we have no adapter for: a template of Open Job Description (Deadline Cloud, OpenCue through it), or a command per line
// (GNU parallel, xargs, anything).

import { resolve } from 'node:path';
import { pathFrom } from '../path-from.ts';
import { EXIT_BUSY, readResult, verdictOf } from './batch.ts';
import { openBatch } from './open-batch.ts';
import { jobWords } from './program.ts';

export type ListFormat = 'openjd' | 'commands';

/** Most values of a task parameter in a step. [OpenJD 2023-09] */
const MOST_TASKS = 1024;
/** Placeholder of the job in the words of a command. */
const JOB = '{{Task.Param.Job}}';

/**
 * The jobs in a folder that are missing, as text; empty if none is.
 * @example listJobs('study', 'commands', {}) // a line `thixo farm work '/shared/study' 0123456789ab --threads 1` per run
 */
export function listJobs(
  study: string,
  format: ListFormat,
  options: { readonly cwd?: string | undefined; readonly threads?: number | undefined },
): string {
  const { cwd = process.cwd(), threads = 1 } = options,
    batch = openBatch(pathFrom(cwd, study)),
    folder = resolve(batch.folder),
    ids = batch.jobs.map(({ id }) => id).filter((id) => !isOver(folder, id));
  if (ids.length === 0) return '';
  if (format === 'commands')
    return ids.map((id) => `thixo ${jobWords(quoted(folder), id, threads).join(' ')}\n`).join('');
  const steps = Array.from({ length: Math.ceil(ids.length / MOST_TASKS) }, (_, k) => ({
    name: `thixo-${k + 1}`,
    parameterSpace: {
      taskParameterDefinitions: [
        { name: 'Job', type: 'STRING', range: ids.slice(k * MOST_TASKS, (k + 1) * MOST_TASKS) },
      ],
    },
    script: {
      actions: { onRun: { command: 'bash', args: ['-c', PATIENT, 'thixo', ...jobWords(folder, JOB, threads)] } },
    },
  }));
  const name = `thixo ${batch.title}`.slice(0, 128);
  return `${JSON.stringify({ specificationVersion: 'jobtemplate-2023-09', name, steps }, null, 2)}\n`;
}

/** Tries again what does not count as a failure: a cache that is busy. */
const PATIENT = `while :; do thixo "$@"; code=$?; [ $code -eq ${EXIT_BUSY} ] || exit $code; sleep 30; done`;

function isOver(folder: string, id: string): boolean {
  const result = readResult(folder, id);
  return result !== undefined && verdictOf(result.exit) === 'final';
}

/** A word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
