// V16: f stays a distance at the surface while it changes its shape. [card §7, V16; DC99 §6.5]

import { ActiveSurface } from '../../src/index.ts';
import { bandSlopes } from '../band-slopes.ts';
import { atLeast, atMost, type Check, defineCase } from '../case.ts';
import { ballAt, type SoftBall, softParticles, softScene } from '../soft-field.ts';

export const v16 = defineCase({
  number: 16,
  title: 'Band quality',
  proves:
    '|∇f| stays 1 at the surface, because its speed is extended from there and f is regularly made a distance again.',
  remark: 'Two bumps w (1 − r²/R²)³ replace two Gaussians, because that is the shape of particles.',
  parameters: {
    distance: { value: 0.3, meaning: 'of each bump from the middle, m' },
    support: { value: 0.6, meaning: 'R of the bumps, m' },
    level: { value: 0.3, meaning: 'iso' },
    radius: { value: 0.4, meaning: 'of the ball at the start, m' },
    tracking: { value: 1, meaning: 'α, m/s' },
    voxel: { value: 0.025, meaning: 'Δx, m' },
    time: { value: 3, meaning: 's' },
  },
  async run({ distance, support, level, radius, tracking, voxel, time }): Promise<Check[]> {
    const bumps = [-distance, distance].map((x): SoftBall => ({ center: [x, 0, 0], radius: support, weight: 1 }));
    const measure = async (dimension: 2 | 3): Promise<readonly number[]> => {
      const scene = softScene({ dimension, voxel, smallest: 0.5, level, active: { tracking, tension: 0, volume: 0 } });
      const surface = await ActiveSurface.create(scene, { renew: false });
      surface.advance(softParticles([ballAt(level, radius, 0.5)], dimension), time);
      surface.advance(softParticles(bumps, dimension, 1), 1e-9);
      surface.advance(softParticles(bumps, dimension, 1), time);
      const slopes = bandSlopes(surface.snapshot(), dimension);
      surface.dispose();
      return slopes;
    };
    const checks: Check[] = [];
    for (const dimension of [2, 3] as const) {
      const slopes = await measure(dimension);
      checks.push(
        atLeast(
          `smallest |∇f| in ${dimension}D`,
          slopes.reduce((a, b) => Math.min(a, b)),
          0.85,
        ),
        atMost(
          `largest |∇f| in ${dimension}D`,
          slopes.reduce((a, b) => Math.max(a, b)),
          1.2,
        ),
      );
    }
    return checks;
  },
});
