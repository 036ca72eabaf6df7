// What a view has to show: the particles of all frames, but not the few that fly far off. They would make everything else tiny.

import type { Cache } from '../cache/cache.ts';
import type { FrameFields } from '../frames/frame-file.ts';
import { ThixoError } from '../problem.ts';
import type { Bounds } from '../shapes/bounds.ts';

/** Part of the particles that may be left out on each side of an axis. */
const LEFT_OUT = 0.01;
/** How far beyond the others they still count, over the diagonal of what those fill. */
const REACH = 0.25;
/** Frames and particles of a frame that are looked at, at most. */
const MOST_FRAMES = 60;
const MOST_PARTICLES = 5000;
/** Particles of a frame whose places decide how it is framed, at most. */
const SAMPLE = 200;

/** What a view has to show. */
export interface Shown {
  /** What the particles of all frames fill, m; turned inside out if there are none. */
  readonly bounds: Bounds;
  /** Places of some particles of frames from all over the run: x, y, z, …, m. */
  readonly particles: readonly number[];
}

/** What the views of a cache have to show. */
export async function shownOf(cache: Cache): Promise<Shown> {
  const { usual, particles } = await looked(cache);
  return { bounds: boundsFrom(cache, usual), particles };
}

/** The same of several caches together. */
export async function shownOfAll(caches: readonly Cache[]): Promise<Shown> {
  const all: Shown[] = [];
  for (const cache of caches) all.push(await shownOf(cache));
  return { bounds: union(all.map(({ bounds }) => bounds)), particles: all.flatMap(({ particles }) => particles) };
}

function boundsFrom(cache: Cache, usual: readonly Bounds[]): Bounds {
  const all = union(cache.frameLines.filter(({ particles }) => particles > 0).map(({ bounds }) => bounds));
  const most = union(usual),
    [x, y, z] = triple((axis) => most.max[axis]! - most.min[axis]!),
    reach = REACH * Math.sqrt(x * x + y * y + z * z);
  if (!Number.isFinite(reach)) return all;
  return {
    min: triple((axis) => Math.max(all.min[axis]!, most.min[axis]! - reach)),
    max: triple((axis) => Math.min(all.max[axis]!, most.max[axis]! + reach)),
  };
}

/** What most particles of a frame fill, and where some of them are, for frames from all over the run. */
async function looked(cache: Cache): Promise<{ usual: Bounds[]; particles: number[] }> {
  const filled = cache.frameLines.filter(({ particles }) => particles > 0),
    step = Math.max(1, Math.ceil(filled.length / MOST_FRAMES));
  const usual: Bounds[] = [],
    particles: number[] = [];
  for (let k = filled.length - 1; k >= 0; k -= step) {
    await new Promise((resolve) => setImmediate(resolve)); // signals have their turn
    const fields = readIfWhole(cache, filled[k]!.frame);
    if (!fields) continue;
    const { position, count } = fields,
      stride = Math.max(1, Math.ceil(count / MOST_PARTICLES));
    const axes = [0, 1, 2].map((axis) => {
      const length = Math.ceil(count / stride);
      return Float32Array.from({ length }, (_, i) => position[3 * i * stride + axis]!).sort();
    });
    const skipped = Math.floor(LEFT_OUT * axes[0]!.length);
    usual.push({ min: triple((axis) => axes[axis]![skipped]!), max: triple((axis) => axes[axis]!.at(-1 - skipped)!) });
    const apart = Math.max(1, Math.ceil(count / SAMPLE));
    for (let i = 0; i < count; i += apart) particles.push(...position.subarray(3 * i, 3 * i + 3));
  }
  return { usual, particles };
}

/** The particles of a frame; undefined if it is damaged, which must not keep others from being drawn. */
export function readIfWhole(cache: Cache, frame: number): FrameFields | undefined {
  try {
    return cache.readFrame(frame);
  } catch (error) {
    if (error instanceof ThixoError && error.problems.every(({ code }) => code === 'CACHE_DAMAGED')) return undefined;
    throw error;
  }
}

/** The smallest box around boxes; turned inside out if there are none. */
function union(all: readonly Bounds[]): Bounds {
  return {
    min: triple((axis) => all.reduce((low, { min }) => Math.min(low, min[axis]!), Number.POSITIVE_INFINITY)),
    max: triple((axis) => all.reduce((high, { max }) => Math.max(high, max[axis]!), Number.NEGATIVE_INFINITY)),
  };
}

function triple(of: (axis: number) => number): [number, number, number] {
  return [of(0), of(1), of(2)];
}
