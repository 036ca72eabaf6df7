// V17: the viscosity η* of a rate of deformation, as compiled, against the formula and its limits. [card §9, V17; PV09 eq. 4]

import { Team } from '../../src/threads/team.ts';
import { ARENA } from '../../src/wasm/layout.ts';
import { SharedMemory } from '../../src/wasm/memory.ts';
import { atMost, type Check, defineCase, withinPart } from '../case.ts';
import { viscosityOf } from '../channel-flow.ts';

type Viscosity = (rate: number, J: number, n: number) => number;

export const v17 = defineCase({
  number: 17,
  title: 'Viscosity of a viscoplastic substance',
  proves: 'η* is finite and exact at every rate: J + 1 at rest, about J + 1.5 at its maximum, 2 at 1.',
  parameters: {
    J: { value: [15, 50, 150], meaning: 'jump numbers' },
    n: { value: 0.5, meaning: 'power index' },
    rates: { value: [0, 1e-300, 1e-16, 1e-14, 1e-10, 1e-6, 1e-3, 0.1, 1, 100, 1e8, 1e300], meaning: 'D over γ̇₁' },
  },
  async run({ J, n, rates }): Promise<Check[]> {
    const shared = new SharedMemory(2 * ARENA),
      team = await Team.start(shared, 1);
    try {
      const compiled: Viscosity = (...args) => team.wasm.dimensionlessViscosity(...args);
      return J.flatMap((jump) => checksOf(compiled, jump, n, rates));
    } finally {
      team.stop();
    }
  },
});

function checksOf(compiled: Viscosity, J: number, n: number, rates: readonly number[]): Check[] {
  const deviation = (rate: number) => Math.abs(compiled(rate, J, n) / viscosityOf(rate, J, n) - 1);
  const worst = rates.map(deviation).reduce((a, b) => (b > a || Number.isNaN(b) ? b : a), 0);
  const checks = [
    withinPart(`J = ${J}: η*(0)`, compiled(0, J, n), J + 1, 1e-3),
    withinPart(`J = ${J}: largest η*`, largest(compiled, J, n), largest(viscosityOf, J, n), 1e-3),
    atMost(`J = ${J}: off the formula`, worst, 0, 1.1e-7),
  ];
  if (J > 5) checks.push(withinPart(`J = ${J}: η*(1)`, compiled(1, J, n), 2, 1e-3));
  const printed: Readonly<Record<number, number>> = { 15: 16.481, 50: 51.494, 150: 151.498 };
  if (printed[J] && n === 0.5)
    checks.push(withinPart(`J = ${J}: largest η* of §9`, largest(compiled, J, n), printed[J], 1e-3));
  return checks;
}

/** Over rates from 1e-8 to 100, a hundred per decade. */
function largest(eta: Viscosity, J: number, n: number): number {
  let most = 0;
  for (let k = -800; k <= 200; k++) most = Math.max(most, eta(10 ** (k / 100), J, n));
  return most;
}
