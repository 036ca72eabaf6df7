// The channel of channel.ts with a viscoplastic substance, set up from J, n and G alone. [card §9, V20-V21]

import { type ChannelSetup, type Profile, steadyProfile } from './channel.ts';
import { type Channel, rateAt, velocityAt } from './channel-flow.ts';

/** Longest time over which means are taken, s. */
const LONGEST_WATCH = 8;

/** Least ρc² over the stress at the plates. Where stress is several percent of ρc², layers beside a wall buckle. [ADR 29] */
const STIFF = 100;

/**
 * Steady profile: sound ten times as fast as the flow and fast enough for the stress, and means over the time in which the layers at the
 * plates slide past two particles.
 */
export function viscoplasticProfile(
  channel: Channel,
  setup: Pick<ChannelSetup, 'across' | 'smoothing' | 'density' | 'solver'>,
): Promise<Profile> {
  const { J, n, G } = channel,
    sound = Math.sqrt((STIFF * G) / setup.density);
  return steadyProfile({
    ...setup,
    G,
    substance: { jumpNumber: J, powerIndex: n },
    c: Math.max(20, 10 * velocityAt(0, channel), sound),
    watch: Math.min(LONGEST_WATCH, Math.max(0.5, 2 / rateAt(G, J, n))),
  });
}
