// What all pictures of a cache have in common: the view, the range of the colors, and so the key of the set. Both come from all frames, so
// that nothing jumps from one picture to the next.

import type { Cache } from '../cache/cache.ts';
import { settingsKey } from '../cache/derived.ts';
import { colorRange, isCategory, mergeRanges, type Range, rangeOf, valuesOf } from '../colors/particle-colors.ts';
import { frameView, type View } from '../render/view.ts';
import type { Scene } from '../scene/schema.ts';
import { readIfWhole, shownOfAll } from './shown-bounds.ts';

/** What all pictures have in common. */
export interface PicturePlan {
  readonly view: View;
  /** Values of the first and the last color; undefined where colors do not stand for numbers. */
  readonly range: Range | undefined;
  /** Name of the settings. */
  readonly key: string;
}

/** What else pictures depend on. */
export interface PlanOptions {
  /** Caches whose pictures have the same view and colors. */
  readonly beside?: readonly Cache[];
  /** Name of the foam that they show. */
  readonly foam?: string | undefined;
}

/** The plan for the pictures of a cache as it is now; those of the caches `beside` it have the same view and colors. */
export async function planPictures(
  cache: Cache,
  scene: Scene,
  { beside = [], foam }: PlanOptions = {},
): Promise<PicturePlan> {
  const all = beside.length > 0 ? beside : [cache],
    view = await viewOf(all, scene),
    range = await colorsOf(all, scene);
  const { name: _, $schema: _schema, duration: _duration, output, ...rest } = scene;
  const { checkpointEvery: _every, speed: _speed, ...size } = output;
  return { view, range, key: settingsKey({ ...rest, output: size, view, range, foam }) };
}

/** The view that shows all frames of these caches. */
export async function viewOf(caches: readonly Cache[], scene: Scene): Promise<View> {
  const { bounds, particles } = await shownOfAll(caches);
  return frameView(scene, bounds, undefined, particles);
}

/** Whether pictures of a scene show its surface. */
export function showsSurface({ look, dimension }: Scene): boolean {
  return (look.style ?? (dimension === 3 ? 'surface' : 'spheres')) === 'surface';
}

/** The range of the colors: that of the scene, or one around the values of all frames. */
async function colorsOf(caches: readonly Cache[], scene: Scene): Promise<Range | undefined> {
  const { colorBy, range } = scene.look;
  if (isCategory(colorBy)) return undefined;
  if (range) return range;
  let found: Range | undefined;
  for (const cache of caches) found = mergeRanges(found, await valuesOfAll(cache, colorBy));
  return colorRange(scene, found);
}

/** The smallest and the largest value of all frames: from the manifest where it has them, else from the particles. */
async function valuesOfAll(cache: Cache, colorBy: Scene['look']['colorBy']): Promise<Range | undefined> {
  const filled = cache.frameLines.filter(({ particles }) => particles > 0);
  let found: Range | undefined;
  for (const { frame, speedMax, density, temperature } of filled) {
    let values: Range | undefined;
    if (colorBy === 'speed') values = [0, speedMax];
    else if (colorBy === 'density') values = [density.min, density.max];
    else if (colorBy === 'temperature') values = temperature ? [temperature.min, temperature.max] : undefined;
    else {
      await new Promise((resolve) => setImmediate(resolve)); // signals have their turn
      const fields = readIfWhole(cache, frame);
      values = fields && rangeOf(valuesOf(colorBy, fields));
    }
    found = mergeRanges(found, values);
  }
  return found;
}
