// A standing sound wave in a periodic box, one step per frame as long as the Courant rule allows. [card §6, V5, V6]

import type { SceneInput, World } from '../src/index.ts';
import { latticePoints, type Vec3 } from './simulate.ts';

export interface Wave {
  /** Particles along the wave and across it; two numbers make it 2D. The spacing is 1 m, so these are lengths too. */
  readonly box: readonly number[];
  /** k = c², m²/s² */
  readonly stiffness: number;
  /** Largest speed at the start, m/s. */
  readonly amplitude: number;
  /** λ₁ */
  readonly courant: number;
}

/** h of particles of 1 m. */
export const WAVE_SMOOTHING_LENGTH = 1.35;
const DENSITY = 1000;

/** λ₁h/c, s. */
export function courantStep({ stiffness, courant }: Wave): number {
  return (courant * WAVE_SMOOTHING_LENGTH) / Math.sqrt(stiffness);
}

/** Particles of a cubic lattice that move by v₀ sin(2πx/L) along x. */
export function standingWave(wave: Wave): SceneInput {
  const { box, stiffness, amplitude, courant } = wave;
  const [length, width, depth = 1] = box as [number, number, number?];
  const counts: Vec3 = [length, width, depth];
  const positions = latticePoints('cubic', counts, 1);
  return {
    dimension: box.length === 3 ? 3 : 2,
    gravity: [0, 0, 0],
    frameRate: 1 / (0.998 * courantStep(wave)),
    time: { courant },
    substances: {
      jelly: {
        kernel: 'dc',
        smoothing: WAVE_SMOOTHING_LENGTH,
        restDensity: DENSITY,
        stiffness,
        artificialViscosity: 0,
      },
    },
    bodies: [
      {
        substance: 'jelly',
        lattice: 'cubic',
        spacing: 1,
        shape: {
          points: {
            positions,
            velocities: positions.map(([x]) => [amplitude * Math.sin((2 * Math.PI * x) / length), 0, 0]),
          },
        },
      },
    ],
    domain: { min: [0, 0, 0], max: counts, periodic: [true, true, true] },
  };
}

/** How much of the wave is in the velocities: (2/n) Σ v sin(2πx/L), m/s. */
export function waveAmplitude({ fields: { position, velocity, count } }: World, length: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += velocity[3 * i]! * Math.sin((2 * Math.PI * position[3 * i]!) / length);
  return (2 * sum) / count;
}
