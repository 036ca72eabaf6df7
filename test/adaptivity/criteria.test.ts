// Who splits and who may merge, on views made by hand: a thin sheet, a thick body, its deep inside, rough and calm densities.

import { describe, expect, it } from 'vitest';
import type { AdaptInput } from '../../src/adaptivity/adapt-input.ts';
import { type Criteria, makeCriteria } from '../../src/adaptivity/criteria.ts';
import type { ParticleView } from '../../src/adaptivity/particle-view.ts';
import * as at from '../../src/wasm/layout.ts';

interface Situation {
  /** In masses of the finest; one particle, whose neighbors are like it if nothing else is said. */
  readonly mass?: number;
  readonly fill?: number;
  /** Part of the kernel in obstacles. */
  readonly covered?: number;
  /** Fill of its neighbors. */
  readonly around?: number;
  readonly lightest?: number;
  /** Distance of the nearest wall that drags, in smoothing lengths. */
  readonly wall?: number;
  /** |ρ_j − ρ_i|/ρ_i */
  readonly contrast?: number;
  /** Frame of the last change, and what it was. */
  readonly changed?: readonly [frame: number, what: 'split' | 'merge'];
  readonly frame?: number;
  readonly starting?: boolean;
  readonly settings?: Partial<AdaptInput['settings']>;
}

const FINEST = 0.02; // kg

/** The criteria for particle 0 and its neighbor 1. */
function criteriaFor(s: Situation): Criteria {
  const { mass = 1, fill = 1, around = fill, lightest = mass, contrast = 0, frame = 10, starting = false } = s;
  const changed = s.changed ? 2 * s.changed[0] + (s.changed[1] === 'merge' ? 1 : 0) : 0;
  const view = {
    count: 2,
    fields: { mass: [mass * FINEST, lightest * FINEST], density: [1000, 1000] },
    substance: [0, 0],
    changed: [changed, 0],
    fill: (i: number) => (i === 0 ? fill : around),
    covered: () => s.covered ?? 0,
    smoothingLength: [0.1, 0.1],
    distanceFromWalls: () => 0.1 * (s.wall ?? Number.POSITIVE_INFINITY),
    lightestBeside: () => lightest * FINEST,
    measure: (_: number, slot: number) => (slot === at.MEASURE_CONTRAST ? 1000 * contrast : Number.NaN),
    neighborsOf: (i: number) => Uint32Array.of(1 - i),
  };
  const settings = {
    detail: 1,
    criterion: 'detail',
    levels: 2,
    individualSteps: true,
    simplifyStart: true,
    ...s.settings,
  };
  const input = { settings, dimension: 3, finest: [FINEST], frame, starting } as unknown as AdaptInput;
  return makeCriteria(input, view as unknown as ParticleView);
}

const splits = (s: Situation) => criteriaFor(s).mustSplit(0);
const merges = (s: Situation) => criteriaFor(s).mayMerge(0);
/** In masses of the finest. */
const limit = (s: Situation) => criteriaFor(s).massLimit(0) / FINEST;

describe('beside walls that drag', () => {
  it('splits what reaches a wall, but never the finest', () => {
    expect(splits({ mass: 8, wall: 1.5 })).toBe(true);
    expect(splits({ mass: 8, wall: 1.7 })).toBe(false);
    expect(splits({ mass: 1, wall: 1 })).toBe(false);
  });

  it('nothing comes out that would reach a wall', () => {
    expect(limit({ wall: 2 })).toBeCloseTo(1, 12);
    expect(limit({ wall: 3 })).toBeCloseTo(27 / 8, 12);
    expect(limit({ wall: 100 })).toBe(limit({}));
  });
});

describe('by shape', () => {
  it('splits what is thin, but never the finest', () => {
    expect(splits({ mass: 8, fill: 0.5 })).toBe(true);
    expect(splits({ mass: 8, fill: 0.75 })).toBe(false);
    expect(splits({ mass: 6.9, fill: 0.5 })).toBe(false);
    expect(splits({ mass: 7, fill: 0.5 })).toBe(true);
  });

  it('lets surfaces become one level coarser, and the inside as coarse as the levels allow', () => {
    expect(limit({ fill: 0.5 })).toBe(0);
    expect(limit({ fill: 0.77, lightest: 8 })).toBeCloseTo(9.2, 9);
    expect(limit({ fill: 0.99, around: 0.8, lightest: 8 })).toBeCloseTo(9.2, 9);
    expect(limit({ fill: 0.99, lightest: 8 })).toBeCloseTo(73.6, 9);
    expect(limit({ fill: 0.99, lightest: 8, settings: { levels: 1 } })).toBeCloseTo(9.2, 9);
  });

  it('splits coarse particles that came to the surface', () => {
    expect(splits({ mass: 60, fill: 0.77 })).toBe(true);
    expect(splits({ mass: 60, fill: 0.95 })).toBe(false);
  });

  it('splits a layer on a wall, but nothing in the edges of a container', () => {
    expect(splits({ mass: 8, fill: 0.54, covered: 0.29 })).toBe(true);
    expect(limit({ fill: 0.54, covered: 0.29 })).toBe(0);
    expect(splits({ mass: 8, fill: 0.5, covered: 0.5 })).toBe(false);
    expect(limit({ fill: 0.5, covered: 0.5 })).toBeGreaterThan(0);
  });

  it('keeps more fine with more detail', () => {
    for (const [fill, ...expected] of [
      [0.5, false, true, true],
      [0.77, false, false, true],
      [0.95, false, false, false],
    ] as const)
      expect([0.5, 1, 2].map((detail) => splits({ mass: 8, fill, settings: { detail } }))).toEqual(expected);
  });

  it('merges nothing that would be split at once, whatever the detail', () => {
    for (const detail of [0.1, 0.5, 1, 1.5, 2, 4, 10])
      for (let fill = 0.3; fill < 1; fill += 0.01) {
        const situation = { mass: 8, fill, lightest: 8, settings: { detail } };
        expect(splits(situation) && limit(situation) > 0).toBe(false);
      }
  });

  it('with fine surfaces merges nothing that touches one', () => {
    expect(limit({ fill: 0.97, around: 0.8, settings: { detail: 2 } })).toBe(0);
    expect(limit({ fill: 0.97, around: 0.95, settings: { detail: 2 } })).toBeGreaterThan(0);
  });
});

describe('by density', () => {
  const settings = { criterion: 'density' } as const;

  it('splits where volume times difference of density exceeds Δ, merges where it is below δ', () => {
    const kilograms = { ...settings, split: 0.01, merge: 0.0002 };
    expect(splits({ mass: 8, contrast: 0.07, settings: kilograms })).toBe(true); // .0112 kg
    expect(splits({ mass: 8, contrast: 0.06, settings: kilograms })).toBe(false);
    expect(merges({ mass: 1, contrast: 0.009, settings: kilograms })).toBe(true); // .00018 kg
    expect(merges({ mass: 1, contrast: 0.011, settings: kilograms })).toBe(false);
  });

  it('has a Δ and δ of its own, for which detail counts', () => {
    expect(
      [0.5, 1, 2].map((detail) => splits({ mass: 8, contrast: 0.003, settings: { ...settings, detail } })),
    ).toEqual([false, true, true]);
    expect(merges({ contrast: 0.0004, settings })).toBe(true);
    expect(merges({ contrast: 0.0006, settings })).toBe(false);
    expect(limit({ settings, lightest: 8 })).toBeCloseTo(73.6, 9);
  });

  it('does not split the finest', () => {
    expect(splits({ mass: 2, contrast: 1, settings })).toBe(false);
  });
});

describe.each(['detail', 'density'] as const)('with the criterion %s', (criterion) => {
  const settings = { criterion };
  const flat = { settings, contrast: 0, fill: 1 };

  it('nothing comes out more than one level coarser than what is beside it', () => {
    expect(limit({ ...flat, lightest: 1 })).toBeCloseTo(15, 9);
    const { tooCoarseBeside } = criteriaFor({ ...flat, mass: 16 });
    expect(tooCoarseBeside(0, FINEST)).toBe(true);
    expect(tooCoarseBeside(0, 1.1 * FINEST)).toBe(false);
    expect(criteriaFor({ ...flat, mass: 6 }).tooCoarseBeside(0, 0.1 * FINEST)).toBe(false); // cannot be split
  });

  it('the heaviest do not merge any more', () => {
    expect(merges({ ...flat, mass: 36 })).toBe(true);
    expect(merges({ ...flat, mass: 37 })).toBe(false);
  });

  it('holds off after a change: one frame before a split, two before a merge', () => {
    const thin = { settings, mass: 8, fill: 0.3, contrast: 1 };
    expect(splits({ ...thin, changed: [10, 'merge'] })).toBe(false);
    expect(splits({ ...thin, changed: [9, 'merge'] })).toBe(true);
    expect(splits({ ...thin, changed: [10, 'split'] })).toBe(true); // may become finer still
    expect(merges({ ...flat, changed: [9, 'split'] })).toBe(false);
    expect(merges({ ...flat, changed: [8, 'split'] })).toBe(true);
    expect(merges({ ...flat, changed: [9, 'merge'] })).toBe(false);
    expect(merges({ ...flat, changed: [9, 'merge'], starting: true })).toBe(true);
    expect(merges({ ...flat, frame: 0 })).toBe(true); // never changed
  });
});
