// Sinks: regions that remove the particles whose centers are inside.

import { signedDistance } from '../shapes/distance.ts';
import { type Solid, solidOf } from '../shapes/solid.ts';
import type { SinkSettings, Space } from './source.ts';

/** Prepares the sinks of a scene, whose shapes must have passed `checkShape`. */
export function makeSinks(sinks: readonly SinkSettings[], { trig, dimension }: Space): Solid[] {
  return sinks.map(({ shape }) => solidOf(shape, trig, dimension));
}

/** Whether a position (m) is inside any of the sinks; a border belongs to the outside. */
export function isInSink(sinks: readonly Solid[], x: number, y: number, z: number): boolean {
  for (const sink of sinks) {
    if (signedDistance(sink, x, y, z) < 0) return true;
  }
  return false;
}
