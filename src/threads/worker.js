// A worker thread of the team: makes its own instance over the shared memory, says so, and serves passes until told to stop.
// A classic script without imports: its text starts workers in Node and in pages (worker-source.ts is made of it), and the file does where a
// page may not start workers from a text.
// @ts-check

const inBrowser = typeof globalThis.postMessage === 'function' && typeof globalThis.addEventListener === 'function';

/** @typedef {{ module: WebAssembly.Module, memory: WebAssembly.Memory, index: number, failed: number, finished: number }} Start */

/** @param {Start} start @param {() => void} ready */
async function serve(start, ready) {
  const { module, memory, index } = start;
  const instance = await WebAssembly.instantiate(module, { env: { memory, abort() {} } });
  const wasm = /** @type {{ initThread(i: number, s: boolean): void, work(): void }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  wasm.initThread(index, true);
  ready();
  try {
    wasm.work();
  } catch (error) {
    reportFailure(start);
    throw error;
  }
}

/** Lets the caller go on, and know. `failed` and `finished` are the addresses of the words for that. @param {Start} start */
function reportFailure({ memory, failed, finished }) {
  const words = new Int32Array(memory.buffer);
  Atomics.store(words, failed >> 2, 1);
  Atomics.add(words, finished >> 2, 1);
  Atomics.notify(words, finished >> 2);
}

if (inBrowser) {
  globalThis.addEventListener('message', (event) => {
    serve(event.data, () => globalThis.postMessage('ready')).catch(globalThis.reportError); // or the page would wait for ever
  });
} else {
  const { parentPort, workerData } = /** @type {typeof import('node:worker_threads')} */ (
    require('node:worker_threads')
  );
  void serve(workerData, () => parentPort?.postMessage('ready')); // a rejection that nobody handles ends the worker with an error
}
