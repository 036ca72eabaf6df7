// A thread that bakes with the built package. Each time that it has done so many calls of the disk it waits until it is told how many more
// it may do. The world is a stub that counts frames, so that a bake is nothing but its file operations.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

const dist = new URL('../../dist/', import.meta.url);
/** @param {string} path */
const built = (path) => import(new URL(path, dist).href);
const [{ bake }, { realFiles }, { loadScene }, { World }, { ThixoError }] = await Promise.all([
  built('cache/bake.js'),
  built('cache/files.js'),
  built('cache/scene-file.js'),
  built('world/world.js'),
  built('problem.js'),
]);

const { port, asked, answered, time, scene, index } = workerData;
const wake = new Int32Array(answered),
  signal = new Int32Array(asked),
  clock = new Int32Array(time);
let dead = false;

/** Asks and waits for the answer. @param {string} call @param {unknown[]} args */
function ask(call, ...args) {
  if (dead) throw new Error('this process was killed');
  Atomics.store(wake, 0, 0);
  port.postMessage({ call, args });
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
  while (Atomics.load(wake, 0) === 0) Atomics.wait(wake, 0, 0);
  const { value, killed } = /** @type {{ message: any }} */ (receiveMessageOnPort(port)).message;
  dead = killed === true;
  if (dead) throw new Error('this process was killed');
  return value;
}

/** Calls that may be done before the next pause; those before the first look at the lock do no harm to anybody. */
let left = Number.POSITIVE_INFINITY;
/** @type {Record<string, (...args: any[]) => unknown>} */
const files = { keepFresh: () => () => {} };
for (const [name, act] of Object.entries(realFiles)) {
  files[name] ??= (...args) => {
    if (dead) throw new Error('this process was killed');
    if (left === Number.POSITIVE_INFINITY && String(args[0]).includes('run.lock')) left = 0;
    while (left <= 0) left = ask('turn', `${name} ${args.join(' ')}`);
    left--;
    return name.startsWith('sync') ? undefined : act(...args); // nobody loses power here
  };
}

const source = await loadScene(scene);
const real = await World.create(source.input, { threads: 1 });
const [ledger, fields] = [real.ledger(), real.fields];

/** @param {number} start */
const stub = (start) => {
  const world = {
    frame: start,
    warnings: [],
    threads: 1,
    fields,
    get time() {
      return this.frame / 50;
    },
    hash: () => world.frame.toString(16).padStart(16, '0'),
    ledger: () => ({ ...ledger, frame: world.frame, time: world.time }),
    particles: fields.count,
    /** @param {number} _most @param {(part: unknown) => Uint8Array} encode */
    frameParts: (_most, encode) => [{ particles: fields.count, bytes: encode(fields) }],
    /** @param {number} _most @param {(snapshot: Uint8Array) => Uint8Array} encode */
    stateParts: (_most, encode) => [{ particles: fields.count, bytes: encode(Uint8Array.of(world.frame)) }],
    advance: () => {
      world.frame++;
      return { ok: true, steps: 1, dt: { min: 0.02, max: 0.02 }, criterion: 'none' };
    },
    dispose: () => {},
  };
  return world;
};
World.create = async () => stub(0);
World.branch = async (/** @type {Uint8Array} */ bytes) => stub(bytes[0] ?? 0);

parentPort?.on('message', async ({ output, frames, host, began }) => {
  dead = false;
  left = Number.POSITIVE_INFINITY;
  const lockSystem = {
    me: { host, space: host, pid: index, began, thread: 0 },
    knows: (/** @type {unknown} */ owner) => ask('knows', owner),
    now: () => Atomics.load(clock, 0),
    wait: async (/** @type {number} */ milliseconds) => {
      left = ask('wait', milliseconds);
    },
    remember: () => {},
    forget: () => {},
  };
  const onEvent = (/** @type {{ event: string, frame?: number }} */ event) => {
    if (event.event === 'frame') ask('announce', event.frame);
  };
  const options = { files, frames, lockSystem, onEvent, checkpointEvery: 2, now: () => 0, threads: 1 };
  const outcome = await bake(source, output, options).then(
    (/** @type {{ outcome: string }} */ result) => result.outcome,
    (/** @type {any} */ error) => (error instanceof ThixoError ? error.problems[0].code : `${error.stack}`),
  );
  port.postMessage({ call: 'end', args: [dead ? 'killed' : outcome] });
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
});
