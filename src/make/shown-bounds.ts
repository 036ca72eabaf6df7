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

/** What the particles of all frames fill, m; turned inside out if there are none. */
export async function shownBounds(cache: Cache): Promise<Bounds> {
  const all = union(cache.frameLines.filter(({ particles }) => particles > 0).map(({ bounds }) => bounds));
  const most = union(await usualBounds(cache)),
    [x, y, z] = triple((axis) => most.max[axis]! - most.min[axis]!),
    reach = REACH * Math.sqrt(x * x + y * y + z * z);
  if (!Number.isFinite(reach)) return all;
  return {
    min: triple((axis) => Math.max(all.min[axis]!, most.min[axis]! - reach)),
    max: triple((axis) => Math.min(all.max[axis]!, most.max[axis]! + reach)),
  };
}

/** What most particles of a frame fill, for frames from all over the run. */
async function usualBounds(cache: Cache): Promise<Bounds[]> {
  const filled = cache.frameLines.filter(({ particles }) => particles > 0),
    step = Math.max(1, Math.ceil(filled.length / MOST_FRAMES));
  const found: Bounds[] = [];
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
    found.push({ min: triple((axis) => axes[axis]![skipped]!), max: triple((axis) => axes[axis]!.at(-1 - skipped)!) });
  }
  return found;
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
export function union(all: readonly Bounds[]): Bounds {
  return {
    min: triple((axis) => all.reduce((low, { min }) => Math.min(low, min[axis]!), Number.POSITIVE_INFINITY)),
    max: triple((axis) => all.reduce((high, { max }) => Math.max(high, max[axis]!), Number.NEGATIVE_INFINITY)),
  };
}

function triple(of: (axis: number) => number): [number, number, number] {
  return [of(0), of(1), of(2)];
}
