// `thixo/worker`: a world that runs beside the page, so that the page stays quick. It is touched by strokes and inputs, and sends frames.

import type { LiveWorld } from '../live/live-world.ts';
import type { Place } from '../live/stroke.ts';
import { type Problem, ThixoError } from '../problem.ts';
import type { SceneInput } from '../scene/schema.ts';
import { importFromNode, isNode, loadModule } from '../threads/module.ts';
import { LIVE_WORKER_SOURCE } from './live-worker-source.ts';
import {
  type FromWorker,
  INPUTS,
  type InputName,
  type LiveFrame,
  type Question,
  type RunOptions,
  STROKES,
  type StrokeName,
  type ToWorker,
} from './messages.ts';

export type { LiveFrame, RunOptions } from './messages.ts';
export { type Port, serveWorld } from './serve.ts';

/** A worker of a page, as far as it is needed here. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
}

export interface StartOptions extends RunOptions {
  /** Where thixo.wasm is, if it is not to come with the code. */
  readonly wasmUrl?: string | URL | undefined;
  /** A worker of your own that calls `serveWorld`, for pages that may not start workers from a text. */
  readonly worker?: Worker | undefined;
}

/** What happens in the worker. */
export interface LiveEvents {
  frame: LiveFrame;
  /** An input was refused, or the world cannot go on. */
  problem: { readonly message: string; readonly problems: readonly Problem[] };
}

/** A stroke of a world in a worker. */
export interface RemoteStroke {
  moveTo(point: readonly [number, number, number]): void;
  place(place: Place): void;
  end(): void;
}

/** The inputs of `LiveWorld`; those that begin a stroke return it. */
type Inputs = { [K in StrokeName]: (...args: Parameters<LiveWorld[K]>) => RemoteStroke } & {
  [K in InputName]: (...args: Parameters<LiveWorld[K]>) => void;
};

/** A world that runs in a worker. */
export interface RemoteWorld extends Inputs {
  /** Calls `handler` when something happens; returns a function that stops it. */
  on<K extends keyof LiveEvents>(name: K, handler: (event: LiveEvents[K]) => void): () => void;
  play(): void;
  pause(): void;
  /** Simulates one frame, and answers which. */
  step(): Promise<number>;
  /** Goes to a frame, back or on, and answers which it came to. */
  seek(frame: number): Promise<number>;
  /** The scene with everything that was done so far. */
  scene(): Promise<SceneInput>;
  snapshot(): Promise<Uint8Array>;
  /** The frames that there are snapshots of, and the bytes these take. */
  frames(): Promise<{ readonly frames: readonly number[]; readonly bytes: number }>;
  dispose(): void;
}

/**
 * Starts a world in a worker.
 * @example
 * const live = await startWorld(scene);
 * live.on('frame', ({ fields }) => view.update(fields.position));
 * const grip = live.grab([0, 0.2, 0], { radius: 0.1 });
 */
export async function startWorld(scene: SceneInput, options: StartOptions = {}): Promise<RemoteWorld> {
  const { wasmUrl, worker: own, ...run } = options,
    module = await loadModule(wasmUrl),
    handlers = { frame: new Set<(event: never) => void>(), problem: new Set<(event: never) => void>() },
    asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let first: { resolve(): void; reject(error: Error): void } | undefined,
    latest: LiveFrame | undefined,
    strokes = 0,
    asks = 0;
  const emit = <K extends keyof LiveEvents>(name: K, event: LiveEvents[K]) => {
    for (const handler of handlers[name]) (handler as (event: LiveEvents[K]) => void)(event);
  };
  const hear = (message: FromWorker): void => {
    if (message.type === 'frame') {
      latest = message.frame;
      first?.resolve();
      try {
        emit('frame', message.frame);
      } finally {
        post({ type: 'taken' });
      }
    } else if (message.type === 'answer') {
      asked.get(message.ask)?.resolve(message.value);
      asked.delete(message.ask);
    } else {
      const { ask, problems, message: text } = message,
        error = problems ? new ThixoError(problems) : new Error(text),
        waiting = ask === undefined ? first : asked.get(ask);
      if (waiting && (ask !== undefined || !latest)) waiting.reject(error);
      else emit('problem', { message: text, problems: problems ?? [] });
    }
  };
  const { post, terminate } = await openWorker(own, hear, (error) => (first ?? { reject: () => {} }).reject(error));
  const ask = <T>(what: Question, frame?: number): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      asked.set(++asks, { resolve: resolve as never, reject });
      post({ type: 'ask', ask: asks, what, ...(frame !== undefined && { frame }) });
    });
  await new Promise<void>((resolve, reject) => {
    first = { resolve, reject };
    post({ type: 'start', scene, options: run, module });
  }).catch((error: unknown) => {
    terminate();
    throw error;
  });

  const begin = (name: StrokeName, args: readonly unknown[]): RemoteStroke => {
    const stroke = ++strokes,
      tell = (method: 'moveTo' | 'place' | 'end', ...rest: readonly unknown[]) =>
        post({ type: 'stroke', stroke, name: method, args: rest });
    post({ type: 'begin', stroke, name, args });
    return { moveTo: (point) => tell('moveTo', point), place: (place) => tell('place', place), end: () => tell('end') };
  };
  const inputs = Object.fromEntries([
    ...STROKES.map((name) => [name, (...args: readonly unknown[]) => begin(name, args)]),
    ...INPUTS.map((name) => [name, (...args: readonly unknown[]) => post({ type: 'input', name, args })]),
  ]) as unknown as Inputs;
  return {
    ...inputs,
    on: (name, handler) => {
      handlers[name].add(handler as never);
      if (name === 'frame' && latest) (handler as (event: LiveFrame) => void)(latest);
      return () => void handlers[name].delete(handler as never);
    },
    play: () => post({ type: 'play' }),
    pause: () => post({ type: 'pause' }),
    step: () => ask('step'),
    seek: (frame) => ask('seek', frame),
    scene: () => ask('scene'),
    snapshot: () => ask('snapshot'),
    frames: () => ask('frames'),
    dispose: () => void terminate(),
  };
}

interface Opened {
  post(message: ToWorker): void;
  terminate(): unknown;
}

/** Starts the worker and listens to it. */
async function openWorker(
  own: Worker | undefined,
  hear: (message: FromWorker) => void,
  broken: (error: Error) => void,
): Promise<Opened> {
  if (isNode && !own) {
    const { Worker: NodeWorker } = await importFromNode<typeof import('node:worker_threads')>('node:worker_threads');
    const worker = new NodeWorker(LIVE_WORKER_SOURCE, { eval: true, execArgv: [] });
    worker.on('message', hear);
    worker.on('error', broken);
    return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
  }
  const url = own ? '' : URL.createObjectURL(new Blob([LIVE_WORKER_SOURCE], { type: 'text/javascript' })),
    worker = own ?? new Worker(url);
  worker.onmessage = ({ data }) => {
    if (url) URL.revokeObjectURL(url);
    hear(data as FromWorker);
  };
  worker.onerror = ({ message }) =>
    broken(new Error(message || 'The worker could not be loaded: give one as `worker`.'));
  return { post: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
}
