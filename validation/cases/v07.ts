// V7: a squeezed block lets go of its energy and comes to rest at the rest density. [card §6, V7; DC99 §2]

import { atMost, type Check, defineCase, within } from '../case.ts';
import { energyOf, simulate } from '../simulate.ts';
import { SQUEEZED_BLOCK, squeezedBlock } from '../squeezed-block.ts';

export const v07 = defineCase({
  number: 7,
  title: 'A block relaxes',
  proves: 'The rest density is an equilibrium, and viscosity leads to it.',
  parameters: SQUEEZED_BLOCK,
  async run(values): Promise<Check[]> {
    const energies: number[] = [];
    let mean = Number.NaN,
      deviation = Number.NaN;
    await simulate(squeezedBlock(values), Math.round(values.duration * values.frameRate), (world) => {
      energies.push(energyOf(world));
      const { density, count } = world.fields;
      mean = density.reduce((sum, rho) => sum + rho, 0) / count;
      deviation = Math.sqrt(density.reduce((sum, rho) => sum + (rho - mean) ** 2, 0) / count);
    });
    return [
      within('mean ρ/ρ₀', mean / values.restDensity, 1, 0.002),
      atMost('standard deviation of ρ/ρ₀', deviation / values.restDensity, 0, 0.002),
      atMost('E/E₀', energies.at(-1)! / energies[0]!, 0, 1e-3),
    ];
  },
});
