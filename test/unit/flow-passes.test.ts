// The passes of worlds that flow against the double-precision reference: gradient, viscosity, stress in both forms, steps explicit and
// implicit. Deviations are the largest one over the root mean square of the reference.

import { describe, expect, it } from 'vitest';
import { shearFactor } from '../../src/kernels/half-space.ts';
import { imbalance, timesMass } from '../helpers/balance.ts';
import { cloud } from '../helpers/clouds.ts';
import { relativeError } from '../helpers/engine.ts';
import { evaluateFlow, flowMaterial } from '../helpers/flow-engine.ts';
import { copyState } from '../reference/arrangements.ts';
import { type FlowMaterial, flowAccelerations, flowState, solveDense } from '../reference/flow.ts';
import type { KernelName } from '../reference/kernels.ts';
import { neighborsOf, type State, xsph } from '../reference/sph.ts';

const SMOOTHING = 1.35; // of parametersOf
const MIXED: readonly FlowMaterial[] = [
  flowMaterial({ yieldStress: 40, consistency: 90, xsph: 0.4 }),
  flowMaterial({ jumpNumber: undefined, viscosity: 30, restDensity: 900, stiffness: 400, xsph: 0.2 }),
  flowMaterial({ jumpNumber: 150, powerIndex: 0.8, yieldStress: 7 }),
];
const TENSOR = MIXED.map((m): FlowMaterial => ({ ...m, stressForm: 'tensor' }));

const scaleOf = (s: State, materials: readonly FlowMaterial[]) =>
  materials.map(() => 1 / shearFactor(s.kernel, s.dimension as 2 | 3, SMOOTHING));

interface Settings {
  readonly kernel: KernelName;
  readonly dimension: 2 | 3;
  readonly periodic: boolean;
}

const cases: readonly Settings[] = [
  ...([2, 3] as const).flatMap((dimension) =>
    [false, true].map((periodic) => ({ kernel: 'quartic' as const, dimension, periodic })),
  ),
  { kernel: 'dc', dimension: 2, periodic: true },
  { kernel: 'wendland-c2', dimension: 3, periodic: false },
];

/** A jittered block of three substances without loners. */
function block(settings: Settings, contrast = 1): State {
  const s = cloud({ ...settings, arrangement: 'lattice', contrast, materials: 3, seed: 11 });
  expect(s.mass.every((_, i) => neighborsOf(s, i).length >= 4)).toBe(true);
  return s;
}

describe.each(cases)('$kernel in $dimension D, periodic $periodic', (settings) => {
  it.each([1, 2])('viscosity, density rate, forces and drift of three substances; sizes %i : 1', async (contrast) => {
    const s = block(settings, contrast);
    for (const materials of [MIXED, TENSOR]) {
      const found = await evaluateFlow(s, materials),
        wanted = flowState(s, materials, 0);
      const form = materials[0]!.stressForm,
        a = flowAccelerations(s, wanted, materials, { scale: scaleOf(s, materials) });
      expect(relativeError(found.viscosity, wanted.viscosity), 'viscosity').toBeLessThan(3e-4);
      expect(relativeError(found.densityRate, wanted.densityRate), 'density rate').toBeLessThan(3e-5);
      expect(relativeError(timesMass(s, found.acceleration), timesMass(s, a)), form).toBeLessThan(4e-4);
      expect(relativeError(found.drift, xsph(s, materials)), 'drift').toBeLessThan(3e-5);
      expect(imbalance(s, found.acceleration), 'momentum').toBeLessThan(1e-12);
    }
  });

  it('one explicit step', async () => {
    const s = block(settings),
      dt = 1e-4,
      found = await evaluateFlow(s, MIXED, { steps: [dt] }),
      moved = copyState(s),
      drift = xsph(s, MIXED);
    moved.position.set(s.position.map((x, c) => x + dt * (s.velocity[c]! + drift[c]!)));
    const state = flowState(moved, MIXED, dt),
      a = flowAccelerations(moved, state, MIXED, { scale: scaleOf(s, MIXED) });
    const change = (v: Float64Array) => v.map((value, c) => value - s.velocity[c]!);
    expect(
      relativeError(
        found.position.map((x, c) => wrapped(x - s.position[c]!, s)),
        moved.position.map((x, c) => x - s.position[c]!),
      ),
    ).toBeLessThan(1e-5);
    expect(
      relativeError(
        found.density.map((rho, i) => rho - s.density[i]!),
        state.density.map((rho, i) => rho - s.density[i]!),
      ),
    ).toBeLessThan(1e-4);
    expect(
      relativeError(
        change(found.velocity),
        a.map((value) => dt * value),
      ),
    ).toBeLessThan(5e-4);
  });
});

const wrapped = (x: number, s: State): number => (s.period[0] > 0 ? x - Math.round(x) : x);

describe('implicit viscosity', () => {
  const settings: Settings = { kernel: 'quartic', dimension: 2, periodic: false };
  const stiff = MIXED.map(
    (m): FlowMaterial => ({ ...m, xsph: 0, yieldStress: 2000, consistency: 2000, viscosity: 5000 }),
  );

  it.each([1e-4, 1e-2])('is the solution of the same system by elimination; dt %d s', async (dt) => {
    const s = block(settings),
      moved = copyState(s);
    moved.position.set(s.position.map((x, c) => x + dt * s.velocity[c]!));
    const state = flowState(moved, stiff, dt),
      a = flowAccelerations(moved, state, stiff, { scale: scaleOf(s, stiff), inviscid: true });
    const before = s.velocity.map((v, c) => v + dt * a[c]!);
    const wanted = solveDense(moved, state, stiff, scaleOf(s, stiff), before, dt);
    const found = await evaluateFlow(s, stiff, { steps: [dt], implicit: true });
    const change = (v: Float64Array) => v.map((value, c) => value - s.velocity[c]!);
    expect(relativeError(change(found.velocity), change(wanted))).toBeLessThan(2e-2);
  });

  it('keeps momentum to rounding', async () => {
    const s = block(settings),
      found = await evaluateFlow(s, stiff, { steps: [1e-3, 1e-3, 1e-3], implicit: true });
    const change = found.velocity.map((v, c) => v - s.velocity[c]!);
    expect(imbalance(s, change)).toBeLessThan(1e-12);
  });

  it('tends to the explicit step as steps get small', async () => {
    const s = block(settings);
    const difference = async (dt: number): Promise<number> => {
      const [a, b] = await Promise.all(
        [false, true].map((implicit) => evaluateFlow(s, MIXED, { steps: [dt], implicit })),
      );
      return relativeError(b!.velocity, a!.velocity);
    };
    const [coarse, fine] = [await difference(4e-4), await difference(1e-4)];
    expect(fine).toBeLessThan(coarse / 8);
  });

  it('does not depend on the number of threads', async () => {
    const s = block({ ...settings, dimension: 3 });
    const [one, two] = await Promise.all(
      [1, 2].map((threads) => evaluateFlow(s, stiff, { threads, steps: [1e-3, 1e-3], implicit: true })),
    );
    expect(two!.velocity).toEqual(one!.velocity);
    expect(two!.viscosity).toEqual(one!.viscosity);
  });
});
