// The block of V13: close packed and squeezed, with two layers of its five split into the pattern of the card. [card §6, V13]

import type { SceneInput } from '../src/index.ts';
import { splitParticle } from '../src/particles/split.ts';
import type { Values } from './case.ts';
import { latticePoints, type Vec3 } from './simulate.ts';

export const MIXED_BLOCK = {
  edge: { value: 5, meaning: 'particles along each edge of the HCP block' },
  splitLayers: { value: 2, meaning: 'layers whose particles are split into seven' },
  spacing: { value: 0.1, meaning: 'distance of nearest particles before the squeeze, m' },
  restDensity: { value: 1000, meaning: 'ρ₀, kg/m³' },
  stiffness: { value: 1000, meaning: 'k, m²/s²' },
  squeeze: { value: 0.97, meaning: 'factor on all positions' },
  viscosity: { value: 1.913, meaning: 'η of the fine particles; that of the coarse is smaller as h is larger, 1' },
  divergence: { value: 0.005, meaning: 'λ₃' },
  duration: { value: 0.2, meaning: 's' },
  frame: { value: 0.04, meaning: 'length of a frame, s' },
} as const;

/** Where the coarse and the fine particles are, m. */
export function mixedPoints({ edge, splitLayers, spacing, squeeze }: Values<typeof MIXED_BLOCK>): {
  coarse: Vec3[];
  fine: Vec3[];
} {
  const sites = latticePoints('hcp', [edge, edge, edge], spacing).map(
    ([x, y, z]): Vec3 => [squeeze * x, squeeze * y, squeeze * z],
  );
  const split = sites.slice(0, splitLayers * edge * edge);
  const fine = split.flatMap((position, id) =>
    splitParticle({
      dimension: 3,
      id,
      position,
      mass: (spacing * squeeze) ** 3 / Math.SQRT2, // of density 1: only its size matters here
      density: 1,
      gradient: [0, 0, 0],
      densityMin: 1,
      densityMax: 1,
      neighbors: sites.filter((x) => x !== position).flat(),
    }).map(({ x, y, z }): Vec3 => [x, y, z]),
  );
  return { coarse: sites.slice(split.length), fine };
}

/** The block as a scene; nothing splits or merges. */
export function mixedBlock(
  values: Values<typeof MIXED_BLOCK>,
  individualSteps: boolean,
  frame = values.frame,
): SceneInput {
  const { spacing, restDensity, stiffness, squeeze, viscosity, divergence } = values;
  const { coarse, fine } = mixedPoints(values);
  const density = restDensity / squeeze ** 3;
  return {
    gravity: [0, 0, 0],
    frameRate: 1 / frame,
    time: { divergence },
    adaptivity: { levels: 0, individualSteps },
    substances: { dough: { preset: 'desbrun-1999', restDensity, stiffness, artificialViscosity: viscosity } },
    bodies: [
      { substance: 'dough', shape: { points: { positions: coarse } }, spacing, density },
      { substance: 'dough', shape: { points: { positions: fine } }, spacing: spacing / Math.cbrt(7), density },
    ],
  };
}
