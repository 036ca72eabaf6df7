// V36: forces in a solid are the derivatives of its energy, and conserve both momenta. [card §14, V36; AW09 eq. 64, X34]

import { World } from '../../src/index.ts';
import { randomSigned } from '../../src/random/random.ts';
import { atMost, type Check, defineCase } from '../case.ts';
import { evaluateAt, solidBlock } from '../elastic-block.ts';

export const v36 = defineCase({
  number: 36,
  title: 'Forces of a solid',
  proves: 'Forces are −∂E/∂x of the energy, for both gradients; they sum to nothing, and so do their moments.',
  parameters: {
    across: { value: 5, meaning: 'particles along each edge' },
    jitter: { value: 0.1, meaning: 'by which they are moved at most, over their spacing' },
    shake: { value: 0.01, meaning: 'random displacement of each particle, m' },
    step: { value: 0.000001, meaning: 'of the finite differences, m' },
  },
  async run({ across, jitter, shake, step }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const gradient of ['mls', 'differences'] as const) {
      using world = await World.create(solidBlock({ across, jitter, gradient, more: { volumeStiffness: 3000 } }));
      const at = (moved: number, by: number) =>
        evaluateAt(
          world,
          (X, id) =>
            X.map(
              (c, a) => 1.05 * c + shake * randomSigned(2, 0, 3 * id + a) + (3 * id + a === moved ? by : 0),
            ) as never,
        );
      const { forces, places } = at(-1, 0),
        largest = Math.max(...forces.map(Math.abs));
      let worst = 0;
      for (let n = 1; n < forces.length; n += 37) {
        const slope = (at(n, step).energy - at(n, -step).energy) / (2 * step);
        worst = Math.max(worst, Math.abs(slope + forces[n]!) / largest);
      }
      const sums = [0, 0, 0, 0, 0, 0];
      for (let n = 0; n < forces.length; n += 3)
        for (let a = 0; a < 3; a++) {
          const [b, c] = [(a + 1) % 3, (a + 2) % 3];
          sums[a]! += forces[n + a]!;
          sums[3 + a]! += places[n + b]! * forces[n + c]! - places[n + c]! * forces[n + b]!;
        }
      checks.push(
        atMost(`${gradient}: |f + ∂E/∂x| over the largest force`, worst, 1e-5),
        atMost(`${gradient}: Σf, Σx×f over the largest force`, Math.max(...sums.map(Math.abs)) / largest, 1e-10),
      );
    }
    return checks;
  },
});
