// Every pair pass against the double-precision reference, and the symmetries that no reference is needed for.
// Deviations are the largest one over the root mean square of the reference. Pairs are summed in f32, and momentum transfers are
// rounded to about 3e-6 of the largest one, which is what bounds forces; densities and rates are not rounded.

import { describe, expect, it } from 'vitest';
import type { SceneInput } from '../../src/index.ts';
import { packingSum } from '../../src/substances/sph/parameters.ts';
import { cloud, jittered, reordered, shuffled, translated } from '../helpers/clouds.ts';
import { byId, type Evaluation, evaluate, relativeError } from '../helpers/engine.ts';
import { inside, stateOfWorld, withWorld } from '../helpers/worlds.ts';
import { copyState, cubicLattice, hcpLattice, randomStream, stateOf } from '../reference/arrangements.ts';
import type { KernelName } from '../reference/kernels.ts';
import {
  type Material,
  material,
  pressureOf,
  type Rates,
  rates,
  type State,
  shepard,
  stepPredictorVerlet,
  sumDensity,
  type Vec3,
  vectorAt,
  xsph,
} from '../reference/sph.ts';

const SEED = 5;
const KERNELS: readonly KernelName[] = ['dc', 'quartic', 'poly6', 'spiky', 'cubic-spline', 'wendland-c2'];

/** Worst measured: 3.0e-4, 1.4e-5, 2.9e-6, 8.0e-7, 9.4e-5. */
const TOLERANCE = { force: 6e-4, densityRate: 3e-5, sum: 6e-6, shepard: 2e-6, drift: 2e-4 } as const;

const LEAN = [material({ artificialViscosity: 1, quadraticViscosity: 2 })];
/** Two substances that differ in everything: only with the volume form of the density rate is a mixture at rest stable. */
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

/** m b for every particle: what the quantum acts on. */
function timesMass(s: State, b: Float64Array): Float64Array {
  return b.map((value, k) => value * s.mass[Math.floor(k / 3)]!);
}

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
      const wanted = rates(s, materials, { densityRate: variant === 'lean' ? 'mass' : 'volume' });
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
    const expected = sumDensity(s).map((rho) => rho / packing);
    expect(relativeError(summed.density, expected)).toBeLessThan(TOLERANCE.sum);

    const renewed = await evaluate(s, LEAN, { extra: { shepardInterval: 1 } });
    expect(relativeError(renewed.density, shepard(s))).toBeLessThan(TOLERANCE.shepard);
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
    expect(sumDensity(s)[middle]! / packingSum(kernel, 1.35, 3)).toBeCloseTo(1000, 8);
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
    const back = shuffledBack(mixed, order);
    const force = relativeError(timesMass(s, back.acceleration), timesMass(s, straight.acceleration));
    expect(force).toBeLessThan(TOLERANCE.force);
    expect(relativeError(back.densityRate, straight.densityRate)).toBeLessThan(TOLERANCE.densityRate);
    expect(relativeError(timesMass(s, back.drift), timesMass(s, straight.drift))).toBeLessThan(TOLERANCE.drift);
    expect(imbalance(s, straight.acceleration)).toBeLessThan(1e-13);
    expect(imbalance(s, back.acceleration)).toBeLessThan(1e-13);
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
      smoothingLength: 0.4,
    });
    expect(imbalance(block, (await evaluate(block, LEAN)).acceleration)).toBeLessThan(1e-13);
  });

  it('pressure and artificial viscosity exert no torque', async () => {
    const { acceleration } = await evaluate(s, LEAN.concat(LEAN));
    const torque = [0, 0, 0];
    let scale = 0;
    s.mass.forEach((m, i) => {
      const [x, y, z] = vectorAt(s.position, i);
      const [a, b, c] = vectorAt(acceleration, i);
      [y * c - z * b, z * a - x * c, x * b - y * a].forEach((t, k) => {
        torque[k]! += m * t;
      });
      scale += m * Math.hypot(x, y, z) * Math.hypot(a, b, c);
    });
    expect(Math.hypot(...torque) / scale).toBeLessThan(1e-6);
  });
});

describe('whole steps of a world', () => {
  const gravity: Vec3 = [0.3, -9.81, 0.1];
  const STEPS = 20;
  /** One step per frame: 1/frameRate is below every limit of these scenes. */
  const scene = (substance: object, dimension: 2 | 3 = 3): SceneInput => ({
    gravity,
    dimension,
    frameRate: 4096,
    substances: { test: substance },
    bodies: [
      {
        substance: 'test',
        shape: { box: { min: [0, 0, dimension === 3 ? 0 : -1], max: dimension === 3 ? [0.5, 0.5, 0.5] : [1, 1, 1] } },
        spacing: dimension === 3 ? 0.07 : 0.05,
        jitter: 0.1,
        density: 1030,
        angularVelocity: [0, 0, 2],
      },
    ],
  });

  /** The world and a reference that takes the same steps: deviations of displacement, velocity and density. */
  async function compare(
    input: SceneInput,
    m: Material,
    step: (s: State, old: Rates, dt: number) => Rates,
    form: 'mass' | 'volume' = 'mass',
  ): Promise<{ moved: number; velocity: number; density: number }> {
    return withWorld(input, (world) => {
      const start = stateOfWorld(world);
      const s = copyState(start);
      const options = { gravity: world.scene.dimension === 3 ? gravity : ([gravity[0], gravity[1], 0] as const) };
      let now = rates(s, [m], { ...options, densityRate: form });
      for (let k = 0; k < STEPS; k++) {
        expect(world.advance()).toMatchObject({ ok: true, steps: 1 });
        now = step(s, now, 1 / 4096);
      }
      const end = stateOfWorld(world);
      const change = (a: Float64Array, from: Float64Array) => a.map((value, k) => value - from[k]!);
      return {
        moved: relativeError(change(end.position, start.position), change(s.position, start.position)),
        velocity: relativeError(change(end.velocity, start.velocity), change(s.velocity, start.velocity)),
        density: relativeError(change(end.density, start.density), change(s.density, start.density)),
      };
    });
  }

  const flat = (dimension: 2 | 3): Vec3 => [gravity[0], gravity[1], dimension === 3 ? gravity[2] : 0];

  it.each([2, 3] as const)('predictor velocity-Verlet in %i D', async (dimension) => {
    const m = material({ stiffness: 200, artificialViscosity: 1, quadraticViscosity: 2 });
    const found = await compare(
      scene({ stiffness: 200, artificialViscosity: 1, quadraticViscosity: 2 }, dimension),
      m,
      (s, old, dt) => stepPredictorVerlet(s, old, dt, [m], { gravity: flat(dimension) }),
    );
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
    expect(found.density).toBeLessThan(1e-4);
  });

  it('laminar viscosity and XSPH: moves with v + Δv, keeps v', async () => {
    const m = material({ stiffness: 200, viscosity: 5, xsph: 0.5 });
    let drift: Float64Array | undefined;
    const found = await compare(
      scene({ stiffness: 200, artificialViscosity: 0, viscosity: 5, xsph: 0.5 }),
      m,
      (s, old, dt) => {
        drift ??= xsph(s, [m]);
        for (let c = 0; c < s.position.length; c++) s.position[c]! += dt * drift[c]!;
        const predicted = copyState(s);
        const now = stepPredictorVerlet(s, old, dt, [m], { gravity, densityRate: 'volume' });
        predicted.position.set(s.position);
        predicted.velocity.set(predicted.velocity.map((v, c) => v + dt * old.acceleration[c]!));
        predicted.density.set(predicted.density.map((rho, i) => rho + dt * old.densityRate[i]!));
        drift = xsph(predicted, [m]);
        return now;
      },
      'volume',
    );
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
    expect(found.density).toBeLessThan(1e-4);
  });

  it('stored XSPH: v ← v + Δv after the kick, and nothing is added to the motion', async () => {
    const m = material({ stiffness: 200, xsph: 0.5 });
    const found = await compare(
      scene({ stiffness: 200, artificialViscosity: 0, xsph: 0.5, xsphStored: true }),
      m,
      (s, old, dt) => {
        const predicted = copyState(s);
        const now = stepPredictorVerlet(s, old, dt, [m], { gravity, densityRate: 'volume' });
        predicted.position.set(s.position);
        predicted.velocity.set(predicted.velocity.map((v, c) => v + dt * old.acceleration[c]!));
        predicted.density.set(predicted.density.map((rho, i) => rho + dt * old.densityRate[i]!));
        const change = xsph(predicted, [m]);
        s.velocity.set(s.velocity.map((v, c) => v + change[c]!));
        return now;
      },
      'volume',
    );
    expect(found.moved).toBeLessThan(1e-4);
    expect(found.velocity).toBeLessThan(1e-4);
  });

  it('Shepard every step: the density at the end of a step is the re-initialised predicted one', async () => {
    const m = material({ stiffness: 200 });
    const found = await compare(
      scene({ stiffness: 200, artificialViscosity: 0, shepardInterval: 1 }),
      m,
      (s, old, dt) => {
        const v_half = s.velocity.map((v, c) => v + (dt / 2) * old.acceleration[c]!);
        s.position.set(s.position.map((x, c) => x + dt * v_half[c]!));
        s.velocity.set(s.velocity.map((v, c) => v + dt * old.acceleration[c]!));
        s.density.set(s.density.map((rho, i) => rho + dt * old.densityRate[i]!));
        s.density.set(shepard(s));
        const now = rates(s, [m], { gravity });
        s.velocity.set(v_half.map((v, c) => v + (dt / 2) * now.acceleration[c]!));
        return now;
      },
    );
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

/** Back to the order before `reordered`. */
function shuffledBack(e: Evaluation, order: readonly number[]): Evaluation {
  const back = (values: Float64Array) => {
    const n = values.length / order.length;
    const out = new Float64Array(values.length);
    order.forEach((i, k) => {
      out.set(values.subarray(n * k, n * (k + 1)), n * i);
    });
    return out;
  };
  return {
    acceleration: back(e.acceleration),
    densityRate: back(e.densityRate),
    density: back(e.density),
    drift: back(e.drift),
  };
}

/** |Σ m b| over Σ m |b|. */
function imbalance(s: State, b: Float64Array): number {
  const total = [0, 0, 0];
  let scale = 0;
  s.mass.forEach((m, i) => {
    const v = vectorAt(b, i);
    v.forEach((component, c) => {
      total[c]! += m * component;
    });
    scale += m * Math.hypot(...v);
  });
  return Math.hypot(...total) / scale;
}
