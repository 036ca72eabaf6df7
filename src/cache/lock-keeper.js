// A thread that keeps a lock fresh while its process computes: a frame may take longer than a lease. It touches the file only as long as
// that holds the token.
// Plain JavaScript, so that the same file runs from the sources and from the build.
// @ts-check

import { readFileSync, utimesSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { path, text, milliseconds } = /** @type {{ path: string, text: string, milliseconds: number }} */ (workerData);

setInterval(() => {
  try {
    if (!readFileSync(path, 'utf8').includes(text)) return;
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // gone, or the disk is: the owner finds out before his next commit
  }
}, milliseconds);
