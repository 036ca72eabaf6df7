// The script of the worker: made into one text by tools/build-wasm.ts, so that a page needs no file beside its own. [ADR 37, ADR 48]

import { importFromNode, isNode } from '../threads/module.ts';
import type { ToWorker } from './messages.ts';
import { type Port, serveWorld } from './serve.ts';

/** The scope of a worker in a page. */
interface Scope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(name: 'message', handler: (event: { readonly data: ToWorker }) => void): void;
}

void start();

async function start(): Promise<void> {
  if (!isNode) {
    const scope = globalThis as unknown as Scope;
    serveWorld({
      post: (message, transfer = []) => scope.postMessage(message, transfer),
      listen: (handler) => scope.addEventListener('message', ({ data }) => handler(data)),
    });
    return;
  }
  const { parentPort } = await importFromNode<typeof import('node:worker_threads')>('node:worker_threads'),
    port = parentPort!,
    ends: Port = {
      post: (message, transfer = []) => port.postMessage(message, transfer as never),
      listen: (handler) => port.on('message', handler),
    };
  serveWorld(ends);
}
