// A small world that runs for millions of steps: particles come out of a jet and go into a sink, so that ids are given and given up all the
// time. What it holds in memory and what reading its fields takes must not depend on how long it has run.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type SceneInput, World } from '../src/index.ts';

/** A jet over a sink, in the plane: about a hundred particles, two new ones in every step. */
export const SOAK_SCENE: SceneInput = {
  dimension: 2,
  frameRate: 50,
  substances: { water: { preset: 'desbrun-1999', stiffness: 50 } },
  emitters: [
    {
      substance: 'water',
      shape: { disc: { center: [0, 0.4, 0], normal: [0, -1, 0], radius: 0.2 } },
      speed: 6,
      spacing: 0.04,
    },
  ],
  sinks: [{ shape: { box: { min: [-1, -1, -1], max: [1, 0, 1] } } }],
};

/** The world after so many steps. */
export interface SoakSample {
  readonly steps: number;
  readonly frames: number;
  readonly particles: number;
  /** Ids given so far. */
  readonly ids: number;
  /** Bytes in use after a collection: objects, buffers, the memory of the world. */
  readonly bytes: number;
  /** Bytes of the whole process. */
  readonly resident: number;
  /** Shortest time to read all fields after a frame, ms, in the frames before this sample. */
  readonly fieldsTime: number;
  readonly hash: string;
}

/** How a soak is run. */
export interface SoakOptions {
  /** Steps in all. */
  readonly steps: number;
  /** Steps between two samples. */
  readonly every: number;
  /** ms */
  now(): number;
  onSample?(sample: SoakSample): void;
}

/** Frames before a sample in which reading the fields is timed. */
const TIMED = 200;

/** Runs the soak; the first sample is taken after `every` steps, when everything has grown to its size. */
export async function soak({ steps, every, now, onSample }: SoakOptions): Promise<SoakSample[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void,
    world = await World.create(SOAK_SCENE),
    samples: SoakSample[] = [];
  let taken = 0,
    ids = 0,
    times: number[] = [];
  try {
    world.on('added', ({ count }) => {
      ids += count;
    });
    while (taken < steps) {
      const report = world.advance();
      if (!report.ok) throw new Error(`The soak diverged: ${report.problem?.message}`);
      taken += report.steps;
      const from = now();
      readFields(world);
      times.push(now() - from);
      if (times.length > TIMED) times.shift();
      if (taken < every * (samples.length + 1)) continue;
      const sample = sampleOf(world, taken, ids, Math.min(...times), collect);
      samples.push(sample);
      onSample?.(sample);
      times = [];
    }
    return samples;
  } finally {
    world.dispose();
  }
}

function readFields({ fields }: World): void {
  if (fields.position.length !== 3 * fields.count || fields.id.length !== fields.count)
    throw new Error('Fields have the wrong length.');
}

function sampleOf(world: World, steps: number, ids: number, fieldsTime: number, collect: () => void): SoakSample {
  collect();
  collect();
  const { heapUsed, external, rss } = process.memoryUsage(),
    { count } = world.fields;
  return {
    ...{ steps, ids, fieldsTime },
    frames: world.frame,
    particles: count,
    bytes: heapUsed + external + world.bytesPerParticle * count,
    resident: rss,
    hash: world.hash(),
  };
}

/** Bytes by which a world grows in a million steps, from its first sample to its last. */
export function growthPerMillion(samples: readonly SoakSample[]): number {
  const first = samples[0]!,
    last = samples.at(-1)!;
  return (1e6 * (last.bytes - first.bytes)) / Math.max(1, last.steps - first.steps);
}
