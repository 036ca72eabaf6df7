// V23: a shear wave dies as its viscosity says. [card §9, V23]

import { type Check, defineCase, withinPart } from '../case.ts';
import { SOLVER_MEANING, SOLVERS } from '../channel.ts';
import { waveViscosity } from '../shear-wave.ts';

export const v23 = defineCase({
  number: 23,
  title: 'Viscosity of a shear wave',
  proves: 'Particles on a lattice are as viscous as the scene says, with either solver.',
  parameters: {
    edge: { value: 24, meaning: 'particles along an edge of the periodic square' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    viscosity: { value: 0.1, meaning: 'kinematic, m²/s' },
    solver: { value: [0, 1], meaning: SOLVER_MEANING },
  },
  resolution: { parameter: 'edge', values: [12, 24, 48], label: 'along an edge' },
  async run({ edge, smoothing, viscosity, solver }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const choice of solver) {
      const name = SOLVERS[choice] ?? 'implicit';
      const measured = await waveViscosity({
        edge,
        smoothing,
        substance: { viscosity },
        solver: name,
        frame: 1e-3 * (0.1 / viscosity),
        frames: 200,
      });
      checks.push(withinPart(`${name}: ν/ν of the scene`, measured / viscosity, 1, 0.05));
    }
    return checks;
  },
});
