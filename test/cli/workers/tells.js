// A thread that says what it is given to say, then waits for the flag.
import { parentPort, workerData } from 'node:worker_threads';

const flag = new Int32Array(workerData.stop);
for (const message of workerData.job.say) parentPort?.postMessage(message);
Atomics.wait(flag, 0, 0, workerData.job.patience);
parentPort?.postMessage({
  kind: 'result',
  result: { outcome: Atomics.load(flag, 0) ? 'interrupted' : 'done', frame: 1, hash: '' },
});
setInterval(() => {}, 1000); // it would stay for ever
