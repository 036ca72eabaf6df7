// V19: a Newtonian liquid between plates at rest, driven by a force: u = G (1 − y²)/2. [card §9, V19]

import { type Check, defineCase, withinPart } from '../case.ts';
import { SOLVER_MEANING, SOLVERS, steadyProfile, toleranceAcross } from '../channel.ts';

export const v19 = defineCase({
  number: 19,
  title: 'Poiseuille flow, Newtonian',
  proves: 'Laminar viscosity and the grip of plates balance a force as the equations say.',
  parameters: {
    G: { value: 2, meaning: 'force per volume, N/m³' },
    viscosity: { value: 1, meaning: 'Pa·s' },
    across: { value: 32, meaning: 'particles from plate to plate' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    density: { value: 0.1, meaning: 'ρ₀, kg/m³: does not matter once it is steady' },
    solver: { value: [0, 1], meaning: SOLVER_MEANING },
  },
  resolution: { parameter: 'across', values: [16, 32, 64], label: 'across' },
  async run({ viscosity, solver, ...setup }): Promise<Check[]> {
    const u = setup.G / (2 * viscosity),
      checks: Check[] = [];
    for (const choice of solver) {
      const name = SOLVERS[choice] ?? 'implicit';
      const { center } = await steadyProfile({
        ...setup,
        substance: { viscosity },
        c: Math.max(20, 10 * u),
        solver: name,
        watch: 0.3 / u,
      });
      checks.push(withinPart(`${name}: velocity in the middle`, center, u, toleranceAcross(setup.across)));
    }
    return checks;
  },
});
