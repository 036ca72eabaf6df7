// V4: the block of V7 keeps its momentum to rounding: what one particle gains the other loses. [card §4, V4; DC99 eq. 8]

import type { World } from '../../src/index.ts';
import { atMost, type Check, defineCase } from '../case.ts';
import { simulate } from '../simulate.ts';
import { SQUEEZED_BLOCK, squeezedBlock } from '../squeezed-block.ts';

export const v04 = defineCase({
  number: 4,
  title: 'Conservation of momentum',
  proves: 'Internal forces cancel in pairs: |ΣP| stays below 1e-10 of Σm|v| at every moment.',
  parameters: SQUEEZED_BLOCK,
  async run(values): Promise<Check[]> {
    let worst = 0;
    await simulate(squeezedBlock(values), Math.round(values.duration * values.frameRate), (world) => {
      if (world.frame === 0) return; // at rest
      worst = Math.max(worst, Math.hypot(...world.ledger().momentum) / totalSpeed(world));
    });
    return [atMost('|Σmv| / Σm|v|', worst, 0, 1e-10)];
  },
});

/** Σm|v|, N·s. */
function totalSpeed({ fields: { mass, velocity } }: World): number {
  return mass.reduce((sum, m, i) => sum + m * Math.hypot(...velocity.subarray(3 * i, 3 * i + 3)), 0);
}
