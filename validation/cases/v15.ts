// V15: tension shrinks a ball as R² = R₀² − 2(d − 1)βt. [card §7, V15; DC99 eq. 18]

import { ActiveSurface, meshVolume } from '../../src/index.ts';
import { type Check, defineCase, withinPart } from '../case.ts';
import { radiusOf, softParticles, softScene } from '../soft-field.ts';

/** A steep ball: with this support and weight the level is where the radius is asked for. */
const SUPPORT = 1.08;
const WEIGHT = 100;

export const v15 = defineCase({
  number: 15,
  title: 'Surface tension',
  proves: 'β κ moves the surface by its mean curvature, in the direction that makes it smooth.',
  remark: 'R₀ is measured on the first mesh, which is inscribed and 0.1 % too small.',
  parameters: {
    radius: { value: 0.6, meaning: 'R₀, m' },
    tension: { value: 0.05, meaning: 'β, m²/s' },
    voxel: { value: 0.025, meaning: 'Δx, m, in 2D' },
    coarseVoxel: { value: 0.04, meaning: 'Δx, m, in 3D' },
    times: { value: [1.5, 1], meaning: 's, in 2D and 3D' },
  },
  async run({ radius, tension, voxel, coarseVoxel, times }): Promise<Check[]> {
    const support = SUPPORT * radius,
      level = WEIGHT * (1 - (radius / support) ** 2) ** 3;
    const measure = async (dimension: 2 | 3, size: number, time: number): Promise<readonly [number, number]> => {
      const active = { tracking: 0, tension, volume: 0 };
      const surface = await ActiveSurface.create(
        softScene({ dimension, voxel: size, smallest: support, level, active }),
      );
      const fields = softParticles([{ center: [0, 0, 0], radius: support, weight: WEIGHT }], dimension);
      const start = radiusOf(meshVolume(surface.advance(fields, time)), dimension),
        end = radiusOf(meshVolume(surface.advance(fields, time)), dimension);
      surface.dispose();
      return [end, Math.sqrt(start ** 2 - 2 * (dimension - 1) * tension * time)];
    };
    const [disc, exactDisc] = await measure(2, voxel, times[0]!),
      [ball, exactBall] = await measure(3, coarseVoxel, times[1]!);
    return [withinPart('R in 2D', disc, exactDisc, 0.01), withinPart('R in 3D', ball, exactBall, 0.02)];
  },
});
