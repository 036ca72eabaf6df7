// Bakes a scene with the built package on the real disk and kills its own process at a call of the disk, as kill -9 does.
//   node killed-bake.mjs scene.json output [before|half|after number-of-the-call]
// Prints every event as a line, at once; ends with the number of calls.

import { writeSync } from 'node:fs';

const dist = new URL('../../dist/cache/', import.meta.url);
const { bake } = await import(new URL('bake.js', dist).href);
const { realFiles } = await import(new URL('files.js', dist).href);
const { loadScene } = await import(new URL('scene-file.js', dist).href);

const [scene, output, when = 'never', number = '-1'] = process.argv.slice(2);
const last = Number(number);
let calls = 0;

/** @param {unknown} value */
const say = (value) => void writeSync(1, `${JSON.stringify(value)}\n`);

/** Ends this process now; nothing after it runs. */
function die() {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

/** The real disk, but for one call. @type {Record<string, (...args: any[]) => unknown>} */
const files = {};
for (const [name, act] of Object.entries(realFiles)) {
  files[name] = (...args) => {
    if (calls++ !== last) return act(...args);
    if (when === 'half' && name === 'write') act(args[0], args[1].subarray(0, args[1].length >> 1));
    if (when === 'after') act(...args);
    return die();
  };
}

await bake(await loadScene(scene), output, { threads: 1, files, onEvent: say });
say({ event: 'end', calls });
