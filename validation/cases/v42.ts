// V42: a body that is cut through has no force and no energy across the cut. [card §16, V42; AW09 §7.3]

import { World } from '../../src/index.ts';
import type { SceneInput } from '../../src/scene/schema.ts';
import { atLeast, type Check, defineCase, within } from '../case.ts';
import { evaluateAt, solidBlock } from '../elastic-block.ts';

/** Between the third and the fourth layer of particles, m. */
const CUT = 0.25;

export const v42 = defineCase({
  number: 42,
  title: 'Separation by a cut',
  proves: 'Halves of a body that is cut through, moved apart, feel nothing of each other.',
  parameters: {
    across: { value: 6, meaning: 'particles along each edge' },
    jitter: { value: 0.2, meaning: 'by which they are moved at most, over their spacing' },
    apart: { value: 1, meaning: 'between the halves, m' },
    cut: { value: 1, meaning: '0: leaves the body whole' },
  },
  async run({ across, jitter, apart, cut }): Promise<Check[]> {
    const checks: Check[] = [];
    for (const [name, shape] of shapes(across)) {
      const block = solidBlock({ across, jitter, gradient: 'mls' });
      using world = await World.create({ ...block, cuts: cut > 0 ? [{ shape }] : [] });
      const moved = evaluateAt(world, ([x, y, z]) => [x > CUT ? x + apart : x, y, z]),
        scale = moved.modulus * moved.volume,
        largest = Math.max(...moved.forces.map(Math.abs));
      checks.push(
        within(`${name}: energy over E V`, moved.energy / scale, 0, 1e-12),
        within(`${name}: largest force over E V^(2/3)`, largest / scale ** (2 / 3), 0, 1e-12),
      );
      const squeezed = evaluateAt(world, ([x, y, z]) => [1.05 * x, y, z]);
      checks.push(atLeast(`${name}: each half still has its own energy, over E V`, squeezed.energy / scale, 1e-4));
    }
    return checks;
  },
});

type CutShape = NonNullable<SceneInput['cuts']>[number]['shape'];

/** The same cut as a plane, a disc and a mesh of two triangles. */
function shapes(across: number): readonly (readonly [string, CutShape])[] {
  const wide = 0.1 * across;
  return [
    ['plane', { plane: { point: [CUT, 0, 0], normal: [1, 0, 0] } }],
    ['disc', { disc: { center: [CUT, wide / 2, wide / 2], normal: [1, 0, 0], radius: wide } }],
    [
      'mesh',
      {
        mesh: {
          positions: [CUT, -wide, -wide, CUT, 2 * wide, -wide, CUT, 2 * wide, 2 * wide, CUT, -wide, 2 * wide],
          triangles: [0, 1, 2, 0, 2, 3],
        },
      },
    ],
  ];
}
