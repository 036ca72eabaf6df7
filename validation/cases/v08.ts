// V8: steps as long as the rule allows never gain energy, however viscous the block is. [card §6, V8; DC99 eq. 15, X7]
// The criteria on acceleration and divergence are opened wide, so that the rule dt ≤ λ₁h/(c(1+η/4)) alone sets the step.

import { atMost, type Check, defineCase } from '../case.ts';
import { energyOf, simulate } from '../simulate.ts';
import { SQUEEZED_BLOCK, squeezedBlock } from '../squeezed-block.ts';

const { spacing, restDensity, stiffness, squeeze } = SQUEEZED_BLOCK;

export const v08 = defineCase({
  number: 8,
  title: 'Step rule',
  proves: 'The step limit with its viscous part is safe for every η of the paper’s range.',
  parameters: {
    edge: { value: 5, meaning: 'particles along each edge of the HCP block' },
    spacing,
    restDensity,
    stiffness,
    squeeze,
    viscosities: { value: [1, 5, 10, 20, 30], meaning: 'η, one run for each' },
    courant: { value: 0.3, meaning: 'λ₁' },
    duration: { value: 0.5, meaning: 's' },
  },
  async run({ viscosities, courant, duration, ...block }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const viscosity of viscosities) {
      const h = (1.35 * block.spacing) / 2 ** (1 / 6);
      const limit = (courant * h) / (Math.sqrt(block.stiffness) * (1 + 0.25 * viscosity));
      const frameRate = 1 / (STEPS_PER_FRAME * CLOSE * limit);
      const time = { courant, acceleration: 1, divergence: 0.5 };
      const energies: number[] = [];
      await simulate(
        squeezedBlock({ ...block, viscosity, frameRate }, time),
        Math.ceil(duration * frameRate),
        (world) => energies.push(energyOf(world)),
      );
      checks.push(atMost(`largest E/E₀, η = ${viscosity}`, Math.max(...energies) / energies[0]!, 1, 0.02));
    }
    return checks;
  },
});

/** A power of two, and a length just below the limit, so that every step is as long as the rule allows. */
const STEPS_PER_FRAME = 4;
const CLOSE = 0.999;
