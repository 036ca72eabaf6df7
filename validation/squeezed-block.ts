// The block that several cases let go: close packed, shrunk a little, with the density that follows. [card §6, V4, V7, V8]

import type { SceneInput } from '../src/index.ts';
import type { Values } from './case.ts';
import { latticePoints } from './simulate.ts';

/** The block of V7. */
export const SQUEEZED_BLOCK = {
  edge: { value: 7, meaning: 'particles along each edge of the HCP block' },
  spacing: { value: 0.1, meaning: 'distance of nearest particles before the squeeze, m' },
  restDensity: { value: 1000, meaning: 'ρ₀, kg/m³' },
  stiffness: { value: 1000, meaning: 'k, m²/s²' },
  squeeze: { value: 0.97, meaning: 'factor on all positions' },
  viscosity: { value: 1, meaning: 'η' },
  duration: { value: 1, meaning: 's' },
  frameRate: { value: 100, meaning: 'frames per second, each of which is looked at' },
} as const;

/** A block that is squeezed, at rest and under pressure: its density has followed the squeeze, ρ₀/s³. */
export function squeezedBlock(
  values: Omit<Values<typeof SQUEEZED_BLOCK>, 'duration'>,
  time: SceneInput['time'] = {},
): SceneInput {
  const { edge, spacing, restDensity, stiffness, squeeze, viscosity, frameRate } = values;
  const sites = latticePoints('hcp', [edge, edge, edge], spacing);
  return {
    gravity: [0, 0, 0],
    frameRate,
    time,
    substances: { dough: { preset: 'desbrun-1999', restDensity, stiffness, artificialViscosity: viscosity } },
    bodies: [
      {
        substance: 'dough',
        shape: { points: { positions: sites.map(([x, y, z]) => [squeeze * x, squeeze * y, squeeze * z]) } },
        spacing,
        density: restDensity / squeeze ** 3,
      },
    ],
  };
}
