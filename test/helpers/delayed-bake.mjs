// Bakes a scene with the built package on the real disk, where every call that has to do with the lock takes its time.
//   node delayed-bake.mjs scene.json output seed
// Says that it is ready and begins when it is sent a line. Prints every event as a line, at once; the last one says how it ended.

import { readSync, writeSync } from 'node:fs';

const dist = new URL('../../dist/', import.meta.url);
/** @param {string} path */
const built = (path) => import(new URL(path, dist).href);
const [{ bake }, { realFiles }, { loadScene }] = await Promise.all([
  built('cache/bake.js'),
  built('cache/files.js'),
  built('cache/scene-file.js'),
]);

const [scene = '', output, seed] = process.argv.slice(2);
const clock = new Int32Array(new SharedArrayBuffer(4));
let state = Number(seed);

/** Sleeps for up to so many ms. @param {number} most */
function dawdle(most) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  Atomics.wait(clock, 0, 0, ((state >>> 16) * most) / 65536);
}

/** @type {Record<string, (...args: any[]) => unknown>} */
const files = {};
/** Open files of the lock. */
const locks = new Set();
for (const [name, act] of Object.entries(realFiles)) {
  files[name] = (...args) => {
    const isLock = String(args[0]).includes('run.lock') || locks.has(args[0]);
    dawdle(isLock ? 50 : 4);
    const result = act(...args);
    if (name === 'open' && isLock) locks.add(result);
    if (name === 'close') locks.delete(args[0]);
    return result;
  };
}

/** @param {unknown} value */
const say = (value) => void writeSync(1, `${JSON.stringify(value)}\n`);
const source = await loadScene(scene);
say({ event: 'ready' });
readSync(0, new Uint8Array(1));
try {
  const { outcome } = await bake(source, output, { threads: 1, frames: 4, files, onEvent: say });
  say({ event: 'end', outcome });
} catch (error) {
  say({ event: 'end', outcome: /** @type {any} */ (error).problems?.[0]?.code ?? String(error) });
}
