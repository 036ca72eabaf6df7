// The worker team of one world. Thread 0 is the caller; the others are workers that share its memory. Without SharedArrayBuffer
// sharing (a page that is not cross-origin isolated) the same module runs on one thread.

import { invariant } from '../problem.ts';
import { CONTROL_FAILED, CONTROL_THREADS } from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { instantiate, loadModule, type WasmExports } from './module.ts';
import { kindOfPass, type Stopwatch, type WorkKind } from './work-times.ts';

interface WorkerHandle {
  terminate(): unknown;
}

export class Team {
  readonly wasm: WasmExports;
  readonly threads: number;
  /** Set while somebody wants to know where the time goes. */
  stopwatch: Stopwatch | undefined;
  private readonly shared: SharedMemory;
  private readonly workers: readonly WorkerHandle[];

  private constructor(shared: SharedMemory, wasm: WasmExports, workers: readonly WorkerHandle[]) {
    this.shared = shared;
    this.wasm = wasm;
    this.workers = workers;
    this.threads = workers.length + 1;
  }

  /** Starts `threads − 1` workers over the memory. */
  static async start(shared: SharedMemory, threads: number): Promise<Team> {
    const module = await loadModule();
    const wasm = await instantiate(module, shared.memory);
    wasm.initThread(0, mayCallerSleep());
    const wanted = canShareMemory() ? threads : 1;
    const workers = await startWorkers({ module, memory: shared.memory }, wanted - 1);
    shared.setInt(CONTROL_THREADS, workers.length + 1);
    return new Team(shared, wasm, workers);
  }

  /** Runs a pass of `tasks` tasks on all threads; returns when it is done. */
  run(pass: number, tasks: number): void {
    this.requireWorkers();
    const before = this.stopwatch?.turnTo(kindOfPass(pass));
    this.wasm.run(pass, tasks);
    if (before !== undefined) this.stopwatch!.turnTo(before);
    this.requireWorkers();
  }

  /** The same for who reads the state between steps: its time counts for no kind of work. */
  runForReader(pass: number, tasks: number): void {
    this.requireWorkers();
    this.wasm.run(pass, tasks);
    this.requireWorkers();
  }

  /** Does some work whose time counts for `kind`, but for the passes in it, which have kinds of their own. */
  timed<T>(kind: WorkKind, work: () => T): T {
    const before = this.stopwatch?.turnTo(kind);
    const result = work();
    if (before !== undefined) this.stopwatch!.turnTo(before);
    return result;
  }

  /** A worker that trapped is gone: the team cannot go on without it. */
  private requireWorkers(): void {
    invariant(this.shared.int(CONTROL_FAILED) === 0, 'a worker thread failed');
  }

  /** Stops the workers. The team must not be used afterwards. */
  stop(): void {
    if (this.workers.length === 0) return;
    this.wasm.stopWorkers();
    for (const worker of this.workers) worker.terminate();
  }
}

const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

function canShareMemory(): boolean {
  return isNode || (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated === true;
}

/** A browser's main thread may not block in Atomics.wait; it spins instead. */
function mayCallerSleep(): boolean {
  return isNode || typeof (globalThis as { document?: unknown }).document === 'undefined';
}

interface Ground {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
}

interface WorkerStart extends Ground {
  readonly index: number;
}

/** Starts workers 1 to `count`; if one fails none is left behind. */
async function startWorkers(ground: Ground, count: number): Promise<WorkerHandle[]> {
  const starts = Array.from({ length: count }, (_, k) => startWorker({ ...ground, index: k + 1 }));
  const ends = await Promise.allSettled(starts),
    workers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const failed = ends.find((end) => end.status === 'rejected');
  if (!failed) return workers;
  for (const worker of workers) worker.terminate();
  throw failed.reason;
}

async function startWorker(start: WorkerStart): Promise<WorkerHandle> {
  return isNode ? startNodeWorker(start) : startBrowserWorker(start);
}

async function startNodeWorker(start: WorkerStart): Promise<WorkerHandle> {
  const { Worker: NodeWorker } = await import(/* @vite-ignore */ 'node:worker_threads');
  const worker = new NodeWorker(new URL('./worker.js', import.meta.url), { workerData: start, execArgv: [] });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  worker.unref();
  return worker;
}

async function startBrowserWorker(start: WorkerStart): Promise<WorkerHandle> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.postMessage(start);
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onmessageerror = () => reject(new Error('the memory of the world could not be sent to a worker'));
    worker.onerror = ({ message }) => reject(new Error(`a worker could not be started: ${message}`));
  });
  return worker;
}
