// What a comparison keeps of a world after a frame: a few numbers and the profile of its surface.

import { familyOf } from '../../substances/families.ts';
import { substancesOf } from '../../substances/substance.ts';
import type { FrameReport } from '../../world/report.ts';
import type { World } from '../../world/world.ts';
import type { FrameSample } from './comparison.ts';

/** Measures a world at the end of a frame. */
export function sampleFrame(
  world: World,
  { steps, evaluations, splits, merges }: FrameReport,
  known: Pick<FrameSample, 'seconds' | 'cpuSeconds' | 'timeBy' | 'profile'>,
): FrameSample {
  const { frame, time, particles, centerOfMass, bounds } = world.ledger();
  const { min, max } = bounds;
  return {
    ...{ frame, time, ...known, evaluations, particles, steps, splits, merges, centerOfMass },
    size: Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
    volume: volumeOf(world),
  };
}

/** Σ m/ρ, m³. A summed density lacks at a surface what is not there: below rest it says nothing of the volume and counts as rest. */
function volumeOf({ fields, scene }: World): number {
  const { mass, density, substance } = fields,
    least = substancesOf(scene).map((p) => familyOf(p).leastDensity?.(p) ?? 0);
  let volume = 0;
  for (let i = 0; i < fields.count; i++) volume += mass[i]! / Math.max(density[i]!, least[substance[i]!]!);
  return volume;
}
