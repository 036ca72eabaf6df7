// The thread in which `run` simulates.

import { parentPort, workerData } from 'node:worker_threads';
import { type BakeJob, doBakeJob } from './bake-job.ts';

const { job, stop } = workerData as { job: BakeJob; stop: SharedArrayBuffer };
await doBakeJob(job, new Int32Array(stop), (message) => parentPort!.postMessage(message));
