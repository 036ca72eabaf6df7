// A module worker that runs the scene it is asked for, so that a browser's threads can be tested away from the main thread.

import { hashFrames } from './run-scene.ts';

export interface WorkerQuestion {
  readonly name: string;
  readonly threads: number;
}

export type WorkerAnswer = { readonly hashes: readonly string[] } | { readonly error: string };

globalThis.addEventListener('message', ({ data }: MessageEvent<WorkerQuestion>) => {
  hashFrames(data.name, data.threads).then(
    (hashes) => globalThis.postMessage({ hashes } satisfies WorkerAnswer),
    (error: unknown) => globalThis.postMessage({ error: String(error) } satisfies WorkerAnswer),
  );
});
