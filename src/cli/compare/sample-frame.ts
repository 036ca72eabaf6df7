// What a comparison keeps of a world after a frame: a few numbers and the profile of its surface.

import type { FrameReport } from '../../world/report.ts';
import type { World } from '../../world/world.ts';
import type { FrameSample } from './comparison.ts';

/** What is known of a frame beside the world at its end. */
export interface FrameCost extends Pick<FrameSample, 'seconds' | 'cpuSeconds' | 'profile'> {
  /** Force evaluations before it. */
  readonly evaluationsBefore: number;
}

/** Measures a world at the end of a frame. */
export function sampleFrame(
  world: World,
  report: FrameReport & { readonly splits?: number; readonly merges?: number },
  { evaluationsBefore, ...cost }: FrameCost,
): FrameSample {
  const { frame, time, particles, centerOfMass, bounds, account } = world.ledger();
  const { min, max } = bounds;
  const { steps, splits = 0, merges = 0 } = report;
  return {
    ...{ frame, time, ...cost, particles, steps, splits, merges, centerOfMass },
    evaluations: account.evaluations - evaluationsBefore,
    size: Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
    volume: volumeOf(world),
  };
}

function volumeOf({ fields }: World): number {
  const { mass, density } = fields;
  let volume = 0;
  for (let i = 0; i < fields.count; i++) volume += mass[i]! / density[i]!;
  return volume;
}
