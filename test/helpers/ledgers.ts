// What no account of a ledger explains.

import type { Ledger } from '../../src/index.ts';

/** Momentum that came from nowhere, over the largest impulse in the books. */
export function openMomentum({ momentum, account, kineticEnergy, mass }: Ledger): number {
  const { added, removed, external, obstacles, asymmetry } = account;
  const open = momentum.map(
    (p, a) => p - added.momentum[a]! + removed.momentum[a]! - external[a]! - obstacles[a]! - asymmetry[a]!,
  );
  const scale = Math.max(
    ...[momentum, added.momentum, external, obstacles].map((p) => Math.hypot(...p)),
    Math.sqrt(2 * kineticEnergy * mass),
  );
  return scale > 0 ? Math.hypot(...open) / scale : Math.hypot(...open);
}

/** Heat that came from nowhere over all heat. */
export function openHeat({ heat, account }: Ledger): number {
  const { added, removed, regions, obstacles, surroundings } = account.heat;
  return Math.abs(heat - added + removed - regions - obstacles - surroundings) / heat;
}
