// A thread that writes frame 7 for ever, or until it is asked to stop.
import { parentPort, workerData } from 'node:worker_threads';

const words = new Int32Array(workerData.stop);
words.set([1000, 5, 7], 1); // beats, phase, frame of src/cache/pulse.ts
while (Atomics.wait(words, 0, 0, 50) === 'timed-out');
parentPort?.postMessage({ kind: 'result', result: { outcome: 'interrupted', frame: 7, hash: '' } });
