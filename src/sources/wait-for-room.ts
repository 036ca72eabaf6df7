// Emitters that wait while something stands where their next layer will be: a heap that has grown up to its nozzle is not pressed apart.

import type { ParticleSet } from '../particles/particle-set.ts';
import type { LayerCheck } from './emitter.ts';

/**
 * A check whether layers have room among the particles of a set.
 * @param part no particle may be nearer than this part of the spacing; without it there is no check
 * @param spacing of the emitter, m
 */
export function waitFor(set: ParticleSet, part: number | undefined, spacing: number): LayerCheck | undefined {
  if (part === undefined) return undefined;
  const reach = part * spacing;
  const isFree: LayerCheck = (sites, count, velocity, age) => {
    const places = Array.from({ length: 3 * count }, (_, k) => sites[k]! + velocity[k % 3]! * age),
      near = particlesNear(set, places, reach);
    for (let k = 0; k < places.length; k += 3) {
      for (let n = 0; n < near.length; n += 3) {
        const x = places[k]! - near[n]!,
          y = places[k + 1]! - near[n + 1]!,
          z = places[k + 2]! - near[n + 2]!;
        if (x * x + y * y + z * z < reach * reach) return false;
      }
    }
    return true;
  };
  const { part: ranks } = set;
  return ranks ? (...layer) => ranks.largest(Number(!isFree(...layer))) === 0 : isFree;
}

/** Positions (m) of the particles in the box around some places, wider by `reach`. */
function particlesNear(set: ParticleSet, places: readonly number[], reach: number): number[] {
  const low: [number, number, number] = [Infinity, Infinity, Infinity],
    high: [number, number, number] = [-Infinity, -Infinity, -Infinity],
    position = set.f64('position'),
    near: number[] = [];
  places.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3]!, x - reach);
    high[k % 3] = Math.max(high[k % 3]!, x + reach);
  });
  for (let k = 0; k < position.length; k += 3) {
    const x = position[k]!,
      y = position[k + 1]!,
      z = position[k + 2]!;
    if (x < low[0] || x > high[0] || y < low[1] || y > high[1] || z < low[2] || z > high[2]) continue;
    near.push(x, y, z);
  }
  return near;
}
