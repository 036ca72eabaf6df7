// V14: the active surface grows where the density on it is above the level. [card §7, V14; DC99 eq. 17-18 with X9, X10]

import { ActiveSurface, meshVolume } from '../../src/index.ts';
import { type Check, defineCase, within } from '../case.ts';
import { ballAt, radiusOf, type SoftBall, softParticles, softScene } from '../soft-field.ts';

/** 1 − r between 0.3 and 0.65 within 0.0005, as a sum of w (1 − r²/R²)³. */
const CONE: readonly SoftBall[] = [
  { center: [0, 0, 0], radius: 0.5, weight: 0.077 },
  { center: [0, 0, 0], radius: 1.1, weight: 0.3009 },
  { center: [0, 0, 0], radius: 1.5, weight: 0.4985 },
];

export const v14 = defineCase({
  number: 14,
  title: 'Surface inflates',
  proves: 'A surface too far inside the substance grows outward at α (ρ/ρ₀ − iso).',
  remark: 'The field ρ/ρ₀ = 1 − r is made of three concentric particles. The reference of 0.504 is from a dense grid.',
  parameters: {
    radius: { value: 0.4, meaning: 'radius at the start, m' },
    level: { value: 0.4, meaning: 'iso' },
    tracking: { value: 1, meaning: 'α, m/s' },
    voxel: { value: 0.025, meaning: 'Δx, m' },
    time: { value: 0.75, meaning: 's' },
    frames: { value: 5, meaning: 'frames in that time' },
  },
  async run({ radius, level, tracking, voxel, time, frames }): Promise<Check[]> {
    // dR/dt = α (1 − R − iso)
    const rest = 1 - level,
      exact = rest + (radius - rest) * Math.exp(-tracking * time);
    const measure = async (dimension: 2 | 3): Promise<number> => {
      const scene = softScene({ dimension, voxel, smallest: 0.5, level, active: { tracking, tension: 0, volume: 0 } });
      const surface = await ActiveSurface.create(scene, { renew: false });
      const cone = softParticles(CONE, dimension, 1);
      surface.advance(softParticles([ballAt(level, radius, 0.5)], dimension), time);
      surface.advance(cone, 1e-9);
      for (let frame = 1; frame < frames; frame++) surface.advance(cone, time / frames);
      const mesh = surface.advance(cone, time / frames);
      surface.dispose();
      return radiusOf(meshVolume(mesh), dimension);
    };
    return [within('R in 3D', await measure(3), exact, 0.01), within('R in 2D', await measure(2), exact, 0.01)];
  },
});
