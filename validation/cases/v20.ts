// V20: a viscoplastic substance between plates at rest, driven by a force, for any J and G. [card §9, V20; PV09 eq. 4]

import { type Check, type Curve, defineCase, told, withinPart } from '../case.ts';
import { SOLVER_MEANING, SOLVERS, toleranceAcross } from '../channel.ts';
import { velocityAt } from '../channel-flow.ts';
import { viscoplasticProfile } from '../viscoplastic-channel.ts';

export const v20 = defineCase({
  number: 20,
  title: 'Poiseuille flow, viscoplastic',
  proves: 'A viscosity that depends on the rate of deformation gives the same flow as inverting the law of stress.',
  remark:
    'Where little of the channel flows, an error in the stress is 3 G/(G − 1) times as large in the velocity. Measured with 32 particles across: within 3.4 % for J from 5 to 500 and G from 1.2 to 6, ' +
    'but −14 % at J = 500, G = 1.2, where the part that shears is less than three particles thick (−3 % with 64 across).',
  parameters: {
    J: { value: [10, 30], meaning: 'jump numbers' },
    G: {
      value: [2, 3],
      meaning: 'forces per volume over the yield stress, one for each J; the last one for all others',
    },
    n: { value: 0.5, meaning: 'power index' },
    across: { value: 32, meaning: 'particles from plate to plate' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    density: { value: 0.1, meaning: 'ρ₀, kg/m³: does not matter once it is steady' },
    solver: { value: 1, meaning: SOLVER_MEANING },
  },
  resolution: { parameter: 'across', values: [16, 32, 64], label: 'across' },
  figures: {
    profile1: { title: 'Channel, first J and G', x: 'y / half of the height', y: 'velocity / (m/s)' },
    profile2: { title: 'Channel, second J and G', x: 'y / half of the height', y: 'velocity / (m/s)' },
  },
  async run({ J, G, n, solver, ...setup }) {
    const checks: Check[] = [],
      curves: Curve[] = [];
    for (let k = 0; k < Math.max(J.length, G.length); k++) {
      const channel = { J: J[k] ?? J.at(-1)!, G: G[k] ?? G.at(-1)!, n },
        name = `J = ${channel.J}, G = ${channel.G}`,
        exact = velocityAt(0, channel);
      const { center, layers } = await viscoplasticProfile(channel, {
        ...setup,
        solver: SOLVERS[solver] ?? 'implicit',
      });
      const squares = layers.reduce((sum, { y, u }) => sum + (u - velocityAt(y, channel)) ** 2, 0);
      checks.push(
        withinPart(`${name}: velocity in the middle`, center, exact, toleranceAcross(setup.across)),
        told(`${name}: rms error of the profile over its largest velocity`, Math.sqrt(squares / layers.length) / exact),
      );
      curves.push(
        { figure: `profile${k + 1}`, kind: 'simulated', points: layers.map(({ y, u }) => [y, u]) },
        { figure: `profile${k + 1}`, kind: 'theory', name, points: layers.map(({ y }) => [y, velocityAt(y, channel)]) },
      );
    }
    return { checks, curves };
  },
});
