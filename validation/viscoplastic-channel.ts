// The channel of channel.ts with a viscoplastic substance, set up from J, n and G alone. [card §9, V20-V21]

import { type ChannelSetup, type Profile, steadyProfile } from './channel.ts';
import { type Channel, rateAt, velocityAt } from './channel-flow.ts';

/** Longest time over which means are taken, s. */
const LONGEST_WATCH = 8;

/**
 * Steady profile: sound ten times as fast as the flow, and means over the time in which the layers at the plates slide past two
 * particles.
 */
export function viscoplasticProfile(
  channel: Channel,
  setup: Pick<ChannelSetup, 'across' | 'smoothing' | 'density' | 'solver'>,
): Promise<Profile> {
  const { J, n, G } = channel;
  return steadyProfile({
    ...setup,
    G,
    // As the presets of the paper have it. The symmetric form buckles beside the walls with (J, G) = (30, 3). [ADR 29]
    substance: { jumpNumber: J, powerIndex: n, stressForm: 'morris' },
    c: Math.max(20, 10 * velocityAt(0, channel)),
    watch: Math.min(LONGEST_WATCH, Math.max(0.5, 2 / rateAt(G, J, n))),
  });
}
