// Every pair pass against the double-precision reference, and the symmetries that no reference is needed for.
// Deviations are the largest one over the root mean square of the reference. Pairs are summed in f32, and momentum transfers are
// rounded to about 3e-6 of the largest one, which is what bounds forces; densities and rates are not rounded.

import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { gradientFactor, packingSum } from '../../src/substances/sph/lattice-sums.ts';
import { imbalance, timesMass, torque } from '../helpers/balance.ts';
import { cloud, jittered, reordered, restored, shuffled, translated } from '../helpers/clouds.ts';
import { byId, evaluate, relativeError } from '../helpers/engine.ts';
import { compareSteps, driftingStep, plainStep, shepardStep, storingStep } from '../helpers/steps.ts';
import { inside, withWorld } from '../helpers/worlds.ts';
import { cubicLattice, hcpLattice, randomStream, stateOf } from '../reference/arrangements.ts';
import type { KernelName } from '../reference/kernels.ts';
import { latticeGradient } from '../reference/lattice-gradient.ts';
import {
  compressions,
  type Material,
  material,
  pressureOf,
  rates,
  type State,
  shepard,
  sumDensity,
  type Vec3,
  xsph,
} from '../reference/sph.ts';

const SEED = 5;
const KERNELS: readonly KernelName[] = ['dc', 'quartic', 'poly6', 'spiky', 'cubic-spline', 'wendland-c2'];

/** About twice the worst measured over all kernels, dimensions, domains and contrasts. */
const TOLERANCE = { force: 2e-4, densityRate: 3e-5, sum: 6e-6, shepard: 2e-6, drift: 3e-5 } as const;

const LEAN = [material({ artificialViscosity: 1, quadraticViscosity: 2 })];
/** Two substances that differ in everything. */
const FULL: readonly Material[] = [
  material({ artificialViscosity: 1, quadraticViscosity: 2, viscosity: 3 }),
  material({
    stateEquation: 'tait',
    restDensity: 800,
    stiffness: 400,
    artificialViscosity: 4,
    viscositySoundSpeed: 3,
    viscosity: 20,
    negativePressure: 0.5,
  }),
];
const FULL_XSPH: readonly Material[] = FULL.map((m, k) => ({ ...m, xsph: [0.5, 0.2][k]! }));
const VARIANTS = { lean: LEAN, full: FULL, xsph: FULL_XSPH } as const;

const cases = KERNELS.flatMap((kernel) =>
  ([2, 3] as const).flatMap((dimension) =>
    [false, true].flatMap((periodic) =>
      (['random', 'lattice'] as const).map((arrangement) => ({ kernel, dimension, periodic, arrangement })),
    ),
  ),
);

describe.each(cases)('$kernel in $dimension D, periodic $periodic, $arrangement', (settings) => {
  const { kernel, dimension } = settings;

  it.each([1, 4])('forces, rates and drift of all variants; smoothing lengths %i : 1', async (contrast) => {
    for (const [variant, materials] of Object.entries(VARIANTS)) {
      const s = cloud({ ...settings, contrast, materials: materials.length, seed: SEED });
      const found = await evaluate(s, materials);
      const wanted = rates(s, materials);
      const force = relativeError(timesMass(s, found.acceleration), timesMass(s, wanted.acceleration));
      expect(force, `force, ${variant}`).toBeLessThan(TOLERANCE.force);
      expect(relativeError(found.densityRate, wanted.densityRate), `rate, ${variant}`).toBeLessThan(
        TOLERANCE.densityRate,
      );
      if (variant !== 'xsph') continue;
      const drift = relativeError(timesMass(s, found.drift), timesMass(s, xsph(s, materials)));
      expect(drift).toBeLessThan(TOLERANCE.drift);
    }
  });

  it('summed and re-initialised densities', async () => {
    const s = cloud({ ...settings, contrast: 4, materials: 1, seed: SEED });
    const summed = await evaluate(s, LEAN, { extra: { density: 'summation' } });
    const packing = packingSum(kernel, 1.35, dimension);
    const expected = sumDensity(s, LEAN).map((rho) => rho / packing);
    expect(relativeError(summed.density, expected)).toBeLessThan(TOLERANCE.sum);

    const renewed = await evaluate(s, LEAN, { extra: { shepardInterval: 1 } });
    expect(relativeError(renewed.density, shepard(s, LEAN))).toBeLessThan(TOLERANCE.shepard);
  });
});

describe('two substances of very different density', () => {
  const settings = {
    kernel: 'dc',
    periodic: true,
    arrangement: 'lattice',
    contrast: 2,
    materials: 2,
    seed: SEED,
  } as const;
  const MIXTURE = [
    LEAN[0]!,
    material({ restDensity: 1, stiffness: 1e6, artificialViscosity: 1, viscosity: 2, xsph: 0.5 }),
  ];
  /** The cloud with masses and densities of its substances. */
  function mixture(dimension: 2 | 3): State {
    const s = cloud({ ...settings, dimension }),
      scaled = (values: Float64Array) => values.map((value, i) => (s.material[i] === 1 ? value / 1000 : value));
    return { ...s, mass: scaled(s.mass), density: scaled(s.density) };
  }

  it.each([2, 3] as const)('forces, rates and sums in %i D', async (dimension) => {
    const s = mixture(dimension),
      found = await evaluate(s, MIXTURE),
      wanted = rates(s, MIXTURE),
      over = (values: Float64Array) => compressions({ ...s, density: values }, MIXTURE);
    expect(relativeError(timesMass(s, found.acceleration), timesMass(s, wanted.acceleration))).toBeLessThan(
      TOLERANCE.force,
    );
    expect(relativeError(over(found.densityRate), over(wanted.densityRate))).toBeLessThan(TOLERANCE.densityRate);
    expect(imbalance(s, found.acceleration)).toBeLessThan(1e-13);

    const renewed = await evaluate(s, MIXTURE, { extra: { shepardInterval: 1 } });
    expect(relativeError(over(renewed.density), over(shepard(s, MIXTURE)))).toBeLessThan(TOLERANCE.shepard);
  });
});

describe('very different substances', () => {
  const settings = { kernel: 'dc', periodic: true, arrangement: 'lattice', contrast: 2, seed: SEED } as const;
  const [heavy, middle, light] = [1000, 300, 2].map((restDensity) =>
    material({ restDensity, artificialViscosity: 1, density: 'summation' }),
  ) as [Material, Material, Material];
  const mixtures: [string, Material[]][] = [
    ['all summed', [heavy, middle, light]],
    ['the heavy one summed', [heavy, { ...middle, density: 'continuity' }, { ...light, density: 'continuity' }]],
    ['the light one summed', [{ ...heavy, density: 'continuity' }, middle, light]],
    ['all integrated', [heavy, middle, light].map((m) => ({ ...m, density: 'continuity' }) as Material)],
  ];

  it.each(mixtures)(
    '%s: a light one counts for less in a heavy one, in the sum or rate and in the pressure',
    async (_, materials) => {
      for (const dimension of [2, 3] as const) {
        const even = cloud({ ...settings, dimension, materials: 3 }),
          scaled = (values: Float64Array) =>
            values.map((value, i) => (value * materials[even.material[i]!]!.restDensity) / 1000),
          s = { ...even, mass: scaled(even.mass), density: scaled(even.density) },
          found = await evaluate(s, materials),
          sums = sumDensity(s, materials).map((rho) => rho / packingSum('dc', 1.35, dimension)),
          density = s.density.map((rho, i) => (materials[s.material[i]!]!.density === 'summation' ? sums[i]! : rho)),
          over = (values: Float64Array) => compressions({ ...s, density: values }, materials);
        expect(relativeError(over(found.density), over(density))).toBeLessThan(TOLERANCE.sum);
        const wanted = rates({ ...s, density }, materials),
          integrated = (values: Float64Array) =>
            over(values).filter((_, i) => materials[s.material[i]!]!.density === 'continuity');
        expect(relativeError(timesMass(s, found.acceleration), timesMass(s, wanted.acceleration))).toBeLessThan(
          TOLERANCE.force,
        );
        if (materials.some((m) => m.density === 'continuity'))
          expect(relativeError(integrated(found.densityRate), integrated(wanted.densityRate))).toBeLessThan(
            TOLERANCE.densityRate,
          );
        expect(imbalance(s, found.acceleration)).toBeLessThan(1e-13);
      }
    },
  );
});

describe('one term at a time', () => {
  // At rest density there is no pressure, so that nothing larger hides an error of a viscosity.
  const settings = { kernel: 'dc', periodic: true, arrangement: 'lattice', contrast: 1, seed: SEED } as const;
  const terms: [string, Material[]][] = [
    ['laminar', [material({ viscosity: 3 }), material({ viscosity: 20 })]],
    ['linear artificial', [material({ artificialViscosity: 2 })]],
    ['linear artificial of a mixture', [material({ artificialViscosity: 2 }), material({ artificialViscosity: 0.5 })]],
    ['quadratic artificial', [material({ quadraticViscosity: 2 })]],
    ['quadratic artificial of a mixture', [material({ quadraticViscosity: 2 }), material({ quadraticViscosity: 1 })]],
  ];
  it.each(terms)('%s viscosity', async (_, materials) => {
    for (const dimension of [2, 3] as const) {
      const s = cloud({ ...settings, dimension, materials: materials.length });
      s.density.fill(1000);
      const found = (await evaluate(s, materials)).acceleration;
      expect(relativeError(found, rates(s, materials).acceleration)).toBeLessThan(TOLERANCE.force);
    }
  });
});

describe('the packing sum', () => {
  // Independent of src: the reference sums the density of a close packing that is wide enough to have an inside.
  it.each(KERNELS)('%s: a close packing has its rest density', (kernel) => {
    const counts: Vec3 = [9, 9, 9];
    const middle = 4 + 9 * (4 + 9 * 4);
    const s = stateOf({
      kernel,
      positions: hcpLattice(counts, 0.1),
      mass: 1000 * (0.001 / Math.SQRT2),
      density: 1000,
      smoothingLength: 1.35 * Math.cbrt(0.001 / Math.SQRT2),
    });
    expect(sumDensity(s, LEAN)[middle]! / packingSum(kernel, 1.35, 3)).toBeCloseTo(1000, 8);
  });
});

describe('the gradient of lattices', () => {
  it.each(KERNELS)('%s: is what sums over lattices make of a slope', (kernel) => {
    for (const d of [2, 3] as const) {
      for (const smoothing of [1.2, 1.35, 2])
        expect(gradientFactor(kernel, smoothing, d)).toBeCloseTo(latticeGradient(kernel, d, smoothing), 12);
    }
  });

  it('is that of the card for dc', () => {
    expect(gradientFactor('dc', 1.35, 2)).toBeCloseTo((0.9544 + 0.9585) / 2, 4);
    expect(gradientFactor('dc', 1.35, 3)).toBeCloseTo((0.9798 + 0.9833) / 2, 3);
  });
});

describe('state equations', () => {
  const equations = [
    material(),
    material({ negativePressure: 0.3 }),
    material({ stateEquation: 'tait' }),
    material({ stateEquation: 'tait', exponent: 1.4, negativePressure: 0 }),
    material({ stateEquation: 'ideal-gas' }),
  ];
  it.each(equations)('$stateEquation, γ $exponent, ζ $negativePressure', async (m) => {
    // Pairs far apart from one another: each acceleration is one product of the two pressures and the slope.
    const densities = [600, 950, 990, 1000, 1001, 1050, 1300, 2000];
    const positions = densities.flatMap((_, k): Vec3[] => [
      [k, 0, 0],
      [k + 0.07, 0, 0],
    ]);
    const s = stateOf({
      positions,
      mass: 1,
      smoothingLength: 0.1,
      density: (i) => densities[i >> 1]!,
    });
    const found = await evaluate(s, [m]);
    const wanted = rates(s, [m]).acceleration;
    const scale = Math.max(...wanted.map(Math.abs));
    densities.forEach((rho, k) => {
      const a = wanted[6 * k]!;
      expect(Math.sign(a)).toBe(-Math.sign(pressureOf(m, rho)) || 0);
      expect(Math.abs(found.acceleration[6 * k]! - a)).toBeLessThan(4e-6 * scale);
    });
  });
});

describe('symmetries', () => {
  const settings = { kernel: 'dc', dimension: 3, periodic: false, arrangement: 'lattice', contrast: 4 } as const;
  const s = cloud({ ...settings, materials: 2, seed: 11 });

  it('the order of the particles changes rounding only, and not the momentum', async () => {
    const order = shuffled(s.mass.length, randomStream(3));
    const straight = await evaluate(s, FULL_XSPH);
    const mixed = await evaluate(reordered(s, order), FULL_XSPH);
    const acceleration = restored(mixed.acceleration, order);
    const force = relativeError(timesMass(s, acceleration), timesMass(s, straight.acceleration));
    expect(force).toBeLessThan(TOLERANCE.force);
    const rate = relativeError(restored(mixed.densityRate, order), straight.densityRate);
    expect(rate).toBeLessThan(TOLERANCE.densityRate);
    const drift = relativeError(timesMass(s, restored(mixed.drift, order)), timesMass(s, straight.drift));
    expect(drift).toBeLessThan(TOLERANCE.drift);
    expect(imbalance(s, straight.acceleration)).toBeLessThan(1e-13);
    expect(imbalance(s, acceleration)).toBeLessThan(1e-13);
  });

  it('a translation by 1000 km changes no more than the rounding of the positions', async () => {
    // f64 positions of 1e6 m are 1.2e-10 m apart, 1e-9 of the spacing: far less than the f32 of the pairs.
    const here = await evaluate(s, FULL_XSPH);
    const there = await evaluate(translated(s, [1e6, -1e6, 1e6]), FULL_XSPH);
    const force = relativeError(timesMass(s, there.acceleration), timesMass(s, here.acceleration));
    expect(force).toBeLessThan(TOLERANCE.force);
    expect(relativeError(there.densityRate, here.densityRate)).toBeLessThan(TOLERANCE.densityRate);
  });

  it.each(Object.entries(VARIANTS))('%s: momentum is conserved to the last bits of f64', async (_, materials) => {
    for (const periodic of [false, true]) {
      const c = cloud({ ...settings, periodic, contrast: 2, materials: materials.length, seed: 17 });
      const { acceleration, drift } = await evaluate(c, materials);
      expect(imbalance(c, acceleration)).toBeLessThan(1e-13);
      if (materials === FULL_XSPH) expect(imbalance(c, drift)).toBeLessThan(1e-13);
    }
  });

  it('momentum is conserved with two thousand neighbors as well', async () => {
    // All transfers at a face of a compressed block point the same way: nowhere do sums grow larger.
    const random = randomStream(SEED);
    const block = stateOf({
      positions: cubicLattice([16, 16, 16], 0.1).map((x) => jittered(x, 0.003, 3, random)),
      mass: 1,
      density: 1100,
      smoothingLength: 0.4, // ξ = 4
    });
    expect(imbalance(block, (await evaluate(block, LEAN, { extra: { smoothing: 4 } })).acceleration)).toBeLessThan(
      1e-13,
    );
  });

  it('pressure and artificial viscosity exert no torque', async () => {
    const { acceleration } = await evaluate(s, [...LEAN, ...LEAN]);
    expect(torque(s, acceleration)).toBeLessThan(1e-6);
  });
});

describe('whole steps of a world', () => {
  it.each([2, 3] as const)('predictor velocity-Verlet in %i D', async (dimension) => {
    const substance = { stiffness: 200, artificialViscosity: 1, quadraticViscosity: 2 };
    const found = await compareSteps(substance, plainStep, { dimension });
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
    expect(found.density).toBeLessThan(1e-4);
  });

  it('laminar viscosity and XSPH: moves with v + Δv, keeps v', async () => {
    const found = await compareSteps({ stiffness: 200, viscosity: 5, stressForm: 'morris', xsph: 0.5 }, driftingStep());
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
    expect(found.density).toBeLessThan(1e-4);
  });

  it('stored XSPH: v ← v + Δv after the kick, and nothing is added to the motion', async () => {
    const found = await compareSteps({ stiffness: 200, xsph: 0.5, xsphStored: true }, storingStep);
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
  });

  it('Shepard every step: the density is re-initialised at the end of a step', async () => {
    const found = await compareSteps({ stiffness: 200, shepardInterval: 1 }, shepardStep);
    expect(found.velocity).toBeLessThan(1e-3);
    expect(found.density).toBeLessThan(1e-3);
  });
});

describe('force fields', () => {
  const x: Vec3 = [0.7, -0.4, 0.5];
  const v: Vec3 = [1, 2, -3];
  const d: Vec3 = [x[0] - 0.1, x[1] - 0.2, x[2] - 0.3];
  const center: Vec3 = [0.1, 0.2, 0.3];
  const distance = Math.hypot(...d);
  const softened = (distance ** 2 + 0.25 ** 2) ** 1.5;
  const fields: [string, NonNullable<SceneInput['forces']>[number], Vec3][] = [
    ['uniform', { uniform: { acceleration: [1, 2, 3] } }, [1, 2, 3]],
    ['spring', { spring: { center, rate: 3 } }, [-3 * d[0], -3 * d[1], -3 * d[2]]],
    [
      'attractor',
      { attractor: { center, strength: 2, softening: 0.25 } },
      [(-2 * d[0]) / softened, (-2 * d[1]) / softened, (-2 * d[2]) / softened],
    ],
    ['vortex', { vortex: { center, axis: [0, 0, 1], rate: 5 } }, [-5 * d[1], 5 * d[0], 0]],
    ['drag', { drag: { rate: 2, wind: [4, 0, 0] } }, [-2 * (v[0] - 4), -2 * v[1], -2 * v[2]]],
  ];
  const one = (forces: SceneInput['forces'], frameRate = 1000): SceneInput => ({
    gravity: [0, -10, 0],
    frameRate,
    substances: { test: { stiffness: 1 } },
    bodies: [{ substance: 'test', shape: { points: { positions: [x], velocities: [v] } }, spacing: 10 }],
    forces,
  });

  it.each(fields)('%s', async (_, force, expected) => {
    await withWorld(one([force]), (world) => {
      const a = byId(inside(world).set, 'acceleration');
      [expected[0], expected[1] - 10, expected[2]].forEach((component, k) => {
        expect(a[k]).toBeCloseTo(component, 12);
      });
    });
  });

  it('the axis of a vortex is a direction: its length does not matter', async () => {
    await withWorld(one([{ vortex: { center, axis: [0, 0, 10], rate: 5 } }]), (world) => {
      expect(byId(inside(world).set, 'acceleration')[0]).toBeCloseTo(-5 * d[1], 12);
    });
  });

  it('add up', async () => {
    const all = fields.map(([, force]) => force);
    await withWorld(one(all), (world) => {
      const a = byId(inside(world).set, 'acceleration');
      for (let k = 0; k < 3; k++) {
        const sum = fields.reduce((total, [, , expected]) => total + expected[k]!, k === 1 ? -10 : 0);
        expect(a[k]).toBeCloseTo(sum, 11);
      }
    });
  });

  it('drag converges with the square of the step, like the rest of the scheme', async () => {
    // v = w + (v₀ − w) e^(−γt) with w = g/γ; halving the step must quarter the error.
    const exact = -5 + (v[1] + 5) * Math.exp(-2 * 0.5);
    const errors: number[] = [];
    for (const frameRate of [64, 128, 256]) {
      await withWorld(one([{ drag: { rate: 2, wind: [0, 0, 0] } }], frameRate), (world) => {
        for (let k = 0; k < frameRate / 2; k++) expect(world.advance()).toMatchObject({ ok: true, steps: 1 });
        errors.push(Math.abs(byId(inside(world).set, 'velocity')[1]! - exact));
      });
    }
    expect(errors[0]! / errors[1]!).toBeGreaterThan(3.5);
    expect(errors[1]! / errors[2]!).toBeGreaterThan(3.5);
  });
});
