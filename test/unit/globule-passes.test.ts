// The pair pass of globules against the double-precision reference. Deviations are the largest one over the root mean square of the
// reference; clouds at random places have cores that push a hundred times harder than the rest, and all forces share one quantum.

import { describe, expect, it } from 'vitest';
import type { SceneInput, World } from '../../src/index.ts';
import { bondEnergy, bondForce } from '../../src/substances/globules/pair-law.ts';
import { AT_GROUP_REPORT, GROUP_BYTES, GROUP_DAMPING, GROUP_STIFFNESS } from '../../src/wasm/layout.ts';
import { byId, relativeError } from '../helpers/engine.ts';
import {
  exponentsOf,
  forcesOf,
  type GlobuleCloud,
  globuleCloud,
  globulesOf,
  materialsOf,
} from '../helpers/globule-world.ts';
import { inside, withWorld } from '../helpers/worlds.ts';
import { bondEnergies, eachPair, type GlobuleState, globuleForces, pairLaw, stiffest } from '../reference/globules.ts';

type Substances = NonNullable<SceneInput['substances']>;

const WAX = {
  model: 'globules',
  kind: 'solid',
  restDensity: 900,
  stiffness: 300,
  damping: 0.3,
  meltedStiffness: 100,
  meltedDamping: 0.9,
  conductivity: 1,
  melting: { from: 300, to: 320 },
  crumbling: { from: 330, to: 350 },
} as const;
const SAND = {
  model: 'globules',
  kind: 'powder',
  friction: 0, // as the paper: test/unit/globule-contacts.test.ts has the rest
  restDensity: 1600,
  stiffness: 500,
  damping: 0.8,
  radiusVariation: 0.4,
} as const;
const OIL = { model: 'globules', kind: 'fluid', restDensity: 800, stiffness: 200, damping: 0.4 } as const;

const cases: Readonly<Record<string, Substances>> = {
  solid: { a: { model: 'globules', kind: 'solid', stiffness: 700 } },
  'fluid of different radii': { a: { ...OIL, radiusVariation: 0.3 } },
  powder: { a: SAND },
  'exponents 7 and 2, ranges 1.4 and 1.7': {
    a: { model: 'globules', repulsionExponent: 7, attractionExponent: 2, range: 1.4, dampingRange: 1.7 },
  },
  'two substances': { a: { ...OIL, kind: 'solid' as const }, b: SAND },
};

const clouds = [2, 3].flatMap((dimension) =>
  [false, true].map((periodic) => ({ dimension: dimension as 2 | 3, periodic })),
);

/** Σ m a over Σ |m a|. */
function imbalance(forces: Float64Array): number {
  const sums = [0, 0, 0];
  let scale = 0;
  forces.forEach((f, k) => {
    sums[k % 3]! += f;
    scale += Math.abs(f);
  });
  return Math.hypot(...sums) / scale;
}

const wanted = (world: World) => globuleForces(globulesOf(world), materialsOf(world), exponentsOf(world));

/** Some pairs repel, and some attract if there are bonds: the comparison means something. */
function expectPairs(world: World): void {
  const s = globulesOf(world),
    materials = materialsOf(world),
    e = exponentsOf(world);
  let near = 0;
  eachPair(s, materials, (p, i, _x, _v, D) => {
    if (D < pairLaw(s, materials, e, p, i).r0) near++;
  });
  expect(near).toBeGreaterThan(s.mass.length / 4);
}

async function compare(cloud: GlobuleCloud, tolerance: number): Promise<void> {
  await withWorld(globuleCloud(cloud), (world) => {
    expectPairs(world);
    expect(relativeError(forcesOf(world), wanted(world))).toBeLessThan(tolerance);
    expect(imbalance(forcesOf(world))).toBeLessThan(1e-13);
  });
}

describe.each(clouds)('in $dimension D, periodic $periodic', (cloud) => {
  it.each(Object.keys(cases))('forces of a cloud: %s', (name) => compare({ ...cloud, substances: cases[name]! }, 1e-4));

  it('forces at random places, where some globules are on top of each other', () =>
    compare({ ...cloud, arrangement: 'random', substances: cases.solid!, seed: 3 }, 3e-4));

  it('forces at temperatures from solid to powder', () =>
    compare({ ...cloud, substances: { wax: WAX }, temperatures: [290, 305, 318, 325, 342, 400] }, 1e-4));

  it('reports the stiffest and the most damped pair', async () => {
    await withWorld(globuleCloud({ ...cloud, substances: { a: SAND, wax: WAX } }), (world) => {
      const { stiffness, damping } = stiffest(globulesOf(world), materialsOf(world), exponentsOf(world));
      expect(reported(world, GROUP_STIFFNESS) / stiffness).toBeCloseTo(1, 4);
      expect(reported(world, GROUP_DAMPING) / damping).toBeCloseTo(1, 4);
    });
  });
});

/** Largest value of a slot of the pair pass. */
function reported(world: World, slot: number): number {
  const { set, engine } = inside(world),
    { f32, u32 } = set.shared;
  return Math.max(
    ...Array.from(
      { length: engine.neighbors.groups },
      (_, group) => f32[(u32[AT_GROUP_REPORT >> 2]! + group * GROUP_BYTES + slot) >>> 2]!,
    ),
  );
}

describe('two substances', () => {
  /** Two globules at rest of the scene's substances, so far apart (m) along x. */
  const pair = (apart: number, substances: Substances, spacings = [0.1, 0.1], v = 0): SceneInput => ({
    gravity: [0, 0, 0],
    substances,
    bodies: Object.keys(substances).map((substance, k) => ({
      substance,
      spacing: spacings[k]!,
      shape: { points: { positions: [[k * apart, 0, 0]], velocities: [[k * v, 0, 0]] } },
    })),
  });
  const solid = { model: 'globules', kind: 'solid', damping: 0 } as const;

  it('never bond', async () => {
    const apart = (D: number) => withWorld(pair(D, { a: solid, b: solid }), (world) => forcesOf(world)[0]!);
    const r0 = await withWorld(pair(0.1, { a: solid, b: solid }), (world) => 2 * globulesOf(world).radius[0]!);
    expect(await apart(0.99 * r0)).toBeLessThan(0);
    expect(await apart(1.1 * r0)).toBe(0);
  });

  it('are damped no farther than the lists of pairs reach, whatever their sizes', async () => {
    // c_d of 1 and 2 with radii of 2 : 1: a mean of 1.5 would reach beyond both.
    const substances = { a: { ...SAND, radiusVariation: 0 }, b: OIL };
    for (const share of [0.9, 1.05, 1.3, 1.45]) {
      await withWorld(pair(0.15 * share, substances, [0.2, 0.1], 1), (world) => {
        expect(forcesOf(world)[0]! === 0).toBe(share > 1);
        const f = wanted(world)[0]!;
        expect(Math.abs(forcesOf(world)[0]! - f)).toBeLessThanOrEqual(1e-5 * Math.abs(f));
      });
    }
  });
});

describe('globules among smoothed particles', () => {
  const water = {
    density: 'continuity',
    stiffness: 450,
    artificialViscosity: 0.2,
    viscosity: 30,
    stressForm: 'morris',
  } as const;

  it.each(clouds)('meet them as balls; $dimension D, periodic $periodic', async (cloud) => {
    const scene = globuleCloud({ ...cloud, substances: { water, sand: SAND } });
    const without = { ...scene, bodies: scene.bodies!.filter(({ substance }) => substance === 'water') };
    await withWorld(scene, async (world) => {
      const s = globulesOf(world),
        ofWater = (_: number, k: number) => s.material[Math.floor(k / 3)] === 0;
      const alone = await withWorld(without, forcesOf),
        expected = wanted(world);
      let next = 0;
      expected.forEach((_, k) => {
        if (ofWater(0, k)) expected[k]! += alone[next++]!;
      });
      expect(next).toBe(alone.length);
      expect(relativeError(forcesOf(world), expected)).toBeLessThan(1e-4);
      expect(imbalance(forcesOf(world))).toBeLessThan(1e-13);
    });
  });

  it('change nothing for smoothed particles far away, densities included', async () => {
    const scene = globuleCloud({ dimension: 3, periodic: false, substances: { water } });
    const far: SceneInput = {
      ...scene,
      substances: { water, sand: { ...SAND, radiusVariation: 0 } }, // at rest: its forces do not coarsen the common quantum
      bodies: [
        ...scene.bodies!,
        { substance: 'sand', spacing: 0.1, shape: { box: { min: [5, 0, 0], max: [5.4, 0.4, 0.4] } } },
      ],
    };
    const fields = (world: World) => {
      const { set } = inside(world);
      return (['acceleration', 'densityRate', 'density'] as const).map((name) => byId(set, name));
    };
    const alone = await withWorld(scene, fields),
      together = await withWorld(far, fields);
    for (const [k, field] of alone.entries())
      expect(relativeError(together[k]!.slice(0, field.length), field)).toBeLessThan(2e-5);
  });
});

describe('a close packing', () => {
  /** Σ x·F/2 of the globules that feel no surface over Σ |x·F|/2. */
  function interiorVirial(s: GlobuleState, world: World): number {
    const materials = materialsOf(world),
      e = exponentsOf(world),
      reach = Math.max(...materials.map((m) => m.range)) * 2 * s.radius[0]!;
    const axes = [0, 1, 2].slice(0, s.dimension),
      along = axes.map((a) => s.position.filter((_, k) => k % 3 === a)),
      ends = along.map((all) => [Math.min(...all) + reach + 0.1, Math.max(...all) - reach - 0.1] as const);
    const inner = Array.from(s.mass, (_, i) =>
      axes.every((a) => along[a]![i]! > ends[a]![0] && along[a]![i]! < ends[a]![1]),
    );
    let sum = 0,
      scale = 0,
      count = 0;
    eachPair(s, materials, (p, i, _x, _v, D) => {
      if (D > reach || !(inner[p] || inner[i])) return;
      const { b1, range, r0 } = pairLaw(s, materials, e, p, i),
        bond = {
          restDistance: r0,
          strength: b1 / r0 ** (e.m - 1),
          range,
          repulsionExponent: e.m,
          attractionExponent: e.n,
        },
        ends = Number(inner[p]) + Number(inner[i]),
        F = bondForce(bond, D);
      sum += (ends * F * D) / 2;
      scale += (ends * bond.strength * D) / 2;
      count += ends;
    });
    expect(count).toBeGreaterThan(50);
    return sum / scale;
  }

  it.each([
    [2, 2, 5, 3],
    [3, 2, 5, 3],
    [2, 1.3, 5, 3],
    [3, 1.6, 7, 2],
    [2, 3, 6, 4],
  ] as const)('is at rest at the spacing of its body; %i D, range %d, exponents %i and %i', async (d, range, m, n) => {
    const scene: SceneInput = {
      dimension: d,
      gravity: [0, 0, 0],
      substances: { a: { model: 'globules', kind: 'solid', range, repulsionExponent: m, attractionExponent: n } },
      bodies: [
        {
          ...{ substance: 'a', spacing: 0.1, lattice: d === 2 ? 'hexagonal' : 'hcp' },
          shape: { box: { min: [0, 0, 0], max: d === 2 ? [1.5, 1.5, 0] : [1, 1, 1] } },
        } as NonNullable<SceneInput['bodies']>[number],
      ],
    };
    await withWorld(scene, (world) => {
      const s = globulesOf(world);
      expect(Math.abs(interiorVirial(s, world))).toBeLessThan(1e-6);
      // The lattice has the density of the substance.
      const volume = (d === 2 ? Math.sqrt(3) / 2 : Math.SQRT1_2) * 0.1 ** d;
      expect(s.mass[0]! / volume / 1000).toBeCloseTo(1, 10);
    });
  });

  it('without attraction rests where globules touch', async () => {
    const scene = globuleCloud({ dimension: 2, periodic: false, substances: { a: { ...SAND, radiusVariation: 0 } } });
    await withWorld(scene, (world) => expect(globulesOf(world).radius[0]).toBeCloseTo(0.5 / 18, 12));
  });

  it('of random radii has them within the variation, all different', async () => {
    const scene = globuleCloud({ dimension: 2, periodic: false, substances: { a: SAND } });
    await withWorld(scene, (world) => {
      const relative = [...globulesOf(world).radius].map((r) => 36 * r);
      expect(Math.min(...relative)).toBeGreaterThan(0.6);
      expect(Math.min(...relative)).toBeLessThan(0.65);
      expect(Math.max(...relative)).toBeLessThanOrEqual(1);
      expect(Math.max(...relative)).toBeGreaterThan(0.95);
      expect(new Set(relative).size).toBe(relative.length);
    });
  });
});

describe('energy', () => {
  it.each([
    [5, 3, 2],
    [4, 2, 1.5],
    [7, 2, 1],
    [9, 4, 3],
    [3, 2, 2],
  ])('of a bond is the integral of its force; exponents %i and %i, range %d', (m, n, range) => {
    const bond = { restDistance: 0.2, strength: 3, range, repulsionExponent: m, attractionExponent: n };
    for (const D of [0.15, 0.19, 0.25, 0.39, 0.7]) {
      const steps = 2000,
        width = (range * 0.2 - D) / steps;
      let integral = 0;
      for (let k = 0; k < steps; k++) integral += width * bondForce(bond, D + (k + 0.5) * width);
      expect(bondEnergy(bond, D, Math.log)).toBeCloseTo(D < range * 0.2 ? integral : 0, 4);
    }
  });

  it.each(clouds)('of a world is that of all its bonds; $dimension D, periodic $periodic', async (cloud) => {
    const scene = globuleCloud({ ...cloud, substances: { wax: WAX, sand: SAND }, temperatures: [290, 305, 318, 400] });
    await withWorld(scene, (world) => {
      const expected = bondEnergies(globulesOf(world), materialsOf(world), exponentsOf(world));
      expect(world.ledger().internalEnergy / expected).toBeCloseTo(1, 5);
    });
  });
});
