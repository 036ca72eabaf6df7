// stub
import type { AdaptivitySettings } from '../scene/schema.ts';
import type { Smoothed } from '../substances/sph/smoothed.ts';
export interface Adaptation {
  splits: number;
  merges: number;
  energyLost: number;
  spinLost: [number, number, number];
}
export interface AdaptInput {
  smoothed: Smoothed;
  settings: AdaptivitySettings;
  finest: readonly number[];
  dimension: 2 | 3;
  frame: number;
  tick: number;
  starting: boolean;
}
export function adaptParticles(_: AdaptInput): Adaptation {
  return { splits: 0, merges: 0, energyLost: 0, spinLost: [0, 0, 0] };
}
