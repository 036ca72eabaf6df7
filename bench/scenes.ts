// What is simulated: one cubic meter of `desbrun-1999` liquid on a jittered cubic lattice, already in motion, so that lists are
// rebuilt as often as in a developed flow. Uniform: one spacing. Mixed: the half at small x has `contrast` times the spacing of
// the other half, hence particles of contrast³ times the mass and `contrast` times the smoothing length.

import { cubeRoot } from '../src/math/roots.ts';
import type { SceneInput } from '../src/scene/schema.ts';
import type { Row, Size } from './rows.ts';

/** Ratio of the spacings of the two halves; 1 is uniform. */
export type Contrast = 1 | 2 | 4;

type Counts = readonly [x: number, y: number, z: number];

/** Lattice sites along x, y, z: of the whole where uniform, else of the coarse half (the fine half has contrast³ times as many). */
const COUNTS: Readonly<Record<Contrast, Readonly<Partial<Record<Size, Counts>>>>> = {
  1: { '10k': [20, 25, 20], '100k': [40, 50, 50], '1M': [100, 100, 100] },
  2: { '10k': [8, 14, 10], '100k': [17, 26, 25], '1M': [38, 54, 54] },
  4: { '100k': [9, 13, 13] },
};

/** Random displacement of every particle, as a fraction of the spacing. */
const JITTER = 0.1;
/** Strain rate of the flow at the start, 1/s: about 3 m/s at the edge of a meter, a tenth of the speed of sound. */
const STRAIN = 3;

type Vector = readonly [number, number, number];

export interface BenchScene {
  readonly input: SceneInput;
  /** Velocity at the start, m/s: a linear field without divergence. */
  velocity(x: number, y: number, z: number): Vector;
}

/** The scene of a row; `search` uses the block at 4:1 instead of 2:1. */
export function sceneOf({ scene, size, mixed }: Pick<Row, 'scene' | 'size' | 'mixed'>): BenchScene {
  const contrast = mixed ? (scene === 'search' ? 4 : 2) : 1;
  return scene === 'dam-break' ? damBreak(size, contrast) : block(size, contrast);
}

/** A column that collapses in the corner of a tank: it slides outward along the floor as fast as it sinks. */
function damBreak(size: Size, contrast: Contrast): BenchScene {
  const { bodies, extent } = fill(size, contrast);
  return {
    input: {
      ...liquid,
      bodies,
      obstacles: [{ shape: { box: { min: [0, 0, 0], max: [3, 2, extent[2]] } }, inside: true }],
    },
    velocity: (x, y) => [STRAIN * x, -STRAIN * y, 0],
  };
}

/** A block in free fall, stretched along its diagonal and turning about it. */
function block(size: Size, contrast: Contrast): BenchScene {
  const { bodies, extent } = fill(size, contrast);
  const [cx, cy, cz] = [extent[0] / 2, extent[1] / 2, extent[2] / 2];
  return {
    input: { ...liquid, bodies },
    velocity: (x, y, z) => [STRAIN * (y - cy), STRAIN * (z - cz), STRAIN * (x - cx)],
  };
}

const liquid = { substances: { liquid: { preset: 'desbrun-1999' } } } as const satisfies SceneInput;

/** One or two bodies that fill a cubic meter from the origin on, and how far they reach, m. */
function fill(size: Size, contrast: Contrast): { bodies: NonNullable<SceneInput['bodies']>; extent: Vector } {
  const counts = COUNTS[contrast][size];
  if (!counts) throw new Error(`no ${size} scene at ${contrast}:1`);
  const volume = contrast === 1 ? 1 : 0.5;
  const spacing = cubeRoot(volume / (counts[0] * counts[1] * counts[2]));
  const [w, height, depth] = counts.map((n) => n * spacing) as [number, number, number];
  const part = (from: number, to: number, a: number) => ({
    substance: 'liquid',
    shape: { box: { min: [from, 0, 0], max: [to, height, depth] } } as const,
    spacing: a,
    lattice: 'cubic' as const,
    jitter: JITTER,
  });
  const coarse = part(0, w, spacing);
  if (contrast === 1) return { bodies: [coarse], extent: [w, height, depth] };
  return { bodies: [coarse, part(w, 2 * w, spacing / contrast)], extent: [2 * w, height, depth] };
}
