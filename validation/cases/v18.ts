// V18: a viscoplastic substance between plates that slide past each other shears evenly. [card §9, V18]

import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { SOLVER_MEANING, SOLVERS, steadyProfile } from '../channel.ts';

export const v18 = defineCase({
  number: 18,
  title: 'Couette flow, viscoplastic',
  proves: 'Plates with grip drag the substance along without slip, and stress is the same in every layer.',
  parameters: {
    J: { value: 10, meaning: 'jump number' },
    across: { value: 16, meaning: 'particles from plate to plate' },
    smoothing: { value: 1.3, meaning: 'h over the spacing' },
    speed: { value: 1, meaning: 'of the upper plate, m/s; the lower one rests' },
    density: { value: 0.1, meaning: 'ρ₀, kg/m³: does not matter once it is steady' },
    solver: { value: [0, 1], meaning: SOLVER_MEANING },
  },
  resolution: { parameter: 'across', values: [8, 16, 32], label: 'across' },
  async run({ J, speed, solver, ...setup }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const choice of solver) {
      const name = SOLVERS[choice] ?? 'implicit';
      const { layers } = await steadyProfile({
        ...setup,
        G: 0,
        plates: [0, speed],
        substance: { jumpNumber: J },
        c: Math.max(20, 10 * speed),
        solver: name,
        watch: 1 / speed,
      });
      const off = layers.map(({ y, u }) => Math.abs(u - (speed * (y + 1)) / 2)),
        rates = layers.slice(1, -1).map(({ rate }) => rate);
      checks.push(
        atMost(`${name}: farthest from a line, over U`, Math.max(...off) / speed, 0, 0.01),
        withinPart(`${name}: smallest D`, Math.min(...rates), speed / 2, 0.04),
        withinPart(`${name}: largest D`, Math.max(...rates), speed / 2, 0.04),
      );
    }
    return checks;
  },
});
