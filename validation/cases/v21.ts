// V21: where the stress is below the yield stress the substance moves as one piece. [card §9, V21]

import { atMost, type Check, defineCase, within } from '../case.ts';
import { SOLVER_MEANING, SOLVERS } from '../channel.ts';
import { velocityAt } from '../channel-flow.ts';
import { interpolate } from '../simulate.ts';
import { viscoplasticProfile } from '../viscoplastic-channel.ts';

export const v21 = defineCase({
  number: 21,
  title: 'Plug',
  proves: 'A substance that yields has a core that hardly shears.',
  parameters: {
    J: { value: 50, meaning: 'jump number' },
    G: { value: 2, meaning: 'force per volume over the yield stress: the plug is |y| < 1/G' },
    n: { value: 0.5, meaning: 'power index' },
    across: { value: 24, meaning: 'particles from plate to plate' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    density: { value: 0.1, meaning: 'ρ₀, kg/m³: does not matter once it is steady' },
    solver: { value: 1, meaning: SOLVER_MEANING },
  },
  resolution: { parameter: 'across', values: [16, 24, 32], label: 'across' },
  async run({ J, G, n, solver, ...setup }): Promise<Check[]> {
    const channel = { J, G, n },
      edge = 0.9 / G;
    const { layers } = await viscoplasticProfile(channel, { ...setup, solver: SOLVERS[solver] ?? 'implicit' });
    const upper = layers.filter(({ y }) => y > 0),
      core = layers.filter(({ y }) => Math.abs(y) < 0.8 / G);
    const measured = interpolate(
      upper.map(({ y, u }) => [y, u] as const),
      edge,
    );
    return [
      within(
        'u near the edge of the plug over the largest',
        measured / upper[0]!.u,
        velocityAt(edge, channel) / velocityAt(0, channel),
        0.03,
      ),
      atMost('largest D inside', Math.max(...core.map(({ rate }) => rate)), 0, 0.05),
    ];
  },
});
