// Slurm: an array of tasks, one per job. A run that is asked to stop before its time is up saves and is queued again; one that fails in a way that may
// pass is queued again and counted. Slurm itself waits before it starts a requeued task.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Disk } from '../../cache/disk.ts';
import { realFiles } from '../../cache/files.ts';
import { type Batch, EXIT_BUSY, type Job, MOST_ATTEMPTS } from './batch.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { farmFailed } from './farm-failed.ts';
import { pause } from './pause.ts';
import { jobWords, thixoProgram } from './program.ts';
import { ResultWatch } from './watch-results.ts';

/** Tasks of an array at most; the usual MaxArraySize is 1001. */
const MOST_TASKS = 1000;
/** Between two looks at the queue, ms. */
const LOOK = 2000;
/** Looks for results that a network disk may show late, and looks at a controller that does not answer. */
const LATE_LOOKS = 5;
const DEAF_LOOKS = 60;

/** Hands jobs to Slurm and waits for them. */
export const runOnSlurm: Engine = async (batch, jobs, options) => {
  const { signal, onNote, onResult, env } = options,
    disk = new Disk(realFiles);
  disk.makeFolder(folderOf(batch));
  const before = readSubmitted(batch).filter(({ array }) => isQueued([array], env) !== false),
    waiting = new Set(before.flatMap(({ ids }) => ids)),
    fresh = jobs.filter(({ id }) => !waiting.has(id)),
    arrays = before.map(({ array }) => array);
  if (before.length > 0) onNote(`Slurm already has ${arrays.join(', ')}.`);
  for (let k = 0; k < fresh.length; k += MOST_TASKS) {
    const part = fresh.slice(k, k + MOST_TASKS),
      array = submit(batch, part, options);
    arrays.push(array);
    before.push({ array, ids: part.map(({ id }) => id) });
    writeSubmitted(batch, before);
    onNote(`Slurm array ${array}: ${part.length} tasks. Logs: ${join(folderOf(batch), `${array}_*.log`)}`);
  }
  const watch = new ResultWatch(batch.folder, jobs, onResult);
  for (let deaf = 0, late = 0; !watch.look() && !signal.aborted && late < LATE_LOOKS; ) {
    const queued = isQueued(arrays, env);
    deaf = queued === undefined ? deaf + 1 : 0;
    late = queued === false ? late + 1 : 0;
    if (deaf > DEAF_LOOKS)
      throw farmFailed(
        'Slurm does not answer any more.',
        'The tasks may go on without us: run the same command again.',
      );
    await pause(LOOK, signal);
  }
  if (signal.aborted || watch.missing.length === 0) return;
  const message = `${watch.missing.length} tasks have left the queue of Slurm without a result.`;
  throw farmFailed(message, `Look at the logs in ${folderOf(batch)}; then run the same command again.`);
};

/** An array that was handed over. */
interface Submitted {
  readonly array: string;
  readonly ids: readonly string[];
}

const folderOf = ({ folder }: Batch): string => join(folder, 'slurm');
const submittedFile = (batch: Batch): string => join(folderOf(batch), 'submitted.json');

function readSubmitted(batch: Batch): Submitted[] {
  const bytes = new Disk(realFiles).read(submittedFile(batch));
  try {
    return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as Submitted[]) : [];
  } catch {
    return [];
  }
}

function writeSubmitted(batch: Batch, all: readonly Submitted[]): void {
  new Disk(realFiles).write(submittedFile(batch), new TextEncoder().encode(`${JSON.stringify(all)}\n`));
}

/** Hands over an array; returns its number. */
function submit(batch: Batch, jobs: readonly Job[], { workers, threads, sbatch, env }: EngineOptions): string {
  const disk = new Disk(realFiles),
    folder = folderOf(batch),
    name = jobs[0]!.id,
    list = join(folder, `${name}.ids`),
    script = join(folder, `${name}.sh`),
    bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  disk.write(list, bytes(jobs.map(({ id }) => `${id}\n`).join('')));
  disk.write(script, bytes(scriptText(batch.folder, list, threads)));
  const array = `--array=0-${jobs.length - 1}${workers === undefined ? '' : `%${workers}`}`,
    usual = ['--parsable', '--requeue', '--open-mode=append', '--signal=B:TERM@60', `--cpus-per-task=${threads}`],
    log = `--output=${join(folder, '%A_%a.log')}`;
  const words = [...usual, '--job-name=thixo', log, ...sbatch, array, script],
    { stdout, stderr, error, status } = spawnSync('sbatch', words, { encoding: 'utf8', env });
  if (error)
    throw farmFailed(
      'Slurm is not on this machine: there is no sbatch.',
      'Run this where jobs are handed in, or use --on local.',
    );
  const number = /^\d+/.exec(stdout.trim())?.[0];
  if (status === 0 && number !== undefined) return number;
  throw farmFailed(
    `sbatch refused the jobs: ${stderr.trim().slice(0, 300)}`,
    'Give it what it needs, such as --sbatch=--partition=short.',
  );
}

/** Whether any of the arrays is in the queue; undefined if Slurm does not answer. */
function isQueued(arrays: readonly string[], env: EngineOptions['env']): boolean | undefined {
  if (arrays.length === 0) return false;
  const { stdout, stderr, status } = spawnSync('squeue', ['-h', '-j', arrays.join(','), '-o', '%i'], {
    encoding: 'utf8',
    env,
  });
  if (status === 0) return stdout.trim() !== '';
  return /Invalid job id/i.test(stderr ?? '') ? false : undefined;
}

/** What a task runs. Bash waits, so that it can hand the signal on; `wait` returns early then, and once more. */
function scriptText(folder: string, list: string, threads: number): string {
  const [node, program] = thixoProgram(),
    command = [node, program, ...jobWords(folder, '"$id"', threads)].map((word) =>
      word === '"$id"' ? word : quoted(word),
    );
  return `#!/bin/bash
id=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" ${quoted(list)})
failures=${quoted(folder)}/slurm/$id.failures
${command.join(' ')} & child=$!
trap 'kill -TERM $child' TERM
wait $child; code=$?
while kill -0 $child 2>/dev/null; do wait $child; code=$?; done
case $code in
  0|2|3|4|6) exit $code ;;
  130|${EXIT_BUSY}) ;;
  *)
    printf x >> "$failures"
    if [ "$(wc -c < "$failures")" -ge ${MOST_ATTEMPTS} ]; then rm -f "$failures"; ${command.join(' ')} --give-up $code; exit $code; fi ;;
esac
scontrol requeue "\${SLURM_ARRAY_JOB_ID}_\${SLURM_ARRAY_TASK_ID}"
exit $code
`;
}

/** A word for a shell. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
