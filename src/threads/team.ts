// The worker team of one world. Thread 0 is the caller; the others are workers that share its memory. Without SharedArrayBuffer
// sharing (a page that is not cross-origin isolated) the same module runs on one thread.

import { invariant } from '../problem.ts';
import { CONTROL_FAILED, CONTROL_FINISHED, CONTROL_THREADS } from '../wasm/layout.ts';
import type { SharedMemory } from '../wasm/memory.ts';
import { importFromNode, instantiate, isNode, loadModule, type ModuleSource, type WasmExports } from './module.ts';
import { kindOfPass, type Stopwatch, type WorkKind } from './work-times.ts';
import { WORKER_SOURCE } from './worker-source.ts';

interface WorkerHandle {
  terminate(): unknown;
}

export class Team {
  readonly wasm: WasmExports;
  readonly threads: number;
  /** Set while somebody wants to know where the time goes. */
  stopwatch: Stopwatch | undefined;
  /** Told of every pass that has run, where a world is spread over ranks. */
  after: ((pass: number) => void) | undefined;
  private readonly shared: SharedMemory;
  private readonly workers: readonly WorkerHandle[];

  private constructor(shared: SharedMemory, wasm: WasmExports, workers: readonly WorkerHandle[]) {
    this.shared = shared;
    this.wasm = wasm;
    this.workers = workers;
    this.threads = workers.length + 1;
  }

  /** Starts `threads − 1` workers over the memory. */
  static async start(shared: SharedMemory, threads: number, source: ModuleSource = {}): Promise<Team> {
    const module = await loadModule(source.wasmUrl);
    const wasm = await instantiate(module, shared.memory);
    wasm.initThread(0, mayCallerSleep());
    const wanted = canShareMemory() ? threads : 1;
    const ground = { module, memory: shared.memory, failed: CONTROL_FAILED, finished: CONTROL_FINISHED };
    const workers = await startWorkers(ground, wanted - 1, source.workerUrl);
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
    this.after?.(pass);
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
  /** Where a worker that fails says so, and where the workers that are done are counted. */
  readonly failed: number;
  readonly finished: number;
}

type WorkerUrl = ModuleSource['workerUrl'];

interface WorkerStart extends Ground {
  readonly index: number;
}

/** Starts workers 1 to `count`; if one fails none is left behind. */
async function startWorkers(ground: Ground, count: number, url: WorkerUrl): Promise<WorkerHandle[]> {
  const starts = Array.from({ length: count }, (_, k) => startWorker({ ...ground, index: k + 1 }, url));
  const ends = await Promise.allSettled(starts),
    workers = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const failed = ends.find((end) => end.status === 'rejected');
  if (!failed) return workers;
  for (const worker of workers) worker.terminate();
  throw failed.reason;
}

async function startWorker(start: WorkerStart, url: WorkerUrl): Promise<WorkerHandle> {
  return isNode ? startNodeWorker(start) : startBrowserWorker(start, url);
}

async function startNodeWorker(start: WorkerStart): Promise<WorkerHandle> {
  const { Worker } = await importFromNode<typeof import('node:worker_threads')>('node:worker_threads');
  const worker = new Worker(WORKER_SOURCE, { eval: true, workerData: start, execArgv: [] });
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      Atomics.store(new Int32Array(start.memory.buffer), start.failed >> 2, 1); // ended between two passes: the next one would wait for it
      reject(new Error(`a worker ended with code ${code} before it was ready`));
    });
  });
  worker.unref();
  return worker;
}

async function startBrowserWorker(start: WorkerStart, url: WorkerUrl): Promise<WorkerHandle> {
  const own =
    url === undefined ? URL.createObjectURL(new Blob([WORKER_SOURCE], { type: 'text/javascript' })) : undefined;
  try {
    const worker = new Worker(url ?? own!);
    worker.postMessage(start);
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onmessageerror = () => reject(new Error('the memory of the world could not be sent to a worker'));
      worker.onerror = ({ message }) => reject(new Error(workerFault(message)));
    });
    return worker;
  } finally {
    if (own !== undefined) URL.revokeObjectURL(own);
  }
}

/** Browsers do not say why a worker could not be loaded. */
const workerFault = (message: string | undefined): string =>
  message
    ? `a worker failed to start: ${message}`
    : 'a worker could not be loaded: if the Content-Security-Policy of the page forbids workers from blob:, set workerUrl';
