// V12: the measure that tells round clusters from flat ones. [card §5, V12; DC99 eq. 14, X4]

import { sphericity } from '../../src/adaptivity/merge.ts';
import { type Check, defineCase, within } from '../case.ts';
import { latticePoints, type Vec3 } from '../simulate.ts';

export const v12 = defineCase({
  number: 12,
  title: 'Sphericity',
  proves:
    'det(I)/(tr(I)/3)³ of the inertia matrix agrees with closed forms for discs, balls and spheroids. A limit of 0.98 excludes the flat ones.',
  remark:
    'Bodies are sampled by points. The reference of .784 for the 1:1:2 spheroid is sampled too; its closed form is 25/32 = .78125, that of the disc 27/32.',
  parameters: { samples: { value: 60, meaning: 'points across a body' } },
  async run({ samples }): Promise<Check[]> {
    const ball = (x: number, y: number, z: number) => x * x + y * y + z * z < 1;
    const disc = filled((x, y) => x * x + y * y < 1, 4 * samples, true);
    const lattice = latticePoints('hcp', [5, 5, 5], 1);
    const center = lattice[62]!;
    const cluster = lattice.filter((x) => Math.hypot(...x.map((c, k) => c - center[k]!)) < 1.01);
    return [
      within('disc', roundness(disc), 27 / 32, 1e-3),
      within('ball', roundness(filled(ball, samples)), 1, 1e-3),
      within('close packed cluster of 13', roundness(cluster), 1, 1e-12),
      within('spheroid 1:1:2', roundness(filled((x, y, z) => ball(2 * x, 2 * y, z), samples)), 25 / 32, 5e-3),
      within('disc in 2D', roundness(disc, 2), 1, 1e-3),
    ];
  },
});

/** Points in the middles of the cells of a grid over (−1, 1)³ that are inside a body. */
function filled(inside: (x: number, y: number, z: number) => boolean, samples: number, flat = false): Vec3[] {
  const at = (i: number) => (2 * i + 1) / samples - 1;
  const points: Vec3[] = [];
  for (let i = 0; i < samples; i++)
    for (let j = 0; j < samples; j++)
      for (let k = 0; k < (flat ? 1 : samples); k++) {
        const x: Vec3 = [at(i), at(j), flat ? 0 : at(k)];
        if (inside(...x)) points.push(x);
      }
  return points;
}

function roundness(points: readonly Vec3[], dimension: 2 | 3 = 3): number {
  return sphericity({
    dimension,
    position: points.flat(),
    mass: points.map(() => 1),
    indices: points.map((_, i) => i),
    count: points.length,
  });
}
