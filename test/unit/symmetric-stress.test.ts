// The symmetric viscous stress: forces as the derivative of a dissipation, none for rigid motion, momentum and angular momentum, and
// velocities that alternate from particle to particle. [ADR 29]

import { describe, expect, it } from 'vitest';
import { imbalance, timesMass, torque } from '../helpers/balance.ts';
import { cloud } from '../helpers/clouds.ts';
import { relativeError } from '../helpers/engine.ts';
import { evaluateFlow, flowMaterial } from '../helpers/flow-engine.ts';
import { smoothedIn, withWorld } from '../helpers/worlds.ts';
import { type FlowMaterial, flowAccelerations, flowState, viscosityOf } from '../reference/flow.ts';
import type { KernelName } from '../reference/kernels.ts';
import { pressureOf, type State } from '../reference/sph.ts';
import { SymmetricStress } from '../reference/symmetric-stress.ts';

/** α of assembly/flow/tension.ts. */
const ALPHA = 0.6;
const MATERIALS: readonly FlowMaterial[] = [
  flowMaterial({ stressForm: 'symmetric', stiffness: 1, yieldStress: 40, consistency: 90 }),
  flowMaterial({ stressForm: 'symmetric', stiffness: 1, jumpNumber: undefined, viscosity: 30 }),
];
const STIFF: readonly FlowMaterial[] = [
  flowMaterial({ stressForm: 'symmetric', jumpNumber: undefined, viscosity: 1e4, artificialViscosity: 0 }),
];

const lattice = (dimension: 2 | 3, periodic: boolean, materials = 2, kernel: KernelName = 'quartic'): State =>
  cloud({ kernel, dimension, periodic, arrangement: 'lattice', contrast: 1, materials, seed: 5 });

/** The same particles with other velocities. */
function moving(s: State, velocity: (x: number, y: number, z: number) => readonly [number, number, number]): State {
  const v = new Float64Array(s.velocity.length);
  for (let i = 0; i < s.mass.length; i++)
    v.set(velocity(s.position[3 * i]!, s.position[3 * i + 1]!, s.position[3 * i + 2]!), 3 * i);
  return { ...s, velocity: v };
}

/** A viscosity that does nothing, Pa·s: the pressure is still that of the symmetric form. */
const NEXT_TO_NONE = 1e-20;

/** Viscous forces on all particles: what viscosity adds to the accelerations, N. */
async function viscousForces(s: State, materials: readonly FlowMaterial[]): Promise<Float64Array> {
  const all = await evaluateFlow(s, materials),
    none = await evaluateFlow(
      s,
      materials.map((m) => ({ ...m, jumpNumber: undefined, viscosity: NEXT_TO_NONE })),
    );
  return timesMass(
    s,
    all.acceleration.map((a, k) => a - none.acceleration[k]!),
  );
}

describe.each([2, 3] as const)('%i D', (dimension) => {
  it('forces are −∂Φ/∂v, of viscosities that depend on the rate of deformation', async () => {
    const s = lattice(dimension, true),
      stress = new SymmetricStress(s, ALPHA),
      rates = stress.rates(s.velocity);
    const eta = rates.map((rate, i) => viscosityOf(MATERIALS[s.material[i]!]!, rate)),
      some = Array.from({ length: 40 }, (_, k) => Math.floor((k * s.mass.length) / 40));
    const wanted = stress.forces(s.velocity, eta, some),
      found = await evaluateFlow(s, MATERIALS);
    expect(relativeError(found.viscosity, Float64Array.from(eta)), 'viscosity').toBeLessThan(3e-4);
    const others = flowAccelerations(s, flowState(s, MATERIALS, 0), MATERIALS, { scale: [1, 1], inviscid: true });
    const pick = (a: Float64Array) => Float64Array.from(some.flatMap((i) => [a[3 * i]!, a[3 * i + 1]!, a[3 * i + 2]!]));
    const pressures = Float64Array.from(s.density, (rho, i) => pressureOf(MATERIALS[s.material[i]!]!, rho)),
      surface = stress.pressureForces(pressures, some);
    const viscous = timesMass(
      s,
      found.acceleration.map((a, k) => a - others[k]!),
    );
    expect(Math.hypot(...surface)).toBeGreaterThan(5e-3 * Math.hypot(...wanted));
    expect(relativeError(pick(viscous), pick(wanted.map((f, k) => f + surface[k]!)))).toBeLessThan(1e-3);
  });

  it('the pressure at free surfaces has no sum and no moment, and does the work that the density says', async () => {
    const uneven = lattice(dimension, false, 1, 'dc'), // whose slope has one sign
      s = { ...uneven, density: uneven.density.map(() => 1050) },
      thin = [
        flowMaterial({
          stressForm: 'symmetric',
          jumpNumber: undefined,
          viscosity: NEXT_TO_NONE,
          artificialViscosity: 0,
        }),
      ],
      { acceleration, densityRate } = await evaluateFlow(s, thin);
    expect(imbalance(s, acceleration)).toBeLessThan(1e-6);
    expect(torque(s, acceleration)).toBeLessThan(1e-5);
    let power = 0,
      work = 0;
    for (let i = 0; i < s.mass.length; i++) {
      const rho = s.density[i]!;
      work += (pressureOf(thin[0]!, rho) * s.mass[i]! * densityRate[i]!) / (rho * rho);
      for (let a = 0; a < 3; a++) power += s.mass[i]! * acceleration[3 * i + a]! * s.velocity[3 * i + a]!;
    }
    expect(Math.abs(power / work + 1)).toBeLessThan(2e-3); // weights are bounded for close pairs
  });

  it('forces have no sum and no moment, at free surfaces too', async () => {
    const s = lattice(dimension, false),
      f = await viscousForces(s, MATERIALS),
      a = f.map((value, k) => value / s.mass[Math.floor(k / 3)]!);
    expect(imbalance(s, a)).toBeLessThan(1e-6);
    expect(torque(s, a)).toBeLessThan(1e-5);
  });

  it('rigid motion has no force, stretching has one at the surface only', async () => {
    const still = lattice(dimension, false, 1),
      size = (f: Float64Array) => Math.hypot(...f);
    const turning = await viscousForces(
      moving(still, (x, y) => [0.3 - y, 0.1 + x, 0]),
      STIFF,
    );
    const stretched = await viscousForces(
      moving(still, (x, y) => [x, -y, 0]),
      STIFF,
    );
    expect(size(turning) / size(stretched)).toBeLessThan(1e-5);
  });

  it('a solve that ends early keeps momentum and angular momentum', async () => {
    const s = lattice(dimension, false, 1),
      found = await evaluateFlow(s, STIFF, { steps: [1e-3], implicit: true }),
      free = await evaluateFlow(
        s,
        STIFF.map((m) => ({ ...m, viscosity: NEXT_TO_NONE })),
        { steps: [1e-3], implicit: true },
      );
    const change = found.velocity.map((v, k) => v - free.velocity[k]!);
    expect(Math.hypot(...change) / Math.hypot(...s.velocity), 'viscosity acts').toBeGreaterThan(0.5);
    expect(imbalance(s, change)).toBeLessThan(1e-7);
    expect(torque({ ...s, position: found.position }, change)).toBeLessThan(1e-7);
  });
});

describe('particles that know little', () => {
  /** Places that no other place is near to, and their velocities. */
  const lonely = [1, 2, 3, 4].map((k) => ({ x: [k / 3, 0.7 * k, k / 7] as const, v: [0.1 * k, 0.2, -0.3] as const }));

  it('one that is just out of reach of its neighbor has no viscous stress, and harms nobody', async () => {
    const spacing = 0.05,
      reach = 2 * 1.3 * spacing;
    await withWorld(
      {
        gravity: [0, 0, 0],
        substances: { clay: { kernel: 'quartic', smoothing: 1.3, jumpNumber: 50, stressForm: 'symmetric' } },
        bodies: [
          {
            substance: 'clay',
            spacing,
            shape: {
              points: {
                positions: [
                  [0, 0, 0],
                  [1.01 * reach, 0, 0],
                ],
              },
            },
          },
        ],
        time: { viscositySolver: 'explicit' },
      },
      (world) => {
        expect(world.advance()).toMatchObject({ ok: true });
        expect([...world.fields.velocity]).toEqual([0, 0, 0, 0, 0, 0]);
      },
    );
  });

  it('single ones fly on straight, whatever rounding makes of their center', async () => {
    await withWorld(
      {
        gravity: [0, 0, 0],
        substances: { clay: { jumpNumber: 1000, yieldStress: 1e4, consistency: 1e3, stressForm: 'symmetric' } },
        bodies: [
          {
            substance: 'clay',
            spacing: 0.1,
            shape: { points: { positions: lonely.map(({ x }) => [...x]), velocities: lonely.map(({ v }) => [...v]) } },
          },
        ],
        time: { viscositySolver: 'implicit' },
      },
      (world) => {
        for (let frame = 0; frame < 10; frame++) expect(world.advance()).toMatchObject({ ok: true });
        expect([...world.fields.velocity]).toEqual(lonely.flatMap(({ v }) => v.map(Math.fround)));
      },
    );
  });

  it.each(['dc', 'quartic'] as const)('a solve is short with every kernel: %s', async (kernel) => {
    await withWorld(
      {
        substances: { mud: { preset: 'mud', kernel, stressForm: 'symmetric' } },
        bodies: [{ substance: 'mud', spacing: 0.05, shape: { box: { min: [0, 0, 0], max: [0.3, 0.3, 0.3] } } }],
        obstacles: [{ shape: { plane: { point: [0, 0, 0], normal: [0, 1, 0] } }, grip: 1 }],
      },
      (world) => {
        expect(world.advance()).toMatchObject({ ok: true });
        const { solves, rounds } = smoothedIn(world).solver;
        expect(solves).toBeGreaterThan(10);
        expect(rounds / solves).toBeLessThan(5);
      },
    );
  });
});
