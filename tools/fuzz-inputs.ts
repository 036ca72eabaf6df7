// Feeds a number of broken files to everything that reads files: scenes, meshes, points, snapshots, caches. Input n of a seed is always the
// same, so any part of a run can be repeated (`--seed 1 --from 120000 --inputs 10`). Batches have processes of their own: a file that hangs
// the program or ends it costs its batch, is kept as a find, and the run goes on behind it.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CASES, keepCase } from '../test/helpers/cases.ts';
import { addFailure, describeReport, type FuzzFailure, type FuzzReport, makeInput } from '../test/helpers/fuzz-run.ts';
import { ANSWERED, allTargets } from '../test/helpers/fuzz-targets.ts';

/** Inputs in a process. */
const BATCH = 10_000;

export interface InputsPlan {
  readonly seed: number;
  /** Number of the first input. */
  readonly from: number;
  readonly count: number;
  /** When to stop at the latest, ms since 1970. */
  readonly end: number;
}

/** Runs them all; prints what came out; returns the number of finds. */
export async function fuzzInputs({ seed, from, count, end }: InputsPlan): Promise<number> {
  const targets = await allTargets(),
    total = emptyReport();
  const keep = ({ target, index, reason }: FuzzFailure): void => {
    const { bytes } = makeInput(targets, seed, index),
      found = `${target}: ${reason.split('\n', 1)[0]!.slice(0, 300)}`,
      file = keepCase({ test: ANSWERED, found, values: [target, bytes] });
    console.log(`input ${index}: ${reason.slice(0, 800)}\n  kept as ${join(CASES, file)}`);
  };
  console.log(`seed ${seed}, inputs ${from} to ${from + count - 1}`);
  for (let at = from; at < from + count && Date.now() < end; at = from + total.inputs) {
    const known = total.failures.length;
    const { report, died = at } = await runBatch(seed, at, Math.min(BATCH, from + count - at));
    if (report) addReport(total, report);
    else {
      if (died > at) addReport(total, (await runBatch(seed, at, died - at)).report ?? emptyReport());
      addReport(total, deathOf(makeInput(targets, seed, died).target.name, died));
    }
    for (const failure of total.failures.slice(known)) keep(failure);
    console.log(`  ${inOneLine(total)}`);
  }
  console.log(describeReport(total));
  return total.failures.length;
}

const emptyReport = (): FuzzReport => ({
  ...{ inputs: 0, outcomes: {}, failures: [], seconds: 0, peak: 0 },
  slowest: { target: '', index: 0, seconds: 0 },
});

/** The report of one input that ended its process. */
function deathOf(target: string, index: number): FuzzReport {
  const failure = { target, index, reason: 'hangs, or ends the process', bytes: new Uint8Array() };
  return { ...emptyReport(), inputs: 1, outcomes: { [target]: { died: 1 } }, failures: [failure] };
}

function inOneLine({ inputs, seconds, peak, slowest, failures }: FuzzReport): string {
  const time = `${seconds.toFixed(0)} s of processor time, slowest ${slowest.seconds.toFixed(2)} s`;
  return `${inputs} inputs, ${failures.length} finds; ${time}, peak ${(peak / 1e6).toFixed(0)} MB`;
}

/** A batch in a process of its own: its report, or the number of the input that ended it. */
function runBatch(seed: number, from: number, count: number): Promise<{ report?: FuzzReport; died?: number }> {
  const place = join(mkdtempSync(join(tmpdir(), 'thixo-fuzz-')), 'input');
  const args = ['--import', 'tsx', 'tools/fuzz-batch.ts', place, ...[seed, from, count].map(String)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = (): boolean => child.kill('SIGKILL');
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  process.once('exit', stop);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve(
        code === 0 ? { report: JSON.parse(output) as FuzzReport } : { died: Number(readFileSync(place, 'utf8')) },
      );
      rmSync(dirname(place), { recursive: true });
    });
  });
}

/** Adds a part to the whole. One failure of each kind is enough. */
function addReport(total: FuzzReport, part: FuzzReport): void {
  total.inputs += part.inputs;
  total.seconds += part.seconds;
  total.peak = Math.max(total.peak, part.peak);
  if (part.slowest.seconds > total.slowest.seconds) total.slowest = part.slowest;
  for (const [target, counts] of Object.entries(part.outcomes)) {
    total.outcomes[target] ??= {};
    const sums = total.outcomes[target];
    for (const [outcome, n] of Object.entries(counts)) sums[outcome] = (sums[outcome] ?? 0) + n;
  }
  for (const failure of part.failures) addFailure(total, failure);
}
