// Feeds broken files to the program and counts the answers. Input `n` of seed `s` is always the same, so a failure is found again with
// two numbers. A watchdog thread ends the process if an input hangs, because nothing else can. Time is that of the processor: a busy
// machine is not the program's fault.

import { Worker } from 'node:worker_threads';
import { Dice } from './dice.ts';
import { isPolluted } from './fuzz-judge.ts';

/** Something that reads files. */
export interface FuzzTarget {
  readonly name: string;
  /** How many of the inputs it gets, relative to the others. */
  readonly share: number;
  /** Makes a broken file, as it stands on the disk. */
  make(dice: Dice): Uint8Array;
  /** Feeds a file to the program: the outcome in a word or two; throws when the answer is not one. */
  feed(bytes: Uint8Array): string | Promise<string>;
}

export interface FuzzFailure {
  readonly target: string;
  readonly index: number;
  readonly reason: string;
  readonly bytes: Uint8Array;
}

export interface FuzzReport {
  inputs: number;
  /** Inputs by target and outcome. */
  readonly outcomes: Record<string, Record<string, number>>;
  /** The first of each kind. */
  readonly failures: FuzzFailure[];
  /** The input that took longest, of the processor's time. */
  slowest: { target: string; index: number; seconds: number };
  /** Processor time of all inputs, s. */
  seconds: number;
  /** Most memory that the whole process ever held, bytes. */
  peak: number;
}

export interface FuzzOptions {
  readonly seed: number;
  /** First input; default 0. */
  readonly from?: number;
  /** Most inputs; default no limit. */
  readonly count?: number;
  /** Longest time, s; default no limit. */
  readonly seconds?: number;
  /** Told the number of every input before it is read. */
  readonly begin?: (index: number) => void;
}

/** Longest an input may take, s. The promise is one second; the rest is for a slow machine. */
const PATIENCE = 5;
/** Most memory an input may leave allocated, bytes. */
const MEMORY = 256e6;
/** Most memory the whole process may ever hold, bytes. */
const MOST_RESIDENT = 1e9;
const MOST_FAILURES = 20;

/** Runs the inputs from `from` on. */
export async function runFuzz(targets: readonly FuzzTarget[], options: FuzzOptions): Promise<FuzzReport> {
  const { seed, from = 0, count = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = options;
  const end = Date.now() + 1000 * seconds;
  const report: FuzzReport = {
    inputs: 0,
    outcomes: {},
    failures: [],
    slowest: { target: '', index: 0, seconds: 0 },
    seconds: 0,
    peak: 0,
  };
  const dog = startWatchdog(seed);
  try {
    for (let index = from; index < from + count && report.failures.length < MOST_FAILURES; index++) {
      dog.note(index);
      options.begin?.(index);
      await runInput(targets, seed, index, report);
      report.inputs++;
      if (Date.now() > end) break;
    }
  } finally {
    dog.stop();
  }
  return report;
}

async function runInput(targets: readonly FuzzTarget[], seed: number, index: number, report: FuzzReport) {
  const { target, bytes } = makeInput(targets, seed, index);
  const { outcome, reasons, seconds } = await feedFile(target, bytes);
  for (const reason of reasons) addFailure(report, { target: target.name, index, reason, bytes });
  report.seconds += seconds;
  report.peak = peakMemory();
  if (seconds > report.slowest.seconds) report.slowest = { target: target.name, index, seconds };
  report.outcomes[target.name] ??= {};
  const counts = report.outcomes[target.name]!;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
}

/** Feeds a file to the program: its answer, everything that is wrong with it, and how long it took, s. */
export async function feedFile(target: FuzzTarget, bytes: Uint8Array) {
  const reasons: string[] = [],
    before = allocated(),
    peak = peakMemory(),
    start = process.cpuUsage();
  let outcome = 'failed';
  try {
    outcome = await target.feed(bytes);
  } catch (error) {
    reasons.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { user, system } = process.cpuUsage(start),
    seconds = (user + system) / 1e6;
  if (seconds > PATIENCE) reasons.push(`took ${seconds.toFixed(1)} s`);
  if (allocated() - before > MEMORY) reasons.push(`allocated ${((allocated() - before) / 1e6).toFixed(0)} MB`);
  if (peak <= MOST_RESIDENT && peakMemory() > MOST_RESIDENT) reasons.push('made the process larger than 1 GB');
  if (isPolluted()) reasons.push('changed a prototype that all objects share');
  return { outcome, reasons, seconds };
}

/** Adds a failure unless one of its kind is there. */
export function addFailure({ failures }: FuzzReport, failure: FuzzFailure): void {
  if (!failures.some((known) => kindOf(known) === kindOf(failure))) failures.push(failure);
}

/** What makes two failures the same: the first words of the reason, and where in the program it happened. */
function kindOf({ target, reason }: FuzzFailure): string {
  const words = reason
    .split('\n', 1)[0]!
    .replace(/"(pointer|message|hint)":.*/, '')
    .replace(/\d+|"[^"]*"/g, '#');
  const thrower = /at (?:async )?(\S+) \(\S*\/src\//.exec(reason)?.[1];
  return `${target.split(',')[0]} ${thrower ?? words}`;
}

/** Input number `index`, which depends on nothing but the seed. */
export function makeInput(targets: readonly FuzzTarget[], seed: number, index: number) {
  const dice = new Dice(seed, index);
  const target = dice.pick(targets.flatMap((target) => Array.from({ length: target.share }, () => target)));
  return { target, bytes: new Uint8Array(target.make(dice)) };
}

function allocated(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

/** Most memory that the process ever held, bytes; it never falls. */
const peakMemory = (): number => 1024 * process.resourceUsage().maxRSS;

/** A second thread that looks whether the first one gets on. */
function startWatchdog(seed: number): { note(index: number): void; stop(): void } {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { workerData: { shared, seconds, seed } } = require('node:worker_threads');
    let last = -1, since = process.cpuUsage();
    setInterval(() => {
      const now = Atomics.load(shared, 0);
      if (now !== last) since = process.cpuUsage();
      else if (process.cpuUsage(since).user / 1e6 > seconds) {
        require('node:fs').writeSync(2, 'fuzz: input ' + now + ' of seed ' + seed + ' hangs (over ' + seconds + ' s)\\n');
        process.kill(process.pid, 'SIGKILL');
      }
      last = now;
    }, 1000);`;
  const dog = new Worker(code, { eval: true, execArgv: [], workerData: { shared, seconds: 3 * PATIENCE, seed } });
  dog.unref();
  return { note: (index) => Atomics.store(shared, 0, index), stop: () => void dog.terminate() };
}

/** The report in lines for people. */
export function describeReport({ inputs, outcomes, failures, slowest }: FuzzReport): string {
  const lines = Object.entries(outcomes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([target, counts]) => {
      const parts = Object.entries(counts).sort(([, a], [, b]) => b - a);
      const total = parts.reduce((sum, [, n]) => sum + n, 0);
      return `${target}: ${total} inputs; ${parts.map(([outcome, n]) => `${outcome} ${n}`).join(', ')}`;
    });
  const { target, index, seconds } = slowest;
  lines.push(`slowest: input ${index} (${target}), ${seconds.toFixed(2)} s`);
  lines.push(`${inputs} inputs, ${failures.length} kinds of failure`);
  return lines.join('\n');
}
