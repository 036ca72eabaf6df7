// V10: the children of a split in a bed under pressure hardly push each other apart. [card §5, V10; DC99 §4.1, X5]

import { CHILDREN, splitParticle } from '../../src/particles/split.ts';
import { stateOf } from '../../test/reference/arrangements.ts';
import { material, rates, vectorAt } from '../../test/reference/sph.ts';
import { atLeast, atMost, type Check, defineCase, within } from '../case.ts';
import { latticePoints } from '../simulate.ts';

export const v10 = defineCase({
  number: 10,
  title: 'Quality of a split',
  proves: 'At uniform pressure the children stay nearly at rest, because they are where the pattern of §5 puts them.',
  remark:
    'The acceleration should be 0 and is given in P/(ρL). Forces are those of the double-precision reference, with the means of both kernels.',
  parameters: {
    spread: { value: 0.48, meaning: 'distance of the children from the center over L' },
    narrow: { value: 0.3, meaning: 'a distance that is too short' },
    splits: { value: 4, meaning: 'particles that are split, one after the other, each with orientations of its own' },
  },
  async run({ spread, narrow, splits }): Promise<Check[]> {
    const good = rmsAcceleration(spread, splits);
    return [
      within('rms acceleration', good, 0.196, 0.02),
      atMost('rms acceleration, small', good, 0.3),
      atLeast('rms acceleration, too narrow', rmsAcceleration(narrow, splits), 1.2),
    ];
  },
});

/** Of the children of the middle particle of an HCP bed at P = ρ = L = 1. */
function rmsAcceleration(spread: number, splits: number): number {
  const sites = latticePoints('hcp', [9, 9, 9], 2 ** (1 / 6));
  const center = sites[(sites.length - 1) / 2]!;
  const near = sites.filter((x) => x !== center && Math.hypot(...x.map((c, k) => c - center[k]!)) < 4);
  let sum = 0;
  for (let id = 0; id < splits; id++) {
    const children = splitParticle({
      dimension: 3,
      id,
      spread,
      position: center,
      mass: 1,
      density: 1,
      gradient: [0, 0, 0],
      densityMin: 1,
      densityMax: 1,
      neighbors: near.flat(),
    });
    const state = stateOf({
      positions: [...children.map(({ x, y, z }) => [x, y, z] as const), ...near],
      mass: (i) => children[i]?.mass ?? 1,
      density: 1,
      smoothingLength: (i) => 1.35 * Math.cbrt(children[i]?.mass ?? 1),
    });
    // An ideal gas of k = 1 has P = 1 at ρ = 1.
    const gas = material({ stateEquation: 'ideal-gas', stiffness: 1, restDensity: 1 });
    const { acceleration } = rates(state, [gas]);
    for (let c = 0; c < CHILDREN; c++) sum += Math.hypot(...vectorAt(acceleration, c)) ** 2;
  }
  return Math.sqrt(sum / (splits * CHILDREN));
}
