// npx tsx validation/coiling.ts [spacing …]: how fast the thread of scenes/honey-coil goes round, beside the theory of thin ropes.
// Measured is where the thread is, a little above the heap, 500 times a second. Its frequency is the median of the power of that motion,
// whichever way round it goes; the winding angle is told for each tenth of a second. The theory (viscous-thread.ts) gets the thread as it is 10 mm
// below the nozzle and as high as the heap lets it fall. Exit code 1: they differ by more than 30 %.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type SceneInput, World } from '../src/index.ts';
import { mean } from './simulate.ts';
import { ViscousThread } from './viscous-thread.ts';

/** Where a thread is at a time: x and z beside the axis, m. */
export interface Place {
  readonly time: number;
  readonly x: number;
  readonly z: number;
}

const SCENE = fileURLToPath(new URL('../scenes/honey-coil/scene.json', import.meta.url));
const FRAME_RATE = 500;
/** The fall is over and the first heap stands; as many seconds are watched as the runs of the docs have. */
const WATCH = { from: 0.2, until: 0.6 };
/** Height of the slices whose means are taken, m. */
const SLICE = 0.002;
/** So far above the heap the thread is looked at, in slices, and so far below the nozzle it is measured, m. */
const ABOVE = 2;
const BELOW = 0.01;
const TOLERANCE = 0.3;
/** Slower motions are those of the heap, rad/s. */
const SLOWEST = 40;

interface Slice {
  count: number;
  x: number;
  z: number;
  square: number;
  fall: number;
}

/** Means of the particles in slices from the plate up. */
function slicesOf({ fields: { position, velocity, count } }: World): (Slice | undefined)[] {
  const slices: (Slice | undefined)[] = [];
  for (let i = 0; i < count; i++) {
    const k = Math.max(0, Math.floor(position[3 * i + 1]! / SLICE)),
      slice = slices[k] ?? { count: 0, x: 0, z: 0, square: 0, fall: 0 },
      x = position[3 * i]!,
      z = position[3 * i + 2]!;
    slices[k] = slice;
    slice.count++;
    slice.x += x;
    slice.z += z;
    slice.square += x * x + z * z;
    slice.fall -= velocity[3 * i + 1]!;
  }
  for (const slice of slices) {
    if (!slice) continue;
    for (const key of ['x', 'z', 'square', 'fall'] as const) slice[key] /= slice.count;
    slice.square -= slice.x ** 2 + slice.z ** 2;
  }
  return slices;
}

/** Index of the uppermost slice of the heap: from the plate up, the last that falls slower than half of the thread at its fastest. */
function heapTop(slices: readonly (Slice | undefined)[]): number | undefined {
  const fastest = Math.max(...slices.map((slice) => slice?.fall ?? 0)),
    thread = slices.findIndex((slice) => slice !== undefined && slice.fall >= fastest / 2);
  return thread > 0 ? thread - 1 : undefined;
}

interface Coiling {
  readonly places: readonly Place[];
  /** Mean height of the heap, and speed of the thread below the nozzle. */
  readonly heap: number;
  readonly speed: number;
}

/** The scene with what is read of its emitter. */
interface CoilScene {
  readonly scene: SceneInput;
  /** Height of the nozzle, m. */
  readonly nozzle: number;
  /** Volume per time, m³/s. */
  readonly flow: number;
}

function coilScene(spacing: number): CoilScene {
  const { $schema: _, ...scene } = JSON.parse(readFileSync(SCENE, 'utf8')),
    [emitter] = scene.emitters,
    { radius, center } = emitter.shape.disc;
  emitter.spacing = spacing;
  return { scene, nozzle: center[1], flow: Math.PI * radius ** 2 * emitter.speed };
}

/** Runs the scene and follows its thread. */
async function watchCoils({ scene, nozzle }: CoilScene, until: number): Promise<Coiling> {
  const world = await World.create({ ...scene, frameRate: FRAME_RATE, duration: until }),
    places: Place[] = [],
    heaps: number[] = [],
    speeds: number[] = [];
  try {
    while (world.time < until - 1e-9) {
      const { ok, problem } = world.advance();
      if (!ok) throw new Error(problem!.message);
      if (world.time < WATCH.from) continue;
      const slices = slicesOf(world),
        top = heapTop(slices),
        seen = top === undefined ? undefined : slices[top + ABOVE];
      if (top === undefined || !seen) continue;
      places.push({ time: world.time, x: seen.x, z: seen.z });
      heaps.push((top + 1) * SLICE);
      speeds.push(slices[Math.floor((nozzle - BELOW) / SLICE)]!.fall);
    }
  } finally {
    world.dispose();
  }
  return { places, heap: mean(heaps), speed: mean(speeds) };
}

/** The thread of theory, once its first folds are over. */
export function coilsOfTheory(nozzle: ConstructorParameters<typeof ViscousThread>[0], segment = 0.0012): Place[] {
  const thread = new ViscousThread(nozzle, { segment, step: 2e-4, jitter: 2e-5 }),
    places: Place[] = [],
    height = ABOVE * SLICE;
  while (thread.time < 1.2) {
    thread.advance();
    if (thread.time < 0.8) continue;
    const above = thread.points.findIndex(({ x }) => x[1] > height);
    const a = thread.points[Math.max(0, above - 1)]!.x,
      b = thread.points[above]!.x,
      part = b[1] > a[1] ? (height - a[1]) / (b[1] - a[1]) : 1;
    places.push({ time: thread.time, x: a[0] + part * (b[0] - a[0]), z: a[2] + part * (b[2] - a[2]) });
  }
  return places;
}

/** The frequency (rad/s) below which half of the power of a motion is; both senses count alike. */
export function frequencyOf(places: readonly Place[]): number {
  const mx = mean(places.map(({ x }) => x)),
    mz = mean(places.map(({ z }) => z)),
    length = places.at(-1)!.time - places[0]!.time,
    step = Math.PI / length / 2,
    powers: [frequency: number, power: number][] = [];
  for (let w = SLOWEST; w < 600; w += step) powers.push([w, power(w) + power(-w)]);
  const whole = powers.reduce((sum, [, p]) => sum + p, 0);
  let sum = 0;
  for (const [w, p] of powers) {
    sum += p;
    if (sum >= whole / 2) return w;
  }
  return Number.NaN;

  function power(w: number): number {
    let re = 0,
      im = 0;
    for (const { time, x, z } of places) {
      const window = 1 - Math.cos((2 * Math.PI * (time - places[0]!.time)) / length),
        c = Math.cos(w * time) * window,
        s = Math.sin(w * time) * window;
      re += (x - mx) * c + (z - mz) * s;
      im += (z - mz) * c - (x - mx) * s;
    }
    return re * re + im * im;
  }
}

/** Winding of the thread about its mean place, rad/s, in each of the parts of a time. */
export function windingRates(places: readonly Place[], part: number): number[] {
  const mx = mean(places.map(({ x }) => x)),
    mz = mean(places.map(({ z }) => z)),
    sums: [angle: number, time: number][] = [];
  for (let k = 1; k < places.length; k++) {
    const a = places[k - 1]!,
      b = places[k]!,
      turn = Math.atan2(
        (a.x - mx) * (b.z - mz) - (a.z - mz) * (b.x - mx),
        (a.x - mx) * (b.x - mx) + (a.z - mz) * (b.z - mz),
      );
    const at = Math.floor((b.time - places[0]!.time - 1e-9) / part),
      [angle, time] = sums[at] ?? [0, 0];
    sums[at] = [angle + turn, time + b.time - a.time];
  }
  return sums.map(([angle, time]) => angle / time);
}

/** Measures at each spacing and prints a line; whether all are near the theory. */
async function compare(spacings: readonly number[], until: number): Promise<boolean> {
  let isNear = true;
  for (const spacing of spacings) {
    const scene = coilScene(spacing),
      { places, heap, speed } = await watchCoils(scene, until),
      height = scene.nozzle - BELOW - heap,
      thread = { height, flow: scene.flow, speed, viscosity: 10 / 1420, gravity: 9.81 },
      measured = frequencyOf(places),
      theory = frequencyOf(coilsOfTheory(thread));
    const round = (x: number) => Math.round(x);
    console.log(
      `spacing ${1000 * spacing} mm: ${round(measured)} rad/s, theory ${round(theory)} rad/s, ratio ${(measured / theory).toFixed(2)}; ` +
        `heap ${round(1000 * heap)} mm, thread ${speed.toFixed(2)} m/s; winding ${windingRates(places, 0.1).map(round).join(', ')} rad/s`,
    );
    isNear &&= Math.abs(measured / theory - 1) <= TOLERANCE;
  }
  return isNear;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const spacings = process.argv.slice(2).map(Number);
  process.exitCode = (await compare(spacings.length > 0 ? spacings : [0.002, 0.0015, 0.0012], WATCH.until)) ? 0 : 1;
}
