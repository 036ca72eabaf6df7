// The thread in which `compare` simulates.

import { parentPort, workerData } from 'node:worker_threads';
import { type CompareJob, doCompareJob } from './compare-job.ts';

const { job, stop } = workerData as { job: CompareJob; stop: SharedArrayBuffer };
await doCompareJob(job, new Int32Array(stop), (message) => parentPort!.postMessage(message));
