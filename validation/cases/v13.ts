// V13: particles with steps of their own end where particles with one step end, for fewer evaluations. [card §6, V13; DC99 §5]

import { type SceneInput, World } from '../../src/index.ts';
import { atMost, type Check, defineCase, within } from '../case.ts';
import { MIXED_BLOCK, mixedBlock } from '../mixed-block.ts';
import { Diverged, energyOf, simulate } from '../simulate.ts';

export const v13 = defineCase({
  number: 13,
  title: 'Individual steps',
  proves:
    'A block of coarse and fine particles comes to rest with individual steps as it does with one step. It keeps its momentum and needs fewer evaluations.',
  remark:
    'With individual steps momentum is only approximate, because a particle that is evaluated pushes neighbors that are not. It is compared with the largest Σm|v|, which occurs in the first hundredth of a second.',
  parameters: MIXED_BLOCK,
  async run(values): Promise<Check[]> {
    const frames = Math.round(values.duration / values.frame);
    let peak = 0;
    await simulate(mixedBlock(values, true, 0.001), 20, (world) => {
      peak = Math.max(peak, totalSpeed(world));
    });
    const individual = await run(mixedBlock(values, true), frames);
    const global = await run(mixedBlock(values, false), frames);
    return [
      within('particles', individual.particles, 425, 0),
      atMost('|Σmv| / peak Σm|v|', individual.momentum / peak, 0, 1e-3),
      atMost('E/E₀ at the end', individual.energy, 0, 1e-3),
      atMost('E/E₀ at the end, one step', global.energy, 0, 1e-3),
      atMost('|Σmv| / peak Σm|v|, one step', global.momentum / peak, 0, 1e-8),
      atMost('evaluations / those of one step', individual.evaluations / global.evaluations, 0.9),
    ];
  },
});

/** What a run comes to; momentum is the largest at the end of a frame, N·s. */
async function run(
  scene: SceneInput,
  frames: number,
): Promise<{ particles: number; momentum: number; energy: number; evaluations: number }> {
  const world = await World.create(scene);
  try {
    const before = energyOf(world);
    let momentum = 0;
    let evaluations = 0;
    for (let frame = 0; frame < frames; frame++) {
      const report = world.advance();
      if (!report.ok) throw new Diverged(`frame ${frame} at ${report.problem!.time} s: ${report.problem!.message}`);
      momentum = Math.max(momentum, Math.hypot(...world.ledger().momentum));
      evaluations += report.evaluations;
    }
    return { particles: world.fields.mass.length, momentum, energy: energyOf(world) / before, evaluations };
  } finally {
    world.dispose();
  }
}

/** Σm|v|, N·s. */
function totalSpeed({ fields: { mass, velocity } }: World): number {
  return mass.reduce((sum, m, i) => sum + m * Math.hypot(...velocity.subarray(3 * i, 3 * i + 3)), 0);
}
