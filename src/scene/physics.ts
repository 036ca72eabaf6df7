// The part of a scene that decides the simulated frames, in a canonical form: two scenes with the same physics give the same JSON.
// A key that is not known here counts as physics: better to refuse a resume than to mix two simulations.

import { below } from '../pointer.ts';
import { substanceParameters } from '../substances/substance.ts';
import { NOT_PHYSICS } from './not-physics.ts';
import type { Scene } from './schema.ts';

/** One place in which the physics of two scenes differs; undefined stands for a key that is not there. */
export interface Difference {
  /** JSON pointer into the scene. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * What decides the frames: keys sorted, defaults written out, presets replaced by the numbers they stand for. `substanceOrder` is there
 * because particles carry the number of their substance.
 */
export function physicsOf(scene: Scene): unknown {
  const physical = Object.entries(scene).filter(([key]) => !NOT_PHYSICS.includes(key));
  const substances = Object.entries(scene.substances).map(([name, input]) => {
    const { name: _, ...numbers } = substanceParameters(name, input, scene.dimension);
    return [name, numbers];
  });
  return canonical({
    ...Object.fromEntries(physical),
    bodies: scene.bodies.map(({ skin: _, ...body }) => body),
    obstacles: scene.obstacles.map(({ look: _, ...obstacle }) => obstacle),
    substances: Object.fromEntries(substances),
    substanceOrder: Object.keys(scene.substances),
    time: stepSettings(scene),
  });
}

/** Where the physics of two scenes differs, down to single values, in the order of the keys. */
export function differences(a: Scene, b: Scene): Difference[] {
  const found: Difference[] = [];
  compare(physicsOf(a), physicsOf(b), '', found);
  const order = found.filter(({ pointer }) => pointer.startsWith('/substanceOrder'));
  const rest = found.filter((difference) => !order.includes(difference));
  if (order.length === 0 || rest.some(({ pointer }) => /^\/substances\/[^/]*$/.test(pointer))) return rest;
  return [...rest, { pointer: '/substances', before: Object.keys(a.substances), after: Object.keys(b.substances) }];
}

/** How many steps a frame may take says only when a run gives up; with emitters it is also the shortest wait for a release. */
function stepSettings({ time, emitters }: Scene): unknown {
  if (emitters.length > 0) return time;
  const { maxStepsPerFrame: _, ...rest } = time;
  return rest;
}

/** A copy with sorted keys and without what is undefined. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, canonical(part)]));
}

function compare(before: unknown, after: unknown, pointer: string, found: Difference[]): void {
  if (before === after) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    found.push({ pointer, before, after });
    return;
  }
  const keys = [...Object.keys(before), ...Object.keys(after).filter((key) => !Object.hasOwn(before, key))];
  for (const key of keys) {
    compare(before[key], after[key], below(pointer, key), found);
  }
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
