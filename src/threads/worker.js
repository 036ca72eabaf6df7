// A worker thread of the team: makes its own instance over the shared memory, says so, and serves passes until told to stop.
// Plain JavaScript, so that the same file runs from the sources, from the build, in Node and in a browser.
// @ts-check

const inBrowser = typeof globalThis.postMessage === 'function' && typeof globalThis.addEventListener === 'function';
const nodeThreads = 'node:worker_threads';

/** @param {{ module: WebAssembly.Module, memory: WebAssembly.Memory, index: number }} start @param {() => void} ready */
async function serve({ module, memory, index }, ready) {
  const instance = await WebAssembly.instantiate(module, { env: { memory, abort() {} } });
  const wasm = /** @type {{ initThread(i: number, s: boolean): void, work(): void }} */ (
    /** @type {unknown} */ (instance.exports)
  );
  wasm.initThread(index, true);
  ready();
  try {
    wasm.work();
  } catch (error) {
    reportFailure(new Int32Array(memory.buffer));
    throw error;
  }
}

/** Lets the caller go on, and know: CONTROL_FAILED and CONTROL_FINISHED of src/wasm/layout.ts. @param {Int32Array} words */
function reportFailure(words) {
  Atomics.store(words, 448 >> 2, 1);
  Atomics.add(words, 320 >> 2, 1);
  Atomics.notify(words, 320 >> 2);
}

if (inBrowser) {
  globalThis.addEventListener('message', (event) => {
    serve(event.data, () => globalThis.postMessage('ready')).catch(globalThis.reportError); // or the page would wait for ever
  });
} else {
  const { parentPort, workerData } = await import(/* @vite-ignore */ nodeThreads);
  await serve(workerData, () => parentPort.postMessage('ready'));
}
