// What splitting and merging need to know of a world.

import type { AdaptivitySettings } from '../scene/schema.ts';
import type { Smoothed } from '../substances/sph/smoothed.ts';

export interface AdaptInput {
  readonly smoothed: Smoothed;
  readonly settings: AdaptivitySettings;
  /** Mass of the finest particle of each substance, kg. */
  readonly finest: readonly number[];
  readonly dimension: 2 | 3;
  readonly frame: number;
  /** Where in the frame the particles stand. */
  readonly tick: number;
  /** How many particles more the scene allows. */
  readonly room: number;
  /** Before the first frame: only merge, without waiting. */
  readonly starting: boolean;
}
