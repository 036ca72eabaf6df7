// A thread of the built package that takes the lock of its cache and ends without giving it back.
import { workerData } from 'node:worker_threads';
import { Disk } from '../../../dist/cache/disk.js';
import { realFiles } from '../../../dist/cache/files.js';
import { takeLock } from '../../../dist/cache/run-lock.js';

await takeLock(new Disk(realFiles), workerData.job.output);
process.exit(0);
