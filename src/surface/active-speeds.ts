// α, β and γ of the active surface: given in the scene, or chosen so that it follows the fastest particle closely and smooths bumps of the
// size of a particle, whatever the units of the scene are.

import type { Scene } from '../scene/schema.ts';

/** Speeds of the active surface. [DC99 eq. 18] */
export interface ActiveSpeeds {
  /** α, m/s */
  readonly tracking: number;
  /** Largest speed of tracking, m/s. */
  readonly limit: number;
  /** β, m²/s */
  readonly tension: number;
  /** γ, m/s */
  readonly volume: number;
}

/** α over the fastest particle: the lag δ = U/(α |∂(ρ/ρ₀)/∂n|) is then half a spacing behind the fastest front, less elsewhere. */
const TRACKING = 4;
/** Speed limit of tracking over the fastest particle. */
const LIMIT = 1;
/** β over α and spacing: bumps of one spacing lose almost half of their height. */
const TENSION = 0.01;
/** γ over α. */
const VOLUME = 20;

/** The speeds for a frame of `time` s in which the fastest particle has `fastest` m/s; `spacing` in m. */
export function activeSpeeds(
  given: Scene['surface']['active'],
  fastest: number,
  spacing: number,
  time: number,
): ActiveSpeeds {
  const slowest = spacing / time,
    tracking = given?.tracking ?? Math.max(TRACKING * fastest, slowest);
  return {
    tracking,
    limit: given?.tracking === undefined ? Math.max(LIMIT * fastest, slowest) : Number.MAX_VALUE,
    tension: given?.tension ?? TENSION * tracking * spacing,
    volume: given?.volume ?? VOLUME * tracking,
  };
}
